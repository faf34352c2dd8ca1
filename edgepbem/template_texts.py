"""`{% translate %}` for texts that stand in a template: looked up once for a language, not on each page.

Django makes a lazy text of it every time, which takes five times as long; a page has seventy of them.
"""

from __future__ import annotations

from functools import lru_cache

from django.template.base import Node, Parser, Token
from django.template.context import Context
from django.templatetags import i18n
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext


class Text(Node):
    """A text of ours, in the language of the reader."""

    def __init__(self, text: str) -> None:
        self.text = text

    def render(self, context: Context) -> SafeString:
        return _translated(get_language(), self.text)


def translate(parser: Parser, token: Token) -> Node:
    """Django's own tag, but for plain texts."""
    node: i18n.TranslateNode = i18n.do_translate(parser, token)
    text = getattr(node.filter_expression.var, "literal", None)
    is_plain = not (node.noop or node.asvar or node.message_context or node.filter_expression.filters)
    return Text(text) if is_plain and isinstance(text, str) else node


def install() -> None:
    """Take the place of Django's own tag, in every template that loads `i18n`."""
    for name in ("translate", "trans"):
        i18n.register.tag(name, translate)


@lru_cache(maxsize=10_000)
def _translated(language: str | None, text: str) -> SafeString:
    return mark_safe(gettext(text.replace("%", "%%")).replace("%%", "%"))  # noqa: S308 (as in a template)
