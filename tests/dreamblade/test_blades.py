"""DB-9.7 to DB-9.14 and DB-11d: blades and the abilities that they pay for."""

from __future__ import annotations

import pytest

from games.dreamblade.state import GRAVEYARD, RESERVES
from tests.dreamblade.bench import Bench
from tests.dreamblade.notation import change
from tests.rules import rule


def used(b: Bench) -> list[str]:
    """What blades were spent on, in order."""
    return [f"{row['figure']} {row['ability']}" for row in b.told("bladed")]


@rule("DB-9.7")
def test_blades_are_for_attackers_and_the_own_location_in_the_cell() -> None:
    b = Bench("V04@C3 V07@C3 P21@C3 V13@D3", "P02@C3 V10@C3").strike("C3 with scout", "blade")
    assert b.offers() == ["scout", "bonfire"]


@rule("DB-9.7")
def test_nothing_of_the_enemy_can_be_paid() -> None:
    b = Bench("V05@C3", "P02@C3 P21@C3").strike("C3 with all", "blade 1")
    assert b.told("blades_lost")[0]["count"] == 1


@rule("DB-9.8")
def test_one_blade_pays_once_in_a_combat_and_multi_as_often_as_wanted() -> None:
    b = Bench("P02@C3", "V10@C3").strike("C3 with all", "blade blade")
    assert used(b) == ["savage B:Crit 2"]
    assert b.told("blades_lost")[0]["count"] == 1
    b = Bench("V07@C3", "V10@C3").strike("C3 with all", "blade blade blade")
    assert b.told("totalled")[0]["total"] == 3


@rule("DB-9.8", "DB-E27")
@pytest.mark.parametrize(("blades", "total"), [(1, 0), (2, 10), (4, 10)])
def test_a_double_blade_is_paid_in_full_and_once(blades: int, total: int) -> None:
    b = Bench("P03@C3", "V10@C3").strike("C3 with all", *["blade"] * blades)
    assert b.told("totalled")[0]["total"] == total


@rule("DB-9.8")
@pytest.mark.parametrize(("blades", "total"), [(1, 0), (2, 4), (3, 4), (4, 8)])
def test_a_double_multi_blade_is_paid_by_twos(blades: int, total: int) -> None:
    b = Bench("P22@C3", "V10@C3").strike("C3 with all", *["blade"] * blades)
    assert b.told("totalled")[0]["total"] == total


@rule("DB-9.9", "DB-E28", "DB-Q28")
def test_which_ability_is_used_is_free_as_long_as_one_is() -> None:
    b = Bench("V07@C3 M03@C3", "V10@C3").strike("C3 with all", "blade blade")
    assert b.offers() == ["dreamhunter", "thug"]
    b.order("blade dreamhunter crit", "blade dreamhunter crit")
    assert b.told("totalled")[0]["total"] == 2


@rule("DB-9.9", "DB-9.10", "DB-A.FUMBLE")
def test_a_harmful_ability_is_compulsory_if_nothing_else_can_be_paid() -> None:
    b = Bench("M03@C3", "V10@C3").strike("C3 with all", "3 blade")
    assert used(b) == ["thug B:Fumble 2"]
    assert b.told("totalled")[0]["total"] == 1


@rule("DB-9.9", "DB-9.11", "DB-E26", "DB-A.LURE", "DB-A.PURGE")
def test_a_useless_activation_swallows_its_blade_and_the_rest_still_binds() -> None:
    b = Bench("F16@C3 F04@C3", "V10@C3 V01 V05").strike("C3 with all", "blade blade blade")
    b.order("blade puppeteer lure")  # every enemy is local
    assert b.asked() == (1, "blade")
    assert b.offers() == ["queen"]
    b.order("blade queen purge brawler")
    assert b.at("brawler") == GRAVEYARD
    b = Bench("F16@C3 F04@C3", "V10@C3 V01 V05").strike("C3 with all", "blade blade blade")
    b.order("blade queen purge brawler")
    assert used(b) == ["queen BB:Purge", "puppeteer B:Lure"]


@rule("DB-9.12", "DB-D14")
@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("V04", "advance"),
        ("V13", "skirmish"),
        ("F16", "lure"),
        ("F09", "scare"),
        ("M11", "swap"),
        ("M16", "teleport"),
    ],
)
def test_what_may_be_done_may_be_declined(code: str, word: str) -> None:
    b = Bench(f"{code}@C3 V01@C2", "V10@C3 V05@D3").strike("C3 with all", "blade")
    source = b.told("struck")[0]["figures"][0]
    assert b.offers(source, word)[-1] == "decline"
    b.order(f"blade {source} {word} decline")
    assert b.told("moved") == []
    assert b.told("declined")[0]["ability"] == word


