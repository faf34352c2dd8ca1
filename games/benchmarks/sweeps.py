"""The cost of a reminder sweep: does it grow with what is not due, and how far is it from bare SQL?"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache

from django.db import connection, transaction
from django.db.models import Model

from accounts.models import User
from games.benchmarks.scratch import scratch_database
from games.models import Match, Seat
from games.services.deadlines import reminders
from games.services.deadlines.reminders import ring_reminders

FEW, MANY, DUE = 10_000, 1_000_000, 1_000
USERS = 20_000  # with fifty seats each: what is due at one moment belongs to almost as many people
SEATS = 2  # of each match
MOMENTS = 997  # different reminder times of what is not due
CHUNK = 100  # seats claimed by one statement of the peer
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


def sweep_vs_sql(rounds: int) -> float:
    """The sweep with 1,000 due of 1,000,000 against the bare indexed query plus batched claims."""
    return figures(rounds)[0]


def sweep_flat(rounds: int) -> float:
    """The sweep with 1,000 due of 1,000,000 against 1,000 due of 10,000."""
    return figures(rounds)[1]


@cache
def figures(rounds: int, few: int = FEW, many: int = MANY) -> tuple[float, float]:
    """Both, from one database: filling a table with a million rows is the slow part."""
    with scratch_database():
        _make_room()
        _fill(0, few)
        first = [_timed(_sweep) for _ in range(rounds + 1)][1:]  # the first one warms caches
        _fill(few, many)
        pairs = [(_timed(_sweep), _timed(_bare)) for _ in range(rounds + 1)][1:]
    ours = statistics.median(sweep for sweep, _peer in pairs)
    return statistics.median(sweep / peer for sweep, peer in pairs), ours / statistics.median(first)


# A server with many matches.


def _make_room() -> None:
    """People, and the moments at which they are to be reminded."""
    User.objects.bulk_create(
        (User(email=f"player{number}@example.org", name="Player") for number in range(USERS)), 1_000
    )
    moment = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        kind = "timestamptz" if connection.vendor == "postgresql" else "text"
        cursor.execute(
            f"CREATE TABLE bench_moment (i integer PRIMARY KEY, since {kind}, at {kind}, due {kind})"
        )
        cursor.executemany(
            "INSERT INTO bench_moment VALUES (%s, %s, %s, %s)",
            [
                [number, *(moment(NOW + timedelta(hours=hours, minutes=number)) for hours in (-35, 1, 37))]
                for number in range(MOMENTS)
            ],
        )


def _fill(first: int, last: int) -> None:
    """Seats of running matches, each with a reminder in the time to come, by one statement per table."""
    user = User.objects.order_by("pk").values_list("pk", flat=True)[0]
    match = Match(game="scrappers", name="M", status="running")
    _multiply(match, first // SEATS, last // SEATS, {"id": "n.i + 1"})
    seat = Seat(match_id=1, number=1, user_id=user)
    own = {
        "id": "n.i + 1",
        "match_id": f"n.i / {SEATS} + 1",
        "number": f"n.i %% {SEATS} + 1",
        # Neighbours in a match are different people.
        "user_id": f"{user} + (n.i %% {USERS}) * 7919 %% {USERS}",
        "waiting_since": "m.since",
        "due_at": "m.due",
        "reminder_at": "m.at",
    }
    _multiply(seat, first, last, own)


def _multiply(pattern: Model, first: int, last: int, own: dict[str, str]) -> None:
    """Rows like one pattern, with some columns computed from their number."""
    fields = pattern._meta.local_concrete_fields
    same = {
        field.column: field.get_db_prep_save(getattr(pattern, field.attname), connection) for field in fields
    }
    chosen = ", ".join(own.get(column, "%s") for column in same)
    sql = f"""
        INSERT INTO {pattern._meta.db_table} ({", ".join(same)})
        WITH RECURSIVE n(i) AS (SELECT %s UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %s)
        SELECT {chosen} FROM n JOIN bench_moment m ON m.i = n.i %% {MOMENTS}
    """  # noqa: S608 (names of our own columns)
    with connection.cursor() as cursor:
        cursor.execute(sql, [first, last, *(value for column, value in same.items() if column not in own)])


# What is timed.


def _timed(work: Callable[[], object]) -> float:
    """What it takes to find and claim what is due; that all of it was claimed is checked."""
    _make_due()
    gc.collect()
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    began = clock()
    work()
    taken = clock() - began
    if Seat.objects.filter(reminder_at__lte=NOW).exists():
        raise ValueError("something is still due")
    return taken


def _make_due() -> None:
    """A tenth of the newest seats is due again: in a small table and in a large one, on as many pages.

    Spread over the whole table, what is due would share its pages with less and less of its like the larger
    the table is, and the bare statements grew as well: that is a property of storage, not of the sweep.
    """
    newest = Seat.objects.count()
    since, due = NOW - timedelta(hours=36), NOW + timedelta(hours=36)
    chosen = Seat.objects.filter(pk__in=range(newest - FEW + 1, newest + 1, FEW // DUE))
    chosen.update(reminder_at=NOW, waiting_since=since, due_at=due)
    if connection.vendor == "postgresql":  # what its housekeeper does within a minute or so
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM ANALYZE {Seat._meta.db_table}")


def _sweep() -> None:
    """All that the tick does: what is due is claimed, and workers are called to write the emails."""
    for lease in reminders.claim_due(NOW):
        ring_reminders(lease)


def _bare() -> None:
    """The indexed query and claims in batches: no emails, no wishes, nobody is looked up."""
    table, now = Seat._meta.db_table, connection.ops.adapt_datetimefield_value(NOW)
    with transaction.atomic(), connection.cursor() as cursor:
        select = f"SELECT id FROM {table} WHERE reminder_at <= %s ORDER BY reminder_at LIMIT {DUE}"  # noqa: S608
        cursor.execute(select, [now])
        due = [pk for (pk,) in cursor.fetchall()]
        for first in range(0, DUE, CHUNK):
            chunk = due[first : first + CHUNK]
            marks = ", ".join(["%s"] * len(chunk))
            claim = f"UPDATE {table} SET reminder_at = NULL WHERE id IN ({marks}) AND reminder_at <= %s"  # noqa: S608
            cursor.execute(claim, [*chunk, now])
