"""A turn on the page: word by word, as lines, previewed, taken back."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Order
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.resolve import resolve
from games.tools.demo import thought_out
from tests.web.conftest import Browse
from tests.web.pages import fields, first_link, html, offered, on_turn, played, player_on_turn, rows, text


def page_of(match: Match) -> str:
    return reverse("match", args=[match.pk])


def complete(browser: Client, match: Match, *first: str) -> dict[str, list[str]]:
    """Follow the first link until the form can be sent; the form's hidden fields."""
    page = browser.get(page_of(match), {"at": first})
    for _ in range(12):
        sent = fields(page, reverse("match_answer", args=[match.pk]))
        if "question" in sent:
            return sent
        page = browser.get(first_link(page))
    raise AssertionError(first)


def test_a_turn_is_played_word_by_word(duel: Match, browse: Browse) -> None:
    seat = on_turn(duel)
    browser = browse(seat.user)
    assert {"recruit", "mine", "end"} <= set(offered(browser.get(page_of(duel))))
    sent = complete(browser, duel, "recruit")
    assert sent["at"][0] == "recruit"
    assert len(sent["at"]) > 1
    answer = browser.post(reverse("match_answer", args=[duel.pk]), sent)
    order = Order.objects.get()
    assert (order.kind, order.door, order.path) == ("answer", "web", sent["at"])
    assert answer["Location"] == f"{page_of(duel)}?order={order.ref}"
    assert "It is being played" in text(browser.get(answer["Location"]))
    played(duel)
    order.refresh_from_db()
    assert order.receipt["problem"] is None
    assert "done" in text(browser.get(answer["Location"]))


def test_what_a_form_offers_is_accepted_to_the_end_of_the_turn(duel: Match, browse: Browse) -> None:
    """A newcomer who always takes the first word plays legal turns."""
    for _ in range(6):
        seat = on_turn(duel)
        browser = browse(seat.user)
        start = offered(browser.get(page_of(duel)))[0]
        sent = complete(browser, duel, start)
        browser.post(reverse("match_answer", args=[duel.pk]), sent)
        played(duel)
        last = Order.objects.order_by("-pk").first()
        assert last is not None
        assert last.receipt["problem"] is None, (last.path, last.receipt)


def test_the_form_shows_the_order_as_it_would_be_written_and_what_it_does(
    duel: Match, browse: Browse
) -> None:
    browser = browse(on_turn(duel).user)
    page = browser.get(page_of(duel), {"at": ["end"]})
    assert '<pre class="order-lines">end</pre>' in html(page)
    assert "ends the turn" not in text(page)  # nobody waits for a preview: the page asks for it
    beside = browser.get(reverse("match_effect", args=[duel.pk]), {"at": ["end"]})
    assert "ends the turn" in text(beside)
    assert "ends the turn" in text(browser.get(page_of(duel), {"at": ["end"], "effect": "1"}))
    assert not Order.objects.exists()


