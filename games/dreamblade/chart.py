"""The map alone, with cells and miniatures that lead on: for pages on which an order is put together."""

from __future__ import annotations

from collections.abc import Mapping

from games.dreamblade.geometry import PLACE
from games.dreamblade.mapsheet import HEIGHT, SIZE, cell_spot, map_drawing, token_spot
from games.dreamblade.shapes import PEN
from games.dreamblade.views import DreambladeView
from games.engine.contract.drawing import oblong, spot


def chart(view: DreambladeView, links: Mapping[str, str]) -> str:
    """The map with a link for each word that is on it; nothing if none is."""
    # Cells first: a miniature lies on its cell and must be reached.
    words = sorted(links, key=lambda word: word not in PLACE)
    spots = "".join(_spot(view, word, links[word]) for word in words)
    return (
        PEN.sheet(SIZE, HEIGHT, "DreamBlade", "", map_drawing(view) + spots, is_narrow=True) if spots else ""
    )


def _spot(view: DreambladeView, word: str, address: str) -> str:
    place = cell_spot(word) if word in PLACE else token_spot(view, word)
    if place is None:
        return ""
    return spot(word, address, oblong(*place))
