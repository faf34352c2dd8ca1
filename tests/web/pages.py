"""What tests say about pages: every address of a match, and what is on a page."""

from __future__ import annotations

import re
from html import unescape
from typing import Protocol

from django.urls import reverse

from accounts.models import User
from games.models import EventRow, Match, Order, Press, Seat, TurnView
from games.services import resolve
from post.models import OutgoingEmail

READ = [
    "match",
    "match_board",
    "match_changes",
    "match_dice",
    "match_standing",
    "match_resign",
    "match_agree",
    "match_preview",
]
WRITTEN = [
    "match_answer",
    "match_roster",
    "match_orders",
    "match_preview",
    "match_drop",
    "match_hints",
    "match_mails",
    "match_take_back",
    "match_standing",
    "match_say",
    "match_resign",
    "match_agree",
    "match_rematch",
    "match_join",
    "match_invite",
    "match_withdraw",
]


class Page(Protocol):
    """An answer of the server, as a test's client gets it."""

    content: bytes


def readable(match: Match) -> list[str]:
    """All addresses of a match that are looked at."""
    turns = [reverse(name, args=[match.pk, 0]) for name in ("match_turn", "turn_report")]
    return [*(reverse(name, args=[match.pk]) for name in READ), *turns]


def writable(match: Match) -> list[str]:
    """All addresses of a match that something is sent to."""
    return [reverse(name, args=[match.pk]) for name in WRITTEN]


def rows() -> list[object]:
    """Everything that must not change by looking."""
    counts: list[object] = [
        model.objects.count() for model in (EventRow, Order, OutgoingEmail, Press, TurnView)
    ]
    counts += list(Match.objects.order_by("pk").values())
    counts += list(Seat.objects.order_by("pk").values())
    counts += list(User.objects.order_by("pk").values("pk", "name", "email", "session_nonce"))
    return counts


def html(response: Page) -> str:
    """A page as text."""
    return response.content.decode()


def text(response: Page) -> str:
    """The words of a page without its marks, each space single."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html(response))).split())


def offered(response: Page) -> list[str]:
    """The words that the form offers next."""
    part = html(response).partition('<ul class="words')[2].partition("</ul>")[0]
    return [unescape(word) for word in re.findall(r"<b>([^<]*)</b>", part)]


def first_link(response: Page) -> str:
    """Where the first word that the form offers leads."""
    part = html(response).partition('<ul class="words')[2]
    found = re.search(r'href="([^"#]*)', part)
    assert found is not None
    return unescape(found.group(1))


def fields(response: Page, action: str) -> dict[str, list[str]]:
    """The hidden fields of the form that leads to an address."""
    form = html(response).partition(f'action="{action}"')[2].partition("</form>")[0]
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form):
        found.setdefault(name, []).append(unescape(value))
    found.pop("csrfmiddlewaretoken", None)
    return found


def on_turn(match: Match) -> Seat:
    """The seat that the match waits for."""
    return match.seats.select_related("user", "match").get(waiting_since__isnull=False)


def player_on_turn(match: Match) -> User:
    """Who is waited for."""
    user = on_turn(match).user
    assert user is not None
    return user


def played(match: Match) -> None:
    """What a worker does."""
    resolve.resolve_all(match.pk)
    match.refresh_from_db()
