"""What cannot be kept is not confirmed: while the database or the disk takes nothing, the answer is 503."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from django.core.signals import got_request_exception
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from post.unavailable import is_unavailable

RETRY_SECONDS = 30
_MARK = "_is_unavailable"


@receiver(got_request_exception, dispatch_uid="edgepbem.availability")
def note(sender: object, request: HttpRequest | None = None, **more: Any) -> None:
    """Remember why a request failed: Django has made a 500 of it before any other middleware looks."""
    fault = sys.exc_info()[1]
    if request is not None and fault is not None and is_unavailable(fault):
        setattr(request, _MARK, True)


class AvailabilityMiddleware:
    """The outermost one: what fails in a view, a session or another middleware passes here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if not hasattr(request, _MARK):
            return answer
        sorry = _problem() if request.path.startswith("/api/") else _page()
        sorry["Retry-After"] = str(RETRY_SECONDS)
        sorry["Cache-Control"] = "no-store"
        sorry._has_been_logged = True  # type: ignore[attr-defined]  # with its reason, as it happened
        return sorry


def _page() -> HttpResponse:
    return HttpResponse(render_to_string("503.html"), status=503)


def _problem() -> HttpResponse:
    body = {
        "type": "/api/docs/#unavailable",
        "title": _("Not available at the moment"),
        "status": 503,
        "detail": _("nothing was saved; try again with the same key"),
    }
    return JsonResponse(body, status=503, content_type="application/problem+json")
