"""Finding what needs attention."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match, Seat
from games.services.engines import ENGINES
from games.services.hosting.troubles import PATIENCE, UNDELIVERED
from post import kinds
from post.models import OutgoingEmail


class GameFilter(SimpleListFilter):
    """Matches of one game: those there are, without asking every match."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[tuple[str, Any]]:
        return [(slug, engine.title) for slug, engine in ENGINES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(game=self.value()) if self.value() else queryset


class KindFilter(SimpleListFilter):
    """Emails of one kind: those there are, without asking every email."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[tuple[str, Any]]:
        return [(kind.name, kind.label) for kind in kinds.all_kinds().values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[OutgoingEmail]) -> QuerySet[OutgoingEmail]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class TroubleFilter(SimpleListFilter):
    """Matches that need attention."""

    title = _("trouble")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[tuple[str, Any]]:
        return [("stuck", _("stuck")), ("overdue", _("overdue")), ("paused", _("paused"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        match self.value():
            case "stuck":
                return queryset.filter(status=Match.Status.RUNNING).exclude(stuck="")
            case "overdue":
                late = Seat.objects.late(timezone.now() - PATIENCE)
                return queryset.filter(pk__in=late.order_by().values("match"))
            case "paused":
                return queryset.filter(status=Match.Status.RUNNING).exclude(paused_at=None)
            case _:
                return queryset


class DeliveryFilter(SimpleListFilter):
    """Emails that did not arrive."""

    title = _("delivery")
    parameter_name = "delivery"

    def lookups(self, request: HttpRequest, model_admin: ModelAdmin[Any]) -> list[tuple[str, Any]]:
        return [("undelivered", _("failed or bounced")), ("waiting", _("still to be sent"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[OutgoingEmail]) -> QuerySet[OutgoingEmail]:
        match self.value():
            case "undelivered":
                return queryset.filter(state__in=UNDELIVERED)
            case "waiting":
                return queryset.filter(state__in=[OutgoingEmail.State.WAITING, OutgoingEmail.State.SENDING])
            case _:
                return queryset
