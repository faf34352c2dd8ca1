"""Conditions: `ap >= def + 3 and (kills or not mine)`, read, written and judged by facts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

from lark import Token, Tree

from games.engine.grammar import read, tokens, trees
from games.engine.text import Unreadable, check_depth, gettext_noop, nearest
from games.engine.vocabulary import Vocabulary

Facts = Mapping[str, int | bool | str]


@dataclass(frozen=True, slots=True)
class Flag:
    name: str


@dataclass(frozen=True, slots=True)
class Term:
    """A variable and a number added to it, or the number alone."""

    variable: str | None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    left: Term
    operator: str
    right: Term


@dataclass(frozen=True, slots=True)
class WordTest:
    """`die = red`, or `die != red`."""

    variable: str
    word: str
    equal: bool = True


@dataclass(frozen=True, slots=True)
class Not:
    """Its test is never itself a Not: two cancel."""

    test: "Condition"


@dataclass(frozen=True, slots=True)
class And:
    tests: tuple["Condition", ...]  # two or more


@dataclass(frozen=True, slots=True)
class Or:
    tests: tuple["Condition", ...]  # two or more


Condition = Flag | Comparison | WordTest | Not | And | Or

_OPERATORS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_MOST = 999_999  # what the grammar reads as one number
_SPELLINGS = {"==": "=", "≠": "!=", "≤": "<=", "≥": ">="}


def parse_condition(text: str, vocabulary: Vocabulary) -> Condition:
    """Read a folded condition. Raises Unreadable."""
    check_depth(text)
    return condition_of(read("condition", text), vocabulary)


def condition_of(tree: Tree[Token], vocabulary: Vocabulary) -> Condition:
    """The condition of a tree, its names checked and in the vocabulary's spelling."""
    match tree.data:
        case "either":
            return Or(tuple(condition_of(test, vocabulary) for test in trees(tree)))
        case "both":
            return And(tuple(condition_of(test, vocabulary) for test in trees(tree)))
        case "negation":
            test = condition_of(trees(tree)[0], vocabulary)
            return _negated(test) if len(tokens(tree)) % 2 else test
        case "flag":
            return _flag(tokens(tree)[0], vocabulary)
        case _:
            return _comparison(tree, vocabulary)


def _negated(test: Condition) -> Condition:
    return test.test if isinstance(test, Not) else Not(test)


def _flag(token: Token, vocabulary: Vocabulary) -> Flag:
    name = token.lower()
    if name in vocabulary.flags:
        return Flag(name)
    if name in vocabulary.variables or name in vocabulary.words:
        reason = gettext_noop("“{word}” has a value: compare it with something")
        raise Unreadable(reason, {"word": str(token)}, at=token.start_pos or 0)
    raise _unknown(token, vocabulary)


def _comparison(tree: Tree[Token], vocabulary: Vocabulary) -> Comparison | WordTest:
    left, right = trees(tree, "term")
    sign = tokens(tree)[0]
    operator = _SPELLINGS.get(sign, str(sign))
    subject = tokens(left)[0]
    if subject.lower() in vocabulary.words:
        return _word_test(left, operator, right, vocabulary)
    return Comparison(_term(left, vocabulary), operator, _term(right, vocabulary))


def _word_test(left: Tree[Token], operator: str, right: Tree[Token], vocabulary: Vocabulary) -> WordTest:
    subject, word = tokens(left)[0], tokens(right)[0]
    name, value = subject.lower(), word.lower()
    known = vocabulary.words[name]
    is_plain = len(tokens(left)) == len(tokens(right)) == 1
    if operator in ("=", "!=") and is_plain and word.type == "NAME" and (value in known or not known):
        return WordTest(name, value, operator == "=")
    reason = gettext_noop("“{word}” can only be equal or unequal to one of its words")
    raise Unreadable(reason, {"word": str(subject)}, nearest(value, known) or known, at=word.start_pos or 0)


def _term(tree: Tree[Token], vocabulary: Vocabulary) -> Term:
    variable: str | None = None
    number, sign = 0, 1
    for token in tokens(tree):
        if token.type == "NAME":
            variable = _variable(token, vocabulary)
        elif token.type == "SIGN":
            sign = int(f"{token}1")
        else:
            number += sign * int(token)
    if abs(number) > _MOST:
        raise Unreadable(gettext_noop("this number is too large"), at=tokens(tree)[0].start_pos or 0)
    return Term(variable, number)


def _variable(token: Token, vocabulary: Vocabulary) -> str:
    name = token.lower()
    if name in vocabulary.variables:
        return name
    if name in vocabulary.flags or name in vocabulary.words:
        reason = gettext_noop("“{word}” is not a number")
        raise Unreadable(reason, {"word": str(token)}, at=token.start_pos or 0)
    raise _unknown(token, vocabulary)


def _unknown(token: Token, vocabulary: Vocabulary) -> Unreadable:
    known = (*vocabulary.flags, *vocabulary.variables, *vocabulary.words)
    reason = gettext_noop("“{word}” is not known in conditions")
    return Unreadable(reason, {"word": str(token)}, nearest(token, known), at=token.start_pos or 0)


def evaluate(condition: Condition, facts: Facts) -> bool | None:
    """Whether it holds; None where that hangs on a fact that is not there, so that no clause matches."""
    match condition:
        case Flag(name):
            value = facts.get(name)
            return None if value is None or isinstance(value, str) else bool(value)
        case WordTest(variable, word, equal):
            value = facts.get(variable)
            return (value.lower() == word) == equal if isinstance(value, str) else None
        case Comparison(left, operator, right):
            one, other = _value(left, facts), _value(right, facts)
            return None if one is None or other is None else bool(_OPERATORS[operator](one, other))
        case Not(test):
            value = evaluate(test, facts)
            return None if value is None else not value
        case And(tests):
            return _settled(False, (evaluate(test, facts) for test in tests))
        case Or(tests):
            return _settled(True, (evaluate(test, facts) for test in tests))


def _value(term: Term, facts: Facts) -> int | None:
    if term.variable is None:
        return term.number
    value = facts.get(term.variable)
    return None if value is None or isinstance(value, str) else value + term.number


def _settled(by: bool, values: Iterable[bool | None]) -> bool | None:
    """Kleene's logic: one such value settles it, whatever the unknown ones are."""
    seen = set(values)
    if by in seen:
        return by
    return None if None in seen else not by


def format_condition(condition: Condition) -> str:
    """The canonical text, which reads back as the same condition."""
    match condition:
        case Flag(name):
            return name
        case WordTest(variable, word, equal):
            return f"{variable} {'=' if equal else '!='} {word}"
        case Comparison(left, operator, right):
            return f"{_format_term(left)} {operator} {_format_term(right)}"
        case Not(test):
            return f"not {_in_brackets(test, (And, Or))}"
        case And(tests):
            return " and ".join(_in_brackets(test, (And, Or)) for test in tests)
        case Or(tests):
            return " or ".join(_in_brackets(test, (Or,)) for test in tests)


def _in_brackets(condition: Condition, kinds: tuple[type[And | Or], ...]) -> str:
    text = format_condition(condition)
    return f"({text})" if isinstance(condition, kinds) else text


def _format_term(term: Term) -> str:
    if term.variable is None:
        return str(term.number)
    if not term.number:
        return term.variable
    return f"{term.variable} {'-' if term.number < 0 else '+'} {abs(term.number)}"
