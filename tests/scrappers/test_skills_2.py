"""SS-16: the skills of the Mercenaries, continued: Minegglers, Biosses, Weedlocks, and all of them."""

from __future__ import annotations

import pytest

from games.scrappers.catalogue import COLOURS, MERCENARIES
from games.scrappers.engine import SCRAPPERS
from tests.rules import rule
from tests.scrappers.position import position
from tests.scrappers.skills import both_ways, using

BIO_WEE = "TER HYD BIO WEE"


@rule("SS-16.11")
@both_ways
def test_the_nosedigger_paints_a_crystal_and_makes_it_cheaper(way: str) -> None:
    bench, verb = using(way, "MIN2", hand="MET2", mine="blue-3a blue-3b")
    bench.refused("mine blue-3a with MET2")
    bench.order(f"{verb} paint blue-3a yellow")
    bench.refused("mine blue-3b with MET2")
    bench.order("mine blue-3a with MET2")
    assert bench.crystals(1) == ["blue-3a"]  # its own colour again


@rule("SS-16.11")
@pytest.mark.parametrize("colour", ["brown", "blue", "yellow", "purple", "red", "green"])
def test_the_nosedigger_may_choose_any_of_six_colours(colour: str) -> None:
    bench, verb = using("skill", "MIN2", hand="TER2 HYD2 MET2", mine="blue-3a")
    bench.order(f"{verb} paint blue-3a {colour}")
    wild = colour in ("red", "green")
    payers = [card for card in ("TER2", "HYD2", "MET2") if bench.may(f"mine blue-3a with {card}")]
    assert payers == [c for c in ("TER2", "HYD2", "MET2") if wild or COLOURS[c[:3]] == colour]


@rule("SS-16.11")
def test_the_paint_of_the_nosedigger_is_gone_after_the_turn() -> None:
    bench, verb = using("skill", "MIN2", "hand HYD3 MET3", mine="blue-3a")
    bench.order(f"{verb} paint blue-3a yellow", "end")
    assert not bench.may("mine blue-3a with MET3")
    assert bench.may("mine blue-3a with HYD3")
    assert bench.view(2)["costs"]["blue-K3a#1"] == 3


@rule("SS-16.11")
def test_the_symbol_and_the_printed_colour_of_a_painted_crystal_stay() -> None:
    bench, verb = using("skill", "MIN2", hand="MET2", mine="blue-3b")
    bench.order(f"{verb} paint blue-3b yellow", "mine blue-3b with MET2")
    assert bench.view(1)["players"][0].get("crystals") == ["blue-K3b#1"]
    assert bench.view(1)["players"][0]["score"]["symbols"] == 1


@rule("SS-16.12")
@both_ways
def test_the_ancientone_lowers_the_cost_of_artifacts_by_four(way: str) -> None:
    bench, verb = using(way, "MIN3", hand="TER1 HYD2 MET3 MET4", artifacts="AR01", mine="brown-6a")
    bench.refused("collect 1 left with TER1 HYD2")
    bench.order(verb)
    assert bench.view(1)["costs"] == {"AR01": 3, "brown-K6a#1": 6}
    bench.order("collect 1 left with TER1 HYD2")
    assert bench.player(1).artifacts == ["AR01-A"]


@rule("SS-16.12")
def test_ancientones_add_up_with_each_other_and_with_the_bargaining_chip() -> None:
    bench = position("hand MIN3 base MIN3 artifacts AR07-A", "", artifacts="AR09")
    bench.order("leader")
    assert bench.view(1)["costs"]["AR09"] == 1
    bench.order("skill MIN3", "collect 1 left")
    assert bench.player(1).artifacts == ["AR07-A", "AR09-A"]


@rule("SS-16.13")
@both_ways
def test_the_makkarat_lowers_the_cost_of_every_crystal_by_four(way: str) -> None:
    bench, verb = using(way, "MIN4", hand="TER2 HYD2", mine="brown-6a blue-10a brown-3a", artifacts="AR01")
    bench.refused("mine brown-6a with TER2")
    bench.order(verb)
    assert bench.view(1)["costs"] == {"brown-K6a#1": 2, "blue-K10a#1": 6, "brown-K3a#1": 0, "AR01": 7}
    bench.order("mine brown-6a with TER2")


@rule("SS-16.13")
def test_two_makkarats_add_up() -> None:
    bench = position("hand MIN4 TER2 base MIN4", "", mine="brown-10a")
    bench.order("leader", "skill MIN4", "mine brown-10a with TER2")
    assert bench.crystals(1) == ["brown-10a"]


@rule("SS-16.14")
@both_ways
def test_psychosa_subjugates_a_lowest_card_of_its_players_base(way: str) -> None:
    bench, verb = using(way, "BIO2", "base TER1 TER2", below="MET2#1 MET3 HYD2 MET2#3")
    assert bench.offers(*verb.split())[:3] == ["MET2#1", "HYD2#1", "MET2#3"]
    bench.refused(f"{verb} subjugate MET3#1")
    bench.refused(f"{verb} subjugate TER1#1")
    bench.order(f"{verb} subjugate MET2#3")
    assert (bench.player(1).subjugated, bench.base(1)[:3]) == (["MET2#3"], ["MET2", "MET3", "HYD2"])


