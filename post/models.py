"""Email out and in: every email is a row before anything is done with it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from post.fields import AddressField

# Tables and columns keep the names they were created with; moving an email between rooms moves no row.
# `conversation`, `mailbox` and `outcome` are numbers that only the room above can interpret. The database
# itself still guards them (they were foreign keys), so that room deletes its emails with what they are about.


# What did not arrive first, then what waits. An index has the same words: a list of all emails sorts none.
URGENCY = Case(
    When(state__in=["failed", "bounced"], then=Value(0)),
    When(state__in=["waiting", "sending"], then=Value(1)),
    default=Value(2),
)


class OutgoingEmail(models.Model):
    """One email to one reader. It is written when it is sent, from `kind` and `facts`; no secret is kept."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")
        DROPPED = "dropped", _("no longer needed")
        BOUNCED = "bounced", _("bounced")
        JOINED = "joined", _("part of another email")

    kind = models.CharField(_("kind"), max_length=30)  # the record that says how it is written: see kinds
    key = models.CharField(max_length=200, unique=True)  # the same key is the same email
    message_id = models.CharField(max_length=200, unique=True)  # fixed here: a repeat is recognisable
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="outgoing_emails"
    )
    address = AddressField(_("address"))
    conversation = models.BigIntegerField(null=True, db_column="match_id", db_index=True)  # its thread
    mailbox = models.BigIntegerField(null=True, db_column="seat_id", db_index=True)  # where replies go
    facts = models.JSONField(default=dict, blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(default=timezone.now)  # the next attempt, or the end of a lease
    # What waits for company, or for its reader to act: see holding. The same bundle may travel as one email,
    # that of the carrier; the others are its parts from then on.
    not_before = models.DateTimeField(_("not before"), null=True)
    bundle = models.CharField(max_length=40, blank=True, default="", db_default="")
    carrier = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="parts")
    created_at = models.DateTimeField(_("queued"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent at"), null=True)
    error = models.TextField(_("error"), blank=True)
    without_pdf = models.BooleanField(_("without PDF"), default=False)  # rendering failed; the email says so

    class Meta:
        db_table = "games_outgoingmail"
        verbose_name = _("outgoing email")
        verbose_name_plural = _("outgoing emails")
        indexes: ClassVar = [
            models.Index(
                fields=["due_at"], condition=Q(state__in=["waiting", "sending"]), name="mails_to_be_sent"
            ),
            models.Index(fields=["conversation", "mailbox", "-created_at"], name="mails_of_a_seat"),
            models.Index(fields=["address", "-created_at"], name="mails_to_an_address"),
            models.Index(fields=["kind", "created_at"], name="mails_of_a_kind"),
            models.Index(
                fields=["bundle"], condition=Q(state="waiting") & ~Q(bundle=""), name="mails_to_be_joined"
            ),
            # The same for SQLite, which sees no condition in a list of values; and for what did not arrive.
            models.Index(fields=["state", "due_at"], name="mails_by_state"),
            models.Index(URGENCY, F("id").desc(), name="mails_by_urgency"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class IncomingEmail(models.Model):
    """An email as it came. Kept first, read later by a worker; the secret in its address is blanked out."""

    class Source(models.TextChoices):
        SMTP = "smtp", _("mail gateway")
        WEBHOOK = "webhook", _("mail provider")
        IMAP = "imap", _("mailbox")
        ROOM = "room", _("mail room")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        HANDLED = "handled", _("handled")
        AUTOMATIC = "automatic", _("automatic, not answered")
        UNCONFIRMED = "unconfirmed", _("waiting to be confirmed")
        REFUSED = "refused", _("refused")
        MALFORMED = "malformed", _("unreadable")
        PARKED = "parked", _("set aside after several tries")

    key = models.CharField(max_length=64, unique=True)  # a hash: the same email twice is one; see identity
    # A hash of what it says. Copies that our receiver believes and does not believe are two rows with one of
    # these. Empty in rows from before there were two: there the key is both.
    content = models.CharField(max_length=64, blank=True, default="", db_default="")
    source = models.CharField(_("source"), max_length=8, choices=Source)
    raw = models.BinaryField()
    envelope_from = models.CharField(_("from"), max_length=320, blank=True)
    mailbox = models.BigIntegerField(
        null=True, db_column="seat_id", db_index=True
    )  # None: our public address
    outcome = models.BigIntegerField(null=True, db_column="order_id", db_index=True)  # what came of it
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.WAITING)
    note = models.TextField(_("note"), blank=True)
    nonce = models.CharField(max_length=32, blank=True)  # of the link that confirms it
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(default=timezone.now)
    received_at = models.DateTimeField(_("received"), default=timezone.now)
    handled_at = models.DateTimeField(_("handled at"), null=True)
    kept_until = models.DateTimeField(_("kept until"), null=True)  # then it is deleted or blanked out

    class Meta:
        db_table = "games_incomingmail"
        verbose_name = _("incoming email")
        verbose_name_plural = _("incoming emails")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="mails_to_be_read"),
            models.Index(fields=["received_at"], condition=Q(state="parked"), name="mails_set_aside"),
            models.Index(
                fields=["kept_until"], condition=Q(kept_until__isnull=False), name="mails_to_be_deleted"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.pk}"

    @property
    def name(self) -> str:
        """What the same email is called each time it comes."""
        return self.content or self.key


class RoomEmail(models.Model):
    """An email in the mail room of a demo: only there, and never in production, whole emails are kept."""

    address = AddressField()
    message_id = models.CharField(max_length=200)
    subject = models.CharField(max_length=400)
    raw = models.BinaryField()
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_roommail"
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["address", "-sent_at"], name="room_mails_by_address")]

    def __str__(self) -> str:
        return f"{self.address} {self.subject}"


class Refusal(models.Model):
    """Someone without an account wants no emails of a category; see post.refusals."""

    mark = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}"


class Heartbeat(models.Model):
    """When a part of the server last reported that it is alive."""

    part = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_heartbeat"

    def __str__(self) -> str:
        return f"{self.part} {self.at:%Y-%m-%d %H:%M:%S}"


class Clock(models.Model):
    """How a machine's wall clock stands to its steady clock, in seconds; see post.clock."""

    machine = models.CharField(max_length=80, primary_key=True)  # and its start: the steady clock begins anew
    host = models.CharField(max_length=40)
    offset = models.FloatField()  # wall minus steady, as it is trusted
    seen = models.FloatField()  # the steady clock at the last tick
    doubted_offset = models.FloatField(null=True)  # since the wall clock was set
    doubted_since = models.FloatField(default=0)  # by the steady clock

    def __str__(self) -> str:
        return self.machine
