from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from edgepbem import kept_secret


def test_a_secret_is_made_once(tmp_path):
    path = tmp_path / "var" / "key"
    secret = kept_secret.kept_secret(path)
    assert len(secret) > 50
    assert kept_secret.kept_secret(path) == secret
    assert kept_secret.kept_secret(tmp_path / "var" / "other") != secret


def test_nobody_else_may_read_it(tmp_path):
    path = tmp_path / "key"
    kept_secret.kept_secret(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_processes_that_start_together_get_the_same_one(tmp_path):
    together = Barrier(8)

    def make_and_read(_):
        together.wait()
        kept_secret.make_secret(tmp_path / "key")  # all of them saw no file
        return (tmp_path / "key").read_text()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(make_and_read, range(8)))) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
