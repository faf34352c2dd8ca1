"""How to read the picture: the digits of a Space, and what the marks mean."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from games.edge import labels
from games.edge.catalogue import FACTIONS
from games.edge.drawing import HAIR, INK, INNER, PAPER, PEN, SHADES, Livery
from games.edge.geometry import JOINED
from games.edge.labels import Translate
from games.edge.printed import bases, chips, ground
from games.edge.printed.pieces import gem, liveries, temple
from games.edge.views import EdgeView
from games.engine.contract.drawing import moved, oblong, path
from games.engine.contract.pen import Block
from games.engine.contract.text import gettext_noop as _

ROW = 21
_SPACE = JOINED.number["C5"]  # the example
_DONE = {
    chips.ACTIVE: _("is being activated"),
    chips.DONE: _("activated this turn"),
    chips.FIGHT: _("in a fight"),
}


def key(view: EdgeView, t: Translate) -> Block:
    """One Space with its digits, then the signs, then the round marks."""
    drawn = PEN.heading(t(_("KEY")), INNER) + moved(60, 90, _example())
    drawn += moved(136, 45, _signs(view, t)) + moved(548, 45, _marks(view, t))
    return Block(drawn, 154)


@cache
def _example() -> str:
    """C5, around the origin, with a base on C5.034."""
    hexes = [1 << (7 * _SPACE + digit) for digit in range(7)]
    numbers = [(*ground.middle(one), str(digit)) for digit, one in enumerate(hexes)]
    drawn = path(ground.outline(JOINED.area[_SPACE]), fill=PAPER, stroke=INK, weight=1.8)
    drawn += path(ground.inner(_SPACE), stroke=HAIR)
    drawn += path(ground.outline(JOINED.place("C5.034").mask, 1.8), fill=SHADES[0].fill, stroke=INK, weight=2)
    drawn += PEN.letters([(x, y + 5.5, digit) for x, y, digit in numbers], 16, bold=True)
    x, y = ground.middle(hexes[0])
    return moved(-x, -y, drawn)


def _signs(view: EdgeView, t: Translate) -> str:
    """How hexes are addressed, the sides, and what fills a Space."""
    said = [
        t(_("In C5: the base shown is C5.034, the centre C5.0, all seven C5.*")),
        "",
        t(_("Endurance tokens of the Squad: left, lost")),
        t(_("the mode, where it is not Basic")),
        t(_("Crystal Source, with the flag of the player who controls it (–: nobody)")),
        t(_("Shrine, with the flag of its owner")),
    ]
    drawn = "".join(PEN.text(80 if n else 0, ROW * n, line) for n, line in enumerate(said))
    drawn += _sides(view, t)
    drawn += bases.pips(25, 2 * ROW - 4, 2, 3, SHADES[0]) + PEN.text(36, 3 * ROW, "Run", anchor="middle")
    drawn += path(gem(36, 4 * ROW - 5, 0.4), fill=PAPER, stroke=INK, weight=1.2)
    return drawn + path(temple(36, 5 * ROW - 4, 0.45), fill=INK)


def _sides(view: EdgeView, t: Translate) -> str:
    """Each player as figures of theirs look, with the name of the faction."""
    drawn, x = "", 18.0
    for player in view["players"]:
        name = labels.side(view, player["seat"], t)
        drawn += _swatch(x, ROW - 4, labels.side_code(view, player["seat"]), liveries(view)[player["seat"]])
        drawn += PEN.text(x + 20, ROW, name)
        x += 48 + PEN.width_of(name)
    return drawn


def _swatch(x: float, y: float, said: str, livery: Livery) -> str:
    """A flag with the line that bases of this player have."""
    drawn = PEN.flag(x, y, said, livery.shade, 12)
    if livery.line:
        drawn += path(oblong(x - 10, y - 5.6, 20, 11.2), stroke=livery.line, weight=0.9, dashes=livery.dashes)
    return drawn


def _marks(view: EdgeView, t: Translate) -> str:
    """What is done, then the tokens in two columns."""
    drawn = "".join(_mark(0, n, mark, t(said)) for n, (mark, said) in enumerate(_DONE.items()))
    tokens = _tokens(view)
    deep = -(-len(tokens) // 2)
    for n, token in enumerate(tokens):
        drawn += _mark(150 + 125 * (n // deep), n % deep, chips.mark(token), labels.token(token))
    return drawn


@lru_cache(maxsize=500)
def _mark(x: float, row: int, mark: str, said: str) -> str:
    return chips.row(x + 7, ROW * row - 4.5, [mark]) + PEN.text(x + 20, ROW * row, said)


def _tokens(view: EdgeView) -> list[str]:
    """All tokens of the factions in play; with more than two, those that lie on the table."""
    if len(view["players"]) > 2:
        return sorted({*_lying(view)})
    factions = [FACTIONS[player["faction"]] for player in view["players"] if player["faction"] in FACTIONS]
    return list(dict.fromkeys(token for faction in factions for token in faction.tokens))


def _lying(view: EdgeView) -> Iterator[str]:
    for player in view["players"]:
        yield from player["shrine_tokens"]
        for squad in player["squads"]:
            yield from squad["tokens"]
            for model in squad["models"]:
                yield from model["tokens"]
