"""The page on which users say when they will not play."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refused
from accounts.services import absences, users
from accounts.web.forms import AbsenceForm
from accounts.web.guards import SignedIn, signed_in
from post.limiter import user_key


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: SignedIn) -> HttpResponse:
    """The user's absences, and a form for one more."""
    form = AbsenceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        users.CHANGES.check(user_key(request.user.pk))
        try:
            absence = absences.declare(request.user, form.days())
        except Refused as why:
            form.add_error(None, str(why))
        else:
            told = _("You are absent from {days}.")
            messages.success(request, told.format(days=absences.days_in_words(absence, request.user)))
            return redirect("account_absence")
    rows = [
        {
            "first": absences.days_of(one, request.user)[0].isoformat(),
            "days": absences.days_in_words(one, request.user),
            "is_now": absences.has_begun(one),
        }
        for one in absences.not_over(request.user)
    ]
    return render(request, "accounts/absence.html", {"form": form, "absences": rows})


@signed_in
@require_POST
def call_off(request: SignedIn) -> HttpResponse:
    """End an absence now, or before it begins."""
    users.CHANGES.check(user_key(request.user.pk))
    try:
        first = date.fromisoformat(request.POST.get("first", ""))
        absences.call_off(request.user, absences.beginning_on(request.user, first))
    except ValueError:
        messages.error(request, _("This absence is over."))
    except Refused as why:
        messages.error(request, str(why))
    else:
        messages.success(request, _("Your deadlines are running again."))
    return redirect("account_absence")
