"""ED-18: Enhancements: using those that are attached, attaching others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from msgspec import structs

from games.edge.catalogue import CARDS, ENHANCEMENTS_PER_SQUAD, HALVES, Action, Card, Half
from games.edge.effects.moment import Moment
from games.edge.effects.prepare import FURTHER, Ready
from games.edge.effects.scope import Scope
from games.edge.names import card_branch, enhancement_branch, enhancement_names, model_branch, squad_branch
from games.edge.rules import durations, payment
from games.edge.rules.cards.acts import Act, AttachCard, UseEnhancement, UsePower
from games.edge.rules.cards.words import Grow, act_words
from games.edge.rules.instants.timing import (
    can_afford,
    checked,
    fits,
    fits_window,
    is_about_the_fallen,
    is_charged,
    is_concerned,
    reacts,
)
from games.edge.state import Model, SeatId, Squad, State
from games.engine.contract.tree import Branch, Node, leaf


def uses(state: State, seat: SeatId, moment: Moment) -> Iterator[Branch[Act]]:
    for name, card in enhancement_names(state.player(seat).squads):
        halves: list[tuple[Half, Ready]] = [
            (half, ready) for half in HALVES if (ready := _use_ready(state, seat, name, half, moment))
        ]
        if halves:
            yield enhancement_branch(name, card, _used_halves(state, name, CARDS[card], halves))
    yield from _powers(state, seat, moment)


def _powers(state: State, seat: SeatId, moment: Moment) -> Iterator[Branch[Act]]:
    """What Squads can do without any card: `use abyssal_empress.oblivion`."""
    for power in state.player(seat).content.powers:
        for squad in state.player(seat).alive:
            ready = _power_ready(state, seat, squad, power, moment)
            if ready is not None:
                word = f"{squad.id}.{power.name.lower()}"
                done = partial(_empowered, seat, power.name)
                yield Branch(word, act_words(state, ready, power, done), power.name, (power.name,))


def _power_ready(state: State, seat: SeatId, squad: Squad, power: Action, moment: Moment) -> Ready | None:
    if squad.kind != power.squad or not squad.on_board or not fits(state, seat, power, moment):
        return None
    if not durations.is_left(state, squad.id, "upper", power):
        return None
    return checked(Scope(state, seat, squad=squad.id, moment=moment), power)


def _empowered(seat: SeatId, name: str, ready: Ready) -> Act:
    return UsePower(seat, ready, name)


def _used_halves(state: State, name: str, card: Card, halves: list[tuple[Half, Ready]]) -> Grow:
    def branches() -> Iterator[Branch[Act]]:
        for half, ready in halves:
            action = card.half(half)
            steps = () if action.passive else action.do  # a Passive Action is paid for and runs automatically
            plain = structs.replace(action, do=steps)
            yield Branch(
                half, act_words(state, ready, plain, _used(ready.scope.seat, name, half)), action.name
            )

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
    if not action.name or not is_charged(enhancement, action) or not can_afford(state, seat, action):
        return None
    scope = Scope(state, seat, moment=moment)
    scope.names["host"] = [name]
    if action.passive:
        return _buyable(state, seat, name, action, moment, scope)
    if not fits(state, seat, action, moment) or not durations.is_left(state, name, half, action):
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
    if not squad.is_alive and not is_about_the_fallen(action):  # ED-18.11
        return None
    scope.squad = "" if action.any_squad else squad.id
    if reacts(action, moment):
        model = is_concerned(scope, action, moment)
        if model is None or not (model.squad == squad.id or action.any_squad or action.where):
            return None
        if model.squad != squad.id and action.where is not None and action.where.backstab:
            return None
        scope.names["self"] = [model.id]
        scope.squad = model.squad if action.any_squad else squad.id
    if action.mode not in (None, squad.mode):
        return None
    return checked(scope, action)


def attachments(state: State, seat: SeatId) -> Iterator[Branch[Act]]:
    player = state.player(seat)
    for name in sorted(set(player.hand)):
        card = CARDS[name]
        if card.is_enhancement and can_pay_attachment(state, seat, card):
            squads = [s for s in player.alive if _may_attach(s, name) and _has_giver(state, card, s)]
            if squads:
                yield card_branch(name, _hosts(state, seat, name, squads))


def can_pay_attachment(state: State, seat: SeatId, card: Card) -> bool:
    """ED-18.2: its price in Crystals or Dark Points; Wounds are looked at where the Squad is known."""
    terms = card.attach
    crystals = payment.can_pay(state, seat, terms.cr)
    return crystals and payment.can_pay(state, seat, terms.dp, payment.DARK)


def _has_giver(state: State, card: Card, squad: Squad) -> bool:
    return not card.attach.wound or bool(givers(state, squad))


def givers(state: State, squad: Squad) -> list[Model]:
    """EF-6.3.3: own models that touch a model of the receiving Squad."""
    mask = 0
    for model in squad.on_board:
        mask |= state.placement(model).mask
    return state.touching(state.player(squad.seat).models, mask)


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
        return partial(_giving, state, squad, AttachCard(seat, ready, card, squad.id))

    def branches() -> Iterator[Branch[Act]]:
        has_copy = any(enhancement.card == card for enhancement in squad.enhancements)
        for slot, enhancement in enumerate(squad.enhancements, 1):
            if not has_copy or enhancement.card == card:
                done = AttachCard(seat, ready, card, squad.id, slot)
                yield card_branch(enhancement.card, partial(_giving, state, squad, done))

    return lambda: Node(None, branches, lead="drop")


def _giving(state: State, squad: Squad, act: AttachCard) -> Node[Act]:
    """`from berserker#1/2`: who gives up a Wound, where that is the price."""
    if not CARDS[act.card].attach.wound:
        return leaf(act, FURTHER)
    options: list[Branch[Act]] = [
        model_branch(model.id, partial(leaf, replace(act, giver=model.id), FURTHER))
        for model in givers(state, squad)
    ]
    return Node(None, lambda: options, lead="from")
