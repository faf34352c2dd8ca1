"""ED-19: timing windows. First what runs by itself, then what players do; and how an Action is done."""

from __future__ import annotations

from collections.abc import Iterator

from games.edge.catalogue import CARDS, WINDOWS, Action, Steps, X
from games.edge.effects.run import Context, run
from games.edge.effects.scope import Scope
from games.edge.rules import charges, effects_of, facts, paying, triggers, usage
from games.edge.rules.act_kinds import Act, AttachCard, PlayCard, UseBanner, UseEnhancement
from games.edge.rules.acts import act_branches, has_acts
from games.edge.rules.moments import Moment
from games.edge.state import PASSIVE, Enhancement, Model, SeatId, State
from games.engine.decisions import Decision, Fact
from games.engine.phrases import say
from games.engine.standing import StandingOrders
from games.engine.table import Rules, Table
from games.engine.text import gettext_noop as _
from games.engine.tree import Branch, Node, Path, word

PASS = ("pass",)


def window(table: Table[State], moment: Moment) -> Rules[None]:
    """One opening of a window: automatic rules, then Actions until all have passed.

    ED-6.7, ED-19.1: in a Passive turn nobody plays anything, whatever happens in it.
    """
    for trigger in triggers.triggered(table.state, moment):
        yield from _run_trigger(table, trigger, moment)
    if WINDOWS[moment.window].kind == "auto" or table.state.turn.kind == PASSIVE:
        return
    yield from table.window(
        moment.window,
        lambda seat: _offer(table.state, seat, moment),
        lambda seat, act: perform(table, act, moment),
        might=lambda seat: _might(table.state, seat),
    )


def _run_trigger(table: Table[State], trigger: triggers.Trigger, moment: Moment) -> Rules[None]:
    if not trigger.still_holds(table.state, moment):
        return
    scope = trigger.scope(table.state, moment)
    trigger.note(table.state)
    yield from run_steps(table, scope, trigger.steps, trigger.title, is_trigger=True)


def _might(state: State, seat: SeatId) -> bool:
    """By public facts alone: a card, an Enhancement with a Charge, in the own turn the Banner."""
    player = state.player(seat)
    has_banner = player.banner_up and state.turn.seat == seat
    return (
        bool(player.hand)
        or has_banner
        or any(e.charges for squad in player.squads for e in squad.enhancements)
    )


def _offer(state: State, seat: SeatId, moment: Moment) -> Decision[Act | None] | None:
    """DP-I6, DP-I7, DP-A10: what this player could do now; nothing is asked of who has nothing for it.

    Windows are many and mostly passed: what exactly can be done is found out only when somebody looks.
    """
    if not has_acts(state, seat, moment):
        return None

    def choices() -> Iterator[Branch[Act | None]]:
        yield word("pass", None, _("do nothing"))
        yield from act_branches(state, seat, moment)

    def grow() -> Node[Act | None]:
        return Node(None, choices)

    return Decision(
        seat=seat,
        kind="window",
        prompt=say(WINDOW_PROMPT, window=moment.window),
        grow=grow,
        default=PASS,
        facts=lambda: moment_facts(state, seat, moment),
        about=lambda path: _charges(state, path),
        can_pay=lambda path, orders: _is_payable(state, seat, moment, path, orders),
        key="react",
    )


def _charges(state: State, path: Path) -> dict[str, Fact]:
    """B.3 `ch`: what lies on the Enhancement of a line."""
    return {"ch": state.enhancement(path[1]).charges} if path[0] == "use" else {}


def _is_payable(state: State, seat: SeatId, moment: Moment, path: Path, orders: StandingOrders) -> bool:
    """DP-I8: by standing orders only what `pay:` allows; without it, what Crystals suffice for."""
    cost = _cost(state, path)
    return (
        not cost or paying.payable(state, seat, cost, orders, moment_facts(state, seat, moment)) is not None
    )


def _cost(state: State, path: Path) -> int:
    """The Crystals that an answer would cost."""
    if path[0] not in ("play", "use"):
        return CARDS[path[1]].attach.cr if path[0] == "attach" else 0
    card = path[1] if path[0] == "play" else state.enhancement(path[1]).card
    action = next(action for half, action in CARDS[card].actions if half == path[2])
    if action.cost == X:
        return next(int(word) for word in path[3:] if word.isdigit())
    return action.cost if isinstance(action.cost, int) else 0


WINDOW_PROMPT = _("{window}: do you play anything?")


def moment_facts(state: State, seat: SeatId, moment: Moment) -> dict[str, Fact]:
    """What conditions of `play … on <window>` may refer to."""
    mine, foe = _sides(state, seat, moment)
    found = facts.concerning(state, seat, mine, foe)
    if state.fights:
        found = facts.in_fight(state, seat) | found
    if moment.wounds and moment.model is not None and state.owner(moment.model) == seat:
        found["wounds"] = moment.wounds
    if moment.roll is not None and moment.roll.seat == seat:
        found |= {"roll": moment.roll.result, "die": moment.roll.die, "marked": moment.roll.is_marked}
    return found


