"""The match as a picture that one can play from: one SVG, narrow enough for a telephone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from games.dreamblade.board import SIDES, combat_line, is_in_phase, phase, spawnable
from games.dreamblade.catalogue import MINIATURES, WINS_NEEDED
from games.dreamblade.figuretext import ASPECT_NAMES
from games.dreamblade.geometry import CELLS, SOUTH
from games.dreamblade.mapsheet import HIGH, SIZE, anchor_of, map_drawing, roof, token
from games.dreamblade.shapes import FADED, HAIR, INK, PAPER, PEN, mark
from games.dreamblade.state import GRAVEYARD, OVER, RESERVES, WARBANDS
from games.dreamblade.views import DreambladeView, FigureView, PlayerView
from games.engine.contract.drawing import moved
from games.engine.contract.engine import Names
from games.engine.contract.pen import Block, stacked
from games.engine.contract.phrases import seat_name
from games.engine.contract.text import gettext_noop as _

Translate = Callable[[str], str]
WIDTH = SIZE
BODY = 18  # at 360 pixels still more than 12
NOTE = 17
HEAD, TRACK = 60, 26  # the height of the titles, and of one line with a track
BASE = 20  # where letters stand in a row
TOKENS, NAMES, STATS, ABILITIES = 36, 92, 236, 312  # the columns of a row


def picture(view: DreambladeView, translate: Translate, names: Names | None = None) -> str:
    """Head with the tracks, the map, what stands in each cell, then what else each player has."""
    head, legends = _head(view, translate, names), Block(moved(0, 14, legend(translate)), 44)
    standing = list(cells(view))
    titles = [_titles(translate)] if standing else []
    zones = _zones(view, translate, names) if view["figures"] else ()  # none before there are warbands
    below = stacked([*titles, *standing, *zones])
    drawn, tall = stacked([
        head,
        map_drawing(view),
        legends,
        Block(moved(10, 0, below.drawn), below.height),
    ])  # fmt: skip
    summary = f"{turn(view, translate)}; {whose(view, translate, names)}"
    return PEN.sheet(WIDTH, tall + 12, "DreamBlade", summary, drawn, is_narrow=True)


def turn(view: DreambladeView, t: Translate) -> str:
    if not view["turn"]:
        return t(_("Set-up"))
    return t(_("Turn {turn} of {most}")).format(turn=view["turn"], most=view["max_turns"])


def whose(view: DreambladeView, t: Translate, names: Names | None) -> str:
    if view["stage"] == OVER:
        return t(_("the match is over"))
    if view["stage"] == WARBANDS:
        return t(_("warbands are being chosen"))
    if not is_in_phase(view):
        return phase(view, t)
    on_turn = t(_("on turn: {seat}")).format(seat=seat_name(view["active"], names, t))
    return f"{on_turn}, {phase(view, t)}"


def _head(view: DreambladeView, t: Translate, names: Names | None) -> Block:
    said = PEN.cut(whose(view, t, names), WIDTH - 20, BODY)
    dice = ":".join(map(str, view["dice"]))
    when = turn(view, t) + (f", {t(_('initiative {dice}')).format(dice=dice)}" if dice else "")
    drawn = PEN.text(10, 24, "DreamBlade", "book", 22)
    drawn += PEN.text(WIDTH - 10, 24, when, size=NOTE, anchor="end")
    drawn += PEN.text(10, 50, said, size=BODY, bold=True)
    for place, player in enumerate(view["players"]):
        drawn += moved(10, HEAD + TRACK * place, track(player, t, names))
    tall = HEAD + TRACK * len(view["players"])
    fight = combat_line(view["combat"], t) if view["combat"] is not None else ""
    told = PEN.wrapped(fight, WIDTH - 20, NOTE, bold=True)
    drawn += PEN.lines(10, tall + 16, told, size=NOTE, bold=True)
    return Block(drawn, tall + PEN.deep(len(told), NOTE))


def track(
    player: PlayerView, t: Translate, names: Names | None, width: float = WIDTH - 20, size: float = NOTE
) -> str:
    """The turns won, as six fields, filled ones are won; then what this turn counts so far."""
    said = t(_("points {points}, bonus {bonus}")).format(points=player["score"], bonus=player["bonus"])
    box = size + 3
    left = width - PEN.width_of(said, size) - box * WINS_NEEDED - 8
    drawn = PEN.text(0, size - 1, PEN.cut(side_name(player, t, names), left - 8, size), size=size)
    for number in range(WINS_NEEDED):
        is_won = number < player["wins"]
        x = left + box * number
        drawn += PEN.box(x, 0, box - 3, box - 2, INK if is_won else PAPER)
        drawn += PEN.text(
            x + (box - 3) / 2, size - 1.5, str(number + 1), size=size - 2, anchor="middle",
            fill=PAPER if is_won else FADED,
        )  # fmt: skip
    return drawn + PEN.text(width, size - 1, said, size=size, anchor="end")


def side_name(player: PlayerView, t: Translate, names: Names | None) -> str:
    """A player with the side of the map."""
    return f"{t(SIDES[player['side']])}: {seat_name(player['seat'], names, t)}"


def legend(t: Translate) -> str:
    """The marks of the aspects, and how the sides are told apart."""
    drawn = ""
    x = 10.0
    for aspect, name in ASPECT_NAMES.items():
        letter = aspect[0].upper()
        drawn += mark(x + 6, 0, [letter], INK) + PEN.text(x + 15, 6, t(name), size=16)
        x += 30 + 8.5 * len(t(name))
    said = t(_("South light, North dark"))
    return drawn + PEN.text(WIDTH - 10, 6, said, size=16, anchor="end")


def _titles(t: Translate) -> Block:
    """Over the columns of the rows below the map."""
    drawn = PEN.text(NAMES, 12, t(_("name")), size=NOTE, fill=FADED)
    drawn += PEN.text(STATS + 28, 12, t(_("power/defense/life")), size=NOTE, fill=FADED, anchor="middle")
    said = t(_("abilities"))
    return Block(drawn + PEN.text(ABILITIES + 40, 12, said, size=NOTE, fill=FADED), 20)


def cells(view: DreambladeView) -> Iterator[Block]:
    """What stands in each cell, South's first: the map leads here."""
    south = {player["seat"]: player["side"] == SOUTH for player in view["players"]}
    for cell in CELLS:
        here = [figure for figure in view["figures"] if figure["at"] == cell]
        ranked = sorted(here, key=lambda f: (not f["is_creature"], not south[f["seat"]]))
        if ranked:
            figures = stacked(_figure(figure, is_south=south[figure["seat"]]) for figure in ranked)
            name = PEN.rule(0, 0, WIDTH - 20, 0.8, HAIR) + PEN.text(0, BASE, cell, size=BODY, bold=True)
            yield Block(f'<g id="{anchor_of(cell)}">{name}{figures.drawn}</g>', figures.height)


