"""DB-9.19 to DB-9.29: disrupt or destroy, and where the disrupted go."""

from __future__ import annotations

import pytest

from games.dreamblade.rules.disruption import legal_cells
from games.dreamblade.state import GRAVEYARD, RESERVES
from tests.dreamblade.bench import Bench
from tests.dreamblade.notation import change
from tests.rules import rule


@rule("DB-9.19", "DB-9.20", "DB-E34", "DB-D20")
@pytest.mark.parametrize(("faces", "asked"), [("3 3 3", "result"), ("3 3 2", "send"), ("2 2", "action")])
def test_defense_disrupts_life_destroys_and_between_there_is_no_choice(
    monkeypatch, faces: str, asked: str
) -> None:
    change(monkeypatch, "V04", "Bodyguard", defense=5, life=9)
    b = Bench("V05@C3 V01@D3", "V04@C3 V10@D3").strike("C3 with all", faces)
    assert b.asked() == (1, asked)
    if asked == "result":
        assert b.offers() == ["destroy", "disrupt"]  # neither is not offered
    if asked == "action":
        assert b.damage("scout") == 4


@rule("DB-9.19", "DB-Q10", "DB-E67")
def test_old_damage_is_not_examined_again_when_statistics_change() -> None:
    b = Bench("F16@B3 F17@B3 V01@D3", "V15@B3 V10@D3 V04@C3-4").strike("B3 with puppeteer", "blade")
    b.order("blade puppeteer lure scout B3")  # Panic 2: defense 3, damage 4
    assert b.stats("scout").defense == 3
    assert (b.at("scout"), b.damage("scout")) == ("B3", 4)
    b = Bench("F16@B3 F17@B3 V01@D3", "V04@B3-4 V10@D3").strike("B3 with puppeteer", "1")
    assert b.asked() == (1, "send")


@rule("DB-9.20", "DB-D20", "DB-12A.3")
@pytest.mark.parametrize(
    ("standing", "code", "place"),
    [
        ("ask-limit: 0", "F08", GRAVEYARD),
        ("result: disrupt", "F08", "E5"),
        ("result: smart", "F08", GRAVEYARD),
        ("result: smart", "M01", "E5"),
        ("result: smart", "F20", "E5"),
        ("result: smart", "F13", "E5"),
    ],
)
def test_the_opponent_decides_by_standing_order_or_destroys(standing: str, code: str, place: str) -> None:
    orders = f"{standing}\nsend: E5"
    b = Bench("P01@C3 V01@A1", f"{code}@C3 F12@graveyard", standing={1: orders}).dice("3 3")
    b.order("strike C3 with all", "done")
    assert next(f.at for f in b.state.figures.values() if f.kind == code) == place


@rule("DB-9.21", "DB-A.BOLSTER", "DB-E35", "DB-3.5")
def test_with_defense_above_life_destruction_is_all_there_is() -> None:
    b = Bench("M03@C3", "V05@C3 V19@C3 V19@C4")
    assert b.stats("mirrorman") == (3, 12, 9)
    b.strike("C3 with all", "3 3 3")
    assert b.at("mirrorman") == GRAVEYARD


@rule("DB-9.21", "DB-A.RELENTLESS", "DB-E36")
def test_relentless_takes_disruption_away() -> None:
    b = Bench("P18@C3 V05@D3 V01@E4", "V17@C3 V10@D3 V10@E4").strike("C3 with all", "3 3 2")
    assert (b.at("champion"), b.damage("champion")) == ("C3", 8)
    b.strike("D3 with all")
    assert b.at("champion") == "C3"  # not examined again


@rule("DB-A.RELENTLESS", "DB-E36")
def test_damage_that_a_relentless_attack_left_counts_later_in_the_phase() -> None:
    b = Bench("P18@C3 M14@D3", "V17@C3 V10@D3").strike("C3 with all", "3 3 2")
    b.strike("D3 with all", "blade miss", "1")
    assert b.asked() == (1, "result")  # 9 of defense 8, life 9: this attack was not relentless


@rule("DB-A.FEROCITY", "DB-A.RELENTLESS", "DB-E37")
def test_ferocity_needs_a_disruption_that_relentless_forbids() -> None:
    b = Bench("P18@C3 P20@C3 V01@D3", "V05@C3 V10@D3").strike("C3 with all", "3 3 2 blade")
    assert b.told("bladed")[0]["ability"] == "B:Ferocity"
    assert (b.at("mirrorman"), b.damage("mirrorman")) == ("C3", 8)


@rule("DB-A.FEROCITY", "DB-E38", "DB-9.30")
def test_ferocity_destroys_what_would_be_disrupted_and_it_strikes_back_dying() -> None:
    b = Bench("P20@C3", "M02@C3").strike("C3 with all", "3 3 blade", "", "", "").dice("2")
    assert b.at("stalker") == GRAVEYARD
    assert len(b.told("deathblow")) == 1
    assert b.points() == (1, 0)


@rule("DB-A.FEROCITY", "DB-D16")
def test_ferocity_marks_one_local_enemy() -> None:
    b = Bench("P20@C3", "V10@C3 V05@C3 V01@C4").strike("C3 with all", "blade")
    assert b.offers("throatripper", "ferocity") == ["mirrorman", "scragglemaw"]


@rule("DB-9.22")
def test_the_active_player_chooses_first_then_the_other() -> None:
    ask = "result: ask\nsend: ask\nask-limit: 9"
    b = Bench("V13@C3 V01@C3 P01@C3", "F06@C4 F08@C3", standing={2: ask}).strike("C3 with all", "3 3 blade")
    b.dice("3 3").order("blade warcharm skirmish brawler C4")
    assert b.asked() == (1, "result")
    b.order("destroy pariah")
    assert b.asked() == (2, "result")
    b.order("destroy brawler", seat=2)
    assert b.where("pariah", "brawler") == [GRAVEYARD, GRAVEYARD]


