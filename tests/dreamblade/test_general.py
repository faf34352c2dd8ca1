"""DB-10: the general rules of abilities."""

from __future__ import annotations

from games.dreamblade.catalogue import MINIATURES
from games.dreamblade.geometry import closer, farther
from games.dreamblade.state import fits
from tests.dreamblade.bench import SPAWN, Bench
from tests.dreamblade.notation import ability_of, change
from tests.rules import rule


@rule("DB-10.1")
def test_an_ability_overrides_the_rules_and_cannot_overrides_can() -> None:
    b = Bench("V06 V05@C3 V01@A1", step=SPAWN).begin()
    assert "C3" in b.offers("spawn", "warrior")  # Reinforce overrides where creatures may be spawned
    b = Bench("P18@C3 P20@C3", "V05@C3").strike("C3 with all", "3 3 2 blade")
    assert b.told("destroyed") == []  # Relentless: “cannot be disrupted”, whatever Ferocity says


@rule("DB-10.1", "DB-9.11")
def test_as_much_of_an_instruction_as_possible_is_done() -> None:
    b = Bench("F03@A1", "V10@A1 V10@B1 V10@B1 V10@B1 V10@B1 V05@A2 V05@A2 V05@A2 V05@A2")
    b.strike("A1 with all", "blade", "3")
    assert b.told("bladed")[0]["ability"] == "M:Expel"  # both cells are full: nothing moves
    assert b.told("moved") == []


@rule("DB-10.2")
def test_every_kind_of_condition_occurs_and_is_read() -> None:
    found = {
        text.partition(":")[0] for m in MINIATURES.values() for a in m.abilities if ":" in (text := a.text)
    }
    assert found == {"B", "M", "BB", "MM", "(2)", "*", "*(2)", "CIP"}


@rule("DB-10.4")
def test_an_aspect_or_lineage_restricts_an_ability() -> None:
    b = Bench("V11@C3 V05@C4 V01@C3", "M03@A1")
    assert b.stats("mirrorman").defense == 10  # Janus
    assert b.stats("brawler").defense == 5
    assert fits(b.figure("mirrorman"), "Valor")
    assert not fits(b.figure("mirrorman"), "Lost")


@rule("DB-10.4", "DB-A.SELF")
def test_self_turns_an_ability_on_its_owner(monkeypatch) -> None:
    b = Bench("P12@C3 V05@C3", "V10@C3").strike("C3 with berserker", "blade")
    assert b.offers("berserker", "skirmish") == ["berserker", "decline"]
    assert b.order("blade berserker skirmish C4").at("berserker") == "C4"
    change(monkeypatch, "V12", "Invigorate Self 3")
    b = Bench("V12@C3 V05@C3", "M03@A1")
    assert (b.stats("lion").life, b.stats("mirrorman").life) == (10, 9)


@rule("DB-10.5")
def test_a_target_is_anywhere_unless_the_text_says_where() -> None:
    b = Bench("V04@C3 V01@E5 V05@A1", "V10@C3").strike("C3 with scout", "blade")
    assert b.offers("scout", "advance") == ["brawler", "mirrorman", "decline"]
    b = Bench("M14@C3", "V10@C3 V05@A1 V01@E5").strike("C3 with all", "blade")
    assert b.offers("marionette", "warpstrike") == ["brawler", "mirrorman"]


@rule("DB-10.6")
def test_numbers_may_be_negative(monkeypatch) -> None:
    change(monkeypatch, "P02", "B:Crit -2")
    b = Bench("P02@C3", "V10@C3").strike("C3 with all", "3 blade")
    assert b.told("totalled")[0]["total"] == 1
    assert ability_of("Bolster -2").value == -2


@rule("DB-10.7")
def test_power_modifiers_do_not_change_special_attacks() -> None:
    b = Bench("P16@C3 P13@C3", "V10@C3").strike("C3 with djinn", "blade")
    assert b.loaded.rolled == 5 + 1 + 4  # Enrage counts for the regular attack only


@rule("DB-10.8")
def test_triggers_resolve_before_anything_else() -> None:
    b = Bench("V16@C2 V01@B3", "V10@C3 V05@C3").order("shift lancer C3")
    assert b.asked() == (1, "target")
    assert b.offers() == ["mirrorman", "scragglemaw"]
    assert "not possible" in b.refused("shift brawler A3")  # no move before the Charge is over
    assert "not possible" in b.refused("done")
    b.order("target mirrorman").order("shift brawler A3")
    assert b.story().index("attacked") < len(b.story()) - 1 - b.story()[::-1].index("moved")


@rule("DB-10.10", "DB-Q18", "DB-E74", "DB-A.GEOMANCY")
def test_continuous_effects_last_while_their_condition_holds_and_add_up() -> None:
    b = Bench("P19@C3 V19@C1 V20@C5 P06@D2", "M03@A5")
    assert b.stats("brute") == (7, 7 + 0, 9)
    b.order("shift brute B3")
    assert b.stats("brute") == (5, 5, 7)


@rule("DB-10.11")
def test_push_and_pull_change_the_distance_by_one() -> None:
    assert sorted(closer("E5", "C3")) == ["D5", "E4"]
    assert closer("C5", "C3") == ["C4"]
    assert sorted(farther("D4", "C3")) == ["D5", "E4"]
    assert closer("C3", "C3") == []


@rule("DB-10.12")
def test_forced_moves_keep_stacking_and_the_edge() -> None:
    b = Bench("F03@A1", "V10@A1 V01@A2 V01@A2 F08@A2 F08@A2").strike("A1 with all", "blade")
    assert b.told("moved")[0]["cell"] == "B1"  # the only cell with room


@rule("DB-10.13")
def test_engaged_creatures_can_be_moved_by_abilities() -> None:
    b = Bench("V13@C3", "V10@C3").strike("C3 with all", "blade")
    assert b.offers("warcharm", "skirmish") == ["decline"]  # never itself
    b = Bench("V13@C3 V05@C3", "V10@C3").strike("C3 with warcharm", "blade")
    assert b.offers("warcharm", "skirmish") == ["mirrorman", "decline"]
