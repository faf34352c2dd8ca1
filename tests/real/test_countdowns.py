"""Redis hands out again what waits too long in a worker: so nothing waits there for long."""

from __future__ import annotations

import ast

from edgepbem.celery import app
from tests.real.machine import ROOT

MINUTES = 5 * 60
FOLDERS = ("accounts", "edgepbem", "games")


def delayed_calls(source: str) -> list[int]:
    """The lines that ask Celery to do something later."""
    words = {"countdown", "eta"}
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.keyword) and node.arg in words)
        or (isinstance(node, ast.Constant) and node.value in words)
    ]


def test_nothing_is_put_off_by_countdown_or_eta():
    """F4: due times live in the database."""
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for line in delayed_calls(path.read_text())
    }
    assert found == set()


def test_the_search_finds_what_it_looks_for():
    assert delayed_calls("task.apply_async(countdown=3600)") == [1]
    assert delayed_calls("task.apply_async(args, **{'eta': noon})") == [1]


def test_no_retry_waits_longer_than_five_minutes():
    """F4: a retry is a countdown, too. Its wait doubles from a second on."""
    app.loader.import_default_modules()
    tasks = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    assert tasks
    for task in tasks:
        if getattr(task, "retry_backoff", False):
            assert 2 ** ((task.max_retries or 0) - 1) <= MINUTES
        else:
            assert task.default_retry_delay <= MINUTES
