"""DB-9.19 to DB-9.25 and DB-9.33: who was dealt damage is disrupted or destroyed."""

from __future__ import annotations

from collections.abc import Sequence

from games.dreamblade.names import figure_branch, full_name
from games.dreamblade.rules.deathblow import deathblows
from games.dreamblade.rules.disruption import disrupt
from games.dreamblade.rules.policies import is_smart_to_disrupt, words_of
from games.dreamblade.rules.questions import AFTER_DEATHBLOW, Occasion, answer, scopes, small
from games.dreamblade.rules.reincarnation import reincarnate
from games.dreamblade.rules.zones import banish, bury, is_reborn
from games.dreamblade.state import Figure, SeatId, State
from games.dreamblade.statistics import statistics
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, Path, leaf, words

DESTROY, DISRUPT = "destroy", "disrupt"
Verdict = tuple[str, Figure]


def check_damage(table: Table[State], occasion: Occasion) -> Rules[list[str]]:
    """DB-9.19 to DB-9.31: first all choices, then disruptions, then destruction; returns who was removed."""
    state = table.state
    if not state.hurt:
        return []
    verdicts = yield from _verdicts(table, occasion)
    thrown = [figure for verdict, figure in verdicts if verdict == DISRUPT]
    homeless = yield from disrupt(table, thrown, occasion)
    doomed = [figure for verdict, figure in verdicts if verdict == DESTROY]
    dead = yield from die(table, [*doomed, *homeless])
    removed = [figure.id for figure in thrown if figure not in homeless]
    more = yield from check_damage(table, AFTER_DEATHBLOW)  # DB-9.31: what deathblows have done
    return [*removed, *dead, *more]


def _verdicts(table: Table[State], occasion: Occasion) -> Rules[list[Verdict]]:
    """DB-9.20 to DB-9.22: the active player chooses first; each about the creatures of the other."""
    state = table.state
    hurt, state.hurt = state.hurt, {}
    found: list[Verdict] = []
    for seat in (state.active, state.foe(state.active)):
        open_ones: list[Figure] = []
        for name, is_steady in hurt.items():
            figure = state.figures[name]
            if figure.seat == seat:
                continue
            ways = _ways(state, figure, is_steady=is_steady)
            if len(ways) > 1:
                open_ones.append(figure)
            else:
                found += [(way, figure) for way in ways]
        while open_ones:
            verdict = yield from answer(table, _which(state, seat, open_ones, occasion.of(state, seat)))
            open_ones.remove(verdict[1])
            found.append(verdict)
    return found


def _ways(state: State, figure: Figure, *, is_steady: bool) -> list[str]:
    """DB-9.19, DB-9.21: what can become of a creature; Ferocity turns disruption into destruction."""
    now = statistics(state, figure)
    ways = [DESTROY] if figure.damage >= now.life else []
    if figure.damage >= now.defense and not is_steady:
        is_doomed = state.combat is not None and figure.id in state.combat.doomed
        return [DESTROY] if is_doomed else [*ways, DISRUPT]
    return ways


def _which(state: State, seat: SeatId, figures: Sequence[Figure], event: str) -> Decision[Verdict]:
    """DB-D20, DB-D25: `destroy thug`, `disrupt thug`."""
    first = figures[0]

    def interpret(choice: Choice, _orders: object) -> Path:
        word = words_of(choice)[0]
        if word == "smart":
            word = DISRUPT if is_smart_to_disrupt(state, first) else DESTROY
        return word, first.id

    names = ", ".join(f"{full_name(f.id)} [{f.at}, {f.damage}]" for f in figures)
    return small(
        state,
        seat,
        "result",
        say(
            _("Destroy or disrupt? Either is possible for {figures}. In brackets: cell and damage."),
            figures=names,
        ),
        lambda: Node(None, lambda: _verdict_branches(figures), unled=(DESTROY, DISRUPT)),
        lambda: (DESTROY, first.id),
        key="result",
        scopes=scopes(event, first.at, first, also="result"),
        interpret=interpret,
    )


def _verdict_branches(figures: Sequence[Figure]) -> list[Branch[Verdict]]:
    def branch(way: str) -> Branch[Verdict]:
        return Branch(way, lambda: words([end(way, figure) for figure in figures]))

    def end(way: str, figure: Figure) -> Branch[Verdict]:
        return figure_branch(figure, lambda: leaf((way, figure)), implied=len(figures) == 1)

    return [branch(way) for way in (DESTROY, DISRUPT)]


def die(table: Table[State], doomed: Sequence[Figure], by: SeatId | None = None) -> Rules[list[str]]:
    """DB-9.24, DB-9.25, DB-9.30 to DB-9.32: deathblows, then the graveyard; returns who was destroyed."""
    state = table.state
    dying: list[Figure] = []
    for figure in sorted(doomed, key=lambda f: f.id):
        if is_reborn(figure):
            banish(table, figure, "regenerate")
        else:
            dying.append(figure)
    state.dying = [figure.id for figure in dying]
    if state.has_deathblows:
        yield from deathblows(table, [f for f in dying if f.is_creature and f.seat != state.turn.first])
    for figure in dying:
        bury(table, figure, state.foe(figure.seat) if by is None else by)
    state.dying = []
    yield from reincarnate(table, dying)
    return [figure.id for figure in dying if figure.is_creature]
