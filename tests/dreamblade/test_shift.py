"""DB-8: shifting, entering, and what that sets off."""

from __future__ import annotations

from games.dreamblade.state import GRAVEYARD, SHIFT
from tests.dreamblade.bench import Bench
from tests.dreamblade.notation import change
from tests.rules import rule


@rule("DB-8.1", "DB-D7")
def test_an_action_phase_is_shift_or_strike_never_both() -> None:
    b = Bench("V05@C3 V01@B1 V01@A1", "M03@C3")
    assert b.offers() == ["shift", "strike", "done"]
    b.order("shift brawler1 A1")
    assert b.offers() == ["shift", "done"]
    assert "never both" in b.refused("strike C3 with all")
    b = Bench("V05@C3 V05@D3 V01@B1", "M03@C3 M03@D3").strike("C3 with all")
    assert b.offers() == ["strike", "done"]
    assert "never both" in b.refused("shift brawler A1")


@rule("DB-8.1", "DB-D7")
def test_doing_nothing_is_legal_and_the_default() -> None:
    b = Bench("V05@C3", "M03@A5").begin()
    assert b.run.asked[0].fallback() == ("done",)
    assert b.order("done").state.turn.step == 4


@rule("DB-8.2", "DB-D8", "DB-Q4")
def test_each_unengaged_creature_may_make_one_move() -> None:
    b = Bench("V05@C3 V01@C3 F08@B1", "M03@B1")
    b.order("shift mirrorman C4", "shift brawler B3")
    assert b.where("mirrorman", "brawler") == ["C4", "B3"]
    b = Bench("V05@C3 V01@C3 F08@B1", "M03@B1").order("shift mirrorman C4")
    assert b.refused("shift mirrorman C5") == "mirrorman has moved in this phase"
    assert b.refused("shift pariah A1") == "pariah is engaged and cannot shift"
    assert b.refused("shift thug A1") == "thug is not yours"


@rule("DB-8.2", "DB-2.2")
def test_a_move_goes_to_an_adjacent_cell_and_may_be_written_with_its_start() -> None:
    b = Bench("V05@A1", "M03@A5")
    assert b.offers("shift", "mirrorman") == ["A2", "B1"]
    assert "not diagonally" in b.refused("shift mirrorman B2")
    assert b.order("shift Mirrorman a1-b1").at("mirrorman") == "B1"


@rule("DB-8.3", "DB-E13")
def test_four_of_ones_own_close_a_cell_even_the_portal() -> None:
    b = Bench("V01@E1 V01@E1 V01@E1 F08@E1 V05@D1", "M03@A5")
    assert "four creatures in E1" in b.refused("shift mirrorman E1")
    b.order("shift brawler1 E2", "shift mirrorman portal")
    assert b.at("mirrorman") == "E1"


@rule("DB-8.3", "DB-E20", "DB-Q4")
def test_two_full_cells_cannot_exchange_their_creatures() -> None:
    b = Bench("V01@B1 V01@B1 V01@B1 F08@B1 F08@C1 F08@C1 V05@C1 V05@C1", "M03@A5")
    assert "C1" not in b.offers("shift", "brawler1")
    b.order("shift brawler1 A1", "shift mirrorman1 B1")
    assert b.at("mirrorman1") == "B1"


@rule("DB-8.4")
def test_moving_to_enemies_engages_both_even_in_their_portal() -> None:
    b = Bench("V05@A4 V01@A1", "M03@A5").order("shift mirrorman A5")
    assert all(b.state.is_engaged(b.figure(name)) for name in ("mirrorman", "thug"))


@rule("DB-A.DEFENDER", "DB-8.4")
def test_a_defender_does_not_shift_to_enemies() -> None:
    b = Bench("V08@C3", "M03@C4")
    assert b.offers("shift", "saint") == ["B3", "D3", "C2"]
    assert "Defender" in b.refused("shift saint C4")


@rule("DB-A.DEFENDER", "DB-E21", "DB-10.13")
def test_a_defender_may_be_advanced_to_enemies_and_fights_there() -> None:
    b = Bench("V04@B3 V08@C3", "M03@B3 M03@C4").strike("B3 with all", "blade")
    b.order("blade scout advance saint C4")
    assert b.at("saint") == "C4"
    assert b.offers() == ["strike", "done"]
    b.strike("C4 with saint", "3")
    assert b.told("struck")[1]["figures"] == ["saint"]


