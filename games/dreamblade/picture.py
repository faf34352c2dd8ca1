"""The match as a picture that one can play from: one SVG, narrow enough for a telephone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from games.dreamblade.board import SIDES, combat_line, phase, spawnable
from games.dreamblade.catalogue import MINIATURES, WINS_NEEDED
from games.dreamblade.figuretext import ASPECT_NAMES
from games.dreamblade.geometry import CELLS, SOUTH
from games.dreamblade.mapsheet import HEIGHT, SIZE, anchor_of, map_drawing, roof, token
from games.dreamblade.shapes import FADED, INK, PAPER, PEN, mark
from games.dreamblade.state import GRAVEYARD, OVER, RESERVES, WARBANDS
from games.dreamblade.views import DreambladeView, FigureView, PlayerView
from games.engine.contract.drawing import moved
from games.engine.contract.engine import Names
from games.engine.contract.pen import Block, stacked
from games.engine.contract.phrases import seat_name
from games.engine.contract.text import gettext_noop as _

Translate = Callable[[str], str]
WIDTH = SIZE
LINE = 23
BODY = 18  # at 360 pixels still more than 12
NOTE = 17
HEAD, TRACK = 60, 26  # the height of the titles, and of one line with a track


def picture(view: DreambladeView, translate: Translate, names: Names | None = None) -> str:
    """Head with the tracks, the map, what stands in each cell, then what each player has besides."""
    head = HEAD + TRACK * len(view["players"]) + (LINE if view["combat"] is not None else 0)
    drawn = _head(view, translate, names) + moved(0, head, map_drawing(view, leads_on=True))
    drawn += moved(0, head + HEIGHT + 14, _legend(translate))
    below = stacked([*_cells(view), *_zones(view, translate, names)])
    top = head + HEIGHT + 48
    summary = f"{_turn(view, translate)}; {_whose(view, translate, names)}"
    drawn += moved(10, top, below.drawn)
    return PEN.sheet(WIDTH, top + below.height, "DreamBlade", summary, drawn, is_narrow=True)


def _turn(view: DreambladeView, t: Translate) -> str:
    return t(_("Turn {turn} of {most}")).format(turn=view["turn"], most=view["max_turns"])


def _whose(view: DreambladeView, t: Translate, names: Names | None) -> str:
    if view["stage"] == OVER:
        return t(_("the match is over"))
    if view["stage"] == WARBANDS:
        return t(_("warbands are being chosen"))
    on_turn = t(_("on turn: {seat}")).format(seat=seat_name(view["active"], names, t))
    return f"{on_turn}, {phase(view, t)}"


def _head(view: DreambladeView, t: Translate, names: Names | None) -> str:
    said = PEN.cut(_whose(view, t, names), WIDTH - 20, BODY)
    dice = ":".join(map(str, view["dice"]))
    turn = _turn(view, t) + (f", {t(_('initiative {dice}')).format(dice=dice)}" if dice else "")
    drawn = PEN.text(10, 24, "DreamBlade", "book", 22) + PEN.text(
        WIDTH - 10, 24, turn, size=NOTE, anchor="end"
    )
    drawn += PEN.text(10, 50, said, size=BODY, bold=True)
    for place, player in enumerate(view["players"]):
        drawn += moved(10, HEAD + TRACK * place, _track(player, t, names))
    if view["combat"] is not None:
        fight = PEN.cut(combat_line(view["combat"], t), WIDTH - 20, NOTE)
        drawn += PEN.text(10, HEAD + TRACK * len(view["players"]) + 16, fight, size=NOTE, bold=True)
    return drawn


def _track(player: PlayerView, t: Translate, names: Names | None) -> str:
    """The turns won, as six fields, filled ones are won; then what this turn counts so far."""
    name = f"{t(SIDES[player['side']])}: {seat_name(player['seat'], names, t)}"
    drawn = PEN.text(0, 16, PEN.cut(name, 210, NOTE), size=NOTE)
    for number in range(WINS_NEEDED):
        is_won = number < player["wins"]
        x = 222 + 22 * number
        drawn += PEN.box(x, 0, 19, 20, INK if is_won else PAPER)
        drawn += PEN.text(
            x + 9.5, 15.5, str(number + 1), size=15, anchor="middle", fill=PAPER if is_won else FADED
        )
    said = t(_("points {points}, bonus {bonus}")).format(points=player["score"], bonus=player["bonus"])
    return drawn + PEN.text(WIDTH - 20, 16, said, size=NOTE, anchor="end")


def _legend(t: Translate) -> str:
    """The marks of the aspects, and how the sides are told apart."""
    drawn = ""
    x = 10.0
    for aspect, name in ASPECT_NAMES.items():
        letter = aspect[0].upper()
        drawn += mark(x + 6, 0, [letter], INK) + PEN.text(x + 15, 6, t(name), size=16)
        x += 30 + 8.5 * len(t(name))
    said = t(_("South light, North dark"))
    return drawn + PEN.text(WIDTH - 10, 6, said, size=16, anchor="end")


def _cells(view: DreambladeView) -> Iterator[Block]:
    """What stands in each cell, South's first: the map leads here."""
    south = {player["seat"]: player["side"] == SOUTH for player in view["players"]}
    for cell in CELLS:
        here = [figure for figure in view["figures"] if figure["at"] == cell]
        ranked = sorted(here, key=lambda f: (not f["is_creature"], not south[f["seat"]]))
        if ranked:
            figures = stacked(_figure(figure, is_south=south[figure["seat"]]) for figure in ranked)
            name = PEN.text(0, 0, cell, size=BODY, bold=True)
            drawn = f'<g id="{anchor_of(cell)}">{name}{figures.drawn}</g>'
            yield Block(drawn, figures.height + 0.3 * LINE)


