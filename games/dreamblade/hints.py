"""What a form tells beside a word: abilities of a miniature, what is in a cell, the chances of a strike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.dreamblade.catalogue import MINIATURES
from games.dreamblade.figuretext import Translate, abilities, headline
from games.dreamblade.geometry import PLACE
from games.dreamblade.odds import chance_of, chance_of_blades
from games.dreamblade.state import STRIKE
from games.dreamblade.views import DreambladeView, FigureView
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path


def about(path: Path, view: DreambladeView, t: Translate) -> list[str]:
    """The lines for the last word of an answer; none where the label says all."""
    word = path[-1]
    if path[0] == STRIKE and len(path) > 1:
        return list(_strike(path[1], path[2:], view, t))
    if word in PLACE:
        here = [figure for figure in view["figures"] if figure["at"] == word]
        return [", ".join(figure["id"] for figure in here)] if here else []
    codes = {figure["id"]: figure["code"] for figure in view["figures"]}
    miniature = MINIATURES.get(codes.get(word, word))
    return [headline(miniature, t), *abilities(miniature, t)] if miniature is not None else []


def _strike(cell: str, names: Path, view: DreambladeView, t: Translate) -> Iterator[str]:
    """The chances of a regular attack, exactly, without rerolls and what blades add."""
    here = [figure for figure in view["figures"] if figure["at"] == cell and figure["is_creature"]]
    own = [figure for figure in here if figure["seat"] == view["active"]]
    dice = sum(figure.get("power", 0) for figure in _attackers(own, names))
    said = t(_("dice {dice}, damage {average} on average, at least one blade {blade}%"))
    yield said.format(dice=dice, average=dice, blade=_percent(chance_of_blades(dice)))
    for figure in here:
        if figure not in own:
            yield _removal(figure, dice, t)


def _attackers(own: Sequence[FigureView], names: Path) -> list[FigureView]:
    """Those who are named; unless anybody is, all who are no Loners."""
    if names and names != ("all",):
        return [figure for figure in own if figure["id"] in names]
    return [f for f in own if all(a.name != "LONER" for a in MINIATURES[f["code"]].abilities)]


def _removal(figure: FigureView, dice: int, t: Translate) -> str:
    damage = figure.get("damage", 0)
    disrupt = chance_of(dice, figure.get("defense", 1) - damage)
    destroy = chance_of(dice, figure.get("life", 1) - damage)
    said = t(_("all of it on {figure}: disrupted {disrupt}%, destroyed {destroy}%"))
    return said.format(figure=figure["id"], disrupt=_percent(disrupt), destroy=_percent(destroy))


def _percent(chance: float) -> int:
    return round(100 * chance)
