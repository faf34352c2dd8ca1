"""A backup that is taken while others write can be restored."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from tests.real.machine import ROOT
from tests.timing import wait_for


@pytest.fixture
def var(tmp_path, empty_sqlite):
    """The folder of a server without rows."""
    shutil.copy(empty_sqlite, tmp_path / "edgepbem.sqlite3")
    return tmp_path


def python(var, *arguments):
    return subprocess.Popen(
        [sys.executable, *arguments],
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(var)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def tally(path):
    with closing(sqlite3.connect(path)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (number,) = copy.execute("SELECT number FROM tally").fetchone()
        return number


def has_begun(path):
    try:
        return tally(path) > 0
    except (sqlite3.OperationalError, TypeError):  # no table yet, no row yet
        return False


def test_a_backup_under_write_load_is_whole(var):
    """F18, P19: what it holds was true at one moment."""
    writers = python(var, "-m", "tests.real.writers", "4", "400")
    wait_for(lambda: has_begun(var / "edgepbem.sqlite3"), 30, "the first transaction")
    said, trouble = python(var, "manage.py", "backup", str(var / "copy.sqlite3")).communicate(timeout=60)
    assert "KB" in said, trouble
    number = tally(var / "copy.sqlite3")
    told = json.loads(writers.communicate(timeout=100)[0])
    # On a machine that does much else, a writer may wait for its turn for longer than it wants to.
    assert 0 < number <= tally(var / "edgepbem.sqlite3") == 1600 - told["failed"]
    assert (var / "copy.sqlite3").stat().st_mode & 0o777 == 0o600


def test_no_backup_overwrites_another(var):
    (var / "copy.sqlite3").write_text("precious")
    _, trouble = python(var, "manage.py", "backup", str(var / "copy.sqlite3")).communicate(timeout=60)
    assert "exists already" in trouble
    assert (var / "copy.sqlite3").read_text() == "precious"
