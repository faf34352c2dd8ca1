"""Whether this machine's clock can be trusted: a clock that was set is told from time that has passed.

Deadlines are moments of the wall clock, and a wall clock can be set, by hours and by mistake. A machine also
has a steady clock that only ever counts on. As long as both move alike, all is well; when the wall clock has
moved by itself, nothing that depends on it is done until it is back, has been steady for a while, or the host
says that it is right.
"""

from __future__ import annotations

import logging
import socket
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from post.heartbeat import last_beat
from post.models import Clock

log = logging.getLogger(__name__)

TOLERANCE = 60.0  # seconds: corrections of a running time service are far smaller
SETTLED = 20 * 60.0  # seconds: how long a clock that was set must agree with itself
UNKNOWN = 10 * 365 * 86_400.0  # seconds: before the first tick there may have been any silence
TICK = "tick"


@dataclass(frozen=True, slots=True)
class Astray:
    """A while in which the clock was wrong: from when to when by itself, and by how much it was ahead."""

    began: datetime
    ended: datetime
    ahead: timedelta


@dataclass(frozen=True, slots=True)
class Look:
    """What the two clocks say at a tick."""

    is_trusted: bool
    gap: float | None = None  # steady seconds since the last tick on this machine, if there was one
    step: timedelta = timedelta()  # by how much the clock was set, once, when that is accepted
    astray: Astray | None = None  # what has just come to an end, once


def steady() -> float:
    """Seconds that nobody can set; they count on while the machine sleeps, where it can tell."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def machine() -> str:
    """This machine since its last start: the steady clock begins anew with each."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = f"{time.time() - steady():.0f}"[:-2]
    return f"{socket.gethostname()[:40]} {boot}"[:80]


def look() -> Look:
    """Compare the clocks. Called at the beginning of each tick."""
    offset, now = _offset(), steady()
    clock = Clock.objects.filter(machine=machine()).first()
    if clock is None:
        return _first_look(offset, now)
    mine = Clock.objects.filter(pk=clock.pk)
    gap = now - clock.seen
    if abs(offset - clock.offset) <= TOLERANCE:
        is_first = mine.filter(doubted_offset=clock.doubted_offset).update(offset=offset, doubted_offset=None)
        return Look(is_trusted=True, gap=gap, astray=_astray(clock, now) if is_first else None)
    if clock.doubted_offset is None or abs(offset - clock.doubted_offset) > TOLERANCE:
        unchanged = mine.filter(doubted_offset=clock.doubted_offset)
        is_first = unchanged.update(doubted_offset=offset, doubted_since=now)
        _warn(offset - clock.offset)
        return Look(is_trusted=False, gap=gap, astray=_astray(clock, now) if is_first else None)
    if now - clock.doubted_since >= SETTLED:
        return Look(is_trusted=True, gap=gap, step=_accept(clock, offset))
    return Look(is_trusted=False, gap=gap)


def _astray(clock: Clock, now: float) -> Astray | None:
    """The doubt that ends now; it began at some moment between two ticks, the second of which noticed it."""
    if clock.doubted_offset is None:
        return None
    began = clock.doubted_since - settings.TICK_SECONDS - TOLERANCE
    return Astray(
        datetime.fromtimestamp(began + clock.doubted_offset, UTC),
        datetime.fromtimestamp(now + clock.doubted_offset, UTC),
        timedelta(seconds=clock.doubted_offset - clock.offset),
    )


def note_tick() -> None:
    """Called at the end of each tick."""
    Clock.objects.filter(machine=machine()).update(seen=steady())


def gap() -> timedelta | None:
    """How long ago the last tick on this machine was, by the steady clock; None if there was none."""
    seen = Clock.objects.filter(machine=machine()).values_list("seen", flat=True).first()
    return None if seen is None else timedelta(seconds=steady() - seen)


def is_steady() -> bool:
    """Whether the clock still agrees with the last tick on this machine; changes nothing."""
    clock = Clock.objects.filter(machine=machine()).first()
    return clock is None or (clock.doubted_offset is None and abs(_offset() - clock.offset) <= TOLERANCE)


def trust() -> timedelta:
    """The host says that the clock is right as it is; by how much it had been set."""
    clock = Clock.objects.filter(machine=machine()).first()
    if clock is None:
        return timedelta()
    return _accept(clock, _offset())


def doubted() -> list[Clock]:
    """Clocks that were set and are not trusted yet, of machines that ticked lately."""
    return list(Clock.objects.exclude(doubted_offset=None).order_by("machine"))


def _offset() -> float:
    return timezone.now().timestamp() - steady()


def _first_look(offset: float, now: float) -> Look:
    """Nothing to compare with, except that time does not run backwards: others have ticked before."""
    host, last = socket.gethostname()[:40], last_beat(TICK)
    behind = 0.0 if last is None else max(0.0, (last - timezone.now()).total_seconds())
    is_trusted = behind <= TOLERANCE
    Clock.objects.filter(host=host).delete()  # before its last start
    Clock.objects.get_or_create(
        machine=machine(),
        defaults={
            "host": host,
            "offset": offset if is_trusted else offset + behind,
            "seen": now - UNKNOWN,
            "doubted_offset": None if is_trusted else offset,
            "doubted_since": now,
        },
    )
    if not is_trusted:
        _warn(-behind)
    return Look(is_trusted=is_trusted)


def _warn(seconds: float) -> None:
    log.error(
        "the clock was set by %+.1f hours: deadlines are held. If it is right now: manage.py trust_clock",
        seconds / 3600,
    )


def _accept(clock: Clock, offset: float) -> timedelta:
    """The clock is right from now on. Of two ticks at once, one learns by how much it was set."""
    taken = Clock.objects.filter(pk=clock.pk, offset=clock.offset)
    if not taken.update(offset=offset, doubted_offset=None, doubted_since=F("seen")):
        return timedelta()
    return timedelta(seconds=offset - clock.offset)
