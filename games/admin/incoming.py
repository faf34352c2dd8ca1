"""Incoming mail: what was set aside, and why."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.common import ReadOnlyAdmin, for_each, reader
from games.models import IncomingMail, Match
from games.services import hosting


@admin.register(IncomingMail)
class IncomingMailAdmin(ReadOnlyAdmin[IncomingMail]):
    """The envelope of each letter; what it says may be a sealed order."""

    list_display = ("received_at", "source", "envelope_from", "match", "state", "attempts", "handled_at")
    list_filter = ("state", "source")
    search_fields = ("envelope_from", "seat__match__name")
    list_select_related = ("seat__match",)
    date_hierarchy = "received_at"
    ordering = ("-pk",)
    fields = (
        "received_at",
        "source",
        "envelope_from",
        "match",
        "size",
        "state",
        "note",
        "attempts",
        "due_at",
        "handled_at",
    )
    actions = ("read_again",)

    @admin.display(description=_("match"))
    def match(self, mail: IncomingMail) -> Match | None:
        return mail.seat.match if mail.seat is not None else None

    @admin.display(description=_("bytes"))
    def size(self, mail: IncomingMail) -> int:
        return len(mail.raw)

    @admin.action(description=_("Read again"), permissions=["host"])
    def read_again(self, request: HttpRequest, mails: QuerySet[IncomingMail]) -> None:
        by = reader(request)
        done = _("Will be read again: {count}.")
        for_each(request, mails, lambda mail: hosting.reread_mail(mail, by), str(done))
