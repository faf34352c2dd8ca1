"""SS-20.1 and SS-D1 to SS-D24: decisions where the sources are silent."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from games.scrappers.catalogue import CRYSTALS, FACTION_OF, FACTIONS, LEVEL, MERCENARIES
from tests.rules import rule
from tests.scrappers.matches import opened
from tests.scrappers.position import position

RULES = Path(__file__).parents[2] / "docs" / "rules" / "scrappers.md"
STATUS = {
    "Recovered": {1, 2, 3, 30, 31, 33},
    "Recovered and inferred": {23, 28, 32},
    "Designed here": {6, 8, 9, 36, 37, 38, 39, 41},
    "Read in the rulebook": {35, 40},
}
NINE = "hand TER1 TER1 TER1 HYD1 HYD1 HYD1 MET1 MET1 MET1"


@rule("SS-20.1")
def test_the_rules_list_all_decisions_with_their_status() -> None:
    text = " ".join(RULES.read_text(encoding="utf-8").split())
    words = r"Recovered and inferred|Recovered|Inferred|Designed here|Read in the rulebook"
    listed = re.findall(rf"\*\*SS-D(\d+)\*\* (?:(?!\*\*SS-D).)*?\*({words})[^*]*[:.]\*", text)
    expected = {number: status for status, numbers in STATUS.items() for number in numbers}
    assert [int(number) for number, _ in listed] == list(range(1, 46))
    assert [status for _, status in listed] == [expected.get(n, "Inferred") for n in range(1, 46)]


@rule("SS-D1")
def test_six_factions_four_levels_sixty_crystals_six_command_cards_and_totems() -> None:
    assert (len(FACTIONS), len(CRYSTALS)) == (6, 60)
    assert {mercenary.level for mercenary in MERCENARIES.values()} == {1, 2, 3, 4}
    tables = [opened(4, seed).state for seed in range(1, 10)]
    assert {player.command for state in tables for player in state.players} == set(FACTIONS)
    assert {totem for state in tables for p in state.players for totem in p.totems} == set(FACTIONS)


@rule("SS-D2")
def test_crystals_cost_1_3_6_or_10() -> None:
    assert {crystal.cost for crystal in CRYSTALS.values()} == {1, 3, 6, 10}
    bench = position("", "", mine="blue-1a blue-3a blue-6a blue-10a")
    assert sorted(bench.view(1)["costs"][c] for row in bench.state.mine for c in row) == [1, 3, 6, 10]


@rule("SS-D3")
@pytest.mark.parametrize(("seats", "end"), [(2, 7), (3, 8), (4, 9)])
def test_the_end_values_are_7_8_and_9(seats: int, end: int) -> None:
    assert position(*[""] * seats).view(None)["end_value"] == end
    early = position(*[""] * seats, cave_in=end - 1, stacks="empty").order(*["end"] * seats)
    late = position(*[""] * seats, cave_in=end, stacks="empty").order(*["end"] * seats)
    assert (early.state.over, late.state.over) == (False, True)


@rule("SS-D4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_token_counts_up_from_nought(seats: int) -> None:
    assert opened(seats).state.cave_in == 0
    bench = position("hand TER2 TER1", "", mine="brown-3c").order("mine brown-3c with TER2 TER1")
    assert bench.state.cave_in == 1


@rule("SS-D5")
def test_artifacts_are_dealt_at_random_into_three_stacks_of_four() -> None:
    dealt = [opened(2, seed).state.artifact_stacks for seed in range(1, 20)]
    assert {tuple(len(stack) for stack in stacks) for stacks in dealt} == {(4, 4, 4)}
    assert len({frozenset(stacks[0]) for stacks in dealt}) > 15


@rule("SS-D6")
def test_a_faction_has_4_4_3_2_copies_and_no_stack_is_empty_after_set_up_for_four() -> None:
    copies = Counter((mercenary.level, mercenary.copies) for mercenary in MERCENARIES.values())
    assert copies == {(1, 4): 6, (2, 4): 6, (3, 3): 6, (4, 2): 6}
    assert all(opened(4).state.merc_stacks)


@rule("SS-D7")
def test_there_are_24_18_12_6_tokens_by_cost_in_equal_parts_of_each_colour() -> None:
    assert Counter(crystal.cost for crystal in CRYSTALS.values()) == {1: 24, 3: 18, 6: 12, 10: 6}
    parts = Counter((crystal.colour, crystal.cost) for crystal in CRYSTALS.values())
    assert all(
        parts[colour, cost] == n for colour in FACTION_OF for cost, n in {1: 4, 3: 3, 6: 2, 10: 1}.items()
    )


@rule("SS-D8")
def test_points_symbols_and_marks_of_the_tokens() -> None:
    points = Counter(crystal.vp for crystal in CRYSTALS.values())
    assert points == {0: 6, 1: 24, 3: 6, 4: 6, 6: 6, 8: 6, 10: 6}
    assert {crystal.type for crystal in CRYSTALS.values() if crystal.vp == 0 and crystal.symbol} == {"K1b"}
    assert {crystal.type for crystal in CRYSTALS.values() if crystal.cave_in} == {"K3c", "K6b", "K10a"}


@rule("SS-D9")
def test_a_symbol_is_that_of_the_tokens_own_colour() -> None:
    symbols = {(crystal.colour, crystal.symbol) for crystal in CRYSTALS.values() if crystal.symbol}
    assert symbols == set(FACTION_OF.items())


@rule("SS-D10", "SS-16.4")
@pytest.mark.parametrize(
    ("cards", "fits"),
    [("HYD1 HYD2 HYD3", True), ("HYD2 HYD4", True), ("HYD3 HYD4", False), ("HYD1 HYD2 HYD4", False)],
)
def test_the_colonel_takes_up_to_six_levels(cards: str, fits: bool) -> None:
    bench = position("hand TER4", "", docks="HYD1 HYD2 HYD3 HYD4")
    assert sum(LEVEL[f"{card}#1"] for card in cards.split()) == (6 if fits else 7)
    assert bench.legal("skill", "TER4", *cards.split()) == fits


@rule("SS-D11")
@pytest.mark.parametrize(
    ("line", "thing", "cost"), [("skill MIN3", "AR01", 3), ("skill MIN4", "brown-K10a#1", 6)]
)
def test_ancientone_and_makkarat_reduce_by_four(line: str, thing: str, cost: int) -> None:
    bench = position("hand MIN3 MIN4", "", mine="brown-10a").order(line)
    assert bench.view(1)["costs"][thing] == cost


@rule("SS-D11")
@pytest.mark.parametrize(
    ("crystal", "pay", "works"),
    [
        ("brown-1a", "TER1", True),
        ("brown-3a", "TER3", True),
        ("brown-6a", "TER4 TER2", True),
        ("brown-10a", "TER4 TER2 TER3 TER1", False),
    ],
)
def test_the_scraper_works_for_costs_1_3_and_6(crystal: str, pay: str, works: bool) -> None:
    mine = "brown-1a brown-3a brown-6a brown-10a red-1a red-3a red-6a red-10a"
    bench = position("hand TER1 TER2 TER3 TER4 base MET4", "", mine=mine).order("leader")
    assert ("bonus" in bench.offers("mine", crystal, *pay.split())) == works


@rule("SS-D11")
def test_with_six_cards_in_hand_the_sergeant_takes_one() -> None:
    bench = position("hand TER1 TER1 TER2 TER2 MET1 MET1 base HYD1 HYD2 TER3", "")
    bench.refused("leader take 2")
    bench.order("leader take 1")
    assert bench.base(1) == ["HYD2", "TER3"]


@rule("SS-D12")
def test_with_a_foreman_levels_1_to_3_are_free_and_4_costs_a_level_1_card() -> None:
    bench = position("hand HYD1 base TER2", "", docks="MET1 MET2 MET3 MET4").order("leader")
    free = [card for card in ("MET1", "MET2", "MET3", "MET4") if bench.legal("recruit", card)]
    assert free == ["MET1", "MET2", "MET3"]
    assert bench.offers("recruit", "MET4") == ["HYD1"]


@rule("SS-D13")
def test_a_rooter_does_not_add_up_with_another() -> None:
    bench = position("hand WEE2 WEE1 base WEE2", "", factions="TER HYD BIO WEE", mine="green-3a")
    bench.order("leader", "skill WEE2")
    assert not bench.legal("mine", "green-3a", "WEE1")


@rule("SS-D13")
def test_a_foreman_does_not_add_up_with_another() -> None:
    bench = position("hand TER2 HYD1 base TER2", "", docks="MET4").order("leader", "skill TER2")
    assert not bench.legal("recruit", "MET4")


@rule("SS-D13")
@pytest.mark.parametrize(("card", "thing", "cost"), [("MIN3", "AR09", 0), ("MIN4", "brown-K10a#1", 2)])
def test_numeric_reductions_add_up_with_themselves(card: str, thing: str, cost: int) -> None:
    bench = position(f"hand {card} base {card}", "", mine="brown-10a", artifacts="AR09 AR01 AR02")
    bench.order("leader", f"skill {card}")
    assert bench.view(1)["costs"][thing] == cost


@rule("SS-D14")
@pytest.mark.parametrize(
    ("duration", "cards"),
    [
        ("I", "TER1 HYD1 MET1 MIN1 BIO1 WEE1 TER3 TER4 HYD3 HYD4 BIO2 BIO3 BIO4 WEE3 WEE4"),
        ("T", "TER2 MET3 MET4 MIN2 MIN3 MIN4 WEE2"),
        ("X", "MET2"),
        ("IT", "HYD2"),
    ],
)
def test_how_long_each_skill_lasts(duration: str, cards: str) -> None:
    found = {card for card, m in MERCENARIES.items() if "".join(m.duration) == duration}
    assert found == set(cards.split())


@rule("SS-D14")
@pytest.mark.parametrize("card", ["TER2", "HYD2", "MET4", "MIN3", "MIN4", "WEE2"])
def test_a_whole_turn_skill_lasts_through_both_actions_and_no_longer(card: str) -> None:
    bench = position(f"hand HYD1 base {card}", "", docks="TER1", mine="blue-1a")
    bench.order("leader", "recruit TER1", "mine blue-1a with HYD1")
    assert bench.view(None)["turn"]["effects"] == [card]
    bench.order("end")
    assert bench.view(None)["turn"]["effects"] == []


@rule("SS-D15")
def test_the_scraper_works_after_each_mine_of_the_turn() -> None:
    bench = position("hand TER1 TER3 base MET4 artifacts AR09-A", "", mine="brown-1a red-1a brown-3a red-3a")
    bench.order("leader", "mine brown-1a with TER1 bonus red-1a", "mine brown-3a with TER3 bonus red-3a")
    assert bench.crystals(1) == ["brown-1a", "brown-3a", "red-1a", "red-3a"]


@rule("SS-D16")
@pytest.mark.parametrize(
    ("card", "words", "hand"),
    [
        ("WEE1", "take green-1a", []),
        ("WEE2", "", []),
        ("WEE3", "each WEE1#3 WEE2#4", ["WEE1", "WEE2"]),
        ("WEE3", "one WEE1#4 WEE2#4 from seat 2", ["WEE1", "WEE2"]),
        ("WEE4", "take from seat 2", ["WEE1", "WEE2"]),
    ],
)
def test_weedlock_skills_are_those_of_the_rulebook(card: str, words: str, hand: list[str]) -> None:
    bench = position(
        f"base TER1 WEE1#3 {card}",
        "base WEE1#4 TER2 WEE2#4 HYD1",
        factions="TER HYD BIO WEE",
        mine="green-1a",
    )
    bench.order(f"leader {words}")
    assert bench.hand(1) == hand
    assert bench.crystals(1) == (["green-1a"] if card == "WEE1" else [])
    assert bench.view(1)["turn"]["effects"] == (["WEE2"] if card == "WEE2" else [])


@rule("SS-D17", "SS-14.1")
def test_a_mark_works_for_a_crystal_that_is_taken() -> None:
    bench = position("hand TER2 TER4 base MET4", "", mine="brown-6a red-6b").order("leader")
    bench.order("mine brown-6a with TER4 TER2 bonus red-6b")
    assert bench.state.cave_in == 1


@rule("SS-D18")
def test_a_totem_not_dealt_is_taken_from_the_supply() -> None:
    bench = position("totems TER", "base MIN1 totems HYD", supply="MET MIN").order("raid seat 2")
    assert (bench.player(1).totems, bench.state.totems) == (["TER", "MIN"], ["MET"])


@rule("SS-D18")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_totems_of_absent_factions_are_removed(seats: int) -> None:
    state = opened(seats, seed=7).state
    present = [*state.totems, *(totem for player in state.players for totem in player.totems)]
    assert sorted(present) == sorted(state.factions)


@rule("SS-D19")
def test_an_empty_base_cannot_be_raided() -> None:
    bench = position("", "base TER1", "")
    assert bench.offers("raid") == ["2"]
    assert "empty" in bench.refused("raid seat 3")
    assert "raid" not in position("hand TER1", "").offers()


@rule("SS-D20")
@pytest.mark.parametrize(("held", "taken"), [(0, 4), (3, 4), (5, 2), (7, 0)])
def test_taking_cards_in_a_raid_is_compulsory_up_to_the_limit(held: int, taken: int) -> None:
    hand = " ".join((["TER1", "TER2"] * 4)[:held])
    bench = position(f"hand {hand}", "base MIN1 MIN2 MIN3 MIN4 HYD1")
    assert bench.offers("raid", "2") == []
    bench.order("raid seat 2")
    assert len(bench.hand(1)) == held + taken
    assert bench.base(2) == ["MIN1", "MIN2", "MIN3", "MIN4"][: 4 - taken]


@rule("SS-D21")
@pytest.mark.parametrize(("count", "may"), [(6, True), (7, False)])
def test_the_limit_of_a_recruit_is_checked_before_payment(count: int, may: bool) -> None:
    hand = " ".join((["TER1", "HYD1"] * 4)[:count])
    assert position(f"hand {hand}", "", docks="MET2").may("recruit MET2 with TER1") == may


@rule("SS-D22")
def test_nobody_discards_above_the_limit() -> None:
    bench = position(NINE, "", docks="MIN1")
    bench.order("end", "end", "skill TER1 decline", "end")
    assert len(bench.hand(1)) == 8
    assert (bench.state.box, bench.base(1)) == ([], ["TER1"])


@rule("SS-D23")
def test_a_turn_may_be_passed() -> None:
    bench = position("hand TER1 base MET2", "", docks="TER1").order("end")
    assert (bench.hand(1), bench.base(1), bench.state.turn.seat) == (["TER1"], ["MET2"], 2)


@rule("SS-D23", "SS-10.2")
def test_a_skill_may_be_used_in_part_or_not_at_all() -> None:
    bench = position("hand HYD4 HYD1 artifacts AR09-A", "base MIN1#1 MIN2#1 TER1", mine="red-3a")
    bench.order("skill HYD4 take MIN2#1 from seat 2", "skill HYD1 decline", "end")
    assert (bench.base(1), bench.base(2)) == (["HYD4", "HYD1"], ["MIN1", "TER1"])


@rule("SS-D24")
@pytest.mark.parametrize(
    "line", ["mine brown-1a with TER1 TER2 TER3", "collect 1 left with TER1 TER2 TER3 HYD4"]
)
def test_superfluous_cards_may_be_paid(line: str) -> None:
    bench = position("hand TER1 TER2 TER3 HYD4", "", mine="brown-1a", artifacts="AR08 AR01 AR02").order(line)
    assert len(bench.state.turn.played) == len(line.partition(" with ")[2].split())
