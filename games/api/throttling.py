"""Rate limits: generous for play, strict for what costs others something. Counted by user, else by client."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from limits import parse
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import User
from games.api.problems import TooOften
from post.limiter import allow, client_of


@dataclass(frozen=True, slots=True)
class Limit:
    """What is counted under one name, and how much of it is allowed."""

    name: str
    most: int
    span: str

    def check(self, *who: str) -> None:
        """Count one; raises TooOften above the limit."""
        rate = f"{self.most * settings.API_PACE}/{self.span}"
        if not allow(f"api {self.name}", *who, rate=rate):
            seconds = parse(rate).get_expiry()
            told = _("the limit is {rate}; try again in {seconds} seconds")
            raise TooOften(told.format(rate=rate, seconds=seconds), headers={"Retry-After": str(seconds)})


ALL = Limit("all", 600, "minute")
ANONYMOUS = Limit("anonymous", 120, "minute")
BAD_TOKENS = Limit("bad tokens", 30, "minute")
ORDERS = Limit("orders", 120, "minute")
REPORTS = Limit("reports", 30, "minute")
CHANGES = Limit("changes", 60, "minute")
PRESS = Limit("press", 30, "minute")
MATCHES = Limit("matches", 60, "hour")


def authenticated(request: Request) -> User | None:
    """The signed-in user. A client that tries token after token is told to wait."""
    try:
        user = request.user
    except AuthenticationFailed:
        BAD_TOKENS.check(client_of(request._request))
        raise
    return user if isinstance(user, User) else None


def check(request: Request, user: User | None, limit: Limit | None) -> None:
    """Count this request, for its user or for the address it came from."""
    if user is None:
        ANONYMOUS.check(client_of(request._request))
    else:
        (limit or ALL).check(f"user {user.pk}")
