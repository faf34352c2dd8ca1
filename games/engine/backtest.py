"""What would these standing orders have answered? A match's history asked again, without changing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from games.engine.answering import Wait, automatic, used_order
from games.engine.contract import Engine
from games.engine.decisions import SeatId
from games.engine.reading import write
from games.engine.run import Run, Standing
from games.engine.save import Answer, Chapter, Save

S = TypeVar("S", bound=msgspec.Struct)

ASKED = "ask"  # in place of an answer: the player would have been asked


@dataclass(frozen=True, slots=True)
class Verdict:
    """One past question: what was answered, and what the orders under test say, quoted."""

    kind: str
    given: str
    now: str
    order: str = ""  # the clause that would answer, in words; empty for the default

    @property
    def differs(self) -> bool:
        """Whether the match would have gone another way from here."""
        return self.given != self.now


def backtest(
    engine: Engine[S], save: Save, chapters: Iterable[Chapter], seat: SeatId, standing: Standing
) -> list[Verdict]:
    """Every minor question to the seat in these chapters and in what the save holds since its base."""
    test = _BackTest(engine, save, seat, standing)
    for chapter in (*chapters, Chapter(save.base, save.log, save.seeds.epoch)):
        test.seeds = msgspec.structs.replace(save.seeds, epoch=chapter.epoch)
        test.reset(chapter.base)
        test.replay(chapter.log)
    return test.verdicts


class _BackTest(Run[S]):
    """A replay that asks the standing orders at each question, and then goes on with what was answered."""

    def __init__(self, engine: Engine[S], save: Save, seat: SeatId, standing: Standing) -> None:
        super().__init__(engine, save.seats, save.seeds, save.options)
        self.verdicts: list[Verdict] = []
        self._seat = seat
        self.standing[seat] = standing

    def _replay_ask(self, answers: Sequence[Answer]) -> int:
        for decision in self.asked:
            given = next((a for a in answers if a.seat == decision.seat == self._seat), None)
            if given is not None and not decision.major:
                now = automatic(self, decision)
                said = ASKED if isinstance(now, Wait) else write(decision, now.path)
                quoted = "" if isinstance(now, Wait) else used_order(self.standing[self._seat], now)
                self.verdicts.append(Verdict(decision.kind, write(decision, given.path), said, quoted))
        return super()._replay_ask(answers)
