"""Seats: the players, and what can be done for one of them. Seeing hidden cards takes an explicit act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import TabularInline
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.admin.forms import HoursForm, PlayerForm, ReasonForm
from games.admin.pages import ask_and_do, reader
from games.models import Match, Order, Press, Seat
from games.services.access import name_of
from games.services.hosting import acts

LAST_ORDERS = 20


class SeatInline(TabularInline[Seat, Match]):
    """Who the match is waiting for, and until when."""

    model = Seat
    fields = ("number", "who", "waiting_since", "due_at", "missed", "agreed_at", "resigned_at", "is_muted")
    readonly_fields = fields
    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True  # anyone who may see the match

    @admin.display(description=_("player"))
    def who(self, seat: Seat) -> str:
        return name_of(seat)


def extend_page(request: HttpRequest, pk: int) -> HttpResponse:
    """More time for one player."""
    seat, about, back = _at(
        pk, _("More time"), _("It appears in the story of the match, and the player gets an email.")
    )
    by = reader(request)

    def act(answer: dict[str, Any]) -> None:
        acts.extend(seat, answer["hours"], by, answer["reason"])
        messages.success(request, _("{name} has more time.").format(name=name_of(seat)))

    return ask_and_do(request, about, HoursForm(request.POST or None), act, back)


def replace_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A new player for a seat."""
    told = _(
        "The current player's links and reply address stop working. It appears in the story of the match."
    )
    seat, about, back = _at(pk, _("Replace"), told)
    by = reader(request)

    def act(answer: dict[str, Any]) -> None:
        acts.replace(seat, answer["address"], by)
        messages.success(request, _("{name} has taken over the seat.").format(name=answer["address"].name))

    return ask_and_do(request, about, PlayerForm(request.POST or None), act, back)


def look_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What one player sees: the board, orders and messages, after all players have been told."""
    told = _("You will see what only this player may see. All players are told that you looked, and why.")
    seat, about, back = _at(pk, _("Look at the hidden cards"), told)
    by = reader(request)

    def act(answer: dict[str, Any]) -> HttpResponse:
        scene = acts.look_at(seat, answer["reason"], by)
        shown = {
            "board": scene.board(),
            "orders": Order.objects.filter(seat=seat).order_by("-pk")[:LAST_ORDERS],
            "press": Press.objects.filter(match=seat.match).seen_by(seat),
            "back": back,
        }
        context = {**admin.site.each_context(request), **about, **shown}
        return TemplateResponse(request, "admin/games/look.html", context)

    return ask_and_do(request, about, ReasonForm(request.POST or None), act, back)


def _at(pk: int, title: object, told: object) -> tuple[Seat, dict[str, Any], str]:
    seat = get_object_or_404(Seat.objects.select_related("match", "user"), pk=pk)
    named = f"{seat.match.name}: {seat.number}, {name_of(seat)}"
    about: dict[str, Any] = {"title": title, "told": told, "selected": [named]}
    return seat, about, reverse("admin:games_match_change", args=[seat.match_id])


SEAT_PAGES: dict[str, Callable[[HttpRequest, int], HttpResponse]] = {
    "extend": extend_page,
    "replace": replace_page,
    "look": look_page,
}
