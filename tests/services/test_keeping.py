"""Orders that wait for their player's turn can be looked at, replaced and dropped, at every door."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import tokens
from games.models import Match, Order, Seat
from games.services import access, orders, resolve
from games.services.access import match_for
from games.services.hosting import acts
from games.services.scene import scene_of
from post import inbox
from post.models import IncomingEmail, OutgoingEmail
from tests.post.inbox import post, seat_of
from tests.services.conftest import Send, on_turn
from tests.web.pages import text


@pytest.fixture
def waiter(duel: Match) -> Seat:
    """The seat that is not on turn."""
    return seat_of(duel, 3 - on_turn(duel))


@pytest.fixture
def kept(duel: Match, waiter: Seat, send: Send) -> Order:
    """An order of that seat, sent ahead."""
    order = send(duel, waiter.number, "end")
    assert order.receipt["kept"] == "end"
    return order


def _user(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def waits(match: Match, seat: Seat) -> str:
    """What is kept for a seat."""
    return orders.kept(scene_of(match_for(seat.user, match.pk))).text


def is_forgotten(match: Match, seat: Seat, send: Send) -> bool:
    """When its turn comes, the seat is asked."""
    assert waits(match, seat) == ""
    send(match, on_turn(match), "end")
    return on_turn(match) == seat.number


def test_what_is_kept_is_played_when_the_turn_comes(
    duel: Match, waiter: Seat, kept: Order, send: Send
) -> None:
    assert waits(duel, waiter) == "end"
    first = on_turn(duel)
    send(duel, first, "end")
    assert on_turn(duel) == first


def test_the_page_shows_what_is_kept_and_drops_it(duel: Match, waiter: Seat, kept: Order, send: Send) -> None:
    browser = Client()
    browser.force_login(_user(waiter))
    page = reverse("match", args=[duel.pk])
    assert "Your kept orders end" in text(browser.get(page))
    dropped = browser.post(reverse("match_drop", args=[duel.pk]), follow=True)
    assert "Dropped: end. This will not be played." in text(dropped)
    assert "Your kept orders" not in text(dropped)
    assert "Not played: you dropped it." in text(browser.get(page, {"order": kept.ref}))
    assert "You had no kept orders." in text(browser.post(reverse("match_drop", args=[duel.pk]), follow=True))
    assert is_forgotten(duel, waiter, send)


def test_the_link_of_one_who_is_not_asked_neither_shows_nor_drops_it(
    duel: Match, waiter: Seat, kept: Order
) -> None:
    link, browser = reverse("seat_link", args=[access.link_token(waiter)]), Client()
    assert "Your kept orders" not in text(browser.get(link))
    assert browser.post(f"{link}drop/").status_code == 410
    assert waits(duel, waiter) == "end"


def test_nobody_else_sees_or_drops_it(duel: Match, waiter: Seat, kept: Order) -> None:
    other = Client()
    other.force_login(_user(seat_of(duel, on_turn(duel))))
    assert "Your kept orders" not in text(other.get(reverse("match", args=[duel.pk])))
    other.post(reverse("match_drop", args=[duel.pk]))
    assert waits(duel, waiter) == "end"
    before = duel.event_rows.count()
    orders.drop_kept(waiter)
    assert duel.event_rows.count() == before  # that something was kept is nobody's business


def test_a_program_drops_it(duel: Match, waiter: Seat, kept: Order, send: Send) -> None:
    client = Client(headers={"Authorization": f"Token {tokens.make(_user(waiter), 'test')}"})
    path = f"/api/v1/matches/{duel.pk}/orders/"
    assert client.get(f"{path}kept/").json() == {"text": "end", "until": "asked"}
    assert client.delete(f"{path}kept/").json() == {"dropped": "end"}
    assert client.delete(f"{path}kept/").json() == {"dropped": ""}
    assert client.get(f"{path}kept/").json() == {"text": "", "until": None}
    receipt = client.get(f"{path}{kept.ref}/").json()["receipt"]
    assert (receipt["kept"], receipt["dropped"]) == ("", "end")
    assert is_forgotten(duel, waiter, send)


def test_strangers_and_spectators_have_nothing_to_drop(duel: Match, kept: Order, charlie: User) -> None:
    client = Client(headers={"Authorization": f"Token {tokens.make(charlie, 'test')}"})
    path = f"/api/v1/matches/{duel.pk}/orders/kept/"
    assert (client.get(path).status_code, client.delete(path).status_code) == (404, 404)
    assert Client().delete(path).status_code == 401
    Match.objects.filter(pk=duel.pk).update(is_public=True)
    assert client.delete(path).status_code == 403


def test_an_email_drops_it(duel: Match, waiter: Seat, kept: Order, send: Send) -> None:
    post(waiter, "drop")
    (answer,) = OutgoingEmail.objects.filter(kind="answer")
    assert "have been dropped and will not be played:\n  end" in answer.facts["text"]
    post(waiter, "Drop!", message_id="<again@example.org>")
    assert "no kept orders to drop" in OutgoingEmail.objects.filter(kind="answer").latest("pk").facts["text"]
    assert is_forgotten(duel, waiter, send)


def test_an_email_that_is_read_again_does_not_drop_its_own_orders(duel: Match) -> None:
    """Killed between the order and the note that the email is handled."""
    acts.pause(duel, "why not")
    mover = seat_of(duel, on_turn(duel))
    post(mover, "drop\nend")
    IncomingEmail.objects.update(state=IncomingEmail.State.WAITING, due_at="2020-01-01T00:00Z")
    inbox.read_due()
    assert Order.objects.get().played_at is None


def test_a_game_may_have_orders_that_begin_with_drop(duel: Match) -> None:
    mover = seat_of(duel, on_turn(duel))
    assert post(mover, "drop TER1").outcome is not None


def test_an_order_that_waits_for_the_end_of_a_pause_is_dropped(duel: Match, send: Send) -> None:
    acts.pause(duel, "why not")
    mover = seat_of(duel, on_turn(duel))
    order = send(duel, mover.number, "end")
    assert orders.drop_kept(mover) == "end"
    acts.resume(duel)
    resolve.resolve_all(duel.pk)
    order.refresh_from_db()
    assert (on_turn(duel), order.receipt["dropped"]) == (mover.number, "end")


def test_what_was_played_is_not_dropped(duel: Match, send: Send) -> None:
    first = seat_of(duel, on_turn(duel))
    order = send(duel, first.number, "end")
    assert orders.drop_kept(first) == ""
    order.refresh_from_db()
    assert order.receipt["done"]


def test_a_match_that_is_over_or_stuck_says_so(duel: Match, waiter: Seat, kept: Order) -> None:
    Match.objects.filter(pk=duel.pk).update(stuck="why")
    with pytest.raises(Refused):
        orders.drop_kept(waiter)


def test_what_was_kept_is_handed_back_by_a_rewind(duel: Match, send: Send) -> None:
    for _ in range(3):
        send(duel, on_turn(duel), "end")
    ahead = send(duel, 3 - on_turn(duel), "end")
    assert ahead.receipt["kept"] == "end"
    acts.rewind(duel, 1)
    ahead.refresh_from_db()
    assert (ahead.receipt["kept"], ahead.receipt["rest"]) == ("", "end")
    assert "rewound" in ahead.receipt["problem"]["reason"]
    assert not ahead.is_void
