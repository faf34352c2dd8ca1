"""Bots among themselves on a server that has people too."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match
from games.services.matches.new import Place, Terms, open_match
from tests.real.conftest import Launch
from tests.real.playing import await_played, duel, hand_in
from tests.timing import wait_for

HOSTS, EACH = 4, 4


def bots_alone(host: User, name: str) -> Match:
    return open_match(host, Terms("dreamblade", name, {}), [Place(bot="dreamer"), Place(bot="dreamer")])


@pytest.mark.timeout(200)
@pytest.mark.usefixtures("unblocked")
def test_an_order_of_a_person_does_not_wait_for_sixteen_matches_of_bots(start_server: Launch) -> None:
    """All are found by the same tick: one worker process takes the order first, then bots, turn by turn."""
    server = start_server(["redis", "web"], wait=False)
    with server.at_hand():
        hosts = [User.objects.create_user(f"host{number}@example.org", "Host") for number in range(HOSTS)]
        bots = [bots_alone(host, f"bots {number}").pk for host in hosts for number in range(EACH)]
        order = hand_in(duel())
        server.start("worker", "beat")
        await_played(order, 90)
        wait_for(
            lambda: not Match.objects.filter(pk__in=bots, tried_at=None).exists(), 90, "a turn of each bot"
        )
        # The sweep hands out its finds one by one: a bot may be taken up before the order is handed out.
        assert Match.objects.filter(pk__in=bots, tried_at__lt=order.played_at).count() <= 2
