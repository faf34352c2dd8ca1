"""What players write to each other within a match."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.models.seat import Seat
from post.tokens import masked


class PressQuerySet(models.QuerySet["Press"]):
    """Questions about many messages."""

    def seen_by(self, seat: Seat | None) -> PressQuerySet:
        """What one reader may read: messages to everyone, and to or from the reader; spectators none."""
        if seat is None:
            return self.none()
        mine = Q(to=seat) | Q(sender=seat)
        if seat.taken_at is not None:  # not messages to and from a former player
            mine &= Q(sent_at__gte=seat.taken_at)
        return self.filter(Q(to=None) | mine)


class Press(models.Model):
    """One message, to everyone or to one seat."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="press")
    sender = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="press_sent")
    name = models.CharField(max_length=60)  # of its author: a seat may get a new player
    to = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="press_received")
    text = models.TextField(_("text"), max_length=4_000)
    key = models.CharField(max_length=200)
    sent_at = models.DateTimeField(default=timezone.now)

    objects = PressQuerySet.as_manager()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sender", "key"], name="one_message_for_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.name}"

    @property
    def ref(self) -> int:
        """What its readers know it by: a row's own number tells how much others write to each other."""
        return masked("message", self.pk)
