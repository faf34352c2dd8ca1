"""An email that is too much for its reader holds up no other, and is set aside."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from games.models import Match
from games.services.commands import execution
from post import inbox
from post.children.budget import Allowance
from post.models import IncomingEmail
from tests.post.inbox import keep, seat_of

State = IncomingEmail.State
QUICK = Allowance(cpu=0.2, clock=20, memory=256 << 20)


def loop(*args: object) -> str:
    while True:
        pass


def fail(*args: object) -> str:
    raise KeyError("TER1")


@pytest.mark.parametrize("act", [loop, fail])
def test_a_command_that_never_ends_is_set_aside_after_three_tries(
    duel: Match, act: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A7, P5: the other player's email is handled at once."""
    monkeypatch.setattr(inbox, "HANDLING", QUICK)
    monkeypatch.setattr(execution, "about_help", act)
    poisoned, harmless = keep(seat_of(duel, 1), "help"), keep(seat_of(duel, 2), "say Hello!")
    for _ in range(inbox.MOST_ATTEMPTS):
        inbox.read_due()
        IncomingEmail.objects.filter(state=State.WAITING).update(due_at=timezone.now())
    assert IncomingEmail.objects.get(pk=harmless.pk).state == State.HANDLED
    assert IncomingEmail.objects.get(pk=poisoned.pk).state == State.PARKED


def test_an_email_that_its_readers_died_of_is_read_alone_and_then_set_aside(duel: Match) -> None:
    deadly, harmless = keep(seat_of(duel, 1), "say One"), keep(seat_of(duel, 2), "say Two")
    IncomingEmail.objects.filter(pk=deadly.pk).update(attempts=1)
    assert [email.pk for email in inbox._claim(10)] == [deadly.pk]
    assert [email.pk for email in inbox._claim(10)] == [harmless.pk]
    IncomingEmail.objects.filter(pk=deadly.pk).update(attempts=inbox.MOST_CLAIMS, due_at=timezone.now())
    inbox.read_due()
    assert IncomingEmail.objects.get(pk=deadly.pk).state == State.PARKED
