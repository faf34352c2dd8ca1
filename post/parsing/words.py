"""What email programs write of their own accord, in many languages: read once from words.toml."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lists of words.toml, under the names they have there."""

    wrote: frozenset[str]
    wrote_unspaced: tuple[str, ...]
    wrote_openings: tuple[str, ...]
    see_below: tuple[str, ...]
    between_dashes: tuple[str, ...]
    forward_lines: tuple[str, ...]
    footer_beginnings: tuple[str, ...]
    footer_endings: tuple[str, ...]
    legal_beginnings: tuple[str, ...]
    legal_words: tuple[str, ...]
    vacation_subjects: tuple[str, ...]
    failure_subjects: tuple[str, ...]
    nobody: frozenset[str]
    labels: dict[str, tuple[str, ...]]


WORDS = msgspec.toml.decode(Path(__file__).with_name("words.toml").read_bytes(), type=Words)


def plain_form(text: str) -> str:
    """As the words are written there: lower case, straight apostrophes."""
    return text.lower().replace("’", "'")
