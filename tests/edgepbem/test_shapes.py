"""Every type that msgspec reads is learned before there are threads: two that learn one at once crash."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.real.machine import ROOT

# In a process of its own: here, other tests have imported everything already.
PROGRAM = """
import os, pkgutil
from importlib import import_module
os.environ["DJANGO_SETTINGS_MODULE"] = "edgepbem.settings"
import msgspec
learned = set()
learn = msgspec.msgpack.Decoder
def decoder(shape, **more):
    learned.add(shape)
    return learn(shape, **more)
msgspec.msgpack.Decoder = decoder
import edgepbem.wsgi
from edgepbem.shapes import shapes
NEVER_SERVED = ("migrations", "management", "benchmarks", "tools")
for room in map(import_module, ("accounts", "games", "post")):
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if not set(module.name.split(".")) & set(NEVER_SERVED):
            import_module(module.name)
known = list(shapes())
print(len(known), sorted(f"{one.__module__}.{one.__name__}" for one in known if one not in learned
      and one.__module__.partition(".")[0] in ("accounts", "games", "post")
      and not any(part in one.__module__.split(".") for part in NEVER_SERVED)))
"""


def test_a_web_process_has_learned_every_type_before_its_first_request() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False, timeout=100
    )
    count, _, missing = told.stdout.partition(" ")
    assert missing.strip() == "[]", told.stdout + told.stderr
    assert int(count) > 150


READS = {"decode": "type", "convert": "type", "Decoder": "type"}


def read_types(tree: ast.Module) -> Iterator[ast.expr]:
    """The types that a module tells msgspec to read."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if "msgspec" not in ast.unparse(node.func) or node.func.attr not in READS:
            continue
        place = 0 if node.func.attr == "Decoder" else 1
        named = [word.value for word in node.keywords if word.arg == "type"]
        yield from (named or node.args[place : place + 1])


@pytest.mark.parametrize("room", ["accounts", "games", "post", "edgepbem"])
def test_what_msgspec_reads_is_made_of_its_own_types_alone(room: str) -> None:
    """Data classes and the like are learned in the same way, and are not found among its own types."""
    foreign = []
    for file in sorted((ROOT / room).rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        plain = {
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            and any("dataclass" in ast.unparse(mark) for mark in node.decorator_list)
        }
        named = {
            name.id for read in read_types(tree) for name in ast.walk(read) if isinstance(name, ast.Name)
        }
        foreign += [f"{file.relative_to(ROOT)}: {name}" for name in named & plain]
    assert foreign == []
