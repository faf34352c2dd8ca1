"""Questions of many conversations, answered together in the thread that has the database.

What waits while the thread is busy is answered in one go, and those who asked are woken with one call: to
wake a loop from a thread costs as much as a small statement of SQL.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Generic, TypeVar

from django.db import Error as DatabaseError
from django.db import connection

Q = TypeVar("Q")
A = TypeVar("A")

MOST = 20  # questions answered in one go


class Desk(Generic[Q, A]):
    """Takes questions of one kind from a loop to a thread."""

    def __init__(self, thread: Executor, answer: Callable[[Sequence[Q]], Sequence[A | Exception]]) -> None:
        self._thread, self._answer = thread, answer
        self._waiting: deque[tuple[Q, asyncio.Future[A]]] = deque()
        self._is_called = False

    async def ask(self, question: Q) -> A:
        """The answer, or what is raised in its place."""
        reply: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self._waiting.append((question, reply))
        if not self._is_called:
            self._call()
        return await reply

    def _call(self) -> None:
        self._is_called = True
        self._thread.submit(self._answer_waiting)

    def _answer_waiting(self) -> None:
        """In the thread. What comes from here on brings a call of its own, so none stays behind."""
        self._is_called = False
        taken = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
        if not taken:
            return  # an earlier call has taken it along
        replies = [reply for _, reply in taken]
        answers = self._answers([question for question, _ in taken])
        replies[0].get_loop().call_soon_threadsafe(_settle, replies, answers)
        if self._waiting and not self._is_called:
            self._call()

    def _answers(self, questions: Sequence[Q]) -> Sequence[A | Exception]:
        try:
            return self._answer(questions)
        except Exception as fault:  # there is no answer for any of them, and each must hear of it
            if isinstance(fault, DatabaseError):
                connection.close()  # one that broke is not used again
            return [fault] * len(questions)


def _settle(replies: Sequence[asyncio.Future[A]], answers: Sequence[A | Exception]) -> None:
    for reply, answer in zip(replies, answers, strict=True):
        if reply.done():  # who asked has gone
            continue
        if isinstance(answer, Exception):
            reply.set_exception(answer)
        else:
            reply.set_result(answer)
