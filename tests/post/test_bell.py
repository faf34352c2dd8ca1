"""The bell that wakes workers: it never costs an order, and little time."""

from __future__ import annotations

import pytest
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

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
        raise ValueError("somebody else's fault")

    with transaction.atomic():
        transaction.on_commit(fail, robust=True)
        ring_match(1)
        transaction.on_commit(lambda: done.append(True), robust=True)
    assert deaf
    assert done
