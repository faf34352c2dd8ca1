"""ED-4 and ED-23: the stages of set-up, and whole set-ups in one mail."""

from __future__ import annotations

import pytest

from games.edge import geometry
from games.edge.catalogue import FACTIONS
from games.edge.engine import EDGE as GAME
from games.edge.rules.setup.options import OPTIONS, choices_of
from games.edge.state import ARMIES, DEPLOYMENT, DISPERSAL, FACTION_CHOICE, PLAY, ROLES, SHRINES, SOURCES
from games.engine.contract.engine import Setting
from tests.edge.setting_up import EDGE, Opening, wander
from tests.rules import rule

SEEDS = range(1, 25)
CHAPTER, DEMONS = "chapter", "demons"


def begun(seed: int = 1, **options: Setting) -> Opening:
    """A match in which everybody takes the defaults, at its first turn."""
    return Opening(seed, **options).by_default(PLAY)


@rule("ED-4.1", "ED-4.3", "ED-4.16")
def test_the_table_has_one_board_twenty_crystals_twenty_charges_and_a_track() -> None:
    state = Opening().state
    assert state.board is geometry.DUEL
    assert len(state.board.names) == 43
    assert (state.neutral_crystals, state.neutral_charges) == (20, 20)
    assert (state.vp, state.ends) == (0, [10, 10])
    assert [(p.pool, p.depleted, p.banner_up) for p in state.players] == [(0, 0, True)] * 2


