"""Reborn: Thickets that grow, move and wound, charges in a straight line, animals that come back."""

from __future__ import annotations

import pytest

from games.edge.effects.scope import Scope
from games.edge.rules.squads.attributes import has_flag, stat
from games.edge.state import Token
from games.engine.contract.tree import paths, walk
from tests.edge.bench import Bench
from tests.rules import rule

FAR = "pilgrim@E9.0"


def value(bench: Bench, model: str, name: str) -> int | None:
    return stat(bench.state, bench.model(model), name)


def thickets(*places: str) -> list[Token]:
    return [Token("THICKET", 1, at=place) for place in places]


def lying(bench: Bench, kind: str = "THICKET") -> list[str]:
    return [token.at for token in bench.state.tokens if token.t == kind]


# Thickets.


@rule("EF-6.6.1", "ED-25.13", "EF-6.6.5")
def test_nobody_stands_on_a_thicket_or_pushes_it() -> None:
    bench = Bench("treemaid@C5.0 son_of_khyber@C7.*", turn=2, tokens=thickets("C6.1"))
    bench.order("activate son_of_khyber").refused("move son_of_khyber/1 C6.*")
    assert bench.state.occupied() & bench.state.mask_of("C6.1")


@rule("EF-6.6.3", "EF-6.6.4")
def test_connected_thickets_wound_as_the_wood_does_and_once() -> None:
    tokens = thickets("B5.6", "B5.0", "C8.0")
    bench = Bench("treemaid@E1.0 pilgrim=4@B5.1,B5.5,C8.1,E9.0", tokens=tokens, declare=False)
    assert Scope(bench.state, 1).addresses("forest") == ["A5", "B5.6", "B5.0"]
    bench.order("turn passive", seat=1)
    assert bench.squad("pilgrim").endurance == 2


@rule("EF-6.6.6", "ED-21.4")
def test_an_overgrown_source_is_a_wood_and_still_a_source() -> None:
    bench = Bench("oracle_of_wrath@A2.034 pilgrim@C2.1", hands={1: ["RB05"]}, sources=("B2",))
    bench.order('play "Overgrow" lower to B2', "end")
    assert lying(bench, "OVERGROW") == ["B2"]
    bench.order("turn passive", seat=2).order("turn passive", seat=1)
    assert bench.squad("pilgrim").endurance == 0
    assert bench.state.sources == ["B2"]


@rule("EF-5.1", "EF-6.6.2")
def test_sprout_grows_a_thicket_on_an_empty_hex_beside_a_wood() -> None:
    bench = Bench(f"treemaid@B5.1 {FAR}", hands={1: ["RB02", "RB04"]})
    bench.order('play "Seed" upper', "at B5.6")
    assert lying(bench) == ["B5.6"]
    bench.submit('play "Call of the Wilds" upper')
    assert "B5.1" not in bench.offers()
    bench.order("at B5.0")
    assert lying(bench) == ["B5.6", "B5.0"]


@rule("EF-5.1", "EF-2.11")
def test_woodwalk_leads_from_one_wood_to_another() -> None:
    bench = Bench(f"treemaid@B5.6 {FAR}", hands={1: ["RB01"]}, tokens=thickets("C8.0"))
    bench.order('play "Crawling Jungle" upper with treemaid/1 to C8.0', "at C8.1")
    assert bench.at("treemaid/1") == "C8.1"


@rule("EF-2.14")
def test_crawling_jungle_moves_thickets_by_one_space() -> None:
    bench = Bench(f"treemaid@E1.0 {FAR}", hands={1: ["RB01"]}, tokens=thickets("C5.0", "C7.0"))
    bench.order('play "Crawling Jungle" lower to C5.0 C7.0', "at C6.0", "at C7.1")
    assert lying(bench) == ["C6.0", "C7.1"]


@rule("EF-5.1")
def test_herbs_and_photosynthesis_help_squads_at_a_thicket() -> None:
    bench = Bench(
        f"wyrm=0@C5.1 warbeast=1@C7.012 {FAR}",
        hands={1: ["RB10", "RB13"]},
        tokens=thickets("C5.0"),
        enhancements={"wyrm": [("RB12", 0)], "warbeast": [("RB09", 0)]},
    )
    assert bench.offers("play", "RB10", "upper") == ["wyrm"]
    bench.order('play "Empowering" upper', 'play "Dragging" upper')
    assert bench.squad("wyrm").endurance == 1
    assert [bench.state.enhancement(f"{name}.1").charges for name in ("wyrm", "warbeast")] == [2, 0]


