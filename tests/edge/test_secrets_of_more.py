"""ED-24.8: with more players everybody sees their own hand, allies those they are shown, and no more."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from games.edge.engine import EDGE
from games.edge.state import SeatId, State
from games.edge.views import view
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.tree import sample
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.engine.play.standing import standing_from
from tests.edge.test_whole_games import MODES
from tests.rules import rule

QUICK = {"preset": True, "beginner": True}
EVERY = 23  # how many questions lie between two looks


def moments(mode: str, number: int) -> Iterator[State]:
    """Some states of a random match in which half of the allies show their hands."""
    whims = random.Random(f"{mode} {number}")
    seats, teams = MODES[mode]
    run = Run.start(EDGE, range(1, seats + 1), Seeds(whims.randbytes(32)), {**QUICK, **teams})
    shown = {seat: (1, f"share-hand: {'ally' if seat < 3 else 'none'}") for seat in run.seats}
    run.standing = standing_from(EDGE, shown)
    advance(run)
    count = 0
    while (waiting := waiting_for(run)) and count < 500:
        decision = run.decision_for(waiting[0])
        assert decision is not None
        count += 1
        if count % EVERY == 0 and all(player.deck for player in run.state.players):
            yield run.state
        run.answer(decision.seat, sample(decision.root, whims.randrange))
        advance(run)


def elsewhere(state: State, seat: SeatId | None, number: int) -> State:
    """Another world that looks the same to someone."""
    world = EDGE.decode(EDGE.encode(state))
    EDGE.guess(world, seat, Dice(Seeds(bytes([number]) * 32)))
    return world


def seen(state: State, seat: SeatId | None) -> bytes:
    """What someone is shown."""
    return msgspec.json.encode(view(state, seat))


@rule("ED-24.8", "ED-2.6")
@pytest.mark.parametrize("mode", MODES)
def test_worlds_that_differ_in_what_is_hidden_look_the_same(mode: str) -> None:
    looked = 0
    for state in moments(mode, 1):
        for seat in (None, *state.seats):
            assert all(seen(elsewhere(state, seat, n), seat) == seen(state, seat) for n in range(3))
            looked += 1
    assert looked > 10


@rule("ED-24.8")
@pytest.mark.parametrize("mode", MODES)
def test_what_is_not_shown_may_be_anything(mode: str) -> None:
    """Of hands that someone does not see some are others in some of those worlds."""
    known: dict[tuple[str, str], int] = {}
    for state in moments(mode, 2):
        for seat in (None, *state.seats):
            worlds = [elsewhere(state, seat, n) for n in range(3)]
            for player in state.players:
                hands = {tuple(sorted(world.player(player.seat).hand)) for world in worlds}
                shown = next(p for p in view(state, seat)["players"] if p["seat"] == player.seat)
                if "hand" in shown:
                    assert hands == {tuple(sorted(player.hand))}
                kind = _relation(state, seat, player.seat)
                known[kind, "seen" if "hand" in shown else "unknown"] = max(
                    len(hands), known.get((kind, "seen" if "hand" in shown else "unknown"), 0)
                )
    assert known["own", "seen"] == 1
    assert ("own", "unknown") not in known
    assert ("enemy", "seen") not in known
    assert ("watched", "seen") not in known
    assert known["enemy", "unknown"] > 1
    assert known["watched", "unknown"] > 1
    if mode == "teams":
        assert known["ally", "seen"] == 1
        assert known["ally", "unknown"] > 1


def _relation(state: State, seat: SeatId | None, other: SeatId) -> str:
    if seat is None:
        return "watched"
    if seat == other:
        return "own"
    return "enemy" if state.are_enemies(seat, other) else "ally"
