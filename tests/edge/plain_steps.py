"""Decoded steps as the data writes them, for tests that read texts against data."""

from __future__ import annotations

from typing import cast

from games.edge.catalogue.numbers import Number
from games.edge.catalogue.parts import Part
from games.edge.catalogue.steps import AnyStep, Step, Steps
from games.edge.catalogue.values import Count, References, Stats


def verb_of(step: Step) -> str:
    """The verb of a step."""
    return str(type(step).__struct_config__.tag)


def plain(steps: Steps) -> list[object]:
    """Lists and mappings, words and numbers."""
    return [_plain(step) for step in steps]


def _plain(value: object) -> object:
    if isinstance(value, Step):
        return {verb_of(value): _row(value)}
    if isinstance(value, Part):
        return _row(value)
    if isinstance(value, Number):
        return int(value.text) if value.text.lstrip("-").isdigit() else value.text
    if isinstance(value, Count):
        least, most = value.least.text, value.most.text
        return least if least == most else f"{least}..{most}"
    if isinstance(value, References):
        return value.names[0] if len(value.names) == 1 else list(value.names)
    if isinstance(value, Stats):
        return sorted(value.words)
    if isinstance(value, tuple):
        return [_plain(inner) for inner in cast("tuple[object, ...]", value)]
    return value


def _row(part: Part) -> dict[str, object]:
    return {name: _plain(value) for name, value in part.given}


def verbs_in(steps: list[AnyStep]) -> set[str]:
    """The verbs of some steps."""
    return {verb_of(step) for step in steps}