@rule("ED-4.2", "ED-4.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_highest_roll_of_the_red_die_is_first_and_ties_roll_again(seed: int) -> None:
    opening = Opening(seed)
    (told,) = opening.told("rolled_first")
    rolls = [roll.value + 1 for roll in opening.rolls]
    rounds = list(zip(rolls[::2], rolls[1::2], strict=True))
    assert {roll.purpose for roll in opening.rolls} == {"first_player"}
    assert told["rolls"] == [f"{one}:{other}" for one, other in rounds]
    assert all(one == other for one, other in rounds[:-1])
    one, other = rounds[-1]
    assert one != other
    assert opening.first == told["seat"] == (1 if one > other else 2)


@rule("ED-4.4")
def test_both_seats_may_be_first_and_some_rolls_are_tied() -> None:
    openings = [Opening(seed) for seed in SEEDS]
    assert {opening.first for opening in openings} == {1, 2}
    assert any(len(opening.rolls) > 2 for opening in openings)


@rule("ED-4.5", "DP-S1")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_first_player_chooses_a_faction_then_the_other_from_the_rest(seed: int) -> None:
    opening = Opening(seed)
    assert opening.asked == [(opening.first, "faction")]
    assert opening.offers() == list(FACTIONS)
    opening.order("faction demons")
    assert opening.asked == [(opening.second, "faction")]
    assert opening.offers() == [faction for faction in FACTIONS if faction != DEMONS]
    assert "not possible" in opening.refused("faction demons")
    opening.order("Chapter")
    assert opening.state.player(opening.first).faction == DEMONS
    assert opening.state.player(opening.second).faction == CHAPTER


@rule("DP-S1", "DP-S2", "DP-S3", "DP-S7")
def test_without_answers_the_defaults_are_taken() -> None:
    state = begun().state
    assert [state.player(seat).faction for seat in (state.first, state.opponents(state.first)[0].seat)] == [
        CHAPTER,
        DEMONS,
    ]
    assert state.countering == state.first
    assert all(len(player.squads) == 5 for player in state.players)


@rule("ED-4.10", "DP-S3")
@pytest.mark.parametrize(("role", "is_first"), [("countering", True), ("positioning", False)])
def test_the_first_player_chooses_who_counters(role: str, is_first: bool) -> None:
    opening = Opening().by_default(ROLES)
    assert opening.asked == [(opening.first, "role")]
    opening.order(f"role {role}")
    assert (opening.state.countering == opening.first) is is_first
    assert opening.state.order[-1] == opening.state.countering
    assert opening.asked == [(opening.state.order[0], "shrine")]


@rule("ED-4.10", "ED-4.20", "EC-16")
@pytest.mark.parametrize("role", ["countering", "positioning"])
def test_the_countering_player_takes_the_first_turn(role: str) -> None:
    opening = Opening().by_default(ROLES).order(f"role {role}").by_default(PLAY)
    expected = opening.first if role == "countering" else opening.second
    assert opening.state.turn.seat == opening.state.countering == expected
    assert opening.state.turn.number == 0
    assert opening.told("began") == [{"seat": expected}]


@rule("ED-4.17", "ED-4.18", "ED-2.3")
def test_each_player_begins_with_two_crystals_and_three_cards() -> None:
    state = begun().state
    assert [(p.pool, p.depleted, len(p.hand), len(p.deck)) for p in state.players] == [(2, 0, 3, 22)] * 2
    assert state.neutral_crystals == 16


@rule("ED-4.18")
def test_hands_are_told_to_their_owners_alone() -> None:
    opening = begun()
    drawn = [event for event in opening.run.events if event.key == "drew"]
    assert [event.values["count"] for event in drawn] == [3, 3]
    for event in drawn:
        assert "cards" not in event.values
        seat = int(str(event.values["seat"]))
        assert event.own == {seat: {"cards": opening.state.player(seat).hand}}


@rule("ED-23.1")
def test_more_crystals_give_three_to_start_with() -> None:
    state = begun(more_crystals=True).state
    assert [player.pool for player in state.players] == [3, 3]
    assert state.neutral_crystals == 14


@rule("ED-23.2")
@pytest.mark.parametrize(
    ("options", "pools"),
    [({"handicap_1": 1}, [3, 2]), ({"handicap_1": 3, "handicap_2": 1}, [5, 3]), ({"handicap_2": 2}, [2, 4])],
)
def test_a_handicap_gives_crystals_to_a_seat(options: dict[str, int], pools: list[int]) -> None:
    state = begun(**options).state
    assert [player.pool for player in state.players] == pools
    assert state.neutral_crystals == 20 - sum(pools)


@rule("ED-23.2")
def test_a_handicap_by_its_old_name_is_still_understood() -> None:
    assert GAME.settings({"handicap": -2}, 2)["handicap_2"] == 2
    assert GAME.settings({"handicap": 3}, 2)["handicap_1"] == 3
    assert choices_of({"handicap": -2}).extra_crystals(2) == 2


@rule("ED-23.4", "ED-23.6", "ED-23.11")
def test_options_of_the_duel_are_not_for_more_players() -> None:
    for name in ("buy_vp", "deck20"):
        with pytest.raises(ValueError, match="not for 3 players"):
            GAME.settings({name: True}, 3)
    with pytest.raises(ValueError, match="teams is not for 3 players"):
        GAME.settings({"teams": True}, 3)
    assert GAME.settings({"teams": True, "buy_vp": False}, 4)["teams"] is True


@rule("ED-23.9")
@pytest.mark.parametrize("hand", [3, 4, 5])
def test_strategic_hands_are_larger(hand: int) -> None:
    state = begun(strategic=hand).state
    assert [len(player.hand) for player in state.players] == [hand, hand]
    assert state.choices.hand == hand


@rule("ED-23.11", "DP-S0")
def test_options_are_off_unless_chosen_and_may_be_combined() -> None:
    usual = EDGE.settings({})
    assert {name for name, value in usual.items() if value} == {
        "strategic",
        "interrupts",
        "cavalry",
        "bosses",
    }
    assert {usual["cavalry"], usual["bosses"]} == {"allowed"}
    assert begun().state.choices == type(begun().state.choices)()
    names = [spec.name for spec in OPTIONS if spec.choices == (False, True) and spec.is_for(2)]
    state = begun(handicap_1=2, strategic=5, **dict.fromkeys(names, True)).state
    assert state.choices.deck == 20
    assert [player.pool for player in state.players] == [5, 3]
    assert [len(player.hand) + len(player.deck) for player in state.players] == [20, 20]


@rule("ED-23.5")
def test_the_alternative_set_up_places_sources_first_and_draws_before_deployment() -> None:
    opening = Opening(alternative_setup=True).by_default(SOURCES)
    assert [player.shrine_at for player in opening.state.players] == ["", ""]
    opening.by_default(SHRINES)
    assert len(opening.state.sources) == 4
    opening.by_default(DEPLOYMENT)
    assert [(len(player.hand), player.pool) for player in opening.state.players] == [(3, 0)] * 2
    opening.by_default(DISPERSAL)
    assert [(len(player.hand), player.pool) for player in opening.state.players] == [(3, 2)] * 2


@rule("ED-4.18", "ED-4.14")
def test_hands_are_usually_drawn_after_deployment() -> None:
    opening = Opening().by_default(DEPLOYMENT)
    assert [len(player.hand) for player in opening.state.players] == [0, 0]
    opening.by_default(DISPERSAL)
    assert [len(player.hand) for player in opening.state.players] == [3, 3]


@rule("ED-4.21")
def test_the_preset_replaces_both_steps() -> None:
    opening = Opening(preset=True).by_default(ROLES).order("role countering")
    assert opening.state.stage == DEPLOYMENT
    positioning, countering = opening.state.order
    assert opening.state.player(positioning).shrine_at == "A5"
    assert opening.state.player(countering).shrine_at == "E5"
    assert opening.state.sources == ["B2", "B7", "D2", "D7"]


@rule("ED-4.5", "ED-4.7", "ED-4.19")
def test_the_match_rests_after_every_answer() -> None:
    opening = Opening()
    stages = [opening.state.stage]
    for _ in wander(opening, 3):
        assert opening.run.replay.rest_points[-1].position == len(opening.run.replay.log)
        stages.append(opening.state.stage)
    seen = list(dict.fromkeys(stages))
    assert seen == [FACTION_CHOICE, ARMIES, ROLES, SHRINES, SOURCES, DEPLOYMENT, DISPERSAL]
