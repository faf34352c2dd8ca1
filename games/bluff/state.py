"""What lies on the table of Bluff, and what each player may know of it."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

import msgspec

from games.engine.contract.decisions import SeatId
from games.engine.contract.state import MatchState


class Bid(NamedTuple):
    """BL-3: at least so many dice on the table show this face."""

    number: int  # of dice
    face: int


class Player(msgspec.Struct, omit_defaults=True):
    """Whoever has no dice is out."""

    seat: SeatId
    dice: list[int]


class Round(MatchState, omit_defaults=True):
    """The whole state."""

    players: list[Player]
    seat: SeatId  # who is to bid or to doubt
    is_rolled: bool = False
    bid: Bid | None = None
    bidder: SeatId = 0

    def dice_of(self, seat: SeatId) -> list[int]:
        """The dice under a player's cup."""
        return next(player.dice for player in self.players if player.seat == seat)

    def standing(self) -> list[SeatId]:
        """BL-6: who still has dice, in the order of the seats."""
        return [player.seat for player in self.players if player.dice]

    def next_after(self, seat: SeatId) -> SeatId:
        """The next player who still has dice."""
        left = self.standing()
        return next((one for one in left if one > seat), left[0] if left else seat)


class PlayerView(TypedDict):
    """What everybody knows of a player."""

    seat: SeatId
    dice: int


class RoundView(TypedDict):
    """What one reader may know; `own` is empty for spectators."""

    players: list[PlayerView]
    seat: SeatId
    bid: Bid | None
    bidder: SeatId
    own: list[int]
