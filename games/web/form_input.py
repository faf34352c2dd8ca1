"""What forms send: texts, keys, and refusals as sentences."""

from __future__ import annotations

import hashlib
import secrets

from django.http import QueryDict


def key_of(data: QueryDict, *content: str) -> str:
    """The same form sent twice is one order; the same form with other words in it is another."""
    given = data.get("key", "")
    form = given if given.isascii() and 0 < len(given) <= 40 else secrets.token_urlsafe(12)
    digest = hashlib.sha256("\x00".join(content).encode()).hexdigest()[:20]
    return f"page {form} {digest}"


def text_of(data: QueryDict, name: str = "text") -> str:
    """A text as it was written; browsers send CRLF line ends."""
    return data.get(name, "").replace("\r\n", "\n")


def sentence(why: Exception) -> str:
    """A refusal as a sentence of its own."""
    told = str(why).strip()
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".")
