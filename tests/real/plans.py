"""What a database does to answer: the queries of a piece of work, and the plans it makes for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Index

from accounts.models import User
from games.models import EventRow, Match, Order, Press, Seat
from post.models import IncomingEmail, OutgoingEmail

BIG = [User, Match, Seat, Order, Press, EventRow, OutgoingEmail, IncomingEmail]
TABLES = {model._meta.db_table for model in BIG}
PARTIAL = {
    index.name
    for model in BIG
    for index in model._meta.indexes
    if isinstance(index, Index) and index.condition is not None
}


@dataclass(frozen=True)
class Query:
    """A statement as it was sent."""

    sql: str
    params: Any


def queries_of(work: Callable[[], object]) -> list[Query]:
    """All that a piece of work asks the database."""
    found: list[Query] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if re.match(r"\s*(SELECT|UPDATE|DELETE)\b", sql) and not many:
            found.append(Query(sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        work()
    return found


def long_way(query: Query, most: int, *, is_paged: bool = False) -> str:
    """Why a plan reads more rows than it should; empty if it does not.

    A list that is cut into pages only when it is long may read a short one to its end.
    """
    if connection.vendor == "postgresql":
        return _long_on_postgres(query, most)
    return _long_on_sqlite(query, is_paged=is_paged)


def _long_on_postgres(query: Query, most: int) -> str:
    """Each step of the plan, run: how many rows it took up, those it threw away included."""
    if not query.sql.startswith("SELECT"):
        return ""  # what changes rows finds them by the same conditions, in a SELECT before
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query.sql}", query.params)
        told = cursor.fetchone()[0]
    plan = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
    return "; ".join(
        f"{step['Node Type']} on {step['Relation Name']} reads {rows} rows"
        for step in _steps(plan)
        if "Relation Name" in step and (rows := _rows(step)) > most
    )


def _steps(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from _steps(part)


def _rows(step: dict[str, Any]) -> int:
    each = step["Actual Rows"] + step.get("Rows Removed by Filter", 0)
    return int(each * step["Actual Loops"])


def _long_on_sqlite(query: Query, *, is_paged: bool) -> str:
    """Without statistics the plan says all: which table is scanned, by which index, how far."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query.sql}", query.params)
        steps = [str(row[-1]) for row in cursor.fetchall()]
    is_sorted = any("B-TREE FOR ORDER BY" in step for step in steps)
    is_cut = "LIMIT" in query.sql or (is_paged and "ORDER BY" in query.sql)
    stops_early = is_cut and not is_sorted
    return "; ".join(step for step in steps if _is_scan(step) and not stops_early)


def _is_scan(step: str) -> bool:
    found = re.match(r"SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?", step)
    return found is not None and found[1] in TABLES and found[2] not in PARTIAL
