"""EF-2.1: steps run in order. What a verb does is registered here by the modules that know the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from games.edge.catalogue import Steps
from games.edge.effects.arguments import Arguments, branches_of, steps_of, verb_of
from games.edge.effects.picks import bindings
from games.edge.effects.scope import Scope
from games.edge.state import State
from games.engine.table import Rules, Table


@dataclass(slots=True, kw_only=True)
class Context(Scope):
    """A scope in which steps are carried out at a table."""

    table: Table[State]
    title: str  # of the Action, Banner, Shrine or token: standing orders name it
    options: list[int] = field(default_factory=list[int])  # branches chosen beforehand, in order
    following: Steps = field(default_factory=list[dict[str, object]])
    is_over: bool = False  # a pick found nothing: the rest does nothing
    prepared: set[str] = field(default_factory=set[str])  # names that the order has bound beforehand
    is_optional: bool = False  # inside a `may`: a Combat may be declined
    is_trigger: bool = False  # it runs by itself: its `may` is a question of its own


Verb = Callable[[Context, Arguments], Rules[None]]
Check = Callable[[Scope, Arguments], bool]

VERBS: dict[str, Verb] = {}
POSSIBLE: dict[str, Check] = {}  # whether a step can do anything, where that decides if a card is playable

# After one of these positions, tokens or lives have changed: what later picks find is not known beforehand.
_UNSETTLING = frozenset(
    {"move", "place", "swap", "combat", "backstab", "shoot", "wound", "kill", "sacrifice", "revive"}
)

# What comes on top of something else need not be possible: Static Field holds without a token to restore.
_ADDED = frozenset({"heal", "refresh"})


def verb(name: str) -> Callable[[Verb], Verb]:
    """Register what a verb does."""

    def register(function: Verb) -> Verb:
        VERBS[name] = function
        return function

    return register


def possible(name: str) -> Callable[[Check], Check]:
    """Register when a verb can do something."""

    def register(function: Check) -> Check:
        POSSIBLE[name] = function
        return function

    return register


def run(context: Context, steps: Steps) -> Rules[None]:
    """Carry out steps one after the other."""
    for at, step in enumerate(steps):
        if context.is_over:
            return
        name, arguments = verb_of(step)
        context.following = steps[at + 1 :]
        yield from VERBS[name](context, arguments)


def is_possible(scope: Scope, steps: Steps) -> bool:
    """ED-17.6, EF-2.1: every mandatory pick that can be foreseen has a candidate."""
    if not steps:
        return True
    name, arguments = verb_of(steps[0])
    if all("may" in step for step in steps):  # all of it is optional, but something must be there to do
        return any(is_possible(scope, steps_of(step["may"])) for step in steps)
    if name == "pick" and arguments.text("as") not in scope.names:
        return any(is_possible(bound, steps[1:]) for bound in bindings(scope, arguments))
    if name == "choose":
        return any(is_possible(scope, [*branch, *steps[1:]]) for branch in branches_of(arguments.raw))
    check = POSSIBLE.get(name)
    if check is not None and not check(scope, arguments):
        return False
    rest = [step for step in steps[1:] if verb_of(step)[0] not in _ADDED]
    return name in _UNSETTLING or is_possible(scope, rest)


def bound(scope: Scope, name: str, addresses: list[str]) -> Scope:
    """The same scope in which a name means something."""
    return replace(scope, names={**scope.names, name: addresses})