@rule("DB-9.12", "DB-D14")
@pytest.mark.parametrize("line", ["decline", "no", "none", "target decline"])
def test_a_target_that_is_asked_for_may_still_be_declined(line: str) -> None:
    b = Bench("V04@C3 V01@C2", "V10@C3").strike("C3 with all", "blade").order("blade scout")
    assert b.asked() == (1, "deed")
    assert len(b.order(line).told("declined")) == 1


@rule("DB-D14", "DB-12A.3")
def test_who_declines_nothing_but_can_move_nobody_wastes_the_blade() -> None:
    b = Bench("V04@C3 V01@A1", "V10@C3 F08@A1", standing={1: "blade: advance\ndecline: no"}).dice("blade")
    assert len(b.order("strike C3 with all", "done").told("declined")) == 1


@rule("DB-9.12", "DB-A.EXPEL", "DB-D15")
def test_what_must_be_done_cannot_be_declined() -> None:
    b = Bench("F03@C3", "V10@C3").strike("C3 with all", "blade")
    assert b.offers("dreadmorph", "expel") == ["scragglemaw"]
    assert b.offers("dreadmorph", "expel", "scragglemaw") == ["C4", "B3", "D3", "C2"]


@rule("DB-9.14")
def test_what_blades_add_ends_with_the_combat() -> None:
    b = Bench("P02@C3 V05@D3", "V10@C3 V10@D3").strike("C3 with all", "blade")
    b.strike("D3 with all", "1")
    assert [row["total"] for row in b.told("totalled")] == [2, 1]


# Defaults.


@rule("DB-D13")
def test_by_default_damage_comes_first_then_what_helps_then_declining_then_harm() -> None:
    b = Bench("M04@C3 V04@C3 F03@C3 V01@A1", "V10@C3 V05@D3").dice("blade blade blade blade")
    b.order("strike C3 with all", "done")
    assert used(b) == [
        "blademaster B:Crit 5", "dreadmorph M:Expel", "dreadmorph M:Expel", "dreadmorph M:Expel",
    ]  # fmt: skip


@rule("DB-D13", "DB-D14")
def test_by_default_may_is_declined_before_harm_is_done() -> None:
    b = Bench("M03@C3 V04@C3 V01@A1", "V10@C3").dice("blade").order("strike C3 with all", "done")
    assert used(b) == ["scout B:Advance"]
    assert len(b.told("declined")) == 1


@rule("DB-D15")
def test_by_default_the_cheapest_enemy_is_expelled_to_where_it_is_worth_least() -> None:
    b = Bench("F01@C3 V01@A1", "V10@C3 V05@C3").dice("blade").order("strike C3 with all", "done")
    assert b.told("moved")[0] == {
        "figure": "mirrorman", "seat": 2, "start": "C3", "cell": "C4", "ability": "expel",
    }  # fmt: skip


@rule("DB-D16", "DB-12A.3")
@pytest.mark.parametrize(
    ("standing", "target"),
    [
        ("blade: djinn.assault", "brawler"),
        ("blade: assault\naim: value", "scragglemaw"),
        ("blade: djinn\naim[damage]: focus mirrorman brawler", "mirrorman"),
    ],
)
def test_targets_of_blade_abilities_follow_the_standing_orders(standing: str, target: str) -> None:
    b = Bench("P16@C3 V01@A1", "V10@C3 V05@C3 V01@C3", standing={1: standing}).dice("blade")
    b.order("strike C3 with all", "done")
    assert b.told("attacked")[0]["target"] == target.replace("brawler", "brawler2")


@rule("DB-D16", "DB-A.PAYBACK")
def test_payback_by_default_takes_the_highest_power() -> None:
    b = Bench("V09@C3 V01@A1", "V10@C3 P01@C3 V05@C3").dice("blade").order("strike C3 with all", "done")
    assert b.told("added")[0]["amount"] == 8


@rule("DB-D17", "DB-D18")
def test_purge_and_demolish_take_the_dearest_by_default() -> None:
    b = Bench("F04@C3 V01@A1", "V10@C3 V05 V09 V01").dice("blade blade").order("strike C3 with all", "done")
    assert b.told("purged")[0]["figure"] == "dragon"
    b = Bench("P09@C3 V20@C2", "V10@C3 V19@C3 V02@C4").dice("blade").order("strike C3 with all", "done")
    assert b.told("destroyed")[0]["figure"] == "bastion"


@rule("DB-12A.3", "DB-D13", "DB-D14")
def test_standing_orders_choose_abilities_and_may_use_what_can_be_declined() -> None:
    orders = "blade: scout.advance, thug\ndecline: no"
    b = Bench("V04@C3 M03@C3 V01@A1", "V10@C3", standing={1: orders}).dice("blade")
    b.order("strike C3 with all", "done")
    assert b.told("moved")[0]["figure"] == "brawler"


