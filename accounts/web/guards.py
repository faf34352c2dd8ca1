"""Who may open a page of an account."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.sessions import is_fresh

P = ParamSpec("P")


class SignedIn(HttpRequest):
    """A request from a signed-in user."""

    user: User


def signed_in(view: Callable[Concatenate[SignedIn, P], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page for signed-in users, never cached. Guests have no account yet."""

    @functools.wraps(view)
    def guarded(request: SignedIn, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_guest:
            messages.info(request, _("Sign up first. Your matches stay yours."))
            return sign_in_first(request)
        return view(request, *args, **kwargs)

    return never_cache(login_required(guarded))


def freshly_signed_in(
    view: Callable[Concatenate[SignedIn, P], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """A page on which an account can be lost: nobody may open it on a screen that was left unlocked."""

    @functools.wraps(view)
    def guarded(request: SignedIn, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if is_fresh(request):
            return view(request, *args, **kwargs)
        messages.info(request, _("Please sign in again to do this."))
        return sign_in_first(request)

    return signed_in(guarded)


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """To the sign-in page, and back here afterwards."""
    return to_sign_in(request.get_full_path() if request.method in ("GET", "HEAD") else request.path)


def to_sign_in(back: str) -> HttpResponse:
    """To the sign-in page, and from there to another page."""
    return redirect(f"{reverse('sign_in')}?{urlencode({'next': back})}")
