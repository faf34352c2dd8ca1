"""DB-9.7 to DB-9.14: blades are spent on blade abilities, one at a time, while any can be paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.dreamblade.abilities.registry import VERBS, carry_out, offer
from games.dreamblade.abilities.verbs import Deed
from games.dreamblade.catalogue import Ability, Condition
from games.dreamblade.geometry import NEAR
from games.dreamblade.names import figure_branch
from games.dreamblade.rules.attacks import damage_so_far, shown
from games.dreamblade.rules.deeds import choose_deed, left_open
from games.dreamblade.rules.policies import words_of
from games.dreamblade.rules.questions import answer, scopes, small
from games.dreamblade.state import Combat, Figure, State, fits
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.tree import Barred, Branch, Node, Path, count, mapped, words

FURY = Ability("B:Crit 2", "DB-A.CRIT", Condition("blade", blades=1), value=2)  # DB-A.HELLSFURY


class Instance(NamedTuple):
    """DB-9.8: one blade ability of one miniature; where it comes from another, the word says whence."""

    source: Figure
    word: str
    ability: Ability

    @property
    def id(self) -> str:
        """`scout1.advance`, as what was used is kept."""
        return f"{self.source.id}.{self.word}"


Activation = tuple[Instance, Deed | None]  # None: whom it concerns was left open


def spend_blades(table: Table[State], combat: Combat) -> Rules[None]:
    """DB-9.9, DB-9.10: while something can be paid in full, something must be activated."""
    state = table.state
    while ready := payable(state, combat):
        instance, deed = yield from _activation(table, combat, ready)
        combat.blades -= instance.ability.condition.blades
        combat.used.append(instance.id)
        table.tell("bladed", figure=instance.source.id, seat=combat.seat, ability=instance.ability.text)
        if deed is None:
            deed = yield from choose_deed(table, instance.source, instance.ability)
        yield from carry_out(table, instance.source, instance.ability, deed)
    if combat.blades:
        table.tell("blades_lost", seat=combat.seat, count=combat.blades)
        combat.blades = 0


def payable(state: State, combat: Combat) -> list[Instance]:
    """DB-9.8: what can be paid in full with the blades that are left."""
    return [
        instance
        for instance in _instances(state, combat)
        if instance.ability.condition.blades <= combat.blades
        and (instance.ability.condition.repeat or instance.id not in combat.used)
    ]


def _instances(state: State, combat: Combat) -> Iterator[Instance]:
    """DB-9.7: of the attackers, wherever they are on the map, and of your location in the combat cell."""
    if not combat.blades:
        return
    for name in combat.attackers:
        figure = state.figures[name]
        if figure.is_on_map and not is_nullified(state, figure):
            yield from _all_of(state, figure)
    site = state.location_at(combat.cell)
    if site is not None and site.seat == combat.seat:
        yield from _printed(state, site)


def _printed(state: State, figure: Figure) -> Iterator[Instance]:
    for ability in figure.miniature.abilities:
        if ability.condition.kind == "blade" and state.is_on(figure, ability):
            yield Instance(figure, ability.word, ability)


def _native(state: State, figure: Figure) -> Iterator[Instance]:
    """What a creature has by itself, and by Hell's Fury; all of this can be copied (DB-Q22)."""
    yield from _printed(state, figure)
    if fits(figure, "Hellbred"):
        for ally in state.on_map(figure.seat):
            if ally is not figure and state.works(ally, "HELLSFURY") and ally.at in NEAR[figure.at]:
                yield Instance(figure, f"{FURY.word}/{ally.id}", FURY)


def _all_of(state: State, figure: Figure) -> Iterator[Instance]:
    """DB-A.COPY: those of every other local creature too; “this” is the copier."""
    yield from _native(state, figure)
    if state.works(figure, "COPY") is not None:
        for other in state.creatures_at(figure.at):
            for instance in _native(state, other) if other is not figure else ():
                yield Instance(figure, f"{instance.word}/{other.id}", instance.ability)


