"""The board in the PDF: the plain shapes of a picture, written directly as PDF operators."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from weasyprint.images import SVGImage
from weasyprint.layout import LayoutContext

from games.reports.content import board_size
from games.reports.glyphs import GENERIC, Known, Lettering
from games.reports.paths import ellipse, number, outline, polygon, rectangle

NAMESPACE = "{http://www.w3.org/2000/svg}"
DEEPEST = 24  # groups within groups; a picture of a table has a handful
Attributes = Mapping[str, str]
# What is drawn here. A picture with anything else is drawn by WeasyPrint, which knows all of SVG.
_SILENT = {"title", "desc", "defs", "metadata", "pattern"}
_GROUPS = {"svg", "g", "a"}
_INHERITED = {
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
    "stroke-linecap", "stroke-linejoin", "font-family", "font-size", "font-weight", "text-anchor",
}  # fmt: skip
_GEOMETRY = {
    "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "d", "points",
    "transform",
}  # fmt: skip
_IGNORED = {"id", "class", "role", "tabindex", "viewBox", "patternUnits", "href"}
_COLOUR = re.compile("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_PATTERN = re.compile(r"url\(#([\w-]+)\)")
_TRANSLATE = re.compile(r"translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)")
_NAMED = {"black": "#000000", "white": "#ffffff"}
_ENDS = {"butt": 0, "miter": 0, "round": 1, "square": 2, "bevel": 2}


class TooMuch(ValueError):
    """The picture has parts that are not drawn here."""


class Board:
    """A picture in the shape in which WeasyPrint takes images."""

    def __init__(self, svg: str, lettering: Lettering, fetcher: object) -> None:
        if "<!" in svg:  # D5: neither entities nor anything else that is not a shape
            raise ValueError("a picture has no declarations")
        self.width, self.height = board_size(svg)
        self.root = ElementTree.fromstring(svg)  # noqa: S314 (declarations were refused)
        self.lettering, self.fetcher = lettering, fetcher
        self.box: list[float] = []  # where it was put: left, bottom, right, top, in points

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        """Width, height and their ratio."""
        return self.width, self.height, self.width / self.height

    def draw(self, stream: Any, width: float, height: float, style: object) -> None:
        """Put it on the page, that wide and high."""
        stream.transform(a=width / self.width, d=height / self.height)
        self.box = _corners(stream.ctm, self.width, self.height)
        begun = len(stream.stream)
        try:
            _Drawing(stream, self.root, self.lettering).group(self.root, {}, 0, 0, 0)
        except TooMuch:
            del stream.stream[begun:]
            self._draw_slowly(stream)

    def _draw_slowly(self, stream: Any) -> None:
        context = LayoutContext(None, _no_image, self.lettering.font_config, None, None)
        for element in self.root.iter():
            if "font-family" in element.attrib:
                element.set("font-family", f"{family_of(element.attrib)}, sans-serif")
        SVGImage(self.root, "board:", self.fetcher, context).draw(stream, self.width, self.height, None)


def _corners(ctm: Any, width: float, height: float) -> list[float]:
    """A picture's box on the page, which counts from below."""
    left, top = ctm.transform_point(0, 0)
    right, bottom = ctm.transform_point(width, height)
    return [round(float(edge), 2) for edge in (left, bottom, right, top)]


def _no_image(*args: object, **options: object) -> None:
    """A picture in a picture is not shown."""


def family_of(attributes: Attributes) -> str:
    """Our face for a list of families: that of the kind it ends with."""
    return _family(attributes.get("font-family", "sans-serif"))


@lru_cache(maxsize=64)
def _family(families: str) -> str:
    return GENERIC.get(families.rpartition(",")[2].strip(" '\""), "plain")


