"""Text to answer and back: tolerant of how it is written, never guessing what is meant."""

from __future__ import annotations

import pytest

from games.engine.contract.decisions import Decision, some_of, yes_no
from games.engine.contract.phrases import say
from games.engine.contract.text import Ambiguous, Illegal, PlayerError, Unreadable
from games.engine.contract.tree import Branch, DeadEnd, Node, Path, count, leaf, paths, sample, words
from games.engine.language.paths import read, write
from tests.scrappers.position import Bench, position


def table() -> Bench:
    """A hand, two Bases and a Mine with things of similar names."""
    return position(
        "hand TER1 HYD3 HYD4 MIN2 MET3 TER1 base TER2 TER3",
        "base MET2#3 MET2#1 HYD1#2 MET2#2 totems MET",
        docks="TER1 MET1 MET1",
        mine="brown-1a brown-1b brown-1c blue-3a purple-10a",
    )


def understood(line: str) -> str:
    """The canonical text of what a line means."""
    decision = table().run.asked[0]
    return write(decision, read(decision, line.split()).path)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("RECRUIT Met1", "recruit MET1"),
        ("rec met1", "recruit MET1"),
        ("recruit oddgrabber", "recruit MET1"),
        ("sk ter1 brown-1b", "skill TER1 take brown-1b"),
        ("skill TER1 take brown-K1b#1", "skill TER1 take brown-1b"),
        ("skill driller take brown 1c", "skill TER1 take brown-1c"),
        ("raid 2", "raid seat 2"),
        ("raid seat 2", "raid seat 2"),
        ("raid player 2", "raid seat 2"),
        ("skill HYD3 HYD1#2", "skill HYD3 take HYD1#2 from seat 2"),
        ("skill hyd3 take hyd1 from seat 2", "skill HYD3 take HYD1#2 from seat 2"),
        ("skill HYD4 take HYD1#2 MET2#3 from 2", "skill HYD4 take MET2#3 HYD1#2 from seat 2"),
        ("skill MET3 paint MIN2 brown HYD3 yellow", "skill MET3 paint MIN2 brown HYD3 yellow"),
        ("skill MET3 paint HYD3 yellow MIN2 brown", "skill MET3 paint MIN2 brown HYD3 yellow"),
        ("skill MET3 paint TER1 yellow TER1 blue", "skill MET3 paint TER1 blue TER1 yellow"),
        ("skill HYD4 take HYD1 MET2#3", "skill HYD4 take MET2#3 HYD1#2 from seat 2"),
        ("recruit MET1#3", "recruit MET1"),
        ("e", "end"),
    ],
)
def test_an_order_may_be_written_in_many_ways(written: str, meant: str) -> None:
    assert understood(written) == meant


def test_what_fits_in_two_ways_is_not_guessed() -> None:
    with pytest.raises(Ambiguous, match="two things"):
        understood("skill TER1 take brown 1")


def test_an_abbreviation_of_two_words_is_ambiguous() -> None:
    with pytest.raises(PlayerError):
        understood("r")  # recruit or raid


def test_a_beginning_that_fits_two_names_is_ambiguous_even_if_only_one_would_be_complete() -> None:
    decision = position("hand TER1", "", docks="MET1 MET2").run.asked[0]
    with pytest.raises(Ambiguous, match="“MET” could mean MET1, MET2"):
        read(decision, ["recruit", "MET"])


def test_a_full_name_beats_the_beginning_of_another() -> None:
    tree = words([Branch("ma", lambda: leaf("ma")), Branch("maze", lambda: leaf("maze"))])
    decision = Decision(1, "pick", say("Pick"), lambda: tree, ("ma",))
    assert read(decision, ["ma"]).path == ("ma",)
    assert read(decision, ["maz"]).path == ("maze",)


def test_a_number_is_not_an_abbreviation() -> None:
    tree = words([Branch("12", lambda: leaf(12))])
    with pytest.raises(PlayerError):
        read(Decision(1, "pick", say("Pick"), lambda: tree, ("12",)), ["1"])


def test_a_word_too_much_is_refused() -> None:
    with pytest.raises(Unreadable, match="already complete"):
        understood("recruit MET1 please")


def test_an_unfinished_order_names_what_may_come_next() -> None:
    with pytest.raises(Unreadable, match="incomplete") as refusal:
        understood("skill TER1")
    assert refusal.value.nearest == ("brown-1a", "brown-1b", "brown-1c", "decline")


def test_a_slip_of_the_pen_is_answered_with_the_nearest_word() -> None:
    with pytest.raises(PlayerError) as refusal:
        understood("recriut MET1")
    assert refusal.value.nearest == ("recruit",)


def test_what_exists_but_is_not_allowed_is_refused_with_the_reason() -> None:
    with pytest.raises(Illegal, match="purple-10a costs 10"):
        understood("mine purple 10")


def test_a_tangle_of_words_is_given_up_quickly() -> None:
    with pytest.raises(PlayerError):
        understood("skill MET3 paint " + "TER1 b " * 200)


def test_a_set_has_one_path_and_may_be_written_in_any_order() -> None:
    decision = Decision(1, "set", say("Which?"), lambda: some_of(["a", "b", "c"], 1, 2), ("a",))
    assert read(decision, ["c", "a"]).path == read(decision, ["a", "c"]).path == ("a", "c")
    assert sorted(paths(decision.root)) == [
        ("a",), ("a", "b"), ("a", "c"), ("b",), ("b", "c"), ("c",),
    ]  # fmt: skip


def test_a_set_offers_only_what_can_be_completed() -> None:
    tree = some_of(["a", "b", "c"], 2, 3)
    assert [branch.word for branch in tree.branches()] == ["a", "b"]


def test_counting_stops_at_the_cap() -> None:
    tree = some_of([str(n) for n in range(60)], 0, 60)
    assert count(tree, 500) == 500
    assert count(yes_no(), 500) == 2


def test_a_dead_end_is_a_fault_of_the_game() -> None:
    nowhere: Node[Path] = Node(None, tuple)
    tree: Node[Path] = words([Branch("on", lambda: nowhere)])
    with pytest.raises(DeadEnd):
        sample(tree, lambda ways: 0)


def test_a_decision_says_what_is_wrong_with_a_path() -> None:
    decision = table().run.asked[0]
    assert str(decision.check(("mine",))) == "“mine” is incomplete"
    assert str(decision.check(("fly",))) == "“fly” is not possible here"
    assert decision.check(("end",)) is None
