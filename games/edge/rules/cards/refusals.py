"""Why a card cannot be played."""

from __future__ import annotations

from collections.abc import Container, Iterator

from games.edge.catalogue import CARDS, SQUADS, Action, Card, Half
from games.edge.effects.moment import Moment
from games.edge.rules import payment
from games.edge.rules.instants.timing import action_windows, can_afford, fits_window
from games.edge.state import SeatId, State
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred


def barred_cards(state: State, seat: SeatId, moment: Moment, offered: Container[str]) -> Iterator[Barred]:
    """Every card of the Faction that cannot be played, whether it is in hand or not."""
    player = state.player(seat)
    for card in CARDS.values():
        if card.faction != player.faction or card.id in offered:
            continue
        held = card.id in player.hand or card.id in player.beside
        reason = _why_not_play(state, seat, card, moment) if held else None
        yield Barred(card.id, reason or say(_("{card} is not in your hand"), card=card.title), (card.title,))


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
        return say(_("{action} is not an Instant, and it is not your turn"), action=action.name)
    if not any(fits_window(window, moment.window, is_own) for window in windows):
        return say(
            _("{action} can only be played at another moment: {windows}"),
            action=action.name,
            windows=", ".join(windows),
        )
    if not can_afford(state, seat, action):
        return _too_dear(state, seat, action)
    kind = card.squad if half == "lower" or card.extra else "any"
    return _no_squad(state, seat, action, kind) or say(
        _("{action} has no target, or would do nothing"), action=action.name
    )


def _too_dear(state: State, seat: SeatId, action: Action) -> Phrase:
    if isinstance(action.cost, int) and not payment.can_pay(state, seat, action.cost):
        most = payment.most(state, seat)
        told = _("{action} costs {cost}, but you can pay at most {most}")
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
        return say(_("{action} is for {squad}, and yours are dead"), **told)
    if action.mode and all(squad.mode != action.mode for squad in alive):
        return say(_("{action} needs {squad} in {mode} mode"), **told, mode=action.mode)
    return None
