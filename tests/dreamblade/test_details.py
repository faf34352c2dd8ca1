"""Second halves of rules: limits, minima, ties and what does not count, each of which a slip would change."""

from __future__ import annotations

import pytest

from games.dreamblade.rules.bodyguards import Splitting
from games.dreamblade.rules.policies import far, split_path
from games.dreamblade.rules.warbands import available, check_counts
from games.dreamblade.state import GRAVEYARD, RESERVES, Player
from tests.dreamblade.bench import Bench, spawning
from tests.dreamblade.notation import change
from tests.rules import rule

# Limits and minima.


@rule("DB-A.FORTUNATE", "DB-D12")
def test_fortunate_rerolls_no_more_dice_than_its_number() -> None:
    b = Bench("M02@C3 V01@A1", "V10@C3").dice("miss miss miss").order("strike C3 with all", "done")
    assert b.told("rerolled")[0]["old"] == ["miss", "miss"]
    b = Bench("M02@C3", "V10@C3").strike("C3 with all", "miss miss miss")
    assert "miss" in b.refused("reroll miss miss miss")


@rule("DB-A.BODYGUARD")
def test_a_bodyguard_with_less_life_than_defense_needs_only_its_life(monkeypatch) -> None:
    change(monkeypatch, "V03", "Bodyguard", defense=9, life=6)
    b = Bench("P01@C3", "V03@C3 V10@C3").strike("C3 with all", "3 3 1")
    assert "the Bodyguard samurai must have 6 first" in b.refused("damage samurai 5 scragglemaw 2")
    b.order("damage samurai 6 scragglemaw 1")
    assert b.told("dealt")[0]["figures"] == ["samurai 6", "scragglemaw 1"]


@rule("DB-3.8", "DB-A.PANIC")
def test_defense_is_never_below_one_and_is_counted_from_the_printed_value() -> None:
    b = Bench("F17@C3 F17@C3", "M01@C3").begin()
    assert b.stats("scissors").defense == 1  # 2, less 2 and 2
    b.figure("herald1").at = "A1"
    assert b.stats("scissors").defense == 1
    b.figure("herald2").at = "A1"
    assert b.stats("scissors").defense == 2


@rule("DB-5.4", "DB-5.2")
def test_of_four_copies_in_a_pool_three_may_be_taken() -> None:
    stock = available(Player(1, pool=["V01"] * 4 + ["V05"]))
    assert stock == {"V01": 3, "V05": 1}
    assert check_counts({"V01": 3, "V05": 1}, stock) == []
    assert len(check_counts({"V01": 4}, stock)) == 1


@rule("DB-D11", "DB-A.LONER")
def test_where_only_loners_are_the_strongest_attacks(monkeypatch) -> None:
    change(monkeypatch, "V01", "Loner")
    b = Bench("V01@C3 M20@C3 V05@A1", "V10@C3").order("strike C3")
    assert b.told("struck")[0]["figures"] == ["colossus"]


# What does not count.


@rule("DB-9.13")
def test_blades_of_a_special_attack_are_misses_and_pay_for_nothing() -> None:
    b = Bench("P16@C3 V07@C3", "V10@C3").dice("blade", *["miss"] * 7, *["blade"] * 4)
    b.order("strike C3 with all", "blade djinn assault", "done")
    assert [row["ability"] for row in b.told("bladed")] == ["B:Assault 4"]
    attack = b.told("attacked")[0]
    assert (attack["faces"], attack["total"]) == (["blade"] * 4, 0)
    assert b.told("blades_lost") == []


@rule("DB-A.BLOODTHIRSTY", "DB-Q34")
def test_the_death_of_an_own_creature_is_no_blood() -> None:
    b = Bench("P08@C3 V13@C3 V01@C3", "V10@C3 F06@C4").dice("blade", *["miss"] * 4, "3 3")
    b.order("strike C3 with redcap warcharm", "blade warcharm skirmish brawler C4", "done")
    assert b.where("brawler", "redcap") == [GRAVEYARD, GRAVEYARD]


@rule("DB-A.STRIKEBACK", "DB-Q13")
def test_what_the_attacker_has_lost_does_not_stop_strikeback() -> None:
    b = Bench("V13@C3 V01@C3 V05@A1", "V15@C3 F06@C4").dice("blade miss", "3 3 miss miss")
    b.order("strike C3 with warcharm", "blade warcharm skirmish brawler C4", "done")
    assert b.at("brawler") == GRAVEYARD
    assert b.told("attacked")[-1]["ability"] == "strikeback"


@rule("DB-A.STRIKEBACK", "DB-A.REGENERATE", "DB-A.CHARGE")
def test_who_regenerates_after_a_charge_was_neither_disrupted_nor_destroyed() -> None:
    b = Bench("V16@C2 V05@A1", "M08@C3 V15@C3").dice("3 3 2")
    b.order("shift lancer C3", "target eviscerator", "destroy eviscerator", "done")
    assert b.at("eviscerator") == RESERVES
    assert [row["ability"] for row in b.told("attacked")] == ["charge", "strikeback"]


