"""Letters of strangers through the whole server: what their writers mean is played, and nothing else.

They were written without looking at the rules that read them, and every game answers them with its own rules.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from django.db import transaction

from accounts.models import User
from games.models import Seat
from games.services import fairness, resolve
from games.services.access import match_for
from games.services.matches.new import Place, Terms, open_match
from games.services.scene import scene_of
from games.services.texts import examples
from post import inbox, mailboxes
from post.models import IncomingEmail
from tests.mailboxes import reply_address
from tests.mails.builder import FOLDER
from tests.post.inbox import order_of
from tests.services.conftest import Send

STRANGERS = FOLDER / "strangers"


class Meaning(msgspec.Struct, forbid_unknown_fields=True):
    """What a letter wants done, in which game."""

    game: str
    played: list[str]
    told: bool = False  # it says things that look like orders and are none


MEANINGS = msgspec.toml.decode((STRANGERS / "meaning.toml").read_bytes(), type=dict[str, Meaning])
OPTIONS: dict[str, dict[str, int | str | bool]] = {
    "scrappers": {},
    "edge": {"preset": True, "beginner": True},
    "dreamblade": {},
}


@pytest.fixture(params=sorted(OPTIONS))
def seat(
    request: pytest.FixtureRequest, alice: User, bob: User, send: Send, monkeypatch: pytest.MonkeyPatch
) -> Seat:
    """The player who is to write a letter in the first turn, with the same dice in every run."""
    monkeypatch.setattr(fairness, "token_bytes", lambda size: b"letters of strangers".ljust(size, b"."))
    terms = Terms(request.param, "A match", OPTIONS[request.param])
    match = open_match(alice, terms, [Place(alice), Place(bob)])
    while match.turn == 0:
        waiting = match.seats.filter(waiting_since__isnull=False).first()
        assert waiting is not None
        assert waiting.user is not None
        question = scene_of(match_for(waiting.user, match.pk)).question
        assert question is not None
        order = "warband W2" if waiting.number == 2 and match.game == "dreamblade" else examples(question)[0]
        send(match, waiting.number, order)
    seat = match.seats.get(waiting_since__isnull=False)
    assert seat.user is not None
    User.objects.filter(pk=seat.user.pk).update(email="sam@example.net")
    return match.seats.select_related("match", "user").get(pk=seat.pk)


def verdict(name: str, seat: Seat) -> tuple[str, object]:
    """exact: as meant; nagged: as meant, and told that a line is wrong; lost: less than that; or wrong."""
    raw = (STRANGERS / f"{name}.eml").read_bytes()
    mail = mailboxes.receive(raw, reply_address(seat), "sam@example.net", IncomingEmail.Source.SMTP)
    inbox.read_due()
    mail.refresh_from_db()
    resolve.resolve(seat.match_id)
    order = order_of(mail)
    receipt = order.receipt if order is not None else {}
    done = [line["understood"] for line in receipt.get("done", [])]
    done += [line["text"].strip(" .\t").lower() for line in receipt.get("needless", [])]  # the turn had ended
    meant = MEANINGS[name].played
    problem = receipt.get("problem")
    if done != meant[: len(done)]:
        return "wrong", (done, meant)
    if done != meant:
        return "lost", (problem and problem["text"]) or mail.note
    if problem is None or MEANINGS[name].told:
        return "exact", None
    return "nagged", problem["text"]


def test_letters_of_strangers_are_played_as_they_are_meant(
    seat: Seat, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of these, 98 of 100 are exact, and none is played as nobody meant it."""
    found: dict[str, tuple[str, object]] = {}
    for name in (name for name, meaning in MEANINGS.items() if meaning.game == seat.match.game):
        with transaction.atomic():
            found[name] = verdict(name, seat)
            transaction.set_rollback(True)
    counts = Counter(kind for kind, _ in found.values())
    with capsys.disabled():
        told = ", ".join(f"{counts[kind]} {kind}" for kind in ("exact", "nagged", "lost", "wrong"))
        print(f"\n{len(found)} letters of strangers in {seat.match.game}: {told}")
    others = {name: how for name, how in found.items() if how[0] != "exact"}
    assert counts["wrong"] == 0, others
    assert counts["exact"] >= 0.98 * len(found), others
