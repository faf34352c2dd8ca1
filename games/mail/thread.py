"""The headers of letters: one thread for a match, a secret address for replies, a way out with one click."""

from __future__ import annotations

from email.utils import format_datetime, formataddr

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.mail.addresses import own_address, reply_address
from games.mail.letter import Letter
from games.models import Match, OutgoingMail, Seat
from games.services.engines import ENGINES
from games.services.unsubscribing import category_token, match_token

SITE_NAME = "edgepbem"


def site_url(name: str, *args: object) -> str:
    """The address of a page, as a mail needs it."""
    return settings.SITE_URL + reverse(name, args=args)


def sender(match: Match | None) -> str:
    """Who writes: the game, by the name we gave it; what players call a match has no place here."""
    return formataddr((ENGINES[match.game].title if match is not None else SITE_NAME, own_address()))


def root_id(match: Match) -> str:
    """What all letters of a match refer to, so that a mail program shows them as one thread."""
    return f"<match.{match.pk}@{settings.MAIL_DOMAIN}>"


def headers(mail: OutgoingMail, letter: Letter) -> dict[str, str]:
    """All but subject, sender and reader."""
    found = {
        "Date": format_datetime(timezone.now()),
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-replied" if letter.is_reply else "auto-generated",
    }
    if letter.match is not None:
        found |= _of_match(letter.match)
    if letter.answers:
        found["In-Reply-To"] = letter.answers
        found["References"] = f"{found.get('References', '')} {letter.answers}".strip()
    if letter.seat is not None and letter.match is not None:
        found["Reply-To"] = formataddr((ENGINES[letter.match.game].title, reply_address(letter.seat)))
    if letter.category and mail.user is not None:
        found |= _way_out(mail.user, letter.category, letter.seat)
    return found


def _of_match(match: Match) -> dict[str, str]:
    root = root_id(match)
    title = ENGINES[match.game].title.replace('"', "")
    return {
        "In-Reply-To": root,
        "References": root,
        "List-Id": f'"{title}" <match-{match.pk}.{settings.MAIL_DOMAIN}>',
    }


def _way_out(user: User, category: str, seat: Seat | None) -> dict[str, str]:
    """RFC 8058: one click, by a mail program that posts to the link; and a mail, for those that cannot."""
    ways = [f"<{category_link(user, category)}>"]
    if seat is not None:
        ways.append(f"<mailto:{reply_address(seat)}?subject=stop&body=stop>")
    return {"List-Unsubscribe": ", ".join(ways), "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def category_link(user: User, category: str) -> str:
    """The page that ends mails of a category."""
    return site_url("unsubscribe", category_token(user, category))


def match_link(seat: Seat) -> str:
    """The page that ends mails of a match."""
    return site_url("unsubscribe", match_token(seat))
