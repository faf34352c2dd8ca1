"""ED-17.3 to ED-17.5, ED-19.2: an Action is paid for and carried out."""

from __future__ import annotations

from collections.abc import Callable

from games.edge.catalogue import CARDS, Action, Card, Steps, X
from games.edge.catalogue.steps import Sacrifice
from games.edge.effects.moment import Moment
from games.edge.effects.run import Context, run
from games.edge.effects.scope import Scope
from games.edge.rules import crystals, durations, payment
from games.edge.rules.cards.acts import Act, AttachCard, PlayCard, UseBanner, UseEnhancement, UsePower
from games.edge.rules.enhancements.charges import attach, take_charges
from games.edge.state import State
from games.engine.contract.table import Rules, Table

UNSPENT = "destroy_unspent"
Window = Callable[[Table[State], Moment], Rules[None]]  # opens a window; Actions in it are performed in turn


def perform(table: Table[State], act: Act, moment: Moment, window: Window) -> Rules[None]:
    """ED-19.2: once played and paid, an Action is resolved completely before anybody can answer."""
    match act:
        case PlayCard():
            yield from _play(table, act, moment)
        case UseEnhancement():
            yield from _use(table, act, moment)
        case AttachCard():
            yield from _give_up(table, act)
            if act.card in table.state.player(act.seat).hand:  # what the price led to may have taken it
                yield from attach(table, act)
        case UseBanner():
            yield from _use_banner(table, act, moment)
        case UsePower():
            yield from _use_power(table, act, moment)
        case _:
            raise TypeError(f"not an act: {act}")
    done = Moment("card_played")
    if isinstance(act, PlayCard) and not CARDS[act.card].extra:
        done = Moment("card_played", card=act.card, by=act.seat, squad=act.ready.scope.squad)
    yield from window(table, done)
    if isinstance(act, PlayCard) and done.is_recalled:
        table.state.player(act.seat).hand.append(act.card)
    elif isinstance(act, PlayCard):
        settle_card(table.state, act)


def _give_up(table: Table[State], act: AttachCard) -> Rules[None]:
    """EF-6.3.3: a Wound of a model that touches the Squad is the price."""
    if act.giver:
        scope = Scope(table.state, act.seat, names={"giver": [act.giver]})
        yield from run_steps(table, scope, (Sacrifice("giver", end=1),), CARDS[act.card].title)


def settle_card(state: State, act: PlayCard) -> None:
    """ED-17.5: to the discard pile; an Evolve card to its Squad, in place of the one before (ED-18.13)."""
    card, player = CARDS[act.card], state.player(act.seat)
    if card.is_evolve:
        squad = state.squad(act.ready.scope.squad)
        player.discard += [squad.evolved] if squad.evolved else []
        squad.evolved = card.id
    elif not card.extra:  # EF-7.1: a deployment card is played once
        player.discard.append(card.id)


def _play(table: Table[State], act: PlayCard, moment: Moment) -> Rules[None]:
    """ED-17.3 to ED-17.5."""
    yield from play_for(table, act, moment, price_of(act.ready.scope, CARDS[act.card].half(act.half)))


def play_for(table: Table[State], act: PlayCard, moment: Moment, price: int) -> Rules[None]:
    """A card is played for a price; where it goes afterwards is settled by others."""
    player = table.state.player(act.seat)
    action = CARDS[act.card].half(act.half)
    (player.beside if act.card in player.beside else player.hand).remove(act.card)
    table.tell("played", seat=act.seat, card=act.card, half=act.half, aims=_aims(act))
    yield from _pay(table, act, action, price)
    yield from _carry_out(table, act, action, moment)


def dearer(scope: Scope, card: Card) -> int | None:
    """ED-25.19: the higher of the two costs of a card; None if it cannot be paid."""
    price = max(price_of(scope, action) for _half, action in card.actions)
    return price if payment.can_pay(scope.state, scope.seat, price) else None


def price_of(scope: Scope, action: Action) -> int:
    """What an Action costs with everything that was chosen in advance."""
    if action.x_is is not None:
        return scope.number(action.x_is)
    if action.price == X:
        return scope.x
    return action.price if isinstance(action.price, int) else 0


