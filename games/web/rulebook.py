"""A rulebook: Markdown to chapters in HTML, every rule with an address of its own, and a search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from games.engine.contract.illustrations import picture_of
from games.services.engines import ENGINES
from games.services.texts import rule_ids

_ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*")
_HEADING = re.compile(r"(</?h)([3-6])(?=[ >])")  # in text, "<" is escaped
_BREAKS = {"softbreak": " ", "hardbreak": " "}
_BLOCKS = ("paragraph_open", "tr_open", "heading_open")
MOST_FOUND = 40
AROUND = 110  # characters of a passage before and after the first word that was found


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a row or a heading: what a search finds."""

    anchor: str  # of the rule that it belongs to; empty at the head of a chapter
    text: str
    sought: str  # the same in small letters


@dataclass(frozen=True, slots=True)
class Chapter:
    """What stands under one heading."""

    title: str
    slug: str
    html: SafeString  # to stand under its title in the whole book
    sections: list[tuple[str, str]]  # title and anchor
    passages: list[Passage]

    @property
    def alone(self) -> SafeString:
        """To stand on a page of its own, where its title is the heading of the page."""
        return mark_safe(_HEADING.sub(lambda tag: f"{tag[1]}{int(tag[2]) - 1}", self.html))  # noqa: S308


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that fits a search."""

    chapter: Chapter
    anchor: str
    before: str
    word: str
    after: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game."""

    title: str
    intro: SafeString
    chapters: list[Chapter]
    homes: dict[str, str]  # the chapter of each rule

    def around(self, slug: str) -> tuple[Chapter | None, Chapter | None, Chapter | None]:
        """A chapter with the ones before and after it."""
        at = next((n for n, chapter in enumerate(self.chapters) if chapter.slug == slug), None)
        if at is None:
            return None, None, None
        before = self.chapters[at - 1] if at else None
        after = self.chapters[at + 1] if at + 1 < len(self.chapters) else None
        return before, self.chapters[at], after

    def search(self, text: str) -> list[Hit]:
        """Passages with all the words, those that have them as a phrase first."""
        words = text.casefold().split()
        if not words:
            return []
        phrase, different = " ".join(words), set(words)
        found = [
            (phrase not in passage.sought, _hit(chapter, passage, phrase, words[0]))
            for chapter in self.chapters
            for passage in chapter.passages
            if all(word in passage.sought for word in different)
        ]
        return [hit for _rank, hit in sorted(found, key=lambda pair: pair[0])][:MOST_FOUND]


def _hit(chapter: Chapter, passage: Passage, phrase: str, word: str) -> Hit:
    text, low = passage.text, passage.sought
    wanted = phrase if phrase in low else word
    at = low.find(wanted)
    if len(low) != len(text):  # letters that fold into several: show the beginning
        return Hit(chapter, passage.anchor, text[: 2 * AROUND], "", "")
    end = at + len(wanted)
    return Hit(chapter, passage.anchor, _tail(text[:at]), text[at:end], _head(text[end:]))


def _tail(text: str) -> str:
    """The last whole words of a text."""
    return text if len(text) <= AROUND else "… " + text[-AROUND:].partition(" ")[2]


def _head(text: str) -> str:
    """The first whole words of a text."""
    return text if len(text) <= AROUND else text[:AROUND].rpartition(" ")[0] + " …"


def book_of(page: Path, game: str) -> Rulebook:
    """The rules on a page, rendered once for each time that it was written."""
    return _book(page, page.stat().st_mtime_ns, game)


@lru_cache(maxsize=8)
def _book(page: Path, written: int, game: str) -> Rulebook:
    ids = frozenset(rule_ids(page))
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = markdown.parse(page.read_text(encoding="utf-8"))
    _anchor_rules(tokens, ids)
    tokens = list(_illustrated(tokens, game))
    title, body = _without_title(tokens)
    intro, *parts = _by_chapter(body)
    homes = {anchor: _slug(part) for part in parts for anchor in _anchors(part)}
    homes |= dict.fromkeys(_anchors(intro), "")
    _teach(markdown, game, homes)

    def rendered(tokens: Sequence[Token]) -> SafeString:
        html: str = markdown.renderer.render(tokens, markdown.options, {})
        return mark_safe(html)  # noqa: S308 (a file of ours, and no HTML in it is let through)

    chapters = [
        Chapter(
            part[1].content, _slug(part), rendered(part[3:]), list(_sections(part)), list(_passages(part))
        )
        for part in parts
    ]
    return Rulebook(title, rendered(intro), chapters, homes)


