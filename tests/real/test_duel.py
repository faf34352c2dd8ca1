"""One duel of The Edge with real processes: Dvergar by the API against Darkness by replies.

In the catalogue it goes to its end; test_matches_by_letter.py plays one to its end every day, in one process.
"""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path
from games.models import Match, Order
from games.services import storage
from games.services.access import seats_of
from games.services.matches.new import Place, Terms, open_match
from tests.catalogue import IS_FULL, many
from tests.real.doors import Move, Player, address_of, await_move, call, next_move, order, reply, sign_up
from tests.real.server import Server

pytestmark = [pytest.mark.slow, pytest.mark.catalogue, pytest.mark.timeout(1800)]
FACTIONS = ("dvergar", "darkness")
OPTIONS: dict[str, int | str | bool] = {"preset": True, "beginner": True}


def begin(server: Server, players: list[Player]) -> int:
    """A running duel; its id."""
    with server.at_hand():
        people = [User.objects.get(email=player.address) for player in players]
        for number, player in enumerate(players, 1):
            player.seat = number
        terms = Terms("edge", "Two factions", dict(OPTIONS))
        return open_match(people[0], terms, list(map(Place, people))).pk


def next_of(server: Server, match_id: int, whim: random.Random) -> Move | None:
    """What someone who plays to win would do next; None when the duel is over."""
    return next_move(server, match_id, ("edge", "warlord"), str(whim.random()), rather=faction_of)


def faction_of(decision: Decision[object]) -> Path | None:
    """Each player has a faction of their own."""
    return (FACTIONS[decision.seat - 1],) if decision.kind == "faction" else None


def test_a_duel_of_newer_factions_by_program_and_by_replies(server: Server) -> None:
    """Bob declares his turns by email and goes on with his own program; nothing of either is refused."""
    alice, bob = players = sign_up(server, "alice", "bob")
    match_id, whim = begin(server, players), random.Random(3)
    left = many(2, 10_000)  # turns of Bob
    while left and (move := next_of(server, match_id, whim)) is not None:
        if move.seat == bob.seat and move.text.startswith("turn "):
            left -= 1
            reply(server, address_of(server, match_id, bob.seat), bob.address, move.text)
        else:
            player = alice if move.seat == alice.seat else bob
            status, told = order(server, player, match_id, move.text)
            assert status in (200, 202), told
        await_move(server, match_id, move.version, 120)
    with server.at_hand():
        rows = list(Order.objects.select_related("seat").filter(match_id=match_id))
        assert {(row.seat.number, row.door) for row in rows} == {(1, "api"), (2, "api"), (2, "mail")}
        assert [row.receipt["problem"] for row in rows if row.receipt.get("problem")] == []
        run = storage.load(Match.objects.get(pk=match_id), list(seats_of(Match.objects.get(pk=match_id))))
        assert [player.faction for player in run.state.players] == list(FACTIONS)
    status, told = call(server, alice, f"matches/{match_id}/")
    assert (status, told["status"]) == (200, "finished" if IS_FULL else "running")
