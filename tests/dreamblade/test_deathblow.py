"""DB-9.30 to DB-9.32: deathblows."""

from __future__ import annotations

import pytest

from games.dreamblade.rules.outcomes import die
from games.dreamblade.state import GRAVEYARD
from tests.dreamblade.bench import ACTION, Bench
from tests.dreamblade.notation import change
from tests.rules import rule

ASK = "join: ask\naim: ask\nresult: ask\nsend: ask\ndice: ask\npick: ask\nask-limit: 99"


@rule("DB-9.30")
def test_the_second_players_dying_creatures_strike_in_the_first_players_action_phases() -> None:
    b = Bench("V05@C3", "V01@C3").strike("C3 with all", "3 3 miss", "2").order("destroy brawler")
    assert b.told("deathblow")[0] == {
        "seat": 2, "cell": "C3", "figures": ["brawler"], "faces": ["2", "miss"], "total": 2,
    }  # fmt: skip


@rule("DB-9.30", "DB-E46")
def test_nobody_strikes_in_the_second_players_action_phases() -> None:
    b = Bench("V05@C3", "V01@C3", first=2, step=5).strike("C3 with all", "3 3").order("destroy brawler")
    assert (b.at("brawler"), b.told("deathblow")) == (GRAVEYARD, [])


@rule("DB-9.30", "DB-E46", "DB-A.STRIKEBACK")
def test_an_attacker_felled_by_strikeback_strikes_no_deathblow() -> None:
    b = Bench("V01@C3-3", "V15@C3", first=2, step=5, number=3).strike("C3 with all", "1", "miss", "3")
    assert (b.at("brawler"), b.told("deathblow")) == (GRAVEYARD, [])
    b = Bench("V01@C3-3", "V15@C3").strike("C3 with all", "1", "miss", "3")
    assert (b.at("brawler"), b.told("deathblow")) == (GRAVEYARD, [])


@rule("DB-9.30", "DB-D22", "DB-D24")
def test_its_player_may_choose_who_joins_and_how_the_damage_is_split() -> None:
    b = Bench("P01@C3 V05@C3 V01@C3", "F08@C3 F07@C3", standing={2: ASK})
    b.strike("C3 with punisher", "3 3 3 1").order("damage pariah 4 enforcer 6")
    b.order("destroy pariah").order("destroy enforcer")
    assert b.asked() == (2, "deathblow")
    assert b.offers("C3") == ["all", "enforcer", "pariah", "none"]
    b.dice("3 2").order("deathblow C3 with all")
    assert b.asked() == (2, "damage")
    b.order("damage brawler 3 mirrorman 2")
    assert b.told("dealt")[1]["figures"] == ["brawler 3", "mirrorman 2"]


@rule("DB-9.30", "DB-E72")
def test_who_sat_out_can_be_hit_too() -> None:
    b = Bench("P01@C3 F08@C3", "V01@C3").strike("C3 with punisher", "3 3 1", *["miss"] * 5, "2 2")
    b.order("destroy brawler")
    assert b.told("dealt")[1]["figures"] == ["pariah 4"]


@rule("DB-9.30", "DB-D22")
def test_nobody_need_strike() -> None:
    b = (
        Bench("V05@C3", "V01@C3", standing={2: "join: none"})
        .strike("C3 with all", "3 3")
        .order("destroy brawler")
    )
    assert b.told("deathblow") == []


@rule("DB-9.30", "DB-E42", "DB-A.LONER", "DB-D22", "DB-12A.3")
@pytest.mark.parametrize(
    ("standing", "joined"),
    [
        ("join: best", ["colossus"]),
        ("join[deathblow]: only pariah", ["pariah"]),
        ("join[C3]: only pariah enforcer\njoin: none", ["enforcer", "pariah"]),
        ("join[deathblow@C3]: none", []),
        ("join[D3]: none", ["colossus"]),
    ],
)
def test_a_loner_strikes_alone_and_others_together(standing: str, joined: list[str]) -> None:
    south = "P01@C3 P01@C3 P01@C3 P01@C3"
    b = Bench(south, "F08@C3 F07@C3 M20@C3", standing={2: standing}).strike("C3 with all", *["3"] * 9)
    b.order("damage pariah 4 enforcer 6 colossus 17")
    for name in ("pariah", "enforcer", "colossus"):
        b.order(f"destroy {name}")
    found = [name for row in b.told("deathblow") for name in row["figures"]]
    assert found == joined


@rule("DB-E42", "DB-D22")
def test_loner_and_others_are_never_offered_together() -> None:
    b = Bench("P01@C3 P01@C3 P01@C3 P01@C3", "F08@C3 F07@C3 M20@C3", standing={2: ASK})
    b.strike("C3 with all", *["3"] * 9).order("damage pariah 4 enforcer 6 colossus 17")
    for name in ("pariah", "enforcer", "colossus"):
        b.order(f"destroy {name}")
    assert b.offers("C3") == ["all", "enforcer", "pariah", "colossus", "none"]
    assert b.offers("C3", "colossus") == []
    assert b.offers("C3", "enforcer") == ["pariah"]


@rule("DB-9.30", "DB-E43", "DB-A.BODYGUARD")
def test_a_deathblow_has_to_satisfy_bodyguards_first() -> None:
    b = Bench("P01@C3 V03@C3", "V05@C3").strike("C3 with punisher", "3 3 3", *["miss"] * 5, "3 3 3")
    b.order("destroy mirrorman")
    assert b.told("dealt")[1]["figures"][0] in ("samurai 5", "samurai 9", "samurai 8")
    assert "punisher 9" not in b.told("dealt")[1]["figures"]


