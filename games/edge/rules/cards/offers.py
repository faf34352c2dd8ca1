"""ED-17, ED-18, ED-20: what a player may do with cards, Enhancements and the Banner at a moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.edge.catalogue import CARDS, Action
from games.edge.effects.moment import Moment
from games.edge.effects.scope import Scope
from games.edge.rules.banner import banner_node
from games.edge.rules.cards.acts import Act
from games.edge.rules.cards.words import barred_plays, card_node, plays
from games.edge.rules.enhancements.words import attachments, can_pay_attachment, uses
from games.edge.rules.instants.timing import fits, fits_window, is_charged, is_concerned, reacts
from games.edge.state import Player, SeatId, State
from games.engine.contract.tree import Branch, Node


def act_branches(state: State, seat: SeatId, moment: Moment) -> Iterator[Branch[Act]]:
    """`play`, `use`, `attach`, `banner`: what can be done at this moment."""
    for word in VERBS:
        node = act_node(state, seat, moment, word)
        if node is not None and leads_on(node):
            yield Branch(word, partial(_given, node))


def leads_on(node: Node[Act]) -> bool:
    """Whether there is something to do: after more words, or with this one alone, as with some Banners."""
    return node.end is not None or node.has_more()


VERBS = ("play", "use", "attach", "banner")


def act_node(state: State, seat: SeatId, moment: Moment, word: str) -> Node[Act] | None:
    """What follows one of these words; a card that is named is looked at alone."""
    if word == "play":
        return Node(
            None,
            lambda: plays(state, seat, moment),
            lambda name: card_node(state, seat, moment, name),
            barred=lambda: barred_plays(state, seat, moment),
        )
    if word == "use":
        return Node(None, lambda: uses(state, seat, moment))
    if not _is_own_open_moment(state, seat, moment):
        return None
    if word == "attach":
        return Node(None, lambda: attachments(state, seat))
    return banner_node(state, seat, moment)


def _given(node: Node[Act]) -> Node[Act]:
    return node


def has_acts(state: State, seat: SeatId, moment: Moment) -> bool:
    """Whether anything this player has is for such a moment and could be paid: no look at targets."""
    player = state.player(seat)
    if _is_own_open_moment(state, seat, moment) and (player.banner_up or _has_attachable(state, player)):
        return True
    if any(_suits(state, seat, power, moment) for power in player.content.powers):
        return True
    cards = [CARDS[name] for name in (*player.hand, *player.beside) if not CARDS[name].is_enhancement]
    if any(_suits(state, seat, action, moment) for card in cards for _half, action in card.actions):
        return True
    attached = [
        (e, action) for s in player.squads for e in s.enhancements for _h, action in CARDS[e.card].actions
    ]
    return any(_suits(state, seat, action, moment) for e, action in attached if is_charged(e, action))


def _has_attachable(state: State, player: Player) -> bool:
    found = [CARDS[name] for name in player.hand if CARDS[name].is_enhancement]
    return any(can_pay_attachment(state, player.seat, card) for card in found)


def _suits(state: State, seat: SeatId, action: Action, moment: Moment) -> bool:
    if action.passive:  # bought at any open moment
        is_own = state.turn.seat == seat
        return bool(is_own or action.inst) and fits_window("open", moment.window, is_own)
    if not fits(state, seat, action, moment):
        return False
    return not reacts(action, moment) or is_concerned(Scope(state, seat), action, moment) is not None


def _is_own_open_moment(state: State, seat: SeatId, moment: Moment) -> bool:
    """ED-18.2, ED-20.1: whenever an ordinary card could be played."""
    return state.turn.seat == seat and fits_window("main", moment.window, is_own=True)
