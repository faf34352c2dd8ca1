"""Conditions of standing orders and sheets: read, written, judged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract.conditions import And, Comparison, Facts, Flag, Not, Or, Term, WordTest, evaluate
from games.engine.contract.text import Unreadable
from games.engine.contract.vocabulary import Vocabulary
from games.engine.language.conditions import condition_of, format_condition
from games.engine.language.grammar import read
from games.engine.language.lines import check_depth

NUMBERS = [
    *("ap", "att", "def", "ini", "mov", "foe.att", "foe.def", "foe.ini", "foe.tokens", "foe.worth", "need"),
    *("edge", "roll", "tokens", "models", "worth", "crystals", "depleted", "vp", "start", "hand", "deck"),
    *("wounds", "ch", "temp", "dp", "stored"),
]
FLAGS = ["kills", "last", "marked", "fail", "counter", "final", "mine"]
VOCABULARY = Vocabulary(
    variables=dict.fromkeys(NUMBERS, ""),
    words={"die": ("yellow", "red"), "mode": ()},
    flags=dict.fromkeys(FLAGS, ""),
)

terms = st.builds(Term, st.none() | st.sampled_from(NUMBERS), st.integers(-999_999, 999_999))
single = (
    st.builds(Flag, st.sampled_from(FLAGS))
    | st.builds(Comparison, terms, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), terms)
    | st.builds(WordTest, st.just("die"), st.sampled_from(["yellow", "red"]), st.booleans())
    | st.builds(WordTest, st.just("mode"), st.sampled_from(["run", "if", "and", "die"]), st.booleans())
)
conditions = st.recursive(
    single,
    lambda inner: (
        st.builds(Not, inner.filter(lambda test: not isinstance(test, Not)))
        | st.builds(And, st.lists(inner, min_size=2, max_size=4).map(tuple))
        | st.builds(Or, st.lists(inner, min_size=2, max_size=4).map(tuple))
    ),
    max_leaves=8,
)
facts = st.dictionaries(st.sampled_from(NUMBERS), st.integers(-9, 9)).flatmap(
    lambda numbers: st.builds(
        lambda flags, words: {**numbers, **flags, **words},
        st.dictionaries(st.sampled_from(FLAGS), st.booleans()),
        st.dictionaries(st.sampled_from(["die", "mode"]), st.sampled_from(["yellow", "red", "run"])),
    )
)


def parse(text):
    check_depth(text)
    return condition_of(read("condition", text), VOCABULARY)


def outcome(text):
    try:
        return parse(text)
    except Unreadable as error:
        return error


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("kills", Flag("kills")),
        ("ap >= def + 3", Comparison(Term("ap"), ">=", Term("def", 3))),
        ("AP>=Def+3", Comparison(Term("ap"), ">=", Term("def", 3))),
        ("ap ≥ 3", Comparison(Term("ap"), ">=", Term(None, 3))),
        ("ap≤3", Comparison(Term("ap"), "<=", Term(None, 3))),
        ("ap ≠ 3", Comparison(Term("ap"), "!=", Term(None, 3))),
        ("ap == 3", Comparison(Term("ap"), "=", Term(None, 3))),
        ("vp < -2", Comparison(Term("vp"), "<", Term(None, -2))),
        ("vp<-2", Comparison(Term("vp"), "<", Term(None, -2))),
        ("3 + 1 - 2 < foe.att - 1", Comparison(Term(None, 2), "<", Term("foe.att", -1))),
        ("die = Red", WordTest("die", "red")),
        ("die != red", WordTest("die", "red", equal=False)),
        ("mode = run", WordTest("mode", "run")),
        ("NOT kills", Not(Flag("kills"))),
        ("not not not kills", Not(Flag("kills"))),
        ("not (not kills)", Flag("kills")),
        ("not ap > 1", Not(Comparison(Term("ap"), ">", Term(None, 1)))),
        ("kills or last and mine", Or((Flag("kills"), And((Flag("last"), Flag("mine")))))),
        ("(kills or last) and mine", And((Or((Flag("kills"), Flag("last"))), Flag("mine")))),
        ("counter and counter", And((Flag("counter"), Flag("counter")))),
    ],
)
def test_a_condition_is_read(text, condition):
    assert parse(text) == condition


@pytest.mark.parametrize(
    ("text", "why", "near"),
    [
        ("kils", "unknown word in a condition: “kils”", ("kills",)),
        ("foe.atk > 1", "unknown word in a condition: “foe.atk”", ("foe.att",)),
        ("crystals", "“crystals” has a value: compare it with something", ()),
        ("kills > 1", "“kills” is not a number", ()),
        ("ap > xyzzy", "unknown word in a condition: “xyzzy”", ()),
        ("die > red", "“die” can only be compared (= or !=) with one of its values", ("red",)),
        ("die = rde", "“die” can only be compared (= or !=) with one of its values", ("red",)),
        ("die + 1 = red", "“die” can only be compared (= or !=) with one of its values", ("red",)),
        ("ap", "“ap” has a value: compare it with something", ()),
        ("ap >", "something is missing at the end", ()),
        ("ap > def - ini", "could not read this from “ini” onwards", ()),
        ("kills last", "could not read this from “last” onwards", ()),
        ("(kills", "something is missing at the end", ()),
        ("ap > 1234567", "could not read this from “1234567” onwards", ()),
        ("ap > 999999 + 1", "this number is too large", ()),
        ("", "something is missing at the end", ()),
        ("(" * 5000, "brackets are nested more than 20 levels deep", ()),
    ],
)
def test_a_wrong_condition_is_unreadable_and_says_why(text, why, near):
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert str(caught.value) == why
    assert caught.value.nearest[:1] == near


@given(conditions)
def test_a_condition_written_down_reads_back_the_same(condition):
    assert parse(format_condition(condition)) == condition


def test_the_canonical_text_has_no_more_brackets_than_needed():
    assert format_condition(parse("((kills) or (last and mine)) and not(ap>=def+3)")) == (
        "(kills or last and mine) and not ap >= def + 3"
    )


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("ap >= def + 3", True),
        ("ap > def + 3", False),
        ("die = red and kills", True),
        ("die != red", False),
        ("mode = run", True),
        ("not kills or mine", False),
        ("vp < -2", True),
    ],
)
def test_a_condition_is_judged_by_the_facts(text, holds):
    known: Facts = {"ap": 7, "def": 4, "die": "red", "kills": True, "mine": False, "vp": -3, "mode": "Run"}
    assert evaluate(parse(text), known) is holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("last", None),
        ("not last", None),
        ("ap > 1", None),
        ("die = red", None),
        ("kills and last", None),
        ("mine and last", False),
        ("kills or last", True),
        ("mine or last", None),
        ("not (mine and last)", True),
    ],
)
def test_a_fact_that_is_absent_settles_nothing_even_under_not(text, holds):
    assert evaluate(parse(text), {"kills": True, "mine": False}) is holds


def test_a_word_where_a_number_belongs_settles_nothing():
    assert evaluate(parse("ap > 1"), {"ap": "many"}) is None
    assert evaluate(parse("kills"), {"kills": "yes"}) is None


@given(conditions, facts, facts)
def test_learning_more_never_changes_what_is_settled(condition, known, more):
    before = evaluate(condition, known)
    if before is not None:
        assert evaluate(condition, {**more, **known}) is before


@given(st.text() | st.text("apdefkils.<>=!()+-0123 andornt", max_size=60))
def test_any_text_is_read_or_unreadable(text):
    found = outcome(text)
    if isinstance(found, Unreadable):
        assert str(found)
        assert 0 <= found.at <= len(text)
    else:
        assert parse(format_condition(found)) == found


@pytest.mark.parametrize(
    "wrong", [{"flags": {"Kills": ""}}, {"words": {"die": ("Red",)}}, {"verbs": ("Play",)}]
)
def test_a_vocabulary_refuses_names_that_no_order_could_name(wrong):
    with pytest.raises(ValueError, match="lower case"):
        Vocabulary(**wrong)
