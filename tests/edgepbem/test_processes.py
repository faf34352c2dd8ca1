"""Running what a Procfile names: however it ends, nothing is left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from edgepbem.processes import WARNING, procfile
from tests.timing import PATIENCE, wait_for

RUNNER = """
import os, sys
from pathlib import Path
from edgepbem.processes import Logs, run
folder = Path(sys.argv[1])
commands = dict(argument.split("=", 1) for argument in sys.argv[2:])
sys.exit(run(commands, os.environ, Logs(folder, sys.stdout)))
"""


class Run:
    """A manager with two parts that note who they are."""

    def __init__(self, folder: Path, *commands: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUNNER, str(folder / "log"), *commands],
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def pids(self, count: int) -> list[int]:
        def started() -> list[int]:
            found = [int(path.read_text() or 0) for path in self.folder.glob("*.pid")]
            return found if len(found) == count and all(found) else []

        return wait_for(started, what="the start of the parts")

    def end(self) -> str:
        said, _ = self.process.communicate(timeout=PATIENCE)
        return said


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def noting(folder: Path, name: str) -> str:
    """A part with a child of its own, as the web server and the worker have."""
    return f"{name}=echo $$ > {folder}/{name}.pid; sleep 1000 & echo $! > {folder}/{name}-child.pid; wait"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 143),
    ],
)
def test_a_signal_ends_all_parts_and_their_children(tmp_path, number, code):
    run = Run(tmp_path, noting(tmp_path, "one"), noting(tmp_path, "two"))
    pids = run.pids(4)
    os.kill(run.process.pid, number)
    run.end()
    assert run.process.returncode == code
    assert [pid for pid in pids if is_alive(pid)] == []


def test_what_a_part_has_in_hand_is_finished_first(tmp_path):
    """A signal to its children would end a postman in the middle of an email."""
    child = f"(sleep 1; echo sent > {tmp_path}/email) &"
    run = Run(tmp_path, f"one=trap 'wait; exit 0' TERM; {child} echo $$ > {tmp_path}/one.pid; wait")
    run.pids(1)
    os.kill(run.process.pid, signal.SIGTERM)
    run.end()
    assert (tmp_path / "email").read_text() == "sent\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent died")
def test_a_manager_that_is_killed_takes_its_parts_along(tmp_path):
    run = Run(tmp_path, f"one=echo $$ > {tmp_path}/one.pid; exec sleep 1000")
    (pid,) = run.pids(1)
    run.process.kill()
    run.end()
    wait_for(lambda: not is_alive(pid), what="the end of the part")


def test_when_one_part_ends_all_do(tmp_path):
    pid = tmp_path / "long.pid"
    short = f"until [ -s {pid} ]; do sleep 0.05; done; echo good-bye; exit 3"
    run = Run(tmp_path, f"short={short}", f"long=echo $$ > {pid}; exec sleep 1000")
    run.end()
    assert run.process.returncode == 3
    assert not is_alive(int(pid.read_text()))
    assert (tmp_path / "log" / "short.log").read_text() == "good-bye\n"


def test_warnings_are_shown_and_all_else_is_logged(tmp_path):
    lines = r"echo '[now: INFO/Main] all is well'; echo '[now: WARNING/Main] a bad sign'"
    said = Run(tmp_path, f"part={lines}").end()
    assert said == "part    | [now: WARNING/Main] a bad sign\n"
    assert (tmp_path / "log" / "part.log").read_text().count("\n") == 2


def test_the_last_log_is_kept_beside_the_new_one(tmp_path):
    for word in ("first", "second"):
        Run(tmp_path, f"part=echo {word}").end()
    assert (tmp_path / "log" / "part.log").read_text() == "second\n"
    assert (tmp_path / "log" / "part.old.log").read_text() == "first\n"


@pytest.mark.parametrize(
    "line",
    [
        b"[2026-11-16 06:00:00,123: WARNING/MainProcess] no answer",
        b"[2026-11-16 06:00:00,123: ERROR] django.request: Internal Server Error: /",
        b"[2026-11-16 06:00:00 +0000] [7] [CRITICAL] WORKER TIMEOUT (pid:9)",
    ],
)
def test_it_knows_a_warning_when_it_sees_one(line):
    assert WARNING.match(line)


def test_the_procfile_names_all_parts():
    assert list(procfile(settings.BASE_DIR / "Procfile")) == [
        "web",
        "worker",
        "postman",
        "beat",
        "gateway",
        "redis",
    ]


LIGHT_PARTS = {
    "beat": "from edgepbem.schedule import app; app.loader.import_default_modules(); app.finalize()",
    "gateway": "import django; django.setup(); import post.management.commands.mail_gateway",
}


def loaded_by(lines: str) -> str:
    """The modules that a process of its own has after these lines."""
    known = {name: value for name, value in os.environ.items() if name != "CELERY_SKIP_CHECKS"}
    run = subprocess.run(
        [sys.executable, "-c", f"{lines}; import sys; print(*sys.modules)"],
        cwd=settings.BASE_DIR,
        env={**known, "DJANGO_SETTINGS_MODULE": "edgepbem.settings"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("part", LIGHT_PARTS)
def test_parts_that_need_no_rules_load_none(part):
    """A start of the whole server is mostly loading, in every process again."""
    loaded = loaded_by(LIGHT_PARTS[part])
    assert "edgepbem.celery" in loaded
    assert not re.search(r"\bgames\.(edge|scrappers|engine|web|api)\b", loaded)


def test_a_worker_loads_its_tasks_before_anything_else():
    """In whatever order modules are loaded, none may find another half-made."""
    assert "games.tasks" in loaded_by(
        "from edgepbem import celery_app; celery_app.loader.import_default_modules()"
    )


def test_the_beat_calls_tasks_that_workers_have():
    import games.tasks  # noqa: F401
    from edgepbem import celery_app
    from edgepbem.schedule import app

    called = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert called
    assert called <= set(celery_app.tasks)