def _use(table: Table[State], act: UseEnhancement, moment: Moment) -> Rules[None]:
    """ED-18.5, ED-18.10: the card stays; a Passive Action is only paid for."""
    state = table.state
    enhancement = state.enhancement(act.name)
    action = CARDS[enhancement.card].half(act.half)
    table.tell("used", seat=act.seat, name=act.name, card=enhancement.card, half=act.half, aims=_aims(act))
    if not action.passive:  # paying for it is no use: it may act in the same turn
        durations.note_use(state, act.name, act.half, action)
    take_charges(state, enhancement, act.ready.scope.x if action.ch == X else int(action.ch))
    yield from _pay(table, act, action, price_of(act.ready.scope, action))
    if action.passive:
        enhancement.passive = True
    else:
        yield from _carry_out(table, act, action, moment)


def _use_banner(table: Table[State], act: UseBanner, moment: Moment) -> Rules[None]:
    """ED-20.2: face down until the owner's next Passive turn."""
    player = table.state.player(act.seat)
    player.banner_up = False
    action = player.banner_card
    table.tell("used_banner", seat=act.seat, banner=action.name, aims=_aims(act), option=_option(act))
    player.dark_points -= int(action.dp)  # EF-6.7.3: a Banner takes nothing else for them
    yield from _carry_out(table, act, action, moment)


def _option(act: Act) -> int:
    """The number of the branch that was chosen in advance; 0 where there was nothing to choose."""
    return act.ready.options[0] + 1 if act.ready.options else 0


def _use_power(table: Table[State], act: UsePower, moment: Moment) -> Rules[None]:
    """What a Squad can do without any card."""
    state, squad = table.state, act.ready.scope.squad
    action = next(p for p in state.player(act.seat).content.powers if p.name == act.name)
    table.tell("used_power", seat=act.seat, squad=squad, name=act.name, text=action.txt)
    durations.note_use(state, squad, "upper", action)
    yield from _pay(table, act, action, price_of(act.ready.scope, action))
    yield from _carry_out(table, act, action, moment)


def _aims(act: Act) -> list[str]:
    """Whom it is for, as far as that was chosen in advance."""
    names = act.ready.scope.names
    hidden = {"kinds", "modes", "host", "giver", "discarded", "played"}
    found = [address for name, addresses in names.items() if name not in hidden for address in addresses]
    squad = [act.ready.scope.squad] if act.ready.scope.squad and not found else []
    return [*dict.fromkeys([*squad, *found])]


def _pay(table: Table[State], act: Act, action: Action, price: int) -> Rules[None]:
    """ED-15.6: in full, before the thing happens; unspent Crystals while there are any."""
    for further in action.pay:
        if UNSPENT in further:
            crystals.destroy_crystals(table, act.seat, further[UNSPENT], unspent=True)
    yield from payment.pay(table, act.seat, price, action.unit)
    for further in action.pay:
        if "destroy_crystal" in further:
            crystals.destroy_crystals(table, act.seat, further["destroy_crystal"])
        elif "discard" in further:
            _discard(table, act)
        elif UNSPENT not in further:
            _give_token(table, act)


def _discard(table: Table[State], act: Act) -> None:
    player = table.state.player(act.seat)
    for card in act.ready.scope.names["discarded"]:
        player.hand.remove(card)
        player.discard.append(card)
        table.tell("discarded", seat=act.seat, card=card)


def _give_token(table: Table[State], act: Act) -> None:
    (giver,) = act.ready.scope.names["giver"]
    table.state.squad(giver).endurance -= 1
    table.tell("gave_token", seat=act.seat, squad=giver)


def _carry_out(table: Table[State], act: Act, action: Action, moment: Moment) -> Rules[None]:
    scope = act.ready.scope
    scope.moment = moment
    yield from run_steps(table, scope, action.do, _title(act, action), act.ready.options)


def _title(act: Act, action: Action) -> str:
    """ED-17.9: standing orders name a card by its title."""
    return CARDS[act.card].title if isinstance(act, PlayCard) else action.name


def run_steps(
    table: Table[State],
    scope: Scope,
    steps: Steps,
    title: str,
    options: tuple[int, ...] = (),
    *,
    is_trigger: bool = False,
) -> Rules[None]:
    """Carry out the steps of an Action, Banner, Shrine or token; what lasted for it ends with it."""
    state = table.state
    state.actions.append(title)
    context = Context(
        state=state,
        seat=scope.seat,
        squad=scope.squad,
        moment=scope.moment,
        x=scope.x,
        credit=scope.credit,
        names={name: list(found) for name, found in scope.names.items()},
        table=table,
        title=title,
        options=list(options),
        prepared=set(scope.names),
        is_trigger=is_trigger,
    )
    yield from run(context, steps)
    durations.end_action(state)
    state.actions.pop()
