"""Cuts off signatures, and the footers that telephones, scanners and lawyers add below what was written."""

from __future__ import annotations

from collections.abc import Sequence

from post.parsing.words import WORDS, plain_form

_LONGEST_FOOTER = 160
_SHORTEST_NOTICE = 100
_TRACKER_DOTS = ("\N{CANADIAN SYLLABICS FINAL MIDDLE DOT}", "·", "•", "\N{HALFWIDTH KATAKANA MIDDLE DOT}")
_SIGNATURE = ("--", "—", "– –")
_FOOTERS = [
    (begin, also) for begin, _, also in (phrase.partition(" … ") for phrase in WORDS.footer_beginnings)
]
_BEGINNINGS = tuple(begin for begin, _ in _FOOTERS)
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_PGP_MESSAGE = "-----BEGIN PGP SIGNED MESSAGE-----"


def without_footers(lines: Sequence[str]) -> list[str]:
    """The lines above a signature, without footers and without empty lines or rules at either end."""
    kept = [line.rstrip() for line in _without_pgp(_above_signature(lines))]
    kept = _above_notice([line for line in kept if not is_footer(line)])
    while kept and not kept[-1].strip(" -_=*—–"):
        kept.pop()
    while kept and not kept[0].strip():
        kept.pop(0)
    return kept


def is_footer(line: str) -> bool:
    """Whether the whole line is one that a program added."""
    plain = plain_form(line.strip().strip("*_()[]"))
    if plain in _TRACKER_DOTS:
        return True
    if not plain or len(plain) > _LONGEST_FOOTER:
        return False
    return _is_picture(line.strip()) or plain.endswith(WORDS.footer_endings) or _begins_footer(plain)


def _begins_footer(plain: str) -> bool:
    if not plain.startswith(_BEGINNINGS):
        return False
    return any(plain.startswith(begin) and also in plain for begin, also in _FOOTERS)


def _is_picture(line: str) -> bool:
    return line.startswith(("[cid:", "[image:", "[inline image")) and line.endswith("]")


def _above_signature(lines: Sequence[str]) -> Sequence[str]:
    for at, line in enumerate(lines):
        if line.rstrip() in _SIGNATURE or line.startswith(_PGP_SIGNATURE):
            return lines[:at]
    return lines


def _without_pgp(lines: Sequence[str]) -> Sequence[str]:
    """A signed text begins with a line that says so and the name of a hash, up to an empty line."""
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None or not lines[first].startswith(_PGP_MESSAGE):
        return lines
    begin = next((at for at in range(first, len(lines)) if not lines[at].strip()), len(lines))
    return lines[begin:]


def _above_notice(lines: list[str]) -> list[str]:
    """Cut a legal notice, only where it begins a paragraph, is long, and speaks of secrecy."""
    for at, line in enumerate(lines):
        if (at == 0 or not lines[at - 1].strip()) and _is_notice(line, lines[at : at + 12]):
            return lines[:at]
    return lines


def _is_notice(first: str, lines: Sequence[str]) -> bool:
    if not plain_form(first[:80]).lstrip(" *").startswith(WORDS.legal_beginnings):
        return False
    end = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    paragraph = " ".join(line[:2000] for line in lines[:end]).lower()
    return len(paragraph) >= _SHORTEST_NOTICE and any(word in paragraph for word in WORDS.legal_words)
