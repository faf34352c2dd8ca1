import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
import time_machine
from django.test import RequestFactory
from limits import parse

from edgepbem.bundled_redis import new_url, prepare
from post import limiter
from tests.timing import wait_for


def client_of(**meta):
    return limiter.client_of(RequestFactory().get("/", **meta))


def test_what_is_over_the_rate_is_refused():
    assert [limiter.allow("emails", "alice", rate="3/15minute") for _ in range(5)] == [True] * 3 + [False] * 2


def test_each_name_and_each_person_is_counted_apart():
    assert limiter.allow("emails", "alice", rate="1/hour")
    assert limiter.allow("emails", "bob", rate="1/hour")
    assert limiter.allow("guesses", "alice", rate="1/hour")
    assert not limiter.allow("emails", "alice", rate="1/hour")


def test_two_parts_are_not_mistaken_for_one():
    assert limiter.allow("emails", "a", "bc", rate="1/hour")
    assert limiter.allow("emails", "ab", "c", rate="1/hour")


def test_after_its_time_one_is_let_in_again():
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        assert limiter.allow("emails", "alice", rate="1/15minute")
        clock.shift(899)
        assert not limiter.allow("emails", "alice", rate="1/15minute")
        clock.shift(2)
        assert limiter.allow("emails", "alice", rate="1/15minute")


def test_many_at_the_same_moment_are_counted_like_others():
    allowed = []
    start = threading.Barrier(20)

    def try_it():
        start.wait()
        allowed.append(limiter.allow("guesses", "alice", rate="5/hour"))

    threads = [threading.Thread(target=try_it) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert allowed.count(True) == 5


class DeadRedis:
    def __init__(self):
        self.asked = 0

    def hit(self, *_args, **_more):
        self.asked += 1
        raise redis.ConnectionError("nobody there")


def test_without_redis_the_limits_hold_and_nobody_waits_for_it(monkeypatch):
    dead = DeadRedis()
    monkeypatch.setattr(limiter._limiter, "_shared", lambda: dead)
    monkeypatch.setattr(limiter._limiter, "_again_at", 0.0)
    assert [limiter.allow("emails", "alice", rate="2/hour") for _ in range(3)] == [True, True, False]
    assert dead.asked == 1  # the next one to ask it comes some seconds later


def test_one_refused_connection_is_enough_to_count_alone(settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(limiter._limiter, "_again_at", 0.0)
    assert [limiter.allow("emails", "alice", rate="1/hour") for _ in range(2)] == [True, False]


@pytest.fixture
def bundled_redis(tmp_path, settings, monkeypatch):
    """A real Redis on a socket of its own, which runs no scripts."""
    url = new_url(tmp_path)
    with (
        subprocess.Popen(prepare(url), stdout=subprocess.DEVNULL) as server,
        redis.Redis.from_url(url) as client,
    ):
        wait_for(lambda: answers(client), 30, "Redis")
        settings.REDIS_URL = url
        monkeypatch.setattr(limiter._limiter, "_again_at", 0.0)
        yield client
        limiter.forget()
        server.terminate()


def answers(client):
    try:
        return client.ping()
    except redis.ConnectionError:
        return False


def test_a_crowd_gets_no_further_than_one(bundled_redis):
    """B8, B10: twenty at once, and three may."""
    with ThreadPoolExecutor(20) as pool:
        allowed = list(pool.map(lambda _: limiter.allow("codes", "bob", rate="3/hour"), range(20)))
    assert allowed.count(True) == 3
    assert bundled_redis.zcard(bundled_redis.keys("*")[0]) == 3


def test_old_counts_and_counts_from_the_future_are_forgotten(bundled_redis):
    for moment, allowed in (
        ("2026-11-16 12:00", True),
        ("2026-11-16 09:00", True),
        ("2026-11-16 11:00", True),
    ):
        with time_machine.travel(moment, tick=False):
            assert limiter.allow("codes", "bob", rate="1/hour") is allowed
            assert not limiter.allow("codes", "bob", rate="1/hour")


def test_processes_share_their_counts_in_redis_and_addresses_are_not_in_it(bundled_redis):
    """E5: neither keys nor values of Redis name anybody."""
    assert limiter.allow("emails", "alice@example.org", rate="2/hour")
    another = limiter._Limiter()  # of another process
    hidden = limiter._hidden(("alice@example.org",))
    assert another.hit(parse("2/hour"), "emails", hidden)
    assert not limiter.allow("emails", "alice@example.org", rate="2/hour")
    keys = bundled_redis.keys("*")
    assert len(keys) == 1
    assert b"alice" not in b"".join(keys)


def test_a_client_is_who_spoke_to_us_whatever_it_claims(settings):
    """C8: without a proxy of ours, the header is the client's own word."""
    settings.PROXIES = 0
    seen = {client_of(REMOTE_ADDR="203.0.113.9", HTTP_X_FORWARDED_FOR=f"10.0.0.{n}") for n in range(20)}
    assert seen == {"203.0.113.9"}


@pytest.mark.parametrize(
    ("proxies", "header", "client"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "1.2.3.4, 203.0.113.9", "203.0.113.9"),
        (2, "1.2.3.4, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.2"),  # it did not come through both
        (1, "", "10.0.0.2"),
    ],
)
def test_behind_proxies_the_address_that_they_saw_counts(settings, proxies, header, client):
    """C8: what stands further to the left is written by the client."""
    settings.PROXIES = proxies
    meta = {"HTTP_X_FORWARDED_FOR": header} if header else {}
    assert client_of(REMOTE_ADDR="10.0.0.2", **meta) == client


def test_one_household_of_ipv6_is_one_client(settings):
    settings.PROXIES = 0
    assert client_of(REMOTE_ADDR="2001:db8:1:2::1") == client_of(REMOTE_ADDR="2001:db8:1:2:ffff::9")
    assert client_of(REMOTE_ADDR="2001:db8:1:2::1") != client_of(REMOTE_ADDR="2001:db8:1:3::1")
    assert client_of(REMOTE_ADDR="::ffff:203.0.113.9") == "203.0.113.9"
    assert client_of(REMOTE_ADDR="") == ""
