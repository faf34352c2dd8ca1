"""The reader's language and time zone, for every page."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.models import User


class ReaderMiddleware:
    """A signed-in reader's own language and time zone; others get the browser's language and UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return self.get_response(request)
        with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
            request.LANGUAGE_CODE = translation.get_language() or user.language
            return self.get_response(request)
