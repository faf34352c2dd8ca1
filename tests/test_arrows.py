"""Rooms of the product and who may import whom: arrows go down the table, never up."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

from games.engine.play.run_state import RunState

ROOT = Path(__file__).parents[1]

# Each room and the rooms it may import. A room sees only rooms further down.
ARROWS = {
    "games.management": (
        "games.benchmarks games.tools games.services games.bots games.models contract accounts"
    ),
    "games.benchmarks": (
        "edgepbem games.tools games.tasks games.services games.reports games.bots games.models "
        "games.edge games.dreamblade games.scrappers play language contract accounts post"
    ),
    "edgepbem": "games.services games.reports games.models accounts post post.children",
    "games.apps": "games.services games.models accounts.services accounts post",
    "games.admin": "games.services games.models accounts.admin accounts post",
    "games.web": (
        "games.tools games.services games.bots games.models play language contract "
        "accounts.web accounts.services accounts post"
    ),
    "games.api": (
        "games.services games.bots games.models play language contract accounts.services accounts post"
    ),
    "games.templatetags": "games.services post",
    "games.tasks": "games.services accounts.services accounts post",
    "games.emails": "games.services games.reports games.models play post",
    "games.tools": "games.services games.bots games.models play language contract accounts post",
    "games.services": (
        "games.reports games.bots games.models games.bluff games.edge games.dreamblade games.scrappers "
        "play language contract accounts.services accounts post post.parsing post.children"
    ),
    "games.reports": "post.children",
    "games.models": "accounts post",
    "games.bots": "games.edge games.dreamblade games.scrappers play contract",
    "games.bluff": "contract",
    "games.edge": "contract",
    "games.dreamblade": "contract",
    "games.scrappers": "contract",
    "play": "language contract",
    "language": "contract",
    "contract": "",
    "accounts.admin": "accounts.web accounts.services accounts post",
    "accounts.emails": "accounts.services accounts post",
    "accounts.web": "accounts.services accounts post",
    "accounts.services": "accounts post post.room",
    "accounts": "post",
    "post.room": "post",
    "post": "post.parsing post.children",
    "post.parsing": "post.children",
    "post.children": "",
}
PACKAGES = {
    "play": "games.engine.play",
    "language": "games.engine.language",
    "contract": "games.engine.contract",
}
TOPS = ("edgepbem", "games", "accounts", "post", "tests")


def room_of(module: str) -> str:
    """The room with the longest name that a module lies in; the module's own first word if there is none."""
    inside = [room for room in ARROWS if f"{module}.".startswith(f"{PACKAGES.get(room, room)}.")]
    return max(inside, key=lambda room: len(PACKAGES.get(room, room)), default=module.partition(".")[0])


def dotted(file: Path) -> str:
    """`games.edge.state`, and `games.edge` for its `__init__.py`."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def product() -> Iterator[Path]:
    """Every module that is not a migration: those are history."""
    for top in TOPS[:-1]:
        yield from (file for file in sorted((ROOT / top).rglob("*.py")) if "migrations" not in file.parts)


def imported(tree: ast.Module, module: str) -> Iterator[str]:
    """What a module imports, at its top, inside functions and for types alone: all of it counts."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                package = resolve_name("." * level, module.rpartition(".")[0]) if level else ""
                base = ".".join(filter(None, (package, source)))
                yield from (f"{base}.{alias.name}" for alias in names)


def wrong_arrows(text: str, module: str) -> list[str]:
    """The imports of a module that its room is not allowed."""
    here = room_of(module)
    allowed = {here, *ARROWS.get(here, "").split()}
    wrong = []
    for name in imported(ast.parse(text), module):
        if name.split(".")[0] in TOPS and room_of(name) not in allowed:
            wrong.append(f"{module} ({here}) imports {name} ({room_of(name)})")
    return wrong


def test_no_module_imports_against_the_arrows() -> None:
    wrong = [arrow for file in product() for arrow in wrong_arrows(file.read_text("utf-8"), dotted(file))]
    assert wrong == []


