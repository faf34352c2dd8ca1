"""The sign-in pages. None of them reveals whether an address is known."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import SignIn, User
from accounts.services import sign_in
from accounts.services.next_page import own_page
from accounts.services.passwords import user_with
from accounts.web import browser
from accounts.web.forms import AskForm, CodeForm, PasswordSignInForm
from accounts.web.session import enter, enter_by_email
from post.limiter import allow, client_of

log = logging.getLogger(__name__)  # what happens at the door; neither addresses nor secrets


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Where to send a link and a code; beside it, a form for people with a password."""
    form = AskForm(request.POST or None, initial=_start(request))
    if not form.is_valid():
        return _ask_page(request, form)
    secret = browser.browser_of(request) or browser.new_browser()
    address = form.cleaned_data["address"]
    language = get_language() or ""
    sign_in.ask(address, secret, form.cleaned_data["next"], client_of(request), language)
    response = redirect("sign_in_code")  # whether or not an email was sent
    browser.remember(response, secret, address)
    return response


def _start(request: HttpRequest) -> dict[str, str]:
    user = request.user
    has_address = isinstance(user, User) and not user.is_guest
    known = user.get_username() if has_address else browser.asked_address(request)
    return {"address": known, "next": own_page(request.GET.get("next", ""))}


def _ask_page(
    request: HttpRequest, form: AskForm, with_password: PasswordSignInForm | None = None, status: int = 200
) -> HttpResponse:
    with_password = with_password or PasswordSignInForm(initial=form.initial, auto_id="id_password_%s")
    about = {"form": form, "with_password": with_password}
    return render(request, "accounts/sign_in.html", about, status=status)


@never_cache
@sensitive_post_parameters("password")
@require_POST
def with_password(request: HttpRequest) -> HttpResponse:
    """Sign in with an address and a password."""
    form = PasswordSignInForm(request.POST, auto_id="id_password_%s")
    user = None
    if form.is_valid():
        user = user_with(request, form.cleaned_data["address"], form.cleaned_data["password"])
        if user is not None:
            return enter(request, user, form.cleaned_data["next"])
        log.info("a password was refused")
        form.add_error(
            None,
            _("Wrong address or password, or too many attempts. You can always sign in by email."),
        )
    return _ask_page(request, AskForm(initial=_start(request)), form)


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """An email has been sent: its code can be entered here."""
    address = browser.asked_address(request)
    if not address:
        return redirect("sign_in")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        waiting = sign_in.waiting_in(browser.browser_of(request))
        used = _try_code(request, waiting, form)
        if used is not None:
            return enter_by_email(request, used)
    return render(request, "accounts/code.html", {"form": form, "address": address})


def _try_code(request: HttpRequest, open_sign_ins: list[SignIn], form: CodeForm) -> SignIn | None:
    used = None
    if allow("sign-in codes of a client", client_of(request), rate="30/hour"):
        used = sign_in.use_code(open_sign_ins, form.cleaned_data["code"])
    if used is None:
        log.info("a sign-in code was refused")
        form.add_error("code", _("This code does not work. It may be mistyped, already used, or too old."))
    return used


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """What the link in an email opens: a page with a button.

    In a browser that did not ask for the email, the button also needs the code in it: a program that
    opens links and presses buttons does not type it.
    """
    found = sign_in.found_by_link(token)
    if found is None:
        return _dead_link(request)
    secret = browser.browser_of(request)
    here = sign_in.was_asked_in(found, secret)
    form = None if here else CodeForm(request.POST or None)
    if request.method == "POST":
        if not allow("sign-in links of a client", client_of(request), rate="120/hour"):
            return _dead_link(request)
        if here:
            return enter_by_email(request, found) if sign_in.use_link(found, secret) else _dead_link(request)
        if form is not None and form.is_valid() and _try_code(request, [found], form) is not None:
            return enter_by_email(request, found)
    return render(request, "accounts/link.html", {"sign_in": found, "form": form})


def _dead_link(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/dead_link.html", {"form": AskForm(initial=_start(request))}, status=410)
