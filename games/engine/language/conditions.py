"""Conditions: `ap >= def + 3 and (kills or not mine)`, read and written."""

from lark import Token, Tree

from games.engine.contract.conditions import And, Comparison, Condition, Flag, Not, Or, Term, WordTest
from games.engine.contract.text import Unreadable, gettext_noop
from games.engine.contract.vocabulary import Vocabulary
from games.engine.language.grammar import tokens, trees
from games.engine.language.lines import nearest

_MOST = 999_999  # what the grammar reads as one number
_SPELLINGS = {"==": "=", "≠": "!=", "≤": "<=", "≥": ">="}


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
    reason = gettext_noop("“{word}” can only be compared (= or !=) with one of its values")
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
    reason = gettext_noop("unknown word in a condition: “{word}”")
    return Unreadable(reason, {"word": str(token)}, nearest(token, known), at=token.start_pos or 0)


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
