"""The child that prints: bounded, offline, and told nothing that it does not need."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from games.reports import pdf
from games.reports.content import Section
from post.children.pool import ROOT
from tests.post.processes import cpu_seconds, peak_megabytes


@pytest.fixture(scope="session")
def job(duel):
    return pdf.job_for(duel)


def printer() -> int:
    """The process that printed last."""
    (pid,) = pdf.PRINTERS.pids()
    return pid


def test_a_printer_is_kept_warm_for_many_reports(job):
    printed = pdf.print_job(job)
    first = printer()
    assert pdf.print_job(job) == printed
    assert printer() == first


def test_a_printer_that_failed_is_not_used_again(job):
    """Whatever a document did to it, the next one is printed by another."""
    pdf.print_job(job)
    first = printer()
    with pytest.raises(pdf.RenderFailed, match="ParseError"):
        pdf.print_job(replace(job, document=b"<p>"))
    assert pdf.print_job(job).startswith(b"%PDF")
    assert printer() != first


def test_a_printer_that_cannot_start_is_a_failed_report(job, monkeypatch):
    pdf.PRINTERS.close()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(pdf.RenderFailed, match="ended"):
        pdf.print_job(job)


def test_the_printer_knows_neither_django_nor_our_secrets(job, monkeypatch):
    """P17, rule 13: what it does not have it cannot print."""
    pdf.PRINTERS.close()
    monkeypatch.setenv("SECRET_KEY", "very-secret")
    monkeypatch.setenv("DATABASE_URL", "postgres://alice:very-secret@db/x")
    pdf.print_job(job)
    assert b"very-secret" not in Path(f"/proc/{printer()}/environ").read_bytes()
    code = "import games.reports.renderer, sys; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_memory_and_time_of_the_printer_are_bounded(job):
    """Rule 14"""
    pdf.print_job(job)
    limits = Path(f"/proc/{printer()}/limits").read_text()
    data = re.search(r"Max data size\s+(\d+)", limits)
    cpu = re.search(r"Max cpu time\s+(\d+)", limits)
    assert data is not None
    assert cpu is not None
    assert int(data[1]) == 512 * 1024 * 1024
    assert int(cpu[1]) < 60


def test_what_is_far_too_long_is_cut_and_printed_in_time(report, job):
    """D7: a word of 500,000 emails, 2,000 lines; 20 s and 512 MB"""
    pdf.print_job(job)
    chat = Section("y" * 500_000, tuple(f"{n}: {'blah ' * 200}" for n in range(2000)))
    long = replace(report, match="x" * 500_000, story=(chat,) * 40, answer=("z" * 500_000,) * 2000)
    began = cpu_seconds(printer())
    question = msgspec.msgpack.encode(pdf.job_for(long))
    assert pdf.PRINTERS.ask(question, seconds=100).startswith(b"%PDF")
    assert cpu_seconds(printer()) - began < 10  # half of what it may take: other tests run beside this one
    assert peak_megabytes(printer()) < 512
