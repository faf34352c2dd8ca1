"""What a reader of an HTML email sees: text that is hidden, tiny, far away or of no colour is not there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from post.parsing import css_values
from post.parsing.css_values import BLACK, ROOT_SIZE, WHITE, Colour
from post.parsing.selectors import Node
from post.parsing.styles import Declared

# Parts of a page that no mail program shows, or that no one writes a letter in.
UNSEEN_TAGS = frozenset(
    {
        *("head", "title", "style", "script", "template", "noscript", "noframes", "noembed", "datalist"),
        *("iframe", "object", "embed", "applet", "audio", "video", "canvas", "svg", "math", "map", "rp"),
        *("select", "option", "optgroup", "input", "meta", "link", "meter", "progress"),
    }
)
_SMALLEST = 5.0  # pixels; letters of four are a grey line
_FAINTEST = 0.1  # opacity
_LEAST_CONTRAST = 1.25
_SMALLEST_ZOOM = 0.3
_THINNEST = 8.0  # pixels, of a box that shows nothing beyond its edges
_FAR, _FAR_AWAY = -300.0, 3000.0  # pixels beyond the left or upper edge, or the right or lower one
_TIGHTEST = -0.8  # of the font's size, between letters

_OFFSETS = (
    *("left", "right", "top", "bottom", "inset"),
    *("inset-block", "inset-block-start", "inset-block-end"),
    *("inset-inline", "inset-inline-start", "inset-inline-end"),
)
_MARGINS = (
    *("margin", "margin-left", "margin-right", "margin-top", "margin-bottom"),
    *("margin-block", "margin-block-start", "margin-block-end"),
    *("margin-inline", "margin-inline-start", "margin-inline-end"),
    *("padding", "padding-left", "padding-right", "padding-top", "padding-bottom"),
)
_BOX = (
    *("height", "max-height", "width", "max-width"),
    *("block-size", "max-block-size", "inline-size", "max-inline-size"),
)
_OVERFLOW = ("overflow", "overflow-x", "overflow-y", "overflow-block", "overflow-inline")
_TRANSFORMS = ("transform", "-webkit-transform", "scale", "translate", "rotate")
# Nobody cuts a letter into shape: where any of these has a value, it is to hide something.
_CUTS = (
    *("clip", "clip-path", "-webkit-clip-path", "filter"),
    *("mask", "mask-image", "-webkit-mask", "-webkit-mask-image"),
    *("animation", "animation-name", "mix-blend-mode", "offset-path", "offset"),
)
_LINKS = "--colour-of-links"  # what the body says of them
_STRUCK = frozenset({"s", "strike", "del"})
_ROWS = ("grid-template-rows", "grid-template-columns", "grid-auto-rows", "grid-auto-columns")
_SMALLER = ("small", "sub", "sup")
_NOTHING = frozenset({"", "none", "auto", "normal", "initial", "unset", "inherit", "revert"})
_TURNED_AWAY = re.compile(r"(matrix|rotatex|rotatey|rotate3d|perspective|skew)")
_CALL = re.compile(r"(scale|translate)\w*\(([^()]{0,100})\)")


@dataclass(frozen=True, slots=True)
class Look:
    """How an element is shown, as far as its text can be seen or not."""

    colour: Colour = BLACK
    fill: Colour | None = None
    background: Colour = WHITE
    font_size: float = ROOT_SIZE
    opacity: float = 1.0
    is_visible: bool = True
    is_indented_away: bool = False
    is_gone: bool = False  # with everything in it
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def hides_text(self) -> bool:
        """Whether its own words cannot be read; an element inside of it may look different."""
        return (
            not self.is_visible
            or self.is_indented_away
            or self.font_size < _SMALLEST
            or css_values.contrast(self.fill or self.colour, self.background) < _LEAST_CONTRAST
        )


def look(around: Look, node: Node, declared: Declared) -> Look:
    """How an element looks inside of another."""
    hints = _hints(node)
    if not declared and not hints:
        return around
    said = _Said(around, {**hints, **declared})
    changed = replace(
        around,
        variables=said.variables,
        font_size=said.font_size,
        background=said.background(),
        is_visible=said.is_visible(),
        opacity=said.opacity(),
    )
    said_colour, fill = said.colours(changed)
    changed = replace(changed, colour=said_colour, fill=fill, is_indented_away=said.is_indented_away())
    return replace(changed, is_gone=changed.opacity <= _FAINTEST or said.is_gone())


def is_styled(node: Node) -> bool:
    """Whether an element may look different from the one around it where there are no style sheets."""
    return bool(node.attributes) or node.tag in _SMALLER


def is_unseen(node: Node) -> bool:
    """Whether an element is not shown at all, whatever its style, or was struck out by its writer."""
    if (
        node.tag in UNSEEN_TAGS
        or node.tag in _STRUCK
        or "hidden" in node.attributes
        or "popover" in node.attributes
    ):
        return True
    if node.tag == "dialog":
        return "open" not in node.attributes
    return node.parent is not None and is_folded(node.parent) and node.tag != "summary"


def is_folded(node: Node) -> bool:
    """Whether of an element nothing but a heading is shown until its reader opens it."""
    return node.tag == "details" and "open" not in node.attributes


def _hints(node: Node) -> dict[str, str]:
    """Styles of the old days, as attributes; weaker than any style sheet."""
    given = node.attributes
    hints = {"font-size": "smaller"} if node.tag in _SMALLER else {}
    if "bgcolor" in given:
        hints["background-color"] = given["bgcolor"]
    if node.tag == "font" and "color" in given:
        hints["color"] = given["color"]
    if node.tag == "body":
        if "text" in given:
            hints["color"] = given["text"]
        if "link" in given:
            hints[_LINKS] = _legacy(given["link"])
    if node.tag == "a" and "href" in given:
        hints["color"] = f"var({_LINKS})"
    return hints


class _Said:
    """The declarations about one element, with their values worked out."""

    def __init__(self, around: Look, declared: Declared) -> None:
        self.around = around
        own = {name: value for name, value in declared.items() if name.startswith("--")}
        self.variables = {**around.variables, **own} if own else around.variables
        self._declared = declared
        self.font_size = self._font_size()

    def get(self, name: str) -> str:
        return css_values.with_variables(self._declared.get(name, ""), self.variables)

    def _font_size(self) -> float:
        size = self.get("font-size") or css_values.size_in_font(self.get("font"))
        return css_values.font_size(size, self.around.font_size) if size else self.around.font_size

    def is_visible(self) -> bool:
        value = self.get("visibility")
        return self.around.is_visible if value in ("", "inherit") else value not in ("hidden", "collapse")

    def opacity(self) -> float:
        value = self.get("opacity")
        if "(" in value:
            return 0.0  # computed; see css_values.font_size
        own = css_values.fraction(value)
        return self.around.opacity * (1.0 if own is None else min(1.0, max(0.0, own)))

    def background(self) -> Colour:
        beneath = self.around.background
        plain = css_values.colour(_legacy(self.get("background-color")), beneath)
        behind = beneath if plain is None else plain
        for name in ("background", "background-image"):
            if value := self.get(name):
                behind = css_values.first_colour(value, behind) or behind
        return behind

    def colours(self, look: Look) -> tuple[Colour, Colour | None]:
        """Of letters, and what they are filled with instead."""
        own = css_values.colour(_legacy(self.get("color")), look.background)
        fill = css_values.colour(self.get("-webkit-text-fill-color"), look.background)
        if own is None and "(" in self.get("color"):
            own = look.background  # computed; see css_values.font_size
        if self.get("color") in ("initial", "revert"):
            own = BLACK
        if fill is None and self.get("-webkit-text-fill-color"):
            return own or look.colour, None  # currentcolor
        return own or look.colour, fill or look.fill

    def is_indented_away(self) -> bool:
        indent, spacing, words = (
            self.get(name) for name in ("text-indent", "letter-spacing", "word-spacing")
        )
        if not indent and not spacing and not words:
            return self.around.is_indented_away
        indent = words if self._is_far(words) else indent
        tight = css_values.length(spacing, self.font_size)
        return self._is_far(indent) or (tight is not None and tight < _TIGHTEST * max(self.font_size, 1.0))

    def is_gone(self) -> bool:
        checks: tuple[Callable[[], bool], ...] = (
            lambda: self.get("display") == "none",
            lambda: self.get("content-visibility") == "hidden",
            lambda: self.get("mso-hide") == "all",
            lambda: abs(css_values.fraction(self.get("zoom") or "1") or 0.0) < _SMALLEST_ZOOM,
            lambda: "line-through" in f"{self.get('text-decoration')} {self.get('text-decoration-line')}",
            lambda: any(self.get(name) not in _NOTHING for name in _CUTS),
            self._is_squeezed,
            self._is_moved_away,
            lambda: any(map(self._is_transformed_away, _TRANSFORMS)),
        )
        return any(check() for check in checks)

    def _is_squeezed(self) -> bool:
        if any(self._is_thin(word) for name in _ROWS for word in self.get(name).split()):
            return True
        if all(self.get(name) in ("", "visible") for name in _OVERFLOW) and not self.get("contain"):
            return False
        return any(self._is_thin(self.get(name)) for name in (*_BOX, "line-height"))

    def _is_thin(self, value: str) -> bool:
        size = css_values.length(value, self.font_size)
        return value in ("0%", "0fr") or (size is not None and size < _THINNEST and not _is_multiple(value))

    def _is_moved_away(self) -> bool:
        moved = [self.get(name) for name in _MARGINS]
        if self.get("position") not in ("", "static", "initial"):
            moved += [self.get(name) for name in _OFFSETS]
            if self.get("z-index").startswith("-"):
                return True  # behind everything else
        return any(self._is_far(word) for value in moved for word in _words(value))

    def _is_far(self, value: str) -> bool:
        part = css_values.percentage(value)
        if part is not None:
            return part <= -100 or part >= 100
        pixels = css_values.length(value, self.font_size)
        return pixels is not None and (pixels <= _FAR or pixels >= _FAR_AWAY)

    def _is_transformed_away(self, name: str) -> bool:
        value = self.get(name)
        if value in _NOTHING:
            return False
        return bool(_TURNED_AWAY.search(value)) or any(
            self._is_far(word) if kind == "translate" else abs(css_values.fraction(word) or 0.0) < _FAINTEST
            for kind, word in _arguments(name, value)
        )


def _words(value: str) -> list[str]:
    """The lengths in a value; one that has to be computed is one."""
    return [value] if "(" in value else value.split()


def _is_multiple(value: str) -> bool:
    """A line height without a unit counts lines, not pixels."""
    return value.replace(".", "").isdigit() and float(value) > 0


def _arguments(name: str, value: str) -> Iterator[tuple[str, str]]:
    """What is scaled or moved, and by how much: in the functions of a transform, or a property of its own."""
    calls = [(name, value)] if name in ("scale", "translate") else _CALL.findall(value)
    for kind, words in calls:
        yield from ((kind, word) for word in words.replace(",", " ").split())


def _legacy(value: str) -> str:
    """Attributes may leave out the sign before a colour."""
    is_bare = len(value) in (3, 6) and all(sign in "0123456789abcdef" for sign in value)
    return f"#{value}" if is_bare else value
