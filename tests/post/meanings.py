"""Letters that people wrote, and whether what they do is what their writers meant."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.db import transaction

from games.models import Order, Seat
from games.services import resolve, storage
from games.services.access import seats_of
from games.services.commands.parts import letter_of, parts_of
from games.services.scene import Scene
from post import inbox, mailboxes
from post.addresses import own_addresses
from post.models import IncomingEmail
from post.parsing.automatic import Verdict as Sender
from post.parsing.reader import read
from tests.mailboxes import reply_address
from tests.post.inbox import order_of

Verdict = tuple[str, object]
KINDS = ("exact", "nagged", "lost", "wrong")


def verdict(raw: bytes, seat: Seat, played: list[str], is_told: bool) -> Verdict:
    """What becomes of a letter that is sent through the whole server; nothing of it is kept."""
    with transaction.atomic():
        mail = mailboxes.receive(raw, reply_address(seat), "sam@example.net", IncomingEmail.Source.SMTP)
        inbox.read_due()
        mail.refresh_from_db()
        resolve.resolve(seat.match_id)
        order = order_of(mail)
        found = _compared(order.receipt if order is not None else {}, mail.note, played, is_told)
        transaction.set_rollback(True)
    return found


def verdict_of_text(raw: bytes, scene: Scene, seat: Seat, played: list[str], is_told: bool) -> Verdict:
    """The same by what reads letters and plays orders alone, without the mailbox and its rows."""
    return _compared(_receipt(raw, scene, seat), "", played, is_told)


def _receipt(raw: bytes, scene: Scene, seat: Seat) -> dict[str, Any]:
    match, reading = seat.match, read(raw, own_addresses())
    orders = parts_of(reading, match.game, match.name).orders
    letter = letter_of(orders, match.game, lambda: scene)
    if reading.verdict is Sender.AUTOMATIC or not letter.has_orders:
        return {}
    run = storage.load(match, seats_of(match))
    order = Order(match=match, seat=seat, kind=Order.Kind.ORDERS, text=letter.orders)
    return resolve.play(run, match, seat.number, order)


def _compared(receipt: dict[str, Any], note: str, played: list[str], is_told: bool) -> Verdict:
    """exact: as meant; nagged: as meant, and told that a line is wrong; lost: less than that; or wrong.

    Some letters look so much like orders that being told is right.
    """
    done = [line["understood"] for line in receipt.get("done", [])]
    done += [
        line["text"].strip(" .!\t`'").lower() for line in receipt.get("needless", [])
    ]  # the turn was over
    problem = receipt.get("problem")
    if done != played[: len(done)]:
        return "wrong", (done, played)
    if done != played:
        return "lost", (done, problem and problem["text"], note)
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
