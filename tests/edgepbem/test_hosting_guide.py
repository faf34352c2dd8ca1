"""The host's guide: its commands are there, and do what it says, in the order in which it says so."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from edgepbem.processes import procfile
from edgepbem.settings import env

GUIDE = (settings.BASE_DIR / "docs" / "hosting.md").read_text()
KEY = "a key of its own, with letters and digits: 0123456789 ABCDEFGHIJKLM".replace(" ", "-")
BLOCKS = [
    "\n".join(line[4:] for line in block.splitlines())
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", GUIDE, re.MULTILINE)
]


def block(beginning: str) -> str:
    """The example that begins so."""
    return next(found.strip() + "\n" for found in BLOCKS if found.strip().startswith(beginning))


@pytest.fixture
def machine(tmp_path):
    """The guide's folders and settings, in a folder of this test; the state folder as the guide makes it."""
    making = next(line for line in block("apt-get install").splitlines() if line.startswith("install --dir"))
    assert making.endswith(" --owner edgepbem --group edgepbem --mode 700 /var/lib/edgepbem")
    (tmp_path / "var/lib/edgepbem").mkdir(mode=0o700, parents=True)
    text = (
        block("SITE_URL=")
        .replace("/var/lib", f"{tmp_path}/var/lib")
        .replace("SECRET_KEY=…", f"SECRET_KEY={KEY}")
    )
    (tmp_path / "env").write_text(text)
    return tmp_path


def run(machine: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A command of the guide, with its settings and without root."""
    command = line.replace("edgepbem ", f"{sys.executable} manage.py ", 1)
    script = f"set -a; . {machine}/env; {command}"
    known = {"PATH": os.environ["PATH"], "HOME": str(machine)}
    return subprocess.run(
        ["sh", "-c", script], env=known, cwd=settings.BASE_DIR, capture_output=True, text=True
    )


def test_the_commands_of_the_first_start_work_in_their_order(machine):
    """A folder that is not there yet, a check that warns: the next host would stop here."""
    lines = [line for line in block("edgepbem migrate").splitlines() if line.startswith("edgepbem ")]
    assert lines[-1] == "edgepbem await_ready"
    for line in lines[:-1]:
        if "createsuperuser" not in line:  # it asks questions
            done = run(machine, line + (" --dry-run" if "collectstatic" in line else ""))
            assert done.returncode == 0, done.stderr
            assert "check" not in line or "no issues" in done.stdout
    kept = run(machine, f"edgepbem backup {machine}/var/lib/edgepbem/backup.sqlite3")
    assert kept.returncode == 0, kept.stderr


def test_waiting_for_the_server_needs_no_proxy(machine):
    """The guide comes to the proxy later."""
    assert "http://127.0.0.1:8000" in run(machine, "edgepbem await_ready --help").stdout


def test_every_command_that_the_guide_names_is_there():
    known = get_commands()
    named = set(re.findall(r"(?:manage\.py|(?:^|`)\s*edgepbem)\s+([a-z_]+)", GUIDE, re.MULTILINE))
    assert {"migrate", "await_ready", "backup", "trust_clock"} <= named
    assert named <= set(known)


def test_every_setting_of_the_table_is_read():
    table = GUIDE.partition("## Settings")[2].partition("## Backups")[0]
    names = {
        name
        for row in re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)", row)
    }
    code = "".join(path.read_text() for path in (settings.BASE_DIR / "edgepbem").glob("*.py"))
    code += (settings.BASE_DIR / "Procfile").read_text()
    assert {name for name in names if name not in code and name != "ANYMAIL_"} == set()


def test_a_part_ends_by_itself_under_systemd():
    """A signal to all processes of a postman would end it in the middle of an email."""
    unit = block("[Unit]")
    assert "KillMode=mixed" in unit
    assert "-m edgepbem.part %i" in unit
    started = re.findall(r"edgepbem@(\w+)", block("edgepbem migrate"))
    assert set(started) == set(procfile(settings.BASE_DIR / "Procfile")) - {"redis"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_takes_the_unit(machine):
    python = settings.BASE_DIR / ".venv" / "bin" / "python"
    unit = block("[Unit]").replace("/srv/edgepbem/server/.venv/bin/python", str(python))
    unit = unit.replace("User=edgepbem", "User=root").replace("/srv/edgepbem/server", str(settings.BASE_DIR))
    (machine / "edgepbem@web.service").write_text(unit)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(machine / "edgepbem@web.service")], capture_output=True, text=True
    )
    assert "edgepbem@web.service" not in done.stderr, done.stderr


def test_a_part_is_the_process_itself(tmp_path):
    """`python -m edgepbem.part` becomes it."""
    done = subprocess.run(
        [sys.executable, "-m", "edgepbem.part", "nothing"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "web, worker, postman" in done.stderr
    assert all(command.startswith("exec ") for command in procfile(settings.BASE_DIR / "Procfile").values())


def test_reports_can_go_to_a_bucket_by_settings_alone(machine):
    example = block("as_edgepbem bin/setup requirements-s3.txt").partition("\n\n")[2]
    (machine / "env").write_text((machine / "env").read_text() + example)
    script = "from django.conf import settings; print(settings.STORAGES['default'])"
    done = run(machine, f'edgepbem shell --no-imports --command "{script}"')
    assert "storages.backends.s3.S3Storage" in done.stdout, done.stderr
    assert "'bucket_name': 'edgepbem'" in done.stdout
    assert env("STORAGE_OPTIONS", default="") == ""
