"""DB-6: the turn, initiative, skipped spawn phases."""

from __future__ import annotations

import pytest

from games.dreamblade.rules.initiative import counted
from tests.dreamblade.bench import Bench
from tests.rules import rule

LISTS = ("V01@E1 V01 V01", "M03@A5 M01 M01")


def initiative(*numbers: int, number: int = 4, **position) -> Bench:
    """A match in which the initiative of the next turn is rolled."""
    return Bench(*LISTS, step=0, number=number, **position).dice(numbers=numbers).begin()


@rule("DB-6.1")
def test_the_phases_of_a_turn_in_their_order() -> None:
    b = initiative(5, 3)
    found = []
    while b.state.turn.number == 5:
        found.append((b.state.turn.step, b.asked()))
        b.order("done")
    assert found == [
        (1, (1, "spawn")), (2, (2, "spawn")), (3, (1, "action")), (4, (1, "action")),
        (5, (2, "action")), (6, (2, "action")),
    ]  # fmt: skip
    assert "turn_drawn" in b.story()


@rule("DB-6.2")
def test_damage_is_removed_at_the_end_of_every_phase() -> None:
    b = Bench("V05@C3", "V10@C3").strike("C3 with all", "3 1")
    assert b.told("dealt")[0]["figures"] == ["scragglemaw 4"]
    assert (b.state.turn.step, b.damage("scragglemaw")) == (4, 0)  # nothing was left: the phase is over


@rule("DB-1.4", "DB-6.3")
def test_the_higher_die_goes_first() -> None:
    assert initiative(3, 5).state.turn.first == 2
    assert initiative(6, 5).state.turn.first == 1


@rule("DB-6.3", "DB-E1")
def test_on_a_tie_more_turn_wins_go_first() -> None:
    b = initiative(4, 4, wins=(3, 2))
    assert (b.state.turn.first, b.state.turn.dice) == (1, [4, 4])
    assert b.told("pooled")[0]["points"] == 8
    b.order("done")
    assert b.told("pooled")[1]["points"] == 8


@rule("DB-6.3", "DB-E2", "DB-Q30")
def test_a_tie_of_equals_is_rolled_again_and_its_ones_are_forgotten() -> None:
    b = initiative(1, 1, 4, 2)
    assert (b.state.turn.dice, b.state.turn.skips) == ([4, 2], False)
    assert b.told("initiative")[0]["dice"] == ["1:1", "4:2"]


@rule("DB-E2", "DB-6.4")
def test_a_tie_of_ones_stands_where_one_leads() -> None:
    b = initiative(1, 1, wins=(1, 2))
    assert (b.state.turn.first, b.state.turn.skips) == (2, True)
    assert b.asked() == (2, "action")


@rule("DB-6.4")
def test_a_one_skips_both_spawn_phases_and_keeps_bonus_points() -> None:
    b = initiative(1, 5, bonus=(4, 0))
    assert b.asked() == (2, "action")
    assert b.told("pooled") == []
    assert b.bonus() == (4, 0)


@rule("DB-E4", "DB-7.3")
def test_bonus_points_of_skipped_turns_add_up() -> None:
    b = initiative(1, 5, 6, 5, bonus=(4, 0))
    b.state.player(1).bonus += 4  # two more destroyed
    for _ in range(4):
        b.order("done")
    assert b.told("initiative")[1]["skips"] is False
    assert b.told("pooled")[0]["bonus"] == 8


@rule("DB-6.5", "DB-E3")
def test_in_the_first_turn_ones_and_ties_are_rolled_again() -> None:
    b = initiative(1, 6, 6, 1, 2, 5, number=0)  # the 1 becomes 6: a tie; 1 and 2, the 1 becomes 5
    assert b.state.turn.dice == [5, 2]
    assert b.told("initiative")[0]["dice"] == ["6:6", "5:2"]
    assert b.asked() == (1, "spawn")


@rule("DB-6.6", "DB-E17")
def test_in_the_first_turn_everything_is_spawned_in_the_portal() -> None:
    b = Bench("V01 V02", "M03@A5 M01", step=1, number=1, dice=(6, 5))
    assert b.offers() == ["spawn", "done"]
    assert b.offers("spawn") == ["brawler"]  # no creature for the castle yet
    assert "needs a creature of yours in your portal" in b.refused("spawn castle E1")
    b.order("spawn brawler portal")
    assert b.offers("spawn", "castle") == ["E1"]


@rule("DB-6.7")
def test_spawn_points_and_skip_use_the_dice_themselves() -> None:
    assert [counted(die) for die in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    b = initiative(2, 3)
    assert b.state.turn.pool == sum(b.state.turn.dice) == 5


@rule("DB-6.7")
def test_what_changes_a_die_changes_only_who_goes_first(monkeypatch) -> None:
    monkeypatch.setattr("games.dreamblade.rules.initiative.counted", lambda die: 9 if die < 3 else die)
    b = initiative(1, 5)
    assert (b.state.turn.first, b.state.turn.dice, b.state.turn.skips) == (1, [1, 5], True)
    b = initiative(2, 5)
    assert (b.state.turn.first, b.state.turn.pool) == (1, 7)


@rule("DB-6.8")
@pytest.mark.parametrize(("option", "is_skipped"), [(False, True), (True, False)])
def test_spawn_phases_need_not_be_skipped_twice_in_a_row(option: bool, is_skipped: bool) -> None:
    b = initiative(1, 5, 4, skips=True, no_double_skip=option)
    assert b.state.turn.skips == is_skipped
    assert b.state.turn.dice == ([1, 5] if is_skipped else [4, 5])


@rule("DB-6.8")
def test_after_an_ordinary_turn_a_one_skips_whatever_the_setting() -> None:
    assert initiative(1, 5, no_double_skip=True).state.turn.skips


@rule("DB-12A.4")
@pytest.mark.parametrize(
    ("dice", "asked"),
    [
        ((5, 3), [(1, "spawn"), (2, "spawn"), (1, "action"), (2, "action")]),
        ((5, 1), [(1, "action"), (2, "action")]),
    ],
)
def test_a_turn_costs_four_mails_and_two_where_spawning_is_skipped(
    dice: tuple[int, int], asked: list[tuple[int, str]]
) -> None:
    sheets = {(1, "action"): "shift brawler1 D1\ndone\ndone", (2, "action"): "shift thug A4\ndone\ndone"}
    b = initiative(*dice)
    mails = []
    while b.state.turn.number == 5:
        question = b.asked()
        assert question is not None
        mails.append(question)
        b.order(sheets.get(question, "done"))
    assert mails == asked
