"""ED-4.11, ED-4.12 and ED-4.21: Shrines and Crystal Sources are placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.edge.catalogue import SOURCES
from games.edge.rules.facts import in_setup
from games.edge.state import SeatId, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import Phrase, Seat, say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Node, Path, leaf, word

APART = 2  # ED-4.11, ED-4.12: the least distance between two of them
# ED-4.21: Shrines in placement order, and Crystal Sources, by the number of players.
PRESETS = {
    2: (("A5", "E5"), ("B2", "B7", "D2", "D7")),
    3: (("A2", "A8", "K5"), ("C3", "C7", "H3", "H7")),
    4: (("A2", "A8", "K8", "K2"), ("C3", "C7", "H3", "H7")),
}


def place_shrine(table: Table[State]) -> Rules[None]:
    """ED-4.11: the next player of the placement order puts their Shrine on the board."""
    state = table.state
    seat = next(seat for seat in state.order if not state.player(seat).shrine_at)
    space = yield from table.ask(shrine_decision(state, seat))
    put_shrine(table, seat, space)


def place_source(table: Table[State]) -> Rules[None]:
    """ED-4.12: one Crystal Source, in placement order, going round."""
    state = table.state
    seat = state.order[len(state.sources) % len(state.order)]
    space = yield from table.ask(source_decision(state, seat))
    state.sources.append(space)
    table.tell("placed_source", seat=seat, space=space)


def put_shrine(table: Table[State], seat: SeatId, space: str) -> None:
    """A Shrine stands where it was put."""
    table.state.player(seat).shrine_at = space
    table.tell("placed_shrine", seat=seat, space=space)


def shrines_stand(state: State) -> bool:
    """ED-4.11: every player has placed a Shrine."""
    return all(player.shrine_at for player in state.players)


def sources_stand(state: State) -> bool:
    """ED-4.12: exactly four Sources, in every mode."""
    return len(state.sources) == SOURCES


def place_preset(table: Table[State]) -> None:
    """ED-4.21: a first game needs neither step."""
    shrines, sources = PRESETS[len(table.state.players)]
    for seat, space in zip(table.state.order, shrines, strict=True):
        put_shrine(table, seat, space)
    for space in sources:
        table.state.sources.append(space)
        table.tell("placed_source", seat=None, space=space)


def shrine_decision(state: State, seat: SeatId) -> Decision[str]:
    """DP-S4."""
    shrines, _sources = PRESETS[len(state.players)]
    own = shrines[state.order.index(seat)]
    return Decision(
        seat=seat,
        kind="shrine",
        prompt=say(_("Where do you place your Shrine?")),
        grow=lambda: space_node(state, "shrine"),
        default=lambda: first_of(state, [own, *shrines]),
        asks=MAJOR,
        facts=lambda: in_setup(state, seat),
    )


def source_decision(state: State, seat: SeatId) -> Decision[str]:
    """DP-S5."""
    return Decision(
        seat=seat,
        kind="source",
        prompt=say(
            _("Where do you place Crystal Source {number} of {all}?"),
            number=len(state.sources) + 1,
            all=SOURCES,
        ),
        grow=lambda: space_node(state, "source"),
        default=lambda: first_of(state, PRESETS[len(state.players)][1]),
        asks=MAJOR,
        facts=lambda: in_setup(state, seat),
    )


def free_spaces(state: State) -> list[str]:
    """ED-4.11, ED-4.12 and ED-23.5: the Spaces far enough from every Shrine and Source, in board order."""
    board = state.board
    taken = [board.number[name] for name in state.token_spaces]
    return [
        name
        for space, name in enumerate(board.names)
        if all(board.distance(space, other) >= APART for other in taken)
    ]


def space_node(state: State, lead: str) -> Node[str]:
    """`shrine C5`, `source B2`."""
    free = free_spaces(state)

    def find(name: str) -> Node[str] | None:
        return leaf(name) if name in free else None

    return Node(
        None,
        lambda: [word(name, name) for name in free],
        find=find,
        lead=lead,
        barred=lambda: _why_not(state, free),
        size=lambda cap: min(cap, len(free)),
    )


def first_of(state: State, wishes: Iterable[str]) -> Path:
    """DP-S4: the first legal Space of the preset, then of the board."""
    free = free_spaces(state)
    return (next((wish for wish in wishes if wish in free), free[0]),)


def _why_not(state: State, free: Sequence[str]) -> Iterator[Barred]:
    board = state.board
    for space, name in enumerate(board.names):
        if name in free:
            continue
        near = next(t for t in state.token_spaces if board.distance(space, board.number[t]) < APART)
        yield Barred(name, _too_near(state, name, near))


def _too_near(state: State, name: str, near: str) -> Phrase:
    what = _standing_at(state, near)
    if name == near:
        return say(_("{space} is occupied by {what}"), space=name, what=what)
    return say(_("{space} is too close to {what} in {near}"), space=name, what=what, near=near)


def _standing_at(state: State, space: str) -> Phrase:
    for player in state.players:
        if player.shrine_at == space:
            return say(_("the Shrine of {seat}"), seat=Seat(player.seat))
    return say(_("a Crystal Source"))
