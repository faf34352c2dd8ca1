"""Standing orders as data: policies and reactions, and when they apply."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.contract.conditions import Condition, Facts, evaluate
from games.engine.contract.text import key

ANY = "any"  # the scope that fits everything
NUMBER = re.compile("[0-9]{1,6}")


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

    @property
    def place(self) -> tuple[str, str | None, str | None]:
        """What it answers: of two policies with one place the second is read only where the first fails."""
        return self.key, _plain(self.subject), _plain(self.scope)


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


def reactions_for(orders: StandingOrders, window: str) -> Iterator[Reaction]:
    """The reactions to a window, top to bottom."""
    return (reaction for reaction in orders.reactions if reaction.window == window)


def number(orders: StandingOrders, name: str, default: int, facts: Facts | None = None) -> int:
    """The number ordered under a key (`ask-limit: 2`), of the first clause that holds."""
    for _, clause in clauses_for(orders, name):
        first = clause.choice[0].words[0]
        if NUMBER.fullmatch(first) and (clause.when is None or evaluate(clause.when, facts or {})):
            return int(first)
    return default


def _plain(name: str | None) -> str | None:
    return key(name) if name else None
