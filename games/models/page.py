"""The views at the end of each turn, and the reports made from them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.match import Match
from games.models.seat import Seat


class TurnView(models.Model):
    """What one reader could see at the end of a turn: the engine's view, as compressed JSON."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="turn_views")
    turn = models.PositiveIntegerField()  # turns completed; 0 is the set-up
    seat = models.PositiveSmallIntegerField(default=0)  # 0: a spectator
    data = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["match", "turn", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "turn", "seat"], name="one_view_of_a_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.turn}/{self.seat}"


class Report(models.Model):
    """The PDF report of a turn, made once for its reader."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="reports")
    turn = models.PositiveIntegerField()
    key = models.CharField(max_length=100, unique=True)  # match, turn, reader, language and zone
    file = models.FileField(upload_to="reports/%Y/%m/")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.key
