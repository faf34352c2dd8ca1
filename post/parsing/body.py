"""The text of an email, chosen from its parts and decoded; files and emails inside it are not opened."""

from __future__ import annotations

import re

from post.parsing.broken_lines import has_full_lines, rejoined
from post.parsing.charsets import decode
from post.parsing.flowed import unwrap
from post.parsing.html import text_of_html
from post.parsing.limits import MAX_HTML
from post.parsing.structure import Part
from post.parsing.transfer import unwrapped

_STRUCK = re.compile(r"<(?:s|strike|del)[\s>]|line-through", re.IGNORECASE)


def read_text(mail: Part) -> tuple[str, bool]:
    """What the email says, and whether that had to be made from HTML."""
    reader = _Reader()
    text = reader.text(mail)
    return text, bool(reader.is_html)


class _Reader:
    """Reads either plain text or HTML, never both: the first part that says anything decides.

    Of alternatives the plain one is read: it is what the writer's program took for the words, and what is
    hidden in the other one is not among them. HTML is only read where nothing else says anything, or where
    something in it is struck out: plain text would say that as if it still held.
    """

    def __init__(self) -> None:
        self.html_left = MAX_HTML  # only so much of it in one email
        self.is_html: bool | None = None  # until something is found

    def text(self, part: Part) -> str:
        if part.kind == "multipart/alternative":
            return self.best(part)
        if part.parts:
            return "\n".join(filter(str.strip, map(self.text, part.parts)))
        return "" if part.is_attachment else self.leaf(part)

    def best(self, part: Part) -> str:
        """Plain text where it says anything, else what the HTML says."""
        html_first = any(map(self.has_struck, part.parts))
        for choice in sorted(part.parts, key=_has_html, reverse=html_first):
            text = self.text(choice)
            if text.strip():
                return text if self.is_html else self.rejoined(text, part)
        return ""

    def rejoined(self, text: str, part: Part) -> str:
        """Plain text with the line ends of the HTML beside it: of that nothing else is used."""
        beside = next((choice for choice in part.parts if choice.kind == "text/html"), None)
        if beside is None or not has_full_lines(text):
            return text
        return rejoined(text.replace("\r\n", "\n"), self.from_html(beside))

    def leaf(self, part: Part) -> str:
        is_html = part.kind == "text/html"
        if self.is_html not in (None, is_html):
            return ""
        text = self.from_html(part) if is_html else _plain_text(part)
        if text.strip():
            self.is_html = is_html
        return text

    def has_struck(self, part: Part) -> bool:
        return part.kind == "text/html" and bool(_STRUCK.search(_decoded(part)[: self.html_left]))

    def from_html(self, part: Part) -> str:
        html, most = _decoded(part), self.html_left
        self.html_left -= min(len(html), most)
        return text_of_html(html, most)


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
