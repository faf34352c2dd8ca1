"""DB-7.13 and DB-10.14: what happens when a miniature has come onto the map."""

from __future__ import annotations

from collections.abc import Sequence

from games.dreamblade.abilities.registry import VERBS, carry_out, offer
from games.dreamblade.abilities.verbs import Deed
from games.dreamblade.catalogue import Ability
from games.dreamblade.names import full_name
from games.dreamblade.rules.outcomes import check_damage
from games.dreamblade.rules.policies import pick, words_of
from games.dreamblade.rules.prices import unique_name
from games.dreamblade.rules.questions import IN_SPAWN_PHASE, answer, scopes, small
from games.dreamblade.rules.targets import one_of
from games.dreamblade.rules.zones import sacrifice
from games.dreamblade.state import Figure, SeatId, State
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Node, Path, words


def come_into_play(table: Table[State], figure: Figure, ability: Ability) -> Rules[None]:
    """DB-7.13: resolved before anything else can be done."""
    deed = yield from answer(table, _how_to_enter(table.state, figure, ability))
    yield from carry_out(table, figure, ability, deed)
    yield from check_damage(table, IN_SPAWN_PHASE)  # DB-7.14


def _how_to_enter(state: State, figure: Figure, ability: Ability) -> Decision[Deed]:
    """DB-D4."""

    def interpret(choice: Choice, _orders: object) -> Path | None:
        node = offer(state, figure, ability)
        offered = [state.figures[b.word] for b in node.branches() if b.word in state.figures]
        found = pick(sorted(offered, key=lambda f: f.id == figure.id), words_of(choice))
        return (found.id,) if found is not None else None

    prompt = say(
        _("{figure} comes into play: {ability}. Which creature?"),
        figure=full_name(figure.id),
        ability=ability.text,
    )
    return small(
        state,
        figure.seat,
        "entry",
        prompt,
        lambda: _led(offer(state, figure, ability), ability.word),
        lambda: VERBS[ability.name].prefer(state, figure, ability),
        key="pick",
        scopes=scopes(ability.word, figure.at, figure),
        interpret=interpret,
    )


def _led(node: Node[Deed], lead: str) -> Node[Deed]:
    return Node(node.end, node.branches, node.find, f"{lead} sacrifice")


def keep_unique(table: Table[State], seat: SeatId) -> Rules[None]:
    """DB-10.14: of miniatures with one unique name a player keeps one."""
    state = table.state
    names = [unique_name(figure) for figure in state.on_map(seat)]
    for name in dict.fromkeys(name for name in names if name and names.count(name) > 1):
        double = sorted((f for f in state.on_map(seat) if unique_name(f) == name), key=lambda f: f.arrived)
        kept = yield from answer(table, _which_stays(state, seat, double))
        for figure in double:
            if figure is not kept:
                sacrifice(table, figure, "unique")


def _which_stays(state: State, seat: SeatId, double: Sequence[Figure]) -> Decision[Figure]:
    """DB-D34."""

    def interpret(choice: Choice, _orders: object) -> Path | None:
        found = pick(double, words_of(choice))
        return (found.id,) if found is not None else None

    return small(
        state,
        seat,
        "keep",
        say(_("You can have only one of them on the map: which do you keep?")),
        lambda: words(one_of(double), lead="keep"),
        lambda: (double[0].id,),
        key="pick",
        scopes=scopes("unique"),
        interpret=interpret,
    )