@rule("DB-9.31", "DB-E44", "DB-D25", "DB-D26")
def test_after_a_deathblow_the_first_players_creatures_are_checked() -> None:
    b = Bench("F08@C3 P01@C3", "V01@C3").strike("C3 with punisher", "3 3 1", *["miss"] * 5, "3 1")
    b.order("destroy brawler")
    assert b.where("brawler", "pariah") == [GRAVEYARD, GRAVEYARD]
    assert (b.points(), b.bonus()) == ((1, 1), (2, 2))
    assert len(b.told("deathblow")) == 1  # none answers it
    keys = b.story()
    assert keys.index("destroyed") < len(keys) - 1 - keys[::-1].index("destroyed")


@rule("DB-9.31", "DB-D25", "DB-D26")
def test_its_player_chooses_result_and_place_and_may_be_asked() -> None:
    b = Bench("F08@C3 P01@C3", "V01@C3", standing={2: ASK})
    b.strike("C3 with punisher", "3 3 1", *["miss"] * 5, "3 1").order("destroy brawler")
    b.order("deathblow C3 with brawler").order("damage pariah 4")
    assert b.asked() == (2, "result")
    b.order("disrupt pariah")
    assert b.asked() == (2, "send")
    assert "A5" not in b.offers("pariah")  # the placing player's own portal
    assert b.order("send pariah E1").at("pariah") == "E1"


@rule("DB-9.30", "DB-D23", "DB-A.FORTUNATE")
def test_fortunate_helps_a_deathblow_too() -> None:
    b = Bench("P01@C3 P01@C3", "M02@C3").strike("C3 with all", *["3"] * 4, *["miss"] * 12, "1 2 blade", "3 3")
    b.order("destroy stalker")
    assert b.told("rerolled")[0]["old"] == ["blade", "1"]
    assert b.told("deathblow")[0]["total"] == 8


@rule("DB-9.32")
def test_who_is_destroyed_by_an_ability_strikes_too_but_no_location() -> None:
    b = Bench("V05@C3", "V01@C3 V19@C4", step=ACTION)
    b.begin().dice("2 1")
    b.drive(die(b.run.replay.table, [b.figure("brawler"), b.figure("bastion")], by=1))
    struck = [event.values["figures"] for event in b.run.replay.table.events if event.key == "deathblow"]
    assert struck == [["brawler"]]
    assert b.points() == (2, 0)


@rule("DB-E45", "DB-A.WARPSTRIKE")
def test_alone_in_its_cell_a_dying_creature_hits_nobody() -> None:
    b = Bench("M14@B3", "V10@B3 F08@C4").strike("B3 with all", "blade miss", "3 1").order("destroy pariah")
    assert (b.at("pariah"), b.told("deathblow")) == (GRAVEYARD, [])


@rule("DB-A.WARPSTRIKE", "DB-9.30")
def test_a_nonlocal_target_strikes_in_its_own_cell() -> None:
    b = (
        Bench("M14@B3 V05@C4", "V10@B3 F08@C4")
        .strike("B3 with all", "blade miss", "3 1")
        .order("destroy pariah")
    )
    assert b.told("deathblow")[0]["cell"] == "C4"


@rule("DB-A.REINCARNATE", "DB-D27")
@pytest.mark.parametrize(
    ("standing", "back"),
    [
        ("ask-limit: 0", "mirrorman"),
        ("pick: cost<", "pariah"),
        ("pick[reincarnate]: brawler, cost>", "brawler"),
    ],
)
def test_reincarnate_returns_another_creature(standing: str, back: str) -> None:
    dead = "V01@graveyard V05@graveyard F08@graveyard V20@graveyard"
    b = Bench("P01@C3", f"F13@C3 {dead}", standing={2: standing}).strike("C3 with all", "3 3")
    b.order("destroy nurse")
    assert [row["figure"] for row in b.told("returned")] == [back]
    assert b.at("nurse") == GRAVEYARD


@rule("DB-A.REINCARNATE")
def test_reincarnate_finds_nobody_but_itself() -> None:
    b = Bench("P01@C3", "F13@C3 V20@graveyard").strike("C3 with all", "3 3").order("destroy nurse")
    assert (b.told("returned"), b.at("nurse")) == ([], GRAVEYARD)


@rule("DB-D27")
def test_its_player_may_be_asked_who_returns() -> None:
    b = Bench("P01@C3", "F13@C3 V01@graveyard V05@graveyard", standing={2: "pick: ask\nask-limit: 1"})
    b.strike("C3 with all", "3 3").order("destroy nurse")
    assert b.asked() == (2, "return")
    b.order("return brawler")
    assert b.at("brawler") == "reserves"


@rule("DB-A.VESSEL", "DB-E61")
def test_a_vessel_gives_its_number_instead_of_two_and_only_when_destroyed(monkeypatch) -> None:
    b = Bench("V05@C3", "F20@C3").strike("C3 with all", "3 3").order("destroy carrier")
    assert b.bonus() == (0, 4)
    change(monkeypatch, "F20", "Vessel 4", "Detonate")
    assert Bench("F20@C3", "V10@C3").strike("C3 with all").bonus() == (0, 0)
    change(monkeypatch, "F20", "Vessel 4", "Fade")
    assert Bench("F20@C3", "V10@C3").strike("C3 with all").bonus() == (0, 0)


@rule("DB-Q11", "DB-9.23")
def test_who_was_disrupted_helps_no_deathblow() -> None:
    b = Bench("P01@C3 P01@C3", "P13@C3 F08@C3").strike("C3 with all", "3 3 2")
    b.order("damage drummer 4 pariah 4").order("destroy pariah").order("send drummer E5")
    assert len(b.told("deathblow")[0]["faces"]) == 2  # without the Enrage of the drummer
