"""Why an order of an Active turn is not possible: for answers to wrong lines, and for forms."""

from __future__ import annotations

from collections.abc import Container, Iterator

from games.edge.catalogue import CARDS
from games.edge.names import squad_name
from games.edge.rules.banner import why_not_banner
from games.edge.state import SeatId, State
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred

_MODE = say(
    _("a Squad changes its mode when it is activated: write “activate”, the Squad, “mode” and its name")
)
_END = say(_("to end your turn, write “end”"))
_SAID_INSTEAD = {
    "turn": say(_("your Active turn has begun: leave this line out")),
    "discard": say(_("you discard at the end of your turn: write “end discard” and the card")),
    **dict.fromkeys(("change", "switch", "flip", "upgrade", "mode"), _MODE),
    **dict.fromkeys(("pass", "done", "finish", "finished", "stop"), _END),
    "shoot": say(_("shots are Actions of cards: write “play” and the card")),
    "harvest": say(_("you harvest in a Passive turn, and this turn is an Active one")),
}
FIRST = say(_("no Squad is activated yet: write “activate” and a Squad first"))


# Cards.


# The activated Squad.


def barred_orders(state: State, seat: SeatId, offered: Container[str]) -> Iterator[Barred]:
    """Whole kinds of orders that are not possible now."""
    for word, reason in _SAID_INSTEAD.items():
        yield Barred(word, reason)
    for word, why in _WHY.items():
        if word not in offered:
            yield Barred(word, why(state, seat))


def _why_not_activate(state: State, seat: SeatId) -> Phrase:
    activation = state.turn.activation
    if activation is None:
        return say(_("you have already activated a Squad this turn"))
    return say(
        _("{squad} is already activated, and you activate one Squad per turn"),
        squad=squad_name(activation.squad),
    )


def _why_not_move(state: State, seat: SeatId) -> Phrase:
    activation = state.turn.activation
    if activation is None:
        return FIRST
    squad = squad_name(activation.squad)
    if activation.moved:
        return say(
            _("{squad} has already made its Move Action; one order names all models that move"), squad=squad
        )
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
        return say(_("you have no cards in hand"))
    told = ", ".join(CARDS[card].title for card in hand)
    return say(
        _("none of your cards can be played now ({cards}): attach Enhancements; the others have no target"),
        cards=told,
    )


def _why_not_attach(state: State, seat: SeatId) -> Phrase:
    if not any(CARDS[card].is_enhancement for card in state.player(seat).hand):
        return say(_("you have no Enhancement in hand"))
    return say(_("you cannot pay 1 for attaching, or no Squad has room for it"))


def _why_not_use(state: State, seat: SeatId) -> Phrase:
    if not any(squad.enhancements for squad in state.player(seat).squads):
        return say(_("your Squads have no Enhancement"))
    return say(_("you cannot use any Enhancement now: too few Charges, the wrong moment or no target"))


def _why_not_remove(state: State, seat: SeatId) -> Phrase:
    return say(_("none of your models has a token that you can pay to remove"))


_WHY = {
    "activate": _why_not_activate,
    "move": _why_not_move,
    "fight": _why_not_fight,
    "play": _why_not_play_any,
    "banner": why_not_banner,
    "attach": _why_not_attach,
    "use": _why_not_use,
    "remove": _why_not_remove,
}


def barred_before_the_turn() -> Iterator[Barred]:
    """ED-5.1: what an Active turn consists of, before anybody has said that it is one."""
    for word in (*_WHY, "end"):
        yield Barred(word, say(_("your turn has not begun: write “turn active” first")))
    yield Barred("harvest", say(_("you harvest in a Passive turn: write “turn passive”")))
