"""Whatever reads a player's text takes a time that grows with its length, and not with its square."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

import pytest

from accounts.refusals import Refused
from accounts.services.dates import is_about_absence, read_days
from games.engine.language.joined_lines import joined
from games.engine.language.letter_words import known_words
from games.engine.language.lines import MAX_LINE, MAX_TEXT
from games.engine.language.prose import read_letter
from games.engine.language.sheet import parse_sheet
from games.engine.language.standing import parse_standing
from games.services.commands.parts import take_apart
from games.services.engines import ENGINES
from games.services.rosters import book_of, games_with_rosters
from post.parsing.reply_text import new_text
from tests.catalogue import many
from tests.timing import quick

SECONDS = 1.5  # of the processor, for 40,000 characters
# What a text begins with, and what is repeated then. The first ones took minutes once.
PIECES = [
    *(("", ";"), ('"', " "), ("1 ", " - "), ("", "„"), ("a", " \t"), ("", "\n"), ("", '"'), ("", " {")),
    *(("", sign) for sign in "'()[]{}<>|:,.!-–*_#/\\+=~^ \t1aA@&%$?`“”»«•→➜\u00a0\u200b\u0301"),
    *(
        ("end ", sign)
        for sign in (" ", "\t", "  9", " x", "if (", "not ", "else ", "and ", ", ", ". ", "a) ")
    ),
    *(
        ("} ", ";"),
        ("[", " "),
        ("x: ", "- "),
        ("", "1. "),
        ("", "> "),
        ("", ">"),
        ("On ", "On "),
        ("", "a|b "),
    ),
    *(("", "2x Leap "), ("", "V04 2 "), ("", "} else {"), ("{", "} else {"), ("", '"a" '), ("", ";\n")),
]


def _readers() -> dict[str, Callable[[str], Any]]:
    known = {game: known_words(engine.vocabulary) for game, engine in ENGINES.items()}
    found: dict[str, Callable[[str], Any]] = {
        "reply": new_text,
        "commands": take_apart,
        "joined lines": lambda text: joined(text, known["edge"].orders),
        "days": lambda text: is_about_absence(text) and read_days(text, date(2026, 11, 19)),
    }
    for game, engine in ENGINES.items():
        words = engine.vocabulary
        found[f"letter of {game}"] = partial(_read, read_letter, known[game])
        found[f"orders of {game}"] = partial(_read, parse_sheet, words)
        found[f"standing orders of {game}"] = partial(_read, parse_standing, words)
    for game in games_with_rosters():
        found[f"rosters of {game}"] = book_of(game).read
    return found


def _read(reader: Callable[[str, Any], object], words: object, text: str) -> object:
    return reader(text, words)


READERS = _readers()


@pytest.mark.catalogue
@pytest.mark.timeout(600)
@pytest.mark.parametrize("reader", READERS)
def test_no_piece_that_is_repeated_takes_long(reader: str) -> None:
    """A26, C12: in one line, and in lines that are as long as they may be."""
    for first, piece in PIECES[: many(4, len(PIECES))]:
        line = (first + piece * MAX_TEXT)[: MAX_TEXT - 2]
        short = line[: MAX_LINE - 2]
        for text in (f"{line}z", "\n".join([f"{short}z"] * (MAX_TEXT // MAX_LINE))):
            with quick(SECONDS, (first, piece, text[:20])), suppress(Refused):
                READERS[reader](text)
