"""Orders: what came, through which door, and whether it was played."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin.search import Search
from games.admin.pages import ReadOnlyAdmin
from games.admin.search import seats_of
from games.models import Match, Order

_HIDDEN = _("Shown when the match is over. Until then, use “Look at the hidden cards” on the match page.")


@admin.register(Order)
class OrderAdmin(Search[Order], ReadOnlyAdmin[Order]):
    """An order may be sealed: its text is hidden while the match runs."""

    list_display = ("match", "number", "kind", "door", "received_at", "played_at", "turn", "is_void")
    list_filter = ("kind", "door", ("played_at", admin.EmptyFieldListFilter))
    list_select_related = ("match", "seat")
    ordering = ("-pk",)
    fields = ("match", "number", "kind", "door", "received_at", "played_at", "turn", "is_void", "as_written")

    def by_address(self, address: str) -> dict[str, Any]:
        return {"seat__in": seats_of(address)}

    @admin.display(description=_("seat"))
    def number(self, order: Order) -> int:
        return order.seat.number

    @admin.display(description=_("as written"))
    def as_written(self, order: Order) -> str:
        if order.match.status != Match.Status.FINISHED:
            return str(_HIDDEN)
        return order.text or " ".join(order.path)
