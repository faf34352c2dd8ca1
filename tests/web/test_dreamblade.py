"""DreamBlade through its doors: a whole match, one side by email and one on the page, and a preview."""

from __future__ import annotations

import json
import random
import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.dreamblade.catalogue import MINIATURES
from games.engine.contract.tree import sample
from games.engine.language.paths import write
from games.engine.play.orders import waiting_for
from games.engine.play.save import encode_save
from games.models import Match, Order
from games.services import storage
from games.services.access import seats_of
from games.services.fairness import verify
from games.services.matches.new import Place, Terms, open_match
from games.services.resolve import resolve_all
from post.models import OutgoingEmail
from tests.api.conftest import program_of
from tests.dreamblade.bench import SPAWN, Bench
from tests.post.inbox import order_of, post, seat_of
from tests.rules import rule
from tests.web.conftest import Browse
from tests.web.pages import fields, text

ORDERS = 150  # most matches are over by then; in others Bob has had enough


@pytest.fixture
def dream(alice: User, bob: User) -> Match:
    """DreamBlade between Alice, who writes emails, and Bob, who sits at the page."""
    terms = Terms("dreamblade", "A dream", {"max_turns": 20})
    return open_match(alice, terms, [Place(alice), Place(bob)])


def next_answer(match: Match, whims: random.Random) -> tuple[int, tuple[str, ...], str]:
    """Who is waited for, a legal answer, and how it is written."""
    run = storage.load(match, seats_of(match))
    seat = waiting_for(run)[0]
    decision = run.decision_for(seat)
    assert decision is not None
    path = sample(decision.root, whims.randrange)
    return seat, path, write(decision, path)


def send_form(browser: Client, match: Match, path: tuple[str, ...]) -> Order:
    """All words of an answer chosen on the page, then sent."""
    page = browser.get(reverse("match", args=[match.pk]), {"at": path})
    sent = fields(page, reverse("match_answer", args=[match.pk]))
    assert sent["at"] == list(path)
    answer = browser.post(reverse("match_answer", args=[match.pk]), sent)
    assert answer.status_code == 302
    return Order.objects.latest("pk")


def play(match: Match, browser: Client, whims: random.Random) -> Order:
    """One order, through the door of the player the match waits for."""
    number, path, written = next_answer(match, whims)
    order = send_form(browser, match, path) if number == 2 else order_of(post(seat_of(match, 1), written))
    assert order is not None
    resolve_all(match.pk)
    match.refresh_from_db()
    order.refresh_from_db()
    assert order.played_at is not None
    assert not order.receipt.get("problem"), (written, order.receipt)
    return order


def test_a_whole_match_is_played_by_email_and_on_the_page(dream: Match, bob: User, browse: Browse) -> None:
    browser, whims = browse(bob), random.Random(8)
    doors = set()
    for _ in range(ORDERS):
        doors.add(play(dream, browser, whims).door)
        if dream.status != Match.Status.RUNNING:
            break
    else:
        browser.post(reverse("match_resign", args=[dream.pk]), {"sure": "yes"})
        resolve_all(dream.pk)
        dream.refresh_from_db()
    assert doors == {Order.Door.WEB, Order.Door.MAIL}
    assert (dream.status, dream.turn > 2) == (Match.Status.FINISHED, True)
    assert verify(dream).rolls > 0
    assert dream.result["reason"]
    assert "The match is over" in text(browser.get(reverse("match", args=[dream.pk])))
    assert OutgoingEmail.objects.filter(conversation=dream.pk, kind="finished").count() == 2


@rule("DB-9.6")
def test_the_preview_of_a_strike_tells_exact_odds_on_the_page_and_by_email(
    dream: Match, alice: User, browse: Browse
) -> None:
    stands_before_a_strike(dream)
    page = browse(alice).post(reverse("match_preview", args=[dream.pk]), {"text": "strike C3 with all"})
    told = text(page)
    assert "37 % Cannibal Pariah (pariah) is destroyed" in told
    assert "21 % Cannibal Pariah (pariah) is disrupted" in told
    assert "Damage in C3 0 12 % 1 12 %" in told
    assert "Blades in C3 0 58 % 1 35 % 2 7 % 3 under 1 %" in told
    assert "estimated" not in told
    beside = browse(alice).get(reverse("match_effect", args=[dream.pk]), {"at": ["strike", "C3"]})
    assert "Blades in C3 0 58 %" in text(beside)
    without_script = {"at": ["strike", "C3"], "effect": "1"}
    form = browse(alice).get(reverse("match", args=[dream.pk]), without_script)
    assert "Blades in C3 0 58 %" in text(form)
    post(seat_of(dream, 1), "preview\nstrike C3 with all")
    answer = OutgoingEmail.objects.filter(kind="answer").latest("pk")
    assert "Blades in C3: 0 (58%), 1 (35%), 2 (7%), 3 (0%)" in json.dumps(answer.facts)


