"""Pages on which an account could be lost: password, address, tokens."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refused
from accounts.services import address_change, passwords, tokens
from accounts.web.forms import AddressForm, NewPasswordForm, TokenForm
from accounts.web.guards import SignedIn, freshly_signed_in, signed_in

ANY = ["GET", "HEAD", "POST"]


@sensitive_post_parameters("password")
@freshly_signed_in
@require_http_methods(ANY)
def password(request: SignedIn) -> HttpResponse:
    """Set or change a password."""
    form = NewPasswordForm(request.user, request.POST or None)
    if not form.is_valid():
        return render(request, "accounts/password.html", {"form": form})
    passwords.set_password(request.user, form.cleaned_data["password"])
    return _changed(request, _("Your password has been set. You have been signed out everywhere else."))


@freshly_signed_in
@require_POST
def remove_password(request: SignedIn) -> HttpResponse:
    """Remove the password."""
    passwords.remove_password(request.user)
    return _changed(request, _("Your password has been removed. You sign in by email."))


def _changed(request: SignedIn, told: str) -> HttpResponse:
    update_session_auth_hash(request, request.user)  # all other sessions end
    messages.success(request, told)
    return redirect("account")


@freshly_signed_in
@require_http_methods(ANY)
def address(request: SignedIn) -> HttpResponse:
    """Ask for a change of address."""
    form = AddressForm(request.POST or None)
    if form.is_valid():
        try:
            address_change.ask(request.user, form.cleaned_data["address"])
        except Refused as why:
            form.add_error("address", str(why))
        else:
            messages.success(request, _("We have sent two emails. Confirm the change in both of them."))
            return redirect("account")
    return render(request, "accounts/address.html", {"form": form})


@signed_in
@require_http_methods(ANY)
def confirm_address(request: SignedIn, token: str) -> HttpResponse:
    """What the links in the two emails open: a page with a button, for the user only."""
    found = address_change.found_by_link(request.user, token)
    if found is None:
        return render(request, "accounts/dead_change.html", status=410)
    change, side = found
    if request.method != "POST":
        return render(request, "accounts/confirm_address.html", {"change": change, "side": side})
    try:
        moved = address_change.confirm(change, side)
    except Refused as why:
        messages.error(request, str(why))
    else:
        other = change.address if side == address_change.OLD else request.user.email
        waits = _("Confirmed. Now open the email to {address}.").format(address=other)
        if moved:  # all sessions have ended, and this one is asked to prove the new address too
            logout(request)
            messages.success(request, _("Your address has been changed. Sign in with the new one."))
            return redirect("sign_in")
        messages.success(request, waits)
    return redirect("account")


@freshly_signed_in
@require_http_methods(ANY)
def api_tokens(request: SignedIn) -> HttpResponse:
    """Tokens for programs. A new one is shown once, in the response to the form."""
    form = TokenForm(request.POST or None)
    made = ""
    if form.is_valid():
        try:
            made = tokens.make(request.user, form.cleaned_data["name"])
            form = TokenForm()
        except Refused as why:
            form.add_error("name", str(why))
    about = {"form": form, "made": made, "tokens": tokens.tokens_of(request.user)}
    return render(request, "accounts/tokens.html", about)


@freshly_signed_in
@require_POST
def revoke_token(request: SignedIn, token_key: str) -> HttpResponse:
    """End a token."""
    if tokens.revoke(request.user, token_key):
        messages.success(request, _("The token has been revoked."))
    return redirect("account_tokens")
