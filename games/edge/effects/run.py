"""EF-2.1: steps run in order. What a verb does is registered here by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from games.edge.catalogue.steps import AnyStep, Choose, May, Pick, PutToken, Step, Steps
from games.edge.effects.picks import bindings
from games.edge.effects.scope import Scope
from games.edge.state import State
from games.engine.contract.table import Rules, Table

GIVEN_BACK = "given back"  # the kinds of tokens that earlier steps take off


@dataclass(slots=True, kw_only=True)
class Context(Scope):
    """A scope in which steps are carried out at a table."""

    table: Table[State]
    title: str  # of the Action, Banner, Shrine or token: standing orders name it
    options: list[int] = field(default_factory=list[int])  # branches chosen in advance, in order
    following: Steps = ()
    is_over: bool = False  # a pick found nothing: the rest does nothing
    prepared: set[str] = field(default_factory=set[str])  # names that the order has bound in advance
    is_optional: bool = False  # inside a `may`: a Combat may be declined
    is_trigger: bool = False  # it runs automatically: its `may` is a question of its own


S = TypeVar("S", bound=Step)
Verb = Callable[[Context, S], Rules[None]]
Deed = Callable[[Context, S], None]  # asks nobody
Check = Callable[[Scope, S], bool]

VERBS: dict[type[Step], Verb[AnyStep] | Deed[AnyStep]] = {}
POSSIBLE: dict[type[Step], Check[AnyStep]] = {}  # where that decides if a card is playable


def verb(kind: type[S]) -> Callable[[Verb[S]], Verb[S]]:
    """Register what a verb does."""

    def register(function: Verb[S]) -> Verb[S]:
        def do(context: Context, step: AnyStep) -> Rules[None]:
            return function(context, _checked(kind, step))

        VERBS[kind] = do
        return function

    return register


def deed(kind: type[S]) -> Callable[[Deed[S]], Deed[S]]:
    """Register what a verb does that asks nobody."""

    def register(function: Deed[S]) -> Deed[S]:
        VERBS[kind] = lambda context, step: function(context, _checked(kind, step))
        return function

    return register


def possible(kind: type[S]) -> Callable[[Check[S]], Check[S]]:
    """Register when a verb can do something."""

    def register(function: Check[S]) -> Check[S]:
        POSSIBLE[kind] = lambda scope, step: function(scope, _checked(kind, step))
        return function

    return register


def _checked(kind: type[S], step: AnyStep) -> S:
    if not isinstance(step, kind):
        raise TypeError(f"{step} is no {kind.__name__}")
    return step


def run(context: Context, steps: Steps) -> Rules[None]:
    """Carry out steps one after the other."""
    for at, step in enumerate(steps):
        if context.is_over:
            return
        context.following = steps[at + 1 :]
        doing = VERBS[type(step)](context, step)
        if doing is not None:
            yield from doing


def is_possible(scope: Scope, steps: Steps) -> bool:
    """ED-17.6, EF-2.1: every mandatory pick that can be foreseen has a candidate."""
    if not steps:
        return True
    step, rest = steps[0], steps[1:]
    optional = [one for one in steps if isinstance(one, May)]
    if len(optional) == len(steps):  # all of it is optional, but something must be there to do
        return any(is_possible(scope, one.do) for one in optional)
    if isinstance(step, Pick) and step.name not in scope.names:
        return any(is_possible(bound, rest) for bound in bindings(scope, step))
    if isinstance(step, Choose):
        return any(is_possible(scope, [*branch, *rest]) for branch in step.branches)
    check = POSSIBLE.get(type(step))
    if check is not None and not check(scope, step):
        return False
    following = [one for one in rest if not one.is_extra]
    return step.unsettles or is_possible(_given_back(scope, step), following)


def _given_back(scope: Scope, step: AnyStep) -> Scope:
    """ED-2.4: a token that is taken first is there to be put again, as where the only one is moved."""
    if isinstance(step, PutToken) and step.op == "take" and scope.state.since(3):
        return bound(scope, GIVEN_BACK, [*scope.names.get(GIVEN_BACK, ()), step.t])
    return scope


def bound(scope: Scope, name: str, addresses: list[str]) -> Scope:
    """The same scope in which a name means something."""
    return replace(scope, names={**scope.names, name: addresses})
