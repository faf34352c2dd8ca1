"""Standing orders: what a player decides in advance (`defend: red if ap >= def + 3; yellow`)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from lark import Token, Tree

from games.engine.contract.policies import NUMBER, Choice, Clause, Item, Policy, Reaction, StandingOrders
from games.engine.contract.text import PlayerError, Unreadable, fold, gettext_noop, key
from games.engine.contract.vocabulary import PAY, Key, Vocabulary
from games.engine.language.conditions import condition_of, format_condition
from games.engine.language.grammar import quoted, read, tokens, trees, word, words
from games.engine.language.lines import (
    Problem,
    check_depth,
    nearest,
    readable,
    split_lines,
    without_bullet,
    without_remark,
)

_SHOWN = 12  # names offered when none is near what was written
_FIRST = re.compile(r'([^ "\[\]:;,(){}|]*) *([:\[]?)')


def parse_standing(text: str, vocabulary: Vocabulary) -> tuple[StandingOrders, tuple[Problem, ...]]:
    """Correct lines are kept, wrong ones become problems; no text raises an error."""
    lines, problems = readable(split_lines(text))
    orders: list[Policy | Reaction] = []
    wrong = list(problems)
    for number, line in lines:
        code = without_bullet(without_remark(fold(line))).strip()
        try:
            if code:
                orders += [_order(number, one, vocabulary) for one in vocabulary.standing_of(code)]
        except PlayerError as error:
            wrong.append(Problem(number, line, error.with_traceback(None)))
    policies = tuple(order for order in orders if isinstance(order, Policy))
    if vocabulary.later_wins:
        policies = policies[::-1]
    reactions = tuple(order for order in orders if isinstance(order, Reaction))
    return StandingOrders(policies, reactions, text), tuple(sorted(wrong, key=lambda problem: problem.line))


@lru_cache(
    maxsize=4096
)  # the same few lines are read whenever a match is loaded; none is longer than MAX_LINE
def _order(number: int, line: str, vocabulary: Vocabulary) -> Policy | Reaction:
    check_depth(line)
    first = _FIRST.match(line)
    name, sign = (first[1], first[2]) if first else ("", "")
    if name.lower() in vocabulary.verbs and not (sign and name.lower() in vocabulary.keys):
        return _reaction(read("reaction", line), number, vocabulary)
    if name.lower() not in vocabulary.keys:
        known = (*vocabulary.keys, *vocabulary.verbs)
        raise _unknown(gettext_noop("no standing order starts with “{word}”"), name or line, known)
    return policy_of(read("policy", line), number, vocabulary)


def policy_of(tree: Tree[Token], line: int, vocabulary: Vocabulary) -> Policy:
    """The policy of a tree, its names checked and in the vocabulary's spelling. Raises Unreadable."""
    first = tokens(tree)[0]
    known = vocabulary.keys.get(first.lower())
    if known is None:
        raise _unknown(gettext_noop("“{word}” is not a key"), first, vocabulary.keys)
    clauses = tuple(_clause(clause, known, vocabulary) for clause in trees(tree, "clause"))
    policy = Policy(line, first.lower(), _subject(tree, known), _scope(tree, known), clauses)
    _check(policy, vocabulary)
    return policy


def _check(order: Policy | Reaction, vocabulary: Vocabulary) -> None:
    """An order that can never apply is refused."""
    unfit = vocabulary.check(order) if vocabulary.check is not None else None
    if unfit is not None:
        raise _unknown(unfit.reason, unfit.word, unfit.known)


