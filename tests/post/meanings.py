"""Letters that people wrote, sent through the whole server, and compared with what they are meant to do."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import transaction

from games.models import Seat
from games.services import resolve
from post import inbox, mailboxes
from post.models import IncomingEmail
from tests.mailboxes import reply_address
from tests.post.inbox import order_of

Verdict = tuple[str, object]
KINDS = ("exact", "nagged", "lost", "wrong")


def verdict(raw: bytes, seat: Seat, played: list[str], is_told: bool) -> Verdict:
    """exact: as meant; nagged: as meant, and told that a line is wrong; lost: less than that; or wrong.

    Nothing of it is kept. Some letters look so much like orders that being told is right.
    """
    with transaction.atomic():
        mail = mailboxes.receive(raw, reply_address(seat), "sam@example.net", IncomingEmail.Source.SMTP)
        inbox.read_due()
        mail.refresh_from_db()
        resolve.resolve(seat.match_id)
        found = _compared(mail, played, is_told)
        transaction.set_rollback(True)
    return found


def _compared(mail: IncomingEmail, played: list[str], is_told: bool) -> Verdict:
    order = order_of(mail)
    receipt = order.receipt if order is not None else {}
    done = [line["understood"] for line in receipt.get("done", [])]
    done += [
        line["text"].strip(" .!\t`'").lower() for line in receipt.get("needless", [])
    ]  # the turn was over
    problem = receipt.get("problem")
    if done != played[: len(done)]:
        return "wrong", (done, played)
    if done != played:
        return "lost", (done, problem and problem["text"], mail.note)
    if problem is None or is_told:
        return "exact", None
    return "nagged", problem["text"]


def not_exact(found: dict[str, Verdict], what: str, capsys: pytest.CaptureFixture[str]) -> int:
    """How many letters are not; the verdicts are printed. None may be played as nobody meant it."""
    counts = Counter(kind for kind, _ in found.values())
    others = {name: how for name, how in found.items() if how[0] != "exact"}
    with capsys.disabled():
        told = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
        print(f"\n{len(found)} letters of {what}: {told}", *others.items(), sep="\n  ")
    assert counts["wrong"] == 0, others
    return len(others)
