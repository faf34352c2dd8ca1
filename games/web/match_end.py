"""Ending a match by agreement, withdrawing it, and asking for a rematch."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.services.users import CHANGES
from games.models import Match
from games.services.access import MATCHES
from games.services.matches import end
from games.services.matches.end import rematch as play_again
from games.web.access import Visit, signed_in
from games.web.form_input import refusals_told
from games.web.limits import limited
from games.web.player_actions import confirm


@require_http_methods(["GET", "HEAD", "POST"])
@limited(CHANGES)
def agree(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Agree to end the match as it stands, or withdraw the agreement."""
    has_agreed = visit.seat.agreed_at is not None
    if request.method != "POST":
        return _asked_to_agree(request, visit, has_agreed)
    with refusals_told(request):
        match = (
            end.withdraw_agreement(visit.seat)
            if request.POST.get("agree") == "no"
            else end.agree_to_end(visit.seat)
        )
        messages.success(request, _told(match, request.POST.get("agree") == "no"))
    return HttpResponseRedirect(visit.page)


def _asked_to_agree(request: HttpRequest, visit: Visit, has_agreed: bool) -> HttpResponse:
    if has_agreed:
        title, about = _("Withdraw your agreement?"), _("You have agreed to end the match here.")
        return confirm(request, visit, title, about, _("Continue the match"), agree="no")
    about = _(
        "When all players who have not resigned agree, the match is over without a winner. "
        "Your agreement holds until the turn is over; you can withdraw it before then."
    )
    return confirm(request, visit, _("End the match here?"), about, _("Agree to end it"), agree="yes")


def _told(match: Match, is_taken_back: bool) -> str:
    if match.status == Match.Status.FINISHED:
        return _("Everyone has agreed: the match is over.")
    return _("The match continues.") if is_taken_back else _("The others have been asked to agree.")


@require_http_methods(["GET", "HEAD", "POST"])
@limited(CHANGES)
def withdraw(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The host withdraws a match that has not started."""
    match, user = visit.access.match, signed_in(request)
    if match.host_id != user.pk:
        raise Http404
    if request.method != "POST":
        about = _("Nobody will be able to join, and the invitations will stop working.")
        return confirm(request, visit, _("Withdraw {match}?").format(match=match), about, _("Withdraw it"))
    with refusals_told(request):
        end.withdraw(match, user)
        messages.success(request, _("The match has been withdrawn."))
        return HttpResponseRedirect(reverse("my_matches"))
    return HttpResponseRedirect(visit.page)


@require_POST
@limited(MATCHES)
def rematch(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The same people again."""
    with refusals_told(request):
        match = play_again(visit.access.match, signed_in(request))
        return HttpResponseRedirect(reverse("match", args=[match.pk]))
    return HttpResponseRedirect(visit.page)