@rule("DB-8.5", "DB-A.AMBUSH", "DB-D30")
def test_entering_sets_off_an_ambush_at_once() -> None:
    b = Bench("V01@C2 V05@A1", "F06@C3").dice("2 3")
    b.order("shift brawler C3")
    assert b.told("attacked")[0]["total"] == 5
    assert (b.at("brawler"), b.loaded.rolled) == ("E1", 4)  # disrupted far away by default, at once
    assert b.asked() == (1, "action")


@rule("DB-8.5", "DB-Q3")
def test_being_disrupted_into_a_cell_is_not_entering(monkeypatch) -> None:
    change(monkeypatch, "M10", "Ambush 4")
    b = Bench("V05@C3 M10@E5 V01@C3", "V01@C3").strike("C3 with mirrorman", "3 2").order("send brawler2 E5")
    assert (b.at("brawler2"), b.told("attacked")) == ("E5", [])


@rule("DB-8.6", "DB-E47", "DB-A.CHARGE", "DB-D9")
def test_charge_can_destroy_in_a_shift_and_be_answered_by_a_deathblow() -> None:
    b = Bench("V16@C2 V01@A1", "F08@C3").dice("3 1", "", "miss", "2 1")
    b.order("shift lancer C3")
    assert b.asked() == (1, "result")
    b.order("destroy pariah")
    assert b.at("pariah") == GRAVEYARD
    assert b.told("deathblow")[0]["total"] == 3
    assert b.damage("lancer") == 3


@rule("DB-E19")
def test_who_is_freed_by_a_charge_may_still_shift() -> None:
    b = Bench("V16@C2 V01@C3", "F08@C3").dice("3 1").order("shift lancer C3", "destroy pariah")
    assert b.order("shift brawler C4").at("brawler") == "C4"


@rule("DB-E48", "DB-A.CHARGE", "DB-A.AMBUSH", "DB-10.9")
def test_charge_and_ambush_both_resolve_before_either_is_checked() -> None:
    b = Bench("V16@C2-9 V01@A1", "F06@C3-7").dice("2 1 miss", "2").order("shift lancer C3")
    assert [row["figure"] for row in b.told("attacked")] == ["lancer", "reaper"]
    b.order("destroy reaper")
    assert b.where("lancer", "reaper") == [GRAVEYARD, GRAVEYARD]
    assert b.points() == (1, 1)


@rule("DB-A.CHARGE")
def test_charge_needs_an_enemy_in_the_cell_and_the_target_is_chosen_then() -> None:
    b = Bench("V16@C2 V01@A1", "V10@C3 V05@C3")
    assert b.order("shift lancer D2").told("attacked") == []
    b = Bench("V16@C2 V01@A1", "V10@C3 V05@C3").order("shift lancer C3")
    assert b.asked() == (1, "target")
    b.dice("3 3 3").order("target scragglemaw")
    assert b.damage("scragglemaw") == 9


@rule("DB-D31", "DB-A.CHARGE", "DB-9.22", "DB-D35")
def test_a_charger_moved_by_the_enemy_charges_all_the_same() -> None:
    b = Bench("F16@B3 V01@B4", "V16@C4 M01@B3").dice("blade", "", "")
    b.order("strike B3 with puppeteer", seat=1)
    b.dice("3 3 1").order("blade puppeteer lure lancer B4")
    assert b.told("attacked")[0] | {"faces": []} == {
        "figure": "lancer", "seat": 2, "target": "brawler", "faces": [], "total": 7, "ability": "charge",
        "lost": False,
    }  # fmt: skip
    assert b.at("brawler") == GRAVEYARD  # the opponent chose, by default: destroyed


@rule("DB-9.33")
def test_damage_out_of_combat_is_checked_after_each_move() -> None:
    b = Bench("V01@C2 V05@A1 V05@D3", "F06@C3").dice("3 3 1").order("shift brawler C3")
    assert b.at("brawler") == GRAVEYARD
    assert b.state.turn.mode == SHIFT
    b.dice("3").order("shift mirrorman2 C3")
    assert b.damage("mirrorman2") == 3
