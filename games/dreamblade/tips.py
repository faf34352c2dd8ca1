"""What a miniature or a cell is, for a reader who points at it."""

from __future__ import annotations

from games.dreamblade.board import SIDES
from games.dreamblade.catalogue import MINIATURES
from games.dreamblade.figuretext import abilities, headline
from games.dreamblade.geometry import PORTAL, SCORING
from games.dreamblade.views import DreambladeView, FigureView
from games.engine.contract.guide import Translate
from games.engine.contract.text import gettext_noop as _


def figure(figure: FigureView, t: Translate) -> str:
    """Name, statistics as they are now, abilities."""
    told = [f"{figure['name']} ({figure['id']})", *about(figure, t)]
    told += [t(_("engaged: it cannot shift"))] if figure.get("engaged") else []
    return "\n".join(told)


def about(figure: FigureView, t: Translate) -> list[str]:
    """The same beside its name."""
    miniature = MINIATURES[figure["code"]]
    told = [_now(figure, t) or headline(miniature, t)]
    damage = figure.get("damage", 0)
    told += [t(_("damage so far: {damage}")).format(damage=damage)] if damage else []
    price = figure.get("price")
    told += [t(_("to spawn it now: {price}")).format(price=price)] if price is not None else []
    return [*told, *abilities(miniature, t)]


def _now(figure: FigureView, t: Translate) -> str:
    if "power" not in figure or "defense" not in figure or "life" not in figure:
        return ""
    stats = t(_("power {power}, defense {defense}, life {life}"))
    return stats.format(power=figure["power"], defense=figure["defense"], life=figure["life"])


def cell(view: DreambladeView, cell: str, t: Translate) -> str:
    """Its name, what it is worth, who stands there."""
    told = [cell]
    for side, name in SIDES.items():
        if cell in SCORING[side]:
            told.append(t(_("worth {points} to {side}")).format(points=SCORING[side][cell], side=t(name)))
        if PORTAL[side] == cell:
            told.append(t(_("the portal of {side}")).format(side=t(name)))
    sides = {player["seat"]: t(SIDES[player["side"]]) for player in view["players"]}
    here = [figure for figure in view["figures"] if figure["at"] == cell]
    ranked = sorted(here, key=lambda figure: (not figure["is_creature"], sides[figure["seat"]]))
    return "\n".join([*told, *(_line(figure, sides[figure["seat"]], t) for figure in ranked)])


def _line(figure: FigureView, side: str, t: Translate) -> str:
    """`North: Iron Thug (thug) 6/6/14, damage so far: 4`."""
    stats = "/".join(str(figure.get(name, "")) for name in ("power", "defense", "life")).strip("/")
    damage = figure.get("damage", 0)
    hurt = t(_("damage so far: {damage}")).format(damage=damage) if damage else ""
    said = " ".join(filter(None, [f"{side}: {figure['name']} ({figure['id']})", stats]))
    return ", ".join(filter(None, [said, hurt]))
