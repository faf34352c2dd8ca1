"""Messages between players: that there are some, not what they say."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin.search import Search
from games.admin.pages import ReadOnlyAdmin
from games.admin.search import seats_of
from games.models import Press


@admin.register(Press)
class PressAdmin(Search[Press], ReadOnlyAdmin[Press]):
    """Who wrote and when; to check a complaint, look at the seat from the match page."""

    list_display = ("match", "name", "is_private", "sent_at")
    list_select_related = ("match", "to")
    ordering = ("-pk",)
    fields = ("match", "name", "is_private", "sent_at")

    def by_address(self, address: str) -> dict[str, Any]:
        return {"sender__in": seats_of(address)}

    @admin.display(description=_("to one player"), boolean=True)
    def is_private(self, press: Press) -> bool:
        return press.to_id is not None