# Oracle.


@rule("ED-18.7", "EF-4.13")
def test_weakening_grows_with_its_tokens_and_goes_with_its_card() -> None:
    bench = Bench(
        "oracle_of_wrath@C5.012 angel_of_death@E1.* pilgrim@C5.3",
        hands={1: ["RB03"]},
        enhancements={"oracle_of_wrath": [("RB03", 4), ("RB06", 0)]},
    )
    bench.order("use oracle_of_wrath.1 lower")
    assert value(bench, "pilgrim/1", "INI") == 1
    bench.order("use oracle_of_wrath.1 lower")
    assert (value(bench, "pilgrim/1", "INI"), value(bench, "angel_of_death/1", "INI")) == (0, 2)
    bench.order('attach "Weakening" to oracle_of_wrath drop "Weakening"')
    assert value(bench, "pilgrim/1", "INI") == 2


@rule("ED-25.9", "ED-25.14", "ED-25.22", "DP-A23", "ED-8.9")
def test_call_of_the_wilds_leads_an_enemy_against_its_own_side() -> None:
    bench = Bench(
        "oracle_of_wrath@C5.012 pilgrim=0@C5.3,C6.0,E9.0",
        hands={1: ["RB04"], 2: ["CH08"]},
        standing={2: 'play "Guardian Angel" upper on before_defense', 1: 'trigger "CALL": yes'},
    )
    bench.order('play "Call of the Wilds" lower to pilgrim/1', "end")
    bench.order("turn passive", seat=2)
    bench.dice(4, 0).order("turn active", "move pilgrim/1 C6.1", "fight pilgrim/1 vs pilgrim/2", seat=1)
    assert bench.model("pilgrim/2").state == "dead"
    assert not bench.told("played")[1:]
    assert "activate" not in bench.offers()


@rule("EF-2.1")
def test_paralysis_holds_until_the_enemys_passive_turn() -> None:
    bench = Bench("oracle_of_wrath@C5.012 pilgrim@C6.0", hands={1: ["RB05"]})
    bench.order('play "Overgrow" upper to pilgrim/1', "end")
    assert has_flag(bench.state, bench.model("pilgrim/1"), "no_move")
    bench.order("turn passive", seat=2)
    assert bench.state.tokens == []


# Blight Steed.


@rule("EF-2.12", "EF-2.15")
def test_blitz_adds_att_for_a_straight_move() -> None:
    bench = Bench("blight_steed@C2.012 pilgrim@C5.3", enhancements={"blight_steed": [("RB06", 1)]}).dice(0, 0)
    bench.order("use blight_steed.1 lower", "move blight_steed/1 C5.012")
    bench.order("activate blight_steed", "fight blight_steed/1 vs pilgrim/1")
    assert bench.told("attacked")[0]["power"] == 5


@rule("EF-4.4", "EF-2.12")
def test_battering_ram_stuns_and_shoves_after_four_straight_spaces() -> None:
    bench = Bench("blight_steed@C1.012 pilgrim@C5.3", hands={1: ["RB07"]})
    bench.order('play "Battering Ram" lower', "move blight_steed/1 C5.012", "at C6.0")
    assert bench.at("pilgrim/1") == "C6.0"
    assert value(bench, "pilgrim/1", "INI") == 0
    bench.order("end").order("turn passive", seat=2)
    assert bench.state.tokens == []


@rule("ED-19.5", "EF-2.13")
def test_wild_charge_wounds_both_after_a_straight_move() -> None:
    bench = Bench(
        "blight_steed@C1.012 holy_knight@C5.34",
        hands={1: ["RB08"]},
        standing={1: 'play "Wild Charge" lower on move_end to holy_knight/1\nchoose "Wild Charge": 2'},
    )
    bench.order("activate blight_steed", "move blight_steed/1 C5.012", "x 2")
    assert (bench.squad("blight_steed").endurance, bench.squad("holy_knight").endurance) == (0, 0)


# Warbeast.


