"""A match between Alice and Bob, and ways to play it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from accounts.models import User
from games.models import Match, Order
from games.services import orders, resolve
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder

Send = Callable[..., Order]


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Star Scrappers, Alice in seat 1 and Bob in seat 2, running."""
    terms = Terms("scrappers", "A duel", {})
    return open_match(alice, terms, [Place(alice), Place(bob)])


@pytest.fixture
def send(db: None) -> Send:
    """Hand in orders for a seat and let them be played: `send(match, 1, "recruit TER1")`."""
    keys = count()

    def sending(match: Match, seat: int, text: str, kind: str = Order.Kind.ORDERS) -> Order:
        match.refresh_from_db()
        wish = NewOrder(kind, Order.Door.API, f"test {next(keys)}", text)
        order = orders.accept(match.seats.select_related("match").get(number=seat), wish)
        resolve.resolve(match.pk)
        order.refresh_from_db()
        match.refresh_from_db()
        return order

    return sending


def on_turn(match: Match) -> int:
    """The seat that the match waits for."""
    return match.seats.get(waiting_since__isnull=False).number
