"""A match: who opened it, what is played, and the engine's save."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from post.fields import NameField

USUAL_ABSENCE = 21  # days in a year
MOST_ABSENCE = 92


class MatchQuerySet(models.QuerySet["Match"]):
    """Questions about many matches."""

    def running(self) -> MatchQuerySet:
        """Matches that are running."""
        return self.filter(status=Match.Status.RUNNING)

    def among(self, *rows: models.QuerySet[Any]) -> MatchQuerySet:
        """The matches of these rows, each named by the one value that it is asked for.

        Each part of the union has an index of its own; an OR over joins would look at every match there is.
        """
        first, *others = (part.order_by() for part in rows)
        return self.filter(pk__in=first.union(*others) if others else first)


class Match(models.Model):
    """One match, from the first empty seat to the final scores."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Lateness(models.TextChoices):
        """What happens when a deadline passes."""

        DEFAULT = "default", _("standing orders and defaults play the rest of the turn")
        BOT = "bot", _("a bot plays the rest of the turn")
        RESIGN = "resign", _("the player loses the seat")

    game = models.CharField(_("game"), max_length=40)
    name = NameField(_("name"))
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.OPEN)
    options = models.JSONField(_("options"), default=dict, blank=True)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="hosted_matches"
    )
    turn_hours = models.PositiveIntegerField(_("hours per turn"), default=72)
    lateness = models.CharField(
        _("when a deadline passes"), max_length=8, choices=Lateness, default=Lateness.DEFAULT
    )
    absence_days = models.PositiveSmallIntegerField(
        _("days of absence a year"),
        default=USUAL_ABSENCE,
        db_default=USUAL_ABSENCE,
        help_text=_("For how many days a year deadlines wait for a player who is absent."),
    )
    is_public = models.BooleanField(
        _("anyone may watch"), default=False, help_text=_("Spectators see what all players see.")
    )
    # Its dice are prepared, its opponent follows a script: in no list but its player's own.
    is_tutorial = models.BooleanField(_("a tutorial"), default=False, db_default=False, editable=False)
    key = models.CharField(max_length=200, blank=True, editable=False)  # of the request that opened it
    rematch_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="rematches"
    )
    # The engine's part. `save_data` holds every secret of the match and is shown to nobody.
    version = models.PositiveIntegerField(default=0, editable=False)  # claimed by a conditional update
    save_data = models.BinaryField(null=True, editable=False)
    # The hash of the server's seed is published at once. The seed moves into the save when the match starts.
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    server_seed = models.BinaryField(editable=False, null=True)
    turn = models.PositiveIntegerField(_("turn"), default=0, editable=False)
    # How often it was rewound. None for never: such a column is added without writing a large table anew.
    rewinds = models.PositiveIntegerField(null=True, editable=False)
    result = models.JSONField(_("result"), default=dict, editable=False)  # empty until it is over
    stuck = models.TextField(_("stuck because"), blank=True, editable=False)  # for hosts: see alarms.py
    # Tries to play it since it was last written. A try counts before it begins: its worker may die of it.
    tries = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    tried_at = models.DateTimeField(null=True, editable=False)
    # Times.
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True, editable=False)
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes: ClassVar = [
            models.Index(fields=["status", "-created_at"], name="match_by_status"),
            # Few of many: pages and the tick must not look through all running matches to find them.
            models.Index(
                fields=["-started_at"],
                condition=Q(is_public=True, status="running"),
                name="matches_to_watch",
            ),
            models.Index(
                fields=["-finished_at"],
                condition=Q(is_public=True, status="finished"),
                name="matches_to_show",
            ),
            models.Index(fields=["paused_at"], condition=Q(paused_at__isnull=False), name="paused_matches"),
            models.Index(fields=["status"], condition=~Q(stuck=""), name="stuck_matches"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["host", "key"], condition=~Q(key=""), name="one_match_for_a_key"),
        ]

    def __str__(self) -> str:
        return self.name
