"""The page of the rules for players: what it says to write can be written, and no rule is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scrappers.position import Bench, position

PAGE = (Path(__file__).parents[2] / "docs/rules/scrappers.md").read_text(encoding="utf-8")
WRITING = PAGE[PAGE.index("## 18.") : PAGE.index("## 19.")]
TABLE = [line.split(" | ") for line in WRITING.splitlines() if line.startswith("| ")]

# Rule ids per chapter, as section 21 of the rules text counts them.
CHAPTERS = dict(enumerate((12, 11, 5, 4, 5, 8, 6, 8, 7, 4, 7, 6, 4, 7, 8, 21, 16, 3, 44, 1), 1))
DECISIONS = 45

GREEN = "TER HYD MET WEE"


def at(
    own: str, other: str = "", third: str = "", *, mine: str = "", docks: str = "", after: str = ""
) -> Bench:
    """A position for a line of the page, after another order of the same turn."""
    bench = position(own, other, third, mine=mine, docks=docks, factions=GREEN, artifacts="AR08 AR05 AR03")
    return bench.order(after) if after else bench


# A position for each order text of the table.
LINES: dict[str, Callable[[], Bench]] = {
    "activate cyber-hand": lambda: at("base TER1 TER2 artifacts AR02-A"),
    "activate bonus TER1": lambda: at("artifacts AR04-A", docks="TER1 MET1"),
    "leader": lambda: at("base TER2"),
    "leader take 2": lambda: at("base MET1 MET2 TER3"),
    "recruit MET3 with TER2": lambda: at("hand TER2 HYD2", docks="MET3"),
    "recruit TER1": lambda: at("hand TER2", docks="TER1 MET1"),
    "mine green-6a with WEE2 WEE4": lambda: at("hand WEE2 WEE4", mine="green-6a green-6b"),
    "mine green 6 with WEE2 WEE4": lambda: at("hand WEE2 WEE4", mine="green-6a green-3a"),
    "mine green-3a": lambda: at("hand WEE2 base MIN4", mine="green-3a", after="leader"),
    "mine extra blue-1a with HYD1": lambda: at("hand HYD1 base MET2", mine="blue-1a", after="leader"),
    "mine blue-3a with HYD2 TER1": lambda: at("hand HYD2 TER1 artifacts AR06-A", mine="blue-3a"),
    "mine brown-1a with TER1 bonus red-1a": lambda: at(
        "hand TER1 base MET4", mine="brown-1a red-1a", after="leader"
    ),
    "mine brown-3c with TER3 props": lambda: at("hand TER3 artifacts AR12-A", mine="brown-3c"),
    "mine brown-3c with TER3 bonus red-3a props": lambda: at(
        "hand TER3 base MET4 artifacts AR12-A", mine="brown-3c red-3a", after="leader"
    ),
    "collect 2 left with MET3 TER2": lambda: at("hand MET3 TER2 HYD1 artifacts AR07-A"),
    "collect AR05 right with MET3 TER4": lambda: at("hand MET3 TER4 HYD1"),
    "collect 3 left": lambda: at("hand MIN3 artifacts AR07-A", after="skill MIN3"),
    "skill HYD3 take MET2#3 from seat 2": lambda: at("hand HYD3", "base TER1 MET2#3 MET1"),
    "raid seat 2": lambda: at("base TER1", "base MET1"),
    "raid seat 2 then seat 1": lambda: at("base TER1 artifacts AR03-A", "base MET1"),
    "raid seat 2 club red-1a": lambda: at("artifacts AR01-A", "base MET1", mine="red-1a"),
    "raid seat 2 club red-1a then seat 1 club blue-1a": lambda: at(
        "base TER1 artifacts AR01-A AR03-A", "base MET1", mine="red-1a blue-1a"
    ),
    "end": lambda: at(""),
    "skill TER1 take brown-1a": lambda: at("hand TER1", mine="brown-1a brown-1b"),
    "skill TER2": lambda: at("hand TER2"),
    "skill TER3 take 2": lambda: at("hand TER3 base MET1 MET2 TER1"),
    "skill TER4 take TER1 MET3": lambda: at("hand TER4", docks="TER1 MET3 HYD1"),
    "skill HYD2 take MET2": lambda: at("hand HYD2", docks="MET2"),
    "skill HYD2": lambda: at("hand HYD2", docks="MET2"),
    "skill HYD4 take MET2#3 TER1#1 from seat 2": lambda: at("hand HYD4", "base TER1#1 MET2#3 TER2"),
    "skill HYD4 take TER1#1 from seat 2": lambda: at("hand HYD4", "base TER1#1 MET2#3 TER2"),
    "skill MET3 paint HYD1 green HYD2 green": lambda: at("hand MET3 HYD1 HYD2"),
    "skill MIN2 paint blue-3a yellow": lambda: at("hand MIN2", mine="blue-3a"),
    "skill BIO2 subjugate TER1#2": lambda: at("hand BIO2 base TER1#1 TER1#2 MET2"),
    "skill BIO3 subjugate MET2#3 from seat 2": lambda: at("hand BIO3", "base MET2#1 MET2#3 TER1"),
    "skill BIO4 subjugate TER1 HYD1 take red-1a blue-1b": lambda: at(
        "hand BIO4 TER1 HYD1", mine="red-1a blue-1b"
    ),
    "skill BIO4 subjugate TER1 HYD1": lambda: at("hand BIO4 TER1 HYD1", mine="red-1a blue-1b"),
    "skill WEE3 each WEE1#2 WEE2#1": lambda: at("hand WEE3 base WEE2#1 TER1", "base WEE1#2 TER2"),
    "skill WEE3 one WEE1#2 WEE2#1 from seat 3": lambda: at("hand WEE3", "", "base WEE2#1 WEE1#2 TER2"),
    "skill WEE4 take from seat 2": lambda: at("hand WEE4", "base WEE1#2 WEE2#1 TER2"),
    "skill WEE4 take from seat 2 WEE1#2 WEE2#1": lambda: at(
        "hand WEE4 TER1#3 TER1#4 TER2 TER2 TER3", "base WEE1#2 WEE3 WEE2#1 TER4"
    ),
    "skill TER3 decline": lambda: at("hand TER3 base MET1 MET2"),
}


def test_the_page_has_each_rule_once() -> None:
    found = re.findall(r"^(?:- )?\*\*(SS-D?[0-9.]+)\*\*", PAGE, re.MULTILINE)
    expected = [f"SS-{chapter}.{n}" for chapter, count in CHAPTERS.items() for n in range(1, count + 1)]
    expected += [f"SS-D{n}" for n in range(1, DECISIONS + 1)]
    assert sorted(found) == sorted(expected)
    assert (sum(CHAPTERS.values()), len(found)) == (187, 232)


def test_the_rules_of_a_chapter_stand_in_that_chapter() -> None:
    for chapter, text in enumerate(re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:], 1):
        found = re.findall(r"^(?:- )?\*\*SS-(\d+)\.\d+\*\*", text, re.MULTILINE)
        assert found == [str(chapter)] * CHAPTERS[chapter]


def test_no_rule_points_to_a_rule_that_does_not_exist() -> None:
    named = set(re.findall(r"SS-(?:D\d+|\d+\.\d+)", PAGE))
    defined = set(re.findall(r"^(?:- )?\*\*(SS-D?[0-9.]+)\*\*", PAGE, re.MULTILINE))
    assert named == defined


def test_the_table_of_orders_is_the_one_tried_here() -> None:
    written = [text for cells in TABLE for text in re.findall(r"`([^`]+)`", cells[1])]
    assert set(written) == set(LINES)


@pytest.mark.parametrize("line", LINES)
def test_an_order_of_the_table_is_carried_out_as_written(line: str) -> None:
    LINES[line]().order(line)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("recruit met3 WITH ter2", "recruit MET3 with TER2"),
        ("recruit Ruster with Foreman", "recruit MET3 with TER2"),
        ("recruit MET3 with TER2    # to get rid of it", "recruit MET3 with TER2"),
        ("skill HYD3 take MET2", "skill HYD3 take MET2#3 from seat 2"),
        ("skill HYD3 MET2#3", "skill HYD3 take MET2#3 from seat 2"),
        ("skill HYD4 take TER1#1", "skill HYD4 take TER1#1 from seat 2"),
        ("raid 2", "raid seat 2"),
        ("collect 2 A with MET3 TER2", "collect 2 left with MET3 TER2"),
        ("skill TER4 take MET3 TER1", "skill TER4 take TER1 MET3"),
        ("skill HYD4 take TER1#1 MET2#3 from seat 2", "skill HYD4 take MET2#3 TER1#1 from seat 2"),
    ],
)
def test_the_hints_of_the_page_hold(line: str, same: str) -> None:
    ours, plain = LINES[same]().order(line), LINES[same]().order(same)
    assert ours.state == plain.state


@pytest.mark.parametrize("line", ["raid", "recruit MET3", "skill TER1", "skill BIO4 TER1 HYD1 red-1a"])
def test_what_is_chosen_must_be_written_even_if_there_is_one_choice(line: str) -> None:
    bench = at("hand TER1 TER2 HYD1 BIO4", "base MET1", docks="MET3", mine="brown-1a red-1a")
    bench.refused(line)


def test_the_word_extra_goes_without_saying_when_no_normal_action_is_left() -> None:
    bench = at("hand TER1 base MET2", "base MET1", mine="brown-1a", after="leader")
    assert bench.order("raid seat 2", "mine brown-1a with TER1").crystals(1) == ["brown-1a"]


def test_the_example_of_a_turn_can_be_sent_as_it_stands() -> None:
    example = WRITING.split("```")[3].strip()
    bench = at("hand TER2 WEE1 WEE2 base MET1", mine="yellow-1a green-3b", docks="MET3")
    bench.order(example)
    assert (bench.crystals(1), bench.hand(1)) == (["green-3b", "yellow-1a"], ["MET3"])
    assert (bench.base(1)[-1], bench.state.turn.seat) == ("WEE2", 2)


def test_the_example_of_conditions_can_be_sent_as_it_stands() -> None:
    example = WRITING.split("```")[1].strip()
    bench = at("hand TER3", mine="brown-3a", docks="TER1")
    bench.order(example)
    assert (bench.crystals(1), bench.hand(1)) == (["brown-3a"], ["TER1"])
