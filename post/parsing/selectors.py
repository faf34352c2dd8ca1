"""Which elements a rule of a style sheet may be about.

Where this is not exact it says yes too often, so that more is taken for hidden, never less: `>` is read like
a space, what must stand beside an element is not asked, nor are most pseudo-classes. So each question takes
one step up the tree for each ancestor, and nothing is ever tried again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

CssToken = Any  # tinycss2 has no types

# Nobody moves a mouse while we read.
_DYNAMIC = frozenset({"hover", "active", "focus", "focus-within", "focus-visible", "visited", "target"})
# What is said of an element's first line is taken to be said of all of it.
_FIRST_LINE = "first-line"
_PSEUDO_ELEMENTS = frozenset({"before", "after", "first-letter"})
_BESIDE = ("+", "~")


@dataclass(slots=True)
class Node:
    """An element as selectors see it, before anything of it is replaced."""

    tag: str
    id: str
    classes: frozenset[str]
    attributes: dict[str, str]
    parent: Node | None = None
    depth: int = 0


@dataclass(slots=True)
class Compound:
    """What is asked of one element: `p.note[title]`."""

    tag: str = ""
    ids: list[str] = field(default_factory=list[str])
    classes: list[str] = field(default_factory=list[str])
    attributes: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])

    def fits(self, node: Node) -> bool:
        return (
            (not self.tag or self.tag == node.tag)
            and all(name == node.id for name in self.ids)
            and node.classes.issuperset(self.classes)
            and all(_has(node, *wanted) for wanted in self.attributes)
        )


@dataclass(frozen=True, slots=True)
class Selector:
    """The last compound is about the element, those before it about its ancestors."""

    last: Compound
    above: tuple[Compound, ...]  # nearest first
    weight: tuple[int, int, int]

    def fits(self, node: Node) -> bool:
        """Whether it may be about an element."""
        return self.last.fits(node) and self._fits_above(node)

    def _fits_above(self, node: Node) -> bool:
        up = node.parent
        for wanted in self.above:
            while up is not None and not wanted.fits(up):
                up = up.parent
            if up is None:
                return False
            up = up.parent
        return True


def parse_selectors(prelude: Sequence[CssToken]) -> list[Selector]:
    """The selectors of a rule; those that can be about no element are left out."""
    found: list[Selector] = []
    for tokens in _between_commas(prelude):
        selector = _selector(tokens)
        if selector is not None:
            found.append(selector)
    return found


def _between_commas(tokens: Sequence[CssToken]) -> Iterator[list[CssToken]]:
    rest = iter(tokens)
    while True:
        one = list(takewhile(lambda piece: piece != ",", rest))
        if not one:
            return
        yield one


def _selector(tokens: list[CssToken]) -> Selector | None:
    compounds = [Compound()]
    waiting = _Tokens(tokens)
    extra = 0
    while (piece := waiting.next()) is not None:
        if piece.type == "whitespace" or piece == ">":
            if compounds[-1] != Compound():
                compounds.append(Compound())
        elif piece in _BESIDE:
            _drop_last(compounds)
        elif piece == ":":
            name = _pseudo(waiting)
            if name is None:
                return None
            extra += 1
            compounds[-1].tag = "html" if name == "root" else compounds[-1].tag
        elif not _add(compounds[-1], piece, waiting):
            return None
    return _finished(compounds, extra)


class _Tokens:
    def __init__(self, tokens: list[CssToken]) -> None:
        self._rest = iter(tokens)

    def next(self) -> CssToken | None:
        return next(self._rest, None)


def _drop_last(compounds: list[Compound]) -> None:
    """What stands beside an element is not asked; spaces before the sign have opened a new compound."""
    if compounds[-1] == Compound() and len(compounds) > 1:
        compounds.pop()
    compounds[-1] = Compound()


def _pseudo(waiting: _Tokens) -> str | None:
    """The name of a pseudo-class; None for what is true of no element as it is first shown."""
    piece = waiting.next()
    if piece == ":":
        piece = waiting.next()
        return _FIRST_LINE if getattr(piece, "lower_value", "") == _FIRST_LINE else None
    name = str(getattr(piece, "lower_value", "") or getattr(piece, "lower_name", ""))
    return None if name in _DYNAMIC or name in _PSEUDO_ELEMENTS or not name else name


def _add(compound: Compound, piece: CssToken, waiting: _Tokens) -> bool:
    """Put one condition into a compound; False for what no selector has."""
    if piece == ".":
        name = waiting.next()
        if name is None or name.type != "ident":
            return False
        compound.classes.append(name.lower_value)
    elif piece.type == "hash":
        compound.ids.append(piece.value.lower())
    elif piece.type == "ident":
        compound.tag = piece.lower_value
    elif piece.type == "[] block":
        compound.attributes.append(_attribute(piece.content))
    else:
        return piece in ("*", "|", "&") or piece.type == "comment"
    return True


def _attribute(content: Sequence[CssToken]) -> tuple[str, str, str]:
    words = [piece for piece in content if piece.type not in ("whitespace", "comment")]
    name = str(getattr(words[0], "lower_value", "")) if words else ""
    signs = "".join(piece.value for piece in words[1:] if piece.type == "literal")
    values = [str(piece.value).lower() for piece in words[1:] if piece.type in ("ident", "string")]
    return name, signs, values[0] if values else ""


def _has(node: Node, name: str, sign: str, value: str) -> bool:
    given = node.attributes.get(name)
    if given is None:
        return False
    match sign:
        case "=":
            return given == value
        case "~=":
            return value in given.split()
        case "^=":
            return given.startswith(value)
        case "$=":
            return given.endswith(value)
        case "|=":
            return given == value or given.startswith(f"{value}-")
        case "*=":
            return value in given
        case _:
            return True


def _finished(compounds: list[Compound], extra: int) -> Selector | None:
    if compounds[-1] == Compound() and len(compounds) > 1:
        compounds.pop()  # a space at the end
    last, *above = reversed(compounds)
    ids = sum(len(one.ids) for one in compounds)
    classes = sum(len(one.classes) + len(one.attributes) for one in compounds)
    tags = sum(bool(one.tag) for one in compounds)
    return Selector(last, tuple(above), (ids, classes + extra, tags))
