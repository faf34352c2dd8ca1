"""A mistake in the content is told with its file and line."""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec
import yaml

Way = tuple[str | int, ...]  # from the top of a file to a value: ("cards", 3, "L", "do", 0)
_WHERE = re.compile(r" - at `\$(.*)`$")
_PART = re.compile(r"\.(\w+)|\[(\d+)\]")
_LINE = re.compile(r'\n?\s*in "<unicode string>", line (\d+), column \d+:?')
_UNKNOWN = re.compile(r"unknown field `(\w+)`")


class Mistake(ValueError):
    """Content that cannot be loaded, where it is, and why."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file of the content."""

    name: str
    text: str

    def mistake(self, way: Way, reason: str) -> Mistake:
        """A mistake at some place of this file."""
        return Mistake(f"{self.name}:{self.line(way)}: {reason}")

    def unreadable(self, error: msgspec.DecodeError) -> Mistake:
        """A mistake in the writing itself: the file cannot be read as YAML."""
        found = _LINE.findall(str(error))
        line = int(found[-1]) if found else 1
        return Mistake(f"{self.name}:{line}: {_LINE.sub('', str(error)).splitlines()[-1].strip() or error}")

    def line(self, way: Way) -> int:
        """The line of a value; where the way leads nowhere, of the last thing on it."""
        node: yaml.Node | None = yaml.SafeLoader(self.text).get_single_node()
        line = 1
        for part in way:
            found = _next(node, part)
            if found is None:
                break
            line, node = found
        return line

    def has(self, way: Way) -> bool:
        """Whether there is something at the end of a way."""
        node: yaml.Node | None = yaml.SafeLoader(self.text).get_single_node()
        for part in way:
            found = _next(node, part)
            if found is None:
                return False
            node = found[1]
        return True


def _next(node: yaml.Node | None, part: str | int) -> tuple[int, yaml.Node] | None:
    """The line and the value of one part; the verb of a step is no part of the way and is passed over."""
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        item = node.value[part]
        return item.start_mark.line + 1, item
    if not isinstance(node, yaml.MappingNode):
        return None
    for key, value in node.value:
        if key.value == part:
            return key.start_mark.line + 1, value
    if len(node.value) == 1:
        inside = node.value[0][1]
        if part == "of" and isinstance(inside, yaml.SequenceNode):  # `choose` and `may` without parameters
            return inside.start_mark.line + 1, inside
        return _next(inside, part)
    return None


def way_of(error: msgspec.ValidationError) -> tuple[Way, str]:
    """Where a value was refused, and the reason in plain words."""
    told = str(error)
    found = _WHERE.search(told)
    parts = _PART.findall(found[1]) if found is not None else []
    way: Way = tuple(name or int(number) for name, number in parts)
    reason = told[: found.start()] if found is not None else told
    if way[-1:] == ("verb",):
        return way[:-1], reason.replace("Invalid value", "unknown verb")
    unknown = _UNKNOWN.search(reason)
    return (*way, unknown[1]) if unknown is not None else way, reason
