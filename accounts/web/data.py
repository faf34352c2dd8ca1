"""Exporting the data of an account, and deleting it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.personal_data import holders
from accounts.refusals import Refused
from accounts.services import deletion
from accounts.services.export import archive
from accounts.web.forms import LeaveForm
from accounts.web.guards import SignedIn, freshly_signed_in, signed_in
from post.limiter import Limit

_EXPORTS = Limit("exports", 10, "hour")


@signed_in
@require_safe
def export(request: SignedIn) -> HttpResponse:
    """Everything kept about the reader, as one file."""
    _EXPORTS.check(str(request.user.pk))
    headers = {"Content-Disposition": 'attachment; filename="edgepbem.zip"'}
    return HttpResponse(archive(request.user), content_type="application/zip", headers=headers)


@freshly_signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: SignedIn) -> HttpResponse:
    """Says what is deleted and what stays; typing the account's address confirms."""
    form = LeaveForm(request.user, request.POST or None)
    if form.is_valid():
        try:
            deletion.leave(request.user)
        except Refused as why:
            form.add_error(None, str(why))
        else:
            logout(request)
            messages.success(request, _("Your account has been deleted. Goodbye!"))
            return redirect("home")
    context: dict[str, object] = {"form": form}
    for holder in holders():
        context |= holder.summary(request.user)
    return render(request, "accounts/delete.html", context)
