"""A match at a position, and players who write orders into it: the door that a mail uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.edge.engine import EDGE
from games.edge.state import Model, Player, Squad, State
from games.engine.contract.dice import Chance, Seeds
from games.engine.contract.events import Event
from games.engine.play.orders import waiting_for
from games.engine.play.run import Run
from games.engine.play.save import Base
from games.engine.play.standing import standing_from
from tests.benches import AnyBench
from tests.edge.position import state_of

FACES = {"yellow": {0: 1, 1: 3, 2: 4, 3: 5, 4: 6}, "red": {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}}


class Loaded:
    """Dice that show what a test wants: results in order, for whichever die is rolled; then fair ones."""

    def __init__(self, results: Iterable[int], then: Chance) -> None:
        self.results = list(results)
        self._then = then

    def below(self, purpose: str, sides: int, *, hidden: bool = False) -> int:
        """The face on which the wanted result is printed."""
        if hidden or not self.results or not purpose.endswith(" die"):
            return self._then.below(purpose, sides, hidden=hidden)
        return FACES[purpose.removesuffix(" die")][self.results.pop(0)] - 1


class Bench(AnyBench[State]):
    """A position of The Edge."""

    def __init__(
        self, text: str, *, standing: Mapping[int, str] | None = None, declare: bool = True, **position: Any
    ) -> None:
        state = state_of(text, **position)
        self.run: Run[State] = Run(EDGE, state.seats, Seeds(b"\x07" * 32), {})
        turn = state.turn
        self.run.replay.reset(Base(EDGE.rules, EDGE.encode(state), active=turn.seat, turns=turn.number))
        self.run.standing = standing_from(
            EDGE, {seat: (1, lines) for seat, lines in (standing or {}).items()}
        )
        self.run.replay.go_on()
        if declare:
            self.order("turn active")

    # Acting.

    def dice(self, *results: int) -> Bench:
        """What the next dice show, whatever their colour."""
        self.run.replay.table.dice = Loaded(results, self.run.replay.dice)
        return self

    def on_turn(self) -> int:
        """The player the match waits for, else whose turn it is."""
        return next(iter(waiting_for(self.run)), self.state.turn.seat)

    # Looking.

    def player(self, seat: int) -> Player:
        """What belongs to a seat."""
        return self.state.player(seat)

    def squad(self, name: str) -> Squad:
        """A Squad by its address."""
        return self.state.squad(name)

    def model(self, name: str) -> Model:
        """A model by its address."""
        return self.state.model(name)

    def at(self, name: str) -> str:
        """Where a model stands; empty if it does not."""
        return self.state.model(name).at

    def offers(self, *path: str, seat: int | None = None) -> list[str]:
        """The words that may follow a path in the open question of a seat (by default the one waited for)."""
        decision = self.run.decision_for(seat or waiting_for(self.run)[0])
        assert decision is not None
        return [option.word for option in decision.options(path)]

    def asked(self) -> tuple[int, str] | None:
        """Who is waited for, and what kind of question it is."""
        waiting = waiting_for(self.run)
        decision = self.run.decision_for(waiting[0]) if waiting else None
        return (decision.seat, decision.kind) if decision is not None else None

    @property
    def events(self) -> list[Event]:
        """All that was told."""
        return self.run.events
