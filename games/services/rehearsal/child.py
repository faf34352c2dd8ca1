"""Rules that run for a reader do so in a child process: with little time, and outside of our threads.

What is asked for may be a lot of work: eight lines of The Edge have millions of outcomes. A child has about a
second of the processor, tells what it has found out by then, and has no database and no secret but the match.
"""

from __future__ import annotations

import resource

import msgspec

from games.engine.language.standing import parse_standing
from games.engine.play.backtest import backtest
from games.engine.play.listing import listing
from games.engine.play.preview import Forecast, Preview
from games.engine.play.receipts import receipt_data
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun, Run
from games.engine.play.save import Chapter, decode_save
from games.engine.play.standing import Standing
from games.engine.play.steps import steps
from games.services.engines import ENGINES
from games.services.rehearsal.messages import (
    Answered,
    Foreseen,
    Tried,
    WhatIf,
    WhatMay,
    WhatWas,
    WouldHave,
    said,
)
from post.children import child
from post.children.budget import Allowance, Overrun, budget

CPU_SECONDS = 4  # then the child is ended; it should have told what it knows long before
MEMORY = 1 << 30
LIMITS = {
    resource.RLIMIT_AS: MEMORY,
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NPROC: 0,
}
# By the clock it may take longer: the machine may be busy.
FOLLOWING = Allowance(cpu=0.6, clock=5, memory=MEMORY)
ESTIMATING = Allowance(cpu=0.3, clock=3, memory=MEMORY)
TRYING_OUT = Allowance(cpu=2, clock=8, memory=MEMORY)


def answer(question: bytes) -> bytes:
    """A question and its answer as they travel."""
    asked = _questions.decode(question)
    match asked:
        case WhatIf():
            return _encode(_foreseen(asked))
        case WouldHave():
            return _encode(_tried(asked))
        case WhatWas():
            return _encode(_stepped(asked))
        case WhatMay():
            return _encode(_listed(asked))


def _foreseen(asked: WhatIf) -> Answered:
    engine = ENGINES[asked.game]
    standing = None
    if asked.standing is not None:
        version, text = asked.standing
        standing = Standing(version, parse_standing(text, engine.vocabulary)[0])
    save = decode_save(asked.save)
    forecast = Forecast(engine, save, asked.seat, asked.text, asked.seed, standing)
    try:
        with budget(FOLLOWING):
            is_followed = forecast.follow()
    except Overrun:
        is_followed = False
    if not is_followed:
        try:
            with budget(ESTIMATING):
                forecast.estimate()
        except Overrun:
            pass  # those that were run count
    return Answered(foreseen=_on_its_way(forecast.known()))


def _on_its_way(seen: Preview) -> Foreseen:
    return Foreseen(
        seen.certain,
        seen.chances,
        seen.exact,
        seen.hidden,
        seen.complete,
        [(said(spread.name), spread.values) for spread in seen.spreads],
        receipt_data(seen.receipt) if seen.receipt is not None else None,
        seen.undoable,
    )


def _tried(asked: WouldHave) -> Answered:
    chapters = [_chapters.decode(chapter) for chapter in asked.chapters]
    try:
        with budget(TRYING_OUT):
            engine, save = ENGINES[asked.game], decode_save(asked.save)
            found = backtest(engine, save, chapters, asked.seat, asked.text)
    except Disagreement:
        return Answered(disagrees=True)
    except Overrun:
        return Answered()
    return Answered(
        tried=[Tried(one.turn, one.kind, one.given, one.now, one.order, said(one.prompt)) for one in found]
    )


def _stepped(asked: WhatWas) -> Answered:
    chapters = [_chapters.decode(chapter) for chapter in asked.chapters]
    until = _chapters.decode(asked.until).base if asked.until is not None else None
    try:
        with budget(TRYING_OUT):
            engine, save = ENGINES[asked.game], decode_save(asked.save)
            found = steps(engine, save, chapters, until, asked.turn, asked.seat or None)
    except Disagreement:
        return Answered(disagrees=True)
    except Overrun:
        return Answered()
    return Answered(steps=[(step.event, dict(step.view)) for step in found])


def _listed(asked: WhatMay) -> Answered:
    try:
        with budget(TRYING_OUT):
            run: AnyRun = Run.load(ENGINES[asked.game], decode_save(asked.save))
            decision = run.decision_for(asked.seat)
            found = listing(decision, asked.words, is_typed=asked.is_typed) if decision is not None else None
    except Disagreement:
        return Answered(disagrees=True)
    except Overrun:
        return Answered()
    return Answered(listing=found)


_Asked = WhatIf | WouldHave | WhatWas | WhatMay
_encode = msgspec.msgpack.Encoder().encode
_questions: msgspec.msgpack.Decoder[_Asked] = msgspec.msgpack.Decoder(_Asked)
_chapters = msgspec.msgpack.Decoder(Chapter)


if __name__ == "__main__":
    child.limit(LIMITS)
    child.serve(answer, CPU_SECONDS)
