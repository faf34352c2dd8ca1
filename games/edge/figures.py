"""Figures as a view shows them: who stands where, who touches whom, and which hexes are free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.edge.catalogue import FACTIONS, play_mode
from games.edge.geometry import BOARDS, JOINED, Board, Placement
from games.edge.state import ON_BOARD, SeatId
from games.edge.views import EdgeView, ModelView, PlayerView, SquadView, TokenView


class Figure(NamedTuple):
    """A model on the board, with its Squad, its owner and its place."""

    model: ModelView
    squad: SquadView
    seat: SeatId
    place: Placement
    side: int  # which of the sides that win together it fights for


def board_of(view: EdgeView) -> Board:
    """ED-4.1: the board that is played on."""
    teams = bool(view["choices"].get("teams", False))
    return BOARDS[play_mode(len(view["players"]), teams).boards]


def side_of(view: EdgeView) -> dict[SeatId, int]:
    """ED-1.3: the side of each seat: alone, or a team."""
    seats = [[player["seat"]] for player in view["players"]]
    return {seat: number for number, side in enumerate(view.get("sides", seats)) for seat in side}


def on_board(view: EdgeView) -> list[Figure]:
    """All figures, in the order of the army lists."""
    board, sides = board_of(view), side_of(view)
    return [
        Figure(model, squad, player["seat"], board.place(model["at"]), sides[player["seat"]])
        for player in view["players"]
        for squad in player["squads"]
        for model in squad["models"]
        if model["state"] == ON_BOARD and model["at"]
    ]


def by_space(figures: Iterable[Figure]) -> dict[str, list[Figure]]:
    """The figures of each Space that has any, in board order."""
    found: dict[str, list[Figure]] = {}
    for figure in sorted(figures, key=lambda figure: (figure.place.space, figure.place.digits)):
        found.setdefault(JOINED.names[figure.place.space], []).append(figure)
    return found


def free_digits(there: Iterable[Figure], grown: Iterable[int] = ()) -> list[int]:
    """The hexes of a Space that figures, and tokens that fill a hex, leave free; the centre first."""
    covered = {digit for figure in there for digit in figure.place.digits} | {*grown}
    return [digit for digit in range(7) if digit not in covered]


def lying(view: EdgeView, space: str) -> list[TokenView]:
    """The tokens that lie in a Space, on its hexes or on all of it."""
    return [token for token in view["tokens"] if token["at"].partition(".")[0] == space]


def grown(view: EdgeView, space: str) -> list[int]:
    """ED-25.13: the hexes of a Space on which nobody can stand, since a token does."""
    return [int(token["at"].partition(".")[2]) for token in lying(view, space) if token["occupies"]]


def shrines(view: EdgeView) -> dict[str, PlayerView]:
    """The Spaces with a Shrine, and whose it is."""
    return {player["shrine_at"]: player for player in view["players"] if player["shrine_at"]}


def enemies_touched(figure: Figure, figures: Iterable[Figure]) -> list[Figure]:
    """ED-1.6: those of the other side that it may fight."""
    return [other for other in figures if other.side != figure.side and figure.place.halo & other.place.mask]


def tokens_touched(figure: Figure, spaces: Iterable[str]) -> list[str]:
    """ED-3.8: the Spaces among these that are filled by a token which it touches."""
    return [space for space in spaces if figure.place.halo & JOINED.area[JOINED.number[space]]]


def holder(space: str, figures: Iterable[Figure]) -> SeatId | None:
    """ED-6.2, for Shrines that count as a Source: who has figures in contact; of two allies the first."""
    there = [figure for figure in figures if tokens_touched(figure, [space])]
    is_shared = len({figure.side for figure in there}) != 1
    return None if is_shared else min(figure.seat for figure in there)


def altars(view: EdgeView) -> list[str]:
    """ED-21.5: the Spaces of Shrines that count as a Crystal Source in Harvest."""
    return [at for at, player in shrines(view).items() if "counts_as_source" in _shrine_also(player)]


def _shrine_also(player: PlayerView) -> list[str]:
    faction = FACTIONS.get(player["faction"])
    return faction.shrine[player["shrine"]].also if faction else []
