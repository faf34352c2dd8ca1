"""Outgoing mail: what did not arrive comes first."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Case, QuerySet, Value, When
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.common import ReadOnlyAdmin, for_each, reader
from games.admin.filters import DeliveryFilter
from games.models import OutgoingMail
from games.services import hosting
from games.services.troubles import UNDELIVERED

_ON_THE_WAY = [OutgoingMail.State.WAITING, OutgoingMail.State.SENDING]


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin[OutgoingMail]):
    """The envelope of each letter. What is in it is written when it is sent, and is its reader's alone."""

    list_display = ("kind", "address", "match", "state", "attempts", "created_at", "sent_at", "trouble")
    list_filter = (DeliveryFilter, "state", "kind")
    search_fields = ("address", "match__name", "message_id")
    list_select_related = ("match",)
    fields = (
        "kind",
        "address",
        "match",
        "state",
        "attempts",
        "created_at",
        "due_at",
        "sent_at",
        "message_id",
        "error",
        "without_pdf",
    )
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutgoingMail]:
        urgency = Case(
            When(state__in=UNDELIVERED, then=Value(0)),
            When(state__in=_ON_THE_WAY, then=Value(1)),
            default=Value(2),
        )
        return super().get_queryset(request).defer("facts").order_by(urgency, "-pk")

    @admin.display(description=_("what went wrong"))
    def trouble(self, mail: OutgoingMail) -> str:
        return mail.error.partition("\n")[0][:80]

    @admin.action(description=_("Send again"), permissions=["host"])
    def send_again(self, request: HttpRequest, mails: QuerySet[OutgoingMail]) -> None:
        by = reader(request)
        done = _("Will be sent again: {count}.")
        for_each(request, mails, lambda mail: hosting.retry_mail(mail, by), str(done))
