"""Receipts as they are kept: templates and values, translated where they are shown."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from games.engine.receipts import Receipt


def receipt_data(receipt: Receipt) -> dict[str, Any]:
    """A receipt as plain data: templates and values, translated where they are shown."""
    problem = receipt.problem
    return {
        "done": [asdict(done) for done in receipt.done],
        "stopped": receipt.stopped,
        "kept": receipt.kept,
        "rest": receipt.rest,
        "legal": receipt.legal,
        "problem": None
        if problem is None
        else {
            "line": problem.line,
            "text": problem.text,
            "kind": type(problem.error).__name__.lower(),
            "reason": problem.error.reason,
            "values": dict(problem.error.values),
            "nearest": list(problem.error.nearest),
        },
    }
