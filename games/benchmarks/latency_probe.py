"""The player of the latency benchmark, in a process of its own: sends, waits, and prints how long it took."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")
WAIT = 0.0005


def timed(act: Callable[[], Callable[[], bool]]) -> float:
    """Seconds from beginning `act` until what it returns says yes."""
    began = time.perf_counter()
    is_done = act()
    while not is_done():
        time.sleep(WAIT)
    return time.perf_counter() - began


def main(rounds: int) -> None:
    """Both things in turns, after a warm-up."""
    django.setup()
    from accounts.models import User
    from games.benchmarks.noop_worker import noop
    from games.models import Order
    from games.services.matches.new import Place, Terms, open_match
    from games.services.orders import accept
    from games.tools.demo import thought_out

    people = [User.objects.create_user(f"{name}@example.org", name, mail_turns=False) for name in ("a", "b")]
    match = open_match(people[0], Terms("scrappers", "Bench", {}), [Place(person) for person in people])

    def play() -> Callable[[], bool]:
        pk = accept(seat, wish).pk
        return lambda: bool(Order.objects.filter(pk=pk, played_at__isnull=False).exists())

    def nothing() -> Callable[[], bool]:
        return noop.apply_async(queue="noop").ready

    ours, theirs = [], []
    for _ in range(rounds + 5):
        match.refresh_from_db()
        seat = match.seats.select_related("match", "user").get(waiting_since__isnull=False)
        wish = thought_out(match, seat)
        ours.append(timed(play))
        theirs.append(timed(nothing))
    print(json.dumps([ours[5:], theirs[5:]]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