def _teach(markdown: MarkdownIt, game: str, homes: dict[str, str]) -> None:
    """How rules are linked and tables scroll."""
    markdown.add_render_rule("text", _linking(game, homes))
    markdown.add_render_rule("table_open", lambda *_: '<div class="scroller" tabindex="0"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")


def address_of(game: str, home: str, anchor: str = "") -> str:
    """Where a rule stands: in a chapter, or before the first one."""
    page = reverse("rules_chapter", args=[game, home]) if home else reverse("rules", args=[game])
    return f"{page}#{anchor}" if anchor else page


def _linking(game: str, homes: dict[str, str]) -> Callable[..., str]:
    """A rule that is named becomes a link to where it stands."""

    def link(found: re.Match[str]) -> str:
        name = found.group()
        return f'<a href="{address_of(game, homes[name], name)}">{name}</a>' if name in homes else name

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


def _illustrated(tokens: Iterable[Token], game: str) -> Iterator[Token]:
    """Below a rule the pictures of it."""
    pictures = dict[str, list[str]]()
    for number, one in enumerate(ENGINES[game].illustrations if game in ENGINES else (), 1):
        address = static(picture_of(game, number, one))
        pictures.setdefault(one.rule, []).append(_figure(address, one.shows))
    waiting: list[str] = []
    depth = 0
    for token in tokens:
        anchor = token.attrGet("id")
        waiting += pictures.pop(anchor, []) if isinstance(anchor, str) else []
        depth += token.nesting
        yield token
        if waiting and depth == 0:  # never within a list or a table
            yield Token("html_block", "", 0, content="".join(waiting), block=True)
            waiting = []


def _figure(address: str, shows: str) -> str:
    """What is to be seen stands below it; for ears the picture itself says it, once."""
    said = escape(shows)
    picture = f'<img src="{address}" alt="{said}" loading="lazy" width="640" height="420">'
    caption = f'<figcaption aria-hidden="true">{said}</figcaption>'
    return f'<figure class="rule-picture">{picture}{caption}</figure>\n'


def _by_chapter(tokens: Iterable[Token]) -> list[list[Token]]:
    """What stands before the first chapter, then each chapter with its heading."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h2":
            parts.append([])
        parts[-1].append(token)
    return parts


def _slug(chapter: Sequence[Token]) -> str:
    return slugify(chapter[1].content)


def _anchors(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        anchor = token.attrGet("id")
        if isinstance(anchor, str) and _ID.fullmatch(anchor):
            yield anchor


def _sections(chapter: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """The headings within a chapter, each given an anchor."""
    for at, token in enumerate(chapter):
        if token.type == "heading_open" and token.tag == "h3":
            title = chapter[at + 1].content
            token.attrSet("id", slugify(title))
            yield title, slugify(title)


def _passages(chapter: Sequence[Token]) -> Iterator[Passage]:
    """Each paragraph and each row as plain text, with the rule that it belongs to."""
    anchor, words = "", list[str]()
    for token in chapter:
        if token.type in _BLOCKS and words:
            yield _passage(anchor, words)
            words = []
        own = token.attrGet("id")
        anchor = own if isinstance(own, str) else anchor
        if token.type == "inline":
            words.append("".join(part.content or _BREAKS.get(part.type, "") for part in token.children or []))
    if words:
        yield _passage(anchor, words)


def _passage(anchor: str, words: Sequence[str]) -> Passage:
    text = " ".join(words)
    return Passage(anchor, text, text.casefold())


def _without_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    """The heading of the page stands in its template."""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[1].content, tokens[3:]
    return "", tokens
