"""One limiter for all doors: how often a client may do what sends email or tries a secret."""

from __future__ import annotations

import ipaddress
import logging
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

import redis
from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

log = logging.getLogger(__name__)

TIMEOUT = 0.5  # seconds; a Redis that does not answer must not hold up a page
SKEW = 60.0  # seconds by which the clocks of two machines may differ
PAUSE = 10.0  # seconds in which a Redis that failed is not asked again


def allow(name: str, *who: str, rate: str = "3/15minute", cost: int = 1) -> bool:
    """Whether this may be done once more; counts it if so. `who` is kept as a hash only."""
    return _limiter.hit(parse(rate), name, _hidden(who), cost)


class TooOften(Exception):
    """A limit was reached; in so many seconds there is room for one more."""

    def __init__(self, rate: str, seconds: int) -> None:
        told = _("the limit is {rate}; try again in {seconds} seconds")
        super().__init__(told.format(rate=rate, seconds=seconds))
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Limit:
    """What is counted under one name by all doors together, and how much of it is allowed."""

    name: str
    most: int
    span: str

    def check(self, *who: str, cost: int = 1) -> None:
        """Count one, or one that is worth several; raises TooOften above the limit."""
        if not self.allows(*who, cost=cost):
            raise TooOften(self.rate, _limiter.wait(parse(self.rate), self.name, _hidden(who)))

    def allows(self, *who: str, cost: int = 1) -> bool:
        """Count one, or one that is worth several, if there is room for it."""
        return allow(self.name, *who, rate=self.rate, cost=cost)

    @property
    def rate(self) -> str:
        """How it is written: 60/hour."""
        return f"{self.most * settings.API_PACE}/{self.span}"


def user_key(pk: int) -> str:
    """Under what a user's deeds are counted."""
    return f"user {pk}"


def may(name: str, *who: str, rate: str) -> bool:
    """Whether this might be done once more; counts nothing."""
    return _limiter.test(parse(rate), name, _hidden(who))


def client_of(request: HttpRequest) -> str:
    """Where a request comes from, as far as our own proxies vouch for it.

    Each proxy writes the address that spoke to it at the right end of X-Forwarded-For; what stands further to
    the left was written by the client, who may write anything.
    """
    near = str(request.META.get("REMOTE_ADDR") or "")
    if not settings.PROXIES:
        return _household(near)
    header = str(request.META.get("HTTP_X_FORWARDED_FOR") or "")
    hops = [hop.strip() for hop in header.split(",") if hop.strip()]
    # Fewer hops than proxies: it did not come through all of them, so none of them vouches.
    return _household(hops[-settings.PROXIES] if len(hops) >= settings.PROXIES else near)


def forget() -> None:
    """Start over, in this process and without Redis: for tests."""
    _limiter.forget()


def _household(address: str) -> str:
    """IPv6 assigns networks, not addresses: a client with one address of a /64 has all of them."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def _hidden(who: tuple[str, ...]) -> str:
    return salted_hmac("post.limiter", "\0".join(who), algorithm="sha256").hexdigest()


class _Shared:
    """Counts in Redis for all processes: each thing done is a member of a sorted set, by its time.

    One transaction adds it and counts; what is over the limit is taken out again. It needs no script, which
    not every Redis runs, and two at once never get past the limit together.
    """

    def __init__(self) -> None:
        pool = redis.ConnectionPool.from_url(
            plain_url(settings.REDIS_URL), socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
        )
        self._client = redis.Redis(connection_pool=pool)

    def hit(self, rate: RateLimitItem, name: str, who: str, *, cost: int = 1) -> bool:
        key, now = _key(rate, name, who), time.time()
        mine = {token_hex(8): now for _ in range(cost)}
        with self._client.pipeline() as pipe:
            pipe.zremrangebyscore(key, "-inf", now - rate.get_expiry())
            pipe.zremrangebyscore(key, now + SKEW, "+inf")  # from before the clock was set back
            pipe.zadd(key, mine)
            pipe.zcard(key)
            pipe.expire(key, rate.get_expiry() + 1)
            count: int = pipe.execute()[3]
        if count > rate.amount:
            self._client.zrem(key, *mine)
        return count <= rate.amount

    def test(self, rate: RateLimitItem, name: str, who: str) -> bool:
        now = time.time()
        count: Any = self._client.zcount(_key(rate, name, who), now - rate.get_expiry(), now + SKEW)
        return int(count) < rate.amount

    def room_at(self, rate: RateLimitItem, name: str, who: str) -> float:
        """When the oldest that counts is forgotten."""
        oldest: Any = self._client.zrange(_key(rate, name, who), 0, 0, withscores=True)
        return float(oldest[0][1]) + rate.get_expiry() if oldest else time.time()


def _key(rate: RateLimitItem, name: str, who: str) -> str:
    return f"limit:{name}:{who}:{rate.amount}/{rate.get_expiry()}"


class _Alone(MovingWindowRateLimiter):
    """Counts in this process."""

    def room_at(self, rate: RateLimitItem, name: str, who: str) -> float:
        return self.get_window_stats(rate, name, who).reset_time


class _Limiter:
    """Counts in Redis, for all processes together; while Redis is away, each process counts for itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alone = _Alone(MemoryStorage())
        self._together: _Shared | None = None
        self._again_at = 0.0

    def hit(self, rate: RateLimitItem, name: str, who: str, cost: int = 1) -> bool:
        return self._ask(lambda limiter: limiter.hit(rate, name, who, cost=cost))

    def test(self, rate: RateLimitItem, name: str, who: str) -> bool:
        return self._ask(lambda limiter: limiter.test(rate, name, who))

    def _ask(self, question: Callable[[_Shared | _Alone], bool]) -> bool:
        if time.monotonic() >= self._again_at:
            try:
                return question(self._shared())
            except (redis.RedisError, OSError) as trouble:
                log.warning("limits are counted in this process only: %s", type(trouble).__name__)
                self._again_at = time.monotonic() + PAUSE
        with self._lock:  # the storage drops its own locks when keys expire, while others wait for them
            return question(self._alone)

    def wait(self, rate: RateLimitItem, name: str, who: str) -> int:
        """How many seconds until there is room again."""
        try:
            counting = self._shared() if time.monotonic() >= self._again_at else self._alone
            left = counting.room_at(rate, name, who) - time.time()
        except (redis.RedisError, OSError):
            left = float(rate.get_expiry())
        return max(1, math.ceil(left))

    def _shared(self) -> _Shared:
        if self._together is None:
            self._together = _Shared()
        return self._together

    def forget(self) -> None:
        with self._lock:
            self._alone.storage.reset()
        self._together = None
        self._again_at = float("inf")


def plain_url(url: str) -> str:
    """Celery writes a socket file as redis+socket://, the client of Redis as unix://.

    >>> plain_url("redis+socket:///run/redis.sock?virtual_host=1")
    'unix:///run/redis.sock?db=1'
    """
    if url.startswith("redis+socket://"):
        return "unix://" + url.removeprefix("redis+socket://").replace("virtual_host=", "db=")
    return url


_limiter = _Limiter()
