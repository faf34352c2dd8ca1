"""A session begins or ends."""

from __future__ import annotations

import logging
import time

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import SignIn, User
from accounts.services import guests, sign_in, users
from accounts.services.next_page import own_page, page_kept
from accounts.web import browser
from accounts.web.forms import ProfileForm
from accounts.web.guards import to_sign_in
from post.limiter import client_of

log = logging.getLogger(__name__)  # by number: names and addresses do not belong in a log

_NEWCOMER = "newcomer"  # in the session of someone who has proved an address and has no account yet
_GUEST = "guest"  # in the same session: who has played here as a guest
_BACKEND = "accounts.backends.Accounts"
_HOUR = 60 * 60


def enter_by_email(request: HttpRequest, used: SignIn) -> HttpResponse:
    """The address is proved: sign its user in, or welcome a new one."""
    user = sign_in.person_at(used.address)
    if user is not None:
        users.try_mail_again(user)
        return enter(request, user, page_kept(used.next))
    guest = guest_of(request)
    logout(request)  # someone else was signed in here
    request.session[_NEWCOMER] = {"address": used.address, "next": used.next, "until": time.time() + _HOUR}
    if guest is not None:
        request.session[_GUEST] = guest.pk
    return redirect("welcome")


def guest_of(request: HttpRequest) -> User | None:
    """The guest who plays in this browser, also one who is about to sign up."""
    if isinstance(request.user, User):
        return request.user if request.user.is_guest else None
    return User.objects.filter(pk=request.session.get(_GUEST) or 0, is_guest=True).first()


def enter(request: HttpRequest, user: User, next_page: str) -> HttpResponse:
    """Begin a session, and continue to the page that was asked for."""
    if not user.is_active:
        return render(request, "accounts/closed.html", status=403)
    guest = guest_of(request)
    login(request, user, backend=_BACKEND)
    request.session.pop(_GUEST, None)
    if guest is not None:
        guests.hand_over(guest, user)
    log.info("user %s signed in", user.pk)
    response = redirect(own_page(next_page) or "my_matches")
    browser.forget(response)
    return response


def enter_as_guest(request: HttpRequest) -> User:
    """Begin a session for someone who has not signed up."""
    client = client_of(request)
    guests.GUESTS.check(client)
    guest = guests.welcome(get_language() or "", client)
    login(request, guest, backend=_BACKEND)
    log.info("user %s plays as a guest", guest.pk)
    return guest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """A new user chooses a name, a time zone and a language."""
    newcomer = request.session.get(_NEWCOMER)
    if newcomer is None or newcomer["until"] < time.time():
        return redirect("sign_in")
    blank = User(email=newcomer["address"], language=get_language() or "")
    form = ProfileForm(request.POST or None, instance=blank)
    if form.is_valid():
        user = users.welcome(newcomer["address"], form.cleaned_data)
        del request.session[_NEWCOMER]
        return enter(request, user, page_kept(newcomer["next"]))
    return render(request, "accounts/welcome.html", {"form": form, "address": newcomer["address"]})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """A button that ends this browser's session."""
    if request.method != "POST":
        return render(request, "accounts/sign_out.html")
    logout(request)
    return redirect(own_page(request.POST.get("next", "")) or "home")


@never_cache
@require_safe
def admin_door(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """Staff sign in where everyone does: one door to guard."""
    wanted = own_page(request.GET.get("next", "")) or reverse("admin:index")
    if not isinstance(request.user, User):
        return to_sign_in(wanted)
    if not request.user.is_staff:
        return render(request, "accounts/not_staff.html", status=403)
    return redirect(wanted)
