"""The cases in docs/cases.md, and the tests that name them at the beginning of their docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_DEFINITION = re.compile(r"^\| \*\*([A-G]\d+)\*\* \|.*\| ([^|]+) \|$", re.MULTILINE)
_NAMED = re.compile(r"[A-GP]\d+(?:-[A-GP]?\d+)?(?:, [A-GP]\d+(?:-[A-GP]?\d+)?)*")
_EXCUSE = "not tested: "


@dataclass(frozen=True, slots=True)
class Case:
    """An attack or a fault that the server must withstand."""

    name: str
    excuse: str  # why no test shows it; empty if one must


def cases(page: Path) -> list[Case]:
    """All cases of a page, in its order."""
    found = _DEFINITION.findall(page.read_text(encoding="utf-8"))
    return [Case(name, _excuse(outcome)) for name, outcome in found]


def _excuse(outcome: str) -> str:
    return outcome.removeprefix(_EXCUSE) if outcome.startswith(_EXCUSE) else ""


def named_by_tests(tests: Path) -> dict[str, list[str]]:
    """Cases, and the tests whose docstring begins with them."""
    named: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for test, names in _docstrings(ast.parse(path.read_text(encoding="utf-8"))):
            for name in names:
                named.setdefault(name, []).append(f"{path.relative_to(tests)}::{test}".removesuffix("::"))
    return named


def _docstrings(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """A test with the cases it names; a whole module under an empty name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            name = "" if isinstance(node, ast.Module) else node.name
            yield name, names_in(ast.get_docstring(node) or "")


def names_in(docstring: str) -> list[str]:
    """The cases that a docstring begins with.

    >>> names_in("A1, P6: no order and no answer.")
    ['A1', 'P6']
    >>> names_in("A6-A8")
    ['A6', 'A7', 'A8']
    >>> names_in("At A1 the board has a portal.")
    []
    """
    found = _NAMED.match(docstring)
    return [name for part in found[0].split(", ") for name in _range(part)] if found else []


def _range(part: str) -> list[str]:
    first, _, last = part.partition("-")
    end = int(last.lstrip("ABCDEFGP") or first[1:])
    return [f"{first[0]}{number}" for number in range(int(first[1:]), end + 1)]
