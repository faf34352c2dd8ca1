"""What would these standing orders have answered? A match's history asked again, without changing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import msgspec

from games.engine.contract.decisions import SeatId
from games.engine.contract.engine import Engine
from games.engine.contract.phrases import Phrase
from games.engine.contract.state import MatchState
from games.engine.language.paths import write
from games.engine.language.standing import parse_standing
from games.engine.play.automatic import Wait, automatic, used_order
from games.engine.play.run import Run
from games.engine.play.save import Answer, Chapter, Save
from games.engine.play.standing import Standing

S = TypeVar("S", bound=MatchState)

ASKED = "ask"  # in place of an answer: the player would have been asked


@dataclass(frozen=True, slots=True)
class Verdict:
    """One past question: what was answered, and what the orders under test say, quoted."""

    turn: int
    kind: str
    given: str
    now: str
    order: str = ""  # the clause that would answer, in words; empty for the default
    prompt: Phrase = field(default_factory=lambda: Phrase(""), compare=False)

    @property
    def differs(self) -> bool:
        """Whether the match would have gone another way from here."""
        return self.given != self.now


def backtest(
    engine: Engine[S, Any], save: Save, chapters: Iterable[Chapter], seat: SeatId, text: str
) -> list[Verdict]:
    """Every minor question to the seat in these chapters and since, put to the standing orders of a text.

    Lines that cannot be read are left out: the caller has shown them to the player. Raises Disagreement if
    the rules have changed since a chapter was played.
    """
    run = Run(engine, save.seats, save.seeds, save.options)
    run.standing[seat] = Standing(1, parse_standing(text, engine.vocabulary)[0])
    verdicts: list[Verdict] = []
    for chapter in (*chapters, Chapter(save.base, save.log, save.seeds.epoch)):
        run.replay.seeds = msgspec.structs.replace(save.seeds, epoch=chapter.epoch)
        run.replay.reset(chapter.base)
        run.replay.repeat(chapter.log, before=partial(_judge, run, seat, verdicts))
    return verdicts


def _judge(run: Run[S], seat: SeatId, verdicts: list[Verdict], answers: Sequence[Answer]) -> None:
    """Ask the standing orders before the replay goes on with what was answered."""
    decision = run.decision_for(seat)
    given = next((answer for answer in answers if answer.seat == seat), None)
    if decision is None or decision.major or given is None:
        return
    now = automatic(run, decision)
    said = ASKED if isinstance(now, Wait) else write(decision, now.path)
    quoted = "" if isinstance(now, Wait) else used_order(run.standing[seat], now)
    answered = write(decision, given.path)
    verdicts.append(Verdict(run.turn, decision.kind, answered, said, quoted, decision.prompt))
