"""SS-9: COLLECT."""

from __future__ import annotations

import pytest

from games.scrappers.catalogue import ARTIFACTS
from games.scrappers.rules.scoring import score
from tests.rules import rule
from tests.scrappers.position import Bench, position

RICH = "hand TER4 HYD4 MET4 MIN4"  # enough for two Artifacts of any cost


def cost_of(bench: Bench, card: str) -> int:
    """What an Artifact card costs the player whose turn it is, as everybody is shown it."""
    return bench.view(None)["costs"][card]


@rule("SS-9.1")
@pytest.mark.parametrize(("stack", "card"), [(1, "AR05"), (2, "AR07"), (3, "AR11")])
@pytest.mark.parametrize(("side", "half"), [("left", "A"), ("right", "B")])
def test_the_top_card_of_a_stack_is_collected_as_one_of_its_halves(
    stack: int, card: str, side: str, half: str
) -> None:
    bench = position(RICH, "", artifacts="AR05 AR07 AR11")
    bench.order(f"collect {stack} {side} with TER4 HYD4")
    assert bench.player(1).artifacts == [f"{card}-{half}"]
    assert card not in bench.state.artifact_stacks[stack - 1]
    assert bench.view(2)["players"][0]["artifacts"] == [f"{card}-{half}"]


@rule("SS-9.1")
def test_the_half_must_be_chosen_at_once() -> None:
    bench = position(RICH, "")
    bench.refused("collect 1 with TER4 HYD4")
    bench.refused("collect 1 left right with TER4 HYD4")


@rule("SS-9.1")
@pytest.mark.parametrize(("side", "price", "points"), [("left", 3, 0), ("right", 6, 2)])
def test_the_half_not_chosen_has_no_effect(side: str, price: int, points: int) -> None:
    bench = position(RICH, "", artifacts="AR07 AR02 AR03")  # Bargaining Chip, Curator
    bench.order(f"collect 1 {side} with TER4 HYD4")
    assert cost_of(bench, "AR02") == price
    assert score(bench.player(1))["artifacts"] == points


@rule("SS-9.1")
def test_only_top_cards_can_be_collected() -> None:
    bench = position(RICH, "", artifacts="AR05 AR07 AR11")
    below = [card for stack in bench.state.artifact_stacks for card in stack[:-1]]
    for card in below:
        bench.refused(f"collect {card} left with TER4 HYD4")


@rule("SS-9.2")
@pytest.mark.parametrize(
    ("pay", "is_enough"),
    [
        ("TER4 HYD1", False),
        ("TER4 HYD2", True),
        ("HYD2 TER4", True),
        ("TER4 MET3", True),
        ("HYD1 HYD2 MET3", True),
        ("HYD2 MET3", False),
        ("TER4 HYD2 HYD1 MET3", True),
    ],
)
def test_cards_of_any_colours_pay_the_cost_at_least(pay: str, is_enough: bool) -> None:
    bench = position("hand TER4 HYD1 HYD2 MET3", "", artifacts="AR02 AR01 AR03")  # cost 6
    assert bench.legal("collect", "1", "left", *pay.split()) == is_enough


@rule("SS-9.2")
def test_the_cards_paid_are_played_in_the_order_written() -> None:
    bench = position("hand TER4 HYD1 MET3 base MIN1", "", artifacts="AR02 AR01 AR03")
    bench.order("collect 1 left with MET3 HYD1 TER4", "end")
    assert bench.base(1) == ["MIN1", "MET3", "HYD1", "TER4"]


@rule("SS-9.2", "SS-16.17")
@pytest.mark.parametrize(("lines", "is_enough"), [((), False), (("leader",), True)])
def test_a_rooter_doubles_weedlocks_that_pay_for_artifacts(lines: tuple[str, ...], is_enough: bool) -> None:
    bench = position(
        "hand WEE2 TER2 TER1 base WEE2", "", factions="TER HYD BIO WEE", artifacts="AR02 AR01 AR03"
    )
    bench.order(*lines)
    assert bench.legal("collect", "1", "left", "WEE2", "TER2") == is_enough


@rule("SS-9.3", "SS-16.12", "SS-17.9")
@pytest.mark.parametrize(
    ("more", "lines", "cost"),
    [
        ("", (), 8),
        ("artifacts AR07-A", (), 5),
        ("", ("skill MIN3",), 4),
        ("base MIN3", ("leader",), 4),
        ("base MIN3", ("leader", "skill MIN3"), 0),
        ("artifacts AR07-A", ("skill MIN3",), 1),
        ("artifacts AR07-A base MIN3", ("leader", "skill MIN3"), 0),
        ("artifacts AR07-B", (), 8),
    ],
)
def test_the_reductions_of_artifacts_add_up(more: str, lines: tuple[str, ...], cost: int) -> None:
    bench = position(f"hand MIN3 TER4 {more}", "", artifacts="AR09 AR01 AR03").order(*lines)
    assert cost_of(bench, "AR09") == cost


