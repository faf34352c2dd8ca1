"""The rooms of The Edge know each other in one direction: the lower know nothing of the upper."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import games.edge

ROOT = Path(games.edge.__file__).parent
LEVELS = (
    {"catalogue", "geometry", "drawing", "moments", "citations", "illustrations", "tutorial"},
    {"state"},
    {"names", "control", "guess"},
    {"effects"},
    {"rules"},
    {"views", "telling", "army_text", "roster_text", "notation", "known_names"},
    {"standing"},
    {"figures"},
    {"labels"},
    {"cardtext", "words"},
    {"printed", "board_players", "hints", "rosters", "reference", "tips"},
    {"board", "picture", "table", "sketches", "lessons"},
    {"guide"},
    {"engine"},
)
LEVEL = {room: number for number, rooms in enumerate(LEVELS) for room in rooms}


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its name below `games.edge`."""
    found: dict[str, ast.Module] = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix("__init__").rstrip(".")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return {name: tree for name, tree in found.items() if name}


def imports(tree: ast.AST) -> Iterator[str]:
    """What a module takes from the game, below `games.edge`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("games.edge."):
            above = str(node.module).removeprefix("games.edge").lstrip(".")
            yield from (f"{above}.{alias.name}".lstrip(".") for alias in node.names)


def test_every_room_has_its_level():
    assert {name.partition(".")[0] for name in modules()} == set(LEVEL)


def test_no_arrow_leads_upwards():
    wrong = [
        (name, wanted)
        for name, tree in modules().items()
        for wanted in imports(tree)
        if LEVEL[wanted.partition(".")[0]] > LEVEL[name.partition(".")[0]]
    ]
    assert wrong == []


def test_rooms_of_one_level_do_not_know_each_other():
    rooms = {
        (name.partition(".")[0], wanted.partition(".")[0])
        for name, tree in modules().items()
        for wanted in imports(tree)
    }
    assert [(one, other) for one, other in rooms if one != other and LEVEL[one] == LEVEL[other]] == []


def test_nothing_is_imported_inside_a_function():
    functions = [
        (name, node)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]
    assert [name for name, node in functions if next(imports(node), None)] == []


def test_no_modules_know_each_other_in_a_circle():
    arrows = {
        name: {_module(wanted) for wanted in imports(tree)} - {name} for name, tree in modules().items()
    }
    while leaves := [name for name, wanted in arrows.items() if not wanted & set(arrows)]:
        for name in leaves:
            del arrows[name]
    assert arrows == {}


def _module(wanted: str) -> str:
    """The module in which an imported name is, or the module itself."""
    return wanted if wanted in modules() else wanted.rpartition(".")[0]
