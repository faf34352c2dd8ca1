"""`manage.py rules`: no rule without a test."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from django.core.management import call_command

from games.services.texts import rule_ids
from games.tools.citations import citations


def rules(*arguments: str) -> str:
    """What the command prints, complaints included."""
    out = StringIO()
    call_command("rules", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_every_rule_of_star_scrappers_is_shown_by_a_test() -> None:
    assert rules("--untested", "--game", "scrappers") == ""


def test_each_rule_is_listed_with_its_tests() -> None:
    lines = rules("--game", "scrappers").splitlines()
    assert len(lines) == 232
    assert all("::test_" in line for line in lines)


def test_a_definition_is_an_id_in_bold_at_the_beginning_of_a_line(tmp_path: Path) -> None:
    page = tmp_path / "game.md"
    page.write_text("- **SS-1.2 Cards.** see SS-9.9 and **SS-7.1**\n\n| **SS-D4** | x |\n1. **SS-19.1** y\n")
    assert rule_ids(page) == ["SS-1.2", "SS-D4", "SS-19.1"]


def test_citations_are_read_from_the_marks(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        '@rule("AA-1", "AA-2")\ndef test_a(): ...\n'
        '@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("AA-3"))])\ndef test_b(n): ...\n'
        "def test_c(): ...\n"
    )
    assert citations(tmp_path) == {
        "AA-1": ["test_x.py::test_a"],
        "AA-2": ["test_x.py::test_a"],
        "AA-3": ["test_x.py::test_b"],
    }
