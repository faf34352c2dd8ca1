"""The reader's cards with what they do."""

from __future__ import annotations

from collections import Counter

from games.edge import cardtext, labels
from games.edge.catalogue import CARDS
from games.edge.drawing import BODY, INNER, LINE, PAPER, SMALL, Block, box, heading, moved, text, wrapped
from games.edge.labels import Translate
from games.edge.views import EdgeView, PlayerView
from games.engine.contract.text import gettext_noop as _

_GAP, _PAD = 20, 11
_WIDE = (INNER - 2 * _GAP) / 3  # three cards are a full hand (ED-2.8)


def hand(view: EdgeView, player: PlayerView, t: Translate) -> Block:
    """The cards of a hand that the reader may see; nothing where it is hidden or not yet dealt."""
    cards = labels.open_hand(view, player)
    if cards is None:
        return Block("", 0)
    drawn, y = heading(labels.hand_title(view, player, t), INNER), 30.0
    if not cards:
        return Block(drawn + text(0, 42, t(_("empty")), "plain", BODY), 48)
    kinds = list(Counter(cards).items())
    for first in range(0, len(kinds), 3):
        row = [_card(card, count, t) for card, count in kinds[first : first + 3]]
        tall = max(block.height for block in row)
        for n, block in enumerate(row):
            drawn += moved((_WIDE + _GAP) * n, y, box(0, 0, _WIDE, tall, PAPER, 1.2) + block.drawn)
        y += tall + 12
    return Block(drawn, y - 12)


def _card(card: str, count: int, t: Translate) -> Block:
    """Title, id, how many of them, whose it is, and both Actions."""
    shown, room = CARDS[card], _WIDE - 2 * _PAD
    rows = [(row, False) for row in wrapped(cardtext.card_use(shown, t), room)]
    for half, action in shown.actions:
        rows += [(row, True) for row in wrapped(cardtext.action_line(half, action, t), room, bold=True)]
        rows += [(row, False) for row in wrapped(t(action.txt), room)]
    drawn = text(_PAD, 22, shown.title, "book", 17, bold=True)
    drawn += text(
        _WIDE - _PAD, 22, card if count == 1 else f"{card} ×{count}", "typed", 14, bold=True, anchor="end"
    )
    for n, (row, bold) in enumerate(rows, 1):
        drawn += text(_PAD, 22 + LINE * SMALL * n, row, bold=bold)
    return Block(drawn, 32 + LINE * SMALL * len(rows))
