"""What forms send: texts, keys, and refusals as sentences."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest, QueryDict

from accounts.refusals import Refused


def key_of(data: QueryDict, *content: str) -> str:
    """The same form sent twice is one order; the same form with other words in it is another."""
    given = data.get("key", "")
    form = given if given.isascii() and 0 < len(given) <= 40 else secrets.token_urlsafe(12)
    digest = hashlib.sha256("\x00".join(content).encode()).hexdigest()[:20]
    return f"page {form} {digest}"


def question_of(data: QueryDict) -> str:
    """The question that a form was made for; what it sends counts for no other. Empty: it showed none."""
    return data.get("question", "")[:40]


def text_of(data: QueryDict, name: str = "text") -> str:
    """A text as it was written; browsers send CRLF line ends."""
    return data.get(name, "").replace("\r\n", "\n")


def sentence(why: Exception) -> str:
    """A refusal as a sentence of its own."""
    told = str(why).strip()
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".")


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """What is refused in here is told at the top of the next page, and what follows it is left out."""
    try:
        yield
    except Refused as why:
        messages.error(request, sentence(why))
