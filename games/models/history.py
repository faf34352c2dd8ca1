"""What has happened in a match: events in their chain, rolls on record, bases left behind."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.match import Match


class EventRow(models.Model):
    """One event with everything anyone may know of it: shown only through `Event.seen_by`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="event_rows")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    data = models.BinaryField()
    link = models.BinaryField(null=True)  # of the public chain; None for what is told to some only
    told_at = models.DateTimeField()
    # Undone by a rewind: it stays in the chain for ever, but not in the story.
    is_void = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_event_of_a_number"),
        ]
        indexes: ClassVar = [models.Index(fields=["match", "turn"], name="events_by_turn")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class RollRow(models.Model):
    """One draw of the dice stream, enough to compute it again."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="roll_rows")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_roll_of_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class HistoryChapter(models.Model):
    """A base and the answers up to the next one: for rewinds, back-tests and audits. Secret as a whole."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chapters")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_chapter_of_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"
