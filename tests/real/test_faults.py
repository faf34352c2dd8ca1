"""Parts of a running server die or vanish: what was accepted is played, once, and told, once."""

from __future__ import annotations

import time
from functools import partial

import redis

from edgepbem.ready import health_of
from tests.real.playing import await_played, duel, hand_in
from tests.real.server import ALL
from tests.timing import wait_for


def flush(server):
    with redis.Redis.from_url(server.redis_url) as client:
        client.flushall()


def test_an_order_is_played_and_told_by_mail(server, smtp_sink):
    with server.at_hand():
        match = duel()
        order = await_played(hand_in(match))
        assert order.receipt.get("problem") is None
    assert smtp_sink.wait_for("alice@example.org")[0].message["Reply-To"]


def test_orders_are_accepted_while_redis_is_away_and_played_when_it_is_back(server):
    """F9, F10 (P13)."""
    with server.at_hand():
        match = duel()
        await_played(hand_in(match))
        server.kill("redis")
        began = time.monotonic()
        order = hand_in(match)
        assert time.monotonic() - began < 10  # it does not wait until Redis is back
        wait_for(lambda: health_of(server.site)["parts"]["redis"]["status"] == "down", 5, "a red health page")
        assert health_of(server.site)["status"] == "down"
        order.refresh_from_db()
        assert order.played_at is None
        server.start("redis")
        await_played(order, 60)
        flush(server)
        await_played(hand_in(match), 60)
    server.wait_well(30)


def has_noticed(part):
    """Whether a part has been refused by Redis."""
    return "ReadOnlyError" in part.words()


def test_a_redis_that_takes_no_writes_for_a_while_ends_no_worker(server):
    """P13: one that is full, or a copy of another, answers all the same. The same processes go on."""
    before = {name: server.parts[name].pid for name in ALL}
    with server.at_hand(), redis.Redis.from_url(server.redis_url) as client:
        match = duel()
        await_played(hand_in(match))
        client.replicaof("127.0.0.1", "1")
        order = hand_in(match)
        for name in ("worker", "postman"):
            wait_for(partial(has_noticed, server.parts[name]), what=name)
        wait_for(lambda: health_of(server.site)["status"] == "down", what="a red health page")
        assert "nothing can be written" in health_of(server.site)["parts"]["redis"]["why"]
        client.replicaof("NO", "ONE")
        await_played(order, 60)
    server.wait_well()
    assert {name: server.parts[name].pid for name in ALL if server.parts[name].is_running} == before


def test_a_lost_message_is_found_by_the_sweep(start_server):
    """F1, F9: the doorbell rang while nobody was there, and Redis forgot that it did."""
    server = start_server(parts=["redis", "web", "gateway"], wait=False)
    with server.at_hand():
        match = duel()
        order = hand_in(match)
        wait_for(lambda: health_of(server.site), 30, "the web server")
        assert health_of(server.site)["status"] == "starting"
        flush(server)
        server.start("worker", "beat")
        await_played(order, 40)


def test_dead_web_servers_gateways_and_beats_come_back(server):
    with server.at_hand():
        match = duel()
        server.kill("web", "gateway", "beat")
        assert health_of(server.site) == {}
        order = hand_in(match)
        server.start(*ALL)
        server.wait_well()
        await_played(order)
