"""Pages that are not there look the same to everyone, also where Django would show its own workings."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseNotAllowed, HttpResponseNotFound
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.defaults import page_not_found


class NotFoundMiddleware:
    """The innermost: with DEBUG, Django answers with a list of all addresses, which helps no player.

    The address of a button has no page of its own. Whoever opens it (after signing in anew, say) would see
    nothing at all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if settings.DEBUG and isinstance(response, HttpResponseNotFound):
            return page_not_found(request, Http404())
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET" and not response.content:
            return _with_page(request, response)
        return response


def _with_page(request: HttpRequest, refused: HttpResponseNotAllowed) -> HttpResponseBase:
    page = render(request, "405.html", status=refused.status_code)
    page.headers["Allow"] = refused.headers["Allow"]
    return page