def with_payment_last(words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Further words of an order: what names things, then `pay crystal pilgrim`, then shorthands.

    All of a payment is understood before anything is done: raises Unreadable for what nobody pays with.
    """
    stops = {*vocabulary.places, *vocabulary.shorthands}
    start = next((at for at, name in enumerate(words) if key(name) == PAY), len(words))
    units = tuple(takewhile(lambda name: key(name) not in stops, words[start + 1 :]))
    for name in units:
        _check(Policy(0, PAY, None, None, (Clause((Item((name,)),)),)), vocabulary)
    named, loose = list(words[:start]), list[str]()
    while units and named and key(named[-1]) in vocabulary.shorthands:
        loose.insert(0, named.pop())
    further = words[start + 1 + len(units) :]
    ended = next((at for at, name in enumerate(further) if key(name) in vocabulary.shorthands), len(further))
    return (*named, *further[:ended], *words[start : start + 1], *units, *loose, *further[ended:])


def _subject(tree: Tree[Token], known: Key) -> str | None:
    first, subjects = tokens(tree)[0], trees(tree, "subject")
    if known.subject == bool(subjects):
        return word(tokens(subjects[0])[0]) if subjects else None
    if known.subject:
        reason = gettext_noop("“{key}” needs a name in quotes before its colon")
    else:
        reason = gettext_noop("“{key}” takes no name before its colon")
    raise Unreadable(reason, {"key": first.lower()}, at=first.start_pos or 0)


def _scope(tree: Tree[Token], known: Key) -> str | None:
    scopes = [tokens(scope)[0] for scope in trees(tree, "scope")]
    if scopes and not known.scoped:
        reason = gettext_noop("“{key}” is the same for all: leave out “[{word}]”")
        first = tokens(tree)[0]
        raise Unreadable(reason, {"key": first.lower(), "word": str(scopes[0])}, at=first.start_pos or 0)
    return str(scopes[0]) if scopes else None


def _clause(tree: Tree[Token], known: Key, vocabulary: Vocabulary) -> Clause:
    choice = tuple(_checked(item, known) for item in trees(tree, "item"))
    return Clause(choice, condition_of(trees(tree)[-1], vocabulary) if tokens(tree, "IF") else None)


def _checked(tree: Tree[Token], known: Key) -> Item:
    item, first = _item(tree), tokens(tree)[0]
    if first.lower() in known.choices:
        return replace(item, words=(first.lower(), *item.words[1:]))
    if known.number and not NUMBER.fullmatch(first):
        raise _unknown(gettext_noop("“{word}” is not a number"), first, known.choices)
    if known.choices and not known.number:
        raise _unknown(gettext_noop("“{word}” cannot be chosen here"), first, known.choices)
    return item


def _item(tree: Tree[Token]) -> Item:
    arguments = trees(tree, "arguments")
    return Item(words(tree), words(arguments[0]) if arguments else ())


def _reaction(tree: Tree[Token], line: int, vocabulary: Vocabulary) -> Reaction:
    verb, _, window = tokens(tree)
    if window.lower() not in vocabulary.windows:
        raise _unknown(gettext_noop("“{word}” is not a window"), window, vocabulary.windows)
    parts = _parts(tree, vocabulary)
    whens = [condition_of(trees(part)[0], vocabulary) for part in parts.values() if part.data == "when"]
    limits = [int(tokens(part)[0].partition("/")[0]) for part in parts.values() if part.data == "limit"]
    reaction = Reaction(
        line,
        verb.lower(),
        words(trees(tree, "words")[0]),
        window.lower(),
        tuple(
            (name, tuple(map(_item, trees(part)))) for name, part in parts.items() if part.data == "argument"
        ),
        whens[0] if whens else None,
        limits[0] if limits else None,
    )
    _check(reaction, vocabulary)
    return reaction


def _parts(tree: Tree[Token], vocabulary: Vocabulary) -> Mapping[str, Tree[Token]]:
    """What follows the window, by keyword; each may occur once."""
    parts: dict[str, Tree[Token]] = {}
    for part in trees(tree, "when", "limit", "argument"):
        first = tokens(part)[0]
        name = "limit" if part.data == "limit" else first.lower()
        if part.data == "argument" and name not in vocabulary.places:
            known = (*vocabulary.places, "if", "limit")
            raise _unknown(gettext_noop("“{word}” is not allowed here"), first, known)
        if name in parts:
            raise Unreadable(gettext_noop("“{word}” appears twice"), {"word": name})
        parts[name] = part
    return parts


def _unknown(reason: str, wrong: str, known: Iterable[str]) -> Unreadable:
    names = tuple(known)
    at = wrong.start_pos if isinstance(wrong, Token) else 0
    return Unreadable(reason, {"word": str(wrong)}, nearest(wrong, names) or names[:_SHOWN], at=at or 0)


def format_standing(orders: StandingOrders) -> str:
    """The canonical text: policies, then reactions, one on a line."""
    lines = [*map(format_order, orders.policies), *map(format_order, orders.reactions)]
    return "".join(f"{line}\n" for line in lines)


def format_order(order: Policy | Reaction) -> str:
    """One order on one line, which reads back as the same order."""
    if isinstance(order, Policy):
        return f"{_head(order)}: {'; '.join(map(_format_clause, order.clauses))}"
    parts = [order.verb, *(quoted(name, "WORD") for name in order.words), "on", order.window]
    parts += [f"{name} {_format_choice(choice)}" for name, choice in order.choices]
    parts += [f"if {format_condition(order.when)}"] if order.when else []
    parts += [f"limit {order.limit}/turn"] if order.limit is not None else []
    return " ".join(parts)


def _head(policy: Policy) -> str:
    subject = f' "{policy.subject}"' if policy.subject is not None else ""
    return policy.key + subject + (f"[{policy.scope}]" if policy.scope is not None else "")


def _format_clause(clause: Clause) -> str:
    choice = _format_choice(clause.choice)
    return f"{choice} if {format_condition(clause.when)}" if clause.when else choice


def _format_choice(choice: Choice) -> str:
    return ", ".join(map(_format_item, choice))


def _format_item(item: Item) -> str:
    arguments = " ".join(quoted(argument, "ARGUMENT") for argument in item.arguments)
    return " ".join(quoted(name, "WORD") for name in item.words) + (f"({arguments})" if arguments else "")


def replaced(text: str, line: str, vocabulary: Vocabulary) -> str:
    """A text of standing orders with one line added, in place of those behind which it would never be read.

    A policy replaces the policies of the same key, name and scope; a reaction is added at the end.
    """
    added, _ = parse_standing(line, vocabulary)
    new = {policy.place for policy in added.policies}
    old, _ = parse_standing(text, vocabulary)
    stays = {policy.line for policy in old.policies if policy.place not in new}
    dropped = {policy.line for policy in old.policies} - stays
    kept = [row for number, row in enumerate(split_lines(text), 1) if number not in dropped and row.strip()]
    return "\n".join([*kept, line])
