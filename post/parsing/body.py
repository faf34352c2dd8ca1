"""The text of an email, chosen from its parts and decoded; files and emails inside it are not opened."""

from __future__ import annotations

import base64
import binascii
import quopri
import re

from post.parsing.charsets import decode
from post.parsing.flowed import unwrap
from post.parsing.html import text_of_html
from post.parsing.limits import MAX_HTML
from post.parsing.structure import Part


def read_text(mail: Part) -> tuple[str, bool]:
    """What the email says, and whether that had to be made from HTML."""
    reader = _Reader()
    return reader.text(mail), reader.came_as_html


class _Reader:
    """Turns HTML into text only where there is no other text, and only so much of it in one email."""

    def __init__(self) -> None:
        self.html_left = MAX_HTML
        self.came_as_html = False

    def text(self, part: Part) -> str:
        if part.kind == "multipart/alternative":
            return self.best(part)
        if part.parts:
            return "\n".join(filter(str.strip, map(self.text, part.parts)))
        if part.is_attachment:
            return ""
        return self.from_html(part) if part.kind == "text/html" else _plain_text(part)

    def best(self, part: Part) -> str:
        """Plain text where it says anything, else what the HTML says."""
        for choice in sorted(part.parts, key=_has_html):
            text = self.text(choice)
            if text.strip():
                return text
        return ""

    def from_html(self, part: Part) -> str:
        html = _decoded(part)[: self.html_left]
        self.html_left -= len(html)
        self.came_as_html = True
        return text_of_html(html)


def _has_html(part: Part) -> bool:
    return part.kind == "text/html" or any(map(_has_html, part.parts))


def _plain_text(part: Part) -> str:
    if part.kind != "text/plain":
        return ""
    text = _decoded(part)
    if str(part.headers.get_param("format", "")).lower() != "flowed":
        return text
    lines = text.replace("\r\n", "\n")
    return unwrap(lines, delete_space=str(part.headers.get_param("delsp", "")).lower() == "yes")


def _decoded(part: Part) -> str:
    return decode(unwrapped(part), part.headers.get_content_charset())


def unwrapped(part: Part) -> bytes:
    """The body without its transfer encoding."""
    encoding = str(part.headers.get("content-transfer-encoding", "")).strip().lower()
    if encoding == "quoted-printable":
        return quopri.decodestring(part.body)
    return _from_base64(part.body) if encoding == "base64" else part.body


def _from_base64(body: bytes) -> bytes:
    """Broken base64 is read as far as it goes."""
    signs = re.sub(rb"[^A-Za-z0-9+/]", b"", body)
    whole = signs[: len(signs) - (len(signs) % 4 == 1)]
    try:
        return base64.b64decode(whole + b"=" * (-len(whole) % 4))
    except binascii.Error:
        return b""
