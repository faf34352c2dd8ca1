"""How The Edge is printed: one ink on paper; sides are told apart by light and dark, and by their trim."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.contract.pen import Pen, Shade

INK = "#5b2333"
FADED = "#7b5c62"  # for what may be overlooked; dark enough to be read
HAIR = "#d9cbc4"  # lines that only divide
PAPER = "#fcfaf4"
TINT = "#f3ebdf"  # under what is no figure but fills a Space
LIGHT = "#f7dfa0"  # one side's figures: light, with dark letters; the other side's are INK with PAPER letters
MIDDLE = "#a8646a"  # between light and dark, for a fourth side
WHITE = "#ffffff"  # a third side's figures, and the letters on those of the fourth
SMALL, BODY = 13, 15
INNER = 960  # the width of what is printed

# The same on dark ground.
NIGHT = {
    INK: "#eec0cb",
    FADED: "#b99ba2",
    HAIR: "#4b4040",
    PAPER: "#1b1a18",
    TINT: "#2b2724",
    LIGHT: "#5c4a14",
    WHITE: "#000000",
}

PEN = Pen(ink=INK, paper=PAPER, size=SMALL)


class Livery(NamedTuple):
    """How the things of one player are drawn; a line inside the edge of a base is seen without colours."""

    shade: Shade
    line: str = ""  # the colour of that line; none if empty
    dashes: str = ""


# Two players have the first two. With more, the light ones are one team and the dark ones the other.
LIVERIES = (
    Livery(Shade(LIGHT, INK)),
    Livery(Shade(INK, PAPER)),
    Livery(Shade(WHITE, INK), INK),
    Livery(Shade(MIDDLE, WHITE), WHITE, "3 2.5"),
)
SHADES = tuple(livery.shade for livery in LIVERIES[:2])
