"""Standing orders: what a player decides beforehand (`defend: red if ap >= def + 3; yellow`)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from lark import Token, Tree

from games.engine.conditions import (
    Condition,
    Facts,
    condition_of,
    evaluate,
    format_condition,
)
from games.engine.grammar import read, tokens, trees, word, words, written
from games.engine.text import (
    PlayerError,
    Problem,
    Unreadable,
    check_depth,
    fold,
    gettext_noop,
    key,
    nearest,
    readable,
    split_lines,
    without_bullet,
    without_remark,
)
from games.engine.vocabulary import Key, Vocabulary

ANY = "any"  # the scope that fits everything
_SHOWN = 12  # names offered when none is near what was written
_NUMBER = re.compile("[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a choice: `yellow`, `card "Leap"`, `endurance(any keep 1)`."""

    words: tuple[str, ...]
    arguments: tuple[str, ...] = ()


Choice = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    choice: Choice
    when: Condition | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """`key "subject"[scope]: clause; clause`: the first clause that holds and can be carried out is taken."""

    line: int
    key: str
    subject: str | None
    scope: str | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Reaction:
    """`play "Leap" upper on combat_declared to self if kills limit 1/turn`."""

    line: int
    verb: str
    words: tuple[str, ...]  # all before `on`
    window: str
    choices: tuple[tuple[str, Choice], ...] = ()  # by keyword, in the order written
    when: Condition | None = None
    limit: int | None = None  # uses per turn

    @property
    def arguments(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The choices as plain words: `(("to", ("self",)), ("x", ("2",)))`."""
        return tuple((name, _words_of(choice)) for name, choice in self.choices)

    def choice(self, keyword: str) -> Choice:
        """What was written after a keyword; nothing, if it does not occur."""
        return dict(self.choices).get(keyword, ())


def _words_of(choice: Choice) -> tuple[str, ...]:
    return tuple(word for item in choice for word in (*item.words, *item.arguments))


@dataclass(frozen=True, slots=True)
class StandingOrders:
    policies: tuple[Policy, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    text: str = ""  # as the player wrote it


# Reading.

_FIRST = re.compile(r'([^ "\[\]:;,(){}|]*) *([:\[]?)')


def parse_standing(text: str, vocabulary: Vocabulary) -> tuple[StandingOrders, tuple[Problem, ...]]:
    """Right lines stand, wrong lines become problems; whatever the text, nothing is raised."""
    lines, problems = readable(split_lines(text))
    orders: list[Policy | Reaction] = []
    wrong = list(problems)
    for number, line in lines:
        code = without_bullet(without_remark(fold(line))).strip()
        try:
            if code:
                orders.append(_order(number, code, vocabulary))
        except PlayerError as error:
            wrong.append(Problem(number, line, error.with_traceback(None)))
    policies = tuple(order for order in orders if isinstance(order, Policy))
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
        raise _unknown(gettext_noop("“{word}” is not the beginning of a standing order"), name or line, known)
    return policy_of(read("policy", line), number, vocabulary)


def policy_of(tree: Tree[Token], line: int, vocabulary: Vocabulary) -> Policy:
    """The policy of a tree, its names checked and in the vocabulary's spelling. Raises Unreadable."""
    first = tokens(tree)[0]
    known = vocabulary.keys.get(first.lower())
    if known is None:
        raise _unknown(gettext_noop("“{word}” is not a key"), first, vocabulary.keys)
    clauses = tuple(_clause(clause, known, vocabulary) for clause in trees(tree, "clause"))
    return Policy(line, first.lower(), _subject(tree, known), _scope(tree), clauses)


def _subject(tree: Tree[Token], known: Key) -> str | None:
    first, subjects = tokens(tree)[0], trees(tree, "subject")
    if known.subject == bool(subjects):
        return word(tokens(subjects[0])[0]) if subjects else None
    if known.subject:
        reason = gettext_noop("“{key}” needs a name in quotes before its colon")
    else:
        reason = gettext_noop("“{key}” takes no name before its colon")
    raise Unreadable(reason, {"key": first.lower()}, at=first.start_pos or 0)


def _scope(tree: Tree[Token]) -> str | None:
    return next((str(tokens(scope)[0]) for scope in trees(tree, "scope")), None)


def _clause(tree: Tree[Token], known: Key, vocabulary: Vocabulary) -> Clause:
    choice = tuple(_checked(item, known) for item in trees(tree, "item"))
    return Clause(choice, condition_of(trees(tree)[-1], vocabulary) if tokens(tree, "IF") else None)


def _checked(tree: Tree[Token], known: Key) -> Item:
    item, first = _item(tree), tokens(tree)[0]
    if first.lower() in known.choices:
        return replace(item, words=(first.lower(), *item.words[1:]))
    if known.number and not _NUMBER.fullmatch(first):
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
    return Reaction(
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


def _parts(tree: Tree[Token], vocabulary: Vocabulary) -> Mapping[str, Tree[Token]]:
    """What follows the window, by keyword; each may occur once."""
    parts: dict[str, Tree[Token]] = {}
    for part in trees(tree, "when", "limit", "argument"):
        first = tokens(part)[0]
        name = "limit" if part.data == "limit" else first.lower()
        if part.data == "argument" and name not in vocabulary.places:
            known = (*vocabulary.places, "if", "limit")
            raise _unknown(gettext_noop("“{word}” cannot stand here"), first, known)
        if name in parts:
            raise Unreadable(gettext_noop("“{word}” is written twice"), {"word": name})
        parts[name] = part
    return parts


def _unknown(reason: str, wrong: str, known: Iterable[str]) -> Unreadable:
    names = tuple(known)
    at = wrong.start_pos if isinstance(wrong, Token) else 0
    return Unreadable(reason, {"word": str(wrong)}, nearest(wrong, names) or names[:_SHOWN], at=at or 0)


# Writing.


def format_standing(orders: StandingOrders) -> str:
    """The canonical text: policies, then reactions, one on a line."""
    lines = [*map(format_order, orders.policies), *map(format_order, orders.reactions)]
    return "".join(f"{line}\n" for line in lines)


def format_order(order: Policy | Reaction) -> str:
    """One order on one line, which reads back as the same order."""
    if isinstance(order, Policy):
        return f"{_head(order)}: {'; '.join(map(_format_clause, order.clauses))}"
    parts = [order.verb, *(written(name, "WORD") for name in order.words), "on", order.window]
    parts += [f"{name} {_format_choice(choice)}" for name, choice in order.choices]
    parts += [f"if {format_condition(order.when)}"] if order.when else []
    parts += [f"limit {order.limit}/turn"] if order.limit is not None else []
    return " ".join(parts)


def quote(order: Policy | Reaction, clause: Clause | None = None) -> str:
    """The order for a report, of a policy only the clause that was used: `defend: red if ap >= def + 3`."""
    if isinstance(order, Policy) and clause is not None:
        return f"{_head(order)}: {_format_clause(clause)}"
    return format_order(order)


def _head(policy: Policy) -> str:
    subject = f' "{policy.subject}"' if policy.subject is not None else ""
    return policy.key + subject + (f"[{policy.scope}]" if policy.scope is not None else "")


def _format_clause(clause: Clause) -> str:
    choice = _format_choice(clause.choice)
    return f"{choice} if {format_condition(clause.when)}" if clause.when else choice


def _format_choice(choice: Choice) -> str:
    return ", ".join(map(_format_item, choice))


def _format_item(item: Item) -> str:
    arguments = " ".join(written(argument, "ARGUMENT") for argument in item.arguments)
    return " ".join(written(name, "WORD") for name in item.words) + (f"({arguments})" if arguments else "")


def normal(orders: StandingOrders) -> StandingOrders:
    """The same orders without where they stood, to be compared."""
    return StandingOrders(
        tuple(replace(policy, line=0) for policy in orders.policies),
        tuple(replace(reaction, line=0) for reaction in orders.reactions),
    )


# Looking up.


def clauses_for(
    orders: StandingOrders, name: str, subject: str | None = None, scopes: Sequence[str] = ()
) -> Iterator[tuple[Policy, Clause]]:
    """Clauses of a key in the order they are tried: by the scopes given, then `any`, then without scope."""
    policies = [
        policy
        for policy in orders.policies
        if policy.key == name and _plain(policy.subject) == _plain(subject)
    ]
    for scope in dict.fromkeys([*map(key, scopes), ANY, None]):
        for policy in policies:
            if _plain(policy.scope) == scope:
                yield from ((policy, clause) for clause in policy.clauses)


def _plain(name: str | None) -> str | None:
    return key(name) if name else None


def reactions_for(orders: StandingOrders, window: str) -> Iterator[Reaction]:
    """The reactions to a window, top to bottom."""
    return (reaction for reaction in orders.reactions if reaction.window == window)


def number(orders: StandingOrders, name: str, default: int, facts: Facts | None = None) -> int:
    """The number ordered under a key (`ask-limit: 2`), of the first clause that holds."""
    for _, clause in clauses_for(orders, name):
        first = clause.choice[0].words[0]
        if _NUMBER.fullmatch(first) and (clause.when is None or evaluate(clause.when, facts or {})):
            return int(first)
    return default


def replaced(text: str, line: str, vocabulary: Vocabulary) -> str:
    """A text of standing orders with one line added, in place of those behind which it would never be read.

    A policy replaces the policies of the same key, name and scope; a reaction is added at the end.
    """
    added, _ = parse_standing(line, vocabulary)
    new = {_place(policy) for policy in added.policies}
    old, _ = parse_standing(text, vocabulary)
    dropped = {policy.line for policy in old.policies if _place(policy) in new}
    kept = [row for number, row in enumerate(split_lines(text), 1) if number not in dropped and row.strip()]
    return "\n".join([*kept, line])


def _place(policy: Policy) -> tuple[str, str | None, str | None]:
    return policy.key, _plain(policy.subject), _plain(policy.scope)
