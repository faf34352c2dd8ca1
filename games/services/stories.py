"""A story in paragraphs: each deed with what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from games.services.scene import Told


def paragraphs(told: Iterable[Told]) -> list[str]:
    """Sentences that belong together, joined."""
    joined: list[list[str]] = []
    for one in told:
        if one.is_detail and joined:
            joined[-1].append(one.text)
        else:
            joined.append([one.text])
    return [" ".join(sentences) for sentences in joined]


def by_turn(told: Sequence[Told]) -> list[tuple[int, list[str]]]:
    """The paragraphs of each turn."""
    return [(turn, paragraphs(group)) for turn, group in groupby(told, key=lambda one: one.turn)]
