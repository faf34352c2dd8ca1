"""ED-17, ED-18, ED-20: what a player may do with cards, Enhancements and the Banner at a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from msgspec import structs

from games.edge.catalogue import CARDS, ENHANCEMENTS_PER_SQUAD, HALVES, Action, Card, Half, X
from games.edge.effects.prepare import FURTHER, USER, Ready, is_ready, ready_node
from games.edge.effects.run import bound
from games.edge.effects.scope import Scope
from games.edge.names import (
    card_branch,
    enhancement_branch,
    enhancement_names,
    model_branch,
    squad_branch,
)
from games.edge.rules import paying, usage
from games.edge.rules.moments import Moment
from games.edge.rules.timing import fits_window, is_concerned, where_holds
from games.edge.selectors import selectors
from games.edge.state import Enhancement, Player, SeatId, Squad, State
from games.engine.tree import Branch, Node, leaf, mapped


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is about to be paid for and done."""

    seat: SeatId
    ready: Ready


@dataclass(frozen=True, slots=True)
class PlayCard(Act):
    """ED-17: one Action of a card from hand, or of a deployment card beside the deck (EF-7.1)."""

    card: str
    half: Half


@dataclass(frozen=True, slots=True)
class UseEnhancement(Act):
    """ED-18.5: an Action of an attached card."""

    name: str
    half: Half


@dataclass(frozen=True, slots=True)
class AttachCard(Act):
    """ED-18.2."""

    card: str
    squad: str
    drop: int = 0  # ED-18.3: the slot that is cleared first


@dataclass(frozen=True, slots=True)
class UseBanner(Act):
    """ED-20."""


Grow = Callable[[], Node[Act]]


def act_branches(state: State, seat: SeatId, moment: Moment) -> Iterator[Branch[Act]]:
    """`play`, `use`, `attach`, `banner`: what can be done at this moment."""
    for word in VERBS:
        node = act_node(state, seat, moment, word)
        if node is not None and node.has_more():
            yield Branch(word, partial(_given, node))


VERBS = ("play", "use", "attach", "banner")


def act_node(state: State, seat: SeatId, moment: Moment, word: str) -> Node[Act] | None:
    """What follows one of these words; a card that is named is looked at alone."""
    if word == "play":
        return Node(
            None, lambda: _plays(state, seat, moment), lambda name: _card_node(state, seat, moment, name)
        )
    if word == "use":
        return Node(None, lambda: _uses(state, seat, moment))
    if not _is_own_open_moment(state, seat, moment):
        return None
    return Node(None, lambda: _attachments(state, seat)) if word == "attach" else _banner(state, seat)


def _given(node: Node[Act]) -> Node[Act]:
    return node


def has_acts(state: State, seat: SeatId, moment: Moment) -> bool:
    """Whether anything this player has is for such a moment and could be paid: no look at targets."""
    player = state.player(seat)
    if _is_own_open_moment(state, seat, moment) and (player.banner_up or _has_attachable(state, player)):
        return True
    cards = [CARDS[name] for name in {*player.hand, *player.beside} if not CARDS[name].is_enhancement]
    if any(_suits(state, seat, action, moment) for card in cards for _half, action in card.actions):
        return True
    attached = [
        (e, action) for s in player.squads for e in s.enhancements for _h, action in CARDS[e.card].actions
    ]
    return any(_suits(state, seat, action, moment) for e, action in attached if _is_charged(e, action))


def _has_attachable(state: State, player: Player) -> bool:
    return any(CARDS[name].is_enhancement for name in player.hand) and paying.can_pay(state, player.seat, 1)


def _is_charged(enhancement: Enhancement, action: Action) -> bool:
    return enhancement.charges >= (1 if action.ch == X else int(action.ch))


