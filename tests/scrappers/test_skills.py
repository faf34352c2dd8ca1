"""SS-16: the skills of the Mercenaries, played from hand and used as Leader: Terrons, Hy'Drans, Metanels."""

from __future__ import annotations

import pytest

from games.scrappers.catalogue import COLOURS
from tests.rules import rule
from tests.scrappers.position import position
from tests.scrappers.skills import both_ways, using


@rule("SS-16.1")
@both_ways
@pytest.mark.parametrize("code", list(COLOURS))
def test_a_level_1_card_takes_a_crystal_of_cost_1_in_its_colour(code: str, way: str) -> None:
    mine = " ".join(f"{colour}-1a {colour}-3a" for colour in COLOURS.values())
    bench, verb = using(way, f"{code}1", mine=mine)
    assert bench.offers(*verb.split())[0] == f"{COLOURS[code]}-1a"
    bench.refused(f"{verb} take {COLOURS[code]}-3a")
    bench.refused(f"{verb} take {'blue' if code != 'HYD' else 'red'}-1a")
    bench.order(f"{verb} take {COLOURS[code]}-1a")
    assert bench.crystals(1) == [f"{COLOURS[code]}-1a"]


@rule("SS-16.1")
def test_a_level_1_skill_is_not_mining() -> None:
    bench = position("hand TER1 TER1 base MET4", "", mine="brown-1a brown-1b brown-1c")
    bench.order("leader")
    bench.refused("skill TER1 take brown-1a bonus brown-1b")  # the Scraper reacts to mining alone
    bench.order("skill TER1 take brown-1a", "mine brown-1b with TER1")
    assert [mined["crystal"] for mined in bench.told("mined")] == ["brown-K1b#1"]


@rule("SS-16.2")
@both_ways
def test_the_foreman_lowers_the_price_of_every_recruit_by_two(way: str) -> None:
    bench, verb = using(way, "TER2", hand="HYD1 MET3 MET3 HYD2", docks="TER1 TER3 TER4")
    bench.refused("recruit TER4 with HYD1")
    bench.order(verb)
    assert bench.may("recruit TER3")
    bench.order("recruit TER4 with HYD1")
    assert bench.state.turn.played[-1] == "HYD1#1"


@rule("SS-16.2")
def test_two_foremen_are_no_better_than_one() -> None:
    bench = position("hand TER2 HYD2 base TER2", "", docks="TER4 TER3")
    bench.order("leader", "skill TER2")
    assert bench.may("recruit TER3")
    assert not bench.may("recruit TER4")


@rule("SS-16.3")
@both_ways
def test_the_sergeant_takes_the_lowest_cards_of_its_players_base(way: str) -> None:
    bench, verb = using(way, "TER3", "base HYD1 HYD2", below="MET1 MET2 HYD3")
    bench.refused(f"{verb} take 3")
    bench.order(f"{verb} take 2")
    assert (bench.hand(1), bench.base(1)[0]) == (["MET1", "MET2"], "HYD3")
    assert bench.base(2) == ["HYD1", "HYD2"]


@rule("SS-16.3")
@pytest.mark.parametrize(
    ("below", "hand", "counts"),
    [
        ("MET1 MET2", "HYD1 HYD1 HYD1 HYD1 HYD2", ["1", "2"]),
        ("MET1 MET2", "HYD1 HYD1 HYD1 HYD1 HYD2 HYD2", ["1"]),
        ("MET1", "", ["1"]),
        ("", "", []),
    ],
)
def test_the_sergeant_spares_the_leader_and_keeps_to_the_hand_limit(
    below: str, hand: str, counts: list[str]
) -> None:
    bench, _ = using("leader", "TER3", hand=hand, below=below)
    assert bench.offers("leader") == counts


@rule("SS-16.4")
@both_ways
def test_the_colonel_takes_mercenaries_of_six_levels_together(way: str) -> None:
    bench, verb = using(way, "TER4", docks="MET1 MET1 TER1 HYD2 HYD3 MIN4")
    bench.refused(f"{verb} take HYD3 MIN4")
    bench.refused(f"{verb} take MET1 HYD2 MIN4")
    bench.order(f"{verb} take MET1 TER1 MET1 HYD3")
    assert (bench.hand(1), bench.docks()) == (["HYD3", "MET1", "MET1", "TER1"], ["HYD2", "MIN4"])


