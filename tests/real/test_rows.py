"""Rows that are written without the ORM, on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.post.test_rows import kept_whole


@pytest.mark.usefixtures("postgres_rows")
def test_a_row_is_kept_once() -> None:
    kept_whole()
