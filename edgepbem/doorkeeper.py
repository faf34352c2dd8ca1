"""What every request must be before anything reads it: text in UTF-8, not too long, without files."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NoReturn
from urllib.parse import unquote_to_bytes

from django.core.exceptions import DisallowedHost
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from post.characters import NotText, checked, decoded
from post.limiter import TooOften

# Of a form or a call; a view may name its own `largest_body`, and is then left alone.
MOST_BYTES = 1024 * 1024
FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
_KINDS = {413: "too-large", 415: "unsupported-media-type", 429: "too-many-requests"}  # as the API names them
_UNDECODED = re.compile("%[89a-f][0-9a-f]", re.IGNORECASE)  # what Django leaves of bytes that are no UTF-8
_CHARSETS = frozenset({"", "utf-8", "utf8"})


class Turned(Exception):
    """A request is turned away: with this status, and a sentence that says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class NoFiles(FileUploadHandler):
    """No form takes files: the first one ends the reading."""

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Turned(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, _("Files cannot be sent to this page."))

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None


def largest_body(path: str) -> int:
    """How many bytes the page at a path takes; a web server may ask before it has the whole request."""
    try:
        view = resolve(path).func
    except Resolver404:
        return MOST_BYTES
    return int(getattr(view, "largest_body", MOST_BYTES))


class DoorkeeperMiddleware:
    """Turns away what is no request for us: 400, 411, 413, 415, 429, each with its reason."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            _check_name(request)
            _check_address(request)
        except Turned as turned:
            return _answer(request, turned.status, turned.why)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Here the view is known, and neither it nor the check against forged forms has read the body yet."""
        own = getattr(view, "largest_body", None)
        try:
            _check_size(request, own or MOST_BYTES)
            if own is None and request.META.get("CONTENT_LENGTH") not in (None, "", "0"):
                _check_body(request)
        except Turned as turned:
            return _answer(request, turned.status, turned.why)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A page has a limit as every call has: say when to come back."""
        if not isinstance(exception, TooOften):
            return None
        response = _answer(request, HTTPStatus.TOO_MANY_REQUESTS, f"{capfirst(str(exception))}.")
        response["Retry-After"] = str(exception.seconds)
        return response


def _check_name(request: HttpRequest) -> None:
    """Who makes a name of their own lead here gets nothing; Django would show its workings to them."""
    try:
        request.get_host()
    except DisallowedHost:
        raise Turned(HTTPStatus.BAD_REQUEST, _("This server has another name.")) from None


def _check_address(request: HttpRequest) -> None:
    """The path, and the query as it came: Django decodes it with replacements, which hides what was sent."""
    try:
        if any(letter < " " for letter in checked(request.path_info)):
            raise NotText("a path has no line breaks")
        if _UNDECODED.search(request.path_info):
            raise NotText("it is not UTF-8")
        _check_form(str(request.META.get("QUERY_STRING", "")).encode("latin-1", "replace"))
    except NotText as why:
        raise Turned(
            HTTPStatus.BAD_REQUEST, _("The address cannot be read: {why}.").format(why=why)
        ) from None


def _check_size(request: HttpRequest, most: int) -> None:
    length = str(request.META.get("CONTENT_LENGTH") or "")
    if not length and request.META.get("HTTP_TRANSFER_ENCODING"):
        raise Turned(HTTPStatus.LENGTH_REQUIRED, _("A request must state its length."))
    if length and not (length.isascii() and length.isdigit()):
        raise Turned(HTTPStatus.BAD_REQUEST, _("A request must state its length."))
    if len(length) > 15 or int(length or 0) > most:
        too_large = _("A request can have at most {most} kilobytes.").format(most=most // 1024)
        raise Turned(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, too_large)


def _check_body(request: HttpRequest) -> None:
    charset = (request.content_params or {}).get("charset", "").lower()
    if charset not in _CHARSETS:
        raise Turned(HTTPStatus.BAD_REQUEST, _("A request must be in UTF-8."))
    if not _is_call(request):  # its JSON is checked where it is parsed
        _check_fields(request)


def _check_fields(request: HttpRequest) -> None:
    try:
        if request.content_type == FORM:
            _check_form(request.body)
        elif request.content_type == PARTS:
            request.upload_handlers = [NoFiles(request)]
            decoded(request.body)
            for name, values in request.POST.lists():  # parsed now, where a file is turned away
                checked("".join((name, *map(str, values))))  # a part may have been packed
        else:
            raise Turned(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, _("This page accepts only forms."))
    except NotText as why:
        raise Turned(HTTPStatus.BAD_REQUEST, _("The form cannot be read: {why}.").format(why=why)) from None
    except UnreadablePostError:
        raise Turned(HTTPStatus.BAD_REQUEST, _("The form arrived incomplete.")) from None


def _check_form(data: bytes) -> None:
    decoded(unquote_to_bytes(data.replace(b"+", b" ")))


def _is_call(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _answer(request: HttpRequest, status: int, why: str) -> HttpResponse:
    """A page for people, `application/problem+json` for programs."""
    title = HTTPStatus(status).phrase
    if not _is_call(request):
        return render(request, "turned_away.html", {"status": status, "why": why}, status=status)
    kind = _KINDS.get(status, "bad-request")
    body = {"type": f"/api/docs/#{kind}", "title": title, "status": status, "detail": why}
    return JsonResponse(body, status=status, content_type="application/problem+json")
