"""Which emails are the same email: by what they say and who says it, not by how they travelled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from post.authentication import vouches
from post.parsing import header_values
from post.parsing.charsets import decode
from post.parsing.server_lines import server_lines
from post.parsing.structure import Headers, Part, take_apart
from post.parsing.transfer import unwrapped


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells an email from all others."""

    content: str  # a digest of mailbox, sender, id, date, subject and parts
    key: str  # the same for two copies that our receiver believes, or that it does not believe
    is_named: bool  # whether it bears an id or a date; if not, the same words may be sent again and meant


def identify(raw: bytes, mailbox: int | None) -> Identity:
    """The identity of an email; headers that servers add on its way have no part in it.

    Whether our receiver vouches for the sender makes two emails of one text: otherwise a stranger who guesses
    what a player will write could send it first, and the player's own would pass for a copy.
    """
    number = str(mailbox or 0).encode()
    try:
        mail = take_apart(raw)
        sender = _sender(mail.headers)
        content = _digest([number, *_names(mail.headers, sender), *_contents(mail)])
        is_believed = vouches(server_lines(mail.headers), sender)
        return Identity(content, _digest([content.encode(), b"%d" % is_believed]), _is_named(mail.headers))
    except Exception:  # malformed, or odd in a way that the library does not expect: its bytes are its name
        content = _digest([number, _settled(raw)])
        return Identity(content, _digest([content.encode()]), is_named=True)


def next_key(key: str) -> str:
    """The key of an email that says the same as an earlier one and is another."""
    return _digest([key.encode(), b"again"])


def _names(headers: Headers, sender: str) -> Iterator[bytes]:
    ids = ["".join(header_values.plain(one).split()) for one in headers.get_all("message-id", [])]
    named = [
        sender,
        *map(header_values.plain, headers.get_all("from", [])[1:]),
        "",
        *ids,
        "",
        header_values.plain(headers.get("date")),
        header_values.words(headers.get("subject")),
    ]
    return (one.encode("utf-8", "surrogateescape") for one in named)


def _sender(headers: Headers) -> str:
    given = headers.get("from")
    return header_values.sender(given)[1] or header_values.plain(given)


def _is_named(headers: Headers) -> bool:
    return any(header_values.plain(headers.get(name)) for name in ("message-id", "date"))


def _contents(part: Part) -> Iterator[bytes]:
    """Kind and body of each part, without boundaries, line ends and encodings: servers may change those."""
    for inner in part.parts:
        yield from _contents(inner)
    body = _settled(_decoded(part)) if not part.parts else b""
    if body:
        yield part.kind.encode("utf-8", "surrogateescape")
        yield body


def _decoded(part: Part) -> bytes:
    body = unwrapped(part)
    if not part.kind.startswith("text/"):
        return body
    return decode(body, part.headers.get_content_charset()).encode("utf-8", "replace")


def _settled(body: bytes) -> bytes:
    lines = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return b"\n".join(map(bytes.rstrip, lines)).strip()


def _digest(pieces: Iterable[bytes]) -> str:
    # Each piece with its length: no two lists of pieces are written alike.
    whole = hashlib.sha256()
    for piece in pieces:
        whole.update(len(piece).to_bytes(8, "big") + piece)
    return whole.hexdigest()
