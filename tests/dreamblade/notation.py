"""DB-10.2: the notation of abilities, read independently of the data; and miniatures changed for a test."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from games.dreamblade import statistics
from games.dreamblade.catalogue import MINIATURES, Ability, Condition

_TEXT = re.compile(r"^(?:(?P<when>[A-Z]+|\*|\*?\(\d+\)):)?(?P<rest>.+)$")
_NAMES = {"Hell's Fury": "HELLSFURY"}
_BLADES = {"B": (1, False), "M": (1, True), "BB": (2, False), "MM": (2, True)}


def condition_of(when: str | None) -> Condition:
    """`B`, `MM`, `(2)`, `*`, `*(2)`, `CIP`, or nothing."""
    if not when:
        return Condition("always")
    if when in _BLADES:
        blades, repeat = _BLADES[when]
        return Condition("blade", blades=blades, repeat=repeat)
    if when == "CIP":
        return Condition("comes_into_play")
    points = re.search(r"\d+", when)
    kind = Condition("spawn", points=int(points[0])) if points else Condition("always")
    return msgspec.structs.replace(kind, on_scoring_cell=when.startswith("*"))


def ability_of(text: str) -> Ability:
    """What the printed text says, as data."""
    found = _TEXT.match(text)
    assert found is not None
    condition, rest = condition_of(found["when"]), found["rest"].strip()
    if rest in _NAMES:
        return Ability(text, f"DB-A.{_NAMES[rest]}", condition)
    name, *words = rest.split()
    if name == "Unique":
        return Ability(text, "DB-A.UNIQUE", condition, unique_name=" ".join(words))
    value = int(words.pop()) if words and re.fullmatch(r"[+-]?\d+", words[-1]) else 0
    modifier = words[0] if words else None
    return Ability(text, f"DB-A.{name.upper()}", condition, modifier, value)


def change(monkeypatch: pytest.MonkeyPatch, code: str, *abilities: str, **printed: Any) -> None:
    """Print something else on a miniature, for one test."""
    told = {"abilities": tuple(map(ability_of, abilities))} if abilities else {}
    changed = msgspec.structs.replace(MINIATURES[code], **told, **printed)
    monkeypatch.setitem(MINIATURES, code, changed)
    auras = tuple(ability for ability in changed.abilities if ability.name in statistics.AURAS)
    monkeypatch.setitem(statistics._WITH_AURA, code, auras)
