"""What the rules hide from a reader is on none of that reader's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import msgspec
import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine.contract.dice import Dice, Seeds
from games.engine.play.run import Run
from games.engine.play.save import Save, decode_save, encode_save
from games.models import Match, TurnView
from games.scrappers.views import ScrappersView
from games.services import resolve, storage
from games.services.access import seats_of
from games.services.engines import ENGINES
from games.services.matches.new import Place, Terms, open_match
from games.services.storage import encode_view
from tests.web.conftest import Browse
from tests.web.pages import html, played, readable

CHANGING = re.compile(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"')


def pages(match: Match, user: User | None, browse: Browse) -> list[str]:
    """All that a reader can open, without what is new on each page."""
    browser = browse(user)
    addresses = [*(address for address in readable(match) if not address.endswith(".pdf"))]
    last = reverse("match_turn", args=[match.pk, max(0, match.turn - 1)])
    addresses += [f"{reverse('match', args=[match.pk])}?at=recruit", last, "/", "/lobby/"]
    return [CHANGING.sub("", html(browser.get(address))) for address in addresses]


def other_world(save: Save, reader: int | None, dream: bytes) -> Save:
    """A match that looks the same to the reader, with other secrets in it."""
    engine = ENGINES[save.game]
    state = engine.decode(save.base.state)
    engine.guess(state, reader, Dice(Seeds(dream, ())))
    base = msgspec.structs.replace(save.base, state=engine.encode(state))
    run = Run(engine, save.seats, save.seeds, save.options)
    run.replay.reset(base)
    run.replay.repeat(())
    return msgspec.structs.replace(save, base=base, digest=run.replay.digest())


def worlds(save: Save, reader: int | None, hidden_from: int) -> list[Save]:
    """Other worlds in which someone else holds other cards (not just other copies of the same)."""
    dreamt = [other_world(save, reader, bytes([dream])) for dream in range(20)]
    return [one for one in dreamt if hand(one, hidden_from) != hand(save, hidden_from)]


def hand(save: Save, seat: int) -> list[str]:
    engine = ENGINES[save.game]
    view = cast(ScrappersView, engine.view(engine.decode(save.base.state), seat))
    return [card.partition("#")[0] for card in view["players"][seat - 1]["hand"]]


@pytest.fixture
def secretive(alice: User, bob: User) -> Match:
    """A public match in which both hold what the other cannot know, at a place where nothing is in flight."""
    terms = Terms("scrappers", "Two worlds", {}, is_public=True)
    while True:
        match = open_match(alice, terms, [Place(alice), Place(bob)])
        match.seats.update(user=None, bot="random")
        for _ in range(30):
            resolve.resolve(match.pk)
            match.refresh_from_db()
            save = decode_save(bytes(match.save_data or b""))
            if not save.log and worlds(save, 1, 2) and worlds(save, 2, 1):
                for number, user in ((1, alice), (2, bob)):
                    match.seats.filter(number=number).update(user=user, bot="")
                return match
        match.delete()


def put(match: Match, save: Save) -> None:
    """Let this be the truth, also of the last page of the history."""
    match.save_data = encode_save(save)
    match.save()
    run = storage.load(match, seats_of(match))
    for kept in TurnView.objects.filter(match=match, turn=match.turn - 1):
        kept.data = encode_view(run.engine.view(run.state, kept.seat or None))
        kept.save()


@pytest.fixture
def still(secretive: Match) -> Iterator[None]:
    """No clock runs while pages are compared."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.mark.usefixtures("still")
def test_two_matches_that_differ_in_secrets_look_the_same(
    secretive: Match, alice: User, bob: User, browse: Browse
) -> None:
    """E1, E2, E3: for a player, and for who only watches; the board, the story, the form, the set-up."""
    truth = decode_save(bytes(secretive.save_data or b""))
    for reader, other, user in ((1, 2, alice), (2, 1, bob), (None, 1, None)):
        put(secretive, truth)
        told = pages(secretive, user, browse)
        for world in worlds(truth, reader, other)[:2]:
            put(secretive, world)
            assert pages(secretive, user, browse) == told


@pytest.mark.usefixtures("still")
def test_the_two_worlds_would_be_told_apart_by_a_leak(secretive: Match, bob: User, browse: Browse) -> None:
    """The test above can fail: the owner of what was changed sees another page."""
    truth = decode_save(bytes(secretive.save_data or b""))
    put(secretive, truth)
    before = pages(secretive, bob, browse)
    put(secretive, worlds(truth, 1, 2)[0])
    assert pages(secretive, bob, browse) != before


def test_the_seed_is_told_when_the_match_is_over_and_not_before(alice: User, browse: Browse) -> None:
    match = open_match(alice, Terms("scrappers", "Seeds", {}), [Place(alice), Place(bot="random")])
    seed = decode_save(bytes(match.save_data or b"")).seeds.server.hex()
    assert all(seed not in page for page in pages(match, alice, browse))
    assert match.commitment in html(browse(alice).get(reverse("match_dice", args=[match.pk])))

    done = open_match(alice, Terms("scrappers", "Done", {}), [Place(bot="random"), Place(bot="random")])
    played(done)
    page = html(browse(alice).get(reverse("match_dice", args=[done.pk])))
    assert decode_save(bytes(done.save_data or b"")).seeds.server.hex() in page
    assert "match the record" in page
    Match.objects.filter(pk=done.pk).update(commitment="0" * 64)
    assert "does not match" in html(browse(alice).get(reverse("match_dice", args=[done.pk])))
