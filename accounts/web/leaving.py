"""Taking one's data along, and leaving."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services import leaving
from accounts.services.export import archive
from accounts.web.forms import LeaveForm
from accounts.web.guards import SignedIn, freshly_signed_in, signed_in
from edgepbem.limiter import allow
from games.models import Match, Seat
from games.services.refusals import Refused


@signed_in
@require_safe
def export(request: SignedIn) -> HttpResponse:
    """All that is kept of the reader, as one file."""
    if not allow("exports", str(request.user.pk), rate="10/hour"):
        return render(request, "accounts/too_often.html", status=429)
    headers = {"Content-Disposition": 'attachment; filename="edgepbem.zip"'}
    return HttpResponse(archive(request.user), content_type="application/zip", headers=headers)


@freshly_signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: SignedIn) -> HttpResponse:
    """What is deleted and what stays; then, by the account's address, do it."""
    form = LeaveForm(request.user, request.POST or None)
    if form.is_valid():
        try:
            leaving.leave(request.user)
        except Refused as why:
            form.add_error(None, str(why))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Farewell."))
            return redirect("home")
    running = Seat.objects.filter(user=request.user, match__status=Match.Status.RUNNING).count()
    return render(request, "accounts/delete.html", {"form": form, "running": running})
