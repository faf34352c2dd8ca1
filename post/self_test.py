"""An email of the server to itself: whether it leaves, comes back, and what servers on the way found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from time import sleep

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from post.addresses import own_address
from post.mime import Envelope
from post.models import IncomingEmail
from post.outbox import new_message_id
from post.parsing.email import parse
from post.parsing.server_lines import RESULTS, parse_results

METHODS = ("spf", "dkim", "dmarc")
PAUSE = 1.0  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Finding:
    """What one server says about the sender."""

    server: str
    method: str
    result: str


def send() -> str:
    """Send the email through the configured way; its Message-ID. Raises what the way raises."""
    message_id = new_message_id("check")
    words = "This email of the server to itself shows whether email goes out and comes in."
    headers = {
        "Date": format_datetime(timezone.now()),
        "Message-ID": message_id,
        "Auto-Submitted": "auto-generated",
    }
    email = Envelope(
        subject="Email check",
        text=words + "\n",
        html=f"<p>{words}</p>\n",
        sender=settings.DEFAULT_FROM_EMAIL,
        to=own_address(),
        headers=headers,
    )
    get_connection().send_messages([email])
    return message_id


def wait_for(message_id: str, since: datetime, seconds: float) -> IncomingEmail | None:
    """The email when it has come back; None if it has not in that time."""
    for _ in range(max(1, round(seconds / PAUSE))):
        if found := _arrived(message_id, since):
            return found
        sleep(PAUSE)
    return _arrived(message_id, since)


def _arrived(message_id: str, since: datetime) -> IncomingEmail | None:
    came = IncomingEmail.objects.filter(mailbox=None, received_at__gte=since)
    return next((email for email in came.order_by("-pk") if message_id.encode() in bytes(email.raw)), None)


def findings(email: IncomingEmail) -> Iterator[Finding]:
    """All that servers wrote about its sender, the last server first."""
    for name, value in parse(bytes(email.raw)).server_lines:
        results = parse_results(value) if name == RESULTS else None
        for result in results.results if results is not None else ():
            if results is not None and result.method in METHODS:
                yield Finding(results.server, result.method, result.result)
