"""The account page: one's name, zone and language, which mails, where one is signed in."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import address_change, people
from accounts.services import calendar as calendars
from accounts.web.forms import ProfileForm, WishesForm
from accounts.web.guards import SignedIn, signed_in


@signed_in
@require_safe
def account(request: SignedIn) -> HttpResponse:
    """All of it at a glance."""
    return _page(request)


def _page(
    request: SignedIn, profile: ProfileForm | None = None, wishes: WishesForm | None = None
) -> HttpResponse:
    # A form that was refused has written on its user: the page shows the one that is kept.
    user = User.objects.get(pk=request.user.pk)
    about = {
        "profile": profile or ProfileForm(instance=user),
        "wishes": wishes or WishesForm(instance=user),
        "person": user,
        "change": address_change.open_change(user),
        "calendar_address": settings.SITE_URL + calendars.calendar_path(user),
    }
    return render(request, "accounts/account.html", about)


@signed_in
@require_POST
def profile(request: SignedIn) -> HttpResponse:
    """Keep name, time zone and language."""
    form = ProfileForm(request.POST, instance=request.user)
    if not form.is_valid():
        return _page(request, profile=form)
    return _keep(request, form)


@signed_in
@require_POST
def wishes(request: SignedIn) -> HttpResponse:
    """Keep which mails are wanted."""
    form = WishesForm(request.POST, instance=request.user)
    if not form.is_valid():
        return _page(request, wishes=form)
    return _keep(request, form)


def _keep(request: SignedIn, form: ProfileForm | WishesForm) -> HttpResponse:
    people.change(request.user, form.cleaned_data)
    return _done(request, _("Saved."))


def _done(request: SignedIn, told: str) -> HttpResponse:
    messages.success(request, told)
    return redirect("account")


@signed_in
@require_POST
def mail_again(request: SignedIn) -> HttpResponse:
    """Mail came back, and its owner says that it arrives again."""
    people.try_mail_again(request.user)
    return _done(request, _("Mail goes out to you again."))


@signed_in
@require_POST
def renew_calendar(request: SignedIn) -> HttpResponse:
    """Give the calendar another address."""
    calendars.renew(request.user)
    return _done(request, _("Your calendar has a new address; the old one does not work any more."))


@signed_in
@require_POST
def sign_out_everywhere(request: SignedIn) -> HttpResponse:
    """End all sessions, this one too."""
    people.sign_out_everywhere(request.user)
    logout(request)
    messages.success(request, _("You are signed out everywhere."))
    return redirect("sign_in")
