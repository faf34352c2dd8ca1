"""Splits an email into its parts, within limits, before anything of it is decoded.

The parser of the standard library recurses into nested parts and is slow on long headers, so it only ever
sees one header block whose size is known, never a whole email.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from functools import cached_property

from post.parsing.limits import MAX_DEPTH, MAX_HEADER, MAX_HEADERS, MAX_MAIL, MAX_PARTS, Malformed

Headers = Message

# The library takes quadratic time over parameters.
_MAX_PARAMETERS = 50
_WITH_PARAMETERS = ("content-type", "content-disposition")


@dataclass
class Part:
    """One part of an email: its headers, and either its raw body or the parts inside."""

    headers: Headers
    body: bytes = b""
    parts: list[Part] = field(default_factory=list)

    @cached_property
    def kind(self) -> str:
        """Such as `text/plain`, always in lower case."""
        return self.headers.get_content_type()

    @property
    def is_attachment(self) -> bool:
        """Whether it was sent as a file, to be saved rather than read."""
        return self.headers.get_content_disposition() == "attachment" or bool(self.headers.get_filename())


def take_apart(raw: bytes) -> Part:
    """The email as a tree of parts, or `Malformed` if it is larger or deeper than people's emails are."""
    if len(raw) > MAX_MAIL:
        raise Malformed("the mail is too large")
    text = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if text.startswith(b"From "):  # the line of a mailbox file
        text = text.partition(b"\n")[2]
    whole = _Splitter().part(text, MAX_DEPTH)
    if not whole.headers.keys():
        raise Malformed("there are no headers")
    return whole


class _Splitter:
    """Counts parts over the whole email while it splits."""

    def __init__(self) -> None:
        self.left = MAX_PARTS

    def part(self, text: bytes, depth: int) -> Part:
        self.left -= 1
        if self.left < 0:
            raise Malformed("the mail has too many parts")
        if depth < 0:
            raise Malformed("the parts of the mail are nested too deeply")
        head, body = _split_head(text)
        headers = _read_headers(head)
        boundary = _boundary(headers)
        if boundary is None:
            return Part(headers, body)
        return Part(headers, parts=[self.part(inner, depth - 1) for inner in self.pieces(body, boundary)])

    def pieces(self, body: bytes, boundary: bytes) -> Iterator[bytes]:
        """What lies between the lines of a boundary; text before the first and after the last is dropped."""
        body = b"\n" + body  # so that each boundary has its line end before it, which belongs to it
        start: int | None = None
        for begin, end, is_last in _boundary_lines(body, b"\n" + boundary):
            if start is not None:
                yield body[start:begin]
            start = end
            if is_last:
                return
        if start is not None:
            yield body[start:]


def _boundary_lines(body: bytes, boundary: bytes) -> Iterator[tuple[int, int, bool]]:
    """Where each line of this boundary begins and ends, and whether it is the closing one."""
    begin = body.find(boundary)
    while begin >= 0:
        end = body.find(b"\n", begin + len(boundary))
        end = len(body) if end < 0 else end
        rest = body[begin + len(boundary) : end].rstrip()
        if rest in (b"", b"--"):
            yield begin, min(end + 1, len(body)), rest == b"--"
        begin = body.find(boundary, end)


def _boundary(headers: Headers) -> bytes | None:
    if headers.get_content_maintype() != "multipart":
        return None
    boundary = headers.get_boundary()
    if not boundary or "\n" in boundary:
        return None
    return b"--" + boundary.encode("utf-8", "surrogateescape")


def _split_head(text: bytes) -> tuple[bytes, bytes]:
    if text.startswith(b"\n"):
        return b"", text[1:]
    end = text.find(b"\n\n", 0, MAX_HEADERS + 2)
    if end < 0:
        if len(text) > MAX_HEADERS:
            raise Malformed("the headers are too long")
        return text, b""
    return text[:end], text[end + 2 :]


def _read_headers(head: bytes) -> Headers:
    """The lines that are headers; any other is dropped, as it would end the block for the parser."""
    kept: list[bytes] = []
    length = 0
    for line in head.split(b"\n"):
        is_folded = line[:1] in (b" ", b"\t")
        if not is_folded and not _is_header(line):
            continue
        length = length + len(line) if is_folded else len(line)
        if length > MAX_HEADER:
            raise Malformed("a header is too long")
        kept.append(line)
    headers = BytesHeaderParser(policy=compat32).parsebytes(b"\n".join(kept))
    if any(str(headers.get(name, "")).count(";") > _MAX_PARAMETERS for name in _WITH_PARAMETERS):
        raise Malformed("a header has too many parameters")
    return headers


def _is_header(line: bytes) -> bool:
    name, colon, _ = line.partition(b":")
    return bool(colon) and bool(name) and b" " not in name.rstrip() and name.isascii()
