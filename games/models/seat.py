"""A seat: a place in a match."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import new_nonce
from games.models.match import Match
from post.fields import AddressField


class SeatQuerySet(models.QuerySet["Seat"]):
    """Questions about many seats."""

    def of_people(self) -> SeatQuerySet:
        """Seats with a human player."""
        return self.filter(user__isnull=False)

    def with_running_clock(self) -> SeatQuerySet:
        """Seats in matches that are running and not stuck."""
        # Not by a join: without statistics SQLite would begin with all running matches, not with what is due.
        matches = Match.objects.filter(
            pk=OuterRef("match_id"), status=Match.Status.RUNNING, paused_at=None, stuck=""
        )
        return self.filter(Exists(matches))

    def late(self, now: object) -> SeatQuerySet:
        """Seats whose deadline has passed, in matches that are not paused."""
        return self.filter(due_at__lte=now).with_running_clock()


class Seat(models.Model):
    """One place: a person, a bot, an invitation or empty."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    invited = AddressField(_("invited address"), blank=True)
    seed = models.BinaryField(editable=False, default=bytes)  # what the player adds to the dice, if anything
    seed_at = models.DateTimeField(null=True, editable=False)
    standing = models.TextField(_("standing orders"), blank=True)
    standing_version = models.PositiveIntegerField(default=0, editable=False)
    waiting_since = models.DateTimeField(null=True, editable=False)  # the match waits for this seat
    due_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    resigned_at = models.DateTimeField(null=True, editable=False)
    declined_at = models.DateTimeField(null=True, editable=False)  # the invitation, by the one invited
    agreed_at = models.DateTimeField(null=True, editable=False)  # to end the match without a winner
    taken_at = models.DateTimeField(null=True, editable=False)  # over from its first player
    missed = models.PositiveSmallIntegerField(_("deadlines missed in a row"), default=0, editable=False)
    # What computed secrets (reply address, links) depend on; new when the seat gets a new player.
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    told = models.PositiveIntegerField(default=0, editable=False)  # the last event that an email has told
    # What the player has looked at: the last event seen, the one before this look began, and when.
    seen = models.PositiveIntegerField(null=True, editable=False)
    seen_before = models.PositiveIntegerField(null=True, editable=False)
    seen_at = models.DateTimeField(null=True, editable=False)
    is_muted = models.BooleanField(_("no emails from this match"), default=False)
    reminder_at = models.DateTimeField(null=True, editable=False)  # the next one is due

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_of_a_number"),
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(user__isnull=False), name="one_seat_for_a_user"
            ),
        ]
        indexes: ClassVar = [
            # The sweep asks for what is due, not for the million seats that are not.
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="seats_with_a_deadline"),
            models.Index(
                fields=["reminder_at"], condition=Q(reminder_at__isnull=False), name="seats_to_be_reminded"
            ),
            models.Index(
                fields=["match"],
                condition=Q(user__isnull=True, waiting_since__isnull=False),
                name="seats_of_bots_to_move",
            ),
            models.Index(fields=["bot", "invited"], condition=Q(user__isnull=True), name="seats_of_nobody"),
            models.Index(fields=["match"], condition=Q(missed__gte=2), name="seats_given_up"),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.number}"

    @property
    def is_abandoned(self) -> bool:
        """Whether someone else may take over this seat: its player has missed two deadlines in a row."""
        return self.missed >= 2 and self.user_id is not None and self.resigned_at is None

    @property
    def is_taken(self) -> bool:
        """Whether the seat has a player or a bot."""
        return self.user_id is not None or bool(self.bot)
