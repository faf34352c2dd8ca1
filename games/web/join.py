"""Joining a match: a free seat, an invitation, an abandoned seat."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.services.users import CHANGES
from games.models import Match, Seat
from games.services import fairness, invitations, seats
from games.services.access import Access, name_of, seats_of
from games.services.engines import ENGINES
from games.services.texts import variants_of
from games.web import match_parts
from games.web.access import Visit, cleaned, reader_of, signed_in
from games.web.form_input import refusals_told
from games.web.limits import limited
from post.link_owners import not_yours


@require_POST
@limited(CHANGES)
def join(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Take a free seat."""
    user = reader_of(request)
    if user is None:
        return redirect_to_login(visit.page)
    with refusals_told(request):
        seat = _seat(visit, request.POST.get("seat", ""))
        seats.sit_down(seat.pk, user, request.POST.get("seed", ""))
        messages.success(request, _("You have joined."))
    return HttpResponseRedirect(visit.page)


@require_POST
@limited(CHANGES)
def seed(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Choose or renew the seed that one adds to the dice."""
    with refusals_told(request):
        fairness.choose_seed(visit.access.match, signed_in(request), request.POST.get("seed", ""))
        messages.success(request, _("Your seed has been saved."))
    return HttpResponseRedirect(reverse("match_dice", args=[visit.access.match.pk]))


@require_POST
@limited(CHANGES)
def invite(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The host reserves a free seat for someone, who gets an email."""
    match, user = visit.access.match, signed_in(request)
    if match.host_id != user.pk:
        raise Http404
    address = request.POST.get("address", "")[:254]
    with refusals_told(request):
        invitations.invite(match, _seat(visit, request.POST.get("seat", "")).number, address, user)
        messages.success(request, _("The invitation has been sent."))
    return HttpResponseRedirect(visit.page)


def _seat(visit: Visit, number: str) -> Seat:
    for seat in visit.access.seats:
        if str(seat.number) == number:
            return seat
    raise Http404


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited(CHANGES)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The match of an invitation; accepted or declined by a button, because email programs open links."""
    token = cleaned(token)
    seat, user = invitations.seat_for(token), reader_of(request)
    if seat is None:
        return _nothing(request)
    if user is not None and _is_for_another(seat, user):
        return not_yours(request)
    if request.method != "POST":
        return _shown(request, "games/invitation.html", seat)
    if request.POST.get("answer") == "decline":
        return _declined(request, seat)
    if user is None:
        return redirect_to_login(reverse("invitation", args=[token]))
    return _accepted(request, seat, user)


def _is_for_another(seat: Seat, user: User) -> bool:
    """Whether it came to an opponent or the host by mistake; the invited may well sign in as someone new."""
    if not seat.invited or seat.invited == user.email:
        return False
    return seat.match.host_id == user.pk or seat.match.seats.filter(user=user).exists()


def _accepted(request: HttpRequest, seat: Seat, user: User) -> HttpResponse:
    with refusals_told(request):
        invitations.accept(seat.pk, user, request.POST.get("seed", ""))
        messages.success(request, _("You have joined."))
        return HttpResponseRedirect(reverse("match", args=[seat.match_id]))
    return _shown(request, "games/invitation.html", seat)


def _declined(request: HttpRequest, seat: Seat) -> HttpResponse:
    with refusals_told(request):
        invitations.decline(seat.pk)
        return render(request, "games/declined.html", {"match": seat.match})
    return _shown(request, "games/invitation.html", seat)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited(CHANGES)
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """An abandoned seat, for anyone who wants to take it over."""
    token = cleaned(token)
    seat, user = seats.seat_for_claim(token), reader_of(request)
    if seat is None:
        return _nothing(request)
    if request.method != "POST":
        return _shown(request, "games/claim.html", seat)
    if user is None:
        return redirect_to_login(reverse("claim", args=[token]))
    with refusals_told(request):
        seats.claim_seat(token, user)
        messages.success(request, _("The seat is yours. Have fun!"))
        return HttpResponseRedirect(reverse("match", args=[seat.match_id]))
    return _shown(request, "games/claim.html", seat)


def _shown(request: HttpRequest, template: str, seat: Seat) -> HttpResponse:
    """What is offered: the game, its options, the other players. Nothing that only the seat sees."""
    match: Match = seat.match
    seats = seats_of(match)
    context = {
        "match": match,
        "engine": ENGINES[match.game],
        "seats": match_parts.seat_rows(Access(match, seats, None)),
        "seat": seat,
        "allies": Access(match, seats, seat).allies,
        "name": name_of(seat),
        "variants": variants_of(match),
        "is_open": match.status == Match.Status.OPEN,
        "is_mine": request.user.is_authenticated and seat.user_id == request.user.pk,
    }
    return render(request, template, context)


def _nothing(request: HttpRequest) -> HttpResponse:
    return render(request, "games/link_gone.html", {"match": None}, status=404)
