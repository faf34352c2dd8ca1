"""Children of the server: kept warm, bounded, replaced when they fail, and gone when they are not needed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from post.children.pool import BUSY, ENDED, ROOT, TOO_SLOW, JobFailed, Pool, Work
from tests.timing import PATIENCE, wait_for

WORK = Work("tests.post.toy_child", seconds=20, jobs=100)


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(WORK)
    yield made
    made.close()


def is_alive(pid: int) -> bool:
    return os.path.exists(f"/proc/{pid}")


def test_a_child_is_used_again(pool: Pool) -> None:
    first = pool.ask(b"who")
    assert pool.ask(b"who") == first == str(pool.pids()[0]).encode()
    assert int(first) != os.getpid()


def test_a_child_is_replaced_after_its_share_of_jobs(pool: Pool) -> None:
    """F20: what libraries leak does not add up."""
    pool.work = replace(WORK, jobs=2)
    pids = [pool.ask(b"who") for _ in range(4)]
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_a_job_that_hangs_is_ended_in_time_and_costs_only_itself(pool: Pool) -> None:
    first = int(pool.ask(b"who"))
    began = time.monotonic()
    with pytest.raises(JobFailed, match=TOO_SLOW):
        pool.ask(b"sleep 600", seconds=0.3)
    assert time.monotonic() - began < PATIENCE
    assert not is_alive(first)
    assert pool.ask(b"who")


def test_a_job_has_little_time_of_the_processor(pool: Pool) -> None:
    with pytest.raises(JobFailed, match=ENDED):
        pool.ask(b"spin")


def test_time_that_was_used_before_does_not_count(pool: Pool) -> None:
    child = pool.ask(b"who")
    assert [pool.ask(b"who") for _ in range(20)] == [child] * 20


def test_a_child_that_dies_at_work_costs_one_job(pool: Pool) -> None:
    pid = int(pool.ask(b"who"))
    threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)).start()
    with pytest.raises(JobFailed, match=ENDED):
        pool.ask(b"sleep 20")
    assert pool.ask(b"who")


def test_a_child_that_died_while_it_waited_costs_nothing(pool: Pool) -> None:
    pid = int(pool.ask(b"who"))
    os.kill(pid, signal.SIGKILL)
    while Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
        time.sleep(0.01)
    assert int(pool.ask(b"who")) != pid


def test_a_child_that_failed_is_not_used_again_and_tells_no_secret(pool: Pool) -> None:
    first = pool.ask(b"who")
    with pytest.raises(JobFailed) as failed:
        pool.ask(b"fail")
    assert failed.value.reason == "ValueError"
    assert pool.ask(b"who") != first


def test_a_child_that_cannot_start_is_a_failed_job(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(JobFailed, match=ENDED):
        pool.ask(b"who")


@pytest.mark.parametrize("children", [1, 2])
def test_threads_share_the_children(pool: Pool, children: int) -> None:
    pool.work = replace(WORK, children=children)
    pool._renew_locks()
    done: list[bytes] = []
    threads = [threading.Thread(target=lambda: done.append(pool.ask(b"sleep 0.05"))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 6
    assert len(set(done)) == len(pool.pids()) == children


def ask_in_worker(pool: Pool, results: multiprocessing.SimpleQueue[tuple[int, bytes]]) -> None:
    inherited = len(pool.pids())
    results.put((inherited, pool.ask(b"who")))
    pool.close()


def test_a_worker_process_has_children_of_its_own(pool: Pool) -> None:
    """Two processes that share a socket would read each other's results."""
    ours = pool.ask(b"who")
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    worker = context.Process(target=ask_in_worker, args=(pool, results), daemon=True)  # as those of Celery
    worker.start()
    inherited, theirs = results.get()
    worker.join()
    assert inherited == 0
    assert theirs != ours
    assert pool.ask(b"who") == ours


def test_nothing_is_left_behind(pool: Pool) -> None:
    pid = int(pool.ask(b"file"))
    (child,) = pool._idle
    assert list(Path(child.folder).iterdir())
    pool.close()
    assert not Path(child.folder).exists()
    assert not is_alive(pid)


def test_children_end_with_their_process() -> None:
    """Also with one that was killed: the socket is the leash."""
    code = (
        "from post.children.pool import Pool, Work\n"
        "pool = Pool(Work('tests.post.toy_child', seconds=20, jobs=9))\n"
        "print(pool.ask(b'who').decode(), flush=True)\n"
        "import os; os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    wait_for(lambda: not is_alive(int(done.stdout)), what="the end of the child")


@pytest.mark.parametrize("job", [b"connect", b"program"])
def test_a_child_opens_no_connection_and_starts_no_program(pool: Pool, job: bytes) -> None:
    """Rule 14."""
    with pytest.raises(JobFailed, match="PermissionError"):
        pool.ask(job)


def test_a_child_is_told_nothing_of_our_settings(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "canary")
    assert b"canary" not in pool.ask(b"environment")


def test_one_caller_too_many_is_refused_at_once() -> None:
    """It may come again; but a thread that waits could serve someone else."""
    pool = Pool(replace(WORK, callers=1))

    def hold() -> None:
        with suppress(JobFailed):
            pool.ask(b"sleep 600", seconds=600)

    first = threading.Thread(target=hold)
    try:
        pool.warm()
        (pid,) = pool.pids()
        first.start()
        while pool._admitted._value:
            time.sleep(0.01)
        with pytest.raises(JobFailed, match=BUSY):
            pool.ask(b"who")
        os.kill(pid, signal.SIGKILL)
        first.join()
        assert pool.ask(b"who")
    finally:
        pool.close()


def test_a_child_can_be_started_before_its_first_job(pool: Pool) -> None:
    pool.warm()
    (pid,) = pool.pids()
    assert pool.ask(b"who") == str(pid).encode()


def test_a_job_that_was_begun_is_done_meanwhile(pool: Pool) -> None:
    child = pool.ask(b"who")
    job = pool.begin(b"who")
    assert job is not None
    assert pool.begin(b"who") is None  # the only child has something to do: nobody waits for it here
    assert job.result() == child
    assert pool.ask(b"who") == child


@pytest.mark.parametrize(("question", "why"), [(b"spin", ENDED), (b"sleep 20", TOO_SLOW)])
def test_a_job_that_fails_says_so_when_it_is_asked_for(question: bytes, why: str) -> None:
    pool = Pool(replace(WORK, seconds=0.3 if why == TOO_SLOW else WORK.seconds))
    job = pool.begin(question)
    assert job is not None
    with pytest.raises(JobFailed, match=why):
        job.result()
    assert pool.pids() == []
    pool.work = WORK
    assert pool.ask(b"who")
    pool.close()


def test_a_job_that_nobody_waits_for_keeps_no_place(pool: Pool) -> None:
    pid = int(pool.ask(b"who"))
    job = pool.begin(b"sleep 600")
    assert job is not None
    job.drop()
    assert not is_alive(pid)
    assert pool.ask(b"who")
