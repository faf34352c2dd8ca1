"""The words of one Action: who it is for, X, which Squad gives a token, what its steps need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from games.edge.catalogue import CARDS, Action, Card, Half, X
from games.edge.effects.moment import Moment
from games.edge.effects.prepare import Ready, ready_node
from games.edge.effects.run import bound
from games.edge.effects.scope import Scope
from games.edge.effects.selectors import selectors
from games.edge.names import card_branch, model_branch, squad_branch
from games.edge.rules import payment
from games.edge.rules.cards.acts import Act, PlayCard
from games.edge.rules.cards.refusals import barred_cards, barred_halves
from games.edge.rules.instants.timing import (
    ENEMY,
    can_give,
    checked,
    fits,
    is_about_the_fallen,
    is_concerned,
    reacts,
)
from games.edge.state import DYING, SeatId, Squad, State
from games.engine.contract.tree import Barred, Branch, Node, mapped

Grow = Callable[[], Node[Act]]


def act_words(state: State, ready: Ready, action: Action, done: Callable[[Ready], Act]) -> Grow:
    """Everything that is said before an Action is paid for."""
    return lambda: mapped(_self_node(state, ready, action), done)


def _self_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    """Your own model that an event is about need not be named: `to self`."""
    if "self" not in ready.scope.names:
        return _x_node(state, ready, action)
    (name,) = ready.scope.names["self"]
    branch = model_branch(name, lambda: _x_node(state, ready, action), selectors(ready.scope, name))
    implied = Branch(branch.word, branch.grow, branch.label, branch.names, True)
    return Node(None, lambda: (implied,), lead="to")


def _x_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    most = _most(state, ready, action)
    if most is None:
        return _giver_node(state, ready, action)

    def branches() -> Iterator[Branch[Ready]]:
        for x in range(1, most + 1):
            scoped = replace(ready, scope=replace(ready.scope, x=x))
            also = ("max",) if x == most else ()
            yield Branch(str(x), partial(_giver_node, state, scoped, action), "", also)

    return Node(None, branches, lead="x")


def _most(state: State, ready: Ready, action: Action) -> int | None:
    """The limit of an X: what can be paid, or the Charges that lie there."""
    if action.ch == X:
        return state.enhancement(ready.scope.names["host"][0]).charges
    if action.price != X or action.x_is is not None:
        return None
    return payment.most(state, ready.scope.seat, action.unit)


def _giver_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    """What else is given: the Squad of a token, a card that is discarded."""
    if any("discard" in price for price in action.pay):
        return _discard_node(state, ready, action)
    if not any("endurance" in price for price in action.pay):
        return ready_node(ready, action.do)
    givers = [squad for squad in state.player(ready.scope.seat).alive if squad.endurance]

    def branches() -> Iterator[Branch[Ready]]:
        for squad in givers:
            given = replace(ready, scope=bound(ready.scope, "giver", [squad.id]))
            yield squad_branch(squad.id, partial(ready_node, given, action.do))

    return Node(None, branches, lead="from")


def _discard_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    """One more card of the hand; of the one that is played, another copy."""
    hand = list(state.player(ready.scope.seat).hand)
    for card in ready.scope.names.get("played", []):
        hand.remove(card)

    def branches() -> Iterator[Branch[Ready]]:
        for card in sorted(set(hand)):
            given = replace(ready, scope=bound(ready.scope, "discarded", [card]))
            yield card_branch(card, partial(ready_node, given, action.do))

    return Node(None, branches, lead="discard")


def plays(state: State, seat: SeatId, moment: Moment) -> Iterator[Branch[Act]]:
    player = state.player(seat)
    for name in sorted({*player.hand, *player.beside}):
        node = card_node(state, seat, moment, name)
        if node is not None:
            yield card_branch(name, partial(_given, node))


def card_node(state: State, seat: SeatId, moment: Moment, name: str) -> Node[Act] | None:
    """The Actions of a card that can be played now."""
    player = state.player(seat)
    if name not in player.hand and name not in player.beside:
        return None
    card = CARDS[name]
    if card.is_enhancement:  # ED-18.1
        return None
    halves: list[tuple[Half, Ready]] = [
        (half, ready)
        for half, _action in card.actions
        if (ready := card_ready(state, seat, card, half, moment))
    ]
    return _halves(state, card, halves, moment) if halves else None


def barred_plays(state: State, seat: SeatId, moment: Moment) -> Iterator[Barred]:
    """Cards that cannot be played, and why."""
    return barred_cards(state, seat, moment, {branch.word for branch in plays(state, seat, moment)})


def _halves(state: State, card: Card, halves: list[tuple[Half, Ready]], moment: Moment) -> Node[Act]:
    seat, offered = halves[0][1].scope.seat, {half for half, _ready in halves}

    def branches() -> Iterator[Branch[Act]]:
        for half, ready in halves:
            action = card.half(half)
            done = _played(ready.scope.seat, card.id, half)
            is_meant = action.name == card.title  # ED-17.9: who names the card without a half
            yield Branch(half, act_words(state, ready, action, done), action.name, (action.name,), is_meant)

    return Node(None, branches, barred=lambda: barred_halves(state, seat, card, moment, offered))


def _played(seat: SeatId, card: str, half: Half) -> Callable[[Ready], Act]:
    return lambda ready: PlayCard(seat, ready, card, half)


def card_ready(
    state: State, seat: SeatId, card: Card, half: Half, moment: Moment, *, free: bool = False
) -> Ready | None:
    """ED-17.1: the Upper Action with any own Squad, the Lower one with the Squad it names."""
    action = card.half(half)
    # EF-7.1: both halves deploy the Squad. ED-18.13: an Evolve card is for the Squad it names.
    kind = card.squad if half == "lower" or card.extra or card.is_evolve else "any"
    if not (has_the_rest(state, seat, action) if free else fits(state, seat, action, moment)):
        return None
    scope = Scope(state, seat, moment=moment)
    if action.pay:
        scope.names["played"] = [card.id]
    if kind != "any":
        named = [squad.id for squad in state.player(seat).squads if squad.kind == kind]
        able = [name for name in named if _is_able(state, state.squad(name), action, card)]
        if not able:
            return None
        scope.names |= {"kinds": [kind], kind: able} if action.mode else {"kinds": [kind]}
    return _reacting(scope, action, moment, kind)


def has_the_rest(state: State, seat: SeatId, action: Action) -> bool:
    """ED-15.6: a card played for another price still takes whatever else it asks for, such as a Crystal."""
    return not state.since(4) or can_give(state.player(seat), action)


def _is_able(state: State, squad: Squad, action: Action, card: Card) -> bool:
    """ED-17.2: alive, unless it arrives by this card or has just lost its last model; in the right mode."""
    if card.extra:
        return not squad.is_alive
    may_be_gone = state.since(3) and is_about_the_fallen(action)
    is_there = squad.is_alive or (may_be_gone and any(model.state == DYING for model in squad.models))
    return is_there and action.mode in (None, squad.mode)


def _reacting(scope: Scope, action: Action, moment: Moment, kind: str) -> Ready | None:
    """EF-2.9: an Action that reacts to an event must concern one of the player's models of its Squad."""
    if action.mode:
        scope.names["modes"] = [action.mode]
    if reacts(action, moment):
        model = is_concerned(scope, action, moment)
        if model is None or (kind not in ("any", scope.state.squad_of(model).kind) and not action.where):
            return None
        if action.concerns != ENEMY:
            scope.squad = model.squad
            scope.names["self"] = [model.id]
    return checked(scope, action)


def _given(node: Node[Act]) -> Node[Act]:
    return node