@rule("DB-A.WAIL")
def test_a_wail_does_not_reach_locations() -> None:
    b = Bench("M05@C3 V03@A1", "V10@C3 V19@D3").dice("blade", numbers=(2, 2))
    b.order("strike C3 with all", "blade lunatic wail", "done")
    assert b.where("samurai", "bastion") == [RESERVES, "D3"]


@rule("DB-A.RAISE")
def test_locations_are_not_raised() -> None:
    b = spawning("F18@C3 F19@graveyard F13@graveyard F08", dice=(6, 6))
    assert b.offers("use", "mother", "raise") == ["nurse", "decline"]


@rule("DB-A.AMBUSH", "DB-3.1")
def test_a_location_may_lie_in_ambush_too(monkeypatch) -> None:
    change(monkeypatch, "M10", "Ambush 4")
    b = Bench("V05@C2 V01@A1", "M10@C3").dice("3 3 2").order("shift mirrorman C3")
    assert b.told("attacked")[0]["figure"] == "gateway"
    assert b.told("disrupted")[0]["figure"] == "mirrorman"


@rule("DB-D4", "DB-A.APPEASE")
def test_appease_by_default_spares_its_own_creature_even_if_it_is_the_cheapest() -> None:
    b = spawning("F05 V09@C3", dice=(6, 6)).order("spawn eater", "done")
    assert b.where("eater", "dragon") == ["E1", GRAVEYARD]


@rule("DB-E71", "DB-A.VENGEANCE", "DB-A.RESPAWN")
@pytest.mark.parametrize(("wins", "can"), [(2, False), (3, True)])
def test_vengeance_waits_in_the_graveyard_too(monkeypatch, wins: int, can: bool) -> None:
    change(monkeypatch, "V22", "Vengeance 3", "Respawn 5")
    b = spawning("V22@graveyard F08", dice=(6, 6), wins=(0, wins))
    assert ("paragon" in b.offers("spawn")) == can


# Moved in mid-combat.


@rule("DB-A.STALWART", "DB-Q21")
def test_stalwart_counts_the_enemies_where_its_creature_is_now() -> None:
    b = Bench("V13@C3 V18@C3", "V10@C3 V01@C4 V05@C4").strike("C3 with all", "blade blade")
    b.order("blade warcharm skirmish bulwark C4").order("blade bulwark stalwart")
    assert b.told("added")[0]["amount"] == 2


@rule("DB-E68", "DB-A.SWAP", "DB-Q20")
def test_who_swapped_away_still_pays_for_its_abilities_and_the_newcomer_for_none(monkeypatch) -> None:
    change(monkeypatch, "M11", "B:Swap", "B:Crit 3", power=3)
    b = Bench("M11@C3 V07@A1", "V10@C3 V10@A1").strike("C3 with walker", "2 blade blade")
    b.order("blade walker swap dreamhunter")
    assert [row["ability"] for row in b.told("bladed")] == ["B:Swap", "B:Crit 3"]
    assert {row["figure"] for row in b.told("bladed")} == {"walker"}
    assert b.told("totalled")[0]["total"] == 5


@rule("DB-E50", "DB-Q5", "DB-A.WARPSTRIKE")
def test_a_warpstrike_at_someone_behind_a_bodyguard_is_rolled_and_lost() -> None:
    b = Bench("M14@C3", "V01@C3 V03@A1 V10@A1").strike("C3 with all", "blade miss")
    assert "scragglemaw" in b.offers("marionette", "warpstrike")
    b.dice("3 3 3 3").order("blade marionette warpstrike scragglemaw")
    attack = b.told("attacked")[0]
    assert (attack["total"], attack["lost"], b.damage("scragglemaw")) == (12, True, 0)


@rule("DB-9.27", "DB-Q32")
def test_the_dying_fill_their_cell_and_who_is_placed_does_not() -> None:
    b = Bench("P11@C3", "F08@C3 V04@C3").strike("C3 with all", "blade").order("destroy pariah")
    assert "C3" not in b.offers("scout")  # the bomber is gone, the Pariah is dying there
    b = Bench("P11@C3", "V04@C3").strike("C3 with all", "blade")
    assert b.asked() == (1, "send")
    assert "C3" in b.offers("scout")


@rule("DB-9.22", "DB-9.23")
def test_the_active_player_places_first() -> None:
    b = Bench("V13@C3 V01@C3", "F08@C3 F06@C4", standing={2: "send: ask\nask-limit: 9"})
    b.dice("blade 3", "3 2 miss miss").order("strike C3 with warcharm", "blade warcharm skirmish brawler C4")
    assert b.asked() == (1, "send")
    b.order("send pariah E5")
    assert b.asked() == (2, "send")
    b.order("send brawler A1")
    assert [row["figure"] for row in b.told("disrupted")] == ["pariah", "brawler"]


