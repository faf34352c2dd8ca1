"""What single headers of an email say, read strictly where something depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import Header, decode_header
from email.utils import getaddresses, parsedate_to_datetime

from post.parsing.charsets import decode

MAX_SUBJECT = 500
MAX_NAME = 200
MAX_REFERENCES = 50
MAX_ADDRESSES = 50
_MAX_ADDRESS = 254

_ADDRESS = re.compile(r"[^\s\"<>()\[\],;:\\@\x00-\x1f\x7f]+@[^\s\"<>()\[\],;:\\@\x00-\x1f\x7f]+")
_INVISIBLE = dict.fromkeys(
    [*range(0x00, 0x20), *range(0x7F, 0xA0), *range(0x200E, 0x2010), *range(0x202A, 0x202F)], " "
)


def one_line(value: str) -> str:
    """Without line breaks, control characters and signs that turn the direction of writing."""
    return " ".join(value.translate(_INVISIBLE).encode("utf-8", "replace").decode().split())


def plain(value: str | Header | None) -> str:
    """A header as it was sent, on one line; 8-bit characters are read as text."""
    return one_line(_raw(value))


def words(value: str | Header | None) -> str:
    """A header with its encoded words (`=?utf-8?...?=`) decoded."""
    raw = _raw(value)
    try:
        pieces = decode_header(raw)
    except (HeaderParseError, ValueError):
        return one_line(raw)
    return one_line("".join(p if isinstance(p, str) else decode(p, charset) for p, charset in pieces))


def _raw(value: str | Header | None) -> str:
    """Bytes of an unknown character set come hidden in surrogates or in a `Header`."""
    text = "" if value is None else str(value) if isinstance(value, str) else "".join(_chunks(value))
    return decode(text.encode("utf-8", "surrogateescape"), None)


def _chunks(header: Header) -> Iterator[str]:
    for chunk, _ in decode_header(header):
        yield chunk if isinstance(chunk, str) else chunk.decode("utf-8", "surrogateescape")


def sender(value: str | Header | None) -> tuple[str, str]:
    """Name and address of who sent it; no address where two readers could disagree on which it is.

    >>> sender('"Bob, the host" <Bob@Example.org>')
    ('Bob, the host', 'bob@example.org')
    >>> sender("alice@example.org, <bob@example.org>")
    ('', '')
    """
    text = plain(value)
    name, address = text, ""
    if text.endswith(">"):
        name, _, address = text[:-1].rpartition("<")
    elif "@" in text:
        name, address = "", text
    if not _ADDRESS.fullmatch(address) or len(address) > _MAX_ADDRESS or _is_ambiguous(name):
        return "", ""
    return words(name.strip().strip('"').replace('\\"', '"'))[:MAX_NAME], address.lower()


def _is_ambiguous(name: str) -> bool:
    """Outside of quotes a name holds no second address, list or open comment."""
    unquoted = name.replace("\\\\", "").replace('\\"', "").split('"')
    if len(unquoted) % 2 == 0:
        return True
    outside = " ".join(unquoted[::2])
    return any(sign in outside for sign in "@<>,;:\\") or outside.count("(") != outside.count(")")


def addresses(values: list[str | Header]) -> tuple[str, ...]:
    """The addresses in headers such as To and Cc, in lower case, each once."""
    pairs = getaddresses([plain(value) for value in values])
    found = (address.lower() for _, address in pairs if len(address) <= _MAX_ADDRESS)
    return tuple(dict.fromkeys(a for a in found if _ADDRESS.fullmatch(a)))[:MAX_ADDRESSES]


def message_ids(value: str | Header | None) -> tuple[str, ...]:
    """The ids in Message-ID, In-Reply-To or References, without brackets; the newest, if there are many."""
    text = plain(value).replace("<", " ").replace(">", " ").replace(",", " ")
    return tuple(text.split()[-MAX_REFERENCES:])


def moment(value: str | Header | None) -> datetime | None:
    """The date of an email in UTC, if it can be read."""
    try:
        read = parsedate_to_datetime(plain(value))
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