def test_words_that_are_not_offered_begin_anew(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    for words in (
        ["dance"],
        ["recruit", "nobody"],
        ["end", "end"],
        ["x" * 5_000],
        ["recruit"] * 900,
    ):
        page = browser.get(page_of(duel), {"at": words})
        assert page.status_code == 200
        assert "recruit" in offered(page)
    assert "not possible" in text(browser.get(page_of(duel), {"at": ["dance"]}))


def test_the_same_form_sent_twice_is_one_order(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    sent = complete(browser, duel, "end")
    first, second = (browser.post(reverse("match_answer", args=[duel.pk]), sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Order.objects.count() == 1


def test_a_page_that_went_back_in_the_browser_can_send_other_words(duel: Match, browse: Browse) -> None:
    """Its key is the old one, its text is new: that is another order, and no refusal."""
    browser = browse(on_turn(duel).user)
    for lines in ("recruit nobody", "end"):
        browser.post(reverse("match_orders", args=[duel.pk]), {"text": lines, "key": "same"})
    assert [order.text for order in Order.objects.order_by("pk")] == ["recruit nobody", "end"]


def test_an_answer_holds_for_its_question_only(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    sent = complete(browser, duel, "end")
    answer = browser.post(reverse("match_answer", args=[duel.pk]), {**sent, "question": ["another"]})
    played(duel)
    assert "question has changed" in text(browser.get(answer["Location"]))


def test_wrong_orders_show_line_and_reason_and_come_back(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    answer = browser.post(
        reverse("match_orders", args=[duel.pk]), {"text": "recruit XYZ9\r\nend", "key": "k"}
    )
    played(duel)
    page = browser.get(answer["Location"])
    assert "Line 1: recruit XYZ9" in text(page)
    assert "recruit XYZ9\nend</textarea>" in html(page)


def test_an_end_too_many_is_named(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    answer = browser.post(reverse("match_orders", args=[duel.pk]), {"text": "end\nend", "key": "k"})
    played(duel)
    assert "end done end not needed, so it was ignored" in text(browser.get(answer["Location"]))


def test_no_orders_are_no_order(duel: Match, browse: Browse) -> None:
    browse(on_turn(duel).user).post(reverse("match_orders", args=[duel.pk]), {"text": " \r\n "})
    assert not Order.objects.exists()


def test_a_preview_tells_and_changes_nothing(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    before = rows()
    page = browser.post(reverse("match_preview", args=[duel.pk]), {"text": "end"})
    assert "What would happen" in text(page)
    assert "ends the turn" in text(page)
    assert ">end</textarea>" in html(page)
    wrong = browser.post(reverse("match_preview", args=[duel.pk]), {"text": "recruit XYZ9"})
    assert "Line 1: recruit XYZ9" in text(wrong)
    assert rows() == before


def test_a_script_gets_the_part_that_it_asks_for(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    form = browser.get(
        page_of(duel), {"at": "recruit"}, headers={"HX-Request": "true", "HX-Target": "question"}
    )
    assert html(form).strip().startswith("<section")
    assert 'class="spots"' in html(form)  # what can be clicked now, but not the drawings below it
    assert 'class="sheet"' not in html(form)
    told = browser.post(
        reverse("match_preview", args=[duel.pk]),
        {"text": "end"},
        headers={"HX-Request": "true", "HX-Target": "foretold"},
    )
    assert html(told).strip().startswith('<div id="foretold"')
    back = browser.get(
        page_of(duel),
        headers={"HX-Request": "true", "HX-Target": "question", "HX-History-Restore-Request": "true"},
    )
    assert 'class="sheet"' in html(back)


def test_a_receipt_is_asked_for_until_the_order_is_played(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    browser.post(reverse("match_orders", args=[duel.pk]), {"text": "end", "key": "k"})
    address = reverse("match_receipt", args=[duel.pk, Order.objects.get().ref])
    waiting = browser.get(address)
    assert 'hx-trigger="every 1s"' in html(waiting)
    assert "HX-Trigger" not in waiting
    page = browser.get(page_of(duel))
    assert 'hx-trigger="load delay:300ms, every 1s"' in html(page)  # most are played by then
    assert '<noscript><meta http-equiv="refresh"' in html(page)
    played(duel)
    done = browser.get(address)
    assert done["HX-Trigger"] == "edgepbem:changed"
    assert "every 1s" not in html(done)


def test_an_order_is_taken_back_as_long_as_nobody_learned_anything(duel: Match, browse: Browse) -> None:
    seat = on_turn(duel)
    browser = browse(seat.user)
    sent = complete(browser, duel, "recruit")
    browser.post(reverse("match_answer", args=[duel.pk]), sent)
    played(duel)
    page = browser.get(page_of(duel))
    if reverse("match_take_back", args=[duel.pk]) not in html(page):  # a card was uncovered by it
        assert "Take it back" not in text(page)
        return
    browser.post(reverse("match_take_back", args=[duel.pk]), {"key": "t"})
    played(duel)
    assert "takes back the last order" in text(browser.get(page_of(duel)))


def test_long_and_odd_texts_are_answered(duel: Match, browse: Browse) -> None:
    """C12: decided, refused or handed back, never an error."""
    browser = browse(on_turn(duel).user)
    for lines in (
        "end\n" * 9_000,
        "(" * 5_000,
        "x" * 50_000,
        "if " * 2_000,
        "\ud800".encode("utf-8", "replace").decode(),
    ):
        for name in ("match_orders", "match_preview"):
            assert browser.post(reverse(name, args=[duel.pk]), {"text": lines, "key": "k"}).status_code in (
                200,
                302,
            )
    played(duel)
    assert browser.get(page_of(duel)).status_code == 200


def test_who_is_not_asked_gets_no_form(duel: Match, browse: Browse) -> None:
    waiting = on_turn(duel)
    other = duel.seats.exclude(pk=waiting.pk).get()
    page = browse(other.user).get(page_of(duel))
    assert "Nothing to do right now" in text(page)
    assert f"{player_on_turn(duel).name} to play until" in text(page)
    assert not offered(page)
    mine = browse(waiting.user).get(page_of(duel))
    assert "Your turn" in text(mine)


def test_figures_and_places_can_be_clicked_on_the_map(alice: User, bob: User, browse: Browse) -> None:
    """The same words as in the list beside it, with the same addresses."""
    match = open_match(
        alice, Terms("edge", "Map", {"beginner": True, "preset": True}), [Place(alice), Place(bob)]
    )
    match.seats.update(user=None, bot="warlord")
    while match.turn < 1:
        resolve(match.pk)
        match.refresh_from_db()
    for number, user in ((1, alice), (2, bob)):
        match.seats.filter(number=number).update(user=user, bot="")
    seat = on_turn(match)
    accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "k", "turn active"))
    played(match)
    browser, page = browse(seat.user), page_of(match)
    level = html(browser.get(page, {"at": "activate"}))
    spots = re.findall(r'<a class="spot is-lit" href="([^"]+)"', level)
    assert spots
    assert all(level.count(f'href="{address}"') > 1 for address in spots)  # in the list, too
    assert "Your order so far" in text(browser.get(unescape(spots[0])))


def test_two_open_pages_take_back_one_order(alice: User, bob: User, browse: Browse) -> None:
    """Both show the same last order; the second click does not take back the one before it."""
    match = open_match(alice, Terms("dreamblade", "Two pages", {}), [Place(alice), Place(bob)])
    for number, line in ((1, "warband W3"), (2, "warband W2")):
        accept(match.seats.get(number=number), NewOrder("orders", "web", f"w{number}", text=line))
    played(match)
    address, before = reverse("match_take_back", args=[match.pk]), ""
    browser = browse(alice)
    for _ in range(30):  # until someone has sent two in a row that can be taken back
        seat = on_turn(match)
        accept(seat, thought_out(match, seat))
        played(match)
        browser = browse(seat.user)
        can_take_back = address in html(browser.get(page_of(match)))
        if can_take_back and before == str(seat.pk):
            break
        before = str(seat.pk) if can_take_back else ""
    pages = [fields(browser.get(page_of(match)), address) for _ in range(2)]
    answers = [browser.post(address, page) for page in pages]
    played(match)
    receipts = [order.receipt["problem"] for order in Order.objects.filter(kind="take_back").order_by("pk")]
    assert receipts[0] is None
    assert "not your last one" in receipts[1]["reason"]
    assert "not your last one" in text(browser.get(answers[1]["Location"]))
