"""How The Edge is printed: one ink on paper, one side light and the other dark."""

from __future__ import annotations

from games.engine.contract.pen import Pen, Shade

INK = "#5b2333"
FADED = "#7b5c62"  # for what may be overlooked; dark enough to be read
HAIR = "#d9cbc4"  # lines that only divide
PAPER = "#fcfaf4"
TINT = "#f3ebdf"  # under what is no figure but fills a Space
LIGHT = "#f7dfa0"  # one side's figures: light, with dark letters; the other side's are INK with PAPER letters
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
}

PEN = Pen(ink=INK, paper=PAPER, size=SMALL)
SHADES = (Shade(LIGHT, INK), Shade(INK, PAPER))
