"""Threads of one process take turns before they ask SQLite for its one place to write."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connection, transaction

from post import writers
from tests.timing import PATIENCE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="other databases queue writers themselves"),
]


def test_one_thread_after_the_other_writes() -> None:
    """F12: nobody is inside while another one is."""
    inside, most, gate = 0, 0, threading.Lock()

    def write() -> None:
        nonlocal inside, most
        with writers.in_turn():
            with gate:
                inside += 1
                most = max(most, inside)
            time.sleep(0.01)
            with gate:
                inside -= 1
        connection.close()

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_who_waits_too_long_goes_on_and_who_is_in_a_transaction_does_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F12: a turn that never ends holds nobody up, and nobody waits for one with the database locked."""
    monkeypatch.setattr(writers, "PATIENCE", 0.05)
    with writers._turn:
        with writers.in_turn():
            pass
        monkeypatch.setattr(writers, "PATIENCE", 2 * PATIENCE)
        began = time.monotonic()
        with transaction.atomic(), writers.in_turn():
            pass
        assert time.monotonic() - began < PATIENCE
    assert writers._turn.acquire(blocking=False)  # whoever had no turn gives none back
    writers._turn.release()