def is_nullified(state: State, figure: Figure) -> bool:
    """DB-A.NULLIFY: locations keep theirs."""
    return figure.is_creature and any(
        source.at == figure.at
        and (ability := state.works(source, "NULLIFY")) is not None
        and _concerns(source, ability, figure)
        for source in state.on_map()
    )


def _concerns(source: Figure, ability: Ability, figure: Figure) -> bool:
    match ability.modifier:
        case "Enemies":
            return figure.seat != source.seat
        case "Allies":
            return figure.seat == source.seat and figure is not source
        case "Self":
            return figure is source
        case modifier:
            return fits(figure, modifier)


# The question.


def _activation(table: Table[State], combat: Combat, ready: Sequence[Instance]) -> Rules[Activation]:
    """Where there is one ability and nothing about it to choose, nobody is asked."""
    if len(ready) == 1 and count(_offered(table.state, ready[0]), 2) == 1:
        return ready[0], None
    return (yield from answer(table, _which(table.state, combat, ready)))


def _which(state: State, combat: Combat, ready: Sequence[Instance]) -> Decision[Activation]:
    """DB-D13 to DB-D18: which ability, at whom, where to."""

    first = min(ready, key=lambda i: VERBS[i.ability.name].rank)

    def interpret(choice: Choice, _orders: object) -> Path | None:
        wanted = [key(name).replace(" ", ".") for name in words_of(choice)]
        found = [i for name in wanted for i in ready if name in (i.id, i.word, i.source.id)]
        return (found[0].source.id, found[0].word) if found else None

    return small(
        state,
        combat.seat,
        "blade",
        say(
            _("Combat in {cell}: {faces}, damage {total} so far. Blades to spend: {count}. On what?"),
            cell=combat.cell,
            faces=shown(combat.faces),
            total=damage_so_far(combat),
            count=combat.blades,
        ),
        lambda: Node(None, lambda: _sources(state, ready), lead="blade", barred=lambda: _bound(ready)),
        lambda: (first.source.id, first.word),
        key="blade",
        scopes=scopes("blades", combat.cell),
        interpret=interpret,
    )


def _sources(state: State, ready: Sequence[Instance]) -> list[Branch[Activation]]:
    groups: dict[str, list[Instance]] = {}
    for instance in ready:
        groups.setdefault(instance.source.id, []).append(instance)

    def branch(group: list[Instance]) -> Branch[Activation]:
        names = [name for instance in group if len(group) == 1 for name in _said(instance)]
        own = tuple(name for name in names if _holders(ready, name) == 1)
        return figure_branch(
            group[0].source, lambda: words(_abilities(state, group)), implied=len(groups) == 1, more=own
        )

    return [branch(group) for group in groups.values()]


def _said(instance: Instance) -> tuple[str, ...]:
    """How an ability is called: `advance`."""
    return instance.ability.word, instance.ability.text.partition(":")[2]


def _holders(ready: Sequence[Instance], name: str) -> int:
    return len({instance.source.id for instance in ready if name in _said(instance)})


def _bound(ready: Sequence[Instance]) -> Iterator[Barred]:
    """DB-9.9 keeps a player from stopping; who has an ability must be said where several have."""
    why = say(_("while a blade can pay for something, it must be spent; a “may” can be declined after it"))
    yield Barred("done", why, ("none", "no", "nothing", "stop", "keep", "decline"))
    for instance in ready:
        reason = _("say whose it is: “blade {figure} {ability}”")
        yield Barred(
            instance.ability.word,
            say(reason, figure=instance.source.id, ability=instance.word),
            _said(instance),
        )


def _abilities(state: State, group: Sequence[Instance]) -> list[Branch[Activation]]:
    def branch(instance: Instance) -> Branch[Activation]:
        return Branch(
            instance.word,
            lambda: _deeds(state, instance),
            instance.ability.text,
            (instance.ability.text.partition(":")[2],),
            implied=len(group) == 1,
        )

    return [branch(instance) for instance in group]


def _deeds(state: State, instance: Instance) -> Node[Activation]:
    return mapped(left_open(_offered(state, instance)), lambda deed: (instance, deed))


def _offered(state: State, instance: Instance) -> Node[Deed | None]:
    return mapped(offer(state, instance.source, instance.ability), lambda deed: deed)
