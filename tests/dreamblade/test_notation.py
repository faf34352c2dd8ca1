"""DB-12A.2 and DB-12A.5: orders in the notation of the rulebook, and as people say them."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dreamblade import notation
from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.state import GRAVEYARD, State
from games.engine.contract.dice import Seeds
from games.engine.language.standing import format_order, parse_standing, replaced
from games.engine.play.orders import submit
from games.engine.play.run import Run
from tests.dreamblade.bench import SPAWN, Bench, spawning
from tests.rules import rule


@rule("DB-12A.5", "DB-D2")
@pytest.mark.parametrize(
    "line",
    [
        "SPAWN V04 C1",
        "SPAWN V04#1 C1",
        "spawn V04.1 in C1",
        "summon Twilight Scout to C1",
        "deploy the scout at C1",
        "spawn my scout1 on C1",
        "place scout at C1",
        "put the Twilight Scout in C1",
        "buy V04 C1",
    ],
)
def test_a_spawn_as_people_write_it(line: str) -> None:
    assert spawning("V04 V04 V05@C2", dice=(6, 6)).order(line).at("scout1") == "C1"


@rule("DB-12A.5", "DB-D2")
@pytest.mark.parametrize("line", ["SPAWN V04#1 C1", "spawn scout1 C1", "spawn V04.1 C1", "spawn scout#1 C1"])
def test_the_only_one_of_its_kind_may_be_called_the_first(line: str) -> None:
    assert spawning("V04 V05@C2", dice=(6, 6)).order(line).at("scout") == "C1"


@rule("DB-12A.5", "DB-D2")
@pytest.mark.parametrize(
    "line",
    [
        "spawn Zombie Enforcer, Cannibal Pariah E1",
        "spawn enforcer and the Cannibal Pariah",
        "place Zombie Enforcer at E1 and pariah at E1",
    ],
)
def test_several_with_long_names_are_spawned_by_one_line(line: str) -> None:
    b = spawning("F07 F08", dice=(6, 6)).order(line)
    assert b.where("enforcer", "pariah") == ["E1", "E1"]


@rule("DB-12A.5", "DB-D6")
@pytest.mark.parametrize("line", ["USE castle.gather -> mirrorman", "activate V02.gather mirrorman"])
def test_a_spawn_ability_in_the_notation_of_the_rulebook(line: str) -> None:
    assert spawning("V02@C3 V05@C2 V01@C4 F08", dice=(6, 6)).order(line).at("mirrorman") == "C3"


@rule("DB-12A.5", "DB-D8")
@pytest.mark.parametrize(
    "line",
    [
        "SHIFT brawler2->C2",
        "shift V01.2 C2",
        "move V01#2 to C2",
        "shift brawler.2 from d2 to c2",
        "shift Runetagged Brawler 2 d2->c2",
        "move the V01-2 d2-c2",
    ],
)
def test_a_shift_as_people_write_it(line: str) -> None:
    assert Bench("V01@B2 V01@D2", "M03@A5").order(line).at("brawler2") == "C2"


@rule("DB-12A.5", "DB-D8")
@pytest.mark.parametrize(
    "line",
    [
        "SHIFT brawler1->C2, mirrorman->D3",
        "shift brawler1 C2, Mirrorman D3",
        "move Runetagged Brawler 1 to C2 and Mirrorman to D3",
        "shift Runetagged Brawler 1 C2, the Mirrorman to D3",
    ],
)
def test_several_shifts_on_one_line_are_made_one_after_another(line: str) -> None:
    b = Bench("V01@B2 V01@A1 V05@D2", "M03@A5").order(line)
    assert b.where("brawler1", "mirrorman") == ["C2", "D3"]
    assert [row["figure"] for row in b.told("moved")] == ["brawler1", "mirrorman"]


@rule("DB-12A.5", "DB-D8")
def test_several_go_to_one_cell_and_a_wrong_one_is_named_alone() -> None:
    b = Bench("V01@B2 V01@D2 V05@A1", "M03@A5").order("shift brawler1 and brawler2 C2")
    assert b.where("brawler1", "brawler2") == ["C2", "C2"]
    b = Bench("V01@B2 V05@A1", "M03@A5")
    receipt = b.submit("shift brawler C2, mirrorman E5\ndone")
    assert receipt.problem is not None
    assert "mirrorman cannot move to E5" in str(receipt.problem.error)
    assert receipt.handed_back == "shift mirrorman E5\ndone"
    assert b.where("brawler", "mirrorman") == ["C2", "A1"]


@rule("DB-12A.5")
@pytest.mark.parametrize(
    "line",
    [
        "shift brawler C2 unless you move there",
        "shift brawler C2, mirrorman D3 if I win",
        "shift brawler C2 and then we shall see",
        "shift brawler C2, nobody D3",
        "move along brawler C2, mirrorman D3",
    ],
)
def test_of_a_line_that_says_more_nothing_is_played(line: str) -> None:
    b = Bench("V01@B2 V05@D2", "M03@A5").begin()
    assert b.submit(line).problem is not None
    assert b.where("brawler", "mirrorman") == ["B2", "D2"]


@rule("DB-12A.5", "DB-D11")
@pytest.mark.parametrize(
    "line",
    [
        "STRIKE C3 WITH mirrorman,brawler",
        "attack c3",
        "fight in C3 with everyone",
        "strike at C3 using all",
        "strike C3 with brawler and mirrorman",
        "strike C3 with mirrorman and brawler",
        "strike with everyone in C3",
        "attack with Mirrorman and brawler in C3",
        "attack C3 with everything",
    ],
)
def test_a_strike_as_people_write_it(line: str) -> None:
    b = Bench("V05@C3 V01@C3", "M03@C3").order(line)
    assert b.told("struck")[0]["figures"] == ["brawler", "mirrorman"]


@rule("DB-12A.5", "DB-D13", "DB-D14")
@pytest.mark.parametrize(
    "line", ["BLADE scout.advance -> mirrorman C2", "blade Scout advance the Mirrorman from b2 to c2"]
)
def test_a_blade_in_the_notation_of_the_rulebook(line: str) -> None:
    b = Bench("V05@B2 V04@C3", "M03@C3").strike("C3 with all", "blade").order(line)
    assert b.at("mirrorman") == "C2"
    b = Bench("V05@B2 V04@C3", "M03@C3").strike("C3 with all", "blade").order("BLADE scout.advance DECLINE")
    assert len(b.told("declined")) == 1


@rule("DB-12A.5", "DB-D13")
@pytest.mark.parametrize(
    "line",
    [
        "blade advance mirrorman C2",
        "advance mirrorman to C2",
        "scout advance mirrorman C2",
        "spend a blade on the scout advance mirrorman C2",
    ],
)
def test_an_ability_that_one_creature_has_is_named_without_it(line: str) -> None:
    b = Bench("V05@B2 V04@C3 P02@C3", "M03@C3").strike("C3 with all", "blade blade").order(line)
    assert b.at("mirrorman") == "C2"


@rule("DB-9.9", "DB-D13")
def test_an_ability_of_several_creatures_needs_its_owner() -> None:
    b = Bench("P02@C3 V07@C3 X01@C3", "M03@C3").strike("C3 with all", "blade blade")
    assert "“blade dreamhunter crit”" in b.refused("blade crit")
    assert "“blade duellist advance”" in b.refused("advance")


@rule("DB-9.9")
@pytest.mark.parametrize("line", ["done", "none", "blade none", "decline"])
def test_why_a_blade_cannot_be_kept(line: str) -> None:
    b = Bench("P02@C3 V07@C3", "M03@C3").strike("C3 with all", "blade")
    assert "it must be spent" in b.refused(line)


@rule("DB-9.5", "DB-8.2", "DB-7.10")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("attack thug with mirrorman", "name the cell first: “strike C3 with all”"),
        ("strike C3 with scout", "scout is not a creature in C3"),
        ("strike C3 with thug", "thug is not yours"),
        ("scout C2", "begin with what it does: “shift scout …”"),
        ("shift scout B2", "scout is in B2 already"),
        ("shift all C2", "name each creature that moves"),
    ],
)
def test_a_slip_of_a_newcomer_is_answered_with_what_is_wrong_about_it(line: str, reason: str) -> None:
    assert reason in Bench("V04@B2 V05@C3 P02@C3", "M03@C3").refused(line)


@rule("DB-12A.5", "DB-D19")
@pytest.mark.parametrize(
    "line",
    [
        "HIT thug=5, pariah=4",
        "damage thug 5 pariah 4",
        "deal 5 to the thug and 4 to the pariah",
        "hit pariah 4, rest on Iron Thug",
        "assign 5 to thug, remainder to pariah",
    ],
)
def test_damage_as_people_write_it(line: str) -> None:
    b = Bench("V05@C3", "M03@C3 F08@C3").strike("C3 with all", "3 3 3").order(line)
    assert sorted(b.told("dealt")[0]["figures"]) == ["pariah 4", "thug 5"]


@rule("DB-12A.5", "DB-D19")
def test_all_the_damage_on_one() -> None:
    b = Bench("V05@C3", "M03@C3 F08@C3").strike("C3 with all", "3 3 3").order("damage all on thug")
    assert b.told("dealt")[0]["figures"] == ["thug 9"]
    b = Bench("V05@C3", "M03@C3 F08@C3").strike("C3 with all", "3 3 3")
    assert "“9” is not possible here" in b.refused("damage rest")
    assert b.refused("damage pariah 9 thug rest")


@rule("DB-12A.5", "DB-D20", "DB-D21")
@pytest.mark.parametrize(
    ("lines", "places"),
    [
        ("RESULT pariah=destroy, enforcer=disrupt:E5", [GRAVEYARD, "E5"]),
        ("kill pariah\ndisrupt enforcer to E5", [GRAVEYARD, "E5"]),
        ("disrupt pariah D5, enforcer E5", ["D5", "E5"]),
        ("destroy pariah and enforcer", [GRAVEYARD, GRAVEYARD]),
        ("disrupt enforcer e5\ndestroy Cannibal Pariah", [GRAVEYARD, "E5"]),
    ],
)
def test_results_with_their_places_on_one_line(lines: str, places: list[str]) -> None:
    b = Bench("P01@C3 V01@A1", "F08@C3 F07@C3").dice("3 3 3 3")
    b.order("strike C3 with all", "damage pariah 6 enforcer 6", *lines.split("\n"), "done")
    assert b.where("pariah", "enforcer") == places


@rule("DB-12A.5", "DB-D12")
def test_misses_are_counted_in_words_too() -> None:
    b = Bench("M02@C3", "V10@C3").strike("C3 with all", "1").order("reroll 2 misses")
    assert b.told("rerolled")[0]["old"] == ["miss", "miss"]


@rule("DB-12A.5")
def test_a_whole_turn_in_the_notation_of_the_rulebook() -> None:
    b = Bench("V04 V04@B2 V05@C4 P01@C3", "M03@C3 M02@C3 M01@A5", step=SPAWN, dice=(6, 4), wins=(0, 1))
    b.order("SPAWN V04#1 E1", "DONE")
    b.order("SHIFT scout1->D1, V04.2->C2", "DONE", "STRIKE C3 WITH ALL", seat=1)
    assert b.where("scout1", "scout2") == ["D1", "C2"]
    assert b.told("struck")[0]["figures"] == ["punisher"]


@rule("DB-12A.5")
@pytest.mark.parametrize("line", ["pass", "end phase", "End my spawn phase", "finish", "skip", "DONE"])
def test_a_phase_is_ended_in_many_words(line: str) -> None:
    b = Bench("V01 V05@C3", "M01 M03@A5", step=SPAWN).order(line)
    assert b.asked() == (2, "spawn")


@rule("DB-12A.5")
def test_an_end_of_something_else_ends_nothing() -> None:
    assert Bench("V01 V05@C3", "M01 M03@A5", step=SPAWN).refused("end of the world")


@rule("DB-12A.5", "DB-D1")
@pytest.mark.parametrize(
    "line",
    [
        "W2",
        "Night Court",
        "the Night Court",
        "take W2",
        "army W2",
        "choose the night court",
        "warband the Night Court",
    ],
)
def test_a_ready_made_warband_is_chosen_in_many_words(line: str) -> None:
    assert chosen(line)["F04"] == 1


@rule("DB-12A.5", "DB-D1", "DB-5.2")
@pytest.mark.parametrize(
    "line",
    [
        "warband V04 2 V05 1",
        "warband 2 Twilight Scout, 1 Mirrorman",
        "2x Twilight Scout, 1x Mirrorman",
        "warband 2x scout and 1 mirrorman",
    ],
)
def test_numbers_may_stand_before_the_miniatures_of_a_warband(line: str) -> None:
    assert chosen(line) == {"V04": 2, "V05": 1}


def chosen(line: str) -> Counter[str]:
    """The warband of a player who writes a line."""
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x02" * 32), {})
    for seat, text in ((1, line), (2, "W1")):
        receipt = submit(run, seat, text)
        assert receipt.problem is None, receipt.problem
    return Counter(figure.kind for figure in run.state.figures.values() if figure.seat == 1)


# Standing orders.


@rule("DB-12A.2", "DB-12A.3")
@pytest.mark.parametrize(
    ("line", "understood"),
    [
        (
            "SO DEATHBLOW@C3 join=best; aim=value; result=smart; send=A1,E5,far",
            ["join[deathblow@c3]: best", "aim[deathblow@c3]: value", "result[deathblow@c3]: smart",
             "send[deathblow@c3]: a1, e5, far"],
        ),
        ("SO APPEASE pick=cost<", ["pick[appease]: cost<"]),
        ("SO BLADES order=scout.advance,thug.fumble; decline=yes",
         ["blade[blades]: scout.advance, thug.fumble", "decline[blades]: yes"]),
        ("SO CHARGE aim=focus:thug,stalker", ["aim[charge]: focus thug stalker"]),
        ("SO DEATHBLOW@thug join=thug,stalker", ["join[deathblow@thug]: only thug stalker"]),
        ("SO REROLL dice=miss,blade,1", ["dice[reroll]: miss, blade, 1"]),
        ("SO TRIGGERS order=reaper,lancer", ["order[triggers]: reaper, lancer"]),
        ("aim: focus thug, stalker; kill", ["aim: focus thug stalker; kill"]),
    ],
)  # fmt: skip
def test_standing_orders_in_the_notation_of_the_rulebook(line: str, understood: list[str]) -> None:
    orders, problems = parse_standing(line, DREAMBLADE.vocabulary)
    assert problems == ()
    told = [format_order(policy) for policy in reversed(orders.policies)]
    assert [one.lower() for one in told] == understood


@rule("DB-12A.2")
def test_a_wrong_setting_of_the_rulebook_is_named_with_its_line() -> None:
    _, problems = parse_standing("send: far\nSO DEATHBLOW join=nobody2x; aim=kil", DREAMBLADE.vocabulary)
    assert [(problem.line, str(problem.error)) for problem in problems] == [
        (2, "“kil” cannot be chosen here")
    ]


@rule("DB-12A.2", "DB-D20", "DB-D21")
@pytest.mark.parametrize(
    ("standing", "place"),
    [
        ("SO RESULT result=disrupt\nSO SEND send=E5", "E5"),
        ("SO RESULT@C3 result=disrupt\nSO SEND@pariah send=C3,D5,far", "D5"),
        ("SO RESULT@D3 result=disrupt", GRAVEYARD),
        ("SO DEATHBLOW result=disrupt", GRAVEYARD),
    ],
)
def test_result_and_send_are_events_too(standing: str, place: str) -> None:
    b = Bench("V05@C3 V01@A1", "F08@C3", standing={1: standing}).dice("3 3")
    b.order("strike C3 with mirrorman", "done")
    assert b.at("pariah") == place


def test_a_line_of_several_stays_until_all_of_it_is_replaced() -> None:
    old = "SO DEATHBLOW join=none; aim=kill"
    changed = replaced(old, "aim[deathblow]: value", DREAMBLADE.vocabulary)
    assert changed.split("\n") == [old, "aim[deathblow]: value"]
    orders, _ = parse_standing(changed, DREAMBLADE.vocabulary)
    aims = [policy for policy in orders.policies if policy.key == "aim"]
    assert aims[0].line == 2  # the later one is read first
    assert replaced("aim[deathblow]: kill", "aim[deathblow]: value", DREAMBLADE.vocabulary) == (
        "aim[deathblow]: value"
    )


# What must not change.


@pytest.mark.parametrize(
    "line",
    [
        "warband V04 2 M03 1", "warband Two-Hearted Duellist 1", "spawn Twilight Scout portal",
        "spawn Gateway to Psychosis C3", "first gatewarden2.strikeback", "deathblow C3 with brawler",
        "send thug E5", "blade mimic crit/savage", "strike C3 with all", "done", "target thug",
    ],
)  # fmt: skip
def test_the_words_of_the_game_stay_as_they_are(line: str) -> None:
    words = tuple(line.split())
    assert notation.orders(words) == (words,)
