"""A player who wanders through the options, but seldom ends a phase while something can be done."""

from __future__ import annotations

import random

from games.dreamblade.catalogue import MINIATURES
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path, sample


def choices(whims: random.Random, decision: Decision[object]) -> Path:
    """A player who wanders, but seldom ends a phase while something can be done."""
    if decision.kind == "warband" and whims.random() < 0.8:
        return _warband(whims, decision)
    path = sample(decision.root, whims.randrange)
    while path == ("done",) and decision.size(2) > 1 and whims.random() < 0.9:
        path = sample(decision.root, whims.randrange)
    return path


def _warband(whims: random.Random, decision: Decision[object]) -> Path:
    codes = sorted(whims.sample(list(MINIATURES), 14), key=list(MINIATURES).index)
    path = tuple(word for code in codes for word in (code, "1"))
    return path if decision.check(path) is None else decision.fallback()
