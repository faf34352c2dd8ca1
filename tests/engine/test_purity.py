"""Habits that no type checker sees: a forgotten `yield from` does nothing, silently."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

GAMES = Path(__file__).parents[2] / "games"
FOLDERS = [GAMES / "engine", *(path.parent for path in GAMES.glob("*/engine.py"))]
FILES = sorted({file for folder in FOLDERS for file in folder.rglob("*.py")})


@dataclass
class Room:
    """What one module defines and brings in, by name."""

    folder: str
    functions: dict[str, bool] = field(default_factory=dict)  # whether it is annotated as Rules
    methods: dict[str, bool] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)  # name here: dotted name there


def room_of(tree: ast.Module, folder: str) -> Room:
    """Look a module over."""
    room = Room(folder)
    inside = {inner for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for inner in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            (room.methods if node in inside else room.functions)[node.name] = _is_rules(node)
        elif isinstance(node, ast.ImportFrom):
            room.imports |= {
                alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names
            }
    return room


def _is_rules(node: ast.FunctionDef) -> bool:
    return node.returns is not None and "Rules[" in ast.unparse(node.returns)


def bare_calls(tree: ast.Module, room: Room, rooms: dict[str, Room]) -> Iterator[str]:
    """Calls of rules whose coroutine is dropped or kept unrun."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr | ast.Assign)
            and isinstance(node.value, ast.Call)
            and _is_rule_call(node.value, room, rooms)
            and not _is_a_run(node)
        ):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def _is_rule_call(call: ast.Call, room: Room, rooms: dict[str, Room]) -> bool:
    """A function is looked up where it comes from; a method by its name, in the same game and the engine."""
    match call.func:
        case ast.Name(id=name):
            module, _, function = room.imports.get(name, "").rpartition(".")
            return (
                rooms[module].functions.get(function, False)
                if module in rooms
                else room.functions.get(name, False)
            )
        case ast.Attribute(value=ast.Name(id=name), attr=function) if room.imports.get(name, "") in rooms:
            return rooms[room.imports[name]].functions.get(function, False)
        case ast.Attribute(attr=name):
            near = [other for other in rooms.values() if other.folder in (room.folder, "engine")]
            found = [other.methods[name] for other in near if name in other.methods]
            return name not in CALLED_BY_THE_REPLAY and bool(found) and all(found)
        case _:
            return False


def _is_a_run(node: ast.Expr | ast.Assign) -> bool:
    """The replay is the one place that keeps a coroutine, in `self._rules`."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "self._rules"


def guarded_asks(tree: ast.Module) -> Iterator[str]:
    """`finally`, a catch-all or `with` around an ask: dropping a run would execute the rest of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With) or (isinstance(node, ast.Try) and _runs_when_dropped(node)):
            for inner in ast.walk(node):
                if isinstance(inner, ast.YieldFrom | ast.Yield):
                    yield f"line {node.lineno}"


def _runs_when_dropped(node: ast.Try) -> bool:
    caught = ["" if handler.type is None else ast.unparse(handler.type) for handler in node.handlers]
    return bool(node.finalbody) or any(name in ("", "BaseException", "GeneratorExit") for name in caught)


def sets_walked(tree: ast.Module) -> Iterator[str]:
    """Iteration over a set literal or set(...): its order differs from process to process."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            if isinstance(over, ast.Set | ast.SetComp) or (
                isinstance(over, ast.Call) and ast.unparse(over.func) == "set"
            ):
                yield ast.unparse(over)


def idle_yields(tree: ast.Module) -> Iterator[str]:
    """A `yield` that is never reached or yields nothing: it makes a coroutine of what asks nobody."""
    for node in ast.walk(tree):
        if isinstance(node, ast.YieldFrom) and isinstance(node.value, ast.Tuple) and not node.value.elts:
            yield f"line {node.lineno}"
        if isinstance(node, ast.FunctionDef):
            for before, last in pairwise(node.body):
                is_idle = isinstance(last, ast.Expr) and isinstance(last.value, ast.Yield | ast.YieldFrom)
                if isinstance(before, ast.Return) and is_idle:
                    yield f"line {last.lineno}"


CALLED_BY_THE_REPLAY = ("turn", "leave", "setup")


def dotted(file: Path) -> str:
    """`games.edge.rules.turn`."""
    return ".".join(file.relative_to(GAMES.parent).with_suffix("").parts)


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def all_rooms() -> dict[str, Room]:
    return {dotted(file): room_of(tree_of(file), file.relative_to(GAMES).parts[0]) for file in FILES}


def found(look: Callable[[Path], Iterator[str]]) -> list[str]:
    """What a look at every module finds, with where it is."""
    return [f"{file.relative_to(GAMES)}: {what}" for file in FILES for what in look(file)]


def test_no_rule_is_called_without_being_run() -> None:
    assert found(lambda file: bare_calls(tree_of(file), all_rooms()[dotted(file)], all_rooms())) == []


def test_no_ask_stands_inside_try_or_with() -> None:
    assert found(lambda file: guarded_asks(tree_of(file))) == []


def test_no_rule_walks_through_a_set() -> None:
    assert found(lambda file: sets_walked(tree_of(file))) == []


def test_what_asks_nobody_is_a_plain_function() -> None:
    assert found(lambda file: idle_yields(tree_of(file))) == []


def test_the_walk_finds_what_it_looks_for() -> None:
    there = room_of(ast.parse("def hit(t) -> Rules[None]:\n    yield\ndef count(t) -> int: ..."), "toy")
    engine = room_of(ast.parse("class Table:\n    def ask(self, d) -> Rules[int]:\n        yield"), "engine")
    rooms = {"games.toy.there": there, "games.engine.contract.table": engine}
    bad = ast.parse(
        "from games.toy.there import hit, count\nfrom games.toy import there\n"
        "def turn(t) -> Rules[None]:\n    hit(t)\n    x = t.ask(d)\n    there.hit(t)\n"
        "    count(t)\n    there.count(t)\n"
        "    try:\n        yield from hit(t)\n    finally:\n        pass\n"
        "    try:\n        yield from hit(t)\n    except GameOver:\n        pass\n"
        "    try:\n        yield from hit(t)\n    except:\n        pass\n"
        "    for a in {1, 2}: pass\n"
        "    yield from ()\n"
        "    return\n    yield\n"
    )
    assert len(list(bare_calls(bad, room_of(bad, "toy"), rooms))) == 3
    assert len(list(guarded_asks(bad))) == 2
    assert list(sets_walked(bad)) == ["{1, 2}"]
    assert len(list(idle_yields(bad))) == 2


def test_the_walk_sees_the_rules_of_the_games() -> None:
    assert all_rooms()["games.edge.rules.turn"].functions["take_turn"]
    assert all_rooms()["games.scrappers.rules.turn"].functions["take_turn"]
    assert all_rooms()["games.engine.contract.table"].methods["ask"]
