"""Queries that every page or order makes: put together once, not by the ORM each time.

To write the statement of a small query takes the ORM five times as long as the database takes to answer. Here
it is written once, with marks where values will stand, and used again with others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from operator import itemgetter
from typing import Any, Generic, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import QuerySet, query

P = ParamSpec("P")
R = TypeVar("R")

_NUMBERS, _MOMENT = 2_000_000_011, datetime(1987, 6, 5, tzinfo=UTC)  # in no query of ours
_LARGEST = 2**63 - 1  # that a database can hold


class Prepared(Generic[P, R]):
    """A query of the ORM as a function of numbers, texts and moments; None and True stay in the statement.

    `make` gives rows of a model, with what is selected along with them, or a list of values.
    """

    def __init__(self, make: Callable[P, QuerySet[Any, R]]) -> None:
        self._make = make
        self._statements: dict[tuple[object, ...], _Statement] = {}

    def __call__(self, *given: P.args, **named: P.kwargs) -> list[R]:
        values = (*given, *named.values())
        if any(isinstance(value, int) and abs(value) > _LARGEST for value in values):
            return list(self._make(*given, **named))  # the ORM knows that no row has such a number
        shape = (connection.vendor, *named, *map(_shape, values))
        statement = self._statements.get(shape)
        if statement is None:
            statement = self._statements[shape] = self._prepare(given, named)
        return statement.rows([value for value in values if _is_marked(value)])

    def _prepare(self, given: Sequence[Any], named: dict[str, Any]) -> _Statement:
        """With a mark in the place of each value."""
        numbers = count()
        marks: list[Any] = []

        def mark(value: Any) -> Any:
            if not _is_marked(value):
                return value
            marks.append(_mark(value, next(numbers)))
            return marks[-1]

        found: Any = self._make(*map(mark, given), **{name: mark(value) for name, value in named.items()})
        return _statement(found, [_stored(one) for one in marks])


def _is_marked(value: object) -> bool:
    return value is not None and not isinstance(value, bool)


def _shape(value: object) -> object:
    return type(value) if _is_marked(value) else value


def _mark(value: object, number: int) -> object:
    """Something of its kind that occurs nowhere else in the statement."""
    if isinstance(value, int):
        return _NUMBERS + number
    return _MOMENT + timedelta(number) if isinstance(value, datetime) else f"mark {number}"


def _stored(value: Any) -> Any:
    """As it is handed to the database."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


@dataclass(frozen=True, slots=True)
class _Statement:
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int | None, ...]  # of each parameter among the values that are given; None: it stays
    converters: tuple[tuple[int, tuple[Any, Any]], ...]
    made: Callable[[Sequence[Any]], Any]  # of a row

    def rows(self, values: Sequence[Any]) -> list[Any]:
        stored = [_stored(value) for value in values]
        given = [
            fixed if place is None else stored[place]
            for fixed, place in zip(self.parameters, self.places, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, given)
            found = cursor.fetchall()
        return [self.made(row) for row in self._converted(found)]

    def _converted(self, found: Sequence[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        here = connections[DEFAULT_DB_ALIAS]  # what `connection` stands for; it looks that up at each step
        for row in found:
            values = list(row)
            for at, (converters, expression) in self.converters:
                for convert in converters:
                    values[at] = convert(values[at], expression, here)
            yield values


def _statement(found: QuerySet[Any, Any], marks: Sequence[object]) -> _Statement:
    compiler = found.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    places = tuple(marks.index(one) if one in marks else None for one in parameters)
    if {place for place in places if place is not None} != set(range(len(marks))):
        raise ValueError("a value does not reach the statement as it is given")
    columns: Any = [column for column, _sql, _alias in compiler.select]
    converters = tuple(compiler.get_converters(columns).items())
    return _Statement(sql, tuple(parameters), places, converters, _maker(found, compiler))


def _maker(found: Any, compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """What becomes of a row: a model with its companions, a tuple, or a single value."""
    if issubclass(found._iterable_class, query.FlatValuesListIterable):
        return itemgetter(0)
    if not issubclass(found._iterable_class, query.ModelIterable):
        return tuple
    kind = compiler.klass_info
    first, end = kind["select_fields"][0], kind["select_fields"][-1] + 1
    names = [column[0].target.attname for column in compiler.select[first:end]]
    companions = query.get_related_populators(kind, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[attr-defined]

    def made(row: Sequence[Any]) -> Any:
        one = kind["model"].from_db(DEFAULT_DB_ALIAS, names, row[first:end])
        for companion in companions:
            companion.populate(row, one)
        return one

    return made
