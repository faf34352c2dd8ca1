"""D7, D9: what a report may hold is bounded before anything is printed."""

import pytest
from msgspec.structs import replace

from games.reports.content import (
    LETTERS,
    LINES,
    STORY,
    OrderForm,
    Section,
    Table,
    board_size,
    cut,
    cut_list,
    trimmed,
)


def test_a_word_without_end_is_cut_and_may_be_broken():
    """D7"""
    told = cut("x" * 500_000)
    assert len(told) < LETTERS * 1.1
    assert max(map(len, told.split("\u200b"))) <= 60


def test_a_list_without_end_is_cut_and_counted():
    """D7"""
    told = cut_list(tuple(f"line {n}" for n in range(2000)))
    assert len(told) == LINES + 1
    assert told[-1] == f"… +{2000 - LINES}"


def test_of_a_long_story_the_newest_is_kept(report):
    """D7"""
    story = tuple(Section(f"Turn {n}", ("word " * 100,)) for n in range(1000))
    kept = trimmed(replace(report, story=story)).story
    assert kept[-1].heading == "Turn 999"
    assert kept[0].heading.startswith("… +")
    assert sum(len(paragraph) for part in kept for paragraph in part.paragraphs) <= STORY + LETTERS


def test_a_turn_without_end_is_cut_too(report):
    """D7"""
    endless = Section("Turn 1", tuple("word " * 200 for _ in range(2000)))
    (kept,) = trimmed(replace(report, story=(endless,))).story
    assert kept.paragraphs[-1].startswith("… +19")
    assert sum(map(len, kept.paragraphs)) <= STORY + LETTERS


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\x0b", "\x9b", "\ud800", "\uffff"])
def test_what_is_no_letter_is_left_out(report, letter):
    """D8, D9: a lone surrogate, or a control character that XML does not know."""
    kept = trimmed(
        replace(report, match=f"My{letter}Match", board=report.board.replace("DOCKS", f"D{letter}"))
    )
    assert kept.match == "MyMatch"
    assert letter not in kept.board


def test_a_name_with_line_breaks_stays_on_one_line(report):
    """D8"""
    assert trimmed(replace(report, match="My\r\nBcc: bob\n match")).match == "My Bcc: bob match"


@pytest.mark.parametrize("ink", ["red", "#12345", "#123456;} * {color:red", "url(http://x.example)", ""])
def test_an_ink_that_is_no_colour_is_black(report, ink):
    assert trimmed(replace(report, ink=ink)).ink == "#000000"


def test_a_language_that_is_none_is_english(report):
    assert trimmed(replace(report, language='" onload="')).language == "en"
    assert trimmed(replace(report, language="pt-br")).language == "pt-br"


def test_tables_and_sheets_are_bounded_too(report):
    """D7"""
    wide = Table("Players", ("c",) * 50, ((("x" * 9000,) * 50),) * 500)
    kept = trimmed(replace(report, seats=wide, sheet=OrderForm("Sheet", ("end",) * 999, 10**9)))
    assert kept.seats is not None
    assert kept.sheet is not None
    assert (len(kept.seats.columns), len(kept.seats.rows), len(kept.seats.rows[0])) == (8, LINES, 8)
    assert (len(kept.sheet.lines), kept.sheet.ruled) == (LINES + 1, 30)


def test_a_picture_says_its_size(report):
    assert board_size(report.board)[0] == 1200
    with pytest.raises(ValueError, match="no size"):
        board_size("<svg/>")
    with pytest.raises(ValueError, match="too large"):
        trimmed(replace(report, board=report.board + " " * 1_000_001))
