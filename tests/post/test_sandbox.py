"""Strangers' emails are read in a process of its own, which may die without harm."""

import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from post.children.pool import ROOT
from post.parsing.automatic import Verdict
from post.parsing.limits import MAX_MAIL, Malformed
from post.parsing.reader import read
from post.parsing.sandbox import READERS, ReadAhead, TooHard, read_email
from tests.catalogue import many
from tests.mails.builder import corpus

MAIL = b"From: bob@example.net\n\nrecruit TER1\nend\n"
MUTATED = many(400, 100_000)
PARTS = 4  # so that several processes can share them
SLOW = b"From: bob@example.net\nContent-Type: text/html\n\n" + b"<p>x" * 200_000


@pytest.fixture(autouse=True)
def no_children_left():
    READERS.close()  # other tests in this process may have left some
    yield
    READERS.close()


def test_a_mail_is_read_as_in_this_process():
    for mail in corpus()[::8]:
        assert read_email(mail.raw, ("play@example.org",)) == read(mail.raw, ("play@example.org",))


def test_our_own_addresses_reach_the_reader():
    """A4."""
    assert read_email(MAIL).verdict is Verdict.HUMAN
    assert read_email(MAIL, ["bob@example.net"]).verdict is Verdict.AUTOMATIC


def test_an_email_that_is_refused_costs_no_child():
    read_email(MAIL)
    first = READERS.pids()
    with pytest.raises(Malformed, match="there are no headers"):
        read_email(b"\n")
    assert READERS.pids() == first


def test_an_email_that_takes_too_long_costs_only_itself(monkeypatch):
    """P5: the child is killed, the next email gets a fresh one."""
    read_email(MAIL)
    monkeypatch.setattr(READERS, "work", replace(READERS.work, seconds=0.05))
    with pytest.raises(TooHard, match="took too long"):
        read_email(SLOW)
    monkeypatch.undo()
    assert read_email(MAIL).new_text == "recruit TER1\nend"


def test_emails_are_read_ahead_one_by_one_whatever_is_among_them():
    """P5: one that is refused or ends its reader leaves those around it alone."""
    good = [b"From: bob@example.net\n\nrecruit TER%d" % number for number in range(3)]
    with ReadAhead([good[0], b"\n", good[1], SLOW, good[2], b"x" * (MAX_MAIL + 1)]) as ahead:
        assert ahead.read().new_text == "recruit TER0"
        with pytest.raises(Malformed, match="no headers"):
            ahead.read()
        assert ahead.read().new_text == "recruit TER1"
        begun = ahead._job
        assert begun is not None
        os.kill(begun._child.process.pid, signal.SIGKILL)  # as the system does when it has no memory
        with pytest.raises(TooHard, match="ended"):
            ahead.read()
        assert ahead.read().new_text == "recruit TER2"
        with pytest.raises(Malformed, match="too large"):
            ahead.read()


def test_what_was_begun_in_vain_is_dropped():
    """Whoever stops in the middle leaves no child behind that nobody uses, and no place that nobody has."""
    for _ in range(3):  # more often than there are places
        with ReadAhead([MAIL, MAIL]) as ahead:
            ahead.read()
        assert READERS.pids() == []
    assert read_email(MAIL).new_text == "recruit TER1\nend"


def test_a_mail_that_is_too_large_does_not_even_reach_a_child():
    """A13."""
    with pytest.raises(Malformed, match="too large"):
        read_email(b"x" * (MAX_MAIL + 1))
    assert READERS.pids() == []


def run(code):
    command = [
        sys.executable,
        "-c",
        f"from post.children import child\nfrom post.parsing import sandbox\n{code}",
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_a_reader_holds_little_memory():
    """P5."""
    done = run("child.limit(sandbox.LIMITS); bytearray(sandbox.LIMITS[sandbox.resource.RLIMIT_AS])")
    assert "MemoryError" in done.stderr


def test_a_reader_writes_no_files(tmp_path):
    path = tmp_path / "file"
    done = run(f"child.limit(sandbox.LIMITS)\nwith open({str(path)!r}, 'w') as f: f.write('x')")
    assert done.returncode != 0
    assert path.read_text() == ""


def test_the_limits_hold_in_a_reader():
    read_email(MAIL)
    limits = Path(f"/proc/{READERS.pids()[0]}/limits").read_text()
    assert re.search(r"Max address space\s+536870912", limits)
    assert re.search(r"Max file size\s+0 ", limits)
    assert re.search(r"Max cpu time\s+([1-9]|10) ", limits)


def test_a_reader_knows_nothing_of_the_server():
    done = run("import sys; print([m for m in ('django', 'celery') if m in sys.modules])")
    assert done.stdout.strip() == "[]"


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
    (pid,) = READERS.pids()
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
    read_email(MAIL)
    reader, before, _ = cost_of_reader()
    for _ in range(MUTATED // PARTS):
        raw = mutated(chance, mails)
        try:
            read_email(raw, ("play@example.org",))
        except Malformed as refused:
            assert refused.reason  # noqa: PT017 -- either outcome is right, an empty reason is not
            outcomes["refused"] += 1
        except TooHard as why:
            pytest.fail(f"{why}: {raw!r}")
        else:
            outcomes["read"] += 1
        if not READERS.pids():  # it has had its share of mails
            read_email(MAIL)
        now, seconds, memory = cost_of_reader()
        assert now != reader or seconds - before < 2, raw
        assert memory < 256, raw
        reader, before = now, seconds
    assert outcomes.total() == MUTATED // PARTS
    assert outcomes["read"]