@rule("DB-9.23")
def test_disruptions_come_before_destructions() -> None:
    b = Bench("P01@C3", "F08@C3 V04@C3").strike("C3 with all", "3 3 3").order("damage pariah 4 scout 5")
    b.order("destroy pariah")
    assert b.asked() == (1, "send")
    assert b.state.dying == []
    b.order("send scout A1")
    assert b.story().index("disrupted") < b.story().index("destroyed")


@rule("DB-9.24", "DB-A.REGENERATE")
def test_regenerate_banishes_instead_and_gives_no_deathblow() -> None:
    b = Bench("V05@C3", "M08@C3").strike("C3 with all", "3 3 3").order("destroy eviscerator")
    assert b.at("eviscerator") == RESERVES
    assert (b.points(), b.bonus(), b.told("deathblow")) == ((0, 0), (0, 0), [])


@rule("DB-9.25", "DB-A.ENRAGE")
def test_dying_creatures_still_enrage_each_other_for_the_deathblow() -> None:
    b = Bench("P01@C3 P01@C3", "P13@C3 F08@C3").strike("C3 with all", *["3"] * 4)
    b.order("damage drummer 6 pariah 6").order("destroy drummer").order("destroy pariah")
    assert b.told("deathblow")[0]["figures"] == ["drummer", "pariah"]
    assert len(b.told("deathblow")[0]["faces"]) == 3 + 2 + 1  # Enrage 1 for the pariah


# Where to.


@rule("DB-9.26", "DB-D21")
def test_any_empty_cell_but_the_portal_of_who_places() -> None:
    b = Bench("V05@C3 V01@A1", "V01@C3").strike("C3 with all", "3 2")
    cells = b.offers("brawler2")
    assert len(cells) == 25 - 3
    assert not {"E1", "A1", "C3"} & set(cells)
    assert "A5" in cells


@rule("DB-9.27", "DB-Q32")
def test_the_cell_it_leaves_is_empty_if_nobody_else_is_there() -> None:
    b = Bench("M14@B3", "V10@B3 V05@C4")
    assert "C4" in legal_cells(b.state, b.figure("mirrorman"))
    assert "B3" not in legal_cells(b.state, b.figure("mirrorman"))


@rule("DB-9.27", "DB-D21")
def test_several_are_placed_one_after_another() -> None:
    b = Bench("P01@C3", "F08@C3 V01@C3").strike("C3 with all", "3 3 2").order("damage pariah 3 brawler 5")
    assert b.offers() == ["brawler", "pariah"]
    b.order("send pariah A1")
    assert "A1" not in b.offers("brawler")
    b.order("send brawler B1")
    assert b.where("pariah", "brawler") == ["A1", "B1"]


def crowded(free: str) -> str:
    """North's creatures in all cells but some."""
    kinds = ["F07", "F12", "F08", "F20", "F13", "M17", "V01", "V14"]
    cells = [c + r for r in "12345" for c in "ABCDE" if c + r not in (*free.split(), "C3")]
    return " ".join(f"{kinds[number % 8]}@{cell}" for number, cell in enumerate(cells))


@rule("DB-9.28", "DB-E40", "DB-Q23", "DB-D37")
def test_without_a_cell_the_disrupted_is_destroyed() -> None:
    b = Bench("V05@C3", f"V04@C3 {crowded('E1')}").strike("C3 with all", "3 2")
    assert b.at("scout") == GRAVEYARD  # E1 is South's own portal
    assert b.points() == (1, 0)
    assert len(b.told("deathblow")) == 1


@rule("DB-9.28", "DB-E39", "DB-A.REGENERATE")
def test_without_a_cell_who_regenerates_is_banished() -> None:
    b = Bench("V05@C3", f"M08@C3 {crowded('')}").strike("C3 with all", "3 2")
    assert b.at("eviscerator") == RESERVES
    assert b.points() == (0, 0)


@rule("DB-9.28", "DB-E41")
def test_of_two_with_one_cell_its_opponent_places_one() -> None:
    b = Bench("P01@C3", f"V04@C3 V18@C3 {crowded('D4')}").strike("C3 with all", "3 3 3 2")
    b.order("damage scout 5 bulwark 6")
    assert b.offers() == ["bulwark", "scout"]
    b.order("send scout D4")
    assert b.where("scout", "bulwark") == ["D4", GRAVEYARD]


@rule("DB-9.29", "DB-4.6")
def test_the_disrupted_lose_their_damage_and_strike_no_deathblow() -> None:
    b = Bench("V05@C3 V01@D3", "V01@C3 V10@D3").strike("C3 with all", "3 2").order("send brawler2 A1")
    assert (b.at("brawler2"), b.damage("brawler2"), b.told("deathblow")) == ("A1", 0, [])


@rule("DB-12A.3", "DB-D21")
@pytest.mark.parametrize(
    ("standing", "place"),
    [("ask-limit: 0", "A5"), ("send: C3, A1, far", "A1"), ("send: home", "A4"), ("send: far", "A5")],
)
def test_where_the_disrupted_go_by_standing_order(standing: str, place: str) -> None:
    north = "V01@C3 F08@A5" if "home" in standing else "V01@C3"
    b = Bench("V05@C3 F08@E1", north, standing={1: standing}).dice("3 2").order("strike C3 with all", "done")
    assert b.told("disrupted")[0]["cell"] == place
