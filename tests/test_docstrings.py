"""Examples in docstrings hold."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = [
    file for top in ("accounts", "edgepbem", "games", "post", "tests") for file in (ROOT / top).rglob("*.py")
]
# Only modules with an example are loaded: loading all of them takes longer than all examples together.
WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in FILES
    if file != Path(__file__) and "\n    >>> " in file.read_text("utf-8")
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_a_module_hold(module: str) -> None:
    found = doctest.testmod(import_module(module))
    assert found.attempted
    assert not found.failed


def test_there_are_examples() -> None:
    assert len(WITH_EXAMPLES) > 25
