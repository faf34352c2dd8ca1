"""The match as one seat may imagine it: for previews and for bots, which must not know more than a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Chance, Dice, Seeds
from games.engine.contract.engine import Engine, Options
from games.engine.contract.state import MatchState
from games.engine.play.replay import Replay
from games.engine.play.run import Run
from games.engine.play.save import Save

S = TypeVar("S", bound=MatchState)


class Imagined(Run[S]):
    """A random world that fits the seat's view, with dice of its own; the same seed gives the same world.

    The truth is replayed first and guessed over afterwards, in place: running rules keep their references,
    and another base would lead to other questions than those that were answered.
    """

    def __init__(
        self,
        engine: Engine[S, Any],
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

    def _new_replay(
        self, engine: Engine[S, Any], seats: Sequence[SeatId], seeds: Seeds, options: Options
    ) -> Replay[S]:
        """The base stays where the truth was saved: going back means to dream again from there."""
        return Replay(engine, seats, seeds, options, base_stays=True)

    def _dream(self, repeated: int | None = None) -> None:
        """The truth up to a place of the origin's log, then the guess."""
        replay = self.replay
        replay.seeds = self._origin.seeds
        replay.reset(self._origin.base)
        replay.repeat(self._origin.log[:repeated])
        replay.seeds = self._dreamt
        replay.dice = Dice(replay.seeds)
        table = replay.table
        if table.has_state:
            self.engine.guess(table.state, self.seat, replay.dice)
        table.dice = self._chance() if self._chance is not None else replay.dice
        table.stop_at_reveal = self._stop_at_reveal
        del replay.rest_points[1:]  # those hold the truth

    def cut(self, position: int) -> None:
        """The same world again, and the imagined answers up to the place."""
        known = len(self._origin.log)
        kept = self.replay.log[known:position]
        self._drop_sealed()
        self._dream(min(known, position))
        self.replay.repeat(kept)
