"""Tables for spreadsheets, in which no cell is read as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001 (some read these too)


def safe_cell(value: object) -> str:
    """A cell as text; what would begin a formula gets an apostrophe before it.

    >>> safe_cell("=cmd()"), safe_cell("  +1"), safe_cell(-3), safe_cell("Alice")
    ("'=cmd()", "'  +1", '-3', 'Alice')
    """
    if isinstance(value, int | float):
        return str(value)
    text = "" if value is None else str(value)
    # Leading blanks do not help: some programs strip them first.
    return f"'{text}" if text.startswith(_FORMULA) or text.strip().startswith(_FORMULA) else text


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV file."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([safe_cell(cell) for cell in head])
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return out.getvalue()
