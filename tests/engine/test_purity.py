"""Habits that no type checker sees: a forgotten `yield from` does nothing, silently."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "games"
FOLDERS = [GAMES / "engine", *(path.parent for path in GAMES.glob("*/engine.py"))]
FILES = sorted({file for folder in FOLDERS for file in folder.rglob("*.py")})


def rules_functions(trees: list[ast.Module]) -> set[str]:
    """Names of all functions that are annotated as Rules."""
    return {
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and "Rules[" in ast.unparse(node.returns)
    }


def bare_calls(tree: ast.Module, names: set[str]) -> Iterator[str]:
    """Calls of such functions whose coroutine is dropped or kept unrun."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Call):
            name = _called(node.value)
            if name in names and not _is_a_run(node):
                yield f"line {node.lineno}: {ast.unparse(node)}"


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _is_a_run(node: ast.Expr | ast.Assign) -> bool:
    """The tape is the one place that keeps a coroutine: `self._rules = engine.turn(table)`."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "self._rules"


def guarded_asks(tree: ast.Module) -> Iterator[str]:
    """`try` or `with` around an ask: dropping a run would execute the rest of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.With):
            for inner in ast.walk(node):
                if isinstance(inner, ast.YieldFrom | ast.Yield):
                    yield f"line {node.lineno}"


def sets_walked(tree: ast.Module) -> Iterator[str]:
    """Iteration over a set literal or set(...): its order differs from process to process."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            if isinstance(over, ast.Set | ast.SetComp) or (
                isinstance(over, ast.Call) and _called(over) == "set"
            ):
                yield ast.unparse(over)


TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in FILES}
NAMES = rules_functions(list(TREES.values())) - {"turn", "leave", "setup"} | {"ask", "ask_all", "window"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GAMES)))
def test_no_rule_is_called_without_being_run(file: Path) -> None:
    assert list(bare_calls(TREES[file], NAMES)) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GAMES)))
def test_no_ask_stands_inside_try_or_with(file: Path) -> None:
    assert list(guarded_asks(TREES[file])) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GAMES)))
def test_no_rule_walks_through_a_set(file: Path) -> None:
    assert list(sets_walked(TREES[file])) == []


def test_the_walk_finds_what_it_looks_for() -> None:
    bad = ast.parse(
        "def hit(t) -> Rules[None]:\n    yield\n"
        "def turn(t) -> Rules[None]:\n    hit(t)\n    x = t.ask(d)\n"
        "    try:\n        yield from hit(t)\n    finally:\n        pass\n"
        "    for a in {1, 2}: pass\n"
    )
    assert len(list(bare_calls(bad, {"hit", "ask"}))) == 2
    assert len(list(guarded_asks(bad))) == 1
    assert list(sets_walked(bad)) == ["{1, 2}"]


def test_the_walk_sees_the_rules_of_the_games() -> None:
    assert "take_turn" in NAMES
