"""What goes wrong, as `application/problem+json`: for programs a type and a status, for people a sentence."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, ValidationError
from django.http import Http404, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.refusals import Refused
from games.services.access import NotVisible
from games.services.matches.new import OtherMatch
from games.services.orders import OtherOrder
from post.limiter import TooOften
from post.unavailable import is_unavailable

MEDIA_TYPE = "application/problem+json"
TYPES = "/api/docs/#"  # where each type is explained

log = logging.getLogger(__name__)


class Problem(Exception):
    """A response that is an error; `more` are additional members."""

    status = 400
    kind = "bad-request"

    def __init__(
        self,
        detail: str,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.headers = dict(headers or {})
        self.more = more


class BadBody(Problem):
    """The request is not what the schema says."""


class TooLarge(Problem):
    """The request is too long."""

    status = 413
    kind = "too-large"


class NotUnderstood(Problem):
    """Orders in which nothing can be understood: nothing was accepted."""

    status = 422
    kind = "not-understood"


class Unavailable(Problem):
    """Something on our side is not working."""

    status = 503
    kind = "unavailable"


class NoSeat(Problem):
    """The match may be seen, but this is for its players."""

    status = 403
    kind = "no-seat"


TITLES: dict[str, Promise | str] = {
    "bad-request": _("The request cannot be read"),
    "not-authenticated": _("A token or a session is needed"),
    "forbidden": _("Not allowed"),
    "no-seat": _("You have no seat in this match"),
    "not-found": _("Not found"),
    "method-not-allowed": _("Method not allowed"),
    "not-acceptable": _("Format not available"),
    "refused": _("Not possible right now"),
    "too-large": _("The request is too large"),
    "unsupported-media-type": _("Only JSON is accepted"),
    "not-understood": _("Nothing was understood"),
    "key-used": _("The key was used for something else"),
    "too-many-requests": _("Too many requests"),
    "unavailable": _("Not available at the moment"),
}

KINDS = {
    400: "bad-request",
    401: "not-authenticated",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    409: "refused",
    413: "too-large",
    415: "unsupported-media-type",
    422: "not-understood",
    429: "too-many-requests",
    503: "unavailable",
}


def problem_response(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """The response to an error in a view; None for a fault of ours, which Django logs and hides."""
    if isinstance(exc, Problem):
        return _answer(exc.status, exc.kind, exc.detail, exc.headers, exc.more)
    if isinstance(exc, exceptions.APIException):
        return _from_framework(exc)
    if isinstance(exc, TooOften):
        return _answer(429, "too-many-requests", str(exc), {"Retry-After": str(exc.seconds)})
    if isinstance(exc, OtherOrder | OtherMatch):
        return _answer(422, "key-used", str(exc))
    if isinstance(exc, Refused):
        return _answer(409, "refused", str(exc))
    if isinstance(exc, NotVisible | Http404):
        return _answer(404, "not-found", str(_("it does not exist, or you may not see it")))
    return _from_django(exc)


def _from_framework(exc: exceptions.APIException) -> Response:
    headers: dict[str, str] = {}
    if (
        isinstance(exc, exceptions.NotAuthenticated | exceptions.AuthenticationFailed)
        and exc.status_code == 401
    ):
        headers["WWW-Authenticate"] = "Token"
    if isinstance(exc, exceptions.Throttled):
        headers["Retry-After"] = "60"
    return _answer(exc.status_code, KINDS.get(exc.status_code, "bad-request"), str(exc.detail), headers)


def _from_django(exc: Exception) -> Response | None:
    match exc:
        case RequestDataTooBig():
            return _answer(413, "too-large", str(_("the request is too large")))
        case ValidationError():
            return _answer(400, "bad-request", " ".join(exc.messages))
        case PermissionDenied():
            return _answer(403, "forbidden", str(_("this is not allowed")))
        case SuspiciousOperation() | UnreadablePostError() | MultiPartParserError():
            return _answer(400, "bad-request", str(_("the request cannot be read")))
    if is_unavailable(exc):
        log.exception("the database or the disk takes nothing")
        told = str(_("the server is busy; try again with the same key"))
        return _answer(503, "unavailable", told, {"Retry-After": "5"})
    return None


def _answer(
    status: int,
    kind: str,
    detail: str,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, object] | None = None,
) -> Response:
    body = {"type": TYPES + kind, "title": str(TITLES[kind]), "status": status, "detail": detail}
    return Response(body | dict(more or {}), status, headers=dict(headers or {}), content_type=MEDIA_TYPE)