def _figure(figure: FigureView, *, is_south: bool) -> Block:
    """The token, the name to write in orders, statistics; below them the abilities."""
    drawn = moved(36, -15, (token if figure["is_creature"] else roof)(figure, is_south=is_south))
    return _described(figure, 94, drawn)


def _described(figure: FigureView, left: float, drawn: str = "", price: str = "") -> Block:
    drawn += PEN.text(left, 0, PEN.cut(figure["id"], 150, BODY), size=BODY, bold=True)
    stats = ""
    if "power" in figure and "defense" in figure and "life" in figure:
        stats = f"{figure['power']}/{figure['defense']}/{figure['life']}"
    drawn += PEN.text(left + 156, 0, " ".join(filter(None, [price, stats])), size=BODY)
    abilities = "; ".join(ability.text for ability in MINIATURES[figure["code"]].abilities)
    told = PEN.wrapped(abilities, WIDTH - 20 - left, NOTE)
    drawn += PEN.lines(left, 0.9 * LINE, told, size=NOTE)
    return Block(drawn, 1.1 * LINE + PEN.deep(len(told), NOTE))


def _zones(view: DreambladeView, t: Translate, names: Names | None) -> Iterator[Block]:
    """What each player has besides."""
    for player in view["players"]:
        own = [figure for figure in view["figures"] if figure["seat"] == player["seat"]]
        yield _title(f"{t(SIDES[player['side']])}: {seat_name(player['seat'], names, t)}")
        yield _zone(t(_("reserves: {things}")), (f for f in own if f["at"] == RESERVES))
        yield _zone(t(_("graveyard: {things}")), (f for f in own if f["at"] == GRAVEYARD))
        ready = spawnable(own)
        if ready:
            yield _title(t(_("can be spawned now, with their prices:")))
        for figure in ready:
            price = t(_("for {price}:")).format(price=figure.get("price", 0))
            yield _described(figure, 14, price=price)


def _title(said: str) -> Block:
    return Block(PEN.text(0, 6, PEN.cut(said, WIDTH - 20, BODY), size=BODY, bold=True), 1.4 * LINE)


def _zone(said: str, figures: Iterable[FigureView]) -> Block:
    """Names in orders with prices, as many to a line as fit."""
    ranked = sorted(figures, key=lambda f: f["cost"])
    things = ", ".join(f"{f['id']}_{f.get('price', f['cost'])}" for f in ranked)  # never apart
    told = PEN.wrapped(said.format(things=things or "–"), WIDTH - 20, BODY)
    return Block(
        PEN.lines(0, 0, (line.replace("_", " ") for line in told), size=BODY), PEN.deep(len(told), BODY)
    )
