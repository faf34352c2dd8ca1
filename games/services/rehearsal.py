"""Rules that run for a reader do so in a child process: with little time, and outside of our threads.

What is asked for may be worth much work: eight lines of The Edge have millions of ends. A child has about a
second of the processor, tells what it has found out by then, and has no database and no secret but the match.
"""

from __future__ import annotations

import resource
from typing import Any

import msgspec

from games.engine.contract.events import Event, Seen
from games.engine.contract.phrases import Phrase, Seat
from games.engine.language.standing import parse_standing
from games.engine.play.backtest import Verdict, backtest
from games.engine.play.listing import Listing, listing
from games.engine.play.preview import Forecast, Preview
from games.engine.play.receipts import ReceiptData, receipt_data
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun, Run
from games.engine.play.save import Chapter, decode_save
from games.engine.play.standing import Standing
from games.engine.play.steps import Step, steps
from games.services.engines import ENGINES
from post.children import child
from post.children.budget import Allowance, Overrun, budget
from post.children.pool import BUSY, JobFailed, Pool, Work

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
# Two threads of a process at most wait for it: the others serve everybody else.
REHEARSALS = Pool(Work("games.services.rehearsal", seconds=12.0, jobs=500, callers=2))


class TooHard(Exception):
    """There is no result, not even a part of one."""


class Busy(Exception):
    """Too many want something right now."""


class Said(msgspec.Struct, array_like=True):
    """A phrase as it travels: seats are told apart from numbers."""

    template: str
    values: dict[str, int | str | Said] = {}
    seats: dict[str, int] = {}


class Question(msgspec.Struct, tag=True):
    """What is asked of a match, for one seat."""

    game: str
    save: bytes
    seat: int
    text: str


class WhatIf(Question, tag=True):
    """What would these orders do?"""

    seed: bytes
    standing: tuple[int, str] | None = None


class WouldHave(Question, tag=True):
    """What would these standing orders have answered?"""

    chapters: list[bytes]


class WhatWas(Question, tag=True):
    """What happened in a turn, step by step? The text says nothing; seat 0 is a spectator."""

    turn: int
    chapters: list[bytes]
    until: bytes | None = None  # the chapter after them


class WhatMay(Question, tag=True):
    """What may follow these words of an answer? The text says nothing."""

    words: tuple[str, ...]
    is_typed: bool


class Foreseen(msgspec.Struct):
    """A preview as it travels."""

    certain: list[Seen]
    chances: list[tuple[float, list[Seen]]]
    exact: bool
    hidden: bool
    complete: bool
    spreads: list[tuple[Said, list[tuple[int, float]]]]
    receipt: ReceiptData | None
    undoable: bool = False


class Tried(msgspec.Struct):
    """One past question as it travels."""

    turn: int
    kind: str
    given: str
    now: str
    order: str
    prompt: Said


class Answered(msgspec.Struct):
    """One of these is given; or the rules have changed since then, or there was no time."""

    foreseen: Foreseen | None = None
    tried: list[Tried] | None = None
    steps: list[tuple[Event, dict[str, Any]]] | None = None
    listing: Listing | None = None
    disagrees: bool = False


# Asking.


def foresee(question: WhatIf) -> Foreseen:
    """What orders would do, as far as it is found out in time. Raises Busy."""
    try:
        answered = _ask(question)
    except TooHard:
        return Foreseen([], [], exact=False, hidden=False, complete=False, spreads=[], receipt=None)
    if answered.foreseen is None:
        raise ValueError("a child has answered another question")
    return answered.foreseen


def would_have(question: WouldHave) -> list[Verdict]:
    """What standing orders would have answered. Raises Busy, TooHard, and Disagreement."""
    answered = _ask(question)
    if answered.disagrees:
        raise Disagreement(question.game)
    if answered.tried is None:
        raise TooHard
    return [
        Verdict(one.turn, one.kind, one.given, one.now, one.order, heard(one.prompt))
        for one in answered.tried
    ]


def what_was(question: WhatWas) -> list[Step]:
    """The steps of a turn. Raises Busy, TooHard, and Disagreement."""
    answered = _ask(question)
    if answered.disagrees:
        raise Disagreement(question.game)
    if answered.steps is None:
        raise TooHard
    return [Step(event, view) for event, view in answered.steps]


def what_may(question: WhatMay) -> Listing:
    """What may follow some words. Raises Busy, TooHard, and Disagreement."""
    answered = _ask(question)
    if answered.disagrees:
        raise Disagreement(question.game)
    if answered.listing is None:
        raise TooHard
    return answered.listing


def _ask(question: Question) -> Answered:
    try:
        return _answers.decode(REHEARSALS.ask(_encode(question)))
    except JobFailed as failed:
        if failed.reason == BUSY:
            raise Busy from failed
        raise TooHard(failed.reason) from failed


def said(phrase: Phrase) -> Said:
    """A phrase on its way."""
    told = Said(phrase.template)
    for name, value in phrase.values.items():
        if isinstance(value, Seat):
            told.seats[name] = int(value)
        else:
            told.values[name] = said(value) if isinstance(value, Phrase) else value
    return told


def heard(told: Said) -> Phrase:
    """And back again."""
    values: dict[str, int | str | Phrase] = {
        name: heard(value) if isinstance(value, Said) else value for name, value in told.values.items()
    }
    return Phrase(told.template, values | {name: Seat(number) for name, number in told.seats.items()})


# Answering: from here on, the child.


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
_answers = msgspec.msgpack.Decoder(Answered)
_chapters = msgspec.msgpack.Decoder(Chapter)


if __name__ == "__main__":
    child.limit(LIMITS)
    child.serve(answer, CPU_SECONDS)