@rule("DB-12A.3", "DB-D14")
@pytest.mark.parametrize(
    ("code", "position", "moved"),
    [
        ("V04", "V01@A1 V05@A4 V01@C4", ("mirrorman", "B4")),  # 5 are gained, for South
        ("V13", "V01@C3 V05@A1", ("brawler", "C4")),
        ("M16", "V01@A1", ("thing", "B4")),
    ],
)
def test_who_declines_nothing_moves_allies_where_most_is_gained(
    code: str, position: str, moved: tuple[str, str]
) -> None:
    orders = "blade: skirmish, advance, teleport\ndecline: no"
    b = Bench(f"{code}@C3 {position}", "V10@C3", standing={1: orders}).dice("blade")
    b.order("strike C3 with all", "done")
    row = b.told("moved")[0]
    assert (str(row["figure"]).rstrip("12"), row["cell"]) == moved


@rule("DB-D17", "DB-D18", "DB-12A.3")
def test_what_is_purged_or_demolished_can_be_picked_by_standing_order() -> None:
    orders = "blade: purge, demolish\npick: cost<"
    b = Bench("F04@C3 V01@A1", "V10@C3 V05 V09 V01", standing={1: orders}).dice("blade blade")
    assert b.order("strike C3 with all", "done").told("purged")[0]["figure"] == "brawler2"
    b = Bench("P09@C3 V20@C2", "V10@C3 V19@C3 V02@C4", standing={1: orders}).dice("blade")
    assert b.order("strike C3 with all", "done").told("destroyed")[0]["figure"] == "castle"


# Copy, Nullify, Hell's Fury.


@rule("DB-A.COPY")
def test_copy_has_the_blade_abilities_of_all_other_local_creatures() -> None:
    b = Bench("M13@C3 V04@C3 P21@C3", "V10@C3 P02@C3 M03@B3").strike("C3 with mimic", "blade")
    assert b.offers("mimic") == ["crit/savage", "advance/scout"]
    b.order("blade mimic crit/savage")
    assert b.told("totalled")[0]["total"] == 2


@rule("DB-A.COPY", "DB-E30", "DB-A.DISSIPATE", "DB-Q9")
def test_copied_from_an_enemy_it_still_concerns_the_copier() -> None:
    b = Bench("M13@C3", "M04@C3").strike("C3 with all", "3 blade").order("blade mimic dissipate/blademaster")
    assert b.at("mimic") == RESERVES
    assert b.told("totalled")[0]["total"] == 3  # its dice still count


@rule("DB-A.COPY")
def test_copies_are_not_copied_further() -> None:
    b = Bench("M13@C3 M13@C3 P02@C3", "V10@C3").strike("C3 with mimic1", "blade")
    assert used(b) == ["mimic1 B:Crit 2"]
    b = Bench("M13@C3 M13@C3", "V10@C3").strike("C3 with mimic1", "blade")
    assert b.told("blades_lost")[0]["count"] == 1


@rule("DB-A.COPY")
def test_a_copied_ability_is_an_instance_of_its_own() -> None:
    b = Bench("M13@C3 P02@C3", "V10@C3").strike("C3 with all", "blade blade")
    b.order("blade savage crit")
    assert b.told("totalled")[0]["total"] == 4  # then the copy, of which only one is left


@rule("DB-A.NULLIFY", "DB-E29")
def test_nullify_silences_all_local_creatures_but_no_location() -> None:
    b = Bench("P02@C3 P21@C3", "M12@C3").strike("C3 with all", "blade")
    assert used(b) == ["bonfire B:Crit 3"]
    b = Bench("M12@C3 P02@C3", "V10@C3").strike("C3 with all", "blade")
    assert b.told("blades_lost")[0]["count"] == 1


@rule("DB-A.NULLIFY")
def test_nullify_reaches_no_other_cell() -> None:
    b = Bench("P02@C3", "V10@C3 M12@C4").strike("C3 with all", "blade")
    assert b.told("bladed")


@rule("DB-A.NULLIFY", "DB-10.4")
@pytest.mark.parametrize(
    ("ability", "is_heard"),
    [
        ("Nullify Enemies", False),
        ("Nullify Allies", True),
        ("Nullify Valor", True),
        ("Nullify Passion", False),
    ],
)
def test_nullify_with_a_modifier(monkeypatch, ability: str, is_heard: bool) -> None:
    change(monkeypatch, "M12", ability)
    b = Bench("P02@C3", "M12@C3").strike("C3 with all", "blade")
    assert bool(b.told("bladed")) == is_heard


