"""ED-4.16: the VP track as a strip with both ends."""

from __future__ import annotations

from games.edge import labels
from games.edge.drawing import BODY, FADED, HAIR, INK, INNER, PAPER, PEN
from games.edge.labels import Translate
from games.edge.printed.pieces import shades
from games.edge.views import EdgeView
from games.engine.contract.drawing import path, ring
from games.engine.contract.pen import Block

_ENDS = [10, 10]  # while the match has none yet
_WIDE, _TALL, _FLAG = 36.0, 30, 76.0


def track(view: EdgeView, t: Translate) -> Block:
    """Steps from the middle to each player's end; the marker is a dark disc."""
    before, after = view["ends"] or _ENDS
    cells = before + after + 1
    wide = min(_WIDE, (INNER - 2 * _FLAG) / cells)
    left = (INNER - wide * cells) / 2
    marker = min(max(before - view["vp"], 0), cells - 1)  # the first seat's end is at the left
    drawn = PEN.box(left, 0, wide * cells, _TALL, PAPER)
    drawn += path("".join(f"M{left + wide * n:.1f} 0v{_TALL}" for n in range(1, cells)), stroke=HAIR)
    drawn += path(f"M{left + wide * before:.1f} 0v{_TALL}h{wide:.1f}v-{_TALL}z", stroke=INK, weight=2)
    steps = [(left + wide * (n + 0.5), 20, str(abs(n - before))) for n in range(cells) if n != marker]
    drawn += PEN.letters(steps, fill=FADED) + _marker(left + wide * (marker + 0.5), view["vp"])
    for seat, x in ((1, left / 2), (2, INNER - left / 2)):
        drawn += PEN.flag(x, _TALL / 2, labels.side_code(view, seat), shades(view)[seat], 17)
    drawn += PEN.text(0, 52, labels.points(view, t), "plain", BODY, bold=True)
    return Block(drawn + PEN.text(INNER, 52, labels.pile(view, t), "plain", BODY, anchor="end"), 58)


def _marker(x: float, lead: int) -> str:
    disc = path(ring(x, _TALL / 2, 14), fill=INK, stroke=PAPER, weight=2)
    return disc + PEN.text(x, 20.5, str(abs(lead)), "plain", 16, bold=True, anchor="middle", fill=PAPER)
