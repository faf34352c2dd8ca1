"""The lookout: hears from Redis which matches have changed, or finds it out from the database.

Those whose page would look different now are told; the others hear nothing.
"""

from __future__ import annotations

import logging
import time

from django.db import close_old_connections

from edgepbem.hall import Guest, Hall
from games.services.watches import GONE, Version, Watch, changed, versions
from post.broadcasts import Subscription, note_seen

log = logging.getLogger(__name__)

LOOK = 2.0  # seconds between two looks at the database, whatever Redis tells
NOTE = 60.0  # seconds between two notes of who is looking
NEVER = (0, 0, 0)  # the version of a match that is not there


class Lookout:
    """Finds out what has changed."""

    def __init__(self, hall: Hall[Watch]) -> None:
        self._hall = hall
        self._subscription = Subscription()
        self._next_look = 0.0
        self._noted: dict[int, float] = {}  # when a seat was last noted as seen

    def run(self) -> None:
        """For as long as the process lives; whatever fails, it goes on."""
        while True:
            try:
                if self._hall.is_empty:
                    self._subscription.close()  # nobody reads what comes
                    self._hall.wait(60.0)
                else:
                    self._once()
            except Exception:
                log.exception("the lookout")
                time.sleep(1)

    def _once(self) -> None:
        patience = max(0.0, self._next_look - time.monotonic())
        heard = self._subscription.wait(patience)
        if heard is None:  # Redis is away
            time.sleep(min(patience, 1.0))
        close_old_connections()
        for match in heard or ():
            self._look_at(match)
        if time.monotonic() >= self._next_look:
            self._look_around()
            self._next_look = time.monotonic() + LOOK
            self._note_seen(time.monotonic())

    def _note_seen(self, now: float) -> None:
        here = {seat for guest in self._hall.guests() if (seat := guest.watch.seat) is not None}
        self._noted = {seat: at for seat, at in self._noted.items() if seat in here and now - at < NOTE}
        due = here - self._noted.keys()
        note_seen(due)
        self._noted |= dict.fromkeys(due, now)

    def _look_around(self) -> None:
        """What Redis has not told: a message may be lost, or come before its reader."""
        seen: dict[int, set[Version]] = {}
        for guest in self._hall.guests():
            seen.setdefault(guest.watch.match, set()).add(guest.watch.seen)
        now = versions(seen)
        for match, known in seen.items():
            if known != {now.get(match, NEVER)}:
                self._look_at(match)

    def _look_at(self, match: int) -> None:
        guests = self._hall.guests(match)
        if not guests:
            return
        seen = versions([match]).get(match, NEVER)
        for guest in guests:
            guest.watch.seen = seen
        try:
            self._tell(guests)
        except Exception:  # of this match: the others are looked at all the same
            log.exception("match %s", match)

    def _tell(self, guests: list[Guest[Watch]]) -> None:
        marks: dict[int, str] = {}
        for guest in guests:
            watch = guest.watch
            before, watch.mark = watch.mark, watch.current(marks)
            if watch.mark != before:
                self._hall.tell(guest, changed(watch.mark or "gone"), is_last=watch.mark == GONE)
