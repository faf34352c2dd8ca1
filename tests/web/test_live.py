"""What an open page is told: that there is something new for its reader to see, and nothing else."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import renewal
from games.models import Match, Order, Seat
from games.services import access, orders, press, watches
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.watches import Watch
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played

STREAM = {"Accept": "text/event-stream"}


def mark(browser: Client, match: Match) -> str:
    """As a page that asks now and then learns it."""
    answer = browser.get(reverse("match_changes", args=[match.pk]))
    found: str = answer.json()["mark"]
    return found


def streamed(browser: Client, address: str, **headers: str) -> str:
    """All that is sent where nobody holds the connection."""
    answer = browser.get(address, headers=STREAM | headers)
    assert answer["Content-Type"] == "text/event-stream"
    assert "Content-Length" not in answer
    return b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]


def page_of(match: Match) -> str:
    return reverse("match", args=[match.pk])


def waiting(match: Match) -> Seat:
    return match.seats.select_related("match", "user").get(waiting_since=None)


def send(seat: Seat, text: str, key: str = "k") -> None:
    accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, key, text=text))


@pytest.fixture
def public(duel: Match) -> Match:
    duel.is_public = True
    duel.save()
    return duel


def test_the_page_carries_the_mark_that_the_stream_knows(duel: Match, browse: Browse, alice: User) -> None:
    browser = browse(alice)
    on_page = re.search(r'data-mark="(\w+)"', html(browser.get(page_of(duel))))
    assert on_page is not None
    assert on_page[1] == mark(browser, duel)
    address = reverse("match_changes", args=[duel.pk])
    assert "changed" not in streamed(browser, f"{address}?mark={on_page[1]}")
    assert "changed" not in streamed(browser, address, **{"Last-Event-ID": on_page[1]})
    assert f"event: changed\ndata: {on_page[1]}\n\n" in streamed(browser, f"{address}?mark=older")


def test_a_mark_is_the_same_in_every_language(duel: Match, browse: Browse, alice: User) -> None:
    before = mark(browse(alice), duel)
    User.objects.filter(pk=alice.pk).update(language="de")
    alice.refresh_from_db()
    assert mark(browse(alice), duel) == before


def test_whoever_could_see_a_change_is_told(public: Match, browse: Browse, alice: User, bob: User) -> None:
    browsers = [browse(user) for user in (alice, bob, None)]
    before = [mark(browser, public) for browser in browsers]
    send(on_turn(public), "end")
    played(public)
    after = [mark(browser, public) for browser in browsers]
    assert all(new != old for new, old in zip(after, before, strict=True))


def test_orders_that_are_kept_are_told_to_their_owner_alone(
    public: Match, browse: Browse, alice: User, bob: User
) -> None:
    seat = waiting(public)
    assert seat.user is not None
    owner = browse(seat.user)
    others = [browse(alice if seat.user == bob else bob), browse(None)]
    before, mine = [mark(browser, public) for browser in others], mark(owner, public)
    version = public.version
    send(seat, "end")
    played(public)
    public.refresh_from_db()
    assert public.version > version  # the match was written
    assert [mark(browser, public) for browser in others] == before
    assert mark(owner, public) != mine


def test_standing_orders_are_nobody_else_s_news(
    public: Match, browse: Browse, alice: User, bob: User
) -> None:
    before = mark(browse(alice), public), mark(browse(None), public)
    orders.set_standing(public.seats.get(user=bob), "ask-limit: 0")
    assert (mark(browse(alice), public), mark(browse(None), public)) == before


def test_a_message_is_news_for_those_who_may_read_it(
    alice: User, bob: User, charlie: User, browse: Browse
) -> None:
    places = [Place(alice), Place(bob), Place(charlie)]
    trio = open_match(alice, Terms("scrappers", "A trio", {}), places)
    seats = {seat.user_id: seat for seat in trio.seats.select_related("match", "user")}
    browsers = {user.pk: browse(user) for user in (alice, bob, charlie)}
    before = {pk: mark(browser, trio) for pk, browser in browsers.items()}
    press.say(seats[alice.pk], "Together?", seats[bob.pk], "k")
    told = {pk for pk, browser in browsers.items() if mark(browser, trio) != before[pk]}
    assert told == {alice.pk, bob.pk}


def test_strangers_learn_nothing(duel: Match, browse: Browse, charlie: User) -> None:
    address = reverse("match_changes", args=[duel.pk])
    assert browse(charlie).get(address, headers=STREAM).status_code == 404
    assert browse(None).get(address, headers=STREAM).status_code == 302


def held(browser: Client, address: str) -> Watch:
    """The watch that a web server is asked to hold."""
    offered: list[Watch] = []

    def hold(watch: Watch) -> bool:
        offered.append(watch)
        return True

    browser.get(address, headers=STREAM, **{watches.HOLD: hold})  # type: ignore[arg-type]
    return offered[0]


def test_a_held_connection_looks_again_with_its_reader_s_eyes(
    duel: Match, browse: Browse, alice: User
) -> None:
    watch = held(browse(alice), reverse("match_changes", args=[duel.pk]))
    assert watch.current({}) == watch.mark
    send(on_turn(duel), "end")
    played(duel)
    assert watch.current({}) == mark(browse(alice), duel) != watch.mark
    duel.seats.filter(user=alice).update(user=None)
    Match.objects.filter(pk=duel.pk).update(host=None)
    assert watch.current({}) == watches.GONE


@pytest.mark.parametrize("is_program", [True, False])
def test_who_has_signed_out_everywhere_is_told_nothing_more(
    duel: Match, browse: Browse, alice: User, is_program: bool
) -> None:
    page = reverse("match_changes", args=[duel.pk])
    watch = held(browse(alice), f"/api/v1/matches/{duel.pk}/changes/" if is_program else page)
    renewal.renew(User.objects.get(pk=alice.pk))
    assert watch.current({}) == watches.GONE


def test_a_link_is_told_until_its_question_is_answered(duel: Match, browse: Browse) -> None:
    seat = on_turn(duel)
    watch = held(browse(None), reverse("seat_changes", args=[access.link_token(seat)]))
    assert watch.current({}) == watch.mark
    send(seat, "end")
    played(duel)
    assert watch.current({}) == watches.GONE


def test_only_a_page_in_front_counts_as_seen(duel: Match, browse: Browse, alice: User) -> None:
    address = reverse("match_changes", args=[duel.pk])
    seat = duel.seats.get(user=alice)
    assert held(browse(alice), f"{address}?here=1").seat == seat.pk
    assert held(browse(alice), address).seat is None


def test_the_tab_says_that_it_is_my_turn(duel: Match, browse: Browse, alice: User, bob: User) -> None:
    first = on_turn(duel).user
    second = alice if first == bob else bob
    mine, theirs = html(browse(first).get(page_of(duel))), html(browse(second).get(page_of(duel)))
    assert "<title>● A duel: Your turn" in mine
    assert "edgepbem-turn.svg" in mine
    assert "●" not in theirs
    assert "edgepbem-turn.svg" not in theirs
    assert "runs no scripts" in theirs
