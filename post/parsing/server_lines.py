"""What mail servers write above an email, by its grammar: Authentication-Results (RFC 8601) and Received."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message

from post.parsing.header_values import plain

RECEIVED, RESULTS = "received", "authentication-results"
_MOST_LINES = 60
_VERSION = "1"
_SIGNS = ";="


@dataclass(frozen=True, slots=True)
class Result:
    """What one method found: `dkim=pass header.d=example.org`."""

    method: str
    result: str
    properties: dict[str, str]


@dataclass(frozen=True, slots=True)
class Results:
    """One header: who wrote it, and what was found."""

    server: str
    results: tuple[Result, ...]


class _Unreadable(Exception):
    """It is not written by the grammar; then it says nothing."""


def server_lines(headers: Message) -> tuple[tuple[str, str], ...]:
    """The lines of servers, topmost first: name and value."""
    named = ((name.lower(), value) for name, value in headers.items())
    wanted = [(name, plain(value)) for name, value in named if name in (RECEIVED, RESULTS)]
    return tuple(wanted[:_MOST_LINES])


def parse_results(value: str) -> Results | None:
    """An Authentication-Results header; None where any of it is not as the grammar has it.

    >>> parse_results('mx.example.org 1; dkim=pass reason="dmarc=pass; (x" header.d=example.org (dmarc=pass)')
    Results(server='mx.example.org', results=(Result(method='dkim', result='pass', \
properties={'reason': 'dmarc=pass; (x', 'header.d': 'example.org'}),))
    """
    try:
        first, *others = _statements(_tokens(value))
        return Results(
            _server(first), tuple(_result(words) for words in others if words not in ([], ["none"]))
        )
    except _Unreadable:
        return None


def received_by(value: str) -> str:
    """Which server wrote a Received header; empty where it cannot be told."""
    try:
        words = [word.lower() for word in _tokens(value, signs=";")]
    except _Unreadable:
        return ""
    start = 2 if words[:1] == ["from"] else 0  # what comes after `from` is the sender's own word
    at = next((at for at in range(start, len(words) - 1) if words[at] == "by"), None)
    return words[at + 1].rstrip(".") if at is not None else ""


class _Sign(str):
    """A semicolon or an equals sign outside of quotes."""

    __slots__ = ()


def _tokens(text: str, signs: str = _SIGNS) -> Iterator[str]:
    """Words and signs, without comments; a word may have quoted pieces."""
    at, piece = 0, ""
    while at < len(text):
        if text[at] == " ":
            at += 1
        elif text[at] == "(":
            at = _after_comment(text, at)
        elif text[at] in signs:
            piece = _Sign(text[at])
            yield piece
            at += 1
        else:
            is_value = isinstance(piece, _Sign) and piece == "="
            piece, at = _word(text, at, ";" if is_value else signs)  # base64 ends in equals signs
            yield piece


def _word(text: str, at: int, signs: str) -> tuple[str, int]:
    pieces: list[str] = []
    while at < len(text) and text[at] not in f" ({signs}":
        if text[at] == '"':
            quoted, at = _quoted(text, at)
            pieces.append(quoted)
        else:
            pieces.append(text[at])
            at += 1
    return "".join(pieces), at


def _quoted(text: str, at: int) -> tuple[str, int]:
    pieces: list[str] = []
    at += 1
    while at < len(text) and text[at] != '"':
        at += text[at] == "\\"
        pieces.append(text[at : at + 1])
        at += 1
    if at >= len(text):
        raise _Unreadable
    return "".join(pieces), at + 1


def _after_comment(text: str, at: int) -> int:
    """Where a comment ends: comments may hold others, and a backslash makes any sign plain."""
    depth = 0
    while at < len(text):
        if text[at] == "\\":
            at += 1
        else:
            depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0:
            return at
    raise _Unreadable


def _statements(tokens: Iterable[str]) -> Iterator[list[str]]:
    words: list[str] = []
    for piece in tokens:
        if isinstance(piece, _Sign) and piece == ";":
            yield words
            words = []
        else:
            words.append(piece)
    yield words


def _server(words: list[str]) -> str:
    if not 1 <= len(words) <= 2 or any(isinstance(word, _Sign) for word in words):
        raise _Unreadable
    if words[1:] not in ([], [_VERSION]):
        raise _Unreadable
    return words[0].lower()


def _result(words: list[str]) -> Result:
    """`method=result`, then any number of `name=value`; a value may be missing at the end."""
    pairs: list[tuple[str, str]] = []
    rest = words
    while rest:
        name, equals, *rest = rest if len(rest) > 1 else [*rest, ""]
        value = rest.pop(0) if rest else ""
        if isinstance(name, _Sign) or isinstance(value, _Sign) or not isinstance(equals, _Sign):
            raise _Unreadable
        pairs.append((name.lower(), value.lower()))
    (method, result), *properties = pairs
    return Result(method.partition("/")[0], result, dict(properties))
