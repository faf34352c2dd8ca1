"""Rows that are written without the ORM: the same rows, on both databases."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.utils import timezone

from post import rows
from post.models import IncomingEmail


def an_email(key: str) -> IncomingEmail:
    return IncomingEmail(key=key, source="smtp", raw=b"\x00\xff", envelope_from="a@example.org", mailbox=None)


def kept_whole() -> None:
    """What goes in comes out; a key that is there already writes nothing, and fails nothing."""
    with transaction.atomic():
        first, other = an_email("one"), an_email("two")
        assert rows.add(first)
        assert not rows.add(an_email("one"))
        assert rows.add(other)  # the transaction goes on
    assert first.pk != other.pk
    found = IncomingEmail.objects.get(pk=first.pk)
    assert (found.key, bytes(found.raw), found.mailbox, found.state) == ("one", b"\x00\xff", None, "waiting")
    assert found.received_at == first.received_at <= timezone.now()
    assert rows.read(IncomingEmail, ("key", "mailbox"), {"pk": other.pk}) == [("two", None)]
    assert rows.read(IncomingEmail, ("key",), {"pk": other.pk + 1}) == []


@pytest.mark.django_db(transaction=True)
def test_a_row_is_kept_once() -> None:
    kept_whole()


@pytest.mark.django_db(transaction=True)
def test_a_database_that_returns_no_columns_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old versions of SQLite."""
    monkeypatch.setattr(connection.features, "can_return_columns_from_insert", False)
    rows._add.cache_clear()
    try:
        kept_whole()
    finally:
        rows._add.cache_clear()
