"""One limiter for all doors: how often a client may do what sends email or tries a secret."""

from __future__ import annotations

import ipaddress
import logging
import math
import threading
import time
from dataclasses import dataclass

import redis
from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

log = logging.getLogger(__name__)

TIMEOUT = 0.5  # seconds; a Redis that does not answer must not hold up a page
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

    def check(self, *who: str) -> None:
        """Count one; raises TooOften above the limit."""
        if not self.allows(*who):
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


class _Limiter:
    """Counts in Redis, for all processes together; while Redis is away, each process counts for itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._together: MovingWindowRateLimiter | None = None
        self._again_at = 0.0

    def hit(self, rate: RateLimitItem, name: str, who: str, cost: int = 1) -> bool:
        if time.monotonic() >= self._again_at:
            try:
                return self._shared().hit(rate, name, who, cost=cost)
            except (redis.RedisError, OSError) as trouble:
                log.warning("limits are counted in this process only: %s", type(trouble).__name__)
                self._again_at = time.monotonic() + PAUSE
        with self._lock:  # the storage drops its own locks when keys expire, while others wait for them
            return self._alone.hit(rate, name, who, cost=cost)

    def wait(self, rate: RateLimitItem, name: str, who: str) -> int:
        """How many seconds until there is room again."""
        try:
            counting = self._shared() if time.monotonic() >= self._again_at else self._alone
            left = counting.get_window_stats(rate, name, who).reset_time - time.time()
        except (redis.RedisError, OSError):
            left = float(rate.get_expiry())
        return max(1, math.ceil(left))

    def _shared(self) -> MovingWindowRateLimiter:
        if self._together is None:
            pool = redis.ConnectionPool.from_url(
                _plain_url(settings.REDIS_URL), socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
            )
            self._together = MovingWindowRateLimiter(
                RedisStorage("redis://", connection_pool=pool, key_prefix="limit")
            )
        return self._together

    def forget(self) -> None:
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._together = None
        self._again_at = float("inf")


def _plain_url(url: str) -> str:
    """Celery writes a socket file as redis+socket://, the client of Redis as unix://.

    >>> _plain_url("redis+socket:///run/redis.sock?virtual_host=1")
    'unix:///run/redis.sock?db=1'
    """
    if url.startswith("redis+socket://"):
        return "unix://" + url.removeprefix("redis+socket://").replace("virtual_host=", "db=")
    return url


_limiter = _Limiter()
