"""Rows that are read and written without the ORM, on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.post.test_prepared import same_as_the_orm
from tests.post.test_rows import kept_whole


@pytest.mark.usefixtures("postgres_rows")
def test_a_row_is_kept_once() -> None:
    kept_whole()


@pytest.mark.usefixtures("postgres_rows")
def test_rows_are_those_of_the_orm() -> None:
    same_as_the_orm()
