"""SS-8: MINE."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.scrappers.position import Bench, position


def cost_of(bench: Bench, crystal: str) -> int:
    """What a Crystal costs the player whose turn it is, as everybody is shown it."""
    return bench.view(None)["costs"][crystal]


def cheapest(bench: Bench, crystal: str, payments: list[str]) -> str:
    """The first payment in ascending order that is accepted."""
    return next(pay for pay in payments if bench.legal("mine", crystal, *pay.split()))


@rule("SS-8.1")
def test_a_crystal_goes_from_the_mine_to_the_pile_face_down() -> None:
    bench = position("hand TER2 TER1", "", mine="brown-3a blue-1a")
    bench.order("mine brown-3a with TER2 TER1")
    assert (bench.crystals(1), bench.mine(), bench.hand(1)) == (["brown-3a"], ["blue-1a"], [])
    assert [card[:4] for card in bench.state.turn.played] == ["TER2", "TER1"]
    assert "crystals" not in bench.view(2)["players"][0]


@rule("SS-8.1")
def test_only_one_crystal_and_only_one_that_is_there_is_mined() -> None:
    bench = position("hand TER2 TER1", "crystals brown-1b", mine="brown-1a brown-1c")
    bench.refused("mine brown-1a brown-1c with TER2")
    bench.refused("mine brown-1b with TER2")


@rule("SS-8.2")
@pytest.mark.parametrize(
    ("pay", "is_enough"),
    [
        ("TER1", False),
        ("TER2 TER3", False),
        ("TER2 TER4", True),
        ("TER4 TER2", True),
        ("TER1 TER2 TER3", True),
        ("TER3 TER4", True),
        ("TER1 TER2 TER3 TER4", True),
    ],
)
def test_the_levels_must_add_up_to_the_cost_at_least(pay: str, is_enough: bool) -> None:
    bench = position("hand TER1 TER2 TER3 TER4", "", mine="brown-6a")
    assert bench.legal("mine", "brown-6a", *pay.split()) == is_enough


@rule("SS-8.2", "SS-D24")
def test_superfluous_cards_may_be_paid_and_are_played() -> None:
    bench = position("hand TER1 TER2 TER4 HYD1", "", mine="brown-1a")
    bench.order("mine brown-1a with TER1 TER4 TER2", "end")
    assert bench.base(1) == ["TER1", "TER4", "TER2"]


@rule("SS-8.2")
def test_at_cost_nought_no_card_is_needed_and_fitting_ones_may_be_played() -> None:
    bench = position("hand TER1 HYD1 totems TER", "", mine="brown-1a")
    assert cost_of(bench, "brown-K1a#1") == 0
    bench.refused("mine brown-1a with HYD1")
    assert bench.may("mine brown-1a with TER1")
    bench.order("mine brown-1a")
    assert (bench.crystals(1), bench.hand(1)) == (["brown-1a"], ["HYD1", "TER1"])


@rule("SS-8.3")
@pytest.mark.parametrize(
    ("crystal", "pay", "fits"),
    [
        ("brown-3a", "TER2 TER1", True),
        ("brown-3a", "TER2 HYD1", False),
        ("brown-3a", "HYD2 HYD1", False),
        ("brown-3a", "TER2 TER1 HYD1", False),
        ("red-3a", "TER2 TER1", True),
        ("red-3a", "HYD2 HYD1", True),
        ("red-3a", "TER2 HYD1", False),
        ("green-3a", "HYD1 HYD2", True),
    ],
)
def test_all_cards_have_the_colour_of_the_crystal_or_any_one_colour_if_it_is_wild(
    crystal: str, pay: str, fits: bool
) -> None:
    bench = position("hand TER2 TER1 HYD2 HYD1", "", mine="brown-3a red-3a green-3a")
    assert bench.legal("mine", crystal, *pay.split()) == fits


REDUCTIONS = pytest.mark.parametrize(
    ("crystal", "more", "lines", "cost"),
    [
        ("brown-10a", "", (), 10),
        ("brown-10a", "totems TER", (), 9),
        ("brown-10a", "totems HYD", (), 10),
        ("brown-10a", "totems TER HYD", (), 9),
        ("brown-10a", "", ("skill MIN2 paint brown-10a brown",), 9),
        ("brown-10a", "", ("skill MIN2 paint blue-1a brown",), 10),
        ("brown-10a", "", ("skill MIN4",), 6),
        ("brown-10a", "artifacts AR05-A", (), 8),
        ("brown-6a", "artifacts AR05-A", (), 4),
        ("brown-3a", "artifacts AR05-A", (), 3),
        ("blue-1a", "artifacts AR05-A", (), 1),
        ("brown-10a", "totems TER artifacts AR05-A", ("skill MIN4",), 3),
        ("brown-10a", "base MIN4 totems TER artifacts AR05-A", ("leader", "skill MIN4"), 0),
        ("brown-10a", "base MIN4", ("leader", "skill MIN4"), 2),
        ("brown-10a", "base MIN2", ("leader paint brown-10a blue", "skill MIN2 paint brown-10a brown"), 8),
        ("brown-10a", "base MIN2", ("leader paint brown-10a brown", "skill MIN4"), 5),
        ("blue-1a", "", ("skill MIN4",), 0),
    ],
)


@rule("SS-8.4", "SS-16.13", "SS-17.7", "SS-D42")
@REDUCTIONS
def test_the_reductions_of_a_crystal_add_up(
    crystal: str, more: str, lines: tuple[str, ...], cost: int
) -> None:
    bench = position(
        f"hand MIN4 MIN2 TER1 TER1 TER1 TER2 TER4 {more}", "", mine="brown-10a brown-6a brown-3a blue-1a"
    )
    bench.order(*lines)
    assert cost_of(bench, crystal.replace("-", "-K") + "#1") == cost


@rule("SS-8.4")
@pytest.mark.parametrize(
    ("more", "lines", "pay"),
    [
        ("", (), "TER4 TER4 TER2"),
        ("totems TER", (), "TER4 TER4 TER1"),
        ("artifacts AR05-A", (), "TER4 TER4"),
        ("", ("skill MIN4",), "TER4 TER2"),
        ("", ("skill MIN2 paint brown-10a brown",), "TER4 TER4 TER1"),
        ("totems TER artifacts AR05-A", ("skill MIN4",), "TER2 TER1"),
    ],
)
def test_the_current_cost_is_what_must_be_paid(more: str, lines: tuple[str, ...], pay: str) -> None:
    bench = position(f"hand MIN4 MIN2 TER1 TER2 TER4 TER4 {more}", "", mine="brown-10a").order(*lines)
    rising = ["", "TER1", "TER2", "TER2 TER1", "TER4", "TER4 TER1", "TER4 TER2", "TER4 TER4"]
    rising += ["TER4 TER4 TER1", "TER4 TER4 TER2"]
    assert cheapest(bench, "brown-10a", rising) == pay


@rule("SS-8.4", "SS-10.4")
def test_reductions_of_others_do_not_help() -> None:
    bench = position("hand MIN4", "hand HYD1 totems TER artifacts AR05-A", mine="brown-6a")
    assert cost_of(bench, "brown-K6a#1") == 6
    bench.order("skill MIN4", "end")
    assert cost_of(bench, "brown-K6a#1") == 3  # Totem and Pick of seat 2, nothing of seat 1


@rule("SS-8.5", "SS-16.11")
def test_a_painted_crystal_is_paid_in_its_current_colour() -> None:
    bench = position("hand MIN2 HYD2 TER2", "", mine="brown-3a")
    bench.order("skill MIN2 paint brown-3a blue")
    bench.refused("mine brown-3a with TER2")
    bench.order("mine brown-3a with HYD2")


@rule("SS-8.5", "SS-16.9")
def test_a_painted_card_pays_in_its_current_colour() -> None:
    bench = position("hand MET3 HYD2 HYD1 HYD1 TER1", "", mine="brown-3a blue-3a")
    bench.order("skill MET3 paint HYD2 brown")
    bench.refused("mine blue-3a with HYD2 HYD1")
    bench.order("mine brown-3a with HYD2 TER1")


@rule("SS-8.5", "SS-16.17")
@pytest.mark.parametrize(("lines", "fits"), [((), False), (("leader",), True)])
def test_with_a_rooter_each_weedlock_counts_double(lines: tuple[str, ...], fits: bool) -> None:
    bench = position(
        "hand WEE1 WEE2 TER2 TER3 base WEE2", "", factions="TER HYD BIO WEE", mine="green-6a brown-6a"
    )
    bench.order(*lines)
    assert bench.legal("mine", "green-6a", "WEE1", "WEE2") == fits
    assert not bench.legal("mine", "brown-6a", "TER2", "TER3")


@rule("SS-8.5", "SS-17.8")
@pytest.mark.parametrize(
    ("crystal", "pay", "fits"),
    [
        ("brown-3a", "TER2 HYD1", True),
        ("brown-3a", "HYD3", True),
        ("brown-3a", "TER2 HYD1 MET1", False),
        ("brown-3a", "HYD1 HYD3", False),
        ("red-6a", "TER2 TER1 HYD3", True),
        ("red-6a", "TER2 HYD3 MET1", False),
    ],
)
def test_the_colour_filter_exempts_one_card(crystal: str, pay: str, fits: bool) -> None:
    bench = position("hand TER2 TER1 HYD1 HYD3 MET1 artifacts AR06-A", "", mine="brown-3a red-6a")
    assert bench.legal("mine", crystal, *pay.split()) == fits


@rule("SS-8.6")
@pytest.mark.parametrize(
    ("crystal", "steps"), [("brown-3a", 0), ("brown-3c", 1), ("brown-6b", 1), ("brown-10a", 1)]
)
def test_a_mark_moves_the_token(crystal: str, steps: int) -> None:
    bench = position("hand TER4 TER4 TER2 HYD1", "", mine=crystal)
    bench.order(f"mine {crystal} with TER4 TER4 TER2")
    assert bench.state.cave_in == steps


@rule("SS-8.7", "SS-16.10")
@pytest.mark.parametrize(
    ("crystal", "pay", "bonus"),
    [
        ("brown-1a", "TER1", "red-1b"),
        ("brown-3a", "TER1 TER2", "blue-3b"),
        ("brown-6a", "TER4 TER2", "red-6b"),
    ],
)
def test_a_scraper_gives_one_more_crystal_of_the_same_printed_cost(
    crystal: str, pay: str, bonus: str
) -> None:
    bench = position(
        "hand TER1 TER2 TER4 HYD1 base MET4",
        "",
        mine="brown-1a brown-3a brown-6a red-1b red-1c blue-3b blue-3c red-6b",
    )
    bench.order("leader")
    bench.refused(f"mine {crystal} with {pay} bonus purple-1a")
    bench.order(f"mine {crystal} with {pay} bonus {bonus}")
    assert bench.crystals(1) == sorted([crystal, bonus])
    assert len(bench.state.turn.played) == len(pay.split())


@rule("SS-8.7")
@pytest.mark.parametrize("bonus", ["red-1a", "red-3b red-3c", "brown-3a", "red-10a"])
def test_one_scraper_gives_neither_another_cost_nor_two(bonus: str) -> None:
    bench = position("hand TER2 TER1 base MET4", "", mine="brown-3a red-1a red-3b red-3c red-10a")
    bench.order("leader")
    bench.refused(f"mine brown-3a with TER2 TER1 bonus {bonus}")


@rule("SS-8.7", "SS-D11")
def test_a_scraper_is_useless_for_cost_10() -> None:
    bench = position("hand TER4 TER4 TER2 base MET4", "", mine="brown-10a red-10a")
    bench.order("leader")
    bench.refused("mine brown-10a with TER4 TER4 TER2 bonus red-10a")
    bench.order("mine brown-10a with TER4 TER4 TER2")


@rule("SS-8.7", "SS-D42")
def test_two_scrapers_give_two_crystals_and_what_they_give_triggers_nothing() -> None:
    bench = position("hand TER1 MET4 base MET4", "", mine="brown-1a red-1a red-1b red-1c")
    bench.order("leader", "skill MET4")
    bench.refused("mine brown-1a with TER1 bonus red-1a red-1b red-1c")
    bench.order("mine brown-1a with TER1 bonus red-1a red-1b")
    assert bench.crystals(1) == ["brown-1a", "red-1a", "red-1b"]


@rule("SS-8.7")
def test_the_bonus_of_a_scraper_may_be_left() -> None:
    bench = position("hand TER1 base MET4", "", mine="brown-1a red-1a").order(
        "leader", "mine brown-1a with TER1"
    )
    assert bench.crystals(1) == ["brown-1a"]


@rule("SS-8.8")
def test_a_cost_of_nought_still_uses_the_action() -> None:
    bench = position("hand HYD1 totems TER", "", docks="TER1", mine="brown-1a brown-1b")
    bench.order("mine brown-1a")
    bench.refused("mine brown-1b")
    bench.order("recruit TER1")
    bench.refused("skill HYD1 decline")
