"""The match of the services' tests, played by emails."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest

from accounts.models import User
from post import gateway
from tests.services.conftest import duel, on_turn, send  # noqa: F401


@pytest.fixture
def media(settings, tmp_path):
    """Files that are written stay with the test."""
    settings.MEDIA_ROOT = str(tmp_path)


@pytest.fixture
def paperless(alice, bob):
    """Printing takes time, and most emails are about something else."""
    User.objects.update(mail_pdf=False)
    alice.mail_pdf = bob.mail_pdf = False


@pytest.fixture
def player(duel, alice, bob, paperless):  # noqa: F811
    """The player whose turn it is."""
    return alice if on_turn(duel) == 1 else bob


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def port(transactional_db: None) -> Iterator[int]:
    """A gateway that listens on loopback."""
    number = free_port()
    loop = asyncio.new_event_loop()
    task = loop.create_task(gateway.serve("127.0.0.1", number))
    thread = threading.Thread(target=loop.run_until_complete, args=[asyncio.wait([task])])
    thread.start()
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", number)) == 0:
                break
        threading.Event().wait(0.05)
    yield number
    loop.call_soon_threadsafe(task.cancel)
    thread.join(timeout=10)
    loop.close()
