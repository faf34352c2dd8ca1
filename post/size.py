"""Emails that are too large for their receiver go again with less in them: first no PDF, then no pictures."""

from __future__ import annotations

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

from post.mime import Envelope
from post.models import OutgoingEmail

_LEVEL = "left_out"  # in the facts of an email: 1 for attachments, 2 for pictures too


def may_attach(email: OutgoingEmail) -> bool:
    """Whether the writer of an email may attach files; if not, it says where they are."""
    return _level(email) < 1


def may_show(email: OutgoingEmail) -> bool:
    """Whether the writer of an email may put pictures into it."""
    return _level(email) < 2


def _level(email: OutgoingEmail) -> int:
    return int(email.facts.get(_LEVEL, 0))


def inherit(part: OutgoingEmail, carrier: OutgoingEmail) -> None:
    """What an email must leave out, its parts leave out."""
    if _level(carrier) > _level(part):
        part.facts = part.facts | {_LEVEL: _level(carrier)}


def reduce(email: OutgoingEmail, envelope: Envelope) -> bool:
    """Leave out what weighs most, now and at every later attempt; False if nothing is left to leave out."""
    if not envelope.files:
        return False
    level = 1 if any(not file.inline for file in envelope.files) else 2
    email.facts = email.facts | {_LEVEL: max(level, _level(email) + 1)}
    email.save(update_fields=["facts"])
    return True


def has_room(connection: BaseEmailBackend, envelope: Envelope) -> bool:
    """Whether the email is within the size that the mail server announces, if it announces one."""
    if not isinstance(connection, EmailBackend):
        return True
    connection.open()
    announced = connection.connection.esmtp_features.get("size", "") if connection.connection else ""
    most = int(announced) if announced.isdecimal() else 0  # 0: no limit (RFC 1870)
    return not most or len(envelope.message().as_bytes(linesep="\r\n")) <= most