@rule("EF-8.3.11", "EF-2.9")
def test_green_haze_needs_a_thicket() -> None:
    for tokens, power in ((thickets("C5.6"), 3), ([], 1)):
        bench = Bench(
            "warbeast@C5.012 pilgrim@C5.3",
            tokens=tokens,
            enhancements={"warbeast": [("RB09", 1)]},
            standing={1: "use warbeast.1 upper on ini_check", 2: "counter: no"},
        ).dice(0, 0, 0, 0)
        bench.order("activate warbeast", "fight warbeast/1 vs pilgrim/1")
        attacks = [e["power"] for e in bench.told("attacked") if e["model"] == "warbeast/1"]
        assert attacks[0] == power


@rule("DP-I20", "EF-2.9")
def test_bloodlust_wounds_back() -> None:
    bench = Bench(
        "warbeast@C5.012 pilgrim@C5.3",
        turn=2,
        enhancements={"warbeast": [("RB09", 2)]},
        standing={1: "use warbeast.1 lower on wound_dealt"},
    ).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs warbeast/1")
    assert (bench.squad("warbeast").endurance, bench.squad("pilgrim").endurance) == (1, 0)


@rule("EF-8.3.11", "DP-I17")
def test_empowering_adds_x_to_one_attribute() -> None:
    bench = Bench(
        "warbeast@C5.012 pilgrim@C5.3",
        turn=2,
        hands={1: ["RB10"]},
        standing={1: 'play "Empowering" lower on in_combat x 3 option 3\ncounter: no'},
    ).dice(2, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs warbeast/1")
    assert bench.told("defended")[0]["guard"] == 5


@rule("EF-2.14")
def test_shapeshift_trades_places_whatever_the_bases() -> None:
    bench = Bench(f"warbeast@C5.012 treemaid@C8.1 {FAR}", hands={1: ["RB11"]})
    bench.order('play "Shapeshift" lower by warbeast/1 with treemaid/1')
    bench.order("at warbeast/1 C8.012 move treemaid/1 C5.0")
    assert (bench.at("warbeast/1"), bench.at("treemaid/1")) == ("C8.012", "C5.0")


# Wyrm.


@rule("ED-8.6")
def test_burrow_fights_and_goes_under() -> None:
    bench = Bench("wyrm@C5.0 pilgrim@C5.1", enhancements={"wyrm": [("RB12", 1)]}).dice(4, 0)
    bench.order("use wyrm.1 lower", "fight wyrm/1 vs pilgrim/1")
    assert (bench.squad("pilgrim").endurance, bench.squad("wyrm").mode) == (0, "Burrowed")


@rule("EF-4.2")
def test_dragging_pulls_an_enemy_which_may_push() -> None:
    bench = Bench("wyrm@C5.0,C5.2 gorehound@C7.01", hands={1: ["RB13"]})
    bench.order('play "Dragging" lower by wyrm/1 to gorehound/1', "at C5.12")
    assert bench.at("gorehound/1") == "C5.12"
    assert bench.at("wyrm/2") != "C5.2"


@rule("DP-A21", "ED-13.2")
def test_underground_strike_fires_at_the_end_of_a_later_turn() -> None:
    bench = Bench("wyrm@C5.0 pilgrim=2@C6.0,C6.1", hands={1: ["RB14"]})
    bench.order('play "Underground Strike" lower to C6.3', "end")
    assert lying(bench, "STRIKE") == ["C6.3"]
    bench.order("turn passive", seat=2)
    bench.order("turn active", seat=1)
    bench.dice(4).order("end", "yes", seat=1)
    assert bench.told("hit")[0]["models"] == ["pilgrim/1", "pilgrim/2"]
    assert lying(bench, "STRIKE") == []


@rule("DP-A21", "DP-T7")
@pytest.mark.parametrize(("standing", "left"), [('trigger "STRIKE": no', 1), ('trigger "STRIKE": yes', 0)])
def test_what_is_used_up_is_kept_unless_its_player_says_otherwise(standing: str, left: int) -> None:
    """A STRIKE would hit the player's own Wyrms here."""
    position, strike = "wyrm@C5.0,C5.1 pilgrim@A1.0", Token(t="STRIKE", owner=1, at="C5.3")
    bench = Bench(position, tokens=[strike]).order("end")
    assert bench.asked() == (1, "may")
    bench.order("no")
    assert lying(bench, "STRIKE") == ["C5.3"]
    bench = Bench(position, tokens=[Token(t="STRIKE", owner=1, at="C5.3")], standing={1: standing}).order(
        "end"
    )
    assert len(lying(bench, "STRIKE")) == left


@rule("DP-A23", "DP-T7")
def test_the_activation_of_a_turn_is_not_spent_on_a_call_by_default() -> None:
    position = "oracle_of_wrath@C5.012 pilgrim=0@C5.3,C6.0"
    call = [Token(t="CALL", owner=1, models=["pilgrim/1"])]
    bench = Bench(position, tokens=call, declare=False).order("turn active", "activate oracle_of_wrath")
    assert bench.told("activated")
    bench = Bench(position, tokens=[Token(t="CALL", owner=1, models=["pilgrim/1"])], declare=False)
    bench.order("turn active")
    assert bench.asked() == (1, "may")


# Treemaids.


@rule("EF-2.14", "EF-6.6.1")
def test_animate_woods_swaps_treemaids_and_thickets() -> None:
    bench = Bench(
        f"treemaid@C5.0,C5.1 {FAR}",
        tokens=thickets("C8.0", "E1.0"),
        enhancements={"treemaid": [("RB15", 1)]},
    )
    bench.order("use treemaid.1 lower with treemaid/1 treemaid/2 C8.0 E1.0")
    assert (bench.at("treemaid/1"), bench.at("treemaid/2")) == ("C8.0", "E1.0")
    assert sorted(lying(bench)) == ["C5.0", "C5.1"]


def test_animate_woods_offers_only_as_many_treemaids_as_there_are_thickets_for() -> None:
    bench = Bench(
        f"treemaid@C5.0,C5.1,C5.2,C5.3 {FAR}",
        tokens=thickets("C8.0", "E1.0"),
        enhancements={"treemaid": [("RB15", 1)]},
    )
    decision = bench.run.decision_for(1)
    assert decision is not None
    node, _ = walk(decision.root, ("use", "treemaid.1", "lower"))
    assert node is not None
    found = [*paths(node)]
    assert {len(path) for path in found} == {2, 4}  # one with one, two with two
    assert ("treemaid/3", "treemaid/4", "C8.0", "E1.0") in found


@rule("ED-9.7", "DP-A25")
def test_allure_moves_a_touched_enemy() -> None:
    bench = Bench("treemaid@C5.0 pilgrim@C5.1", hands={1: ["RB16"]})
    bench.order('play "Allure" lower to pilgrim/1', "move pilgrim/1 C7.0")
    assert bench.at("pilgrim/1") == "C7.0"


@rule("DP-I19", "ED-16.12")
def test_lycanthropy_brings_a_warbeast_where_an_enemy_died() -> None:
    bench = Bench(
        "treemaid@C6.0,A1.0 wyrm@C5.2 warbeast=0@x,E1.012 pilgrim=0@C5.1,E9.0",
        hands={1: ["RB17"]},
        standing={1: 'play "Lycanthropy" lower on killed with warbeast/1\ntrigger "Lycanthropy": yes'},
    ).dice(4, 0)
    bench.order("activate wyrm", "fight wyrm/1 vs pilgrim/1", "at C5.045", "with treemaid/1")
    assert bench.at("warbeast/1") == "C5.045"
    assert (bench.model("treemaid/1").state, bench.squad("warbeast").endurance) == ("dead", 1)


@rule("EF-2.12", "ED-2.4")
def test_sowing_grows_x_thickets_near_treemaids() -> None:
    bench = Bench(f"treemaid@C5.0 {FAR}", hands={1: ["RB18"]})
    bench.order('play "Sowing" lower x 2', "at C6.0", "at C4.0")
    assert lying(bench) == ["C6.0", "C4.0"]
    assert bench.player(1).pool == 3


@rule("DP-I19", "EF-6.6.3")
def test_seed_replaces_the_wood_at_which_an_enemy_died() -> None:
    bench = Bench(
        "wyrm@B5.1 treemaid@x,E1.0 pilgrim=0@B5.0,E9.0",
        hands={1: ["RB02"]},
        tokens=thickets("B5.6"),
        standing={1: 'play "Seed" lower on killed with treemaid/1 to B5.6'},
    ).dice(4, 0)
    bench.order("activate wyrm", "fight wyrm/1 vs pilgrim/1", "at B5.6")
    assert (bench.at("treemaid/1"), lying(bench)) == ("B5.6", [])


# Ancient Guard.


@rule("EF-2.13", "ED-25.12")
def test_vanishing_strengthens_guards_at_a_wood() -> None:
    bench = Bench(
        f"ancient_guard@C5.12,C7.12 {FAR}",
        tokens=thickets("C5.0"),
        enhancements={"ancient_guard": [("RB19", 3)]},
    )
    bench.order("use ancient_guard.1 lower")
    assert [value(bench, f"ancient_guard/{n}", "DEF") for n in (1, 2)] == [6, 3]
    assert has_flag(bench.state, bench.model("ancient_guard/1"), "unpushable")


@rule("EF-2.13", "EF-2.1")
def test_poisonous_vines_make_guards_thickets_until_the_passive_turn() -> None:
    bench = Bench(f"ancient_guard@C5.12 treemaid@C5.0 {FAR}", hands={1: ["RB20", "RB10"]})
    bench.order('play "Poisonous Vines" lower')
    assert Scope(bench.state, 1).addresses("thicket") == ["ancient_guard/1"]
    bench.order("end").order("turn passive", seat=2).order("turn passive", seat=1)
    assert bench.state.tokens == []


@rule("EF-2.8", "EF-4.1")
def test_rooted_holds_both_as_long_as_they_touch() -> None:
    bench = Bench("ancient_guard@C5.12,C5.56 pilgrim@C5.0", hands={1: ["RB21"]})
    bench.order('play "Rooted" lower by ancient_guard/1 to pilgrim/1')
    assert has_flag(bench.state, bench.model("pilgrim/1"), "blocked")
    kept = [has_flag(bench.state, bench.model(f"ancient_guard/{n}"), "unpushable") for n in (1, 2)]
    assert kept == [True, False]
    bench.order("activate ancient_guard", "move ancient_guard/1 C6.12")
    assert bench.state.tokens == []


# Banners and Shrines.


@rule("ED-20.1", "EF-2.13")
def test_the_reborn_banner_places_or_moves_a_thicket() -> None:
    bench = Bench(f"oracle_of_wrath@C5.012 {FAR}")
    bench.order("banner 1", "at C7.0")
    assert lying(bench) == ["C7.0"]
    bench = Bench(f"oracle_of_wrath@C5.012 {FAR}", tokens=thickets("E1.0"))
    bench.order("banner 2 to E1.0", "at E2.0")
    assert lying(bench) == ["E2.0"]


@rule("ED-20.1")
def test_the_alternative_reborn_banner_turns_a_thicket_into_charges() -> None:
    bench = Bench(
        f"wyrm@C5.1 {FAR}",
        variants={1: ("alt", "std")},
        tokens=thickets("C5.0"),
        enhancements={"wyrm": [("RB12", 0)]},
    )
    bench.order("banner 2")
    assert (lying(bench), bench.state.enhancement("wyrm.1").charges) == ([], 2)


@rule("DP-I16", "EF-2.7")
def test_the_sapping_briar_heals_what_an_enemy_loses_beside_it() -> None:
    bench = Bench("wyrm=0@B5.1 warbeast=0@A4.023 pilgrim@B5.6,E9.0", variants={1: ("std", "alt")}).dice(4, 0)
    bench.order("activate wyrm", "fight wyrm/1 vs pilgrim/1")
    if bench.asked() == (1, "pick"):
        bench.order("with warbeast")
    assert bench.squad("pilgrim").endurance == 0
    assert bench.squad("warbeast").endurance + bench.squad("wyrm").endurance == 1


def test_a_strike_is_fired_by_the_line_below_the_end() -> None:
    bench = Bench("wyrm@C5.0 pilgrim=2@C6.0,C6.1", tokens=[Token(t="STRIKE", owner=1, at="C6.3")])
    bench.dice(4).order("end", "yes")
    assert lying(bench, "STRIKE") == []
    assert bench.state.turn.seat == 2
