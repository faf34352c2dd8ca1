"""Reports of real positions, and readers of what was printed."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from pypdf import PdfReader

from games.benchmarks.reports import turn_report
from games.reports.content import Report


@pytest.fixture(scope="session")
def report() -> Report:
    """Four players in their fifth round; Alice is on turn."""
    return turn_report("scrappers", 4)


@pytest.fixture(scope="session")
def duel() -> Report:
    """The same game for two."""
    return turn_report("scrappers", 2, 9)


@pytest.fixture
def read() -> Callable[[bytes], PdfReader]:
    """A PDF, opened."""
    return lambda pdf: PdfReader(io.BytesIO(pdf))


@pytest.fixture
def words(read: Callable[[bytes], PdfReader]) -> Callable[[bytes], str]:
    """All that a PDF says, in one line: where lines end does not matter."""
    return lambda pdf: " ".join("\n".join(page.extract_text() for page in read(pdf).pages).split())
