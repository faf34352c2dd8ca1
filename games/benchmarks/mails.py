"""The cost of an email: a turn email with picture and report for four players, against Django's own."""

from __future__ import annotations

import random
from collections.abc import Iterable
from email.mime.image import MIMEImage
from itertools import count

from django.core.mail import EmailMessage, EmailMultiAlternatives

from games.benchmarks.clock import ratio
from post.mime import Envelope, File

PLAYERS = 4
EMAILS = 5  # of each player, in one round
PDF, PNG = 45_000, 50_000  # bytes: what reports and boards of a three-player match have


def mail_vs_django(rounds: int) -> float:
    """Building and handing over a turn email with PDF to four players, each with a report of their own."""
    whims = random.Random(8)  # noqa: S311
    text, html = _words(whims, 90, "\n"), "<p>" + _words(whims, 160, "</p>\n<p>") + "</p>"
    files = [(whims.randbytes(PNG), whims.randbytes(PDF)) for _ in range(PLAYERS * EMAILS)]
    return ratio(
        lambda: _hand_over(_ours(n, text, html, *parts) for n, parts in enumerate(_fresh(files))),
        lambda: _hand_over(_theirs(n, text, html, *parts) for n, parts in enumerate(_fresh(files))),
        rounds,
    )


def _words(whims: random.Random, lines: int, end: str) -> str:
    """Text as emails have it, with a word beyond ASCII here and there."""
    known = ["recruit", "TER1", "mine", "blue-1a", "with", "Żubr", "Größe", "the", "cave-in", "token"]
    return end.join(" ".join(whims.choices(known, k=9)) for _ in range(lines))


def _fresh(files: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Each time other bytes: reports belong to one reader, and nothing may come from a cache."""
    mark = next(_marks).to_bytes(8, "big")
    return [(mark + png, mark + pdf) for png, pdf in files]


_marks = count()


def _headers(number: int) -> dict[str, str]:
    return {
        "Message-ID": f"<turn.{number}@example.org>",
        "Date": "Mon, 16 Nov 2026 06:40:21 +0000",
        "In-Reply-To": "<match.1@example.org>",
        "References": "<match.1@example.org>",
        "Auto-Submitted": "auto-generated",
        "List-Id": '"Star Scrappers: Cave-In" <match-1.example.org>',
        "Reply-To": '"Star Scrappers: Cave-In" <play+2-tmnq4zy4vr3rmhk7vhwefgysygcmhabh@example.org>',
        "List-Unsubscribe": "<https://example.org/unsubscribe/turns-1-ocej3tvfjokw6bf6rft5xu3fgq5ttwsa/>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _ours(number: int, text: str, html: str, png: bytes, pdf: bytes) -> EmailMessage:
    files = [File("board.png", "image/png", png, inline="board"), File("turn.pdf", "application/pdf", pdf)]
    return Envelope(
        subject="Żubr: your turn", text=text, html=html, sender="edgepbem@example.org", to="bob@example.org",
        headers=_headers(number), files=files,
    )  # fmt: skip


def _theirs(number: int, text: str, html: str, png: bytes, pdf: bytes) -> EmailMessage:
    message = EmailMultiAlternatives(
        "Żubr: your turn", text, "edgepbem@example.org", ["bob@example.org"], headers=_headers(number)
    )
    message.attach_alternative(html, "text/html")
    picture = MIMEImage(png, "png")
    picture["Content-ID"] = "<board>"
    message.attach(picture)
    message.attach("turn.pdf", pdf, "application/pdf")
    return message


def _hand_over(messages: Iterable[EmailMessage]) -> int:
    """As the SMTP backend does it, up to the socket."""
    return sum(len(message.message().as_bytes(linesep="\r\n")) for message in messages)
