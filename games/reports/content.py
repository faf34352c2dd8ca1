"""A turn report as data: finished, plain strings in the reader's language and zone, and one picture."""

from __future__ import annotations

import re
from itertools import accumulate

import msgspec

# D7: what a page can bear. Longer texts are cut with an ellipsis, longer lists are cut with a count.
LETTERS = 600  # of one name or line
PARAGRAPH = 3_000  # characters in a paragraph of the story
STORY = 40_000  # characters in the whole story: some fourteen pages
LINES = 80  # of a list
NOTES = 12  # of what stands at the foot
BOARD = 1_000_000  # characters of the picture
_ELLIPSIS = "…"
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LONG_WORD = re.compile(r"\S{60}")
_LANGUAGE = re.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_COLOUR = re.compile("#[0-9a-f]{6}")
_VIEWBOX = re.compile(r"""<svg\b[^>]*?\bviewBox=["']\s*\S+\s+\S+\s+([\d.]+)\s+([\d.]+)\s*["']""")


_FOLD = re.compile(r"""<svg\b[^>]*?\bdata-fold=["']([\d.]+)["']""")


class Section(msgspec.Struct, frozen=True):
    """A part of the story: the turn, and what happened in it, a paragraph for each deed."""

    heading: str
    paragraphs: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """The seats: columns named by the caller, a row for each."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Asked(msgspec.Struct, frozen=True):
    """What the reader is asked, and what may be written."""

    heading: str
    prompt: str
    lines: tuple[str, ...] = ()


class OrderForm(msgspec.Struct, frozen=True):
    """The order sheet: a draft, and ruled lines to fill in by hand."""

    heading: str
    lines: tuple[str, ...] = ()
    ruled: int = 5


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of one match for one reader. The reply address is a secret and must not be in it."""

    language: str  # "pl"
    ink: str  # the game's colour, "#22304a"
    game: str  # "Star Scrappers: Cave-In"
    match: str
    turn: str  # "Turn 12"
    reader: str  # "for Alice, seat 1"
    made_at: str
    board: str  # one SVG without outside files
    board_text: str  # the picture in a sentence, for screen readers
    deadline: str = ""
    story_heading: str = ""
    story: tuple[Section, ...] = ()
    seats: Table | None = None
    asked: Asked | None = None
    sheet: OrderForm | None = None
    answer: tuple[str, ...] = ()  # how to answer: the page, not the address
    footer: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What a window or a screen reader calls the document."""
        return f"{self.game}: {self.match}, {self.turn}"


def board_size(svg: str) -> tuple[float, float]:
    """Width and height of a picture in its own units. Raises ValueError if it does not say them."""
    found = _VIEWBOX.search(svg[:2000])
    size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if min(size) <= 0:
        raise ValueError("the picture has no size")
    return size


def fold_of(svg: str) -> float:
    """How far down a long picture may be divided between two pages; 0 if it stays whole."""
    found = _FOLD.search(svg[:2000])
    return float(found[1]) if found else 0.0


def trimmed(report: Report) -> Report:
    """The same report in bounds: no text or list so long that it breaks a page, nothing that is not text."""
    if len(report.board) > BOARD:
        raise ValueError("the picture is too large")
    return msgspec.structs.replace(
        report,
        language=report.language if _LANGUAGE.fullmatch(report.language) else "en",
        ink=report.ink if _COLOUR.fullmatch(report.ink) else "#000000",
        game=cut(report.game), match=cut(report.match), turn=cut(report.turn),
        reader=cut(report.reader), made_at=cut(report.made_at),
        board=_NOT_TEXT.sub("", report.board), board_text=cut(report.board_text),
        deadline=cut(report.deadline), story_heading=cut(report.story_heading),
        story=_cut_story(report.story),
        seats=_cut_seats(report.seats), asked=_cut_asked(report.asked), sheet=_cut_sheet(report.sheet),
        answer=cut_list(report.answer, NOTES), footer=cut_list(report.footer, NOTES),
    )  # fmt: skip


def cut(text: str, most: int = LETTERS) -> str:
    """One text in bounds, on one line.

    >>> cut("a" * 70) == "a" * 60 + "\\u200b" + "a" * 10, len(cut("ab " * 1000)) <= LETTERS
    (True, True)
    """
    plain = _NOT_TEXT.sub("", text[: 4 * most])
    plain = " ".join(plain.split())
    plain = plain if len(plain) <= most else plain[: most - 1] + _ELLIPSIS
    return _LONG_WORD.sub(lambda word: word[0] + "\u200b", plain)


def cut_list(lines: tuple[str, ...], most: int = LINES, letters: int = LETTERS) -> tuple[str, ...]:
    """A list in bounds; what was left out is counted."""
    kept = tuple(cut(line, letters) for line in lines[:most])
    return kept if len(lines) <= most else (*kept, f"{_ELLIPSIS} +{len(lines) - most}")


def _cut_story(story: tuple[Section, ...]) -> tuple[Section, ...]:
    """The newest part: after weeks away, a reader finds the rest on the match page."""
    kept: list[Section] = []
    left = STORY
    for section in reversed(story):
        if left <= 0 or len(kept) == LINES:
            kept.append(Section(f"{_ELLIPSIS} +{len(story) - len(kept)}", ()))
            break
        room = _fitting(section.paragraphs, left)
        kept.append(Section(cut(section.heading), cut_list(section.paragraphs, room, PARAGRAPH)))
        left -= sum(map(len, kept[-1].paragraphs))
    return tuple(reversed(kept))


def _fitting(paragraphs: tuple[str, ...], letters: int) -> int:
    """How many paragraphs there is room for; at least one."""
    lengths = (min(len(paragraph), PARAGRAPH) for paragraph in paragraphs[:LINES])
    return max(1, sum(reached <= letters for reached in accumulate(lengths)))


def _cut_seats(seats: Table | None) -> Table | None:
    if seats is None:
        return None
    rows = tuple(cut_list(row[:8]) for row in seats.rows[:LINES])
    return Table(cut(seats.heading), cut_list(seats.columns[:8]), rows)


def _cut_asked(asked: Asked | None) -> Asked | None:
    return asked and Asked(cut(asked.heading), cut(asked.prompt), cut_list(asked.lines))


def _cut_sheet(sheet: OrderForm | None) -> OrderForm | None:
    return sheet and OrderForm(cut(sheet.heading), cut_list(sheet.lines), max(0, min(sheet.ruled, 30)))
