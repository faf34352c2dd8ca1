"""The mail room: where emails of a demo go instead of being sent. In production it does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from email.parser import BytesHeaderParser

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from post.models import RoomEmail


class MailRoomBackend(BaseEmailBackend):
    """Keeps each email as it would have gone over the wire."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Put emails into the mailboxes of their readers."""
        if not settings.MAIL_ROOM:
            raise ImproperlyConfigured("there is no mail room here: set EMAIL_URL or EMAIL_BACKEND")
        emails = [email for message in email_messages for email in _emails(message)]
        RoomEmail.objects.bulk_create(emails)
        return len(email_messages)


def _emails(message: EmailMessage) -> list[RoomEmail]:
    raw = message.message().as_bytes()
    message_id = str(BytesHeaderParser().parsebytes(raw).get("Message-ID", ""))[:200]
    return [
        RoomEmail(address=address, message_id=message_id, subject=str(message.subject)[:400], raw=raw)
        for address in message.recipients()
    ]


def forget_room_emails(address: str) -> None:
    """Empty the mailbox of someone who leaves."""
    RoomEmail.objects.filter(address=address).delete()
