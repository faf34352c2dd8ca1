"""The table as a picture that one can play from: one SVG, drawn from what the reader may see."""

from __future__ import annotations

from games.edge import drawing, labels
from games.edge.drawing import INNER, Block, lines, moved, text, wrapped
from games.edge.labels import TITLE, Translate
from games.edge.printed.ground import HEIGHT
from games.edge.printed.hand import hand
from games.edge.printed.key import key
from games.edge.printed.panels import panel
from games.edge.printed.pieces import board
from games.edge.printed.track import track
from games.edge.views import EdgeView
from games.engine.contract.engine import Names
from games.engine.contract.phrases import in_english

MARGIN, GAP = 20, 20
WIDTH = INNER + 2 * MARGIN


def picture(view: EdgeView, translate: Translate = in_english, names: Names | None = None) -> str:
    """The board first, then what each player has, what only the reader sees, and a key."""
    blocks = [
        _head(view, translate, names),
        Block(board(view), HEIGHT),
        track(view, translate),
        *(panel(view, player, translate, names) for player in view["players"]),
        *(hand(view, player, translate) for player in view["players"]),
        key(view, translate),
    ]
    drawn, y = "", float(MARGIN)
    for block in blocks:
        if block.drawn:
            drawn += moved(MARGIN, y, block.drawn)
            y += block.height + GAP
    return drawing.sheet(WIDTH, y - GAP + MARGIN, TITLE, _summary(view, translate, names), drawn)


def _head(view: EdgeView, t: Translate, names: Names | None) -> Block:
    said = [*(labels.fight(fight, t) for fight in view["fights"]), labels.standstill(view, t)]
    notes = wrapped("; ".join(filter(None, said)), INNER, 15)
    drawn = text(0, 26, TITLE, "book", 30)
    drawn += text(INNER, 9, labels.stage(view, t), "plain", 15, anchor="end")
    drawn += text(INNER, 29, labels.whose_turn(view, t, names), "plain", 15, bold=True, anchor="end")
    drawn += lines(0, 50, notes, "plain", 15)
    return Block(drawn, 30 + 20 * len(notes))


def _summary(view: EdgeView, t: Translate, names: Names | None) -> str:
    said = [labels.stage(view, t), labels.whose_turn(view, t, names), labels.points(view, t)]
    return "; ".join(part for part in said if part) + "."