@rule("SS-16.15")
@both_ways
@pytest.mark.parametrize(("card", "seat"), [("MET2#1", 1), ("TER2#1", 2)])
def test_the_nanny_subjugates_a_level_2_card_of_any_base(way: str, card: str, seat: int) -> None:
    bench, verb = using(way, "BIO3", "base TER1 TER2 TER3 HYD2", below="MET1 MET2")
    for wrong in ("TER1#1", "TER3#1", "HYD2#1"):
        bench.refused(f"{verb} subjugate {wrong} from seat 2")
    bench.order(f"{verb} subjugate {card} from seat {seat}")
    assert bench.player(1).subjugated == [card]
    assert card not in bench.player(seat).base


@rule("SS-16.16")
@both_ways
def test_domina_subjugates_level_1_cards_for_crystals_of_cost_1(way: str) -> None:
    hand, mine = "TER1 TER1 HYD1 MET1 MET2", "red-1a blue-1b green-1c yellow-1a brown-3a"
    bench, verb = using(way, "BIO4", hand=hand, mine=mine)
    bench.refused(f"{verb} subjugate TER1 TER1 HYD1 MET1")
    bench.refused(f"{verb} subjugate MET2")
    bench.refused(f"{verb} subjugate TER1 take red-1a blue-1b")
    bench.refused(f"{verb} subjugate TER1 take brown-3a")
    bench.order(f"{verb} subjugate TER1 HYD1 TER1 take green-1c red-1a blue-1b")
    assert (bench.hand(1), bench.crystals(1)) == (["MET1", "MET2"], ["blue-1b", "green-1c", "red-1a"])
    assert bench.player(1).subjugated == ["HYD1#1", "TER1#1", "TER1#2"]


@rule("SS-16.17")
@both_ways
@pytest.mark.parametrize(
    ("hand", "order"),
    [
        ("WEE1", "recruit TER3 with WEE1"),
        ("WEE1 WEE2", "mine green-6a with WEE1 WEE2"),
        ("WEE1 WEE3 TER1 HYD1", "collect 1 left with WEE3 WEE1"),
    ],
)
def test_the_rooter_doubles_weedlocks_that_pay(way: str, hand: str, order: str) -> None:
    bench, verb = using(
        way, "WEE2", hand=hand, docks="TER3", mine="green-6a", artifacts="AR09", factions=BIO_WEE
    )
    bench.refused(order)
    bench.order(verb, order)
    assert len(bench.state.turn.actions) == (2 if way == "skill" else 1)


@rule("SS-16.17")
def test_two_rooters_double_once_and_only_what_pays() -> None:
    bench = position("hand WEE2 WEE1 BIO4 base WEE2", "", mine="green-3a green-1a", factions=BIO_WEE)
    bench.order("leader", "skill WEE2")
    assert not bench.may("mine green-3a with WEE1")
    assert bench.may("mine green-1a with WEE1")
    bench = position("hand BIO4 WEE1 base WEE2", "", factions=BIO_WEE)
    assert bench.order("leader").offers("skill", "BIO4") == ["WEE1", "decline"]  # it is still of level 1


@rule("SS-16.18")
@both_ways
def test_the_sower_takes_a_weedlock_from_each_base(way: str) -> None:
    bench, verb = using(way, "WEE3", "base WEE1#2 WEE2#2 TER1 WEE4", below="WEE1#1 WEE2#1 MET1")
    bench.refused(f"{verb} each WEE1#1 WEE2#1")
    bench.refused(f"{verb} each TER1#1")
    bench.refused(f"{verb} each WEE4#1")
    bench.order(f"{verb} each WEE2#2 WEE1#1")
    assert bench.hand(1) == ["WEE1", "WEE2"]
    assert (bench.base(1)[0], bench.base(2)) == ("WEE2", ["WEE1", "TER1", "WEE4"])


@rule("SS-16.18")
@both_ways
@pytest.mark.parametrize(
    ("cards", "left"),
    [("WEE2#2 WEE1#2", ["TER1", "WEE1", "WEE4"]), ("WEE1#2", ["WEE2", "TER1", "WEE1", "WEE4"])],
)
def test_the_sower_takes_one_or_two_weedlocks_from_one_base(way: str, cards: str, left: list[str]) -> None:
    bench, verb = using(way, "WEE3", "base WEE1#2 WEE2#2 TER1 WEE1#3 WEE4", below="WEE1#1 MET1")
    bench.refused(f"{verb} one WEE1#2 WEE2#2 WEE1#3 from seat 2")
    bench.refused(f"{verb} one WEE1#1 WEE1#2 from seat 2")
    bench.refused(f"{verb} one TER1#1 from seat 2")
    bench.order(f"{verb} one {cards} from seat 2")
    assert (len(bench.hand(1)), bench.base(2)) == (len(cards.split()), left)


