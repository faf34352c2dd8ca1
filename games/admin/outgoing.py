"""Outgoing email: what did not arrive comes first."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.search import Search
from games.admin.filters import DeliveryFilter, KindFilter
from games.admin.pages import ReadOnlyAdmin, for_each, reader
from games.models import Match
from games.services.hosting import acts
from post.models import URGENCY, OutgoingEmail


@admin.register(OutgoingEmail)
class OutgoingEmailAdmin(Search[OutgoingEmail], ReadOnlyAdmin[OutgoingEmail]):
    """The envelope of each email. Its content is written when it is sent, and only for its reader."""

    list_display = ("kind", "address", "match", "state", "attempts", "created_at", "sent_at", "trouble")
    list_filter = (DeliveryFilter, "state", KindFilter)
    fields = (
        "kind",
        "address",
        "match",
        "state",
        "attempts",
        "created_at",
        "not_before",
        "due_at",
        "sent_at",
        "message_id",
        "error",
        "without_pdf",
    )
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutgoingEmail]:
        return super().get_queryset(request).defer("facts").order_by(URGENCY, "-pk")

    def by_number(self, number: int) -> dict[str, Any]:
        return {"conversation": number}

    def by_address(self, address: str) -> dict[str, Any]:
        return {"address": address}

    @admin.display(description=_("match"))
    def match(self, mail: OutgoingEmail) -> Match | None:
        return Match.objects.filter(pk=mail.conversation).first() if mail.conversation is not None else None

    @admin.display(description=_("what went wrong"))
    def trouble(self, mail: OutgoingEmail) -> str:
        return mail.error.partition("\n")[0][:80]

    @admin.action(description=_("Send again"), permissions=["host"])
    def send_again(self, request: HttpRequest, mails: QuerySet[OutgoingEmail]) -> None:
        by = reader(request)
        done = _("Will be sent again: {count}.")
        for_each(request, mails, lambda mail: acts.retry_mail(mail, by), str(done))
