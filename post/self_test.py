"""An email of the server to itself: whether it leaves, comes back, and what servers on the way found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.parser import BytesHeaderParser
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
BUTTON = {"list-unsubscribe", "list-unsubscribe-post"}  # programs show the button only if both are signed
PAUSE = 1.0  # seconds between two looks


@dataclass(frozen=True, slots=True)
class Finding:
    """What one server says about the sender."""

    server: str
    method: str
    result: str


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed an email on its way out, and whether the headers of the unsubscribe button are signed."""

    domain: str
    selector: str
    has_button: bool


def send() -> str:
    """Send the email through the configured way; its Message-ID. Raises what the way raises."""
    message_id = new_message_id("check")
    words = "This email of the server to itself shows whether email goes out and comes in."
    headers = {
        "Date": format_datetime(timezone.now()),
        "Message-ID": message_id,
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{settings.SITE_URL}/>",  # only to see whether they are signed
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
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


def signatures(email: IncomingEmail) -> Iterator[Signature]:
    """The DKIM signatures on an email, whether or not anybody has checked them."""
    for value in BytesHeaderParser().parsebytes(bytes(email.raw)).get_all("DKIM-Signature", []):
        pairs = (part.partition("=") for part in "".join(str(value).split()).split(";"))
        tags = {name: said for name, _, said in pairs}
        signed = {name.lower() for name in tags.get("h", "").split(":")}
        yield Signature(tags.get("d", "?"), tags.get("s", "?"), signed >= BUTTON)


def last_reply() -> IncomingEmail | None:
    """The last email from a player that is still kept as it came."""
    came = IncomingEmail.objects.exclude(mailbox=None).exclude(source=IncomingEmail.Source.ROOM)
    return next((email for email in came.order_by("-pk")[:10] if bytes(email.raw)), None)
