"""The child that prints: bounded, replaced when it fails, and nobody else's business."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from games.reports import pdf
from games.reports.content import Section


def child_of(press):
    """The process that prints now."""
    assert press._child is not None
    return press._child.process


def cpu_of(press):
    """Seconds that the child has worked."""
    fields = Path(f"/proc/{child_of(press).pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def press():
    """One for all: what a test does to a child is no trouble for the next, and a new one takes a second."""
    made = pdf.Press()
    yield made
    made.close()


@pytest.fixture
def own_press():
    """A press that has not printed yet."""
    made = pdf.Press()
    yield made
    made.close()


@pytest.fixture(scope="session")
def job(duel):
    return pdf.job_for(duel)


def test_a_child_is_kept_warm_for_many_reports(press, job):
    printed = press.print(job, 20)
    first = child_of(press).pid
    assert press.print(job, 20) == printed
    assert child_of(press).pid == first


def test_a_child_is_replaced_after_its_share_of_reports(own_press, job, monkeypatch):
    """F20: what libraries leak does not add up."""
    monkeypatch.setattr(pdf, "REUSE", 2)
    pids = []
    for _ in range(4):
        assert own_press.print(job, 20).startswith(b"%PDF")
        pids.append(child_of(own_press).pid)
    assert pids[0] == pids[1] != pids[2] == pids[3]


def test_a_child_that_was_killed_costs_at_most_one_report(press, job):
    press.print(job, 20)
    os.kill(child_of(press).pid, signal.SIGSTOP)  # so that it dies in the middle of its work
    threading.Timer(0.2, os.kill, (child_of(press).pid, signal.SIGKILL)).start()
    with pytest.raises(pdf.RenderFailed, match="ended"):
        press.print(job, 20)
    assert press.print(job, 20).startswith(b"%PDF")


def test_a_child_that_died_in_between_is_not_noticed(press, job):
    press.print(job, 20)
    child = child_of(press)
    child.kill()
    child.wait()
    assert press.print(job, 20).startswith(b"%PDF")


def test_a_child_that_hangs_is_killed_in_time(press, job):
    press.print(job, 20)
    child = child_of(press)
    os.kill(child.pid, signal.SIGSTOP)
    began = time.monotonic()
    with pytest.raises(pdf.RenderFailed, match="too slow"):
        press.print(job, 0.3)
    assert time.monotonic() - began < 5
    assert child.returncode == -signal.SIGKILL
    assert press.print(job, 20).startswith(b"%PDF")


def test_a_child_that_failed_is_not_used_again(press, job):
    """Whatever a document did to it, the next one is printed by another."""
    press.print(job, 20)
    first = child_of(press).pid
    with pytest.raises(pdf.RenderFailed, match="ParseError"):
        press.print(replace(job, document=b"<p>"), 20)
    assert press.print(job, 20).startswith(b"%PDF")
    assert child_of(press).pid != first


def test_a_child_that_cannot_start_is_a_failed_report(own_press, job, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(pdf.RenderFailed, match="ended"):
        own_press.print(job, 20)


def test_threads_take_turns(press, job):
    printed = []
    threads = [threading.Thread(target=lambda: printed.append(press.print(job, 20))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(printed) == 4
    assert len(set(printed)) == 1


def test_a_fork_has_a_child_of_its_own(duel):
    """Celery and gunicorn fork: two processes that share a pipe would read each other's reports."""
    printed = pdf.render(duel)
    ours = child_of(pdf.PRESS).pid
    if (fork := os.fork()) == 0:
        good = pdf.PRESS._child is None and pdf.render(duel) == printed and child_of(pdf.PRESS).pid != ours
        pdf.PRESS.close()
        os._exit(0 if good else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]) == 0
    assert pdf.render(duel) == printed
    assert child_of(pdf.PRESS).pid == ours


def test_a_child_ends_when_its_parent_is_gone(job):
    """Also a parent that was killed: the pipe is the leash."""
    press = pdf.Press()
    press.print(job, 20)
    child = child_of(press)
    press.forget()
    _, status = os.waitpid(child.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_nothing_is_left_behind(own_press, job):
    own_press.print(job, 20)
    child, folder = own_press._child, Path(own_press._child.folder)
    assert any(folder.iterdir())
    own_press.close()
    assert not folder.exists()
    assert child.process.returncode is not None


def test_the_child_knows_neither_django_nor_our_secrets(own_press, job, monkeypatch):
    """P17, rule 13: what it does not have it cannot print."""
    monkeypatch.setenv("SECRET_KEY", "very-secret")
    monkeypatch.setenv("DATABASE_URL", "postgres://alice:very-secret@db/x")
    own_press.print(job, 20)
    pid = child_of(own_press).pid
    assert b"very-secret" not in Path(f"/proc/{pid}/environ").read_bytes()
    code = "import games.reports.renderer, sys; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=pdf.ROOT, check=False).returncode == 0


def test_memory_and_time_of_the_child_are_bounded(press, job):
    """Rule 14"""
    press.print(job, 20)
    limits = Path(f"/proc/{child_of(press).pid}/limits").read_text()
    data = re.search(r"Max data size\s+(\d+)", limits)
    cpu = re.search(r"Max cpu time\s+(\d+)", limits)
    assert data is not None
    assert cpu is not None
    assert int(data[1]) == 512 * 1024 * 1024
    assert int(cpu[1]) < 60


@pytest.mark.parametrize("event", ["socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.system"])
def test_the_child_opens_no_connection_and_starts_no_program(event):
    """Rule 14: an audit hook, which nothing can take off again."""
    from games.reports.renderer import forbid

    with pytest.raises(PermissionError):
        forbid(event, ())
    forbid("open", ())


def test_the_hook_is_in_force_in_the_child():
    """Rule 14"""
    code = (
        "import io, socket\nfrom games.reports import renderer\n"
        "renderer.serve(io.BytesIO(), io.BytesIO())\n"
        "try:\n    socket.create_connection(('127.0.0.1', 9))\nexcept PermissionError:\n    print('refused')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=pdf.ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "refused\n"


def test_what_is_far_too_long_is_cut_and_printed_in_time(report, press, job):
    """D7: a word of 500,000 letters, 2,000 lines; 20 s and 512 MB"""
    press.print(job, 20)
    chat = Section("y" * 500_000, tuple(f"{n}: {'blah ' * 200}" for n in range(2000)))
    long = replace(report, match="x" * 500_000, story=(chat,) * 40, answer=("z" * 500_000,) * 2000)
    began = cpu_of(press)
    assert press.print(pdf.job_for(long), 100).startswith(b"%PDF")
    assert cpu_of(press) - began < 10  # half of what it may take: other tests run beside this one
    status = Path(f"/proc/{child_of(press).pid}/status").read_text()
    peak = re.search(r"VmHWM:\s+(\d+)", status)
    assert peak is not None
    assert int(peak[1]) < 512 * 1024
