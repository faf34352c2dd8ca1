"""SS-2: set-up."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.engine.play.orders import submit
from games.engine.play.run import Run
from games.scrappers.catalogue import ARTIFACTS, CARDS, CRYSTALS, FACTIONS, LEVEL
from games.scrappers.engine import SCRAPPERS
from games.scrappers.state import State
from tests.rules import rule
from tests.scrappers.matches import opened

SEEDS = range(1, 25)
seats = pytest.mark.parametrize("seats", [2, 3, 4])


def table(seats: int = 2, seed: int = 1, factions: str = "random") -> State:
    """The table as it is set."""
    return opened(seats, seed, factions).state


def cards_of(state: State) -> list[str]:
    """All Mercenaries in the game: in stacks, Docks and hands."""
    rows = [*state.merc_stacks, *state.docks, *(player.hand for player in state.players)]
    return sorted(card for row in rows for card in row)


@rule("SS-2.1")
@seats
def test_the_mine_is_filled_with_four_three_two_and_one(seats: int) -> None:
    state = table(seats)
    costs = [[CRYSTALS[crystal].cost for crystal in row] for row in state.mine]
    assert costs == [[1] * 4, [3] * 3, [6] * 2, [10]]
    assert [{CRYSTALS[c].cost for c in stack} for stack in state.crystal_stacks] == [{1}, {3}, {6}, {10}]
    everything = [c for row in (*state.mine, *state.crystal_stacks) for c in row]
    assert sorted(everything) == sorted(CRYSTALS)


@rule("SS-2.1")
@pytest.mark.parametrize("row", [0, 1, 2, 3])
def test_each_crystal_stack_is_shuffled(row: int) -> None:
    orders = {tuple(table(seed=seed).crystal_stacks[row]) for seed in SEEDS}
    assert len(orders) > 12
    assert len({table(seed=seed).mine[row][0] for seed in SEEDS}) > 3


@rule("SS-2.2")
@seats
def test_four_factions_are_drawn_and_only_their_cards_are_in_the_game(seats: int) -> None:
    state = table(seats, seed=2)
    assert len(set(state.factions)) == 4
    assert {CARDS[card].faction for card in cards_of(state)} == set(state.factions)
    left = [c for row in (*state.mine, *state.crystal_stacks) for c in row]
    assert {CRYSTALS[crystal].colour for crystal in left} == {f.colour for f in FACTIONS.values()}


@rule("SS-2.2")
def test_any_faction_may_be_drawn_or_left_out() -> None:
    drawn = Counter(code for seed in SEEDS for code in table(seed=seed).factions)
    assert set(drawn) == set(FACTIONS)
    assert max(drawn.values()) < len(SEEDS)
    assert len({tuple(table(seed=seed).factions) for seed in SEEDS}) > 6


@rule("SS-2.2")
def test_a_first_game_may_be_played_with_the_four_simple_factions() -> None:
    assert {tuple(table(seed=seed, factions="first game").factions) for seed in SEEDS} == {
        ("TER", "HYD", "MET", "MIN")
    }


@rule("SS-2.3")
@seats
def test_all_fifty_two_cards_are_split_by_level(seats: int) -> None:
    state = table(seats, seed=3)
    assert cards_of(state) == sorted(card for card in CARDS if CARDS[card].faction in state.factions)
    assert len(cards_of(state)) == 52
    assert [{LEVEL[card] for card in stack} for stack in state.merc_stacks] == [{1}, {2}, {3}, {4}]


@rule("SS-2.3")
@pytest.mark.parametrize("row", [0, 1, 2, 3])
def test_each_merc_stack_is_shuffled(row: int) -> None:
    orders = {tuple(table(seed=seed, factions="first game").merc_stacks[row]) for seed in SEEDS}
    assert len(orders) > 20


@rule("SS-2.4")
@seats
def test_the_docks_are_filled_with_four_three_two_and_one(seats: int) -> None:
    levels = [[LEVEL[card] for card in row] for row in table(seats).docks]
    assert levels == [[1, 1, 1, 1], [2, 2, 2], [3, 3], [4]]


@rule("SS-2.5")
@seats
def test_everybody_is_dealt_two_cards_of_level_1_and_one_of_level_2(seats: int) -> None:
    for seed in SEEDS:
        hands = [sorted(LEVEL[card] for card in player.hand) for player in table(seats, seed).players]
        assert hands == [[1, 1, 2]] * seats


@rule("SS-2.5")
@seats
def test_the_hand_that_is_dealt_is_told_and_shown_to_its_owner_alone(seats: int) -> None:
    run = opened(seats)
    (dealt,) = [event for event in run.events if event.key == "set_up"]
    for player in run.state.players:
        for reader in (*run.seats, None):
            seen = dealt.seen_by(reader)
            assert seen is not None
            shown = json.dumps([seen.values, SCRAPPERS.view(run.state, reader)])
            assert all((f'"{card}"' in shown) == (reader == player.seat) for card in player.hand)


@rule("SS-2.6")
@seats
def test_everybody_gets_a_command_card_in_play_and_its_totem(seats: int) -> None:
    for seed in SEEDS:
        state = table(seats, seed)
        commands = [player.command for player in state.players]
        assert len(set(commands)) == seats
        assert [player.totems for player in state.players] == [[command] for command in commands]
        assert sorted([*commands, *state.totems]) == sorted(state.factions)


@rule("SS-2.6")
@pytest.mark.parametrize(("seats", "supply"), [(2, 2), (3, 1), (4, 0)])
def test_totems_not_dealt_are_the_supply(seats: int, supply: int) -> None:
    assert len(table(seats).totems) == supply


@rule("SS-2.6")
def test_command_cards_are_dealt_at_random() -> None:
    dealt = {tuple(p.command for p in table(2, seed, "first game").players) for seed in SEEDS}
    assert len(dealt) > 6


@rule("SS-2.7")
@seats
def test_the_cave_in_token_begins_at_nought(seats: int) -> None:
    assert table(seats).cave_in == 0


@rule("SS-2.8")
@seats
def test_artifacts_lie_in_three_stacks_of_four_with_the_top_face_up(seats: int) -> None:
    state = table(seats)
    assert [len(stack) for stack in state.artifact_stacks] == [4, 4, 4]
    assert sorted(card for stack in state.artifact_stacks for card in stack) == sorted(ARTIFACTS)
    assert SCRAPPERS.view(state, None)["artifacts"] == [stack[-1] for stack in state.artifact_stacks]


@rule("SS-2.8")
def test_artifacts_are_shuffled() -> None:
    assert {table(seed=seed).artifact_stacks[0][-1] for seed in range(1, 61)} == set(ARTIFACTS)


def seats_on_turn(run: Run[State], turns: int) -> list[int]:
    """The seats in the order of their turns, if everyone just ends."""
    order = []
    for _ in range(turns):
        order.append(run.state.turn.seat)
        assert submit(run, order[-1], "end").problem is None
    return order


@rule("SS-2.9")
@seats
def test_anybody_may_be_the_first_player(seats: int) -> None:
    states = [table(seats, seed) for seed in SEEDS]
    assert {state.first for state in states} == set(range(1, seats + 1))
    assert all(state.turn.seat == state.first for state in states)


@rule("SS-2.9")
@pytest.mark.parametrize("seed", [1, 2, 6])
def test_turns_go_round_in_seat_order_from_the_first_player(seed: int) -> None:
    run = opened(4, seed)
    first = run.state.first
    rotation = [(first - 1 + n) % 4 + 1 for n in range(4)]
    assert seats_on_turn(run, 8) == rotation * 2


@rule("SS-2.10")
@seats
def test_everything_else_starts_empty_and_set_up_moves_no_token(seats: int) -> None:
    run = opened(seats)
    state = run.state
    for player in state.players:
        assert player.base == player.crystals == player.artifacts == player.subjugated == []
    assert state.turn.played == []
    assert not [event for event in run.events if event.key == "caved"]
    assert state.cave_in == 0


@rule("SS-2.11")
@pytest.mark.parametrize(
    ("seats", "mercenaries"), [(2, [8, 11, 10, 7]), (3, [6, 10, 10, 7]), (4, [4, 9, 10, 7])]
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_stack_sizes_after_set_up(seats: int, mercenaries: list[int], seed: int) -> None:
    shown = SCRAPPERS.view(table(seats, seed), None)
    assert shown["merc_stacks"] == mercenaries
    assert shown["crystal_stacks"] == [20, 15, 10, 5]
