"""Doing things at the same moment, each in a thread with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Barrier, Thread

from django.db import connections


def together(works: Sequence[Callable[[], object]]) -> list[object]:
    """Run all at once; what each returned, or the exception it raised."""
    outcomes: list[object] = [None] * len(works)
    start = Barrier(len(works))

    def run(place: int) -> None:
        start.wait()
        try:
            outcomes[place] = works[place]()
        except Exception as trouble:
            outcomes[place] = trouble
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(place,)) for place in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
