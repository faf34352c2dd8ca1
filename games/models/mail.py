"""Mail out and in: every letter is a row before anything is done with it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField
from games.models.match import Match
from games.models.order import Order
from games.models.seat import Seat


class OutgoingMail(models.Model):
    """One letter to one reader. It is written when it is sent, from `kind` and `facts`; no secret is kept."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("handed over")
        FAILED = "failed", _("given up")
        DROPPED = "dropped", _("not needed any more")
        BOUNCED = "bounced", _("came back")

    kind = models.CharField(
        _("kind"), max_length=30
    )  # the function in games.mail.outgoing, and its templates
    key = models.CharField(max_length=200, unique=True)  # the same key is the same letter
    message_id = models.CharField(max_length=200, unique=True)  # fixed here: a repeat is recognisable
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="outgoing_mails"
    )
    address = AddressField(_("address"))
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="outgoing_mails")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="outgoing_mails")
    facts = models.JSONField(default=dict, blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(default=timezone.now)  # the next attempt, or the end of a lease
    created_at = models.DateTimeField(_("written"), default=timezone.now)
    sent_at = models.DateTimeField(_("handed over at"), null=True)
    error = models.TextField(_("what went wrong"), blank=True)
    without_pdf = models.BooleanField(default=False)  # rendering failed, and the letter says so

    class Meta:
        verbose_name = _("outgoing mail")
        verbose_name_plural = _("outgoing mails")
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"], condition=Q(state__in=["waiting", "sending"]), name="mails_to_be_sent"
            ),
            models.Index(fields=["match", "seat", "-created_at"], name="mails_of_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class IncomingMail(models.Model):
    """A letter as it came. Kept first, read later by a worker; what was secret in it is blotted out."""

    class Source(models.TextChoices):
        SMTP = "smtp", _("mail gateway")
        WEBHOOK = "webhook", _("mail provider")
        ROOM = "room", _("mail room")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        HANDLED = "handled", _("handled")
        AUTOMATIC = "automatic", _("automatic, filed")
        UNCONFIRMED = "unconfirmed", _("waits for its owner to confirm")
        REFUSED = "refused", _("refused")
        MALFORMED = "malformed", _("not readable")
        PARKED = "parked", _("set aside after several tries")

    key = models.CharField(max_length=64, unique=True)  # a hash: the same letter twice is one
    source = models.CharField(_("source"), max_length=8, choices=Source)
    raw = models.BinaryField()
    envelope_from = models.CharField(_("from"), max_length=320, blank=True)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="incoming_mails")
    order = models.ForeignKey(Order, on_delete=models.SET_NULL, null=True, related_name="incoming_mails")
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.WAITING)
    note = models.TextField(_("note"), blank=True)
    nonce = models.CharField(max_length=32, blank=True)  # of the confirming link
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(default=timezone.now)
    received_at = models.DateTimeField(_("received"), default=timezone.now)
    handled_at = models.DateTimeField(_("handled at"), null=True)

    class Meta:
        verbose_name = _("incoming mail")
        verbose_name_plural = _("incoming mails")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="mails_to_be_read"),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.pk}"


class RoomMail(models.Model):
    """A letter in the mail room of a demo: there only, and never in production, whole letters are kept."""

    address = AddressField()
    message_id = models.CharField(max_length=200)
    subject = models.CharField(max_length=400)
    raw = models.BinaryField()
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["address", "-sent_at"], name="room_mails_by_address")]

    def __str__(self) -> str:
        return f"{self.address} {self.subject}"
