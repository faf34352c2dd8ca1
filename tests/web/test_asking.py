"""The form that is made from a decision, whichever game asks."""

from __future__ import annotations

from django.http import QueryDict

from games.engine.contract.decisions import Decision, some_of
from games.engine.contract.phrases import Phrase
from games.engine.contract.tree import Branch, word
from games.engine.contract.tree import words as choice
from games.services.scene import Question
from games.web.question_form import level_of


def question(count: int) -> Question:
    """A question with many answers: places of a map."""
    names = [f"{'ABCDEFGHIJ'[n % 10]}{n // 10}" for n in range(count)]
    grown = choice([word(name, name, f"place {name}") for name in sorted(names)])
    decision = Decision(1, "where", Phrase("Where?"), lambda: grown, (names[0],))
    return Question("id", "Where?", decision, True)


def test_many_options_are_grouped_and_can_be_searched() -> None:
    level = level_of(question(100), QueryDict(""))
    assert level.is_large
    assert [group.title for group in level.groups] == list("ABCDEFGHIJ")
    found = level_of(question(100), QueryDict("find=place+c3"))
    assert [one.word for group in found.groups for one in group.choices] == ["C3"]


def test_few_options_are_one_list() -> None:
    level = level_of(question(12), QueryDict(""))
    assert not level.is_large
    assert [group.title for group in level.groups] == [""]


def test_more_options_than_a_page_holds_are_found_by_name() -> None:
    level = level_of(question(1_000), QueryDict(""))
    assert level.left_out == 600
    found = level_of(question(1_000), QueryDict("find=J99"))
    assert [one.word for group in found.groups for one in group.choices] == ["J99"]


def test_an_answer_may_end_where_more_could_follow() -> None:
    decision = Decision(1, "which", Phrase("Which?"), lambda: some_of(["a", "b", "c"], 0, 2), ())
    asked = Question("id", "Which?", decision, True)
    nothing = level_of(asked, QueryDict(""))
    assert (nothing.is_complete, nothing.path, nothing.count) == (True, (), 3)
    one = level_of(asked, QueryDict("at=a"))
    assert (one.is_complete, one.written, one.count) == (True, "a", 2)
    two = level_of(asked, QueryDict("at=a&at=b"))
    assert (two.is_complete, two.written, two.count) == (True, "a b", 0)


def test_where_only_one_word_can_follow_nobody_chooses_it() -> None:
    inner = choice([word("left", 1), word("right", 2)])
    decision = Decision(
        1, "k", Phrase("?"), lambda: choice([Branch("take", lambda: inner)]), ("take", "left")
    )
    level = level_of(Question("id", "?", decision, True), QueryDict(""))
    assert level.path == ("take",)
    assert [one.word for one in level.groups[0].choices] == ["left", "right"]
    assert level.trail[0].address == ""


def places(label: str = "", count: int = 7) -> Question:
    """Where a model may go: hexes of Spaces, and a word that is none."""
    words = [f"{space}.{hex}" for space in ("B2", "A10", "C5") for hex in range(count)]
    grown = choice([word("stay", "stay"), *(word(w, w, f"{label}: {w}" if label else "") for w in words)])
    return Question("id", "Where?", Decision(1, "move", Phrase("Where?"), lambda: grown, ("stay",)), True)


def test_places_within_places_are_rows_in_the_order_of_the_game() -> None:
    level = level_of(places(), QueryDict(""))
    assert [group.title for group in level.rows] == ["B2", "A10", "C5"]
    assert [one.short for one in level.rows[2].choices] == [".0", ".1", ".2", ".3", ".4", ".5", ".6"]
    assert level.rows[2].choices[3].address == "?at=C5.3"
    assert [one.word for group in level.lists for one in group.choices] == ["stay"]


def test_rows_are_filtered_by_their_place() -> None:
    level = level_of(places(count=30), QueryDict("find=c5.2"))
    assert [group.title for group in level.rows] == ["C5"]
    assert len(level.rows[0].choices) == 11  # .2 and .20 to .29


def test_one_place_of_each_kind_is_no_row() -> None:
    level = level_of(places(count=1), QueryDict(""))
    assert (level.rows, len(level.lists)) == ([], 1)


def test_what_all_labels_say_is_said_once() -> None:
    words = [f"{space}.{hex}" for space in ("B2", "C5") for hex in range(7)]
    grown = choice([word(w, w, f"Holy Knight: {w}") for w in words])
    asked = Question("id", "?", Decision(1, "deploy", Phrase("?"), lambda: grown, ("B2.0",)), True)
    level = level_of(asked, QueryDict(""))
    assert level.caption == "Holy Knight"
    assert {one.label for group in level.rows for one in group.choices} == {""}


def test_what_is_to_be_known_of_a_word_stands_beside_it_and_stays_when_it_is_chosen() -> None:
    inner = choice([word("left", 1), word("right", 2)])
    grown = choice([Branch("CH01", lambda: inner, "Bash"), Branch("CH02", lambda: inner, "Leap")])
    asked = Question("id", "?", Decision(1, "play", Phrase("?"), lambda: grown, ("CH01", "left")), True)
    texts: dict[tuple[str, ...], list[str]] = {("CH01",): ["cost 1: hits hard"]}
    level = level_of(asked, QueryDict(""), lambda path: texts.get(path, []))
    assert [one.notes for one in level.lists[0].choices] == [["cost 1: hits hard"], []]
    after = level_of(asked, QueryDict("at=CH01"), lambda path: texts.get(path, []))
    assert after.notes == ["cost 1: hits hard"]
