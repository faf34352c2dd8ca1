"""Whole matches over email alone, by players who write letters in all kinds of mail programs."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from games.engine.contract.tree import sample
from games.engine.language.paths import write
from games.models import Match, Order, Press, Seat
from games.services import matches, resolve
from games.services.access import Access, seats_of
from games.services.scene import scene_of
from post import inbox, mailboxes
from post.models import IncomingEmail
from tests.catalogue import many
from tests.mailboxes import reply_address
from tests.mails.builder import reply

SAID = (
    "say Well met, and may the better one win this match of ours, whatever the dice and the cards will bring"
)
LETTERS = [
    "{orders}",
    "Hi,\n{orders}",
    "Hello Bob,\n\nhere are my orders:\n\n{orders}\n\nCheers\nE.",
    "Cześć,\n\nmoje rozkazy:\n{orders}\n\nPozdrawiam\nAlicja",
    "Hallo zusammen,\n\n{orders}\n\nViele Grüße\nMike",
    "Bonjour,\n\nQuelle partie !\n\n{orders}\n\nCordialement\nRené",
    "Hola\n\n{orders}\n\n¡Gracias por la partida!",
    "Ciao,\n{orders}\n\nA presto\nM.",
    SAID
    + "\n\n{orders}\n\nThat was hard: I have looked at the board for half an hour, and I still do not know.",
    "CAUTION: This email is from outside. Do not click links.\n\n{orders}\n\nRegards,\nBob Nowak\nRoom B12",
]


def _play_by_letter(match: Match, seat: Seat, number: int, whims: random.Random) -> tuple[str, Order | None]:
    """Answer the open question of a seat by a letter; the answer meant, and the order that it became."""
    question = scene_of(Access(match, seats_of(match), seat)).question
    assert question is not None
    assert seat.user is not None
    meant = write(question.decision, sample(question.decision.root, whims.randrange))
    text = LETTERS[number % len(LETTERS)].replace("{orders}", meant or "# nothing")
    address, sender = reply_address(seat), seat.user.email
    headers = {
        "From": sender,
        "To": address,
        "Message-ID": f"<{match.pk}.{number}@example.net>",
        "Return-Path": "",
    }
    mail = mailboxes.receive(reply(number, text, headers), address, sender, IncomingEmail.Source.SMTP)
    inbox.read_due()
    mail.refresh_from_db()
    resolve.resolve(match.pk)
    match.refresh_from_db()
    return meant, Order.objects.filter(pk=mail.outcome).first()


@pytest.mark.catalogue
@pytest.mark.parametrize(
    ("game", "options"), [("scrappers", {}), ("dreamblade", {"max_turns": 20}), ("edge", {})]
)
@pytest.mark.parametrize("seed", range(many(1, 20)))
def test_a_whole_match_is_played_by_letters(
    game: str, options: dict[str, object], seed: int, alice: User, bob: User
) -> None:
    """P4: every answer is played as it was meant, no line is refused, and the match ends."""
    whims = random.Random(f"{game} {seed}")
    match = matches.open_match(
        alice, matches.Terms(game, "A match", options), [matches.Place(alice), matches.Place(bob)]
    )
    number = 0
    while match.status == Match.Status.RUNNING:
        seat = match.seats.select_related("match", "user").filter(waiting_since__isnull=False)[0]
        meant, order = _play_by_letter(match, seat, number, whims)
        assert order is not None, (number, meant)
        assert order.receipt["problem"] is None, (number, order.text, order.receipt)
        assert [done["understood"] for done in order.receipt["done"]] == [meant], (number, order.text)
        number += 1
    assert match.status == Match.Status.FINISHED
    assert {said.text for said in Press.objects.filter(match=match)} == {SAID.removeprefix("say ")}