@pytest.mark.parametrize(
    "letter",
    [
        "Please place the Zombie Enforcer at E1.",
        "Hello Bob,\n\nI'd like to spawn the Zombie Enforcer\n\nAlice",
        "Put it this way: I am lost.\n\nplease summon enforcer",
    ],
)
def test_a_spawn_in_a_letter(dream: Match, letter: str) -> None:
    save = Bench("F07 F08", "M03@A5", number=1, step=SPAWN, dice=(6, 2)).begin().run.save()
    Match.objects.filter(pk=dream.pk).update(save_data=encode_save(save))
    post(seat_of(dream, 1), letter)
    resolve_all(dream.pk)
    dream.refresh_from_db()
    state = storage.load(dream, seats_of(dream)).state
    assert state.figures["enforcer"].at == "E1"


def test_programs_get_the_odds_as_numbers(dream: Match, alice: User) -> None:
    stands_before_a_strike(dream)
    answer = (
        program_of(alice).post(f"matches/{dream.pk}/orders/preview/", {"text": "strike C3 with all"}).json()
    )
    assert answer["is_exact"] is True
    blades = next(spread for spread in answer["spreads"] if spread["name"] == "Blades in C3")
    expected = [(0, 125), (1, 75), (2, 15), (3, 1)]
    assert [(one["value"], round(one["chance"] * 216)) for one in blades["values"]] == expected
    assert sum(one["chance"] for one in answer["chances"]) == pytest.approx(1, abs=1e-5)


def stands_before_a_strike(match: Match) -> None:
    """The Mirrorman of Alice, who is on turn, and a Pariah of Bob in one cell."""
    match.save_data = encode_save(Bench("V05@C3", "F08@C3").begin().run.save())
    match.save()


@rule("DB-5.4")
def test_a_warband_for_a_limited_match_is_built_from_its_pool(alice: User, bob: User, browse: Browse) -> None:
    terms = Terms("dreamblade", "A draft", {"format": "limited"})
    match = open_match(alice, terms, [Place(alice), Place(bob)])
    player = storage.load(match, seats_of(match)).state.player(1)
    pool = Counter(player.pool)
    missing = next(code for code in MINIATURES if code not in pool)
    asked: dict[str, str | int] = {
        "game": "dreamblade",
        "side": "warband",
        "form": "limited",
        "match": match.pk,
    }
    page = browse(alice).get(reverse("roster_new"), asked)
    offered = re.findall(r'id="n:(\w+)"', page.content.decode())
    assert sorted(offered) == sorted(pool)
    sent = asked | {"name": "Mine", f"n:{missing}": "1", "do": "check"}
    said = text(browse(alice).post(reverse("roster_new"), sent))
    assert f"In this match you have 0 of {missing} to choose from, not 1." in said


@rule("DB-5.4")
def test_without_a_match_nobody_is_offered_the_limited_form(alice: User, browse: Browse) -> None:
    for page in (
        browse(alice).get(reverse("rosters")),
        browse(alice).get(reverse("roster_new"), {"game": "dreamblade"}),
    ):
        assert "of your own choice" in text(page)
        assert "from the pool" not in text(page)


@rule("DB-12A.5")
def test_a_letter_in_the_words_of_people_and_of_the_rulebook_is_played(dream: Match) -> None:
    b = Bench("V05@B2 V01@D2 V01@D1 P01@C3", "F08@C3 F07@C3", wins=(0, 1))
    dream.save_data, dream.turn = encode_save(b.begin().run.save()), 2
    dream.save()
    lines = [
        "Hi Bob,",
        "",
        "please move V01.1 to D3, then done.",
        "Attack C3 with everyone!",
        "done",
        "Alice",
    ]
    order = order_of(post(seat_of(dream, 1), "\n".join(lines)))
    assert order is not None
    resolve_all(dream.pk)
    order.refresh_from_db()
    assert not order.receipt.get("problem"), (order.text, order.receipt)
    dream.refresh_from_db()
    assert storage.load(dream, seats_of(dream)).state.figures["brawler1"].at == "D3"
    assert [row["understood"] for row in order.receipt["done"]][-2:] == ["strike C3 with punisher", "done"]


@rule("DB-12A.5")
def test_what_is_typed_beside_the_board_is_understood_as_in_an_email(
    dream: Match, alice: User, browse: Browse
) -> None:
    stands_before_a_strike(dream)
    page = browse(alice).get(reverse("match", args=[dream.pk]), {"line": "attack c3 with everyone"})
    assert fields(page, reverse("match_answer", args=[dream.pk]))["at"] == ["strike", "C3", "mirrorman"]


def test_help_tells_what_a_miniature_can_do_before_it_is_spawned(dream: Match) -> None:
    b = Bench("V04 V05@C3", "V10@A5", step=1)
    match = dream
    match.save_data, match.turn = encode_save(b.begin().run.save()), 2
    match.save()
    post(seat_of(match, 1), "help spawn scout")
    mail = OutgoingEmail.objects.latest("pk")
    assert "You may move an unengaged ally one cell." in str(mail.facts)
