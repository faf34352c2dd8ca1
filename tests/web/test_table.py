"""The table to play on: what is lit and where it leads, why the rest is not, what a form says beside it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.play.save import encode_save
from games.models import Match, Order
from games.services.access import match_for
from games.services.matches.new import Place, Terms, open_match
from games.services.rehearsal import previews
from games.services.resolve import resolve
from games.services.scene import scene_of
from games.web import match_parts
from post.children.budget import Allowance
from tests.clicking import goes_at_once
from tests.scrappers.position import position
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played, text

SPOT = re.compile(
    r'<a class="spot is-(\w+)"(?: href="([^"]*)")? data-thing="([^"]*)"[^>]*><title>([^<]*)</title>'
)


@pytest.fixture
def table(duel: Match) -> Match:
    """The player on turn can do a bit of everything."""
    players = ["hand TER1 TER1 TER3 MET2 MIN2", "hand HYD1 base MET1 MET2"]
    number = on_turn(duel).number
    bench = position(
        *(players if number == 1 else reversed(players)),
        on_turn=number,
        docks="HYD1 TER1 MET2 TER4",
        mine="brown-3c brown-1a blue-10a purple-1b",
    )
    duel.save_data = encode_save(bench.run.save())
    duel.save()
    return duel


def page_of(match: Match) -> str:
    return reverse("match", args=[match.pk])


def spots(browser: Client, match: Match, query: str = "") -> dict[str, tuple[str, str, str]]:
    """Each thing on the table: whether it is lit, where it leads, what is told of it."""
    page = html(browser.get(page_of(match) + query))
    return {
        unescape(name): (kind, unescape(leads), unescape(told))
        for kind, leads, name, told in SPOT.findall(page)
    }


def lit(found: dict[str, tuple[str, str, str]]) -> dict[str, str]:
    return {name: leads for name, (kind, leads, _told) in found.items() if kind == "lit"}


def query_of(address: str) -> str:
    return "?" + address.partition("?")[2]


def test_a_click_on_a_card_begins_the_order_that_it_is_for(table: Match, browse: Browse) -> None:
    """The same type may lie in the Docks and in hand: each leads to its own order."""
    browser = browse(on_turn(table).user)
    found = lit(spots(browser, table))
    docks = [name for name in found if name.startswith("docks ")]
    hand = [name for name in found if name.startswith("hand ")]
    assert docks
    assert hand
    for name in docks:
        assert query_of(found[name]) == f"?at=recruit&at={name.split()[1]}"
    for name in hand:
        assert query_of(found[name]) == f"?at=skill&at={name.split()[1]}"


def test_every_lit_thing_leads_to_a_place_in_the_form(table: Match, browse: Browse) -> None:
    browser = browse(on_turn(table).user)
    for address in lit(spots(browser, table)).values():
        page = text(browser.get(address))
        assert "not possible" not in page
        assert "Your order so far:" in page


def test_what_is_not_lit_says_why(table: Match, browse: Browse) -> None:
    browser = browse(on_turn(table).user)
    barred = {name: told for name, (kind, _leads, told) in spots(browser, table).items() if kind == "barred"}
    dear = next(told for name, told in barred.items() if name.startswith("mine "))
    assert "your hand cannot pay that" in dear
    assert "Base" in next(told for name, told in barred.items() if name.startswith("seat "))


def test_everything_has_a_tip_in_the_words_of_the_game(table: Match, browse: Browse) -> None:
    found = spots(browse(on_turn(table).user), table)
    assert "Skill: " in next(told for name, (_k, _l, told) in found.items() if name.startswith("docks "))
    assert " VP" in next(told for name, (_k, _l, told) in found.items() if name.startswith("mine "))
    assert all(told.strip() for _kind, _leads, told in found.values())


def test_a_chosen_card_is_marked_and_a_click_on_it_takes_it_back(table: Match, browse: Browse) -> None:
    browser = browse(on_turn(table).user)
    kind, leads, _told = spots(browser, table, "?at=skill&at=MIN2")["hand MIN2"]
    assert (kind, query_of(leads)) == ("chosen", "?at=skill")


def test_spectators_and_waiting_players_see_things_but_nothing_is_lit(table: Match, browse: Browse) -> None:
    other = table.seats.exclude(pk=on_turn(table).pk).get()
    found = spots(browse(other.user), table)
    assert found
    assert not lit(found)


# The line.


def test_a_line_can_be_typed_and_the_form_goes_there(table: Match, browse: Browse) -> None:
    browser = browse(on_turn(table).user)
    card = next(name for name in lit(spots(browser, table)) if name.startswith("docks ")).split()[1]
    typed = html(browser.get(page_of(table), {"line": f"recruit {card.lower()}"}))
    assert re.search(rf'name="line"[^>]*value="recruit {card}', typed)


def test_a_wrong_line_stays_to_be_corrected_and_says_what_is_possible(table: Match, browse: Browse) -> None:
    page = browse(on_turn(table).user).get(page_of(table), {"line": "mine gold"})
    assert 'value="mine gold"' in html(page)
    assert "“gold” is not possible here. Possible here:" in text(page)


# What is said beside it.


def test_the_price_and_what_is_paid_so_far_are_said(table: Match, browse: Browse) -> None:
    browser = browse(on_turn(table).user)
    assert "Pay 3 with brown cards: 0 so far" in text(
        browser.get(page_of(table), {"at": ["mine", "brown-3c"]})
    )
    paid = {"at": ["mine", "brown-3c", "TER1"]}
    assert "Pay 3 with brown cards: 1 so far" in text(browser.get(page_of(table), paid))


def test_the_cheapest_payment_is_suggested_and_can_be_sent(table: Match, browse: Browse) -> None:
    """One card of level 3, not three cards, and never too much."""
    browser = browse(on_turn(table).user)
    page = html(browser.get(page_of(table), {"at": ["mine", "brown-3c"]}))
    form = re.search(r'<form[^>]*class="suggestion".*?</form>', page, re.DOTALL)
    assert form
    sent = {
        name: re.findall(rf'name="{name}" value="([^"]*)"', form[0]) for name in ("at", "question", "key")
    }
    assert sent["at"] == ["mine", "brown-3c", "TER3"]
    browser.post(reverse("match_answer", args=[table.pk]), sent)
    played(table)
    assert Order.objects.get().receipt["problem"] is None


def test_ending_the_turn_says_what_is_given_up(table: Match, browse: Browse) -> None:
    page = text(browse(on_turn(table).user).get(page_of(table), {"at": "end"}))
    assert "You could still do something else first: recruit" in page
    assert "Send it anyway" in page


def test_an_order_and_the_end_of_the_turn_go_together(table: Match, browse: Browse) -> None:
    seat = on_turn(table)
    browser = browse(seat.user)
    question = question_of(table, seat.user)
    path = ["recruit", "TER4", "TER3"]
    browser.post(
        reverse("match_answer", args=[table.pk]),
        {"at": path, "question": question, "key": "k", "then": "end"},
    )
    played(table)
    order = Order.objects.get()
    assert order.text.splitlines()[-1] == "end"
    assert [done["understood"] for done in order.receipt["done"]][-1] == "end"
    assert on_turn(table) != seat


def question_of(match: Match, user: User | None) -> str:
    match.refresh_from_db()
    scene = scene_of(match_for(user, match.pk))
    assert scene.question is not None
    return scene.question.id


# Nothing is played by misunderstanding.


def test_a_text_for_a_question_that_is_gone_is_not_played(table: Match, browse: Browse) -> None:
    seat = on_turn(table)
    browser = browse(seat.user)
    old = question_of(table, seat.user)
    for key in ("one", "two"):
        browser.post(reverse("match_orders", args=[table.pk]), {"text": "end", "question": old, "key": key})
        played(table)
        other = on_turn(table)
        if other.pk != seat.pk:  # the turn comes round again
            browse(other.user).post(reverse("match_orders", args=[table.pk]), {"text": "end", "key": key})
            played(table)
    last = Order.objects.filter(seat=seat).latest("pk")
    assert "question has changed" in last.receipt["problem"]["reason"]
    assert last.receipt["rest"] == "end"  # handed back, to be sent again


def test_the_result_of_an_order_comes_with_the_match_after_it(
    table: Match, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker may finish between two queries of a page: then it shows the next question, not the old one."""
    seat = on_turn(table)
    browser = browse(seat.user)
    before = question_of(table, seat.user)
    answer = browser.post(reverse("match_orders", args=[table.pk]), {"text": "end", "key": "k"})
    shown = match_parts.shown_order

    def finishes_now(*args: object) -> object:
        resolve(table.pk)
        return shown(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(match_parts, "shown_order", finishes_now)
    page = html(browser.get(answer["Location"]))
    assert "done" in page
    assert f'value="{before}"' not in page


# Places within places.


def test_a_large_base_is_asked_for_in_two_steps(
    alice: User, bob: User, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the Space, on the board; then how to stand in it, each way drawn large."""
    # However long it takes: the first look of a process makes what later ones find.
    monkeypatch.setattr(previews, "LOOKING", Allowance(cpu=10, clock=60, memory=1 << 30))
    terms = Terms("edge", "Two steps", {"beginner": True, "preset": True})
    match = open_match(alice, terms, [Place(alice), Place(bob)])
    browser = deploying(match, browse)
    squads = re.findall(
        r'href="([^"]*)" data-word="[^"]*"><b>(?:Unbroken|Holy Knight|Gorehound)',
        html(browser.get(page_of(match))),
    )
    assert squads
    found = spots(browser, match, query_of(unescape(squads[0])))
    spaces = [leads for name, leads in lit(found).items() if re.fullmatch(r"[A-E]\d", name)]
    assert spaces
    assert not any("." in name for name in lit(found))
    inside = html(browser.get(unescape(spaces[0])))
    assert 'class="sketches"' in inside
    first = re.search(r'class="sketches">\s*<li><a href="([^"]+)"', inside)
    assert first
    assert "at=" in first[1]
    assert "in=" not in first[1]


def deploying(match: Match, browse: Browse) -> Client:
    """Play the defaults until someone has Squads to deploy."""
    for _ in range(40):
        seat = on_turn(match)
        browser = browse(seat.user)
        match.refresh_from_db()
        scene = scene_of(match_for(seat.user, match.pk))
        assert scene.question is not None
        if scene.question.decision.kind == "deploy":
            return browser
        browser.post(reverse("match_orders", args=[match.pk]), {"text": scene.question.draft, "key": str(_)})
        played(match)
    raise AssertionError("nobody deploys")


def test_an_order_goes_once_it_is_paid(table: Match, browse: Browse) -> None:
    """More cards would only cost more: nobody waits for them."""
    browser = browse(on_turn(table).user)
    page = html(browser.get(page_of(table), {"at": ["mine", "brown-1a", "TER1"]}))
    assert "You may add" in page
    assert goes_at_once(page)


def test_the_last_order_stands_below_the_question_unless_there_is_more_to_say(
    table: Match, browse: Browse
) -> None:
    """Done is done; what was refused, and what can be taken back, is read first."""
    browser = browse(on_turn(table).user)
    address = reverse("match_orders", args=[table.pk])
    browser.post(address, {"text": "mine gold", "key": "k1"})
    played(table)
    page = html(browser.get(page_of(table)))
    assert page.index('id="receipt"') < page.index('id="question"')


def test_the_hand_lies_before_what_is_further_away(table: Match, browse: Browse) -> None:
    """It is what one pays with: on a desk it is in sight together with the Docks and the Mine."""
    page = html(browse(on_turn(table).user).get(page_of(table)))
    order = [page.index(f'data-part="{name}"') for name in ("docks", "mine", "hand-0", "artifacts", "bases")]
    assert order == sorted(order)
