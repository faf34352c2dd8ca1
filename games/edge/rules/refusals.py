"""Why an order of an Active turn is not possible: for answers to wrong lines, and for forms."""

from __future__ import annotations

from collections.abc import Container, Iterator

from games.edge.attributes import stat
from games.edge.catalogue import CARDS, SQUADS, Action, Card, Half
from games.edge.names import model_code, model_name, squad_code, squad_name
from games.edge.rules import paying
from games.edge.rules.moments import Moment
from games.edge.rules.readiness import action_windows, can_afford
from games.edge.rules.timing import fits_window
from games.edge.state import Model, SeatId, Squad, State
from games.engine.phrases import Phrase, say
from games.engine.text import gettext_noop as _
from games.engine.tree import Barred

FIRST = say(_("no Squad is activated yet: write “activate” and a Squad first"))


# Cards.


def barred_cards(state: State, seat: SeatId, moment: Moment, offered: Container[str]) -> Iterator[Barred]:
    """Every card of the Faction that cannot be played, whether it is in hand or not."""
    player = state.player(seat)
    for card in CARDS.values():
        if card.faction != player.faction or card.id in offered:
            continue
        held = card.id in player.hand or card.id in player.beside
        reason = _why_not_play(state, seat, card, moment) if held else None
        yield Barred(card.id, reason or say(_("you do not hold {card}"), card=card.title), (card.title,))


def barred_halves(
    state: State, seat: SeatId, card: Card, moment: Moment, offered: Container[str]
) -> Iterator[Barred]:
    """The Action of a card that cannot be played, where the other one can."""
    for half, action in card.actions:
        if half not in offered:
            yield Barred(half, why_not_half(state, seat, card, half, moment), (action.name,))


def _why_not_play(state: State, seat: SeatId, card: Card, moment: Moment) -> Phrase:
    if card.is_enhancement:
        return say(_("{card} is an Enhancement: attach it to a Squad"), card=card.title)
    return say(
        _("{card} cannot be played now. Upper: {upper}. Lower: {lower}"),
        card=card.title,
        upper=why_not_half(state, seat, card, "upper", moment),
        lower=why_not_half(state, seat, card, "lower", moment),
    )


def why_not_half(state: State, seat: SeatId, card: Card, half: Half, moment: Moment) -> Phrase:
    """What keeps an Action of a card in hand from being played: moment, cost, Squad, mode or target."""
    action = card.half(half)
    is_own = state.turn.seat == seat
    windows = action_windows(action)
    if not (is_own or action.inst):
        return say(_("{action} is no Instant, and it is not your turn"), action=action.name)
    if not any(fits_window(window, moment.window, is_own) for window in windows):
        return say(
            _("{action} is for another moment: {windows}"), action=action.name, windows=", ".join(windows)
        )
    if not can_afford(state, seat, action):
        return _too_dear(state, seat, action)
    kind = card.squad if half == "lower" or card.extra else "any"
    return _no_squad(state, seat, action, kind) or say(
        _("{action} finds no target, or would do nothing"), action=action.name
    )


def _too_dear(state: State, seat: SeatId, action: Action) -> Phrase:
    if isinstance(action.cost, int) and not paying.can_pay(state, seat, action.cost):
        most = paying.most(state, seat)
        told = _("{action} costs {cost}, and you can pay {most} at most")
        return say(told, action=action.name, cost=action.cost, most=most)
    return say(_("you cannot pay what {action} costs"), action=action.name)


def _no_squad(state: State, seat: SeatId, action: Action, kind: str) -> Phrase | None:
    """ED-17.1, ED-17.2: the Squad that a Lower Action names must be there, alive and in the right mode."""
    if kind not in SQUADS:
        return None
    own = [squad for squad in state.player(seat).squads if squad.kind == kind]
    alive = [squad for squad in own if squad.is_alive]
    told = {"action": action.name, "squad": SQUADS[kind].name}
    if not own:
        return say(_("{action} is for {squad}, which your army does not have"), **told)
    if not alive:
        return say(_("{action} is for {squad}, and none of yours is alive"), **told)
    if action.mode and all(squad.mode != action.mode for squad in alive):
        return say(_("{action} needs {squad} in {mode} mode"), **told, mode=action.mode)
    return None


# The activated Squad.


def barred_orders(state: State, seat: SeatId, offered: Container[str]) -> Iterator[Barred]:
    """Whole kinds of orders that are not possible now."""
    yield Barred("turn", say(_("your Active turn has begun: leave this line out")))
    for word, why in _WHY.items():
        if word not in offered:
            yield Barred(word, why(state, seat))


def _why_not_activate(state: State, seat: SeatId) -> Phrase:
    activation = state.turn.activation
    if activation is None:
        return say(_("one Squad has been activated this turn, and there is one activation in a turn"))
    return say(
        _("{squad} is activated already, and there is one activation in a turn"),
        squad=squad_name(activation.squad),
    )


def _why_not_move(state: State, seat: SeatId) -> Phrase:
    activation = state.turn.activation
    if activation is None:
        return FIRST
    squad = squad_name(activation.squad)
    if activation.moved:
        return say(_("{squad} has made its Move Action; all models that move are named in it"), squad=squad)
    return say(_("no model of {squad} can move"), squad=squad)


