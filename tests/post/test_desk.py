"""Questions of many conversations, answered together by one thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError

from post.desk import MOST, Desk


class Clerk:
    """Doubles numbers, refuses odd ones, and waits until it may begin."""

    def __init__(self) -> None:
        self.may_begin = threading.Event()
        self.together: list[int] = []

    def __call__(self, numbers: Sequence[int]) -> list[int | Exception]:
        self.may_begin.wait(20)
        self.together.append(len(numbers))
        if 666 in numbers:
            raise DatabaseError("the disk is full")
        return [ValueError(number) if number % 2 else 2 * number for number in numbers]


async def ask_all(clerk: Clerk, numbers: Sequence[int], *, hang_up: int = -1) -> list[int | BaseException]:
    with ThreadPoolExecutor(1) as thread:
        desk = Desk(thread, clerk)
        asked = [asyncio.ensure_future(desk.ask(number)) for number in numbers]
        await asyncio.sleep(0)
        if hang_up >= 0:
            asked[hang_up].cancel()
        clerk.may_begin.set()
        return await asyncio.gather(*asked, return_exceptions=True)


def test_each_hears_its_own_answer_and_many_are_answered_together() -> None:
    clerk = Clerk()
    answers = asyncio.run(ask_all(clerk, range(3 * MOST)))
    assert [answer for answer in answers if isinstance(answer, int)] == [4 * half for half in range(30)]
    refused = [answer.args for answer in answers if isinstance(answer, ValueError)]
    assert refused == [(odd,) for odd in range(1, 3 * MOST, 2)]
    assert sum(clerk.together) == 3 * MOST
    assert max(clerk.together) == MOST  # one commit does not grow without end


def test_who_hangs_up_takes_nobody_along() -> None:
    answers = asyncio.run(ask_all(Clerk(), [2, 4, 6], hang_up=1))
    assert isinstance(answers[1], asyncio.CancelledError)
    assert [answers[0], answers[2]] == [4, 12]


def test_what_fails_for_all_is_told_to_all_of_them() -> None:
    _first, *others = asyncio.run(ask_all(Clerk(), [2, 666, 4]))  # the first may be answered alone
    assert all(isinstance(answer, DatabaseError) for answer in others)
