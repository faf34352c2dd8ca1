"""The bell that wakes workers: it never costs an order, and little time."""

from __future__ import annotations

import pytest
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from games import tasks
from games.services import lateness
from games.services.storage import ring_match
from post import bell
from post.mailboxes import READ
from post.outbox import DELIVER


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A broker that does not answer; how often it was asked."""
    asked: list[str] = []

    def send(name: str, args: tuple[int, ...]) -> None:
        asked.append(name)
        raise OperationalError("nobody there")

    monkeypatch.setattr(current_app, "send_task", send)
    monkeypatch.setattr(bell._silence, "until", 0.0)
    return asked


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_does_not_answer_is_left_alone_for_a_while(deaf: list[str]) -> None:
    """F10: several knocks of one order cost one wait."""
    with transaction.atomic():
        ring_match(1)
        bell.ring(DELIVER)
        bell.ring(READ)
    assert deaf == ["games.tasks.resolve_match"]


@pytest.mark.django_db(transaction=True)
def test_what_comes_after_a_failing_callback_still_happens(deaf: list[str]) -> None:
    """F2."""
    done: list[bool] = []

    def fail() -> None:
        raise ValueError("someone else's fault")

    with transaction.atomic():
        transaction.on_commit(fail, robust=True)
        ring_match(1)
        transaction.on_commit(lambda: done.append(True), robust=True)
    assert deaf
    assert done


def test_what_waits_its_turn_is_not_called_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a long queue, nothing was lost: ringing for each match at each tick would only make it longer."""
    monkeypatch.setattr(bell, "MANY", 2)
    rung: list[int] = []

    def left_behind() -> list[int]:
        rung.append(1)
        return []

    monkeypatch.setattr(lateness, "matches_left_behind", left_behind)
    with current_app.connection_for_write() as connection:
        queue = connection.SimpleQueue(current_app.conf.task_default_queue)
        queue.clear()
        assert not bell.is_busy()
        for number in range(3):
            queue.put({"number": number})
        tasks.sweep_matches()
        assert (bell.is_busy(), rung) == (True, [])
        queue.clear()
        tasks.sweep_matches()
        assert rung == [1]
