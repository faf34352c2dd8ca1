"""The health page: each part of the server is ok, or why not. For machines: plain words and no secrets."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from edgepbem import __version__, shared_media
from games.models import Match, Order
from post import heartbeat, mailbox_fetch
from post.clock import doubted
from post.heartbeat import last_beat
from post.limiter import plain_url
from post.models import IncomingEmail, OutgoingEmail

KEPT_SECONDS = 2.0  # an answer is reused for this long
SILENCE = timedelta(seconds=120)  # after which a part without a heartbeat counts as dead
SKEW = timedelta(seconds=60)  # by which the clocks of two machines may differ
BACKLOG = timedelta(minutes=5)  # what waits longer than this needs a person to look
EMAIL_BACKLOG = timedelta(minutes=30)  # mail servers may say "later" once or twice
LEAST_FREE = 200 * 1024 * 1024
STARTED = time.monotonic()

OK, STARTING, ATTENTION, DOWN = "ok", "starting", "attention", "down"
BAD = {STARTING, DOWN}  # what a load balancer should wait for


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of a part: one of the four words, and why."""

    status: str
    why: str = ""

    def data(self) -> dict[str, str]:
        return {"status": self.status} | ({"why": self.why} if self.why else {})


FINE = Finding(OK)
_up_to_date = False


def database() -> Finding:
    """It answers, and its tables fit this code."""
    global _up_to_date
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _up_to_date:  # once is enough: code does not change while it runs
            executor = MigrationExecutor(connection)
            pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if pending:
                return Finding(DOWN, f"{len(pending)} migrations to apply: manage.py migrate")
            _up_to_date = True
    except DatabaseError as trouble:
        return Finding(DOWN, f"no answer: {type(trouble).__name__}")
    return _takes_orders()


def _takes_orders() -> Finding:
    """It can be written: a full disk still answers every question."""
    try:
        with _impatient():
            heartbeat.beat(heartbeat.machine_part("web"))
    except DatabaseError as trouble:
        if "locked" not in str(trouble) and "lock timeout" not in str(trouble):  # others write: it works
            return Finding(DOWN, f"nothing can be written: {trouble}".splitlines()[0][:200])
    return FINE


@contextmanager
def _impatient() -> Iterator[None]:
    """A transaction that does not queue up behind other writers."""
    if connection.vendor != "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '500ms'")
            yield
        return
    usual = int(connection.settings_dict.get("OPTIONS", {}).get("timeout", 5) * 1000)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 500")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


def broker() -> Finding:
    """Redis takes what is written. Orders are accepted without it, and played when it is back."""
    try:
        with redis.Redis.from_url(
            plain_url(settings.REDIS_URL), socket_connect_timeout=1, socket_timeout=1
        ) as client:
            client.set("health", 1, ex=60)  # one that is full, or a copy of another, answers all the same
    except redis.ResponseError as refusal:
        return Finding(DOWN, f"nothing can be written: {refusal}"[:200])
    except (redis.RedisError, ValueError, OSError) as trouble:
        return Finding(DOWN, f"no answer: {type(trouble).__name__}")
    return FINE


def worker() -> Finding:
    """Beat and at least one worker: the tick needs both."""
    return _beating("tick", "beat or worker")


def postman() -> Finding:
    """A worker on the email queue: each tick gives it something to do."""
    return _beating("postman", "the postman")


def gateway() -> Finding:
    """How emails come in: by the mail gateway, from a mailbox, or by webhook from a provider."""
    if "WEBHOOK_SECRET" in settings.ANYMAIL:
        return FINE
    if not settings.IMAP_URL:
        return _beating("gateway", "the mail gateway")
    found = _beating(mailbox_fetch.PART, "a look into the mailbox")
    return replace(found, status=ATTENTION) if found.status == DOWN else found  # others run it


def _beating(part: str, what: str) -> Finding:
    beaten = last_beat(part)
    age = None if beaten is None else timezone.now() - beaten
    if age is not None and -SKEW <= age <= SILENCE:
        return FINE
    if age is not None and age < -SKEW:  # nobody knows how old it is
        return Finding(DOWN, f"the last sign of {what} is from the future: a clock is wrong")
    if time.monotonic() - STARTED < SILENCE.total_seconds():
        return Finding(STARTING, f"no sign of {what} yet")
    since = "" if age is None else f" for {int(age.total_seconds())} seconds"
    return Finding(DOWN, f"no sign of {what}{since}")