def _why_not_fight(state: State, seat: SeatId) -> Phrase:
    activation = state.turn.activation
    if activation is None:
        return FIRST
    squad = squad_name(activation.squad)
    if activation.closed:
        return say(_("the Combat Action of {squad} is over"), squad=squad)
    return say(_("no model of {squad} that may still fight touches an enemy"), squad=squad)


def _why_not_play_any(state: State, seat: SeatId) -> Phrase:
    hand = sorted({*state.player(seat).hand})
    if not hand:
        return say(_("you hold no card"))
    told = ", ".join(CARDS[card].title for card in hand)
    return say(
        _("none of your cards can be played now ({cards}): Enhancements are attached, others lack a target"),
        cards=told,
    )


def _why_not_banner(state: State, seat: SeatId) -> Phrase:
    if not state.player(seat).banner_up:
        return say(_("your Banner is face down; a Passive turn turns it up"))
    return say(_("your Banner finds nothing to do"))


def _why_not_attach(state: State, seat: SeatId) -> Phrase:
    if not any(CARDS[card].is_enhancement for card in state.player(seat).hand):
        return say(_("you hold no Enhancement"))
    return say(_("you cannot pay 1 for attaching, or no Squad can bear it"))


def _why_not_use(state: State, seat: SeatId) -> Phrase:
    if not any(squad.enhancements for squad in state.player(seat).squads):
        return say(_("your Squads have no Enhancement"))
    return say(_("no Enhancement of yours has the Charges, the moment and a target"))


def _why_not_remove(state: State, seat: SeatId) -> Phrase:
    return say(_("your models bear no token that you could pay off"))


_WHY = {
    "activate": _why_not_activate,
    "move": _why_not_move,
    "fight": _why_not_fight,
    "play": _why_not_play_any,
    "banner": _why_not_banner,
    "attach": _why_not_attach,
    "use": _why_not_use,
    "remove": _why_not_remove,
}


def barred_before_the_turn() -> Iterator[Barred]:
    """ED-5.1: what an Active turn consists of, before anybody has said that it is one."""
    for word in (*_WHY, "end"):
        yield Barred(word, say(_("your turn has not begun: write “turn active” first")))


def barred_squads(state: State, seat: SeatId) -> Iterator[Barred]:
    """Squads that cannot be activated."""
    for squad in state.squads:
        if squad.seat != seat:
            yield _squad(squad, say(_("{squad} is not yours"), squad=squad_name(squad.id)))
        elif not squad.is_alive:
            yield _squad(squad, say(_("{squad} is dead"), squad=squad_name(squad.id)))


def _squad(squad: Squad, reason: Phrase) -> Barred:
    return Barred(squad.id, reason, (squad_code(squad.id),))


def barred_modes(state: State, squad: Squad) -> Iterator[Barred]:
    """Modes to which this Squad cannot change now: named, or behind the word `mode`."""
    change = squad.side.change
    name = squad_name(squad.id)
    if not change.allowed:
        reason = say(_("{squad} cannot leave {mode} mode by an activation"), squad=name, mode=squad.mode)
    elif not paying.can_pay(state, squad.seat, change.cost):
        most = paying.most(state, squad.seat)
        told = _("another mode of {squad} costs {cost}, and you can pay {most} at most")
        reason = say(told, squad=name, cost=change.cost, most=most)
    else:
        reason = say(_("there is no room for {squad} in another mode"), squad=name)
    yield Barred("mode", reason)


def barred_fighters(state: State, seat: SeatId, offered: Container[str]) -> Iterator[Barred]:
    """Models that cannot begin a Combat Sequence, each with the reason."""
    activation = state.turn.activation
    for squad in state.squads:
        for model in squad.models:
            if model.id in offered:
                continue
            if squad.seat != seat:
                reason = say(_("{model} is not yours"), model=model_name(model.id))
            elif activation is None or squad.id != activation.squad:
                reason = say(_("{model} is not in the Squad that fights"), model=model_name(model.id))
            elif model not in squad.on_board:
                reason = say(_("{model} is not on the board"), model=model_name(model.id))
            elif model.id in activation.fought:
                reason = say(_("{model} has fought already"), model=model_name(model.id))
            elif stat(state, model, "ATT") is None:
                reason = say(_("{model} has no ATT and cannot fight"), model=model_name(model.id))
            else:
                reason = say(_("{model} touches no enemy"), model=model_name(model.id))
            yield Barred(model.id, reason, (model_code(model.id),))


def barred_targets(state: State, fighter: Model, offered: Container[str]) -> Iterator[Barred]:
    """Models that this one cannot fight."""
    for squad in state.squads:
        for model in squad.models:
            if model.id in offered or model is fighter:
                continue
            told = {"fighter": model_name(fighter.id), "model": model_name(model.id)}
            if squad.seat == state.owner(fighter):
                reason = say(_("{model} is no enemy of {fighter}"), **told)
            elif model not in squad.on_board:
                reason = say(_("{model} is not on the board"), model=told["model"])
            else:
                reason = say(_("{fighter} does not touch {model}"), **told)
            yield Barred(model.id, reason, (model_code(model.id),))
