"""No cache keeps what was made for one reader, not even what nobody has thought of marking."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

PRIVATE = "private, no-store"


class KeepingMiddleware:
    """Pages tell who is signed in, refusals and missing pages too: what may be kept has to say so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", PRIVATE)
        return response