@rule("DB-Q35", "DB-A.RELENTLESS", "DB-9.31")
def test_a_relentless_creature_in_a_deathblow_disrupts_nobody() -> None:
    b = Bench("M03@C3", "P18@C3").strike("C3 with all", "3 3 3 miss miss miss", "3 3 1")
    b.order("destroy titan")
    assert b.told("deathblow")[0]["total"] == 7
    assert (b.at("thug"), b.told("disrupted")) == ("C3", [])


# Ties and second keys.


def split(foes: str, total: int, style: str, *, can_disrupt: bool = True) -> dict[str, int]:
    """How a total is split among the creatures of a cell by a policy."""
    state = Bench("P01@C3", foes).begin().state
    splitting = Splitting(state, state.creatures_at("C3", 2), total)
    words = split_path(state, splitting, style, can_disrupt=can_disrupt)
    return {name: int(amount) for name, amount in zip(words[::2], words[1::2], strict=True)}


@rule("DB-12A.3")
@pytest.mark.parametrize(
    ("foes", "total", "style", "expected"),
    [
        (
            "V05@C3 F08@C3",
            12,
            "value",
            {"mirrorman": 9, "pariah": 3},
        ),  # the same cost destroyed, one disrupted
        ("F07@C3 F07@C3 V05@C3", 12, "value", {"enforcer1": 6, "enforcer2": 6}),  # two instead of one
        ("F08@C3 F07@C3", 4, "scatter", {"enforcer": 4}),  # one either way: the dearer
        ("F08@C3 V01@C3-3", 4, "kill", {"brawler": 4}),  # it has taken three already
        ("V05@C3 F07@C3", 13, "kill", {"mirrorman": 9, "enforcer": 4}),
    ],
)
def test_ways_to_split_are_compared_down_to_the_last_key(
    foes: str, total: int, style: str, expected: dict[str, int]
) -> None:
    assert split(foes, total, style) == expected


@rule("DB-12A.3", "DB-A.RELENTLESS")
def test_where_nobody_can_be_disrupted_no_damage_is_kept_for_it() -> None:
    assert split("V05@C3 F07@C3", 13, "kill", can_disrupt=False) == {"mirrorman": 13}


@rule("DB-12A.3", "DB-D16")
def test_kill_aims_at_who_has_least_life_left() -> None:
    b = Bench("P16@C3 V01@A1", "V10@C3-10 V01@C3").dice("blade").order("strike C3 with all", "done")
    assert b.told("attacked")[0]["target"] == "scragglemaw"


@rule("DB-12A.3", "DB-D21")
@pytest.mark.parametrize(("start", "place"), [("B3", "E5"), ("D3", "A5"), ("C3", "A5")])
def test_of_cells_equally_far_from_scoring_the_one_far_from_its_own_is_taken(start: str, place: str) -> None:
    b = Bench("V05@E1", f"F08@{start}").begin()
    assert far(b.state, b.figure("pariah"), ["E5", "C5", "A5"]) == place


# Found by changing the rules and seeing no test fail.


@rule("DB-A.TELEPORT", "DB-Q16")
def test_a_location_that_teleports_sends_a_local_ally_with_or_without_the_modifier(monkeypatch) -> None:
    change(monkeypatch, "P21", "B:Teleport")
    b = Bench("P21@C3 V05@C3 V01@A1", "V10@C3").strike("C3 with all", "blade")
    assert b.offers("bonfire", "teleport") == ["mirrorman", "decline"]


@rule("DB-A.STRIKEBACK", "DB-A.AMBUSH")
def test_an_ambush_of_ones_own_side_is_no_enemy_attack_to_strike_back_at() -> None:
    b = Bench("V13@C3 V05@C3", "V10@C3 F06@C4 V15@C4").dice("blade", *["miss"] * 5)
    b.order("strike C3 with warcharm", "blade warcharm skirmish mirrorman C4", "done")
    assert [row["ability"] for row in b.told("attacked")] == ["ambush"]


@rule("DB-3.1", "DB-8.2")
def test_locations_do_not_shift() -> None:
    b = Bench("V02@B2 V05@A1", "V10@E5")
    assert "not a creature" in b.refused("shift castle B3")


@rule("DB-D22", "DB-9.30")
def test_of_two_cells_with_dying_creatures_one_must_be_named() -> None:
    ask = "join: ask\nask-limit: 9"
    b = Bench("P01@C3 M14@C3 V05@D5", "F08@C3 F08@D5", standing={2: ask})
    b.strike("C3 with all", "3 3 blade", *["miss"] * 7, "3 1")
    b.order("destroy pariah1", "destroy pariah2")
    assert b.asked() == (2, "deathblow")
    assert b.refused("deathblow with pariah2")
    b.order("deathblow D5 with pariah2")
    assert b.told("deathblow")[0]["cell"] == "D5"