def _sides(state: State, seat: SeatId, moment: Moment) -> tuple[Model | None, Model | None]:
    parts = [moment.model, moment.attacker, moment.defender, moment.source]
    known = [model for model in parts if model is not None]
    mine = next((model for model in known if state.owner(model) == seat), None)
    return mine, next((model for model in known if state.owner(model) != seat), None)


# Doing it.


def perform(table: Table[State], act: Act, moment: Moment) -> Rules[None]:
    """ED-19.2: once played and paid, an Action is resolved completely before anybody can answer."""
    match act:
        case PlayCard():
            yield from _play(table, act, moment)
        case UseEnhancement():
            yield from _use(table, act, moment)
        case AttachCard():
            yield from _attach(table, act)
        case UseBanner():
            yield from _use_banner(table, act, moment)
        case _:
            raise TypeError(f"not an act: {act}")


def _play(table: Table[State], act: PlayCard, moment: Moment) -> Rules[None]:
    """ED-17.3 to ED-17.5."""
    player = table.state.player(act.seat)
    card = CARDS[act.card]
    action = card.half(act.half)
    (player.beside if act.card in player.beside else player.hand).remove(act.card)
    table.tell("played", seat=act.seat, card=act.card, half=act.half, aims=_aims(act))
    yield from _pay(table, act, action)
    yield from _carry_out(table, act, action, moment)
    yield from window(table, Moment("card_played"))
    if not card.extra:  # EF-7.1: a deployment card is played once
        player.discard.append(act.card)


def _aims(act: Act) -> list[str]:
    """Whom it is for, as far as that was chosen beforehand."""
    names = act.ready.scope.names
    hidden = {"kinds", "modes", "host", "giver"}
    found = [address for name, addresses in names.items() if name not in hidden for address in addresses]
    squad = [act.ready.scope.squad] if act.ready.scope.squad and not found else []
    return [*dict.fromkeys([*squad, *found])]


def _use(table: Table[State], act: UseEnhancement, moment: Moment) -> Rules[None]:
    """ED-18.5, ED-18.10: the card stays; a Passive Action is only paid for."""
    state = table.state
    enhancement = state.enhancement(act.name)
    action = CARDS[enhancement.card].half(act.half)
    table.tell("used", seat=act.seat, name=act.name, card=enhancement.card, half=act.half, aims=_aims(act))
    if not action.passive:  # paying for it is no use: Tactic may act in the same turn
        usage.note(state, act.name, act.half, action)
    _take_charges(state, enhancement, act.ready.scope.x if action.ch == X else int(action.ch))
    yield from _pay(table, act, action)
    if action.passive:
        enhancement.passive = True
    else:
        yield from _carry_out(table, act, action, moment)
    yield from window(table, Moment("card_played"))


def _take_charges(state: State, enhancement: Enhancement, amount: int) -> None:
    """ED-15.7, ED-2.6: back to the neutral pile."""
    enhancement.charges -= amount
    state.neutral_charges += amount


def _attach(table: Table[State], act: AttachCard) -> Rules[None]:
    """ED-18.2, ED-18.3."""
    state = table.state
    player, squad, card = state.player(act.seat), state.squad(act.squad), CARDS[act.card]
    player.hand.remove(act.card)
    if act.drop:
        old = squad.enhancements.pop(act.drop - 1)
        _take_charges(state, old, old.charges)
        player.discard.append(old.card)
        table.tell("dropped", seat=act.seat, squad=squad.id, card=old.card)
    table.tell("attached", seat=act.seat, squad=squad.id, card=act.card)
    yield from paying.pay(table, act.seat, card.attach.cr)
    squad.enhancements.append(Enhancement(act.card))
    name = f"{squad.id}.{len(squad.enhancements)}"
    yield from charges.charge(table, act.seat, [name], card.attach.ch)
    yield from window(table, Moment("card_played"))


def _use_banner(table: Table[State], act: UseBanner, moment: Moment) -> Rules[None]:
    """ED-20.2: face down until the owner's next Passive turn."""
    player = table.state.player(act.seat)
    player.banner_up = False
    action = player.banner_card
    table.tell("used_banner", seat=act.seat, banner=action.name, aims=_aims(act))
    yield from _carry_out(table, act, action, moment)
    yield from window(table, Moment("card_played"))


def _pay(table: Table[State], act: Act, action: Action) -> Rules[None]:
    """ED-15.6: in full, before the thing happens."""
    scope = act.ready.scope
    if action.cost == X:
        yield from paying.pay(table, act.seat, scope.x)
    elif isinstance(action.cost, int):
        yield from paying.pay(table, act.seat, action.cost)
    for price in action.pay:
        if "destroy_crystal" in price:
            paying.destroy_crystals(table, act.seat, price["destroy_crystal"])
        else:
            _give_token(table, act)


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
        names={name: list(found) for name, found in scope.names.items()},
        table=table,
        title=title,
        options=list(options),
        prepared=set(scope.names),
        is_trigger=is_trigger,
    )
    yield from run(context, steps)
    effects_of.end_action(state)
    state.actions.pop()