@rule("SS-16.4")
def test_the_colonel_keeps_to_the_hand_limit() -> None:
    bench, _ = using("leader", "TER4", hand="HYD1 HYD1 HYD1 HYD1 HYD3", docks="MET1 MET1 TER1")
    bench.refused("leader take MET1 MET1 TER1")
    assert len(bench.order("leader take MET1 MET1").player(1).hand) == 7


@rule("SS-16.5")
@both_ways
def test_fish_bean_takes_a_level_2_and_lets_its_player_repeat(way: str) -> None:
    bench, verb = using(way, "HYD2", hand="TER1", docks="MET1 MET1 MET2 MET3")
    bench.refused(f"{verb} take MET3")
    bench.refused(f"{verb} take MET1")
    bench.order(f"{verb} take MET2")
    assert bench.hand(1) == ["MET2", "TER1"]
    bench.order("skill TER1 decline" if way == "skill" else "recruit MET1")
    if way == "leader":
        bench.order("recruit MET1")
    assert len(set(bench.state.turn.actions)) == 1


@rule("SS-16.5")
@pytest.mark.parametrize(
    ("hand", "docks"),
    [("", "MET1"), ("HYD1 HYD1 HYD1 HYD1 HYD3", "MET2"), ("", "MET2")],
    ids=["no level 2 there", "no room in hand", "declined"],
)
def test_fish_bean_lets_its_player_repeat_without_taking_a_card(hand: str, docks: str) -> None:
    bench, _ = using("leader", "HYD2", hand=f"MIN1 TER1 {hand}", docks=docks, mine="brown-1a purple-1a")
    assert bench.offers("leader") == (["MET2"] if docks == "MET2" and not hand else [])
    bench.order("leader", "mine purple-1a with MIN1", "mine brown-1a with TER1")
    assert bench.docks() == [docks]


@rule("SS-16.6")
@both_ways
@pytest.mark.parametrize(("card", "seat"), [("MET1#1", 1), ("TER1#1", 2), ("TER3#1", 2)])
def test_shu_war_takes_one_card_from_any_base(way: str, card: str, seat: int) -> None:
    bench, verb = using(way, "HYD3", "base TER1 TER3 TER4", below="MET1 MET2")
    bench.refused(f"{verb} take TER4#1 from seat 2")
    bench.refused(f"{verb} take TER1#1 TER3#1 from seat 2")
    bench.order(f"{verb} take {card} from seat {seat}")
    assert bench.player(1).hand == [card]
    assert card not in bench.player(seat).base


@rule("SS-16.7")
@both_ways
def test_mu_shell_takes_up_to_two_cards_from_one_base(way: str) -> None:
    bench, verb = using(way, "HYD4", "base TER1 MET1 TER3 TER4", below="MET2 MET3")
    bench.refused(f"{verb} take TER1#1 MET2#1")
    bench.refused(f"{verb} take TER1#1 MET1#1 TER3#1 from seat 2")
    bench.refused(f"{verb} take TER3#1 TER4#1 from seat 2")
    bench.order(f"{verb} take TER3#1 TER1#1 from seat 2")
    assert (bench.hand(1), bench.base(2)) == (["TER1", "TER3"], ["MET1", "TER4"])


@rule("SS-16.7")
def test_mu_shell_may_take_from_its_players_own_base() -> None:
    bench, verb = using("skill", "HYD4", below="MET2 MET3 TER1")
    bench.order(f"{verb} take MET2#1 TER1#1 from seat 1")
    assert (bench.hand(1), bench.base(1)) == (["MET2", "TER1"], ["MET3", "TER1"])


@rule("SS-16.8")
@both_ways
def test_drollo_gives_one_extra_mine(way: str) -> None:
    bench, verb = using(
        way, "MET2", hand="TER1 TER1 TER1 HYD1", mine="brown-1a brown-1b brown-1c", docks="HYD1"
    )
    bench.refused("mine extra brown-1a with TER1")
    bench.order(verb, "mine extra brown-1a with TER1")
    assert "mine" not in bench.state.turn.actions
    bench.refused("mine extra brown-1b with TER1")
    bench.order("mine brown-1b with TER1")


