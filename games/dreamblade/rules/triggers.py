"""DB-8.5, DB-10.8 and DB-10.9: creatures enter cells, and what that sets off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from games.dreamblade.names import full_name
from games.dreamblade.rules.attacks import special_attack
from games.dreamblade.rules.outcomes import check_damage
from games.dreamblade.rules.policies import words_of
from games.dreamblade.rules.questions import AFTER_MOVE, AFTER_STRIKEBACK, answer, scopes, small
from games.dreamblade.rules.targets import choose_target
from games.dreamblade.state import Figure, SeatId, State
from games.engine.contract.decisions import IF_SAID, Decision
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table, steps_of
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.tree import Path, word, words

Move = tuple[Figure, str]


class Effect(NamedTuple):
    """Something that has been set off and waits for its turn."""

    seat: SeatId
    name: str  # of the miniature and the ability: reaper.ambush
    act: Callable[[], Rules[None] | None]  # None where nobody is asked on the way


def resolve(table: Table[State], effects: Sequence[Effect]) -> Rules[None]:
    """DB-10.9: the active player's first, each player in an order of his own."""
    state = table.state
    for seat in (state.active, state.foe(state.active)):
        own = [effect for effect in effects if effect.seat == seat]
        waiting = sorted(own, key=lambda effect: effect.name)  # the default: in the order of their ids
        while waiting:
            effect = yield from answer(table, _which_first(state, seat, waiting))
            waiting.remove(effect)
            yield from steps_of(effect.act())


def _which_first(state: State, seat: SeatId, waiting: Sequence[Effect]) -> Decision[Effect]:
    """DB-D32, DB-D33: in the order of their names, unless someone cares."""

    def interpret(choice: Choice, _orders: object) -> Path | None:
        wanted = [key(name) for name in words_of(choice)]
        ranked = [e for name in wanted for e in waiting if name in (e.name, e.name.partition(".")[0])]
        return (ranked[0].name,) if ranked else None

    return small(
        state,
        seat,
        "order",
        say(_("Several of your effects trigger: which comes first?")),
        lambda: words([word(e.name, e, names=(e.name.partition(".")[0],)) for e in waiting], lead="first"),
        lambda: (waiting[0].name,),
        key="order",
        scopes=scopes("triggers"),
        interpret=interpret,
        asks=IF_SAID,
    )


def move(table: Table[State], moves: Sequence[Move], ability: str) -> Rules[None]:
    """DB-8.5: all at once, then what it sets off; out of combat its damage is checked now (DB-9.33)."""
    state = table.state
    for figure, cell in moves:
        table.tell("moved", figure=figure.id, seat=figure.seat, start=figure.at, cell=cell, ability=ability)
        figure.at = cell
    movers = [figure for figure, _cell in moves]
    effects = [effect for figure in movers for effect in _entering(table, figure)]
    charged = [cell for figure, cell in moves if _charges(state, figure)]
    yield from resolve(table, effects)
    if state.combat is None and effects:
        removed = yield from check_damage(table, AFTER_MOVE)
        for cell in charged:
            yield from strike_back(table, cell, removed)


def _charges(state: State, figure: Figure) -> bool:
    return state.works(figure, "CHARGE") is not None and bool(state.local_enemies(figure))


def _entering(table: Table[State], figure: Figure) -> Iterator[Effect]:
    """DB-A.AMBUSH of those who are there, DB-A.CHARGE of who comes."""
    state = table.state
    if _charges(state, figure):
        yield Effect(figure.seat, f"{figure.id}.charge", lambda: _charge(table, figure))
    for other in state.of(state.foe(figure.seat), figure.at):
        if state.works(other, "AMBUSH") is not None:
            yield _ambush_of(table, other, figure)


def _ambush_of(table: Table[State], source: Figure, target: Figure) -> Effect:
    return Effect(source.seat, f"{source.id}.ambush", lambda: _ambush(table, source, target))


def _ambush(table: Table[State], source: Figure, target: Figure) -> Rules[None]:
    ability = table.state.works(source, "AMBUSH")
    if ability is not None and target.at == source.at:
        yield from special_attack(table, source, ability.value, target, "ambush")


def _charge(table: Table[State], source: Figure) -> Rules[None]:
    """DB-D9, DB-D31: mandatory; the target is chosen now."""
    prompt = say(_("{figure} charges: whom does it attack?"), figure=full_name(source.id))
    yield from _attack_someone(table, source, "CHARGE", prompt)


def strike_back(table: Table[State], cell: str, removed: Sequence[str]) -> Rules[None]:
    """DB-A.STRIKEBACK after an attack out of combat; then its damage is checked."""
    yield from resolve(table, strikebacks(table, [cell], removed))
    yield from check_damage(table, AFTER_STRIKEBACK)


def strikebacks(table: Table[State], cells: Iterable[str], removed: Sequence[str]) -> list[Effect]:
    """Where an enemy attacked in his action phase and removed none of one's creatures (DB-Q13)."""
    state = table.state
    seat = state.foe(state.active)
    if not state.is_action_phase or any(state.figures[name].seat == seat for name in removed):
        return []
    there = [figure for cell in dict.fromkeys(cells) for figure in state.of(seat, cell)]
    sources = [f for f in there if state.works(f, "STRIKEBACK") is not None]
    return [_strikeback_of(table, source) for source in sources]


def _strikeback_of(table: Table[State], source: Figure) -> Effect:
    return Effect(source.seat, f"{source.id}.strikeback", lambda: _strikeback(table, source))


def _strikeback(table: Table[State], source: Figure) -> Rules[None]:
    """DB-D28: at a local enemy, if there is still one."""
    prompt = say(_("{figure} strikes back: whom does it attack?"), figure=full_name(source.id))
    yield from _attack_someone(table, source, "STRIKEBACK", prompt)


def _attack_someone(table: Table[State], source: Figure, name: str, prompt: Phrase) -> Rules[None]:
    """A special attack on a local enemy of its owner's choice, if there is one."""
    ability, targets = table.state.works(source, name), table.state.local_enemies(source)
    if ability is not None and targets:
        target = yield from choose_target(table, source.seat, source, targets, prompt, name.lower())
        yield from special_attack(table, source, ability.value, target, name.lower())
