"""The Redis that `bin/play` starts: new enough, for its owner alone, its files in one place."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from edgepbem import bundled_redis
from edgepbem.bundled_redis import NoServer, NotHere, configuration, new_url, prepare, server, version_of


@pytest.fixture
def path(tmp_path, monkeypatch):
    """Programs of this test only."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str, version: str) -> Path:
    """A server that can say what it is."""
    file = folder / name
    file.write_text(f"#!/bin/sh\necho 'Redis server v={version} sha=0'\n")
    file.chmod(0o755)
    return file


def test_the_machines_own_server_comes_first(path):
    own = program(path, "redis-server", "7.0.15")
    assert server() == own
    better = program(path, "valkey-server", "8.1.4")
    assert server() == better


def test_one_that_is_too_old_is_passed_over(path):
    """CVE-2025-49844 and others are not fixed in these."""
    program(path, "redis-server", "6.2.14")
    assert version_of(server()) >= (9, 1)


def test_the_one_in_the_wheel_has_the_fixes(path):
    """CVE-2025-49844 is fixed in Valkey 8.1.4 and 9.0, with CVE-2025-21605 and CVE-2024-46981 before it."""
    assert version_of(server()) >= (9, 0, 1)


def test_without_any_it_says_what_to_do(path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoServer, match="Install one"):
        server()


def test_it_listens_on_a_file_and_nowhere_else(tmp_path):
    lines = configuration(f"unix://{tmp_path}/redis.sock").splitlines()
    assert {"port 0", f'unixsocket "{tmp_path}/redis.sock"', f'dir "{tmp_path}"'} <= set(lines)
    assert any("-@scripting" in line for line in lines)


@pytest.mark.parametrize(
    "url", ["redis://redis.example.org/0", "redis://localhost/0", "rediss://localhost/0", "unix://host/x"]
)
def test_it_does_not_stand_in_for_another_server(url):
    with pytest.raises(NotHere):
        configuration(url)


def test_nobody_else_can_enter_its_folder(tmp_path):
    folder = tmp_path / "redis"
    folder.mkdir(mode=0o755)
    assert new_url(tmp_path) == f"unix://{folder}/redis.sock"
    prepare(new_url(tmp_path))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "redis.conf").stat().st_mode) == 0o600


def test_a_folder_with_a_long_name_has_its_socket_elsewhere(tmp_path):
    deep = tmp_path / ("long" * 30)
    file = Path(new_url(deep).removeprefix("unix://"))
    assert len(str(file)) <= bundled_redis.LONGEST_NAME
    bundled_redis.make_private(file.parent)
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    file.parent.rmdir()


def test_a_folder_of_someone_else_is_not_used(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "redis").symlink_to(tmp_path / "theirs")
    with pytest.raises(NotHere, match="someone else"):
        bundled_redis.make_private(tmp_path / "redis")


def test_the_settings_look_for_it_where_it_is(tmp_path):
    """`honcho start` with nothing set."""
    script = "from edgepbem.settings import REDIS_URL; print(REDIS_URL)"
    known = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=known, cwd=settings.BASE_DIR, capture_output=True, text=True
    )
    assert done.stdout.strip() == new_url(tmp_path)


def test_it_refuses_plainly(tmp_path, monkeypatch):
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("REDIS_URL", "redis://redis.example.org/0")
    with pytest.raises(SystemExit, match="socket file"):
        bundled_redis.main()
