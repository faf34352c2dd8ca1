"""Rows that every order writes: see `post.rows`; and how those of a match are numbered."""

from __future__ import annotations

from django.db import connection
from django.db.models import Model

from post.rows import add, insert, read, update

__all__ = ["add", "insert", "last_number", "read", "update"]


def last_number(model: type[Model], match_id: int) -> int:
    """The highest number of a model's rows in a match, which count from 1; 0 if there are none."""
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT MAX(number) FROM {table} WHERE match_id = %s", [match_id])  # noqa: S608
        found: int | None = cursor.fetchone()[0]
    return found or 0
