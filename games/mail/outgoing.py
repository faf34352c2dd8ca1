"""Letters: one function per kind."""

from __future__ import annotations

from django.core.mail import EmailMessage

from games.models import OutgoingMail


class NotNeeded(Exception):
    """What the letter would say is out of date or unwanted."""


def compose(mail: OutgoingMail) -> EmailMessage:
    """The letter, written now for its reader."""
    raise NotNeeded("no such kind of letter")
