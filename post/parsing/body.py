"""The text of an email, chosen from its parts and decoded; files and emails inside it are not opened."""

from __future__ import annotations

from post.parsing.charsets import decode
from post.parsing.flowed import unwrap
from post.parsing.html import text_of_html
from post.parsing.limits import MAX_HTML
from post.parsing.structure import Part
from post.parsing.transfer import unwrapped


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
