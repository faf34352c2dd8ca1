"""What was told: texts of a game in the active language, events as rows keep them, how a match ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache, partial

import msgspec
from django.utils.translation import get_language, gettext

from games.engine.contract.events import Event
from games.engine.contract.phrases import Phrase
from games.models import Match

MOST_HAPPENINGS = 500


def translate(text: str) -> str:
    """A text of a game in the active language. A page has hundreds of them, and they never change."""
    return _translated(get_language(), text)


def translator() -> Callable[[str], str]:
    """The same for many texts at once: the language is looked up once."""
    return _of_language(get_language())


@cache
def _of_language(language: str | None) -> Callable[[str], str]:
    return partial(_translated, language)


@lru_cache(maxsize=30_000)
def _translated(language: str | None, text: str) -> str:
    return gettext(text)


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of the story, in the reader's words."""

    number: int  # counted for this reader: no gaps where something hidden happened
    turn: int
    key: str
    text: str
    is_detail: bool  # it belongs to what was told before it
    rule: str = ""  # the one behind it, where a single one says it


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, as its row keeps it."""

    number: int  # never shown: it counts hidden ones
    turn: int
    told_at: datetime
    is_void: bool  # undone by a rewind
    data: bytes | memoryview


def outcome(match: Match, names: dict[int, str]) -> str:
    """How a match ended, in one sentence; empty while it runs."""
    if match.status != Match.Status.FINISHED:
        return ""
    result = match.result
    winners = [names.get(number, str(number)) for number in result.get("winners", [])]
    told = Phrase(result.get("reason", ""), result.get("values", {})).text(names, translate)
    if not winners:
        return told
    won = gettext("{names} has won.") if len(winners) == 1 else gettext("{names} share the victory.")
    return f"{told} {won.format(names=gettext(' and ').join(winners))}".strip()


def event_of(data: bytes) -> Event:
    """An event, as its row keeps it: with everything anyone may know of it."""
    return _events.decode(data)


_events = msgspec.msgpack.Decoder(Event)
