"""Decks that answer the question of a match with one click."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Order
from games.services import orders, rosters
from games.services.access import ORDERS
from games.services.orders import NewOrder
from games.services.rosters import Offer, Offers
from games.services.scene import Scene, scene_of
from games.web.access import Visit
from games.web.form_input import key_of, refusals_told
from games.web.limits import limited
from games.web.roster_form import sentence_of


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """A deck beside the question."""

    ref: str
    name: str
    text: str
    reasons: list[str]
    address: str  # where its owner changes it


@dataclass(frozen=True, slots=True)
class ShownOffers:
    """All decks beside the question, and where another is built for it."""

    ready: list[ShownOffer]
    saved: list[ShownOffer]
    build: str


def offered(scene: Scene, visit: Visit) -> ShownOffers | None:
    """The decks that the page of a match offers, if it asks for one."""
    offers = _offers(scene, visit)
    if offers is None:
        return None
    match = scene.match.pk
    asked = {"game": scene.match.game, "side": offers.side, "form": offers.form, "match": match}
    return ShownOffers(
        [_shown(scene, offer) for offer in offers.ready],
        [_shown(scene, offer) for offer in offers.saved],
        f"{reverse('roster_new')}?{urlencode(asked)}",
    )


def _offers(scene: Scene, visit: Visit) -> Offers | None:
    """The link in an email shows the match and nothing else of its owner."""
    owner = scene.seat.user if scene.seat is not None and not visit.is_link else None
    return rosters.offers_for(scene, owner)


def _shown(scene: Scene, offer: Offer) -> ShownOffer:
    kind, _colon, number = offer.ref.partition(":")
    address = ""
    if kind == rosters.SAVED:
        address = f"{reverse('roster', args=[int(number)])}?match={scene.match.pk}"
    reasons = [sentence_of(scene.said(reason)) for reason in offer.reasons]
    return ShownOffer(offer.ref, offer.name, offer.text, reasons, address)


@require_POST
@limited(ORDERS)
def answer(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A deck answers the question that the page showed."""
    ref, question = request.POST.get("roster", "")[:40], request.POST.get("question", "")[:40]
    key = key_of(request.POST, "roster", ref, question)
    order = Order.objects.filter(seat=visit.seat, key=key).first()  # the same click again
    if order is None:
        offers = _offers(scene_of(visit.access), visit)
        offer = offers.legal(ref) if offers is not None else None
        if offer is None:
            messages.error(request, _("It cannot be played here, or no longer."))
            return HttpResponseRedirect(visit.page)
        new = NewOrder(Order.Kind.ANSWER, visit.door, key, path=list(offer.path), question=question)
        with refusals_told(request):
            return _to_receipt(visit, orders.accept(visit.seat, new))
        return HttpResponseRedirect(visit.page)
    return _to_receipt(visit, order)


def _to_receipt(visit: Visit, order: Order) -> HttpResponse:
    return HttpResponseRedirect(f"{visit.page}?order={order.ref}")
