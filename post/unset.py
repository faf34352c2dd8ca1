"""Where emails go while a public server has nobody to hand them to: nowhere, and above all into no log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class UnsetBackend(BaseEmailBackend):
    """Refuses each email for now: it waits, as it does while a mail server is away."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> NoReturn:
        """Raises ConnectionError."""
        raise ConnectionError("no email can be sent: set EMAIL_URL, or EMAIL_BACKEND to a provider")