@rule("SS-9.3")
def test_at_nought_no_card_is_needed_but_the_action_is() -> None:
    bench = position("hand MIN3 TER4 HYD4 base MIN3", "", artifacts="AR09 AR08 AR03")
    bench.order("leader", "skill MIN3", "collect 1 right")
    assert (bench.player(1).artifacts, bench.hand(1)) == (["AR09-B"], ["HYD4", "TER4"])
    bench.refused("collect 2 left")
    assert bench.offers() == ["end"]


@rule("SS-9.3")
def test_the_current_cost_is_what_must_be_paid() -> None:
    bench = position("hand TER1 TER2 HYD2 artifacts AR07-A", "", artifacts="AR04 AR01 AR03")  # cost 7
    assert not bench.legal("collect", "1", "left", "TER1", "TER2")
    bench.order("collect 1 left with TER2 HYD2")


@rule("SS-9.4")
def test_a_player_may_own_any_number_of_artifacts() -> None:
    owned = " ".join(f"{card}-B" for card in ARTIFACTS if card not in ("AR01", "AR02", "AR03"))
    bench = position(f"{RICH} artifacts {owned}", "")
    bench.order("collect 1 left with TER4 HYD4")
    assert len(bench.player(1).artifacts) == 10


@rule("SS-9.5")
def test_a_start_artifact_is_used_from_the_next_turn_on() -> None:
    bench = position(RICH, "", docks="TER1", artifacts="AR04 AR01 AR03")
    bench.order("collect 1 left with TER4 HYD4")
    bench.refused("activate bonus TER1")
    bench.order("end", "end", "activate bonus TER1")


@rule("SS-9.5")
def test_a_passive_artifact_works_for_the_rest_of_the_turn() -> None:
    bench = position(
        "hand TER4 HYD4 BIO2 WEE2", "", factions="TER HYD BIO WEE", docks="TER2", artifacts="AR11 AR01 AR03"
    )
    bench.refused("recruit TER2")
    bench.order("collect 1 left with TER4 HYD4", "recruit TER2")  # Training Manual


@rule("SS-9.5")
def test_a_raid_artifact_works_when_others_raid_in_their_next_turn() -> None:
    bench = position(f"{RICH} base TER1 TER1 TER1 TER1", "hand HYD1", artifacts="AR10 AR01 AR03")
    bench.order("collect 1 left with TER4 HYD4", "end", "raid seat 1")  # Alarm System
    assert len(bench.hand(2)) == 3
    assert bench.base(1) == ["TER1", "TER1", "TER1"]


@rule("SS-9.5")
def test_an_end_artifact_counts_at_scoring() -> None:
    bench = position(RICH, "", artifacts="AR10 AR01 AR03", cave_in=7)
    bench.order("collect 1 right with TER4 HYD4", "end", "end")  # Salvaged Idol
    assert bench.run.result is not None
    assert bench.run.result.scores == {1: 4, 2: 0}


@rule("SS-9.6")
def test_the_card_below_is_seen_and_available_at_once() -> None:
    bench = position(f"{RICH} artifacts AR09-A", "", artifacts="AR05 AR07 AR11")
    below = bench.state.artifact_stacks[0][-2]
    assert below not in bench.view(2)["artifacts"]
    bench.order("collect 1 left with TER4 HYD4")
    assert bench.view(2)["artifacts"] == [below, "AR07", "AR11"]
    assert bench.told("uncovered") == [{"stack": 1, "card": below}]
    bench.order("collect 1 right with MET4 MIN4")
    assert bench.player(1).artifacts == ["AR09-A", "AR05-A", f"{below}-B"]


@rule("SS-9.7")
def test_the_last_card_of_a_stack_moves_the_token_at_once() -> None:
    bench = position(RICH, "", below=False)
    bench.order("collect 2 left with TER4 HYD4")
    assert bench.state.cave_in == 1
    assert bench.view(1)["artifacts"] == ["AR01", None, "AR03"]
    bench.order("end")
    assert bench.state.cave_in == 1


@rule("SS-9.7")
def test_a_card_with_another_below_it_moves_no_token() -> None:
    assert position(RICH, "").order("collect 2 left with TER4 HYD4").state.cave_in == 0


@rule("SS-9.7", "SS-18.1")
def test_an_empty_stack_has_nothing_to_collect() -> None:
    bench = position(f"{RICH} artifacts AR09-A", "", below=False).order("collect 2 left with TER4 HYD4")
    assert "empty" in bench.refused("collect 2 left with MET4 MIN4")