def _figure(figure: FigureView, *, is_south: bool) -> Block:
    """The token, then who it is."""
    drawn = moved(TOKENS, 3, (token if figure["is_creature"] else roof)(figure, is_south=is_south))
    row = described(figure, NAMES, "")
    return Block(drawn + row.drawn, max(row.height, HIGH + 5))


def described(figure: FigureView, left: float, price: str) -> Block:
    """The name to write in orders, power, defense and life, and what it can do; a price before all."""
    stats = [str(figure.get(name, "")) for name in ("power", "defense", "life")]
    drawn = PEN.text(
        left, BASE, PEN.cut(f"{price}{figure['id']}", STATS - left - 6, BODY), size=BODY, bold=True
    )
    drawn += PEN.text(STATS, BASE, "/".join(filter(None, stats)), size=BODY)
    abilities = "; ".join(ability.text for ability in MINIATURES[figure["code"]].abilities)
    told = PEN.wrapped(abilities, WIDTH - 20 - ABILITIES, NOTE)
    return Block(drawn + PEN.lines(ABILITIES, BASE, told, size=NOTE), 6 + PEN.deep(max(1, len(told)), NOTE))


def _zones(view: DreambladeView, t: Translate, names: Names | None) -> Iterator[Block]:
    """What else each player has."""
    for player in view["players"]:
        own = [figure for figure in view["figures"] if figure["seat"] == player["seat"]]
        yield _title(f"{t(SIDES[player['side']])}: {seat_name(player['seat'], names, t)}")
        yield _zone(t(_("reserves: {things}")), (f for f in own if f["at"] == RESERVES))
        yield _zone(t(_("graveyard: {things}")), (f for f in own if f["at"] == GRAVEYARD))
        ready = spawnable(own)
        if ready:
            yield _title(t(_("can be spawned now, with their prices:")))
        for figure in ready:
            yield described(figure, 14, f"{figure.get('price', 0)}: ")


def _title(said: str) -> Block:
    return Block(PEN.text(0, 26, PEN.cut(said, WIDTH - 20, BODY), size=BODY, bold=True), 34)


def _zone(said: str, figures: Iterable[FigureView]) -> Block:
    """Names in orders with prices, as many to a line as fit."""
    ranked = sorted(figures, key=lambda f: (f.get("price", f["cost"]), f["id"]))
    things = ", ".join(f"{f['id']}_{f.get('price', f['cost'])}" for f in ranked)  # never apart
    told = PEN.wrapped(said.format(things=things or "–"), WIDTH - 20, BODY)
    lines = [line.replace("_", " ") for line in told]
    return Block(PEN.lines(0, 18, lines, size=BODY), PEN.deep(len(told), BODY))
