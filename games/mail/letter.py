"""A letter before it is put into its envelope."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.mail.message import File
from games.models import Match, Seat


class NotNeeded(Exception):
    """What the letter would say is out of date or unwanted."""


@dataclass(slots=True)
class Letter:
    """What a letter says, and how it travels."""

    about: dict[str, object]  # for its templates
    match: Match | None = None  # whose thread it belongs to
    seat: Seat | None = None  # replies go to this seat
    category: str = ""  # of mails that one may do without
    answers: str = ""  # the Message-ID of a player's mail
    is_reply: bool = False
    files: list[File] = field(default_factory=list[File])
