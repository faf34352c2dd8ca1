"""Bots know what a player knows, answer legally, and the one that plays to win does."""

from __future__ import annotations

import msgspec
import pytest

from games.bots.glimpse import glimpse_of
from games.bots.matches import play_match
from games.bots.registry import make_bot
from games.engine.contract.dice import Dice, Seeds
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.scrappers.engine import SCRAPPERS
from games.scrappers.state import State
from tests.catalogue import many


@pytest.mark.catalogue
@pytest.mark.parametrize("part", range(many(1, 20)))
def test_it_beats_the_random_bot(part: int) -> None:
    wins = 0
    for number in range(5):
        bots = ["scrapper", "random"] if number % 2 else ["random", "scrapper"]
        played = play_match(SCRAPPERS, bots, f"contest {part} {number}")
        assert played.result is not None
        wins += played.result.winners == (bots.index("scrapper") + 1,)
    assert wins >= 4


def elsewhere(run: Run[State], seat: int) -> Run[State]:
    """Another truth that this seat cannot tell from the real one."""
    state = SCRAPPERS.decode(run.replay.base.state)
    SCRAPPERS.guess(state, seat, Dice(Seeds(b"elsewhere")))
    other = Run(SCRAPPERS, run.seats, run.replay.seeds, run.options)
    other.replay.reset(msgspec.structs.replace(run.replay.base, state=SCRAPPERS.encode(state)))
    other.replay.go_on()
    return other


@pytest.mark.parametrize("name", ["random", "scrapper"])
def test_a_bot_is_not_told_what_others_hold(name: str) -> None:
    """In two worlds that its seat cannot tell apart it gives the same answer."""
    run = Run.start(SCRAPPERS, (1, 2, 3), Seeds(b"\x31" * 32))
    compared = 0
    advance(run)
    while run.result is None and compared < 12:
        decision = run.decision_for(waiting_for(run)[0])
        assert decision is not None
        here = make_bot("scrappers", name, "s").choose(glimpse_of(run, decision))
        if not run.replay.log:
            other = elsewhere(run, decision.seat)
            assert SCRAPPERS.encode(other.state) != SCRAPPERS.encode(run.state)
            asked = other.decision_for(decision.seat)
            assert asked is not None
            assert make_bot("scrappers", name, "s").choose(glimpse_of(other, asked)) == here
            compared += 1
        run.answer(decision.seat, here)
        advance(run)
    assert compared


@pytest.mark.parametrize("name", ["random", "scrapper"])
def test_the_same_seed_gives_the_same_player(name: str) -> None:
    one, other = (play_match(SCRAPPERS, [name, name], "again") for _ in range(2))
    assert (one.result, one.turns, one.tally) == (other.result, other.turns, other.tally)


def test_a_name_that_nobody_has_is_answered_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="random, scrapper"):
        make_bot("scrappers", "genius", "1")
