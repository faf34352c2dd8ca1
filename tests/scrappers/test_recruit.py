"""SS-7: RECRUIT."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import Bench, position

FREE = "for free"
HAND = "hand TER1 HYD2 MET3 MIN4"


def accepted(bench: Bench, card: str) -> set[str]:
    """The cards that may be played to recruit one, and whether nothing may."""
    final = bench.legal("recruit", card)
    return {*bench.offers("recruit", card), *([FREE] if final else [])}


@rule("SS-7.1")
@pytest.mark.parametrize("card", ["TER2", "HYD2", "MET2", "MIN2"])
def test_a_mercenary_goes_from_the_docks_into_hand_whatever_its_colour(card: str) -> None:
    bench = position("hand TER1", "", docks="TER2 HYD2 MET2 MIN2")
    bench.order(f"recruit {card} with TER1")
    assert bench.hand(1) == [card]
    assert card not in bench.docks()
    assert bench.told("recruited") == [{"seat": 1, "card": f"{card}#1", "pay": ["TER1#1"]}]


@rule("SS-7.1")
def test_only_a_card_in_the_docks_is_recruited_and_only_one() -> None:
    bench = position("hand TER1", "base MET1#1 MET2", docks="HYD1 TER1")
    bench.refused("recruit MET1")
    bench.refused("recruit HYD1 TER1")


@rule("SS-7.2", "SS-D21")
@pytest.mark.parametrize("count", [7, 8, 9])
def test_with_seven_or_more_cards_nobody_is_recruited(count: int) -> None:
    cards = ["TER1", "HYD1", "MET1", "MIN1"] * 3
    bench = position("hand " + " ".join(cards[:count]), "", docks="TER1 TER2")
    assert str(count) in bench.refused("recruit TER1")
    bench.refused("recruit TER2 with HYD1")


@rule("SS-7.2")
def test_with_six_cards_a_seventh_may_be_recruited() -> None:
    bench = position("hand TER1 HYD1 MET1 MIN1 TER2 HYD2", "", docks="MET1")
    bench.order("recruit MET1")
    assert len(bench.hand(1)) == 7


@rule("SS-7.3", "SS-17.13")
@pytest.mark.parametrize(
    ("card", "foreman", "manual", "payments"),
    [
        ("MET1", False, False, {FREE}),
        ("MET2", False, False, {"TER1"}),
        ("MET3", False, False, {"HYD2"}),
        ("MET4", False, False, {"MET3"}),
        ("MET1", False, True, {FREE}),
        ("MET2", False, True, {FREE, "TER1"}),
        ("MET3", False, True, {"TER1", "HYD2"}),
        ("MET4", False, True, {"HYD2", "MET3"}),
        ("MET1", True, False, {FREE}),
        ("MET2", True, False, {FREE, "TER1"}),
        ("MET3", True, False, {FREE, "HYD2"}),
        ("MET4", True, False, {"TER1", "MET3"}),
        ("MET2", True, True, {FREE, "TER1"}),
        ("MET3", True, True, {FREE, "TER1", "HYD2"}),
        ("MET4", True, True, {FREE, "TER1", "HYD2", "MET3"}),
    ],
)
def test_the_price_is_one_card_of_the_exact_level_for_any_choice_of_reductions(
    card: str, foreman: bool, manual: bool, payments: set[str]
) -> None:
    owned = "artifacts AR11-A" if manual else ""
    bench = position(f"{HAND} base TER2 {owned}", "", docks=card)
    if foreman:
        bench.order("leader")
    assert accepted(bench, card) == payments


@rule("SS-7.3")
@pytest.mark.parametrize("pay", ["TER1", "MET3", "MIN4", "TER1 TER1", "HYD2 TER1"])
def test_higher_lower_or_several_cards_are_not_accepted(pay: str) -> None:
    bench = position(f"{HAND} TER1", "", docks="MET3")
    bench.refused(f"recruit MET3 with {pay}")
    bench.order("recruit MET3 with HYD2")


@rule("SS-7.4")
@pytest.mark.parametrize(
    ("level", "plain", "with_foreman"),
    [(1, FREE, FREE), (2, "TER1", FREE), (3, "HYD2", FREE), (4, "MET3", "TER1")],
)
def test_what_the_levels_cost_without_and_with_a_foreman(level: int, plain: str, with_foreman: str) -> None:
    bench = position(f"{HAND} base TER2", "", docks=f"HYD{level}")
    assert accepted(bench, f"HYD{level}") == {plain}
    bench.order("leader")
    assert with_foreman in accepted(bench, f"HYD{level}")


@rule("SS-7.5", "SS-D27")
@pytest.mark.parametrize(
    ("card", "weedlocks"), [("TER2", {"WEE1"}), ("TER3", {"WEE1", "WEE2"}), ("TER4", {"WEE3"})]
)
def test_with_a_rooter_a_weedlock_has_its_printed_or_its_doubled_level(
    card: str, weedlocks: set[str]
) -> None:
    hand = "hand WEE1 WEE2 WEE3 WEE4 base WEE2"
    bench = position(hand, "", factions="TER HYD BIO WEE", docks=card)
    bench.order("leader")
    assert accepted(bench, card) == weedlocks


@rule("SS-7.5", "SS-16.17")
def test_without_a_rooter_a_weedlock_has_its_printed_level() -> None:
    bench = position("hand WEE1 WEE2", "", factions="TER HYD BIO WEE", docks="TER3")
    assert accepted(bench, "TER3") == {"WEE2"}


@rule("SS-7.6")
@pytest.mark.parametrize(("lines", "card"), [((), "TER1"), (("leader",), "MET3")])
def test_a_free_recruit_still_uses_the_action(lines: tuple[str, ...], card: str) -> None:
    bench = position("hand HYD1 base TER2", "", docks="TER1 MET3 HYD1", mine="blue-1a")
    bench.order(*lines, f"recruit {card}")
    bench.refused("recruit HYD1")
    bench.order("mine blue-1a with HYD1")
    bench.refused(f"skill {card} decline")
