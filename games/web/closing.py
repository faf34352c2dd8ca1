"""How a match ends by its people's will, and how the next one begins."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Match
from games.services import ending, matches
from games.services.refusals import Refused
from games.services.rematch import rematch as play_again
from games.web.acting import confirm
from games.web.doors import Visit, signed_in
from games.web.sending import sentence


@require_http_methods(["GET", "HEAD", "POST"])
def agree(request: HttpRequest, visit: Visit) -> HttpResponse:
    """To end the match as it stands, if all others agree; said once more, it is taken back."""
    has_agreed = visit.seat.agreed_at is not None
    if request.method != "POST":
        return _asked_to_agree(request, visit, has_agreed)
    try:
        match = (
            ending.take_back(visit.seat) if request.POST.get("agree") == "no" else ending.agree(visit.seat)
        )
    except Refused as why:
        messages.error(request, sentence(why))
    else:
        messages.success(request, _told(match, request.POST.get("agree") == "no"))
    return HttpResponseRedirect(visit.page)


def _asked_to_agree(request: HttpRequest, visit: Visit, has_agreed: bool) -> HttpResponse:
    if has_agreed:
        title, about = _("Play on after all?"), _("You said that you would end the match here.")
        return confirm(request, visit, title, about, _("Play on"), agree="no")
    about = _(
        "When all players who have not resigned agree, the match is over without a winner. "
        "Your word holds until the turn is over; you can take it back before."
    )
    return confirm(request, visit, _("End the match here?"), about, _("Agree to end it"), agree="yes")


def _told(match: Match, is_taken_back: bool) -> str:
    if match.status == Match.Status.FINISHED:
        return _("All have agreed: the match is over.")
    return _("The match goes on.") if is_taken_back else _("The others are asked whether they agree.")


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The host takes a match back that has not begun."""
    match, user = visit.access.match, signed_in(request)
    if match.host_id != user.pk:
        raise Http404
    if request.method != "POST":
        about = _("Nobody can sit down any more, and the invitations are worth nothing.")
        return confirm(request, visit, _("Withdraw {match}?").format(match=match), about, _("Withdraw it"))
    try:
        matches.withdraw(match, user)
    except Refused as why:
        messages.error(request, sentence(why))
        return HttpResponseRedirect(visit.page)
    messages.success(request, _("The match is withdrawn."))
    return HttpResponseRedirect(reverse("my_matches"))


@require_POST
def rematch(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The same people again."""
    try:
        match = play_again(visit.access.match, signed_in(request))
    except Refused as why:
        messages.error(request, sentence(why))
        return HttpResponseRedirect(visit.page)
    return HttpResponseRedirect(reverse("match", args=[match.pk]))
