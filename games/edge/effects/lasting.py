"""EF-2.15 `attached`: what tokens and paid Passive Actions change as long as they lie there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from games.edge.catalogue import ANY, CARDS, FACTIONS, TOKENS, Action, Half
from games.edge.catalogue.numbers import NONE
from games.edge.catalogue.steps import AnyStep, Borrow, Extra, Grant, If, Mod, Steps, Tune
from games.edge.effects.conditions import holds
from games.edge.effects.picks import fits
from games.edge.effects.scope import Scope
from games.edge.state import Model, SeatId, Squad, State, Token


@dataclass(frozen=True, slots=True)
class Change:
    """How an attribute is changed: added to, multiplied, or set (None is "-")."""

    by: int = 0
    times: int = 1
    is_set: bool = False
    to: int | None = None


def changes(state: State, model: Model, stat: str, foe: Model | None = None) -> Iterator[Change]:
    """Every lasting change of one attribute of a model, against someone."""
    for scope, step in _rules_about(state, model, stat):
        if (
            isinstance(step, Mod)
            and stat in step.stat.in_mode(scope.mode())
            and _is_meant(scope, step, model)
            and (step.vs is None or (foe is not None and fits(scope, foe, step.vs)))
        ):
            yield change_of(scope, step)


def has_lasting_flag(state: State, model: Model, flag: str) -> bool:
    """Whether a token or Passive Action grants a flag to a model."""
    return any(
        isinstance(step, Grant) and step.flag == flag and _is_meant(scope, step, model)
        for scope, step in _rules_about(state, model, flag)
    )


def lenders(state: State, model: Model, stat: str) -> Iterator[Model]:
    """EF-2.14 `borrow`: the models of which a Passive Action makes this one use an attribute."""
    lending = _lending_cards()
    for squad in state.squads:
        if squad.enhancements and any(enhancement.card in lending for enhancement in squad.enhancements):
            scope = _host_scope(state, squad)
            for step in (step for steps in _passives(state, squad) for step in _flat(steps, scope)):
                if isinstance(step, Borrow) and stat in step.stat.words and _is_meant(scope, step, model):
                    yield from scope.models(step.lender)[:1]


@cache
def _lending_cards() -> frozenset[str]:
    """Few cards have such a Passive Action."""
    actions = ((card.id, action) for card in CARDS.values() for _half, action in card.actions)
    return frozenset(
        card for card, action in actions if action.passive and any(isinstance(s, Borrow) for s in action.do)
    )


def tuned_shots(state: State, squad: Squad, action: str) -> int | None:
    """EF-2.14 `tune`: how often a paid Passive Action of a Squad lets a named Action shoot."""
    for steps in _passives(state, squad):
        scope = _host_scope(state, squad)
        for step in _flat(steps, scope):
            if isinstance(step, Tune) and step.action == action and step.shots is not None:
                return scope.number(step.shots)
    return None


def change_of(scope: Scope, step: Mod) -> Change:
    """The change that a `mod` step makes."""
    if step.set is not None:
        return Change(is_set=True, to=None if step.set.text == NONE else scope.number(step.set))
    return Change(scope.number(step.by), scope.number(step.times, 1))


Rule = tuple[Scope, AnyStep]


def _rules_about(state: State, model: Model, word: str) -> Iterator[Rule]:
    """The lasting steps that may concern a model, each with what its names mean.

    This is asked for every attribute and flag of everybody: what never mentions the word is left out first.
    """
    for token in state.tokens:
        faction = state.players[token.owner - 1].faction
        if word not in _token_words(faction, token.t):
            continue
        if model.id not in token.models and _is_for_bearers(faction, token.t):
            continue
        scope = token_scope(state, token)
        scope.names["one"] = [model.id]
        yield from ((scope, step) for step in _flat(TOKENS[faction][token.t].lasting, scope))
    for player in state.players if word in _shrine_words() else ():
        if player.shrine_at and word in _words_in(player.shrine_card.lasting):
            scope = Scope(state, player.seat)
            yield from ((scope, step) for step in _flat(player.shrine_card.lasting, scope))
    for squad in state.squads if word in _passive_words() else ():
        if not squad.enhancements or not any(word in _card_words(e.card) for e in squad.enhancements):
            continue
        for steps in _passives(state, squad):
            scope = _host_scope(state, squad)
            yield from ((scope, step) for step in _flat(steps, scope))


def spoken_of(state: State) -> frozenset[str]:
    """Every attribute and flag that anything lasting on the table is about: all others are as printed."""
    words = {word for token in state.tokens for word in _token_words(_faction(state, token), token.t)}
    for player in state.players:
        if player.shrine_at:
            words |= _words_in(player.shrine_card.lasting)
    for squad in state.squads:
        for enhancement in squad.enhancements:
            words |= _card_words(enhancement.card)
    return frozenset(words)


@cache
def _token_words(faction: str, kind: str) -> frozenset[str]:
    return _words_in(TOKENS[faction][kind].lasting)


@cache
def _is_for_bearers(faction: str, kind: str) -> bool:
    """Whether a token changes nothing but those that it lies on."""
    steps = TOKENS[faction][kind].lasting
    return all(isinstance(step, Mod | Grant | Borrow) and step.who == "bearer" for step in steps)


@cache
def _shrine_words() -> frozenset[str]:
    """What any Shrine is about."""
    shrines = [shrine for faction in FACTIONS.values() for shrine in faction.shrine.values()]
    return frozenset[str]().union(*(_words_in(shrine.lasting) for shrine in shrines))


@cache
def _card_words(card: str) -> frozenset[str]:
    """Of its Passive Actions, whether paid for or not."""
    actions = CARDS[card].upper, CARDS[card].lower
    return frozenset(
        word for action in actions if action.passive for word in _words_in((*action.do, *action.lasting))
    )


@cache
def _passive_words() -> frozenset[str]:
    """What any Passive Action of any card is about: most flags are granted by none."""
    return frozenset[str]().union(*map(_card_words, CARDS))


def _words_in(steps: Steps) -> frozenset[str]:
    return frozenset[str]().union(*(step.words for step in steps))


def _faction(state: State, token: Token) -> str:
    return state.player(token.owner).faction


def passive_actions(state: State, squad: Squad) -> Iterator[tuple[int, Half, Action]]:
    """ED-18.10: by slot, those that are paid for or always on; none on a dead Squad (ED-18.11).

    ED-18.6: a Lower one is for the Squad that it names: it rests where its card was handed to another.
    """
    if not squad.enhancements or not squad.is_alive:
        return
    for slot, enhancement in enumerate(squad.enhancements, 1):
        for half, action in _passive_half(enhancement.card):
            paid = action.is_free_passive or enhancement.passive
            if paid and action.mode in (None, squad.mode):
                named = CARDS[enhancement.card].squad
                if half == "upper" or named in (ANY, squad.kind) or not state.since(3):
                    yield slot, half, action


@cache
def _passive_half(card: str) -> tuple[tuple[Half, Action], ...]:
    """The Passive Actions of a card, each with its half."""
    return tuple((half, action) for half, action in CARDS[card].actions if action.passive)


def _passives(state: State, squad: Squad) -> Iterator[Steps]:
    return (action.lasting or action.do for _slot, _half, action in passive_actions(state, squad))


def hand_bonus(state: State, seat: SeatId) -> int:
    """ED-25.2: how many cards more than usual a player may hold."""
    total = 0
    for squad in state.player(seat).squads:
        for steps in _passives(state, squad):
            scope = _host_scope(state, squad)
            mods = [step for step in _flat(steps, scope) if isinstance(step, Mod) and step.who == "me"]
            total += sum(scope.number(step.by) for step in mods if "HAND" in step.stat.words)
    return total


def yield_bonus(state: State, seat: SeatId, site: str) -> int:
    """ED-25.7: how many Crystals more than usual a player harvests at a place."""
    total = 0
    for token in state.tokens:
        if token.at == site and token.owner == seat:
            scope = token_scope(state, token)
            steps = _flat(TOKENS[_faction(state, token)][token.t].lasting, scope)
            mods = [step for step in steps if isinstance(step, Mod) and "YIELD" in step.stat.words]
            total += sum(scope.number(step.by) for step in mods)
    return total


def has_own_activation(state: State, squad: Squad) -> bool:
    """ED-8.9: whether a Squad is activated on top of the one activation of a turn."""
    scope = _host_scope(state, squad)
    return any(isinstance(step, Extra) for steps in _passives(state, squad) for step in _flat(steps, scope))


def _flat(steps: Steps, scope: Scope) -> Iterator[AnyStep]:
    """The steps that hold now: conditions are looked into."""
    for step in steps:
        if isinstance(step, If):
            yield from _flat(step.then if holds(scope, step.test) else step.otherwise, scope)
        else:
            yield step


def token_scope(state: State, token: Token) -> Scope:
    """EF-2.8: the names in the rules of a token."""
    scope = Scope(state, token.owner, squad=token.squad, credit=token.owner)
    scope.names["bearer"] = scope.names["group"] = list(token.models)
    scope.names["source_model"] = [token.by] if token.by else []
    scope.names["here"] = [token.at] if token.at else []
    scope.names["face"] = [token.face]
    return scope


def _host_scope(state: State, squad: Squad) -> Scope:
    return Scope(state, squad.seat, squad=squad.id)


def _is_meant(scope: Scope, step: Mod | Grant | Borrow, model: Model) -> bool:
    meant = scope.addresses(step.who)
    return model.id in meant or model.squad in meant
