"""DB-12A: orders that read like play, whole phases in one mail, standing orders."""

from __future__ import annotations

import pytest

from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.state import GRAVEYARD
from games.engine.language.standing import parse_standing
from games.engine.play.preview import preview
from tests.dreamblade.bench import SPAWN, Bench, spawning
from tests.rules import rule


@rule("DB-12A.5", "DB-D2", "DB-D8", "DB-D10")
def test_a_whole_turn_in_the_words_of_play() -> None:
    south = "V04 V04@B2 V05@C4 P01@C3"
    b = Bench(south, "M03@C3 M02@C3 M01@A5", step=SPAWN, dice=(6, 4), wins=(0, 1))
    b.order("spawn Twilight Scout portal", "done")
    b.order("shift Scout1 e1-d1", "shift scout2 b2-c2", "done", "strike c3 with all", seat=1)
    assert b.where("scout1", "scout2") == ["D1", "C2"]
    assert b.told("struck")[0]["figures"] == ["punisher"]


@rule("DB-12A.5", "DB-12A.4", "DB-D19", "DB-D20", "DB-D21")
def test_a_combat_with_all_its_answers_in_one_mail() -> None:
    b = Bench("P01@C3 V04@C3 V05@D4", "M03@C3 M02@C3", wins=(0, 1)).dice("blade 3 3 3 3 3 3 3 3 3 3")
    b.order(
        "strike c3 with all",
        "blade Scout advance Mirrorman d5",
        "damage Thug 25 Stalker 5",
        "destroy Thug",
        "send Stalker e5",
        "done",
    )
    assert b.where("mirrorman", "thug", "stalker") == ["D5", GRAVEYARD, "E5"]
    assert b.state.turn.step == 4


@rule("DB-12A.4")
def test_what_is_written_for_later_phases_waits_while_the_opponent_spawns() -> None:
    b = Bench("V01 V05@C3", "M01 M03@A5", step=SPAWN)
    b.order("spawn brawler", "done", "shift mirrorman C4", "done")
    assert b.asked() == (2, "spawn")
    assert b.at("mirrorman") == "C3"
    b.order("done")
    assert b.at("mirrorman") == "C4"
    assert (b.asked(), b.state.turn.step) == ((1, "action"), 4)


@rule("DB-12A.4")
def test_what_a_sheet_does_not_mention_is_done_by_default() -> None:
    b = Bench("P01@C3 V04@C3", "M03@C3 F08@C3").dice(*["3"] * 8).order("strike C3 with punisher", "done")
    assert b.told("dealt")[0]["figures"] == ["pariah 10", "thug 14"]
    assert b.where("pariah", "thug") == [GRAVEYARD, GRAVEYARD]


@rule("DB-12A.2", "DB-12A.3", "DB-D24")
@pytest.mark.parametrize(
    ("standing", "dealt"),
    [
        ("aim: kill", ["enforcer 6", "pariah 4"]),
        ("aim[deathblow]: value", ["mirrorman 10"]),
        ("aim[C3]: scatter", ["enforcer 4", "pariah 6"]),
        ("aim: focus mirrorman", ["mirrorman 10"]),
        ("aim[deathblow@C3]: focus enforcer\naim: value", ["enforcer 6", "pariah 4"]),
        ("aim: value if damage > 50; kill", ["enforcer 6", "pariah 4"]),
    ],
)
def test_damage_is_split_as_a_standing_order_aims(standing: str, dealt: list[str]) -> None:
    b = Bench("F08@C3 F07@C3 V05@C3 V10@C3", "V09@C3", standing={2: standing})
    b.strike("C3 with all", *["3"] * 4, *["miss"] * 7, "3 3 3 1").order("destroy dragon")
    split = b.told("dealt")[1]["figures"]
    if standing == "aim[C3]: scatter":
        assert len(split) >= 2
    else:
        assert split == dealt


@rule("DB-12A.2")
def test_lines_that_are_wrong_are_named_and_the_others_stand() -> None:
    orders, problems = parse_standing(
        "aim: kil\nsend: Z9\njoin: best\nresult[thug]: smart", DREAMBLADE.vocabulary
    )
    assert [problem.line for problem in problems] == [1, 2]
    assert {policy.key for policy in orders.policies} == {"join", "result"}
    assert problems[0].error.nearest == ("kill",)


