"""Messages between players: that there are some, not what they say."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.pages import ReadOnlyAdmin
from games.models import Press


@admin.register(Press)
class PressAdmin(ReadOnlyAdmin[Press]):
    """Who wrote and when; to check a complaint, look at the seat from the match page."""

    list_display = ("match", "name", "is_private", "sent_at")
    search_fields = ("match__name", "name")
    list_select_related = ("match", "to")
    ordering = ("-pk",)
    fields = ("match", "name", "is_private", "sent_at")

    @admin.display(description=_("to one player"), boolean=True)
    def is_private(self, press: Press) -> bool:
        return press.to_id is not None
