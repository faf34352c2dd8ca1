"""The Redis that comes along: this machine only, with a password, its files in one place."""

from __future__ import annotations

import pytest

from edgepbem import bundled_redis
from edgepbem.bundled_redis import NotHere, configuration, new_url, prepare


def test_it_listens_where_its_address_says_and_nowhere_else(tmp_path):
    lines = configuration("redis://:a%2Fb@localhost:7001/0", tmp_path).splitlines()
    assert {"bind 127.0.0.1", "port 7001", f'dir "{tmp_path}"', "requirepass a/b"} <= set(lines)
    assert "port 6379" in configuration("redis://127.0.0.1/0", tmp_path)
    assert "requirepass" not in configuration("redis://127.0.0.1/0", tmp_path)


@pytest.mark.parametrize("url", ["redis://redis.example.org/0", "redis://0.0.0.0/0", "rediss://localhost/0"])
def test_it_does_not_stand_in_for_another_machine(tmp_path, url):
    with pytest.raises(NotHere):
        configuration(url, tmp_path)


def test_its_address_has_a_password_that_stays(tmp_path):
    first, second = new_url(tmp_path), new_url(tmp_path)
    assert first.rpartition("@")[0] == second.rpartition("@")[0]
    assert len(first.rpartition("@")[0]) > 50
    assert (tmp_path / "redis_password").stat().st_mode & 0o777 == 0o600


def test_nobody_else_may_read_its_configuration(tmp_path):
    command = prepare("redis://:secret@localhost:7001/0", tmp_path / "redis")
    assert command[1] == str(tmp_path / "redis" / "redis.conf")
    assert (tmp_path / "redis" / "redis.conf").stat().st_mode & 0o777 == 0o600


def test_it_refuses_plainly(tmp_path, monkeypatch):
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("REDIS_URL", "redis://redis.example.org/0")
    with pytest.raises(SystemExit, match="this machine only"):
        bundled_redis.main()
