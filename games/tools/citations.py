"""The tests that cite numbered rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def citations(tests: Path) -> dict[str, list[str]]:
    """Rule ids, and the tests that carry `@rule("…")` with them."""
    cited: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for name, rule in _cited_in(ast.parse(path.read_text(encoding="utf-8"))):
            cited.setdefault(rule, []).append(f"{path.relative_to(tests)}::{name}")
    return cited


def _cited_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Marks on functions, and marks inside `pytest.param(…, marks=rule("…"))`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for rule in _rules_in(decorator):
                    yield node.name, rule


def _rules_in(decorator: ast.expr) -> Iterator[str]:
    for node in ast.walk(decorator):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
            yield from (str(a.value) for a in node.args if isinstance(a, ast.Constant))