@rule("DB-12A.3")
def test_the_most_special_order_wins() -> None:
    orders = "result: destroy\nresult[C3]: destroy\nresult[damage@pariah]: disrupt\nsend: E5"
    b = Bench("V05@C3 V01@A1", "F08@C3", standing={1: orders}).dice("3 3").order("strike C3 with all", "done")
    assert b.at("pariah") == "E5"


@rule("DB-12A.1")
@pytest.mark.parametrize(
    ("interrupts", "limit", "waits"),
    [("limited", 0, False), ("limited", 1, True), ("never", 5, False), ("always", 0, True)],
)
def test_the_match_decides_whether_the_other_may_be_asked(interrupts: str, limit: int, waits: bool) -> None:
    orders = f"aim: ask\nask-limit: {limit}"
    b = Bench("V05@C3 V01@C3", "V15@C3", standing={2: orders}, interrupts=interrupts)
    b.strike("C3 with mirrorman")
    assert (b.asked() == (2, "target")) == waits


@rule("DB-12A.1")
def test_without_orders_of_his_own_nobody_is_asked_in_a_foreign_phase() -> None:
    b = Bench("F08@C3 P01@C3", "V01@C3 V15@C3").strike("C3 with all", "3 3 1", *["miss"] * 7, "3 1")
    b.order("damage brawler 7").order("destroy brawler")
    assert b.asked() == (1, "action")
    assert len(b.told("deathblow")) == 1


@rule("DB-12A.5")
def test_refusals_say_why_and_what_would_be_legal() -> None:
    b = Bench("V05@C3 V01@B1", "M03@C3 V10@D3")
    receipt = b.submit("strike D3 with all")
    assert receipt.problem is not None
    assert str(receipt.problem.error) == "D3 is not contested"
    assert receipt.problem.error.nearest == ("C3",)
    receipt = b.submit("shift brawler B3")
    assert receipt.problem is not None
    assert receipt.problem.error.nearest == ("B2", "A1", "C1")


def test_a_preview_tells_the_chances_of_a_strike() -> None:
    b = Bench("F08@C3", "M01@C3").begin()
    seen = preview(DREAMBLADE, b.run.save(), 1, "strike C3 with all\ndone", b"seed")
    assert seen.exact
    assert [event.key for event in seen.certain] == ["struck"]
    chances = {tuple(e.key for e in outcome): round(chance, 3) for chance, outcome in seen.chances}
    assert sum(chances.values()) == pytest.approx(1, abs=0.01)
    assert any("banished" in keys or "disrupted" in keys for keys in chances)


@rule("DB-12A.5")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("spawn pariah C2", "C2 is not in your spawn row"),
        ("spawn pariah B1", "you had a creature in B1 when this phase began"),
        ("spawn pariah A1", "you have no miniature in column A, as A1 needs"),
        ("spawn bastion C4", "a location needs a creature of yours in its cell, and there is none in C4"),
        ("spawn bastion D3", "there is a location in D3 already"),
    ],
)
def test_a_refused_cell_says_why(line: str, reason: str) -> None:
    b = spawning("F08 V19 V05@B1 V05@C3 V05@D3", "M03@A5 M10@D3", dice=(6, 6))
    assert b.refused(line) == reason


@rule("DB-12A.5", "DB-9.26")
def test_a_place_that_is_not_free_is_refused_with_the_reason() -> None:
    b = Bench("P01@C3 V05@A1", "M02@C3").strike("C3 with all", "3 3 3").refused
    assert b("send stalker A1") == "A1 is not empty"
    assert b("send stalker E1") == "E1 is your own portal"


@rule("DB-12A.5", "DB-9.16")
def test_damage_that_does_not_add_up_is_refused_with_its_sum() -> None:
    b = Bench("P01@C3", "M03@C3 M02@C3").strike("C3 with all", "3 3 3 2")
    assert b.refused("damage thug 6 stalker 4") == "all 11 damage must be dealt, and this is 10"


def test_two_orders_on_one_line_are_refused_with_the_remedy() -> None:
    said = Bench("V05@B2 V01@D2", "M03@A5").refused("shift mirrorman C2, done")
    assert "a line of its own" in said
