"""Letters that chat, in the layouts of all mail programs, through the whole server.

The files were written, with what each letter means, before it was tried how they are read: the second one
after the rules had learned from the first. The third takes back, doubts and forbids what it seems to order.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from django.db import transaction

from games.models import Seat
from games.services import resolve
from post import inbox, mailboxes
from post.models import IncomingEmail
from tests.mailboxes import reply_address
from tests.mails.builder import FOLDER, reply
from tests.post.inbox import order_of
from tests.post.test_strangers import seat  # noqa: F401  (a fixture)


class Penned(msgspec.Struct, forbid_unknown_fields=True):
    """A letter, and what its writer wants done."""

    name: str
    text: str
    played: list[str]
    game: str = "scrappers"
    told: bool = False  # it says things that look like orders, or is so unclear that an answer is due


def penned(file: str) -> list[tuple[int, Penned]]:
    """The letters of a file, each with the number of its layout."""
    raw = (FOLDER / "penpals" / f"{file}.toml").read_bytes()
    return list(enumerate(msgspec.toml.decode(raw, type=dict[str, list[Penned]])["letters"]))


def verdict(number: int, letter: Penned, seat: Seat) -> tuple[str, object]:  # noqa: F811
    """exact: as meant; nagged: as meant, and told that a line is wrong; lost: less than that; or wrong."""
    sender = "sam@example.net"
    raw = reply(number, letter.text, {"From": f"Sam <{sender}>", "Message-ID": f"<p{number}@example.net>"})
    mail = mailboxes.receive(raw, reply_address(seat), sender, IncomingEmail.Source.SMTP)
    inbox.read_due()
    mail.refresh_from_db()
    resolve.resolve(seat.match_id)
    order = order_of(mail)
    receipt = order.receipt if order is not None else {}
    done = [line["understood"] for line in receipt.get("done", [])]
    done += [
        line["text"].strip(" .!\t").lower() for line in receipt.get("needless", [])
    ]  # the turn had ended
    problem = receipt.get("problem")
    if done != letter.played[: len(done)]:
        return "wrong", (done, letter.played)
    if done != letter.played:
        return "lost", (done, problem and problem["text"], mail.note)
    if problem is None or letter.told:
        return "exact", None
    return "nagged", problem["text"]


@pytest.mark.parametrize("file", ["first", "second", "third"])
def test_letters_that_chat_are_played_as_they_are_meant(
    seat: Seat,  # noqa: F811
    file: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found: dict[str, tuple[str, object]] = {}
    for number, letter in penned(file):
        if letter.game == seat.match.game:
            with transaction.atomic():
                found[letter.name] = verdict(number, letter, seat)
                transaction.set_rollback(True)
    counts = Counter(kind for kind, _ in found.values())
    with capsys.disabled():
        told = ", ".join(f"{counts[kind]} {kind}" for kind in ("exact", "nagged", "lost", "wrong"))
        print(f"\n{len(found)} letters of penpals in {seat.match.game}, {file} file: {told}")
    others = {name: how for name, how in found.items() if how[0] != "exact"}
    assert counts["wrong"] == 0, others
    assert len(others) <= max(1, 0.12 * len(found)), others
