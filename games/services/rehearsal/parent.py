"""Asking a child: what orders would do, what may follow, what a turn was like."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from games.engine.play.backtest import Verdict
from games.engine.play.listing import Listing
from games.engine.play.replay import Disagreement
from games.engine.play.steps import Step
from games.services.rehearsal.messages import (
    Answered,
    Foreseen,
    Question,
    WhatIf,
    WhatMay,
    WhatWas,
    WouldHave,
    heard,
)
from post.children.pool import BUSY, JobFailed, Pool, Work

T = TypeVar("T")

# At most two threads of a process wait for it: the others serve everyone else.
REHEARSALS = Pool(Work("games.services.rehearsal.child", seconds=12.0, jobs=500, callers=2))


class TooHard(Exception):
    """There is no result, not even a part of one."""


class Busy(Exception):
    """Too many want something right now."""


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
    tried = _given(_ask(question).tried)
    return [Verdict(one.turn, one.kind, one.given, one.now, one.order, heard(one.prompt)) for one in tried]


def what_was(question: WhatWas) -> list[Step]:
    """The steps of a turn. Raises Busy, TooHard, and Disagreement."""
    return [Step(event, view) for event, view in _given(_ask(question).steps)]


def what_may(question: WhatMay) -> Listing:
    """What may follow some words. Raises Busy, TooHard, and Disagreement."""
    return _given(_ask(question).listing)


def _given(found: T | None) -> T:
    """What a child has found, if it came to an end in time."""
    if found is None:
        raise TooHard
    return found


def _ask(question: Question) -> Answered:
    try:
        answered = _answers.decode(REHEARSALS.ask(_encode(question)))
    except JobFailed as failed:
        if failed.reason == BUSY:
            raise Busy from failed
        raise TooHard(failed.reason) from failed
    if answered.disagrees:
        raise Disagreement(question.game)
    return answered


_encode = msgspec.msgpack.Encoder().encode
_answers = msgspec.msgpack.Decoder(Answered)
