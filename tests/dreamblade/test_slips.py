"""DB-12A.5: a slip in a line of a whole combat is handed back; nothing is played by default in its place."""

from __future__ import annotations

import pytest

from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.state import GRAVEYARD
from games.engine.play.preview import preview
from tests.dreamblade.bench import Bench
from tests.rules import rule

DAMAGE = "damage pariah 6 enforcer 6"


def combat() -> Bench:
    """Twelve damage on two creatures, either of which may be destroyed or disrupted; V05 stands on A1."""
    return Bench("P01@C3 V05@A1", "F08@C3 F07@C3").dice(*["3"] * 4)


@rule("DB-12A.5", "DB-D20")
def test_a_result_that_cannot_be_read_is_asked_for_and_the_rest_is_handed_back() -> None:
    b = combat()
    receipt = b.submit(f"strike C3 with all\n{DAMAGE}\ndisrupt parai\ndisrupt enforcer\ndone")
    assert receipt.problem is not None
    assert (receipt.problem.line, receipt.problem.error.nearest) == (3, ("pariah",))
    assert receipt.handed_back == "disrupt parai\ndisrupt enforcer\ndone"
    assert b.asked() == (1, "result")
    b.order("disrupt pariah", "disrupt enforcer", "send enforcer D5", "send pariah E5", "done")
    assert b.where("pariah", "enforcer") == ["E5", "D5"]


@rule("DB-12A.5", "DB-D19")
@pytest.mark.parametrize("line", ["damage pariah 6 enforcer 5", "dammage pariah 6 enforcer 6", "dmage"])
def test_damage_that_does_not_add_up_or_is_misspelt_is_asked_for(line: str) -> None:
    b = combat()
    receipt = b.submit(f"strike C3 with all\n{line}\ndone")
    assert receipt.problem is not None
    assert receipt.problem.line == 2
    assert (b.asked(), b.told("dealt")) == ((1, "damage"), [])


@rule("DB-12A.5", "DB-D21")
def test_a_cell_that_is_not_empty_is_asked_for_again() -> None:
    b = combat()
    receipt = b.submit(
        f"strike C3 with all\n{DAMAGE}\ndisrupt pariah\ndestroy enforcer\nsend pariah a1\ndone"
    )
    assert receipt.problem is not None
    assert receipt.problem.line == 5
    assert (b.asked(), b.told("disrupted")) == ((1, "send"), [])


@rule("DB-12A.5", "DB-D13")
def test_a_blade_that_cannot_be_spent_so_is_asked_for() -> None:
    b = Bench("V04@C3 V07@C3 V05@B2", "V10@C3").dice("blade")
    receipt = b.submit("strike C3 with all\nblade scout advance mirrorman e5\ndone")
    assert receipt.problem is not None
    assert receipt.problem.line == 2
    assert (b.asked(), b.told("bladed")) == ((1, "blade"), [])


@rule("DB-12A.5")
def test_standing_orders_do_not_answer_for_a_line_that_cannot_be_read() -> None:
    b = Bench("P01@C3 V05@A1", "F08@C3 F07@C3", standing={1: "result: destroy"}).dice(*["3"] * 4)
    b.submit(f"strike C3 with all\n{DAMAGE}\ndisrupt parai\ndone")
    assert b.asked() == (1, "result")


@rule("DB-12A.5")
def test_answers_are_found_though_others_before_them_were_not_asked_for() -> None:
    b = combat()
    lines = ["blade punisher crit", DAMAGE, "disrupt pariah", "send pariah e5", "destroy enforcer", "done"]
    receipt = b.submit("\n".join(["strike C3 with all", *lines]))
    assert receipt.problem is None
    assert b.where("pariah", "enforcer") == ["E5", GRAVEYARD]
    assert [line.text for line in receipt.needless] == ["blade punisher crit"]
    assert b.state.turn.step == 4


@rule("DB-12A.5")
def test_answers_that_nothing_asks_for_do_not_stop_the_sheet() -> None:
    b = Bench("P01@C3 V05@B2", "M03@C3", wins=(0, 1)).dice("1")
    receipt = b.submit(
        "strike C3 with all\nblade punisher crit\ndamage thug 1\ndone\nshift mirrorman B3\ndone"
    )
    assert receipt.problem is None
    assert b.at("mirrorman") == "B3"


@rule("DB-12A.5")
def test_an_answer_before_any_order_is_refused() -> None:
    assert "damage" in combat().refused(DAMAGE)


def previewed(*lines: str) -> set[str]:
    """The kinds of events that a preview finds possible."""
    b = Bench("P01@C3 V05@A1", "F08@C3 F07@C3").begin()
    seen = preview(DREAMBLADE, b.run.save(), 1, "\n".join(lines), b"seed")
    return {event.key for _chance, outcome in seen.chances for event in outcome}


def test_a_preview_does_not_play_the_default_in_place_of_a_line_that_never_fits() -> None:
    results = {"dealt", "disrupted", "destroyed"}
    assert results & previewed("strike C3 with all", "done")
    assert not results & previewed("strike C3 with all", "damage pariah 90 enforcer 9", "done")
