"""ED-9: a Move as words: who, where to, on which way, who is pushed where, and who moves next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from games.edge.geometry import Placement
from games.edge.rules.movement.layout import Layout, Piece, layout_of, piece_of, place_of
from games.edge.rules.movement.partial import PartialMove
from games.edge.rules.movement.plans import Manner, Mover, Plan, Travel
from games.edge.rules.movement.words import movers_node, places_of
from games.edge.state import ON_BOARD, Model, Squad, State
from games.engine.contract.tree import Node

__all__ = [
    "Manner",
    "Mover",
    "Plan",
    "Travel",
    "can_go",
    "carry_node",
    "carry_out",
    "carry_pushes",
    "destinations",
    "move_node",
    "resize_node",
]


def move_node(state: State, movers: Sequence[Mover], manner: Manner) -> Node[Plan]:
    """ED-9.1: `<model> <placement> [via <space> …] [push <victim>><placement> …] [move <model> …]`."""
    layout = _layout(state, movers, manner)
    return movers_node(layout, _blank(layout))


def carry_node(state: State, mover: Mover, carried: Model, manner: Manner) -> Node[Plan]:
    """`<model> <placement> … [with <placement of the carried>]`: it is lifted too and ends in contact."""
    load = Piece(carried.id, state.base(carried), place_of(state, carried), None)
    layout = layout_of(state, [piece_of(state, mover)], manner, load)
    return movers_node(layout, _blank(layout))


def resize_node(state: State, squad: Squad, base: int) -> Node[Plan] | None:
    """ED-8.8: every model of a Squad gets a base of another size where it stands; None if one cannot."""
    pieces = [
        Piece(model.id, base, None, None, allowed=partial(_grown, state.placement(model)))
        for model in squad.on_board
    ]
    layout = layout_of(state, pieces, Manner(must=True))
    node = movers_node(layout, _blank(layout))
    return node if node.has_more() else None


def _grown(present: Placement, place: Placement) -> bool:
    """ED-8.8: in its own Space, the larger base contains the smaller one."""
    return place.mask & present.mask in (place.mask, present.mask)


def can_go(state: State, movers: Sequence[Mover], manner: Manner) -> bool:
    """Whether there is any such Move."""
    return _has_room(state, movers, manner) or move_node(state, movers, manner).has_more()


def _has_room(state: State, movers: Sequence[Mover], manner: Manner) -> bool:
    """The common case, seen at a glance: someone fits into a free part of the next Space, or of any."""
    if manner.touching or manner.avoiding or manner.allowed is not None or (manner.must and len(movers) > 1):
        return False
    board, occupied = state.board, state.occupied()
    for mover in movers:
        size = state.base(mover.model)
        near = _near(state, mover)
        if any(board.fits(size, space, occupied) for space in near):
            return True
    return False


def _near(state: State, mover: Mover) -> Sequence[int]:
    """Spaces that a mover certainly reaches."""
    if mover.reach is None:
        return state.board.spaces
    return state.board.neighbours[state.placement(mover.model).space] if mover.reach else ()


def destinations(state: State, mover: Mover, manner: Manner) -> Iterator[Placement]:
    """ED-9.3: where a model could end if it moved alone, in board order."""
    layout = _layout(state, [mover], manner)
    return places_of(layout, _blank(layout), 0)


def carry_out(state: State, plan: Plan) -> list[str]:
    """ED-9.4: everybody stands at once. Returns who was pushed."""
    for travel in plan:
        _stand(state, travel.model, travel.to)
    return carry_pushes(state, plan)


def carry_pushes(state: State, plan: Plan) -> list[str]:
    """Those who are pushed stand on their new hexes. Returns who they are."""
    pushed = [shift for travel in plan for shift in travel.pushes]
    for name, place in pushed:
        _stand(state, name, place)
    return [name for name, _ in pushed]


def _stand(state: State, name: str, place: str) -> None:
    model = state.model(name)
    model.at, model.state = place, ON_BOARD


def _layout(state: State, movers: Sequence[Mover], manner: Manner) -> Layout:
    return layout_of(state, [piece_of(state, mover) for mover in movers], manner)


def _blank(layout: Layout) -> PartialMove:
    return PartialMove(owed=layout.everybody if layout.manner.must else 0)
