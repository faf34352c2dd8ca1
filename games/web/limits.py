"""Pages count what they do under the same limits as the API."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.web.access import Visit, reader_of
from post.limiter import Limit, client_of

View = Callable[..., HttpResponse]


def limited(
    limit: Limit, method: str = "POST", unless: Callable[[HttpRequest], bool] = lambda request: False
) -> Callable[[View], View]:
    """Count each form that is sent; above the limit the reader is told when to try again."""

    def decorator(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == method and not unless(request):
                limit.check(who_counts(request, next((arg for arg in args if isinstance(arg, Visit)), None)))
            return view(request, *args, **kwargs)

        return counted

    return decorator


def who_counts(request: HttpRequest, visit: Visit | None) -> str:
    """The user, also one who came by a link; strangers count by where they are, and guests do too."""
    seat = visit.access.seat if visit is not None else None
    user = seat.user if seat is not None else reader_of(request)
    return user.counts_as if user is not None else client_of(request)
