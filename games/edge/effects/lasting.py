"""EF-2.15 `attached`: what tokens and paid Passive Actions change as long as they lie there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import cast

from games.edge.catalogue import CARDS, STATS, TOKENS, Steps, Value
from games.edge.effects.arguments import Arguments, Row, verb_of, words_of
from games.edge.effects.conditions import holds
from games.edge.effects.scope import Scope, by_mode
from games.edge.state import Enhancement, Model, Squad, State, Token


@dataclass(frozen=True, slots=True)
class Change:
    """How an attribute is changed: added to, multiplied, or set (None is "-")."""

    by: int = 0
    times: int = 1
    is_set: bool = False
    to: int | None = None


def changes(state: State, model: Model, stat: str) -> Iterator[Change]:
    """Every lasting change of one attribute of a model."""
    for scope, verb, arguments in _rules_about(state, model, stat):
        if (
            verb == "mod"
            and stat in stats_of(arguments.get("stat"), scope)
            and _is_meant(scope, arguments, model)
        ):
            yield change_of(scope, arguments)


def has_lasting_flag(state: State, model: Model, flag: str) -> bool:
    """Whether a token or Passive Action grants a flag to a model."""
    return any(
        verb == "grant" and arguments.text("flag") == flag and _is_meant(scope, arguments, model)
        for scope, verb, arguments in _rules_about(state, model, flag)
    )


def tuned(state: State, squad: Squad, action: str, what: str) -> int | None:
    """EF-2.14 `tune`: what a paid Passive Action of a Squad makes of a named Action."""
    for enhancement, steps in _passives(squad):
        scope = _host_scope(state, squad)
        for verb, arguments in _flat(steps, scope):
            if verb == "tune" and arguments.text("action") == action and what in arguments:
                return scope.number(arguments.get(what))
        del enhancement
    return None


def stats_of(value: Value, scope: Scope) -> list[str]:
    """`ALL`, `[INI, DEF]`, or what the mode of the Squad says."""
    if isinstance(value, dict):
        mode = scope.state.squad(scope.squad).mode
        return stats_of(by_mode(cast(Row, value), mode), scope)
    words = words_of(value)
    return list(STATS) if words == ["ALL"] else words


def change_of(scope: Scope, arguments: Arguments) -> Change:
    """The change that a `mod` step makes."""
    if "set" in arguments:
        to = arguments.get("set")
        return Change(is_set=True, to=None if to == "none" else scope.number(to))
    return Change(scope.number(arguments.get("by")), scope.number(arguments.get("times"), 1))


Rule = tuple[Scope, str, Arguments]


def _rules_about(state: State, model: Model, word: str) -> Iterator[Rule]:
    """The lasting steps that may concern a model, each with what its names mean.

    This is asked for every attribute and flag of everybody: what never mentions the word is left out first.
    """
    for token in state.tokens:
        if word not in _token_words(_faction(state, token), token.t):
            continue
        scope = token_scope(state, token)
        scope.names["one"] = [model.id]
        yield from ((scope, *rule) for rule in _flat(TOKENS[_faction(state, token)][token.t].lasting, scope))
    for squad in state.squads if word in _passive_words() else ():
        if not squad.enhancements or not any(word in _card_words(e.card) for e in squad.enhancements):
            continue
        for _, steps in _passives(squad):
            scope = _host_scope(state, squad)
            yield from ((scope, *rule) for rule in _flat(steps, scope))


@cache
def _token_words(faction: str, kind: str) -> frozenset[str]:
    return frozenset(_words_in(TOKENS[faction][kind].lasting))


@cache
def _card_words(card: str) -> frozenset[str]:
    """Of its Passive Actions, whether paid for or not."""
    actions = CARDS[card].upper, CARDS[card].lower
    return frozenset(word for action in actions if action.passive for word in _words_in(action.do))


@cache
def _passive_words() -> frozenset[str]:
    """What any Passive Action of any card is about: most flags are granted by none."""
    return frozenset[str]().union(*map(_card_words, CARDS))


def _words_in(value: Value) -> Iterator[str]:
    """Every text in some steps; ALL stands for each attribute."""
    if isinstance(value, dict):
        for inner in cast(Row, value).values():
            yield from _words_in(inner)
    elif isinstance(value, list):
        for inner in cast(list[Value], value):
            yield from _words_in(inner)
    elif isinstance(value, str):
        yield from STATS if value == "ALL" else (value,)


def _faction(state: State, token: Token) -> str:
    return state.player(token.owner).faction


def _passives(squad: Squad) -> Iterator[tuple[Enhancement, Steps]]:
    """ED-18.10: paid Passive Actions, and those that are always on; not on a dead Squad (ED-18.11)."""
    for enhancement in squad.enhancements if squad.enhancements and squad.is_alive else ():
        for action in CARDS[enhancement.card].upper, CARDS[enhancement.card].lower:
            if action.passive and (action.is_free_passive or enhancement.passive):
                yield enhancement, action.do


def _flat(steps: Steps, scope: Scope) -> Iterator[tuple[str, Arguments]]:
    """The steps that hold now: conditions are looked into."""
    for step in steps:
        verb, arguments = verb_of(step)
        if verb == "if":
            branch = "then" if holds(scope, arguments.nested("test")) else "else"
            yield from _flat(arguments.steps(branch), scope)
        else:
            yield verb, arguments


def token_scope(state: State, token: Token) -> Scope:
    """EF-2.8: the names in the rules of a token."""
    scope = Scope(state, token.owner, squad=token.squad)
    scope.names["bearer"] = scope.names["group"] = list(token.models)
    return scope


def _host_scope(state: State, squad: Squad) -> Scope:
    return Scope(state, squad.seat, squad=squad.id)


def _is_meant(scope: Scope, arguments: Arguments, model: Model) -> bool:
    return any(meant.id == model.id for meant in scope.all_models(arguments.text("who")))
