"""Several postmen at once: none waits for another, none sends what another has in hand."""

from __future__ import annotations

import psycopg
import pytest
from django.core import mail

from post import delivery, outbox, tasks
from post.models import OutgoingEmail


def write_to(*names: str) -> None:
    """Put an email to each into the outbox."""
    facts = {"text": "Hello", "subject": "Hello", "in_reply_to": "<1@example.org>"}
    for name in names:
        outbox.queue("help", f"{name}@example.org", f"help {name}", facts=facts)


def readers() -> list[str]:
    """Who got an email, in turn."""
    return [email.to[0].partition("@")[0] for email in mail.outbox]


def test_a_postman_takes_the_next_email_while_another_takes_the_first(postgres_rows: str) -> None:
    """On PostgreSQL the row that another one is claiming is skipped, not waited for."""
    write_to("alice", "bob", "charlie")
    first = OutgoingEmail.objects.get(address="alice@example.org")
    with psycopg.connect(postgres_rows) as other:
        other.execute("SELECT 1 FROM games_outgoingmail WHERE id = %s FOR UPDATE", [first.pk])
        assert delivery.deliver_due() == 2
    assert readers() == ["bob", "charlie"]
    assert delivery.deliver_due() == 1


@pytest.mark.django_db
def test_a_postman_calls_again_while_anything_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if its own batch was not full: others may have taken part of it, and new emails have come."""
    calls: list[int] = []
    monkeypatch.setattr(tasks.deliver_emails, "delay", lambda: calls.append(1))
    write_to("alice")

    def deliver(most: int = 4) -> int:
        write_to("bob")
        return 0

    with monkeypatch.context() as busy:
        busy.setattr(delivery, "deliver_due", deliver)
        tasks.deliver_emails()
    assert calls == [1]
    tasks.deliver_emails()
    assert (readers(), calls) == (["alice", "bob"], [1])
