"""What a player may write now, for letters and reports: the offers, and a draft to begin with."""

from __future__ import annotations

from itertools import islice

from games.engine.reading import write
from games.engine.tree import first_path
from games.services.scene import Question

_EXAMPLES = 6  # a draft is to be read at a glance


def offers(question: Question) -> list[str]:
    """Each word that an answer may begin with, what it means and an example."""
    return [line.strip() for line in question.explain().splitlines()[1:]]


def draft(question: Question) -> list[str]:
    """Lines that may be sent as they stand: examples as remarks, then what is done when nobody answers."""
    fallback = question.draft
    if not question.decision.major:
        return [fallback]
    return [*(f"# {line}" for line in examples(question) if line != fallback), fallback]


def examples(question: Question) -> list[str]:
    """One complete order for each word that an answer may begin with."""
    decision = question.decision
    branches = islice(decision.root.branches(), _EXAMPLES)
    return [write(decision, first_path(branch.grow(), (branch.word,))) for branch in branches]