def time_of_day() -> Finding:
    """No machine's clock was set lately, as far as workers can tell."""
    held = ", ".join(clock.host for clock in doubted())
    if not held:
        return FINE
    return Finding(
        ATTENTION, f"the clock was set on {held}: deadlines are held. If it is right: manage.py trust_clock"
    )


def media() -> Finding:
    """Reports can be written. Remote storage is not checked: that would be slow."""
    if not isinstance(default_storage, FileSystemStorage):
        return FINE
    folder = next(
        path for path in (Path(settings.MEDIA_ROOT), *Path(settings.MEDIA_ROOT).parents) if path.exists()
    )
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return Finding(DOWN, "the folder for reports is not writable")
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        return Finding(DOWN, f"only {free // 1024 // 1024} MB of disk space are free")
    others = shared_media.machines_elsewhere()
    return Finding(ATTENTION, shared_media.explanation(others)) if others else FINE


def orders() -> Finding:
    """Accepted orders are played."""
    late = Order.objects.filter(
        played_at=None,
        received_at__lte=timezone.now() - BACKLOG,
        match__status=Match.Status.RUNNING,
        match__stuck="",
        match__paused_at=None,
    )
    return _count(late.count(), "orders have been waiting to be played for more than 5 minutes")


def outbox() -> Finding:
    """Emails are sent."""
    states = [OutgoingEmail.State.WAITING, OutgoingEmail.State.SENDING]
    since = timezone.now() - EMAIL_BACKLOG
    late = OutgoingEmail.objects.filter(state__in=states, created_at__lte=since).exclude(not_before__gt=since)
    return _count(late.count(), "emails have been waiting to be sent for more than 30 minutes")


def inbox() -> Finding:
    """Incoming emails are read."""
    late = IncomingEmail.objects.filter(
        state=IncomingEmail.State.WAITING, received_at__lte=timezone.now() - BACKLOG
    )
    return _count(late.count(), "emails have been waiting to be read for more than 5 minutes")


def stuck() -> Finding:
    """No match has stopped because its rules have changed."""
    stopped = Match.objects.filter(status=Match.Status.RUNNING).exclude(stuck="")
    return _count(stopped.count(), "matches are stuck: see the admin pages")


def _count(number: int, what: str) -> Finding:
    return Finding(ATTENTION, f"{number} {what}") if number else FINE


PARTS: dict[str, Callable[[], Finding]] = {
    "database": database,
    "redis": broker,
    "worker": worker,
    "postman": postman,
    "gateway": gateway,
    "clock": time_of_day,
    "media": media,
    "orders": orders,
    "outbox": outbox,
    "inbox": inbox,
    "matches": stuck,
}


def examine(names: list[str]) -> dict[str, Finding]:
    """The parts asked for. A part that cannot be checked because the database is down is down too."""
    found: dict[str, Finding] = {}
    for name in names:
        try:
            found[name] = PARTS[name]()
        except DatabaseError:
            found[name] = Finding(DOWN, "cannot be checked: the database is down")
    return found


def verdict(found: dict[str, Finding]) -> str:
    """The worst status."""
    statuses = {finding.status for finding in found.values()}
    return next((status for status in (DOWN, STARTING, ATTENTION) if status in statuses), OK)


_kept: dict[tuple[str, ...], tuple[float, dict[str, Finding]]] = {}
_looking = threading.Lock()


def look(names: list[str]) -> dict[str, Finding]:
    """Like `examine`, but at most every two seconds, however many requests there are."""
    with _looking:
        at, found = _kept.get(tuple(names), (-KEPT_SECONDS, {}))
        if time.monotonic() - at >= KEPT_SECONDS:
            found = examine(names)
            _kept[tuple(names)] = (time.monotonic(), found)
        return found


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """GET /healthz, or /healthz?parts=database,media: the second is for a load balancer."""
    asked = [name for name in PARTS if name in request.GET.get("parts", "").split(",")] or list(PARTS)
    found = look(asked)
    status = verdict(found)
    data: dict[str, Any] = {
        "status": status,
        "version": __version__,
        "parts": {name: finding.data() for name, finding in found.items()},
    }
    answer = JsonResponse(data, status=503 if status in BAD else 200)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django logs a 503 as an error of ours
    return answer
