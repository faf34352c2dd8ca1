"""Whose seats and matches staff search for: few rows by an index, as a list."""

from __future__ import annotations

from games.models import Match, Seat

MOST = 1_000  # matches or seats of one person


def seats_of(address: str) -> list[int]:
    """The seats of a person, newest first."""
    seats = Seat.objects.filter(user__email=address).order_by("-pk")
    return list(seats.values_list("pk", flat=True)[:MOST])


def matches_of(address: str) -> list[int]:
    """The matches that a person plays in, and those that the person opened."""
    played = Seat.objects.filter(user__email=address).order_by("-pk").values_list("match", flat=True)[:MOST]
    opened = Match.objects.filter(host__email=address).order_by("-pk").values_list("pk", flat=True)[:MOST]
    return [*played, *opened]
