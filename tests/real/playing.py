"""People who play a match through the services, while real workers resolve it."""

from __future__ import annotations

from accounts.models import User
from games.models import Match, Order, Seat
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import accept
from games.tools.demo import thought_out
from tests.timing import wait_for


def duel(name: str = "A duel") -> Match:
    """A running match of Alice and Bob, who are made if they are not there."""
    alice, bob = (_user(person) for person in ("Alice", "Bob"))
    return open_match(alice, Terms("scrappers", name, {}), [Place(alice), Place(bob)])


def _user(name: str) -> User:
    address = f"{name.lower()}@example.org"
    return User.objects.filter(email=address).first() or User.objects.create_user(address, name)


def seat_on_turn(match: Match) -> Seat:
    """The seat that the match waits for."""
    return match.seats.select_related("match").get(waiting_since__isnull=False)


def hand_in(match: Match) -> Order:
    """A legal order of the player on turn."""
    match.refresh_from_db()
    seat = seat_on_turn(match)
    return accept(seat, thought_out(match, seat))


def await_played(order: Order, seconds: float = 30.0) -> Order:
    """The order, once a worker has played it."""

    def is_played() -> bool:
        order.refresh_from_db()
        return order.played_at is not None

    wait_for(is_played, seconds, f"order {order.pk} being played")
    return order