@rule("SS-16.8")
def test_two_drollos_give_two_extra_mines() -> None:
    bench = position("hand MET2 TER1 TER1 base MET2", "", mine="brown-1a brown-1b")
    bench.order("leader", "skill MET2", "mine extra brown-1a with TER1", "mine extra brown-1b with TER1")
    assert (bench.crystals(1), bench.state.turn.actions) == (["brown-1a", "brown-1b"], ["skill"])


@rule("SS-16.9")
@both_ways
def test_the_ruster_paints_up_to_three_cards_for_mining(way: str) -> None:
    bench, verb = using(way, "MET3", hand="TER1 TER1 MIN2 TER3 TER4", mine="blue-6a blue-10a")
    bench.refused(f"{verb} paint TER1 blue TER1 blue MIN2 blue TER3 blue")
    bench.refused(f"{verb} paint TER1 green")  # not in play
    bench.order(f"{verb} paint TER3 blue MIN2 blue TER1 blue")
    assert not bench.may("mine blue-10a with TER1#1 MIN2 TER3 TER4")
    bench.order("mine blue-6a with TER1#1 MIN2 TER3")
    assert bench.crystals(1) == ["blue-6a"]


@rule("SS-16.9")
@pytest.mark.parametrize(
    "colours", [("blue", "purple"), ("purple", "blue"), ("brown", "blue"), ("blue", "brown")]
)
def test_equal_cards_may_be_painted_in_any_of_the_four_colours(colours: tuple[str, str]) -> None:
    bench, _ = using("leader", "MET3", hand="TER1 TER1", mine="blue-1a purple-1a brown-1a")
    bench.order(f"leader paint TER1 {colours[0]} TER1 {colours[1]}")
    mined = {crystal.partition("-")[0] for crystal in bench.offers("mine")}
    assert mined == set(colours)


@rule("SS-16.9")
def test_paint_changes_neither_faction_nor_skill_nor_level() -> None:
    bench = position("hand HYD1 MET1 base MET3", "", mine="brown-1a blue-1a brown-3a")
    bench.order("leader paint HYD1 brown")
    assert "brown-3a" not in bench.offers("mine")
    assert bench.offers("skill", "HYD1") == ["blue-1a", "decline"]


@rule("SS-16.9")
def test_a_card_taken_later_is_not_painted() -> None:
    bench = position("hand HYD1 base MET3", "", docks="HYD1", mine="brown-1a brown-3a")
    bench.order("leader paint HYD1 brown", "recruit HYD1", "mine brown-1a with HYD1#1")
    bench = position("hand HYD1 base MET3", "", docks="HYD1", mine="brown-1a")
    bench.order("leader paint HYD1 brown", "recruit HYD1")
    bench.refused("mine brown-1a with HYD1#2")


@rule("SS-16.10")
@both_ways
def test_the_scraper_gives_another_crystal_after_each_mine(way: str) -> None:
    mine = "brown-1a brown-1b blue-3a red-1a purple-3a"
    bench, verb = using(way, "MET4", hand="TER1 HYD3 MET2", below="MET2", mine=mine)
    bench.order(verb)
    bench.refused("mine brown-1a with TER1 bonus purple-3a")
    bench.refused("mine brown-1a with TER1 bonus brown-1b red-1a")
    bench.order("mine brown-1a with TER1 bonus red-1a")
    if way == "leader":
        bench.order("skill MET2", "mine extra blue-3a with HYD3 bonus purple-3a")
    taken = ["brown-1a", "red-1a"] if way == "skill" else ["blue-3a", "brown-1a", "purple-3a", "red-1a"]
    assert bench.crystals(1) == taken


@rule("SS-16.10")
def test_the_scraper_is_useless_for_cost_10() -> None:
    bench = position("hand TER4 TER3 TER3 base MET4", "", mine="brown-10a blue-10a")
    bench.order("leader")
    bench.refused("mine brown-10a with TER4 TER3 TER3 bonus blue-10a")
    bench.order("mine brown-10a with TER4 TER3 TER3")


@rule("SS-16.10")
def test_two_scrapers_give_two_more_crystals() -> None:
    bench = position("hand TER1 MET4 base MET4", "", mine="brown-1a brown-1b red-1a blue-1a")
    bench.order("leader", "skill MET4")
    bench.refused("mine brown-1a with TER1 bonus brown-1b red-1a blue-1a")
    bench.order("mine brown-1a with TER1 bonus red-1a brown-1b")
    assert bench.crystals(1) == ["brown-1a", "brown-1b", "red-1a"]
