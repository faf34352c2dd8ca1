"""An order as it was received, and its result."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.models.seat import Seat
from post.tokens import masked, unmasked

REF = "order"  # the purpose of a masked number


class OrderQuerySet(models.QuerySet["Order"]):
    """Questions about many orders."""

    def waiting(self) -> OrderQuerySet:
        """Accepted and not played yet, in the order they came."""
        return self.filter(played_at=None).order_by("pk")

    def of(self, seat: Seat) -> OrderQuerySet:
        """Orders of a seat's current player, not of a former one."""
        mine = self.filter(seat=seat)
        return mine if seat.taken_at is None else mine.filter(received_at__gte=seat.taken_at)

    def known_as(self, ref: int) -> OrderQuerySet:
        """The order that its owner knows by this number."""
        return self.filter(pk__in=unmasked(REF, ref))


class Order(models.Model):
    """Accepted when its row is committed; the same key twice is one order."""

    class Kind(models.TextChoices):
        ORDERS = "orders", _("orders")
        ANSWER = "answer", _("answer from a form")
        TAKE_BACK = "take_back", _("take back")
        RESIGN = "resign", _("resignation")
        LATE = "late", _("deadline passed")

    class Door(models.TextChoices):
        WEB = "web", _("web page")
        API = "api", _("API")
        MAIL = "mail", _("email")
        LINK = "link", _("link in an email")
        CLOCK = "clock", _("clock")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="orders")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="orders")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    door = models.CharField(_("door"), max_length=6, choices=Door)
    key = models.CharField(_("idempotency key"), max_length=200)
    text = models.TextField(_("as written"), blank=True)
    path = models.JSONField(default=list, blank=True)  # of an answer
    question = models.CharField(max_length=40, blank=True)  # the decision that an answer answers
    received_at = models.DateTimeField(_("received"), default=timezone.now)
    played_at = models.DateTimeField(_("played"), null=True)
    receipt = models.JSONField(_("receipt"), default=dict, blank=True)  # empty until it is played
    turn = models.PositiveIntegerField(default=0)  # in which it was played
    is_void = models.BooleanField(
        _("undone by a rewind"), default=False, db_default=False
    )  # what it did is undone

    objects = OrderQuerySet.as_manager()

    class Meta:
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "key"], name="one_order_for_a_key"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["match"], condition=models.Q(played_at__isnull=True), name="orders_to_be_played"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.received_at:%Y-%m-%d %H:%M} {self.kind}"

    @property
    def ref(self) -> int:
        """What its owner knows it by: a row's own number tells how many orders others have sent."""
        return masked(REF, self.pk)
