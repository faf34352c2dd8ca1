"""A database that takes nothing any more, as a full disk or a lost right makes it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from post.models import Heartbeat


@contextmanager
def read_only() -> Iterator[None]:
    """Everything can be read, nothing written."""
    with _pragma("query_only = ON", "query_only = OFF"):
        yield


@contextmanager
def full() -> Iterator[None]:
    """Not one more page fits: rows can be changed in place, and none can be added."""
    with _pragma("max_page_count = 1", "max_page_count = 1073741823"):  # never below what is in use
        _use_up()
        yield


def _use_up() -> None:
    """Fill the pages that deleted rows have left: large rows first, then smaller ones, until none is left."""
    for size in (9_000, 3_000, 600, 60):
        with suppress(OperationalError):
            while True:
                _add(size)


def _add(size: int) -> None:
    """In transactions of their own: a full disk ends the whole of one."""
    with transaction.atomic():
        Heartbeat.objects.create(part=f"filler {secrets.token_hex(8)}")
    with transaction.atomic():
        Session.objects.create(
            session_key=secrets.token_hex(16), session_data="x" * size, expire_date=timezone.now()
        )


@contextmanager
def _pragma(before: str, after: str) -> Iterator[None]:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps its own disk")
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {before}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {after}")


TROUBLES = {"read-only": read_only, "full": full}
