"""A match of any game at a position, and players who write orders into it: the door that an email uses."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from games.engine.contract.state import MatchState
from games.engine.contract.table import Rules
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.receipts import Receipt
from games.engine.play.run import Run

S = TypeVar("S", bound=MatchState)


class AnyBench(Generic[S]):
    """`order` writes lines for a seat (by default the one waited for); `refused` wants a no."""

    run: Run[S]

    def begin(self) -> Self:
        """Go on to the first question, where that does not happen by itself."""
        return self

    def order(self, *lines: str, seat: int | None = None) -> Self:
        """Hand in one sheet; all of it must be carried out."""
        receipt = self.submit("\n".join(lines), seat)
        assert receipt.problem is None, f"{lines}: {receipt.problem.error} (legal: {receipt.legal})"
        return self

    def refused(self, line: str, seat: int | None = None) -> str:
        """Hand in an order that must be refused without effect; returns the reason."""
        self.begin()
        before = self.run.engine.encode(self.state)
        receipt = self.submit(line, seat)
        assert receipt.problem is not None, f"{line!r} was accepted"
        assert self.run.engine.encode(self.state) == before
        return str(receipt.problem.error)

    def submit(self, text: str, seat: int | None = None) -> Receipt:
        """Hand in a sheet, whatever becomes of it."""
        self.begin()
        receipt = submit(self.run, seat or self.on_turn(), text)
        advance(self.run)
        return receipt

    def on_turn(self) -> int:
        """Who writes if nobody is named."""
        return waiting_for(self.run)[0]

    def drive(self, rules: Rules[Any]) -> Any:
        """Carry out a rule by itself; everybody answers by default."""
        answers: dict[int, tuple[str, ...]] | None = None
        try:
            while True:
                ask = next(rules) if answers is None else rules.send(answers)
                answers = {decision.seat: decision.fallback() for decision in ask.decisions}
        except StopIteration as end:
            return end.value

    @property
    def state(self) -> S:
        """The state, for looking at what came out."""
        return self.run.state

    def told(self, key: str) -> list[dict[str, Any]]:
        """The public values of all events of a kind."""
        return [dict(event.values) for event in self.run.events if event.key == key]