def _suits(state: State, seat: SeatId, action: Action, moment: Moment) -> bool:
    if action.passive:  # bought at any open moment
        is_own = state.turn.seat == seat
        return bool(is_own or action.inst) and fits_window("open", moment.window, is_own)
    if not _fits(state, seat, action, moment):
        return False
    return not _reacts(action, moment) or is_concerned(Scope(state, seat), action, moment) is not None


def _is_own_open_moment(state: State, seat: SeatId, moment: Moment) -> bool:
    """ED-18.2, ED-20.1: whenever an ordinary card could be played."""
    return state.turn.seat == seat and fits_window("main", moment.window, is_own=True)


# Cards from hand.


def _plays(state: State, seat: SeatId, moment: Moment) -> Iterator[Branch[Act]]:
    player = state.player(seat)
    for name in sorted({*player.hand, *player.beside}):
        node = _card_node(state, seat, moment, name)
        if node is not None:
            yield card_branch(name, partial(_given, node))


def _card_node(state: State, seat: SeatId, moment: Moment, name: str) -> Node[Act] | None:
    """The Actions of a card that can be played now."""
    player = state.player(seat)
    if name not in player.hand and name not in player.beside:
        return None
    card = CARDS[name]
    if card.is_enhancement:  # ED-18.1
        return None
    halves: list[tuple[Half, Ready]] = [
        (half, ready) for half in HALVES if (ready := _card_ready(state, seat, card, half, moment))
    ]
    return _halves(state, card, halves) if halves else None


def _halves(state: State, card: Card, halves: list[tuple[Half, Ready]]) -> Node[Act]:
    def branches() -> Iterator[Branch[Act]]:
        for half, ready in halves:
            action = card.half(half)
            done = _played(ready.scope.seat, card.id, half)
            yield Branch(half, _act(state, ready, action, done), action.name, (action.name,))

    return Node(None, branches)


def _played(seat: SeatId, card: str, half: Half) -> Callable[[Ready], Act]:
    return lambda ready: PlayCard(seat, ready, card, half)


def _card_ready(state: State, seat: SeatId, card: Card, half: Half, moment: Moment) -> Ready | None:
    """ED-17.1: the Upper Action with any own Squad, the Lower one with the Squad it names."""
    action = card.half(half)
    kind = card.squad if half == "lower" or card.extra else "any"  # EF-7.1: both halves deploy the Squad
    if not _fits(state, seat, action, moment):
        return None
    scope = Scope(state, seat, moment=moment)
    if kind != "any":
        named = [squad.id for squad in state.player(seat).squads if squad.kind == kind]
        able = [name for name in named if _is_able(state.squad(name), action, card)]
        if not able:
            return None
        scope.names |= {"kinds": [kind], kind: able} if action.mode else {"kinds": [kind]}
    return _reacting(scope, action, moment, kind)


def _is_able(squad: Squad, action: Action, card: Card) -> bool:
    """ED-17.2: alive, unless it arrives by this very card; in the mode that the Action demands."""
    if card.extra:
        return not squad.is_alive
    return squad.is_alive and action.mode in (None, squad.mode)


def _reacting(scope: Scope, action: Action, moment: Moment, kind: str) -> Ready | None:
    """EF-2.9: an Action that reacts to an event must concern an own model of its Squad."""
    if action.mode:
        scope.names["modes"] = [action.mode]
    if _reacts(action, moment):
        model = is_concerned(scope, action, moment)
        if model is None or (kind not in ("any", scope.state.squad_of(model).kind) and not action.where):
            return None
        scope.squad = model.squad
        scope.names["self"] = [model.id]
    return _checked(scope, action)


def _reacts(action: Action, moment: Moment) -> bool:
    return moment.window not in ("main", "open") and moment.window in action_windows(action)


def action_windows(action: Action) -> list[str]:
    """Every window that an Action names, the short ones spelled out."""
    spelled = {"before_roll": ["before_attack", "before_defense", "before_hit"]}
    spelled["after_roll"] = ["after_attack", "after_defense", "after_hit"]
    return [real for name in action.windows for real in spelled.get(name, [name])]


