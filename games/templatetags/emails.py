"""Filters for plain text emails."""

from __future__ import annotations

from django import template

from games.services.texts import moment
from post import text

register = template.Library()
register.filter("wrapped", text.wrapped)
register.filter("paragraphs", text.paragraphs)
register.filter("bullets", text.bullets)
register.filter("offers", text.offers)
register.filter("grouped", text.grouped)
register.filter("drawn_and_told", text.drawn_and_told)
register.filter("when", moment)


@register.filter
def heading(text: str) -> str:
    """The title of a part, as it is read out too."""
    return text.upper()


@register.simple_tag
def reply_marker() -> str:
    """The line that a reply is written above."""
    return text.marker()


@register.filter
def offer_parts(line: str) -> tuple[str, str]:
    """The first word of an order, and its description."""
    word, colon, rest = line.partition(":")
    return word, colon + rest