@rule("SS-16.18")
def test_the_sower_keeps_to_the_hand_limit() -> None:
    hand = "TER1 TER1 TER1 TER1 TER2 TER2"
    bench, _ = using("leader", "WEE3", "base WEE1 WEE2 MET1", hand=hand, below="WEE1#4")
    bench.refused("leader each WEE1#4 WEE2#1")
    bench.refused("leader one WEE1#1 WEE2#1 from seat 2")
    assert len(bench.order("leader each WEE2#1").player(1).hand) == 7


@rule("SS-16.19")
@both_ways
@pytest.mark.parametrize(("seat", "taken"), [(1, ["WEE1", "WEE3"]), (2, ["WEE1", "WEE1", "WEE2"])])
def test_the_mandrake_takes_all_weedlocks_of_one_base(way: str, seat: int, taken: list[str]) -> None:
    bench, verb = using(way, "WEE4", "base WEE1#2 TER1 WEE2 WEE1#3 WEE3#2", below="WEE1#1 MET1 WEE3#1")
    bench.order(f"{verb} take from seat {seat}")
    assert bench.hand(1) == taken
    assert bench.base(seat)[-1] == ("WEE3" if seat == 2 else "TER1" if way == "skill" else "WEE4")


@rule("SS-16.19")
def test_the_mandrakes_player_chooses_if_the_limit_does_not_allow_all() -> None:
    hand = "TER1 TER1 TER1 TER1 TER2"
    bench, _ = using("leader", "WEE4", "base WEE1 WEE2 WEE3 MET1", hand=hand)
    bench.refused("leader take from seat 2")
    bench.refused("leader take from seat 2 WEE1#1")
    bench.order("leader take from seat 2 WEE3#1 WEE1#1")
    assert (bench.hand(1)[5:], bench.base(2)) == (["WEE1", "WEE3"], ["WEE2", "MET1"])


@rule("SS-16.20")
@pytest.mark.parametrize(
    "card", ["TER1", "TER4", "HYD2", "HYD3", "HYD4", "BIO2", "BIO3", "WEE3", "WEE4", "TER3"]
)
def test_a_skill_reaches_only_the_place_it_names(card: str) -> None:
    """The stacks are full, seat 2 holds cards, and two Weedlocks lie in the play area."""
    bench = position(
        f"hand {card} WEE1 WEE2 base MET2", "hand WEE1 WEE2 HYD2 MET2", mine="purple-1a", factions=BIO_WEE
    )
    bench.order("leader", "mine extra purple-1a with WEE1 WEE2")
    assert bench.offers("skill", card) == ["decline"]


@rule("SS-16.20")
def test_domina_uses_its_players_own_hand() -> None:
    bench = position("hand BIO4 MET1 base TER1 TER1", "hand HYD1 base HYD1 HYD1")
    assert bench.offers("skill", "BIO4") == ["MET1", "decline"]


ONCE = "TER1 TER3 TER4 HYD1 HYD3 HYD4 MET1 MIN1 BIO1 BIO2 BIO3 BIO4 WEE1 WEE3 WEE4"
TURN = "TER2 MET3 MET4 MIN2 MIN3 MIN4 WEE2"


@rule("SS-16.21")
def test_each_skill_works_once_or_for_the_turn_or_gives_an_extra_action() -> None:
    durations = {card: mercenary.duration for card, mercenary in MERCENARIES.items()}
    expected = {
        **{card: ["I"] for card in ONCE.split()},
        **{card: ["T"] for card in TURN.split()},
        "HYD2": ["I", "T"],
        "MET2": ["X"],
    }
    assert durations == expected


@rule("SS-16.21")
@pytest.mark.parametrize(
    ("card", "words", "lasts"),
    [
        *((card, "", True) for card in ("TER2", "HYD2", "MET4", "MIN3", "MIN4", "WEE2")),
        ("MET3", "paint HYD1 brown", True),
        ("MIN2", "paint blue-1a brown", True),
        ("MET2", "", True),
        ("HYD1", "take blue-1a", False),
        ("TER3", "take 1", False),
        ("TER4", "take TER1", False),
    ],
)
def test_what_lasts_for_the_turn_is_over_when_it_ends(card: str, words: str, lasts: bool) -> None:
    bench, verb = using("skill", card, hand="HYD1", below="MET1 MET2", mine="blue-1a", docks="TER1")

    def in_effect() -> bool:
        turn = bench.view(1)["turn"]
        return bool(turn["effects"] or turn["painted_count"] or turn["tinted"] or turn["extra_mines"])

    bench.order(f"{verb} {words}")
    assert in_effect() is lasts
    bench.order("end")
    assert in_effect() is False


@rule("SS-16.11", "SS-3.2")
def test_a_painted_crystal_that_has_left_the_mine_is_hidden_like_any_other() -> None:
    bench = position("hand MIN2 HYD3", "", mine="brown-3a")
    bench.order("skill MIN2 paint brown-3a blue", "mine brown-3a with HYD3")
    assert "brown-K3a#1" not in str(SCRAPPERS.view(bench.state, 2))