@rule("DB-A.HELLSFURY", "DB-Q22")
def test_hells_fury_gives_hellbred_allies_near_by_a_crit() -> None:
    b = Bench("P15@C2 P15@C3 P17@C3 M13@C3", "V10@C3").strike("C3 with imp", "blade blade")
    assert b.offers("imp") == ["crit/matron1", "crit/matron2"]
    b = Bench("P15@C2 P17@C3 M13@C3", "V10@C3").strike("C3 with mimic", "blade")
    assert used(b) == ["mimic B:Crit 2"]
    b = Bench("P15@A1 P17@C3", "V10@C3").strike("C3 with imp", "blade")
    assert used(b) == []
    b = Bench("P15@C3", "V10@C3").strike("C3 with all", "blade")
    assert used(b) == []  # not for itself


# Leaving and moving in mid-combat.


@rule("DB-E31", "DB-A.DISSIPATE")
def test_crit_then_dissipate_keeps_the_crit_and_dissipate_first_loses_it() -> None:
    b = Bench("M04@C3", "V10@C3").strike("C3 with all", "blade blade").order("blade blademaster crit")
    assert (b.told("totalled")[0]["total"], b.at("blademaster")) == (5, RESERVES)
    b = Bench("M04@C3", "V10@C3").strike("C3 with all", "blade blade").order("blade blademaster dissipate")
    assert b.told("totalled")[0]["total"] == 0
    assert b.told("blades_lost")[0]["count"] == 1


@rule("DB-A.BOMB", "DB-E32")
def test_a_bomb_costs_its_creature_and_hits_every_local_enemy() -> None:
    b = Bench("P11@C3", "V10@C3 V05@C3 V01@C4").strike("C3 with all", "2 blade")
    assert b.at("fiend") == GRAVEYARD
    assert (b.points(), b.bonus()) == ((0, 0), (0, 0))
    assert [row["target"] for row in b.told("bombed")] == ["mirrorman", "scragglemaw"]
    b.order("damage scragglemaw 2")
    assert b.told("dealt")[0]["figures"] == ["scragglemaw 2"]


@rule("DB-9.7", "DB-A.BOMB", "DB-A.HELLSFURY")
def test_who_has_left_the_map_has_no_blade_abilities_any_more() -> None:
    b = Bench("P11@C3 P15@C2", "V10@C3").strike("C3 with fiend", "blade blade").order("blade fiend bomb")
    assert used(b) == ["fiend B:Bomb 5"]
    assert b.told("blades_lost")[0]["count"] == 1


@rule("DB-A.BOMB", "DB-Q6")
@pytest.mark.parametrize(
    ("damage", "hit"), [(0, ["samurai", "scragglemaw"]), (4, ["samurai", "scragglemaw"])]
)
def test_a_bomb_hits_bodyguards_first(damage: int, hit: list[str]) -> None:
    b = Bench("P11@C3", f"V03@C3-{damage} V10@C3").strike("C3 with all", "blade")
    assert [row["target"] for row in b.told("bombed")] == hit


@rule("DB-A.BOMB", "DB-Q6")
def test_a_bomb_that_does_not_satisfy_a_bodyguard_hits_nobody_else(monkeypatch) -> None:
    change(monkeypatch, "P11", "B:Bomb 4")
    b = Bench("P11@C3", "V03@C3 V10@C3").strike("C3 with all", "blade")
    assert [row["target"] for row in b.told("bombed")] == ["samurai"]


@rule("DB-A.WAIL", "DB-E33")
def test_a_wail_banishes_every_creature_of_that_cost_in_mid_combat() -> None:
    b = Bench("M05@C3 P01@C3 P02@C3", "V10@C3 V08@A1 V05@C3 V10@C3")
    b.dice("3 2 blade", numbers=(4, 5)).order("strike C3 with all", "blade lunatic wail")
    assert b.told("wailed")[0]["total"] == 9
    gone = {row["figure"] for row in b.told("banished")}
    assert gone == {"lunatic", "punisher", "savage", "saint", "scragglemaw1", "scragglemaw2"}
    assert b.told("totalled")[0]["total"] == 5
    assert b.told("dealt")[0]["figures"] == ["mirrorman 5"]
    assert b.at("saint") == RESERVES


@rule("DB-9.7", "DB-Q20", "DB-E68", "DB-A.SWAP")
def test_who_swaps_away_keeps_dice_and_blades_and_the_newcomer_is_no_attacker() -> None:
    b = Bench("M11@C3 P02@C3 V07@A1", "V10@C3 V10@A1").strike("C3 with walker", "2 blade")
    b.order("blade walker swap dreamhunter")
    assert b.where("walker", "dreamhunter") == ["A1", "C3"]
    assert b.told("totalled")[0]["total"] == 2


@rule("DB-A.SKIRMISH", "DB-Q20")
def test_who_skirmishes_away_keeps_its_blade_abilities() -> None:
    b = Bench("V13@C3 P02@C3", "V10@C3").strike("C3 with all", "blade blade 1")
    b.order("blade warcharm skirmish savage C4")
    assert "savage" in b.offers()
    b.order("blade savage crit")
    assert b.told("totalled")[0]["total"] == 3
