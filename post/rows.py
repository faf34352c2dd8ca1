"""Rows that every order and email writes: their statements are put together once, not by the ORM each time.

The ORM took twice as long to write an order's statements as the rules took to play it. What is written here
follows from the models; values are converted by their fields, for SQLite and PostgreSQL alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
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


def add(new: Model) -> bool:
    """A new row, as the ORM would write it; False if one of its keys is there already.

    Nothing fails then, so that no savepoint is needed to go on.
    """
    fields, statement = _add(type(new))
    values = _values(fields, [field.pre_save(new, True) for field in fields])
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        number = _number(cursor)
    if number is not None:
        new.pk, new._state.adding, new._state.db = number, False, connection.alias
    return number is not None


def add_all(new: Sequence[Model]) -> None:
    """New rows of a model, as the ORM would write them; one whose key is there already is left out."""
    if not new:
        return
    fields, statement = _add(type(new[0]))
    values = [_values(fields, [field.pre_save(one, True) for field in fields]) for one in new]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.executemany(statement.partition(" RETURNING ")[0], values)


def _number(cursor: Any) -> int | None:
    """Of the row that was written, if one was. Old versions of SQLite return nothing but that."""
    if connection.features.can_return_columns_from_insert:
        found = cursor.fetchone()
        return int(found[0]) if found is not None else None
    return int(cursor.lastrowid) if cursor.rowcount else None


def read(model: type[Model], columns: tuple[str, ...], where: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Some columns, as the database has them, of the rows in which others have these values."""
    where_fields, statement = _read(model, columns, tuple(where))
    with connection.cursor() as cursor:
        cursor.execute(statement, _values(where_fields, where.values()))
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def _values(fields: Fields, values: Iterable[Any]) -> list[Any]:
    """As the database takes them: numbers and texts as they are, the rest converted by their fields."""
    here = connections[DEFAULT_DB_ALIAS]  # what `connection` stands for; it looks that up at each step
    return [
        value if type(value) in _PLAIN else field.get_db_prep_save(value, here)
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
def _add(model: type[Model]) -> tuple[Fields, str]:
    fields = tuple(field for field in model._meta.concrete_fields if not field.primary_key)
    _all, statement = _insert(model, tuple(field.name for field in fields))
    key = connection.ops.quote_name(model._meta.pk.column)
    returning = f" RETURNING {key}" if connection.features.can_return_columns_from_insert else ""
    return fields, f"{statement} ON CONFLICT DO NOTHING{returning}"


@cache
def _read(model: type[Model], columns: tuple[str, ...], where: tuple[str, ...]) -> tuple[Fields, str]:
    where_fields = _fields(model, where)
    names = ", ".join(_names(_fields(model, columns)))
    condition = " AND ".join(f"{name} = %s" for name in _names(where_fields))
    table = connection.ops.quote_name(model._meta.db_table)
    return where_fields, f"SELECT {names} FROM {table} WHERE {condition}"  # noqa: S608


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
