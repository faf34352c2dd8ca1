"""Lengths and colours as style sheets write them, in pixels and in red, green and blue."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import tinycss2
from tinycss2 import color4

Colour = tuple[float, float, float]
WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)
ROOT_SIZE = 16.0
_WIDTH = 1280.0  # of a window, in pixels

_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)")
_UNITS = {
    **{"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945},
    **{"rem": ROOT_SIZE, "vw": _WIDTH / 100, "vh": 7.2, "vmin": 7.2, "vmax": _WIDTH / 100},
}
_OF_FONT = {"em": 1.0, "ex": 0.5, "ch": 0.5, "%": 0.01}
_SIZES = {
    **{"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0},
    **{"xx-large": 32.0, "xxx-large": 48.0},
}
_STEPS = {"smaller": 0.83, "larger": 1.2}
_SYSTEM = {"canvas": WHITE, "window": WHITE, "field": WHITE, "canvastext": BLACK, "windowtext": BLACK}
_VARIABLE = re.compile(r"var\(\s*(--[^\s,()]{1,100})\s*(?:,([^()]{0,200}))?\)")
_MAX_VARIABLES = 5  # one inside the other
_LONGEST = 500
_LONGEST_SUM = 100
_SUMS: Mapping[str, Callable[..., float]] = {
    "calc": lambda value: value,
    "min": min,
    "max": max,
    "clamp": lambda low, value, high: max(low, min(value, high)),
}


def length(value: str, font_size: float) -> float | None:
    """A length in pixels; percentages are taken of the font. None for what is no plain length.

    >>> length("2em", 10.0), length("-3PT".lower(), 10.0), length("auto", 10.0)
    (20.0, -4.0, None)
    """
    found = _NUMBER.fullmatch(value)
    if found is None:
        return computed(value, font_size)
    number, unit = float(found[1]), found[2]
    if unit in _OF_FONT:
        return number * _OF_FONT[unit] * font_size
    return number * _UNITS[unit] if unit in _UNITS else None


def computed(value: str, font_size: float, whole: float = _WIDTH) -> float | None:
    """What `calc(2em - 4px)` and its like come to; percentages are taken of the whole.

    >>> computed("calc(-1 * (100px + 1em))", 16.0), computed("clamp(1px, 20px, 3px)", 16.0)
    (-116.0, 3.0)
    """
    if "(" not in value or len(value) > _LONGEST_SUM:
        return None
    plain = _NUMBER.sub(lambda found: f" {_pixels(found[0], font_size, whole)} ", value)
    try:
        return _worked_out(ast.parse(plain.strip(), mode="eval").body)
    except (SyntaxError, ValueError, TypeError, ArithmeticError, RecursionError):
        return None


def _pixels(value: str, font_size: float, whole: float) -> float | None:
    part = percentage(value)
    return length(value, font_size) if part is None else part * whole / 100


def _worked_out(part: ast.expr) -> float:
    match part:
        case ast.Constant(value=float(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_worked_out(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _worked_out(operand)
        case ast.BinOp(left=left, op=operator, right=right):
            return _joined(_worked_out(left), operator, _worked_out(right))
        case ast.Call(func=ast.Name(id=name), args=args) if name in _SUMS:
            return _SUMS[name](*map(_worked_out, args))
        case _:
            raise ValueError


def _joined(left: float, operator: ast.operator, right: float) -> float:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case _:
            raise ValueError


def percentage(value: str) -> float | None:
    """The number before a percent sign."""
    found = _NUMBER.fullmatch(value)
    return float(found[1]) if found is not None and found[2] == "%" else None


def fraction(value: str) -> float | None:
    """A number, or a percentage as its hundredth."""
    part = percentage(value)
    if part is not None:
        return part / 100
    found = _NUMBER.fullmatch(value)
    return float(found[1]) if found is not None and not found[2] else None


def font_size(value: str, around: float) -> float:
    """The size of letters; what we cannot compute counts as none."""
    if value in _STEPS:
        return around * _STEPS[value]
    if "(" in value:
        return computed(value, around, whole=around) or 0.0
    size = _SIZES.get(value, length(value, around))
    return around if size is None else size


def size_in_font(value: str) -> str:
    """The size in the shorthand `bold 12px/1.5 serif`: a bare number before it is a weight."""
    for word in value.split():
        size = word.partition("/")[0]
        found = _NUMBER.fullmatch(size)
        if size in _SIZES or size in _STEPS or "(" in size:
            return size
        if found is not None and (found[2] or not float(found[1])):
            return size
    return ""


def colour(value: str, beneath: Colour) -> Colour | None:
    """A colour over another; None for what is none, or takes that of its surroundings."""
    parsed = _parsed_colour(value[:_LONGEST])
    if parsed is None:
        return None
    own, alpha = parsed
    mixed = [alpha * mine + (1 - alpha) * theirs for mine, theirs in zip(own, beneath, strict=True)]
    return mixed[0], mixed[1], mixed[2]


@lru_cache(maxsize=512)
def _parsed_colour(value: str) -> tuple[Colour, float] | None:
    if value in _SYSTEM:
        return _SYSTEM[value], 1.0
    try:
        found = color4.parse_color(value)
        if found is None or found == "currentcolor":
            return None
        red, green, blue = (min(1.0, max(0.0, float(part or 0))) for part in found.to("srgb").coordinates)
        return (red, green, blue), min(1.0, max(0.0, float(found.alpha)))
    except (ValueError, TypeError, AttributeError, NotImplementedError, ArithmeticError):
        return None


def first_colour(value: str, beneath: Colour) -> Colour | None:
    """The first colour in a background, also in a gradient."""
    tokens = tinycss2.parse_component_value_list(value[:_LONGEST])
    found = (colour(tinycss2.serialize([token]), beneath) for token in _flat(tokens))
    return next((one for one in found if one is not None), None)


def _flat(tokens: list[Any]) -> Iterator[Any]:
    for token in tokens:
        yield token
        if token.type == "function":
            yield from (inner for inner in token.arguments if inner.type in ("ident", "hash", "function"))


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours can be told apart, from 1 (not at all) to 21 (WCAG 2).

    >>> round(contrast(BLACK, WHITE)), contrast(WHITE, WHITE)
    (21, 1.0)
    """
    dark, bright = sorted((_luminance(one), _luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def _luminance(of: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in of)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def with_variables(value: str, variables: Mapping[str, str]) -> str:
    """A value with its variables replaced; an unknown one leaves nothing."""
    for _ in range(_MAX_VARIABLES):
        if "var(" not in value:
            return value
        value = _VARIABLE.sub(
            lambda found: variables.get(found[1], (found[2] or "").strip()), value[:_LONGEST]
        )
    return ""
