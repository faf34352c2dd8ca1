"""A reader who wants to give a certain answer, and clicks on what leads there: links, things on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path

MOST = 60  # clicks for one order


class Step(NamedTuple):
    """Where a link leads: to these words, and within this place."""

    words: Path
    place: str
    thing: str

    @classmethod
    def of(cls, address: str) -> Step:
        """The step behind an address."""
        asked = parse_qs(urlsplit(address).query)
        return cls(tuple(asked.get("at", ())), asked.get("in", [""])[0], asked.get("on", [""])[0])


def best(addresses: Iterable[str], wanted: Path) -> str | None:
    """The link that leads furthest towards an answer; None if none does."""
    ways = [(_progress(Step.of(address), wanted), address) for address in addresses]
    progress, address = max(ways, default=(-1.0, ""))
    return address if progress >= 0 else None


def _progress(step: Step, wanted: Path) -> float:
    """How many of the words are said behind a link; a place in which the next word lies is half a word.

    A thing that several orders are for comes before the word for one of them: then that need not be said.
    """
    if step.words != wanted[: len(step.words)]:
        return -1
    rest = wanted[len(step.words) :]
    if step.thing:
        return len(step.words) + 1.5 if step.thing.rpartition(" ")[2] in rest[1:2] else -1
    if step.place:
        return len(step.words) + 0.5 if rest and rest[0].startswith(f"{step.place}.") else -1
    return len(step.words)


LINK = re.compile(r'<a (?:class="spot is-lit" )?href="([^"]*\?[^"]*)"')
FORM = re.compile(r'<form[^>]*class="(?:ready|suggestion)".*?</form>', re.DOTALL)
WORD = re.compile(r'name="at" value="([^"]*)"')


def links(page: str) -> Iterator[str]:
    """All that can be clicked towards an answer."""
    return (unescape(address) for address in LINK.findall(page))


def can_send(page: str, wanted: Path) -> bool:
    """Whether a button on the page sends exactly this answer."""
    return any(tuple(map(unescape, WORD.findall(form))) == wanted for form in FORM.findall(page))


def goes_at_once(page: str) -> bool:
    """Whether the order is sent with the click that completed it, for those who want that."""
    return " data-final" in page


def goes_unasked(page: str) -> bool:
    """Whether the last click was as good as the button: then it goes even if it cannot be taken back."""
    return " data-deliberate" in page


def clicks_word_by_word(decision: Decision[object], path: Path) -> int:
    """What it took before there was a table: each word that had an alternative, and the button."""
    had_choice = (
        len(list(islice(decision.options(path[:at]), 2))) > 1 or decision.check(path[:at]) is None
        for at in range(len(path))
    )
    return sum(had_choice) + 1
