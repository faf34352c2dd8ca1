"""The mail room: where letters of a demo go instead of into the world. In production it does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from email.parser import BytesHeaderParser

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.models import RoomMail


class MailRoomBackend(BaseEmailBackend):
    """Keeps each letter as it would have gone over the wire."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Put letters into the mailboxes of their readers."""
        if not settings.MAIL_ROOM:
            raise ImproperlyConfigured("there is no mail room here: set EMAIL_URL or EMAIL_BACKEND")
        letters = [letter for message in email_messages for letter in _letters(message)]
        RoomMail.objects.bulk_create(letters)
        return len(email_messages)


def _letters(message: EmailMessage) -> list[RoomMail]:
    raw = message.message().as_bytes()
    message_id = str(BytesHeaderParser().parsebytes(raw).get("Message-ID", ""))[:200]
    return [
        RoomMail(address=address, message_id=message_id, subject=str(message.subject)[:400], raw=raw)
        for address in message.recipients()
    ]
