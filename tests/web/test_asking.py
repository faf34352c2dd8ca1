"""The form that is made from a decision, whichever game asks."""

from __future__ import annotations

from django.http import QueryDict

from games.engine.decisions import Decision, some_of
from games.engine.phrases import Phrase
from games.engine.tree import Branch, word
from games.engine.tree import words as choice
from games.services.scene import Question
from games.web.asking import level_of


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