class _Drawing:
    """Goes through the shapes once. Moves are added up instead of written: most groups are mere moves."""

    def __init__(self, stream: Any, root: ElementTree.Element, lettering: Lettering) -> None:
        self.stream, self.lettering = stream, lettering
        self.patterns = {element.get("id", ""): element for element in root.iter(f"{NAMESPACE}pattern")}
        self.paper = _paper(root)
        self.made: dict[str, str] = {}
        self.page = Known()
        self.opacity: dict[str, float | None] = {"fill": None, "stroke": None}

    def group(self, element: ElementTree.Element, above: Attributes, dx: float, dy: float, deep: int) -> None:
        """Everything in it."""
        if deep > DEEPEST:
            raise ValueError("the picture is too deep")
        known = {**above, **{key: value for key, value in element.attrib.items() if key in _INHERITED}}
        for child in element:
            self._draw(child, known, dx, dy, deep)

    def _draw(self, element: ElementTree.Element, above: Attributes, dx: float, dy: float, deep: int) -> None:
        kind = element.tag.removeprefix(NAMESPACE)
        if kind in _SILENT:
            return
        own = element.attrib
        if not (own.keys() <= _KNOWN or all(map(_harmless, own))):
            raise TooMuch(kind)
        if "transform" in own:
            moved = _TRANSLATE.fullmatch(own["transform"].strip())
            if moved is None:
                raise TooMuch("transform")
            dx, dy = dx + float(moved[1]), dy + float(moved[2] or 0)
        if kind in _GROUPS:
            self.group(element, above, dx, dy, deep + 1)
        elif kind == "text":
            self._text(element, {**above, **own}, dx, dy)
        else:
            self._shape(kind, {**above, **own}, dx, dy)

    def _text(self, element: ElementTree.Element, style: Attributes, dx: float, dy: float) -> None:
        if len(element):
            raise TooMuch("tspan")
        text = " ".join((element.text or "").split())
        if not text or not self._paint(style, "fill", "black"):
            return
        weight = 700 if style.get("font-weight", "400") in ("bold", "600", "700") else 400
        self.lettering.write(
            self.stream, text, _value(style, "x") + dx, _value(style, "y") + dy,
            family_of(style), weight, _value(style, "font-size", 16), style.get("text-anchor", "start"),
            self.page,
        )  # fmt: skip

    def _shape(self, kind: str, style: Attributes, dx: float, dy: float) -> None:
        line = _outline(kind, style, dx, dy)
        filled = kind != "line" and self._paint(style, "fill", "black")
        stroked = self._paint(style, "stroke", "none")
        if not line or not (filled or stroked):
            return
        if stroked:
            self._pen(style)
        operator = "B" if filled and stroked else "f" if filled else "S"
        odd = "*" if filled and style.get("fill-rule") == "evenodd" else ""
        self.stream.stream.append(f"{line}\n{operator}{odd}".encode())

    def _paint(self, style: Attributes, what: str, usual: str) -> bool:
        """Set the colour or ornament to fill or stroke with; False if it is none."""
        paint = style.get(what, usual)
        if paint == "none":
            return False
        opacity = _value(style, f"{what}-opacity", 1) * _value(style, "opacity", 1)
        if opacity != self.opacity[what]:
            self.stream.set_alpha(opacity, what == "stroke")
            self.opacity[what] = opacity
        if ornament := _PATTERN.fullmatch(paint):
            if what == "stroke" or ornament[1] not in self.patterns:
                raise TooMuch("pattern")
            self._say(what, f"/Pattern cs\n/{self._ornament(ornament[1])} scn")
        else:
            self._say(
                what,
                f"{_rgb('white' if paint == self.paper else paint)} {'RG' if what == 'stroke' else 'rg'}",
            )
        return True

    def _pen(self, style: Attributes) -> None:
        self._say("width", f"{number(_value(style, 'stroke-width', 1))} w")
        dashes = style.get("stroke-dasharray", "none")
        self._say("dashes", f"[{'' if dashes == 'none' else _numbers(dashes)}] 0 d")
        self._say("cap", f"{_ENDS.get(style.get('stroke-linecap', 'butt'), 0)} J")
        self._say("join", f"{_ENDS.get(style.get('stroke-linejoin', 'miter'), 0)} j")

    def _say(self, what: str, operators: str) -> None:
        if self.page.said.get(what) != operators:
            self.page.said[what] = operators
            self.stream.stream.append(operators.encode())

    def _ornament(self, name: str) -> str:
        """The tile of an ornament, made once; its name on the page."""
        if name not in self.made:
            tile = self.patterns[name]
            if tile.get("patternUnits") != "userSpaceOnUse" or "patternTransform" in tile.attrib:
                raise TooMuch("pattern")
            wide, tall = _value(tile.attrib, "width"), _value(tile.attrib, "height")
            stream = self.stream.add_pattern(0, 0, wide, tall, wide, tall, self.stream.ctm)
            self.made[name] = stream.id
            _Drawing(stream, tile, self.lettering).group(tile, {}, 0, 0, 0)
        return self.made[name]


def _paper(root: ElementTree.Element) -> str:
    """The colour that a picture lies on: on paper that is the paper, and costs no ink."""
    for ground in root.iterfind(f"{NAMESPACE}rect"):
        size = [ground.get(name, "") for name in ("width", "height")]
        return ground.get("fill", "") if root.get("viewBox", "").split()[2:] == size else ""
    return ""


_KNOWN = _INHERITED | _GEOMETRY | _IGNORED | {"opacity"}


def _harmless(name: str) -> bool:
    return name in _KNOWN or name.startswith(("data-", "aria-", "{"))


def _outline(kind: str, style: Attributes, dx: float, dy: float) -> str:
    match kind:
        case "rect" if "rx" not in style and "ry" not in style:
            x, y = _value(style, "x") + dx, _value(style, "y") + dy
            return rectangle(x, y, _value(style, "width"), _value(style, "height"))
        case "circle":
            return ellipse(_value(style, "cx") + dx, _value(style, "cy") + dy, *[_value(style, "r")] * 2)
        case "ellipse":
            x, y = _value(style, "cx") + dx, _value(style, "cy") + dy
            return ellipse(x, y, _value(style, "rx"), _value(style, "ry"))
        case "line":
            ends = " ".join(number(_value(style, name)) for name in ("x1", "y1", "x2", "y2"))
            return polygon(ends, dx, dy, closed=False)
        case "polygon" | "polyline":
            return polygon(style.get("points", ""), dx, dy, closed=kind == "polygon")
        case "path":
            return outline(style.get("d", ""), dx, dy)
        case _:
            raise TooMuch(kind)


def _value(style: Attributes, name: str, usual: float = 0) -> float:
    said = style.get(name)
    if said is None:
        return usual
    try:
        value = float(said.removesuffix("px"))
    except ValueError as unclear:
        raise TooMuch(name) from unclear
    if not -1e5 < value < 1e5:  # D6: a page has no room for such
        raise ValueError(f"{name} is out of bounds")
    return value


def _numbers(said: str) -> str:
    return " ".join(number(float(part)) for part in said.replace(",", " ").split())


@lru_cache(maxsize=256)
def _rgb(colour: str) -> str:
    said = _NAMED.get(colour, colour)
    if _COLOUR.fullmatch(said) is None:
        raise TooMuch("colour")
    digits = said[1:] if len(said) == 7 else "".join(2 * digit for digit in said[1:])
    return " ".join(number(int(digits[place : place + 2], 16) / 255) for place in (0, 2, 4))
