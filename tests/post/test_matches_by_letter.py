"""Whole matches over email alone, by players who write letters in all kinds of mail programs."""

from __future__ import annotations

import random
import smtplib
from collections.abc import Callable

import pytest

from accounts.models import User
from games.engine.contract.tree import sample
from games.engine.language.paths import write
from games.models import Match, Order, Press, Seat
from games.services import resolve
from games.services.access import Access, seats_of
from games.services.matches.new import Place, Terms, open_match
from games.services.scene import scene_of
from post import inbox, mailboxes
from post.models import IncomingEmail
from tests.catalogue import many
from tests.mailboxes import reply_address
from tests.mails.builder import reply
from tests.post.inbox import order_of

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


GAMES: dict[str, dict[str, int | str | bool]] = {"scrappers": {}, "dreamblade": {"max_turns": 20}, "edge": {}}
OTHERS = [(game, seed) for game in GAMES for seed in range(1, many(1, 20))] or [("scrappers", 1)]
Deliver = Callable[[bytes, str, str], object]


def _play_by_letter(
    match: Match, seat: Seat, number: int, whims: random.Random, deliver: Deliver
) -> tuple[str, Order | None]:
    """Answer the open question of a seat by a letter; the answer meant, and the order that it became."""
    question = scene_of(Access(match, seats_of(match), seat)).question
    assert question is not None
    assert seat.user is not None
    path = sample(question.decision.root, whims.randrange)
    meant = write(question.decision, path, question.spoken)
    text = LETTERS[number % len(LETTERS)].replace("{orders}", write(question.decision, path) or "# nothing")
    address, sender = reply_address(seat), seat.user.email
    headers = {
        "From": sender,
        "To": address,
        "Message-ID": f"<{match.pk}.{number}@example.net>",
        "Return-Path": "",
    }
    deliver(reply(number, text, headers), address, sender)
    inbox.read_due()
    mail = IncomingEmail.objects.latest("pk")
    resolve.resolve(match.pk)
    match.refresh_from_db()
    return meant, order_of(mail)


def _play_to_the_end(game: str, seed: int, players: list[User], deliver: Deliver) -> None:
    """Every answer is played as it was meant, no line is refused, and the match ends."""
    whims = random.Random(f"{game} {seed}")
    places = [Place(player) for player in players]
    match = open_match(players[0], Terms(game, "A match", GAMES[game]), places)
    number = 0
    while match.status == Match.Status.RUNNING:
        seat = match.seats.select_related("match", "user").filter(waiting_since__isnull=False)[0]
        meant, order = _play_by_letter(match, seat, number, whims, deliver)
        assert order is not None, (number, meant)
        assert order.receipt["problem"] is None, (number, order.text, order.receipt)
        assert [done["understood"] for done in order.receipt["done"]] == [meant], (number, order.text)
        number += 1
    assert match.status == Match.Status.FINISHED
    assert {said.text for said in Press.objects.filter(match=match)} == {SAID.removeprefix("say ")}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_played_by_letters_over_smtp(game: str, port: int, alice: User, bob: User) -> None:
    """A9: nothing but letters, in the manner of all programs of the corpus, through the real door."""

    def deliver(raw: bytes, address: str, sender: str) -> None:
        with smtplib.SMTP("127.0.0.1", port) as smtp:
            smtp.sendmail(sender, [address], raw)

    _play_to_the_end(game, 0, [alice, bob], deliver)


@pytest.mark.catalogue
@pytest.mark.parametrize(("game", "seed"), OTHERS)
def test_other_matches_are_played_by_letters_too(game: str, seed: int, alice: User, bob: User) -> None:
    """A9: straight into the mailboxes."""

    def deliver(raw: bytes, address: str, sender: str) -> None:
        mailboxes.receive(raw, address, sender, IncomingEmail.Source.SMTP)

    _play_to_the_end(game, seed, [alice, bob], deliver)