def _fits(state: State, seat: SeatId, action: Action, moment: Moment) -> bool:
    """ED-19.1, ED-18.8: the right moment, an Instant in a foreign turn, and a cost that can be met."""
    is_own = state.turn.seat == seat
    if not (is_own or action.inst):
        return False
    if not any(fits_window(window, moment.window, is_own) for window in action_windows(action)):
        return False
    return can_afford(state, seat, action)


def can_afford(state: State, seat: SeatId, action: Action) -> bool:
    """ED-15.6; Charges are looked at where the Enhancement is known."""
    player = state.player(seat)
    cost = 1 if action.cost == X else action.cost
    if isinstance(cost, int) and not paying.can_pay(state, seat, cost):
        return False
    return all(_can_give(player, price) for price in action.pay)


def _can_give(player: Player, price: dict[str, int]) -> bool:
    ((what, amount),) = price.items()
    if what == "destroy_crystal":
        return player.pool + player.depleted >= amount
    return any(squad.endurance >= amount for squad in player.alive)


def _checked(scope: Scope, action: Action) -> Ready | None:
    if action.where is not None:
        scoped = where_holds(scope, action)
        if scoped is None:
            return None
        scope = scoped
    if action.cost == X:
        scope.x = 1
    ready = Ready(scope)
    return ready if is_ready(ready, action.do) else None


# The words of one Action: who it is for, X, which Squad gives a token, what its steps need.


def _act(state: State, ready: Ready, action: Action, done: Callable[[Ready], Act]) -> Grow:
    return lambda: mapped(_self_node(state, ready, action), done)


def _self_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    """The own model that an event is about need not be named: `to self`."""
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
    return paying.most(state, ready.scope.seat) if action.cost == X else None


def _giver_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    """Dark Power: the Squad that gives up a token."""
    if not any("endurance" in price for price in action.pay):
        return ready_node(ready, action.do)
    givers = [squad for squad in state.player(ready.scope.seat).alive if squad.endurance]

    def branches() -> Iterator[Branch[Ready]]:
        for squad in givers:
            given = replace(ready, scope=bound(ready.scope, "giver", [squad.id]))
            yield squad_branch(squad.id, partial(ready_node, given, action.do))

    return Node(None, branches, lead="from")


# Attached Enhancements.


def _uses(state: State, seat: SeatId, moment: Moment) -> Iterator[Branch[Act]]:
    for name, card in enhancement_names(state.player(seat).squads):
        halves: list[tuple[Half, Ready]] = [
            (half, ready) for half in HALVES if (ready := _use_ready(state, seat, name, half, moment))
        ]
        if halves:
            yield enhancement_branch(name, card, _used_halves(state, name, CARDS[card], halves))


def _used_halves(state: State, name: str, card: Card, halves: list[tuple[Half, Ready]]) -> Grow:
    def branches() -> Iterator[Branch[Act]]:
        for half, ready in halves:
            action = card.half(half)
            steps = [] if action.passive else action.do  # a Passive Action is paid for and runs by itself
            plain = structs.replace(action, do=steps)
            yield Branch(half, _act(state, ready, plain, _used(ready.scope.seat, name, half)), action.name)

    return lambda: Node(None, branches)


def _used(seat: SeatId, name: str, half: Half) -> Callable[[Ready], Act]:
    return lambda ready: UseEnhancement(seat, ready, name, half)


def _use_ready(state: State, seat: SeatId, name: str, half: Half, moment: Moment) -> Ready | None:
    """ED-18.5 to ED-18.11."""
    enhancement, squad = state.enhancement(name), state.squad(name.rpartition(".")[0])
    card = CARDS[enhancement.card]
    action = card.half(half)
    if half == "lower" and card.squad not in ("any", squad.kind):  # ED-18.6, EC-97
        return None
    if not _is_charged(enhancement, action) or not can_afford(state, seat, action):
        return None
    scope = Scope(state, seat, moment=moment)
    scope.names["host"] = [name]
    if action.passive:
        return _buyable(state, seat, name, action, moment, scope)
    if not _fits(state, seat, action, moment) or not usage.is_left(state, name, half, action):
        return None
    return _host_ready(scope, squad, action, moment)


