"""The reader's cards with what they do."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.edge import cardtext, labels
from games.edge.catalogue import CARDS
from games.edge.drawing import BODY, INNER, PAPER, PEN
from games.edge.labels import Translate
from games.edge.views import EdgeView, PlayerView
from games.engine.contract.drawing import moved
from games.engine.contract.pen import Block, in_columns
from games.engine.contract.text import gettext_noop as _

_GAP, _PAD = 20, 11
WIDE = (INNER - 2 * _GAP) / 3  # three cards are a full hand (ED-2.8)


def hand(view: EdgeView, player: PlayerView, t: Translate) -> Block:
    """The cards of a hand that the reader may see; nothing where it is hidden or not yet dealt."""
    cards = labels.open_hand(view, player)
    if cards is None:
        return Block("", 0)
    title = PEN.heading(labels.hand_title(view, player, t), INNER)
    if not cards:
        return Block(title + PEN.text(0, 42, t(_("empty")), "plain", BODY), 48)
    shown = [face(card, count, t) for card, count in Counter(cards).items()]
    laid = in_columns(shown, 3, WIDE + _GAP, 12, lambda tall: PEN.box(0, 0, WIDE, tall, PAPER, weight=1.2))
    return Block(title + moved(0, 30, laid.drawn), 30 + laid.height)


@lru_cache(maxsize=2_000)  # a card says the same each time
def face(card: str, count: int, t: Translate) -> Block:
    """Title, id, how many of them, whose it is, and both Actions."""
    shown, room = CARDS[card], WIDE - 2 * _PAD
    rows = [(row, False) for row in PEN.wrapped(cardtext.card_use(shown, t), room)]
    for half, action in shown.actions:
        rows += [(row, True) for row in PEN.wrapped(cardtext.action_line(half, action, t), room, bold=True)]
        rows += [(row, False) for row in PEN.wrapped(t(action.txt), room)]
    drawn = PEN.text(_PAD, 22, shown.title, "book", 17, bold=True)
    drawn += PEN.text(
        WIDE - _PAD, 22, card if count == 1 else f"{card} ×{count}", "typed", 14, bold=True, anchor="end"
    )
    for n, (row, bold) in enumerate(rows, 1):
        drawn += PEN.text(_PAD, 22 + PEN.deep(n), row, bold=bold)
    return Block(drawn, 32 + PEN.deep(len(rows)))
