"""Incoming emails: what was set aside, and why."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.search import Search
from games.admin.pages import ReadOnlyAdmin, for_each, reader
from games.admin.search import seats_of
from games.models import Match, Seat
from games.services.hosting import acts
from games.services.seat_emails.mailbox import seat_of
from post.models import IncomingEmail


@admin.register(IncomingEmail)
class IncomingEmailAdmin(Search[IncomingEmail], ReadOnlyAdmin[IncomingEmail]):
    """The envelope of each email; what it says may be a sealed order."""

    list_display = ("received_at", "source", "envelope_from", "match", "state", "attempts", "handled_at")
    list_filter = ("state", "source", "received_at")
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
        "kept_until",
    )
    actions = ("read_again",)

    def by_number(self, number: int) -> dict[str, Any]:
        return {"mailbox__in": list(Seat.objects.filter(match=number).values_list("pk", flat=True))}

    def by_address(self, address: str) -> dict[str, Any]:
        return {"mailbox__in": seats_of(address)}

    @admin.display(description=_("match"))
    def match(self, mail: IncomingEmail) -> Match | None:
        seat = seat_of(mail)
        return seat.match if seat is not None else None

    @admin.display(description=_("bytes"))
    def size(self, mail: IncomingEmail) -> int:
        return len(mail.raw)

    @admin.action(description=_("Read again"), permissions=["host"])
    def read_again(self, request: HttpRequest, mails: QuerySet[IncomingEmail]) -> None:
        by = reader(request)
        done = _("Will be read again: {count}.")
        for_each(request, mails, lambda mail: acts.reread_mail(mail, by), str(done))
