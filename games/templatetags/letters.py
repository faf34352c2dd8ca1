"""Filters of the plain text mails."""

from __future__ import annotations

from django import template

from games.mail import writing
from games.services.times import moment

register = template.Library()
register.filter("wrapped", writing.wrapped)
register.filter("paragraphs", writing.paragraphs)
register.filter("bullets", writing.bullets)
register.filter("offers", writing.offers)
register.filter("when", moment)


@register.filter
def heading(text: str) -> str:
    """The title of a part, as it is read out too."""
    return text.upper()


@register.simple_tag
def reply_marker() -> str:
    """The line that a reply is written above."""
    return writing.marker()


@register.filter
def offer_parts(line: str) -> tuple[str, str]:
    """The word that an order begins with, and what is said of it."""
    word, colon, rest = line.partition(":")
    return word, colon + rest
