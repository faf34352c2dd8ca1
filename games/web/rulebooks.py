"""The rules of a game as a page: Markdown to HTML, every rule with an address of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from games.services.engines import ENGINES
from games.services.reference import rule_ids

_ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of the page."""

    title: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game."""

    title: str
    chapters: list[Chapter]
    html: SafeString


@require_safe
@never_cache
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules page of a game."""
    engine = ENGINES.get(slug)
    page = settings.BASE_DIR / "docs" / "rules" / f"{slug}.md"
    if engine is None or not page.is_file():
        raise Http404
    return render(
        request, "games/rules.html", {"engine": engine, "book": _book(page, page.stat().st_mtime_ns)}
    )


@lru_cache(maxsize=8)
def _book(page: Path, written: int) -> Rulebook:
    """The page, rendered once for each time that it was written."""
    ids = frozenset(rule_ids(page))
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    markdown.add_render_rule("text", _linking(ids))
    markdown.add_render_rule("table_open", lambda *_: '<div class="scroller" tabindex="0"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    tokens = markdown.parse(page.read_text(encoding="utf-8"))
    _anchor_rules(tokens, ids)
    chapters = list(_anchor_headings(tokens))
    title, body = _without_title(tokens)
    html = markdown.renderer.render(body, markdown.options, {})
    return Rulebook(title, chapters, mark_safe(html))  # noqa: S308 (a file of ours, and no HTML in it is let through)


def _linking(ids: frozenset[str]) -> Callable[..., str]:
    """A rule that is named becomes a link to where it stands."""

    def link(found: re.Match[str]) -> str:
        name = found.group()
        return f'<a href="#{name}">{name}</a>' if name in ids else name

    def text(
        renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        written = escape(tokens[at].content, quote=False)
        is_defined_here = at > 0 and tokens[at - 1].type == "strong_open"
        return written if is_defined_here else _ID.sub(link, written)

    return text


def _anchor_rules(tokens: Sequence[Token], ids: frozenset[str]) -> None:
    """The paragraph or the row that begins with a rule's number in bold carries it as its id."""
    left = set(ids)
    for at, token in enumerate(tokens):
        parts = token.children or []
        first = next((n for n, part in enumerate(parts) if part.type == "strong_open"), None)
        if token.type != "inline" or first is None:
            continue
        found = _ID.match(parts[first + 1].content)
        if found is not None and found.group() in left:
            left.remove(found.group())
            paragraph = tokens[at - 1]  # in a list without gaps it is not written: its item is
            (tokens[at - 2] if paragraph.hidden else paragraph).attrSet("id", found.group())


def _anchor_headings(tokens: Sequence[Token]) -> Iterator[Chapter]:
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            title = tokens[at + 1].content
            token.attrSet("id", slugify(title))
            yield Chapter(title, slugify(title))


def _without_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    """The heading of the page stands in its template."""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[1].content, tokens[3:]
    return "", tokens
