"""DB-11a: abilities that move creatures, and Dominate, Demolish and Purge."""

from __future__ import annotations

from games.dreamblade.state import GRAVEYARD
from tests.dreamblade.bench import SPAWN, Bench
from tests.dreamblade.notation import change
from tests.rules import rule


@rule("DB-A.ADVANCE")
def test_advance_moves_an_unengaged_ally_one_cell() -> None:
    b = Bench("V04@C3 V05@C3 V01@A1", "V10@C3 V10@B1").strike("C3 with scout", "blade")
    assert b.offers("scout", "advance") == ["brawler", "decline"]
    assert b.order("blade Scout advance Brawler A1-B1").at("brawler") == "B1"


@rule("DB-A.SKIRMISH")
def test_skirmish_moves_an_engaged_ally_to_an_adjacent_cell() -> None:
    b = Bench("V13@C3 V05@A1 V01@E5", "V10@C3 M03@A1").strike("C3 with all", "blade")
    assert b.offers("warcharm", "skirmish") == ["mirrorman", "decline"]
    assert b.order("blade warcharm skirmish mirrorman B1").at("mirrorman") == "B1"


@rule("DB-A.EXPEL")
def test_expel_takes_any_engaged_enemy_on_the_map() -> None:
    b = Bench("F01@C3 V01@A1", "V10@C3 V05@A1 M03@E5").strike("C3 with all", "blade")
    assert b.offers("poltergeist", "expel") == ["mirrorman", "scragglemaw"]
    assert b.order("blade poltergeist expel mirrorman A2").at("mirrorman") == "A2"


@rule("DB-A.LURE")
def test_lure_pulls_an_enemy_closer_engaged_or_not_but_no_local_one() -> None:
    b = Bench("F16@C3 V01@A1", "V10@C3 V05@A1 M03@E5").strike("C3 with puppeteer", "blade")
    assert b.offers("puppeteer", "lure") == ["mirrorman", "thug", "decline"]
    assert b.offers("puppeteer", "lure", "mirrorman") == ["A2", "B1"]


@rule("DB-A.SCARE", "DB-E69")
def test_scare_pushes_an_unengaged_enemy_away_and_finds_none_in_a_corner() -> None:
    b = Bench("F09@B2 V01@A1", "V10@B2 V05@A1 M03@E5 M01@C3").strike("B2 with scarecrow", "blade")
    assert b.offers("scarecrow", "scare") == ["scissors", "decline"]  # the thug has nowhere to go
    assert b.offers("scarecrow", "scare", "scissors") == ["C4", "D3"]


@rule("DB-A.SCARE")
def test_a_location_can_scare_a_local_enemy_that_nobody_engages(monkeypatch) -> None:
    change(monkeypatch, "M18", "(1):Scare")
    b = Bench("M18@C3 V01", "V10@C3", step=SPAWN).begin()
    assert b.offers("use", "house", "scare") == ["scragglemaw", "decline"]
    b = Bench("M18@C3 V01@C3 V05", "V10@C3", step=SPAWN).begin()
    assert b.offers("use", "house", "scare") == ["decline"]


@rule("DB-A.SWAP")
def test_swap_exchanges_with_a_nonlocal_ally_full_cells_or_not() -> None:
    b = Bench("M11@C3 V05@C3 V01@A1 V01@A1 V01@A1 F08@A1", "V10@C3").strike("C3 with walker", "blade")
    assert b.offers("walker", "swap") == ["brawler1", "brawler2", "brawler3", "pariah", "decline"]
    b.order("blade walker swap pariah")
    assert b.where("walker", "pariah") == ["A1", "C3"]


@rule("DB-A.TELEPORT", "DB-E70", "DB-Q16")
def test_teleport_takes_the_creature_itself_anywhere_but_portals_and_full_cells() -> None:
    b = Bench("M16@C3 V01@A1 V01@A1 V01@A1 F08@A1", "V10@C3").strike("C3 with thing", "blade")
    cells = b.offers("thing", "teleport", "thing")
    assert len(cells) == 25 - 2 - 1 - 1
    assert not {"A5", "E1", "C3", "A1"} & set(cells)
    assert b.order("blade thing teleport E5").at("thing") == "E5"


@rule("DB-A.TELEPORT", "DB-Q16")
def test_a_location_teleports_a_local_ally() -> None:
    b = Bench("M18@C3 V05@C3 V01@A1", "V10@C3").strike("C3 with mirrorman", "blade")
    assert b.offers("house", "teleport") == ["mirrorman", "decline"]
    assert b.order("blade house teleport mirrorman A2").at("mirrorman") == "A2"


@rule("DB-A.DEMOLISH", "DB-E53")
def test_demolish_destroys_a_location_near_by_even_ones_own() -> None:
    b = Bench("P09@C3 V19@C2", "V10@C3").strike("C3 with all", "blade")
    assert (b.at("bastion"), b.points(), b.bonus()) == (GRAVEYARD, (0, 0), (2, 0))
    b = Bench("P09@C3 V19@C2", "V10@C3 M10@C4 V20@E5").strike("C3 with all", "blade")
    assert b.offers("boots", "demolish") == ["bastion", "gateway"]
    b.order("blade boots demolish gateway")
    assert (b.points(), b.bonus()) == ((1, 0), (0, 2))


@rule("DB-A.PURGE")
def test_purge_chooses_from_the_opponents_reserves() -> None:
    b = Bench("F04@C3 V05", "V10@C3 V01 V19").strike("C3 with all", "blade blade")
    assert b.offers("queen", "purge") == ["bastion", "brawler"]
    b.order("blade queen purge bastion")
    assert b.at("bastion") == GRAVEYARD


@rule("DB-A.DOMINATE", "DB-E57")
def test_dominate_claims_a_contested_cell() -> None:
    b = Bench("M21@C3", "V10@C3")
    assert [player["held"] for player in b.view()["players"]] == [{"C3": 2}, {}]


@rule("DB-A.DOMINATE")
def test_both_may_dominate_the_same_cell() -> None:
    b = Bench("M21@C3", "M21@C3 V01@C3")
    assert [player["held"] for player in b.view()["players"]] == [{"C3": 2}, {"C3": 2}]
