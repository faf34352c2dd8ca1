"""ED-9.6, B.5: models come to their new places; where nobody has said where, the nearest."""

from __future__ import annotations

from msgspec import structs

from games.edge.effects.run import Context
from games.edge.geometry import Placement
from games.edge.rules import tokens
from games.edge.rules.cards.questions import CardQuestion
from games.edge.rules.movement.arrangement import with_sorted_pushes
from games.edge.rules.movement.options import Manner, Mover, Plan, carry_out, destinations, move_node
from games.edge.state import ASIDE, SeatId, State
from games.engine.contract.decisions import ALWAYS
from games.engine.contract.phrases import say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Node, Path, first_path


def set_down(table: Table[State], seat: SeatId, plan: Plan, told: str = "placed") -> list[str]:
    """The models stand on their new hexes, and so do those they pushed."""
    _forget_returns(table.state, plan)
    pushed = carry_out(table.state, plan)
    for travel in plan:
        pushes = [f"{victim} {to}" for victim, to in travel.pushes]
        table.tell(told, seat=seat, model=travel.model, to=travel.to, path=list(travel.path), pushes=pushes)
    tokens.tidy(table, moved=[*(travel.model for travel in plan), *pushed])
    return pushed


def _forget_returns(state: State, plan: Plan) -> None:
    """A model that another card has brought back from its Squad card does not come back a second time."""
    back = {travel.model for travel in plan if state.model(travel.model).state == ASIDE}
    if back:
        state.laters[:] = [
            later
            for later in state.laters
            if later.win != "activation" or back.isdisjoint(later.names.get("user", ()))
        ]


def placing(context: Context, found: list[Mover], manner: Manner) -> CardQuestion[Plan]:
    """`at C5.3`; several models are named: `at holy_knight#2/1 C5.12 move …`. B.5 where nothing is said."""
    tree = move_node(context.state, found, manner)
    single = tree.step(found[0].model.id) if len(found) == 1 else None

    def grow() -> Node[Plan]:
        return structs.replace(single if single is not None else tree, lead="at")

    def automatic() -> Path:
        if single is None:
            return first_path(tree)
        nearest = min(
            destinations(context.state, found[0], manner), key=lambda p: _far(context.state, found[0], p)
        )
        return (nearest.name,)

    return CardQuestion(
        "place",
        say(_("{title}: where to?"), title=context.title),
        grow,
        default=automatic,
        asks=ALWAYS,
        key="choose",
        arrange=lambda words: with_sorted_pushes(context.state, words),
    )


def _far(state: State, moved: Mover, place: Placement) -> tuple[int, int, tuple[int, ...]]:
    """B.5: the same Space first, then by distance, board order, digits."""
    at = moved.model.at
    here = state.board.placements[at].space if at else place.space
    return state.board.distance(here, place.space), place.space, place.digits