# What a run keeps is for the rooms that run it. The benchmarks put states of their own on the table.
RUNNERS = ("play", "games.benchmarks")
INSIDES = set(re.findall(r"self\.(\w+)(?:: .*)? = ", inspect.getsource(RunState.__init__)))


def reached_into(text: str, module: str) -> list[str]:
    """Where a module reads or changes what a run keeps, instead of asking the run."""
    if room_of(module) in RUNNERS:
        return []
    return [
        f"{module} reads {ast.unparse(node)}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and node.attr in INSIDES
        and ast.unparse(node.value).rpartition(".")[2] == "run"
    ]


def test_no_room_reaches_into_a_run() -> None:
    wrong = [line for file in product() for line in reached_into(file.read_text("utf-8"), dotted(file))]
    assert wrong == []


@pytest.mark.parametrize("line", ["run.gone", "self.run.standing = {}", "moment.run.replay.rolls.clear()"])
def test_reaching_into_a_run_is_seen(line: str) -> None:
    assert len(reached_into(line, "games.services.storage")) == 1


def test_the_table_has_no_circle() -> None:
    rooms = list(ARROWS)
    up = [
        (room, other)
        for at, room in enumerate(rooms)
        for other in ARROWS[room].split()
        if rooms.index(other) <= at
    ]
    assert up == []


def test_no_modules_know_each_other_in_a_circle() -> None:
    """Also within a room, and where an import waits inside a function. A package only passes names on."""
    files = {dotted(file): file for file in product() if file.name != "__init__.py"}
    arrows = {module: set(known(file, module, set(files))) for module, file in files.items()}
    while leaves := [module for module, wanted in arrows.items() if not wanted & set(arrows)]:
        for module in leaves:
            del arrows[module]
    assert arrows == {}


def test_no_subjects_of_services_know_each_other_in_a_circle() -> None:
    """A folder of services is one subject, like a module beside it."""
    files = {dotted(file): file for file in (ROOT / "games/services").rglob("*.py")}
    arrows: dict[str, set[str]] = {subject(module): set() for module in files}
    for module, file in files.items():
        arrows[subject(module)] |= {subject(other) for other in known(file, module, set(files))}
    arrows = {one: others - {one} for one, others in arrows.items()}
    while leaves := [one for one, others in arrows.items() if not others & set(arrows)]:
        for one in leaves:
            del arrows[one]
    assert arrows == {}


def subject(module: str) -> str:
    """`deadlines`, for all that is in that folder."""
    return module.removeprefix("games.services").strip(".").partition(".")[0]


def known(file: Path, module: str, modules: set[str]) -> Iterator[str]:
    """The other modules of the product that a module imports, or imports something from."""
    for name in imported(ast.parse(file.read_text("utf-8")), module):
        found = name if name in modules else name.rpartition(".")[0]
        if found in modules and found != module:
            yield found


def test_every_module_has_a_room() -> None:
    rooms = {dotted(file): room_of(dotted(file)) for file in product()}
    homeless = [
        module
        for module, room in rooms.items()
        if room not in ARROWS and module not in ("games", "games.engine")
    ]
    assert homeless == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("games.engine.contract.tree", "from games.engine.language import lines"),
        ("games.engine.language.sheet", "def f():\n    import games.engine.play.run"),
        ("games.edge.rules.combat", "from games.scrappers.state import State"),
        ("games.edge.rules.combat", "from games.engine.play.run import Run"),
        ("games.services.orders", "from games.web import pages"),
        ("games.web.pages", "if TYPE_CHECKING:\n    from post.parsing.email import ParsedEmail"),
        ("accounts.models", "from games.models import Match"),
        ("accounts.apps", "def ready():\n    from accounts.services import users"),
        ("accounts.services.users", "from accounts.web.guards import signed_in"),
        ("post.urls", "from post.room import pages"),
        ("post.outbox", "from accounts.models import User"),
        ("games.services.orders", "import tests"),
        ("games.services.orders", "from ..web import pages"),
    ],
)
def test_an_import_against_the_arrows_is_seen(module: str, line: str) -> None:
    assert len(wrong_arrows(line, module)) == 1
