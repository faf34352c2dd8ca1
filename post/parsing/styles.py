"""What the style sheets in an email and its elements' own styles say about an element."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tinycss2

from post.parsing.selectors import Node, Selector, parse_selectors

Declared = Mapping[str, str]  # values by property, in lower case
Strength = tuple[bool, tuple[int, int, int], int]

_MAX_SHEETS = 120_000  # letters
_MAX_DEPTH = 5
_MAX_PRELUDE = 2_000  # words and signs before a brace
_MAX_STEPS = 1_000_000  # questions to selectors, in one email
_OWN = (1_000_000, 0, 0)  # an element's own style is stronger than any selector

RELEVANT = frozenset(
    {
        *("display", "visibility", "opacity", "content-visibility", "mso-hide", "zoom"),
        *("color", "-webkit-text-fill-color", "background", "background-color", "background-image"),
        *("font", "font-size", "line-height", "letter-spacing", "word-spacing", "text-indent"),
        *("text-decoration", "text-decoration-line"),
        *("height", "max-height", "width", "max-width", "overflow", "overflow-x", "overflow-y", "contain"),
        *("block-size", "max-block-size", "inline-size", "max-inline-size"),
        *("overflow-block", "overflow-inline"),
        *("grid-template-rows", "grid-template-columns", "grid-auto-rows", "grid-auto-columns"),
        *("position", "left", "right", "top", "bottom", "inset", "z-index"),
        *("inset-block", "inset-block-start", "inset-block-end"),
        *("inset-inline", "inset-inline-start", "inset-inline-end"),
        *("margin", "margin-left", "margin-right", "margin-top", "margin-bottom"),
        *("margin-block", "margin-block-start", "margin-block-end"),
        *("margin-inline", "margin-inline-start", "margin-inline-end"),
        *("padding", "padding-left", "padding-right", "padding-top", "padding-bottom"),
        *("animation", "animation-name", "mix-blend-mode", "offset", "offset-path"),
        *("clip", "clip-path", "-webkit-clip-path", "mask", "mask-image", "-webkit-mask", "filter"),
        *("-webkit-mask-image", "transform", "-webkit-transform", "scale", "translate", "rotate"),
    }
)


class Unjudgeable(Exception):
    """There is too much style to tell what a reader sees."""


@dataclass(frozen=True, slots=True)
class _Declaration:
    name: str
    value: str
    important: bool


@dataclass(frozen=True, slots=True)
class _Rule:
    selector: Selector
    declarations: tuple[_Declaration, ...]
    place: int
    is_conditional: bool  # holds on some screens only


class Styles:
    """All that decides how the elements of one email look."""

    def __init__(self, sheets: Iterable[tuple[str, str]]) -> None:
        """Each sheet with the media that it is for."""
        reader = _Reader()
        for text, media in sheets:
            reader.read(text, media)
        unconditional = [rule for rule in reader.rules if not rule.is_conditional]
        self.views = [_View(unconditional)]
        if len(unconditional) < len(reader.rules):
            self.views.append(_View(reader.rules))
        self.are_empty = not reader.rules
        self._own: dict[str, tuple[_Declaration, ...]] = {}

    def declared(self, node: Node) -> list[Declared]:
        """What is said about an element: without what holds on some screens only, and with it."""
        own = self._declarations(node.attributes.get("style", ""))
        return [view.declared(node, own) for view in self.views]

    def _declarations(self, style: str) -> tuple[_Declaration, ...]:
        if style not in self._own:
            self._own[style] = tuple(_declarations(tinycss2.parse_blocks_contents(style, skip_comments=True)))
        return self._own[style]


class _View:
    """Rules by what their last compound asks for."""

    def __init__(self, rules: list[_Rule]) -> None:
        self.steps_left = _MAX_STEPS
        self._by_name: dict[str, list[_Rule]] = defaultdict(list)
        for rule in rules:
            self._by_name[_name(rule.selector)].append(rule)

    def declared(self, node: Node, own: tuple[_Declaration, ...]) -> Declared:
        said: list[tuple[Strength, str, str]] = [
            ((one.important, _OWN, place), one.name, one.value) for place, one in enumerate(own)
        ]
        for rule in self._candidates(node):
            self._count(node.depth // 2 if rule.selector.above else 1)
            if rule.selector.fits(node):
                self._count(5 * len(rule.declarations))
                said += [
                    ((one.important, rule.selector.weight, rule.place), one.name, one.value)
                    for one in rule.declarations
                ]
        said.sort(key=lambda one: one[0])
        return {name: value for _, name, value in said}

    def _candidates(self, node: Node) -> Iterator[_Rule]:
        if not self._by_name:
            return
        names = ["", node.tag, *(f".{name}" for name in node.classes), *([f"#{node.id}"] if node.id else [])]
        for name in names:
            yield from self._by_name.get(name, ())

    def _count(self, steps: int) -> None:
        self.steps_left -= 1 + steps
        if self.steps_left < 0:
            raise Unjudgeable


def _name(selector: Selector) -> str:
    last = selector.last
    if last.ids:
        return f"#{last.ids[0]}"
    return f".{last.classes[0]}" if last.classes else last.tag


class _Reader:
    """Collects the rules that have a say in what is seen."""

    def __init__(self) -> None:
        self.rules: list[_Rule] = []
        self.left = _MAX_SHEETS

    def read(self, text: str, media: str) -> None:
        self.left -= len(text)
        if self.left < 0:
            raise Unjudgeable
        words = set(media.lower().replace(",", " ").split())
        if not _is_for_print(words):
            rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
            self._take(rules, [], is_conditional=bool(words - {"all", "screen"}))

    def _take(
        self, items: Iterable[Any], around: list[Selector], *, is_conditional: bool, depth: int = 0
    ) -> None:
        """Rules, and those inside of them: nested ones, and those for some media only."""
        if depth > _MAX_DEPTH:
            raise Unjudgeable
        kept = [item for item in items if item.type != "whitespace"]
        said = tuple(_declarations(kept))
        for selector in around if said else ():
            self.rules.append(_Rule(selector, said, len(self.rules), is_conditional))
        for item in kept:
            inside = getattr(item, "content", None)
            if item.type == "qualified-rule":
                if len(item.prelude) > _MAX_PRELUDE:
                    raise Unjudgeable
                about = parse_selectors(item.prelude)
                self._take(_contents(inside), about, is_conditional=is_conditional, depth=depth + 1)
            elif item.type == "at-rule" and inside is not None and not _is_for_print(_words(item.prelude)):
                blocks = _contents(inside)
                self._take(blocks, around, is_conditional=True, depth=depth + 1)


def _contents(tokens: Sequence[Any] | None) -> list[Any]:
    found: list[Any] = tinycss2.parse_blocks_contents(tokens or [], skip_comments=True, skip_whitespace=True)
    return found


def _words(tokens: Sequence[Any]) -> set[str]:
    return {token.lower_value for token in tokens if token.type == "ident"}


def _is_for_print(words: set[str]) -> bool:
    return bool(words & {"print", "speech"}) and not words & {"screen", "all", "not"}


def _declarations(items: Iterable[Any]) -> Iterator[_Declaration]:
    for item in items:
        if item.type == "declaration" and (item.lower_name in RELEVANT or item.name.startswith("--")):
            tokens = [token for token in item.value if token.type != "comment"]
            yield _Declaration(item.lower_name, tinycss2.serialize(tokens).strip().lower(), item.important)
