"""Matches that would stop a server, in a real one."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import EventRow, Match, Order
from games.services.hosting import acts
from games.services.orders import NewOrder, accept
from post.models import OutgoingEmail
from tests.real.conftest import Launch
from tests.real.playing import await_played, duel, hand_in, seat_on_turn
from tests.real.server import Server
from tests.timing import wait_for

PARTS = ["redis", "web", "worker", "beat"]


@pytest.fixture(scope="module")
def poisoned(launch: Launch) -> Server:
    """A server whose rules can be told to fail."""
    return launch(
        PARTS,
        wait=False,
        RESOLVE_SECONDS="0.5",
        DJANGO_SETTINGS_MODULE="tests.real.poisoned_settings",
    )


def poison(match: Match, how: str) -> Order:
    new = NewOrder(Order.Kind.ORDERS, Order.Door.API, f"poison {match.pk}", f"end # {how}")
    return accept(seat_on_turn(match), new)


def is_parked(match: Match) -> bool:
    match.refresh_from_db()
    return bool(match.stuck)


@pytest.mark.timeout(200)
@pytest.mark.usefixtures("unblocked")
def test_poisoned_matches_are_parked_while_others_play_on(poisoned: Server) -> None:
    """P2, F20: one worker process; the rules of one match eat memory, those of another kill the worker."""
    with poisoned.at_hand():
        ill = {how: duel(how) for how in ("memory", "endless")}
        before = {how: EventRow.objects.filter(match=match).count() for how, match in ill.items()}
        orders = {how: poison(match, how) for how, match in ill.items()}
        well = duel("well")
        await_played(hand_in(well), 60)  # while the others are tried
        wait_for(lambda: all(map(is_parked, ill.values())), 120, "the matches being parked")
        assert ill["memory"].stuck == "scrappers: the rules took too much memory"
        assert ill["endless"].stuck == "scrappers: no try came to an end"
        for how, match in ill.items():
            orders[how].refresh_from_db()
            assert orders[how].played_at is None
            assert EventRow.objects.filter(match=match).count() == before[how]
        alice = User.objects.get(email="alice@example.org")
        assert OutgoingEmail.objects.filter(kind="stuck", user=alice).count() == len(ill)
        Order.objects.filter(pk=orders["memory"].pk).update(text="end")  # the rules are fixed
        acts.unstick(ill["memory"])
        await_played(orders["memory"])
        await_played(hand_in(well), 30)
