"""Conditions as data, and how they are judged by facts: `ap >= def + 3 and (kills or not mine)`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

Fact = int | bool | str
Facts = Mapping[str, Fact]


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
