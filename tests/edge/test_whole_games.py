"""Whole random matches, with what must hold at every moment of them.

In duels every pair of factions meets. `EDGEPBEM_GAMES=1000 pytest tests/edge/test_whole_games.py` plays a
thousand matches in each mode of play. In every other one all players are asked in every window, so that all
Instants are tried; in the others standing orders answer.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import combinations

import pytest

from games.edge.catalogue import FACTIONS, STATS, TOKENS
from games.edge.engine import EDGE
from games.edge.rules.squads.attributes import stat
from games.edge.rules.victory import has_won
from games.edge.state import ACTIVE, DYING, ON_BOARD, Player, State
from games.edge.views import view
from games.engine.contract.dice import Seeds
from games.engine.contract.engine import Options
from games.engine.contract.tree import sample
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.engine.play.standing import standing_from
from tests.catalogue import many
from tests.rules import rule

pytestmark = pytest.mark.catalogue
PAIRS = [*combinations(FACTIONS, 2)]
GAMES = int(os.environ.get("EDGEPBEM_GAMES", many(9, len(PAIRS))))
FIRST = [PAIRS[at] for at in (2, 6, 11, 14, 16, 18, 19, 20, 0)]  # each faction is among the first few pairs
ORDERED = [*FIRST, *(pair for pair in PAIRS if pair not in FIRST)]
PARTS = 4  # so that several processes can share them
MORE_GAMES = int(os.environ.get("EDGEPBEM_GAMES", many(2, 50)))  # for each mode with more players
ASKING = ("react", "attack", "defend", "counter", "reroll-attack", "vp-to")
ASKED = "\n".join([*(f"{key}: ask" for key in ASKING), "ask-limit: 999", "share-hand: ally"])
OPTIONS: list[dict[str, int | bool | str]] = [
    {},
    {"preset": True, "beginner": True},
    {"alternative_setup": True, "more_crystals": True, "special_sources": True},
    {"preset": True, "mulligan": True, "buy_vp": True, "deck20": True},
    {"reshuffle": False, "strategic": 5, "handicap_1": 2},
]
MORE_OPTIONS: list[dict[str, int | bool | str]] = [
    {},
    {"preset": True, "beginner": True, "special_sources": True},
    {"alternative_setup": True, "more_crystals": True, "mulligan": True, "handicap_3": 2},
    {"strategic": 4, "script": True, "preset": True},
    {"strategic": 5, "special_sources": True, "alternative_setup": True, "reshuffle": False},
    {"mulligan": True, "script": True, "beginner": True, "more_crystals": True, "handicap_1": 3},
]
MODES = {"three": (3, {}), "four": (4, {}), "teams": (4, {"teams": True})}


def nothing_is_lost(state: State) -> None:
    """ED-2.3: Crystals and Charges move about, and their number stays; nobody has more than there is."""
    pools = sum(player.pool + player.depleted for player in state.players)
    assert state.neutral_crystals + pools == state.format.neutral
    attached = [e for squad in state.squads for e in squad.enhancements]
    assert state.neutral_charges + sum(e.charges for e in attached) == state.format.neutral
    assert state.neutral_crystals >= 0
    assert state.neutral_charges >= 0
    assert all(player.pool >= 0 and player.depleted >= 0 for player in state.players)
    for squad in state.squads:
        assert 0 <= squad.endurance <= squad.card.endurance
        assert len(squad.enhancements) <= 2
    points_are_counted(state)


def points_are_counted(state: State) -> None:
    """ED-4.16, ED-16.8: the marker stays on its track; tokens are kept or captured, and none comes back."""
    if state.has_track:
        assert -state.ends[1] <= state.vp <= state.ends[0]
        return
    for player in state.players:
        lost = [other.captured_from(player.seat) for other in state.players]
        assert player.kept >= 0
        assert player.kept + sum(lost) <= 10
        allies = [player, *state.allies(player.seat)]
        assert not any(ally.captured_from(player.seat) for ally in allies)


def cards_of(player: Player) -> Counter[str]:
    """Every card of a player, wherever it lies."""
    attached = [e.card for squad in player.squads for e in squad.enhancements]
    attached += [squad.evolved for squad in player.squads if squad.evolved]
    return Counter([*player.deck, *player.hand, *player.discard, *attached])


def bases_lie_apart(state: State) -> None:
    """ED-3.9, ED-9.3: every base inside one Space, as large as it is, over nothing else."""
    covered = state.tokens_mask
    for squad in state.squads:
        for model in squad.models:
            if model.state in (ON_BOARD, DYING):
                place = state.placement(model)
                assert place.size == squad.side.base
                assert not place.mask & covered, f"{model.id} lies on something"
                covered |= place.mask
            else:
                assert not model.at


def attributes_make_sense(state: State) -> None:
    """ED-8.2; EF-4.13: no attribute below 0, no more tokens than there are."""
    for model in state.models:
        for name in STATS:
            value = stat(state, model, name)
            assert value is None or value >= 0
    for player in state.players:
        own = Counter(token.t for token in state.tokens if token.owner == player.seat)
        assert all(count <= TOKENS[player.faction][kind].supply for kind, count in own.items())


def hands_are_hidden(state: State) -> None:
    """Nobody is shown the deck of another, nor the hand, unless an ally shows it (ED-24.8)."""
    for seat in (None, *state.seats):
        for shown in view(state, seat)["players"]:
            is_open = shown["seat"] == seat or state.outcome is not None
            shows = seat is not None and state.player(shown["seat"]) in state.allies(seat)
            assert ("deck_list" in shown) == is_open
            assert ("hand" in shown) == (is_open or (shows and state.player(shown["seat"]).shows_hand))


def ends_are_noticed(state: State) -> None:
    """ED-22.1: nobody plays on without models or tokens, or with enough of them to have won."""
    assert all(player.models or player.out for player in state.players)
    if not state.has_track:
        assert all(player.kept or player.out for player in state.players)
        assert not any(has_won(state, side) for side in state.standing)
    assert not state.active.out


def check(state: State, decks: dict[int, Counter[str]], kind: str) -> None:
    """Everything that holds at a question; cards in play are counted only between two things."""
    nothing_is_lost(state)
    bases_lie_apart(state)
    if not all(player.squads for player in state.players):
        return
    attributes_make_sense(state)
    hands_are_hidden(state)
    assert kind != "window" or state.turn.kind == ACTIVE  # ED-6.7
    if kind in ("order", "turn"):
        for player in state.players:
            cards = cards_of(player)
            assert decks.setdefault(player.seat, cards) == cards
        assert not state.fights
        assert not state.actions
        ends_are_noticed(state)


def play(number: int, seats: int = 2, options: Options | None = None, most: int = 100_000) -> Run[State]:
    """One match to its end, looked at before every answer."""
    whims = random.Random(number)
    chosen = OPTIONS[number % len(OPTIONS)] if options is None else options
    run = Run.start(EDGE, range(1, seats + 1), Seeds(whims.randbytes(32)), chosen)
    if number % 2:
        run.standing = standing_from(EDGE, dict.fromkeys(run.seats, (1, ASKED)))
    decks: dict[int, Counter[str]] = {}
    advance(run)
    while (waiting := waiting_for(run)) and most:
        most -= 1
        decision = run.decision_for(waiting[0])
        assert decision is not None
        check(run.state, decks, decision.kind)
        path = sample(decision.root, whims.randrange)
        if decision.kind == "faction" and seats == 2:  # every pair meets
            taken = [player.faction for player in run.state.players]
            path = (next(name for name in ORDERED[number % len(PAIRS)] if name not in taken),)
        assert decision.check(path) is None
        assert decision.check((*path, "?")) is not None
        run.answer(decision.seat, path)
        advance(run)
    return run


@rule("ED-2.3", "ED-2.7", "ED-3.9", "ED-8.2", "ED-2.1", "ED-2.2")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.timeout(7200)
def test_random_duels_keep_everything_and_end(part: int) -> None:
    for number in range(part, GAMES, PARTS):
        run = play(number)
        assert run.result is not None
        nothing_is_lost(run.state)


@rule("ED-2.3", "ED-16.8", "ED-24.1", "ED-24.3", "ED-24.5")
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.timeout(7200)
def test_random_matches_of_more_players_keep_everything_and_end(mode: str, part: int) -> None:
    seats, teams = MODES[mode]
    for number in range(part, MORE_GAMES, 2):
        options = {**MORE_OPTIONS[number % len(MORE_OPTIONS)], **teams}
        run = play(number, seats, options)
        assert run.result is not None
        nothing_is_lost(run.state)


EACH_OPTION: list[dict[str, int | bool | str]] = [
    {"more_crystals": True},
    {"handicap_1": 3, "handicap_3": 1},
    {"mulligan": True},
    {"alternative_setup": True},
    {"reshuffle": True},
    {"script": True},
    {"strategic": 4},
    {"strategic": 5},
    {"special_sources": True},
    {"preset": True, "beginner": True},
    {"script": True, "beginner": True},
    {"cavalry": "forbidden", "bosses": "forbidden"},
]
OPTION_GAMES = int(os.environ.get("EDGEPBEM_OPTION_GAMES", many(1, 5)))  # for each option
MOST_ANSWERS = many(700, 1500)  # with reshuffling a match between careless players has no other end


@rule("ED-23.1", "ED-23.2", "ED-23.3", "ED-23.5", "ED-23.7", "ED-23.8", "ED-23.9", "ED-23.10", "ED-23.11")
@pytest.mark.parametrize("options", EACH_OPTION, ids=lambda options: "-".join(options))
@pytest.mark.timeout(7200)
def test_each_option_is_played_by_three_by_four_and_in_teams(options: dict[str, int | bool | str]) -> None:
    for number in range(OPTION_GAMES):
        seats, teams = [*MODES.values()][number % len(MODES)]
        run = play(1000 + number, seats, {**options, **teams}, most=MOST_ANSWERS)
        assert run.result is not None or run.turn > many(8, 20)
        nothing_is_lost(run.state)
