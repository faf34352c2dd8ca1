"""Emails of every kind can be read by everybody."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest
from django.conf import settings as site

from post.kinds import all_kinds
from tests.post.emails import MAKING, PLAIN_TAGS, Tags, email_of, parsed, queued, seat_of

ROOT = Path(site.BASE_DIR)
pytestmark = pytest.mark.usefixtures("media")


def test_each_kind_has_an_email_here():
    assert set(MAKING) == set(all_kinds())


@pytest.mark.parametrize("kind", sorted(all_kinds()))
def test_an_email_can_be_read_by_everybody(kind, duel, player):
    email = email_of(kind, duel, player)
    lines = email.text.splitlines()
    assert all(len(line) <= 76 or line.startswith("http") for line in lines), max(lines, key=len)
    assert email.subject
    assert "None" not in email.text + email.subject
    assert "{{" not in email.text + email.html
    assert "\n\n\n" not in email.text
    tags = Tags(email.html)
    assert tags.tags <= PLAIN_TAGS
    assert not tags.open
    # Every link in the HTML is in the text too, but for links to the same places.
    for link in set(tags.links):
        assert link in email.text, link


@pytest.mark.parametrize("kind", sorted(all_kinds()))
def test_an_email_says_in_both_forms_what_it_says(kind, duel, player):
    message = parsed(email_of(kind, duel, player))
    kinds = [part.get_content_type() for part in message.walk() if part.get_content_maintype() == "text"]
    assert kinds == ["text/plain", "text/html"]
    assert message["Auto-Submitted"] in ("auto-generated", "auto-replied")
    assert message["Message-ID"]
    assert message["Date"]
    assert "@" in message["From"]


def test_every_kind_that_is_queued_anywhere_has_an_email():
    found = {kind for path in _sources() for kind in _kinds_queued(path)}
    assert {"turn", "receipt", "sign_in", "press", "declined"} <= found
    assert found <= set(all_kinds())


def test_a_kind_that_nobody_writes_is_refused_when_it_is_queued(duel, alice):
    with pytest.raises(ValueError, match="no kind of email named love_letter"):
        queued("love_letter", seat_of(duel, alice), alice, {})


QUEUES = [
    f"{room}.{function}"
    for room in ("outbox", "mailbox")
    for function in ("queue", "queue_for_seat", "new_email")
]


def _sources():
    """All of the product but the functions that only pass a kind on."""
    found = [path for room in ("games", "accounts", "post") for path in (ROOT / room).rglob("*.py")]
    return [path for path in found if path.name not in ("outbox.py", "mailbox.py")]


def _kinds_queued(path: Path) -> set[str]:
    """First arguments of calls that queue emails, and kinds of rows made directly."""
    kinds: set[str] = set()
    for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func)
        if name in QUEUES:
            kinds |= _meant(path, call.args[0])
        elif name == "OutgoingEmail":
            kinds |= _meant(path, next(word.value for word in call.keywords if word.arg == "kind"))
    return kinds


# Where the kind is a variable: what it may be.
VARIABLES = {
    "games.services.hosting.notices": {"paused", "resumed", "extended", "rewound"},
    "games.services.seat_emails.news": {"turn", "report", "finished", "started"},
    "games.services.seats": {"turn", "started"},
    "games.services.invitations": {"invitation", "rematch"},
    "accounts.services.address_change": {"address_old", "address_new"},
}


def _meant(path: Path, argument: ast.expr) -> set[str]:
    if isinstance(argument, ast.Constant):
        return {str(argument.value)}
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    room, _, name = ast.unparse(argument).rpartition(".")
    value = getattr(getattr(module, room) if room else module, name, None)
    return {value} if isinstance(value, str) else VARIABLES[module.__name__]