def _buyable(
    state: State, seat: SeatId, name: str, action: Action, moment: Moment, scope: Scope
) -> Ready | None:
    """ED-18.10, EF-8.3.8: a Passive Action is paid for once, at any open moment; Instant: in any turn."""
    enhancement, squad = state.enhancement(name), state.squad(name.rpartition(".")[0])
    is_own = state.turn.seat == seat
    if enhancement.passive or action.is_free_passive or not squad.is_alive or not (is_own or action.inst):
        return None
    return Ready(scope) if fits_window("open", moment.window, is_own) else None


def _host_ready(scope: Scope, squad: Squad, action: Action, moment: Moment) -> Ready | None:
    if not squad.is_alive and not _is_about_dead(action):  # ED-18.11
        return None
    scope.squad = "" if action.any_squad else squad.id
    if _reacts(action, moment):
        model = is_concerned(scope, action, moment)
        if model is None or not (model.squad == squad.id or action.any_squad or action.where):
            return None
        scope.names["self"] = [model.id]
        scope.squad = model.squad if action.any_squad else squad.id
    if action.mode not in (None, squad.mode):
        return None
    return _checked(scope, action)


def _is_about_dead(action: Action) -> bool:
    return action.window == "killed"


# Attaching and the Banner.


def _attachments(state: State, seat: SeatId) -> Iterator[Branch[Act]]:
    player = state.player(seat)
    for name in sorted(set(player.hand)):
        card = CARDS[name]
        if card.is_enhancement and paying.can_pay(state, seat, card.attach.cr):
            squads = [squad for squad in player.alive if _may_attach(squad, name)]
            if squads:
                yield card_branch(name, _hosts(state, seat, name, squads))


def _may_attach(squad: Squad, card: str) -> bool:
    """ED-18.4: no second copy, unless both slots are in use and the old copy makes room."""
    copies = sum(enhancement.card == card for enhancement in squad.enhancements)
    return not copies or len(squad.enhancements) == ENHANCEMENTS_PER_SQUAD


def _hosts(state: State, seat: SeatId, card: str, squads: list[Squad]) -> Grow:
    def branches() -> Iterator[Branch[Act]]:
        for squad in squads:
            yield squad_branch(squad.id, _host(state, seat, card, squad))

    return lambda: Node(None, branches, lead="to")


def _host(state: State, seat: SeatId, card: str, squad: Squad) -> Grow:
    ready = Ready(Scope(state, seat))
    if len(squad.enhancements) < ENHANCEMENTS_PER_SQUAD:
        return lambda: leaf(AttachCard(seat, ready, card, squad.id), FURTHER)

    def branches() -> Iterator[Branch[Act]]:
        has_copy = any(enhancement.card == card for enhancement in squad.enhancements)
        for slot, enhancement in enumerate(squad.enhancements, 1):
            if not has_copy or enhancement.card == card:
                done = AttachCard(seat, ready, card, squad.id, slot)
                yield card_branch(enhancement.card, partial(leaf, done, FURTHER))

    return lambda: Node(None, branches, lead="drop")


def _banner(state: State, seat: SeatId) -> Node[Act] | None:
    """ED-20.1: once, face up, at any moment an ordinary card could be played."""
    player = state.player(seat)
    action = player.banner_card
    ready = _checked(Scope(state, seat), action) if player.banner_up else None
    if ready is None:
        return None
    return mapped(ready_node(ready, action.do), lambda done: UseBanner(seat, done))


def user_of(scope: Scope) -> str:
    """The model that acts, once it is chosen."""
    return next(iter(scope.names.get(USER, [])), "")
