"""The board alone, with places and figures that lead on: for pages on which an order is put together."""

from __future__ import annotations

from collections.abc import Mapping

from games.edge.drawing import PEN
from games.edge.figures import board_of, on_board
from games.edge.labels import TITLE
from games.edge.printed import pieces
from games.edge.printed.ground import HEIGHT, WIDTH, middle, outline
from games.edge.views import EdgeView
from games.engine.contract.drawing import ring, spot

DOT = 7.5  # larger bases have places that overlap: each is a dot in its middle


def chart(view: EdgeView, links: Mapping[str, str]) -> str:
    """The map with a link for each word that is on it; nothing if none is."""
    shapes = _shapes(view, links)
    spots = "".join(spot(word, links[word], data) for word, data in shapes.items())
    return PEN.sheet(WIDTH, HEIGHT, TITLE, "", pieces.board(view) + spots) if spots else ""


def _shapes(view: EdgeView, words: Mapping[str, str]) -> dict[str, str]:
    """The outline of each word that is a Squad, a model, a place for a base or a Space."""
    known, board = _figures(view), board_of(view)
    found: dict[str, str] = {}
    for word in words:
        if word in known:
            found[word] = known[word]
        elif word in board.placements:
            place = board.placements[word]
            found[word] = outline(place.mask) if place.size in (1, 7) else _dot(place.mask)
        elif word in board.number:
            found[word] = outline(board.area[board.number[word]])
    return found


def _figures(view: EdgeView) -> dict[str, str]:
    shapes: dict[str, str] = {}
    for figure in on_board(view):
        data = outline(figure.place.mask)
        shapes[figure.model["id"]] = data
        shapes[figure.squad["id"]] = shapes.get(figure.squad["id"], "") + data
    return shapes


def _dot(mask: int) -> str:
    return ring(*middle(mask), DOT)
