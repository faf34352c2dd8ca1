"""A way to stand in a Space, drawn large: the hexes, who is there, and where the base would be."""

from __future__ import annotations

from games.edge.drawing import FADED, HAIR, INK, PAPER, PEN
from games.edge.figures import board_of, on_board
from games.edge.printed import ground
from games.edge.printed.pieces import shades
from games.edge.views import EdgeView
from games.engine.contract.drawing import moved, path
from games.engine.contract.parts import Part

AROUND = 3.1 * ground.SIDE  # from the middle of a Space to the edge of the sketch


def sketch(word: str, view: EdgeView) -> Part | None:
    """The Space of a placement with the base in it; nothing for other words."""
    board = board_of(view)
    place = board.placements.get(word)
    if place is None:
        return None
    space = board.area[place.space]
    x, y = ground.middle(space)
    drawn = path(ground.outline(space), fill=PAPER, stroke=FADED, weight=1.8)
    drawn += path(ground.inner(place.space), stroke=HAIR)
    shade = shades(view)
    for figure in on_board(view):
        if figure.place.mask & (space | board.halo(space)):
            drawn += path(ground.outline(figure.place.mask, 3), fill=shade[figure.seat].fill, stroke=INK)
    drawn += f'<path class="here" d="{ground.outline(place.mask, 2)}" stroke="{INK}" stroke-width="3"/>'
    hexes = [(digit, ground.middle(1 << (7 * place.space + digit))) for digit in range(7)]
    drawn += PEN.letters([(a, b + 5, str(digit)) for digit, (a, b) in hexes], 15, bold=True)
    inked = moved(AROUND - x, AROUND - y, drawn)
    return PEN.part("sketch", word, (2 * AROUND, 2 * AROUND), inked)
