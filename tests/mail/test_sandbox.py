"""Foreign mail is read in a process of its own, which may die without harm."""

import multiprocessing
import os
import random
import re
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from games.mail import sandbox
from games.mail.automatic import Verdict
from games.mail.limits import MAX_MAIL, Malformed
from games.mail.reading import read
from games.mail.sandbox import TooHard, read_letter
from tests.catalogue import many
from tests.mails.builder import corpus

MAIL = b"From: bob@example.net\n\nrecruit TER1\nend\n"
MUTATED = many(400, 100_000)
PARTS = 4  # so that several processes can share them
SLOW = b"From: bob@example.net\nContent-Type: text/html\n\n" + b"<p>x" * 200_000


@pytest.fixture(autouse=True)
def no_children_left():
    sandbox.close()  # other tests in this process may have left some
    yield
    sandbox.close()


def pid_of_reader():
    return sandbox._children.idle[-1].process.pid


def test_a_mail_is_read_as_in_this_process():
    for mail in corpus()[::8]:
        assert read_letter(mail.raw, ("play@example.org",)) == read(mail.raw, ("play@example.org",))


def test_our_own_addresses_reach_the_reader():
    """A4."""
    assert read_letter(MAIL).verdict is Verdict.HUMAN
    assert read_letter(MAIL, ["bob@example.net"]).verdict is Verdict.AUTOMATIC


def test_a_child_is_used_again():
    read_letter(MAIL)
    first = pid_of_reader()
    with pytest.raises(Malformed, match="there are no headers"):
        read_letter(b"\n")
    read_letter(MAIL)
    assert pid_of_reader() == first != os.getpid()


def test_a_child_is_replaced_after_its_share_of_mails(monkeypatch):
    monkeypatch.setattr(sandbox, "MAILS_PER_CHILD", 2)
    read_letter(MAIL)
    read_letter(MAIL)
    assert sandbox._children.idle == []
    assert read_letter(MAIL).new_text == "recruit TER1\nend"


def test_a_mail_that_takes_too_long_costs_only_itself(monkeypatch):
    """P5: the child is killed, the next mail gets a fresh one."""
    read_letter(MAIL)
    slow = sandbox._children.idle[-1].process
    monkeypatch.setattr(sandbox, "WALL_SECONDS", 0.05)
    with pytest.raises(TooHard, match="too long"):
        read_letter(SLOW)
    assert slow.returncode is not None
    monkeypatch.undo()
    assert read_letter(MAIL).new_text == "recruit TER1\nend"


def test_a_child_that_dies_costs_only_its_mail(monkeypatch):
    read_letter(MAIL)
    child = sandbox._children.idle[-1]
    monkeypatch.setattr(child.process, "poll", lambda: None)  # it dies after it was found alive
    child.process.kill()
    child.process.wait()
    with pytest.raises(TooHard, match="died"):
        read_letter(MAIL)
    assert read_letter(MAIL).new_text == "recruit TER1\nend"


def test_a_child_that_died_while_it_waited_costs_nothing():
    read_letter(MAIL)
    child = sandbox._children.idle[-1]
    child.process.kill()
    child.process.wait()
    assert read_letter(MAIL).new_text == "recruit TER1\nend"


def test_a_mail_that_is_too_large_does_not_even_reach_a_child():
    """A13."""
    with pytest.raises(Malformed, match="too large"):
        read_letter(b"x" * (MAX_MAIL + 1))
    assert sandbox._children.idle == []


