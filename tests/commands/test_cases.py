"""`manage.py cases`: every attack and fault has a test, or a reason why not."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from games.tools.cases import Case, cases, named_by_tests


def told(*arguments: str) -> list[str]:
    """The lines that the command prints."""
    out = StringIO()
    call_command("cases", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_every_case_has_a_test_or_a_reason_why_not() -> None:
    assert [line for line in told("--untested") if "not tested: " not in line] == []


def test_each_case_is_listed_with_its_tests() -> None:
    lines = told()
    page = settings.BASE_DIR / "docs" / "cases.md"
    assert [line.split()[0] for line in lines] == [case.name for case in cases(page)]
    assert sum("::test_" in line for line in lines) > 90


def test_a_case_without_a_test_says_why(tmp_path: Path) -> None:
    page = tmp_path / "cases.md"
    page.write_text(
        "| **A1** | a note | filed |\n| **A2** | a fetch | not tested: there is none |\ntext **A3**\n"
    )
    assert cases(page) == [Case("A1", ""), Case("A2", "there is none")]


def test_tests_name_cases_at_the_beginning_of_a_docstring(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        '''"""P1: all."""\ndef test_a():\n    """A1, A3-A4: both."""\ndef test_b():\n    """At B2."""\n'''
    )
    assert named_by_tests(tmp_path) == {
        "P1": ["test_x.py"],
        "A1": ["test_x.py::test_a"],
        "A3": ["test_x.py::test_a"],
        "A4": ["test_x.py::test_a"],
    }
