"""The numbered rules in docs/rules, and the tests that cite them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

# A rule is defined where its id stands in bold at the beginning of a line (of a list, of a table row).
_DEFINITION = re.compile(r"^[\W\d]*\*\*([A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*)", re.MULTILINE)


def rulebooks(folder: Path) -> dict[str, Path]:
    """The rules pages by game."""
    return {page.stem: page for page in sorted(folder.glob("*.md"))}


def rule_ids(page: Path) -> list[str]:
    """The ids that a page defines, in its order."""
    return list(dict.fromkeys(_DEFINITION.findall(page.read_text(encoding="utf-8"))))


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