def test_several_threads_may_read_at_once():
    found = []
    threads = [threading.Thread(target=lambda: found.append(read_letter(MAIL).new_text)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["recruit TER1\nend"] * 4
    assert len(sandbox._children.idle) <= sandbox.MAX_IDLE


def read_in_worker(results):
    inherited = len(sandbox._children.idle)
    results.put((inherited, read_letter(MAIL).new_text, pid_of_reader()))
    sandbox.close()


def test_a_worker_process_has_its_own_children():
    """Workers of Celery are daemonic forks: they may have no children of multiprocessing."""
    read_letter(MAIL)
    ours = pid_of_reader()
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    worker = context.Process(target=read_in_worker, args=(results,), daemon=True)
    worker.start()
    inherited, text, theirs = results.get()
    worker.join()
    assert (inherited, text) == (0, "recruit TER1\nend")
    assert theirs != ours
    read_letter(MAIL)
    assert pid_of_reader() == ours


def run(code):
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=sandbox.ROOT, capture_output=True, text=True, timeout=60)


def test_a_child_holds_little_memory():
    """P5."""
    done = run("from games.mail import sandbox; sandbox._limit_memory(); bytearray(sandbox.MEMORY)")
    assert "MemoryError" in done.stderr


def test_a_child_writes_no_files(tmp_path):
    path = tmp_path / "file"
    done = run(
        "from games.mail import sandbox; sandbox._limit_memory()\n"
        f"with open({str(path)!r}, 'w') as f: f.write('x')"
    )
    assert done.returncode != 0
    assert path.read_text() == ""


def test_a_child_gets_little_time_of_the_processor():
    done = run(
        "from games.mail import sandbox; sandbox.CPU_SECONDS = 0; sandbox._limit_time()\nwhile True: pass"
    )
    assert done.returncode < 0


def test_a_child_knows_nothing_of_the_server(monkeypatch):
    """It starts without Django and without the settings in the environment."""
    done = run("import sys, games.mail.sandbox; print([m for m in ('django', 'celery') if m in sys.modules])")
    assert done.stdout.strip() == "[]"
    monkeypatch.setenv("SECRET_KEY", "canary")
    assert "canary" not in str(sandbox._environment())


def test_the_children_end_with_their_process():
    done = run(
        "from games.mail import sandbox\n"
        f"sandbox.read_letter({MAIL!r})\n"
        "print(sandbox._children.idle[-1].process.pid, flush=True)\n"
        "import os; os._exit(0)"
    )
    pid = int(done.stdout)
    for _ in range(100):
        if not os.path.exists(f"/proc/{pid}"):
            return
        threading.Event().wait(0.05)
    pytest.fail("the child still runs")


def mutated(chance: random.Random, mails: list[bytes]) -> bytes:
    """A mail with pieces cut out, doubled, replaced by noise or taken from another."""
    raw = chance.choice(mails)
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(raw))
        end = min(len(raw), start + chance.randint(0, 200))
        other = chance.choice(mails)
        at = chance.randint(0, len(other))
        pieces = [
            b"",
            raw[start:end] * 3,
            chance.randbytes(8),
            b"\n",
            b"\x00",
            b'"',
            b";",
            b"=?",
            b"--",
            b"<",
        ]
        raw = raw[:start] + chance.choice([*pieces, other[at : at + 100]]) + raw[end:]
    return raw


def cost_of_reader() -> tuple[int, float, int]:
    """Who read last, its seconds of the processor so far, and the most memory it ever had, in MB."""
    pid = pid_of_reader()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return pid, seconds, int(peak[1]) // 1024 if peak else 0


@pytest.mark.catalogue
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("part", range(PARTS))
def test_no_mutation_of_a_mail_is_more_than_its_reader_bears(part):
    """P5, A25: each is read or refused within 2 s and 256 MB, and none is lost."""
    chance = random.Random(part)
    mails = [mail.raw for mail in corpus()]
    outcomes: Counter[str] = Counter()
    read_letter(MAIL)
    reader, before, _ = cost_of_reader()
    for _ in range(MUTATED // PARTS):
        raw = mutated(chance, mails)
        try:
            read_letter(raw, ("play@example.org",))
        except Malformed as refused:
            assert refused.reason  # noqa: PT017 -- either outcome is right, an empty reason is not
            outcomes["refused"] += 1
        except TooHard as why:
            pytest.fail(f"{why}: {raw!r}")
        else:
            outcomes["read"] += 1
        if not sandbox._children.idle:  # it has had its share of mails
            read_letter(MAIL)
        now, seconds, memory = cost_of_reader()
        assert now != reader or seconds - before < 2, raw
        assert memory < 256, raw
        reader, before = now, seconds
    assert outcomes.total() == MUTATED // PARTS
    assert outcomes["read"]
