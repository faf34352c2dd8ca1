"""Outlines of things on a table, as our own pens write them: the boxes around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

Box = tuple[float, float, float, float]  # left, top, right, bottom

_WORDS = re.compile(r"([MlhvazLHV])|(-?(?:\d+\.?\d*|\.\d+))")
_TAKES = {"M": 2, "l": 2, "h": 1, "v": 1, "a": 7}


def box(outline: str) -> Box:
    """The box around an outline, as our own pens write it.

    >>> box("M10 20h30v5h-30z")
    (10.0, 20.0, 40.0, 25.0)
    >>> box("M5 5l3 4-6 1z")
    (2.0, 5.0, 8.0, 10.0)
    """
    points = list(_points(outline)) or [(0.0, 0.0)]
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _points(outline: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, numbers in _commands(outline):
        match command:
            case "M":
                x, y = numbers[0], numbers[1]
            case "l":
                x, y = x + numbers[0], y + numbers[1]
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case "a":  # half a ring: as far above and below as it is wide
                yield x + numbers[5] / 2, y - numbers[1]
                yield x + numbers[5] / 2, y + numbers[1]
                x, y = x + numbers[5], y + numbers[6]
            case _:
                continue
        yield x, y


def _commands(outline: str) -> Iterator[tuple[str, list[float]]]:
    command, numbers = "", list[float]()
    for letter, number in _WORDS.findall(outline):
        if letter:
            command, numbers = letter, []
        else:
            numbers.append(float(number))
            if len(numbers) == _TAKES.get(command, 0):
                yield command, numbers
                numbers = []
