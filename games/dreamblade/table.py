"""The table to play on: the map, and beside it the miniatures that are not on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.dreamblade import tips
from games.dreamblade.board import combat_line
from games.dreamblade.geometry import CELLS, PLACE, SOUTH
from games.dreamblade.mapsheet import SIZE, TOKEN, Ground, map_drawing, roof, token, token_spot
from games.dreamblade.picture import WIDTH, cells, legend, side_name, track, turn, whose
from games.dreamblade.shapes import FADED, PEN
from games.dreamblade.state import GRAVEYARD, RESERVES
from games.dreamblade.views import DreambladeView, FigureView, PlayerView
from games.engine.contract.drawing import moved, oblong
from games.engine.contract.guide import Translate
from games.engine.contract.parts import ASIDE, BOARD, HEADING, Part, Thing
from games.engine.contract.pen import stacked
from games.engine.contract.phrases import Names
from games.engine.contract.text import gettext_noop as _

BENCH, ROW, TITLE = 320, 30, 30  # a player's miniatures: width, height of a line, of a title
HEAD, SAID = 380, 15  # how it stands: the width of a part, which a telephone shows at its full width


def parts(view: DreambladeView, t: Translate, names: Names | None) -> list[Part]:
    """How it stands, the map, the reader's miniatures; the others' are folded away."""
    below = stacked(cells(view))
    size = (WIDTH, below.height + 20)
    ground = map_drawing(view)
    return [
        _head(view, t, names),
        _score(view, t, names),
        PEN.part("map", t(_("The map")), (SIZE, ground.height), ground.drawn),
        *(_bench(view, player, t, names) for player in _own_first(view)),
        PEN.part("figures", t(_("What stands where")), size, moved(10, 20, below.drawn), ASIDE),
        PEN.part("key", t(_("Key")), (WIDTH, 24), moved(0, 12, legend(t)), ASIDE),
    ]


def _head(view: DreambladeView, t: Translate, names: Names | None) -> Part:
    """Whose turn it is, and the dice of a combat."""
    said = [*PEN.wrapped(whose(view, t, names), HEAD, SAID, bold=True)]
    fight = combat_line(view["combat"], t) if view["combat"] is not None else ""
    said += PEN.wrapped(fight, HEAD, SAID, bold=True)
    drawn = PEN.text(0, 15, turn(view, t), size=14)
    drawn += PEN.lines(0, 36, said, size=SAID, bold=True)
    return PEN.part("head", t(_("Whose turn it is")), (HEAD, 24 + PEN.deep(len(said), SAID)), drawn, HEADING)


def _score(view: DreambladeView, t: Translate, names: Names | None) -> Part:
    """The turns won, a line for each player."""
    rows = enumerate(view["players"])
    drawn = "".join(moved(0, 24 * place, track(player, t, names, HEAD, 14)) for place, player in rows)
    return PEN.part("score", t(_("Turns won")), (HEAD, 46), drawn, HEADING)


def _own_first(view: DreambladeView) -> list[PlayerView]:
    return sorted(view["players"], key=lambda player: player["seat"] != view["seat"])


def _listed(view: DreambladeView, player: PlayerView) -> Iterator[tuple[str, list[FigureView]]]:
    """The zones of a player that are not on the map, each with its miniatures, the cheapest first."""
    for zone in (RESERVES, GRAVEYARD):
        own = [f for f in view["figures"] if f["seat"] == player["seat"] and f["at"] == zone]
        if own:
            yield zone, sorted(own, key=lambda f: (f.get("price", f["cost"]), f["id"]))


def _bench(view: DreambladeView, player: PlayerView, t: Translate, names: Names | None) -> Part:
    titles = {RESERVES: t(_("Reserves")), GRAVEYARD: t(_("Graveyard"))}
    is_south, drawn, y = player["side"] == SOUTH, "", 0.0
    for zone, figures in _listed(view, player):
        drawn += moved(0, y, PEN.heading(titles[zone], BENCH, 16))
        y += TITLE
        for figure in figures:
            drawn += moved(0, y, _line(figure, is_south=is_south))
            y += ROW
        y += 8
    drawn = drawn or PEN.text(0, 16, t(_("nobody")), size=16)
    place = BOARD if player["seat"] == view["seat"] else ASIDE  # whose it is stands above what is folded
    title = f"{side_name(player, t, names)}: {t(_('reserves and graveyard'))}"
    return PEN.part(f"bench-{player['seat']}", title, (BENCH, max(y, 24)), drawn, place)


def _line(figure: FigureView, *, is_south: bool) -> str:
    """The token, the name, what it can do, and its price at the right."""
    shape = (token if figure["is_creature"] else roof)(figure, is_south=is_south)
    drawn = moved(4, 3, shape) + PEN.text(TOKEN + 14, 20, PEN.cut(figure["name"], 170, 16), size=16)
    stats = "/".join(str(figure.get(name, "")) for name in ("power", "defense", "life"))
    drawn += PEN.text(BENCH - 40, 20, stats.strip("/"), size=15, anchor="end", fill=FADED)
    price = str(figure.get("price", figure["cost"]))
    return drawn + PEN.text(BENCH - 6, 20, price, size=17, bold=True, anchor="end")


def things(view: DreambladeView, wanted: Collection[str], t: Translate) -> dict[str, list[Thing]]:
    """Cells, which lie below; then miniatures on the map and beside it."""
    ground = Ground(view)
    found = {
        cell: [Thing("map", oblong(*ground.spot(cell)), tips.cell(view, cell, t))]
        for cell in CELLS
        if cell in wanted or any(f["at"] == cell for f in view["figures"])
    }
    for figure in view["figures"]:
        place = token_spot(view, ground, figure["id"]) if figure["at"] in PLACE else None
        if place is not None:
            found[figure["id"]] = [Thing("map", oblong(*place), tips.figure(figure, t))]
    for player in view["players"]:
        found.update(_benched(view, player, t))
    return found


def _benched(view: DreambladeView, player: PlayerView, t: Translate) -> Iterator[tuple[str, list[Thing]]]:
    y = 0.0
    for _zone, figures in _listed(view, player):
        y += TITLE
        for figure in figures:
            outline = oblong(1, y + 1, BENCH - 2, ROW - 2)
            yield (
                figure["id"],
                [Thing(f"bench-{player['seat']}", outline, tips.figure(figure, t), used_by=("spawn",))],
            )
            y += ROW
        y += 8
