"""The account page: name, time zone and language, email settings, sign-in."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.services import address_change, renewal, users
from accounts.services import calendar as calendars
from accounts.services.absences import days_in_words, now_or_to_come
from accounts.web.forms import EmailSettingsForm, ProfileForm
from accounts.web.guards import SignedIn, signed_in
from post.limiter import user_key


@signed_in
@require_safe
def account(request: SignedIn) -> HttpResponse:
    """Everything at a glance."""
    return _page(request)


def _page(
    request: SignedIn, profile: ProfileForm | None = None, email_settings: EmailSettingsForm | None = None
) -> HttpResponse:
    # A refused form has changed its user object: the page shows the saved one.
    user = User.objects.get(pk=request.user.pk)
    about = {
        "profile": profile or ProfileForm(instance=user),
        "email_settings": email_settings or EmailSettingsForm(instance=user),
        "person": user,
        "change": address_change.open_change(user),
        "absences": [days_in_words(one, user) for one in now_or_to_come(user)],
        "calendar_address": settings.SITE_URL + calendars.calendar_path(user),
    }
    return render(request, "accounts/account.html", about)


@signed_in
@require_POST
def profile(request: SignedIn) -> HttpResponse:
    """Save name, time zone and language."""
    form = ProfileForm(request.POST, instance=request.user)
    return _keep(request, form) if form.is_valid() else _page(request, profile=form)


@signed_in
@require_POST
def email_settings(request: SignedIn) -> HttpResponse:
    """Save the email settings."""
    form = EmailSettingsForm(request.POST, instance=request.user)
    return _keep(request, form) if form.is_valid() else _page(request, email_settings=form)


def _keep(request: SignedIn, form: ProfileForm | EmailSettingsForm) -> HttpResponse:
    users.CHANGES.check(user_key(request.user.pk))
    users.change(request.user, form.cleaned_data)
    return _done(request, _("Saved."))


def _done(request: SignedIn, told: str) -> HttpResponse:
    messages.success(request, told)
    return redirect("account")


@signed_in
@require_POST
def mail_again(request: SignedIn) -> HttpResponse:
    """Emails bounced, and their reader says that they arrive again."""
    users.try_mail_again(request.user)
    return _done(request, _("We will send you emails again."))


@signed_in
@require_POST
def renew_calendar(request: SignedIn) -> HttpResponse:
    """Give the calendar a new address."""
    calendars.renew(request.user)
    return _done(request, _("Your calendar has a new address. The old one no longer works."))


@signed_in
@require_POST
def sign_out_everywhere(request: SignedIn) -> HttpResponse:
    """End all sessions, this one too, and all secrets that were ever sent or shown."""
    users.CHANGES.check(user_key(request.user.pk))
    renewal.renew(request.user)
    logout(request)
    messages.success(request, _("You have been signed out everywhere."))
    return redirect("sign_in")
