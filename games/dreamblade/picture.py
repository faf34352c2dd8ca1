"""The match as a picture that one can play from: one SVG, narrow enough for a telephone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from games.dreamblade import shapes
from games.dreamblade.board import SIDES
from games.dreamblade.catalogue import MINIATURES, WINS_NEEDED
from games.dreamblade.figuretext import ASPECT_NAMES
from games.dreamblade.geometry import CELLS, SOUTH
from games.dreamblade.mapsheet import HEIGHT, SIZE, anchor_of, map_drawing, roof, token
from games.dreamblade.shapes import FADED, INK, PAPER, box, cut, mark, text
from games.dreamblade.state import ACTIONS, GRAVEYARD, OVER, RESERVES, SPAWNS, WARBANDS
from games.dreamblade.views import DreambladeView, FigureView, PlayerView
from games.engine.contract.drawing import moved
from games.engine.contract.engine import Names
from games.engine.contract.phrases import seat_name
from games.engine.contract.text import gettext_noop as _

Translate = Callable[[str], str]
WIDTH = SIZE
LINE = 18
BODY = 14


def picture(view: DreambladeView, translate: Translate, names: Names | None = None) -> str:
    """Head with the tracks, the map, what stands in each cell, then what each player has besides."""
    head = 60 + 22 * len(view["players"])
    drawn = _head(view, translate, names) + moved(0, head, map_drawing(view, leads_on=True))
    top: float = head + HEIGHT + 14
    drawn += moved(0, top, _legend(translate))
    top += 28
    for row in (*_cells(view), *_zones(view, translate, names)):
        drawn += moved(10, top, row.drawn)
        top += LINE * row.lines
    summary = f"{_turn(view, translate)}; {_whose(view, translate, names)}"
    return shapes.sheet(WIDTH, top, "DreamBlade", summary, drawn)


class Rows(NamedTuple):
    """Lines that belong together, and how many they are."""

    drawn: str
    lines: float


def _turn(view: DreambladeView, t: Translate) -> str:
    return t(_("Turn {turn} of {most}")).format(turn=view["turn"], most=view["max_turns"])


def _whose(view: DreambladeView, t: Translate, names: Names | None) -> str:
    if view["stage"] == OVER:
        return t(_("the match is over"))
    if view["stage"] == WARBANDS:
        return t(_("warbands are being chosen"))
    phases = {SPAWNS: _("spawn phase of {seat}"), ACTIONS: _("action phase of {seat}")}
    said = next((text for steps, text in phases.items() if view["step"] in steps), _("on turn: {seat}"))
    return t(said).format(seat=seat_name(view["active"], names, t))


def _head(view: DreambladeView, t: Translate, names: Names | None) -> str:
    said = cut(_whose(view, t, names), WIDTH - 20, 14)
    dice = ":".join(map(str, view["dice"]))
    turn = _turn(view, t) + (f", {t(_('initiative {dice}')).format(dice=dice)}" if dice else "")
    drawn = text(10, 22, "DreamBlade", "book", 20) + text(WIDTH - 10, 22, turn, size=14, anchor="end")
    drawn += text(10, 44, said, size=14, bold=True)
    for place, player in enumerate(view["players"]):
        drawn += moved(10, 52 + 22 * place, _track(player, t, names))
    return drawn


def _track(player: PlayerView, t: Translate, names: Names | None) -> str:
    """The turns won, as six fields; filled ones are won."""
    name = f"{t(SIDES[player['side']])}: {seat_name(player['seat'], names, t)}"
    drawn = text(0, 14, cut(name, 230, 14), size=14)
    for number in range(WINS_NEEDED):
        is_won = number < player["wins"]
        x = 250 + 19 * number
        drawn += box(x, 1, 16, 16, INK if is_won else PAPER)
        drawn += text(x + 8, 14, str(number + 1), size=11, anchor="middle", fill=PAPER if is_won else FADED)
    points = player["points"] + (sum(player["held"].values()))
    said = t(_("{points} points, bonus {bonus}")).format(points=points, bonus=player["bonus"])
    return drawn + text(WIDTH - 20, 14, said, size=13, anchor="end")


def _legend(t: Translate) -> str:
    """The marks of the aspects, and how the sides are told apart."""
    drawn = ""
    for place, (aspect, name) in enumerate(ASPECT_NAMES.items()):
        x = 10 + 90 * place
        letter = aspect[0].upper()
        drawn += mark(x + 6, 0, [letter], INK, INK) + text(x + 16, 4, f"{letter} {t(name)}", size=12)
    said = t(_("South light, North dark"))
    return drawn + text(WIDTH - 10, 4, said, size=12, anchor="end")


def _cells(view: DreambladeView) -> Iterator[Rows]:
    """What stands in each cell, South's first: the map leads here."""
    south = {player["seat"]: player["side"] == SOUTH for player in view["players"]}
    for cell in CELLS:
        here = [figure for figure in view["figures"] if figure["at"] == cell]
        drawn, lines = "", 0.0
        for figure in sorted(here, key=lambda f: (not f["is_creature"], not south[f["seat"]])):
            row = _figure(figure, is_south=south[figure["seat"]])
            drawn += moved(0, LINE * lines, row.drawn)
            lines += row.lines
        if here:
            name = text(0, 0, cell, size=BODY, bold=True)
            yield Rows(f'<g id="{anchor_of(cell)}">{name}{drawn}</g>', lines + 0.3)


def _figure(figure: FigureView, *, is_south: bool) -> Rows:
    """The token, the name to write in orders, statistics, abilities."""
    drawn = moved(24, -15, (token if figure["is_creature"] else roof)(figure, is_south=is_south))
    drawn += text(80, 0, cut(figure["id"], 110, BODY), size=BODY, bold=True)
    if "power" in figure and "defense" in figure and "life" in figure:
        drawn += text(186, 0, f"{figure['power']}/{figure['defense']}/{figure['life']}", size=BODY)
    abilities = "; ".join(ability.text for ability in MINIATURES[figure["code"]].abilities)
    told = shapes.wrapped(abilities, WIDTH - 270, 13)
    drawn += "".join(text(250, LINE * row, said, size=13) for row, said in enumerate(told))
    return Rows(drawn, max(1.15, len(told)))


def _zones(view: DreambladeView, t: Translate, names: Names | None) -> Iterator[Rows]:
    """What each player has besides."""
    for player in view["players"]:
        own = [figure for figure in view["figures"] if figure["seat"] == player["seat"]]
        title = f"{t(SIDES[player['side']])}: {seat_name(player['seat'], names, t)}"
        yield Rows(moved(0, 6, text(0, 0, cut(title, WIDTH - 20, BODY), size=BODY, bold=True)), 1.4)
        yield _zone(t(_("reserves: {things}")), (f for f in own if f["at"] == RESERVES))
        yield _zone(t(_("graveyard: {things}")), (f for f in own if f["at"] == GRAVEYARD))


def _zone(said: str, figures: Iterable[FigureView]) -> Rows:
    """Names in orders with prices, as many to a line as fit."""
    ranked = sorted(figures, key=lambda f: f["cost"])
    things = ", ".join(f"{f['id']}_{f.get('price', f['cost'])}" for f in ranked)  # never apart
    lines = shapes.wrapped(said.format(things=things or "–"), WIDTH - 20, BODY)
    return Rows(
        "".join(text(0, LINE * n, line.replace("_", " "), size=BODY) for n, line in enumerate(lines)),
        len(lines),
    )
