"""No process of a server can write to the disk, and then it can again: nothing is confirmed, nothing dies."""

from __future__ import annotations

import os
import resource
import smtplib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from edgepbem.ready import health_of
from games.models import Order
from tests.real.doors import KEYS, address_of, begin, next_move, order, reply, sign_up
from tests.real.server import Server
from tests.timing import wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of other processes are Linux's")
PARTS = ("web", "worker", "postman", "gateway")


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """The kernel refuses every byte that these parts want to add to a file: database, log and report."""
    _limit(server, 0)
    try:
        yield
    finally:
        _limit(server, resource.RLIM_INFINITY)


def _limit(server: Server, size: int) -> None:
    for name in PARTS:
        for pid in _family(server.parts[name].pid):
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _family(leader: int) -> list[int]:
    """All processes of a part."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getpgid(int(entry.name)) == leader:
                found.append(int(entry.name))
    return found


def test_orders_are_refused_while_the_disk_is_full_and_taken_when_it_is_not(server):
    """P1, P21: through the API and by email; the same processes go on afterwards."""
    alice, bob = sign_up(server, "alice", "bob")
    match = begin(server, [alice, bob])
    move = next_move(server, match)
    assert move is not None
    player = (alice, bob)[move.seat - 1]
    address = address_of(server, match, move.seat)
    key = f"full-{next(KEYS)}"
    before = {name: server.parts[name].pid for name in PARTS}
    with full_disk(server):
        for _ in range(3):
            code, told = order(server, player, match, move.text, key, wait=0)
            assert (code, "receipt" in told) == (503, False), told
        with pytest.raises(smtplib.SMTPResponseException) as refused:
            reply(server, address, player.address, move.text)
        assert 400 <= refused.value.smtp_code < 500
        wait_for(lambda: health_of(server.site).get("status") == "down", 20, "a red health page")
        assert "written" in health_of(server.site)["parts"]["database"]["why"]
    with server.at_hand():
        assert not Order.objects.exists()
    assert order(server, player, match, move.text, key)[0] in (200, 201, 202)
    with server.at_hand():
        wait_for(lambda: Order.objects.exclude(played_at=None).count() == 1, 60, "the order to be played")
    following = next_move(server, match)
    assert following is not None
    sender = (alice, bob)[following.seat - 1].address
    reply(server, address_of(server, match, following.seat), sender, following.text)
    with server.at_hand():
        wait_for(lambda: Order.objects.exclude(played_at=None).count() == 2, 60, "the email to be played")
    assert {name: server.parts[name].pid for name in PARTS if server.parts[name].is_running} == before
    server.wait_well()
