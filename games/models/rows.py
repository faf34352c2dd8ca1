"""Rows that every order writes: their statements are put together once, not anew by the ORM each time.

The ORM took twice as long to write an order's statements as the rules took to play it. What is written here
follows from the models; values are converted by their fields, for SQLite and PostgreSQL alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

Fields = tuple["Field[Any, Any]", ...]


def insert(model: type[Model], columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    """New rows, by the names of their fields; all others have to have a default in the database."""
    values = list(rows)
    if values:
        fields, statement = _insert(model, columns)
        with connection.cursor() as cursor:
            cursor.executemany(statement, [_values(fields, row) for row in values])


def update(model: type[Model], where: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Change the rows in which some columns have these values; how many there were."""
    set_fields, where_fields, statement = _update(model, tuple(values), tuple(where))
    given = [*_values(set_fields, values.values()), *_values(where_fields, where.values())]
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return int(cursor.rowcount)


def last_number(model: type[Model], match_id: int) -> int:
    """The highest number of a model's rows in a match, which count from 1; 0 if there are none."""
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT MAX(number) FROM {table} WHERE match_id = %s", [match_id])  # noqa: S608
        found: int | None = cursor.fetchone()[0]
    return found or 0


def _values(fields: Fields, values: Iterable[Any]) -> list[Any]:
    """As the database takes them: numbers and texts as they are, the rest converted by their fields."""
    return [
        value if type(value) in _PLAIN else field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values, strict=True)
    ]


_PLAIN = {int, str, bool, type(None)}


@cache
def _insert(model: type[Model], columns: tuple[str, ...]) -> tuple[Fields, str]:
    fields = _fields(model, columns)
    marks = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(model._meta.db_table)
    return fields, f"INSERT INTO {table} ({', '.join(_names(fields))}) VALUES ({marks})"  # noqa: S608


@cache
def _update(
    model: type[Model], values: tuple[str, ...], where: tuple[str, ...]
) -> tuple[Fields, Fields, str]:
    set_fields, where_fields = _fields(model, values), _fields(model, where)
    changes = ", ".join(f"{name} = %s" for name in _names(set_fields))
    condition = " AND ".join(f"{name} = %s" for name in _names(where_fields))
    table = connection.ops.quote_name(model._meta.db_table)
    return set_fields, where_fields, f"UPDATE {table} SET {changes} WHERE {condition}"  # noqa: S608


def _fields(model: type[Model], names: tuple[str, ...]) -> Fields:
    return tuple(model._meta.pk if name == "pk" else model._meta.get_field(name) for name in names)  # type: ignore[misc]


def _names(fields: Fields) -> list[str]:
    return [connection.ops.quote_name(field.column) for field in fields]
