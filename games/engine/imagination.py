"""The match as one seat may imagine it: for previews and for bots, which must not know more than a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from games.engine.contract import Engine
from games.engine.decisions import SeatId
from games.engine.dice import Chance, Dice, Seeds
from games.engine.run import Run
from games.engine.save import Save

S = TypeVar("S", bound=msgspec.Struct)


class Imagined(Run[S]):
    """A random world that fits the seat's view, with dice of its own; the same seed gives the same world.

    The truth is replayed first and guessed over afterwards, in place: running rules keep their references,
    and another base would lead to other questions than those that were answered.
    """

    def __init__(
        self,
        engine: Engine[S],
        save: Save,
        seat: SeatId | None,
        seed: bytes,
        *,
        chance: Callable[[], Chance] | None = None,
        stop_at_reveal: bool = False,
    ) -> None:
        super().__init__(engine, save.seats, save.seeds, save.options)
        self.seat = seat
        self._origin = save
        self._dreamt = Seeds(seed)
        self._chance = chance
        self._stop_at_reveal = stop_at_reveal
        self._dream()
        self.sheets = {other: sheet for other, sheet in save.sheets.items() if other == seat}
        self.sealed = {other: answer for other, answer in save.sealed.items() if other == seat}
        self.away, self.gone = dict(save.away), set(save.gone)

    def _dream(self, replayed: int | None = None) -> None:
        """The truth up to a place of the origin's log, then the guess."""
        self.seeds = self._origin.seeds
        self.reset(self._origin.base)
        self.replay(self._origin.log[:replayed])
        self.seeds = self._dreamt
        self.dice = Dice(self.seeds)
        if self.table.has_state:
            self.engine.guess(self.table.state, self.seat, self.dice)
        self.table.dice = self._chance() if self._chance is not None else self.dice
        self.table.stop_at_reveal = self._stop_at_reveal
        del self.rests[1:]  # those hold the truth

    def settle(self) -> None:
        """The base stays where the truth was saved: going back means to dream again from there."""

    def cut(self, position: int) -> None:
        """The same world again, and the imagined answers up to the place."""
        known = len(self._origin.log)
        kept = self.log[known:position]
        self._drop_sealed()
        self._dream(min(known, position))
        self.replay(kept)
