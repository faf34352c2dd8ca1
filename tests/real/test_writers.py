"""The built-in database under many writers."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.real.machine import ROOT


def write_from_many_processes(**environment):
    done = subprocess.run(
        [sys.executable, "-m", "tests.real.writers", "8", "100"],
        env={"PATH": os.environ["PATH"], **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_eight_processes_write_to_sqlite_without_one_lock_error(tmp_path):
    """F12, P14: 800 transactions that read first and write later, none fails, none is lost."""
    told = write_from_many_processes(VAR_DIR=str(tmp_path))
    assert (told["failed"], told["number"]) == (0, 800)


def test_without_our_settings_they_would_fail(tmp_path):
    """So the test above can fail."""
    url = f"sqlite:///{tmp_path / 'file.sqlite3'}?transaction_mode=DEFERRED"
    told = write_from_many_processes(VAR_DIR=str(tmp_path), DATABASE_URL=url)
    assert told["failed"] > 0
