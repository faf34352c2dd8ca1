"""The text box knows the commands of emails, by the same mechanism."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Order, Press, Seat
from games.services import access
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played, rows, text


@pytest.fixture
def mover(duel: Match) -> Seat:
    return on_turn(duel)


@pytest.fixture
def browser(mover: Seat, browse: Browse) -> Client:
    """Of the player on turn."""
    return browse(mover.user)


def write(browser: Client, match: Match, lines: str, key: str = "k") -> str:
    """The words of the page that answers."""
    return text(browser.post(reverse("match_orders", args=[match.pk]), {"text": lines, "key": key}))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("help", "Write your orders, one per line. You can also write:"),
        ("help recruit", "recruit"),
        ("status", "to play until"),
        ("board", "DOCKS"),
        ("preview\nend", "This was only a preview: nothing has been done."),
        ("standing", "You have no standing orders of your own"),
    ],
)
def test_what_only_asks_is_answered_and_changes_nothing(
    duel: Match, browser: Client, command: str, told: str
) -> None:
    before = rows()
    page = browser.post(reverse("match_orders", args=[duel.pk]), {"text": command, "key": "k"})
    answers = html(page).partition('id="answers"')[2].partition("</section>")[0]
    assert told in answers
    assert rows() == before


def test_a_wrong_word_after_help_is_explained(duel: Match, browser: Client) -> None:
    assert "“help” did not work" in write(browser, duel, "help nonsense")


def test_a_standing_order_is_kept(duel: Match, mover: Seat, browser: Client) -> None:
    assert "Your standing orders: ask-limit: 2" in write(browser, duel, "standing ask-limit: 2")
    mover.refresh_from_db()
    assert "ask-limit: 2" in mover.standing


def test_a_message_is_passed_on_once_though_the_form_is_sent_twice(duel: Match, browser: Client) -> None:
    for _ in range(2):
        assert "Your message has been sent to everyone." in write(browser, duel, "say Well met!")
    assert [message.text for message in Press.objects.all()] == ["Well met!"]
    assert "Well met!" in text(browser.get(reverse("match", args=[duel.pk])))


def test_stop_alone_ends_the_mails_and_a_button_brings_them_back(
    duel: Match, mover: Seat, browser: Client
) -> None:
    page = write(browser, duel, "stop")
    assert "You will get no more emails about this match." in page
    assert "You get no emails about this match." in page
    mover.refresh_from_db()
    assert mover.is_muted
    again = browser.post(reverse("match_mails", args=[duel.pk]), {"on": "1"}, follow=True)
    assert "You will get emails about this match again." in text(again)
    mover.refresh_from_db()
    assert not mover.is_muted


def test_resigning_is_asked_once_more(duel: Match, browser: Client) -> None:
    answer = browser.post(reverse("match_orders", args=[duel.pk]), {"text": "resign", "key": "k"})
    assert answer["Location"] == reverse("match_resign", args=[duel.pk])
    assert not Order.objects.exists()
    browser.post(answer["Location"], {"key": "sure"})
    played(duel)
    assert duel.status == Match.Status.FINISHED


def test_resigning_among_other_lines_is_asked_once_more_too(duel: Match, browser: Client) -> None:
    page = browser.post(reverse("match_orders", args=[duel.pk]), {"text": "status\nresign\nend", "key": "k"})
    assert f'href="{reverse("match_resign", args=[duel.pk])}"' in html(page).partition('id="answers"')[2]
    assert [order.kind for order in Order.objects.all()] == ["orders"]


def test_orders_between_commands_are_played(duel: Match, browser: Client) -> None:
    page = browser.post(reverse("match_orders", args=[duel.pk]), {"text": "say Bye!\nend", "key": "k"})
    order = Order.objects.get()
    assert (order.text, order.door) == ("end", "web")
    assert "see the result" in text(page)
    assert "hx-trigger" not in html(page).partition('id="receipt"')[2].partition(">")[0]
    played(duel)
    assert Press.objects.get().text == "Bye!"


def test_undo_and_drop_work_in_the_box(duel: Match, browser: Client, browse: Browse) -> None:
    write(browser, duel, "undo")
    assert Order.objects.get().kind == "take_back"
    other = browse(duel.seats.exclude(pk=on_turn(duel).pk).get().user)
    other.post(reverse("match_orders", args=[duel.pk]), {"text": "end", "key": "ahead"})
    played(duel)
    assert "These orders have been dropped" in write(other, duel, "drop")


def test_who_is_not_asked_can_write_ahead_and_command(duel: Match, mover: Seat, browse: Browse) -> None:
    other = browse(duel.seats.exclude(pk=mover.pk).get().user)
    page = text(other.get(reverse("match", args=[duel.pk])))
    assert "Write orders in advance" in page
    assert "Orders you write here wait for your turn" in page
    assert "to play until" in write(other, duel, "status")


def test_the_link_in_an_email_takes_commands_about_orders_alone(duel: Match, mover: Seat) -> None:
    """Who holds the link can order; what speaks or decides for the player needs the player."""
    address = reverse("seat_link", args=[access.link_token(mover)]) + "orders/"
    browser = Client()
    assert "to play until" in text(browser.post(address, {"text": "status", "key": "k"}))
    before = rows()
    refused = browser.post(address, {"text": "say Hi\nstanding ask-limit: 2\nresign", "key": "k"})
    assert "resign, say, standing Not done" in text(refused)
    assert "Not done" in text(browser.post(address, {"text": "stop", "key": "k"}))
    assert "Not done" in text(browser.post(address, {"text": "resign", "key": "k"}))
    assert rows() == before
    browser.post(address, {"text": "say Hi\nend", "key": "k"})
    assert (Order.objects.get().text, Order.objects.get().door) == ("end", "link")


def test_the_preview_leaves_commands_out(duel: Match, browser: Client) -> None:
    page = browser.post(reverse("match_preview", args=[duel.pk]), {"text": "say Hello\nend"})
    assert "ends the turn" in text(page)
    assert not Press.objects.exists()
    assert "say Hello\nend</textarea>" in html(page)


def test_a_reload_of_the_answer_leads_back_to_the_match(duel: Match, browser: Client) -> None:
    there = browser.get(reverse("match_orders", args=[duel.pk]))
    assert there["Location"] == f"{reverse('match', args=[duel.pk])}#write"


def test_orders_beside_a_command_are_for_the_question_of_the_page(duel: Match, browser: Client) -> None:
    """As without one: what was written for a question that is gone is handed back."""
    text_and_command = {"text": "say Good luck!\n\nend", "key": "k", "question": "another"}
    browser.post(reverse("match_orders", args=[duel.pk]), text_and_command)
    played(duel)
    assert Press.objects.count() == 1
    problem = Order.objects.get().receipt["problem"]
    assert "question has changed" in problem["reason"]


def test_one_text_has_twenty_commands_at_most(duel: Match, mover: Seat, browser: Client) -> None:
    """C17: each is worked out while a thread of the web server waits: hundreds of them are an attack."""
    page = browser.post(reverse("match_orders", args=[duel.pk]), {"text": "rules SC-1\n" * 500, "key": "k"})
    answers = html(page).partition('id="answers"')[2].partition("</section>")[0]
    assert answers.count("rules SC-1") == 21  # the last one is told of those that were left
    assert "480 more commands were not carried out: there can be 20 in one text." in answers


def test_commands_count_like_orders(duel: Match, browser: Client) -> None:
    """C17."""
    send = {"text": "status\n" * 20, "key": "k"}
    statuses = [browser.post(reverse("match_orders", args=[duel.pk]), send).status_code for _ in range(7)]
    assert statuses == [200] * 6 + [429]
