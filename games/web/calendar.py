"""The calendar feed: opened by programs that cannot sign in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.services.calendar import user_of
from games.services.deadlines.calendar import feed
from post.limiter import allow, client_of


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of the user with this address."""
    # By feed and client: a calendar service fetches those of many people from one place.
    if not allow("calendar", token.partition("-")[0][:20], client_of(request), rate="120/hour"):
        return HttpResponse(status=429)
    user = user_of(token)
    if user is None:
        raise Http404
    return HttpResponse(feed(user), content_type="text/calendar; charset=utf-8")
