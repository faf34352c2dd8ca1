"""Numbers that a reader sees tell nothing of what others do."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from accounts.models import User
from accounts.services import sign_in
from games.models import Match, Order, Press, SavedRoster, Seat
from games.services import press, rosters
from games.services.deadlines import calendar
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.seat_emails import mailbox
from post.models import IncomingEmail
from post.tokens import masked, unmasked
from tests.api.conftest import Program, program_of
from tests.web.test_rosters import CHAPTER


@pytest.fixture
def trio(alice: User, bob: User, charlie: User) -> Match:
    """Three players."""
    places = [Place(alice), Place(bob), Place(charlie)]
    return open_match(alice, Terms("scrappers", "Three", {}), places)


def seat(match: Match, user: User) -> Seat:
    """A player's seat, ready to act."""
    return Seat.objects.select_related("match", "user").get(match=match, user=user)


def tells_nothing(shown: list[int], rows: list[int]) -> bool:
    """Whether numbers stand in no visible relation to those of the rows, which ascend."""
    steps = [later - earlier for earlier, later in itertools.pairwise(shown)]
    return not set(shown) & set(rows) and min(map(abs, steps)) > 10_000


def test_numbers_of_orders_do_not_count_the_orders_of_rivals(
    trio: Match, alice: User, bob: User, hers: Program
) -> None:
    rows, shown = [], []
    for turn in range(8):
        mine = accept(seat(trio, alice), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"a{turn}", text="end"))
        rows.append(mine.pk)
        for more in range(turn):
            accept(
                seat(trio, bob), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"b{turn} {more}", text="end")
            )
    listed: list[dict[str, Any]] = hers.get(f"matches/{trio.pk}/orders/").json()["results"]
    shown = [order["id"] for order in reversed(listed)]
    assert tells_nothing(shown, rows)
    for order in listed:
        assert str(order["id"]) in order["url"]
        assert hers.get(order["url"].removeprefix("/api/v1/")).json()["id"] == order["id"]
    for row in rows:
        assert hers.get(f"matches/{trio.pk}/orders/{row}/").status_code == 404


def test_messages_between_others_leave_no_gap(
    trio: Match, alice: User, bob: User, charlie: User, hers: Program
) -> None:
    for number in range(8):
        press.say(seat(trio, alice), f"hello {number}", None, f"a{number}")
        for more in range(number):
            press.say(seat(trio, bob), "psst", seat(trio, charlie), f"b{number} {more}")
    found = hers.get(f"matches/{trio.pk}/press/").json()
    rows = list(Press.objects.filter(sender__user=alice).values_list("pk", flat=True))
    assert (found["count"], len(found["results"])) == (8, 8)
    assert tells_nothing([message["id"] for message in reversed(found["results"])], rows)


def test_decks_are_not_counted(alice: User, bob: User, hers: Program) -> None:
    for number in range(6):
        rosters.save(alice, "edge", f"Mine {number}", CHAPTER)
        rosters.save(bob, "edge", f"His {number}", CHAPTER)
    rows = list(SavedRoster.objects.filter(owner=alice).values_list("pk", flat=True))
    shown = [deck["id"] for deck in hers.get("rosters/").json()["results"]]
    assert tells_nothing(shown, rows)


def test_links_do_not_count_sign_ins_or_emails(trio: Match, alice: User) -> None:
    asked = [sign_in.ask(f"a{n}@example.org", "b", "", f"client {n}") for n in range(6)]
    links = [sign_in.sign_in_link(one).rstrip("/").rpartition("/")[2] for one in asked if one is not None]
    assert tells_nothing([int(link.partition("-")[0]) for link in links], [one.pk for one in asked if one])
    hers = seat(trio, alice).pk
    mails = [
        IncomingEmail.objects.create(key=str(n), source="smtp", raw=b"", nonce="n", mailbox=hers)
        for n in range(6)
    ]
    tokens = [mailbox.confirm_token(mail) for mail in mails]
    assert [mailbox.email_for(token) for token in tokens] == mails
    assert tells_nothing([int(token.partition("-")[0]) for token in tokens], [mail.pk for mail in mails])


def test_the_calendar_names_a_deadline_by_its_match(
    trio: Match, alice: User, bob: User, charlie: User
) -> None:
    feeds = b"".join(calendar.feed(user) for user in (alice, bob, charlie))
    assert f"UID:match-{trio.pk}-seat-".encode() in feeds


def test_a_number_is_known_again_after_the_server_s_key_has_changed(trio: Match, alice: User) -> None:
    """B12."""
    order = accept(seat(trio, alice), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "k", text="end"))
    known = order.ref
    with override_settings(SECRET_KEY="new " * 20, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        found = program_of(alice).get(f"matches/{trio.pk}/orders/{known}/")
        assert (found.json()["text"], found.json()["id"]) == ("end", order.ref)
    assert order.ref == known


@pytest.mark.parametrize("number", [0, 1, 2, 10**9, 2**48 - 1])
def test_masking_loses_nothing(number: int) -> None:
    assert unmasked("a", masked("a", number)) == [number]
    assert masked("a", number) != masked("b", number)


@pytest.mark.parametrize("number", [-1, 2**48, 10**30])
def test_what_is_no_masked_number_stands_for_nothing(number: int) -> None:
    assert unmasked("a", number) == []
