"""The table as a picture that one can play from: one SVG, drawn from what the reader may see."""

from __future__ import annotations

from games.edge import labels
from games.edge.drawing import INNER, PEN
from games.edge.figures import board_of
from games.edge.labels import TITLE, Translate
from games.edge.printed.ground import size
from games.edge.printed.hand import hand
from games.edge.printed.key import key
from games.edge.printed.panels import panel
from games.edge.printed.pieces import board
from games.edge.printed.track import points
from games.edge.views import EdgeView
from games.engine.contract.drawing import moved
from games.engine.contract.engine import Names
from games.engine.contract.pen import Block, stacked
from games.engine.contract.phrases import in_english

MARGIN, GAP = 20, 20
WIDTH = INNER + 2 * MARGIN
ON_TOP = 3  # blocks that stay together where the sheet is divided between two pages


def picture(view: EdgeView, translate: Translate = in_english, names: Names | None = None) -> str:
    """The board first, then what each player has, what only the reader sees, and a key."""
    wide, tall = size(board_of(view))
    blocks = [
        _head(view, translate, names),
        Block(board(view), tall),
        points(view, translate),
        *(panel(view, player, translate, names) for player in view["players"]),
        *(hand(view, player, translate) for player in view["players"]),
        key(view, translate),
    ]
    sheet = stacked(blocks, GAP)
    fold = MARGIN + stacked(blocks[:ON_TOP], GAP).height + GAP / 2
    return PEN.sheet(
        max(WIDTH, wide + 2 * MARGIN),  # two boards are joined with a shift
        sheet.height + 2 * MARGIN,
        TITLE,
        _summary(view, translate, names),
        moved(MARGIN, MARGIN, sheet.drawn),
        fold=fold if len(view["players"]) > 2 else 0,
    )


def _head(view: EdgeView, t: Translate, names: Names | None) -> Block:
    said = [*(labels.fight(fight, t) for fight in view["fights"]), labels.standstill(view, t)]
    notes = PEN.wrapped("; ".join(filter(None, said)), INNER, 15)
    drawn = PEN.text(0, 26, TITLE, "book", 30)
    drawn += PEN.text(INNER, 9, labels.stage(view, t), "plain", 15, anchor="end")
    drawn += PEN.text(INNER, 29, labels.whose_turn(view, t, names), "plain", 15, bold=True, anchor="end")
    drawn += PEN.lines(0, 50, notes, "plain", 15)
    return Block(drawn, 30 + 20 * len(notes))


def _summary(view: EdgeView, t: Translate, names: Names | None) -> str:
    said = [labels.stage(view, t), labels.whose_turn(view, t, names), labels.points(view, t)]
    return "; ".join(part for part in said if part) + "."
