"""Rate limits of the API: generous for play, strict for what costs others something; pages share them."""

from __future__ import annotations

from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import User
from accounts.services.users import CHANGES
from games.services.access import (
    ALL,
    ANONYMOUS,
    BAD_TOKENS,
    MATCHES,
    ORDERS,
    PRESS,
    REPORTS,
)
from post.limiter import Limit, client_of

__all__ = ["CHANGES", "MATCHES", "ORDERS", "PRESS", "REPORTS", "Limit", "authenticated", "check"]


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
        (limit or ALL).check(user.counts_as)
