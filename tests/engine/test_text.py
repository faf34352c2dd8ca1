"""What players type is folded, measured and compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract.text import Ambiguous, Illegal, PlayerError, Unreadable, fold, gettext_noop, key
from games.engine.language.lines import (
    MAX_LINE,
    MAX_LINES,
    MAX_TEXT,
    nearest,
    readable,
    split_lines,
    without_bullet,
    without_remark,
)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-------"),
        ("“a” „b“ «c» ″", '"a" "b" "c" "'),
        ("\u2018a\u2019 \u201ab\u2018 don’t", "'a' 'b' don't"),
        ("a\u00a0b\u2009c\u202fd\u3000e\tf", "a b c d e f"),
        ("a\u200bb\u00adc\ufeffd\u2060e\u202ef", "abcdef"),
        ("a\r\nb\rc\x85d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"),
        ("a\x00b\x1bc\x7f", "abc"),
        ("\uff08defend\uff1ared\uff09", "(defend:red)"),
        ("V01 → C3 …", "V01 -> C3 ..."),
        ("\ud800lone surrogate", "lone surrogate"),
        ("Żółw ≤ 3", "Żółw ≤ 3"),
    ],
)
def test_typography_folds_to_plain_characters(written, plain):
    assert fold(written) == plain


@given(st.text())
def test_folding_keeps_the_number_of_lines(text):
    assert fold(text).count("\n") + 1 == len(split_lines(text))


@given(st.text())
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_each_line_folds_as_it_does_in_the_whole(text):
    assert [fold(line) for line in split_lines(text)] == fold(text).split("\n")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("fight gorehound#1/1 vs MET2#3", "fight gorehound#1/1 vs MET2#3"),
        ("# a remark", ""),
        ("end # and hope", "end "),
        ("end #hope", "end "),
        ('play "Plan # 9" # hope', 'play "Plan # 9" '),
    ],
)
def test_a_remark_begins_at_a_sign_after_a_space(line, code):
    assert without_remark(line) == code


@pytest.mark.parametrize("line", ["- end", "* end", "• end", " 12) end", "1. end", "- 1. end", "end"])
def test_a_bullet_before_a_line_is_nothing(line):
    assert without_bullet(line) == "end"


@pytest.mark.parametrize("line", ["-end", "3 cards", "1.5 x", "end - 1"])
def test_what_only_looks_like_a_bullet_stays(line):
    assert without_bullet(line) == line


def test_lines_within_the_caps_are_all_read():
    lines = ["x" * 100] * MAX_LINES
    fit, problems = readable(lines)
    assert len(fit) == MAX_LINES
    assert problems == ()


def test_a_line_too_many_is_a_problem_and_nothing_after_it_is_read():
    fit, problems = readable(["a"] * 10_000)
    assert [problem.line for problem in problems] == [MAX_LINES + 1]
    assert fit[-1] == (MAX_LINES, "a")


def test_a_line_too_long_is_a_problem_and_the_next_is_read():
    fit, problems = readable(["a", "b" * (MAX_LINE + 1), "c"])
    assert fit == [(1, "a"), (3, "c")]
    assert [(problem.line, problem.text) for problem in problems] == [(2, "b" * MAX_LINE)]


def test_a_text_too_long_is_a_problem_at_the_line_that_passes_the_limit():
    _, problems = readable(["a" * MAX_LINE] * MAX_LINES)
    assert [problem.line for problem in problems] == [MAX_TEXT // MAX_LINE + 1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Storm of Blades", "  storm OF\u00a0blades "),
        ("Hunter's Mark", "hunters mark"),
        ("Hunter’s Mark", "HUNTER'S MARK"),
        ("Straße", "STRASSE"),
        ("ﬁre", "fire"),
        ("pilgrim–1", "pilgrim-1"),
    ],
)
def test_names_are_the_same_whatever_the_typing(one, other):
    assert key(one) == key(other)


def test_different_names_have_different_keys():
    assert len({key(name) for name in ("pilgrim/1", "pilgrim/2", "pilgrim#1", "pilgrim.1", "pilgrims")}) == 5


@given(st.text())
def test_a_key_is_its_own_key(text):
    assert key(key(text)) == key(text)


def test_the_nearest_names_come_best_first():
    assert nearest("defnd", ["attack", "defended", "defend"]) == ("defend", "defended")


def test_nothing_is_near_to_nonsense():
    assert nearest("xyzzy", ["defend", "attack"]) == ()


def test_at_most_three_names_are_near_and_each_once():
    assert nearest("aaa", ["aaab", "aaac", "aaad", "aaae", "aaab"]) == ("aaab", "aaac", "aaad")


def test_very_long_words_and_lists_are_cut_before_they_are_compared():
    assert nearest("a" * 1_000_000, ("b" * 1_000 for _ in range(1_000_000))) == ()
    assert nearest("a" * 60 + "b" * 1_000, ["a" * 60]) == ("a" * 60,)


@given(st.text(), st.lists(st.text()))
def test_what_is_near_is_one_of_the_candidates(word, names):
    assert set(nearest(word, names)) <= set(names)


@pytest.mark.parametrize("kind", [Unreadable, Illegal, Ambiguous])
def test_an_error_says_why_and_what_would_be_right(kind):
    error = kind(gettext_noop("“{word}” is not {n}"), {"word": "a{b}", "n": 2}).near(["two"])
    assert isinstance(error, PlayerError)
    assert str(error) == "“a{b}” is not 2"
    assert error.nearest == ("two",)
