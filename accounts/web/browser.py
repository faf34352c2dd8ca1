"""What a browser keeps between asking for an email and signing in."""

from __future__ import annotations

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_BROWSER = "edgepbem_browser"  # a random secret; the server keeps its hash
_ASKED = "edgepbem_asked"  # the address that was entered, to be shown again
_HOUR = 60 * 60
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def browser_of(request: HttpRequest) -> str:
    """The secret of this browser; empty if it has none."""
    given = request.COOKIES.get(_BROWSER, "")
    return given if _SECRET.fullmatch(given) else ""


def new_browser() -> str:
    """A secret for a browser that asks for the first time."""
    return secrets.token_urlsafe(32)


def remember(response: HttpResponse, browser: str, address: str) -> None:
    """Set the cookies with the browser's secret and the address that was entered."""
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(_BROWSER, browser, max_age=_HOUR, secure=secure, httponly=True, samesite="Lax")
    response.set_signed_cookie(
        _ASKED, address, max_age=_HOUR, secure=secure, httponly=True, samesite="Lax", salt="asked"
    )


def asked_address(request: HttpRequest) -> str:
    """The address entered last; empty if there is none."""
    return str(request.get_signed_cookie(_ASKED, default="", salt="asked", max_age=_HOUR) or "")


def forget(response: HttpResponse) -> None:
    """Signed in: neither is needed now."""
    response.delete_cookie(_BROWSER, samesite="Lax")
    response.delete_cookie(_ASKED, samesite="Lax")
