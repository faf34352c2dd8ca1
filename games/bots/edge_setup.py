"""Set-up of The Edge: where Squads are deployed, and which one disperses."""

from __future__ import annotations

from games.bots.edge_moves import WORTH_MOVING, Field, March, march, standing_worth
from games.bots.edge_worth import Book
from games.edge.geometry import Placement
from games.edge.rules.deployment.deploy import waiting_squads
from games.edge.rules.setup.dispersal import movers_of
from games.edge.state import SeatId, Squad, State
from games.engine.contract.tree import Node, Path

NEAR = 0.08  # each Space between a Squad and a Source that nobody of ours is near
SCATTERED = 0.02


def deployment(root: Node[object], state: State, seat: SeatId) -> Path:
    """The largest Squad first, each model on the best place that is left."""
    squad = max(waiting_squads(state, seat), key=lambda squad: len(squad.models))
    ground = Field(Book(state), seat)
    sites = _free_sites(ground)
    here, path = root.step(squad.id), Path((squad.id,))
    while here is not None and here.end is None:
        places = [ground.state.board.placements[branch.word] for branch in here.branches()]
        best = max(places, key=lambda place: _site_worth(ground, squad, place, sites))
        here, path = here.step(best.name), (*path, best.name)
    return path


def _free_sites(ground: Field) -> list[int]:
    """The Sources without one of our Squads nearby."""
    board = ground.state.board
    sites = [board.number[site] for site in ground.state.sources]
    own = [ground.state.placement(model).space for model in ground.state.player(ground.seat).models]
    return [site for site in sites if all(board.distance(site, space) > 2 for space in own)] or sites


def _site_worth(ground: Field, squad: Squad, place: Placement, sites: list[int]) -> float:
    """Near a Source, near good fights, away from bad ones."""
    board = ground.state.board
    row = board.distances[place.space]
    nearest = min((row[site] for site in sites), default=0)
    home = ground.state.player(ground.seat).shrine_at
    apart = row[board.number[home]] if home else 0
    return ground.worth(squad.models[0], place, set(), False) - NEAR * nearest - SCATTERED * apart


def dispersal(root: Node[object], state: State, seat: SeatId) -> Path:
    """ED-4.19: the Move that gains most, if any does."""
    moving = root.step("move")
    ground = Field(Book(state), seat)
    best, gain = March((), 0.0), WORTH_MOVING
    for squad in state.player(seat).squads if moving is not None else ():
        models = [mover.model for mover in movers_of(state, squad)]
        if moving is None or not models:
            continue
        found = march(ground, moving, models, may_fight=False)
        gained = found.worth - standing_worth(ground, models)
        if found.path and gained > gain:
            best, gain = found, gained
    return ("move", *best.path) if best.path else ("none",)
