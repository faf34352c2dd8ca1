"""What a form tells beside a word: abilities of a miniature, what is in a cell, the chances of a strike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.dreamblade import tips
from games.dreamblade.abilities.table import ABILITIES
from games.dreamblade.board import label
from games.dreamblade.catalogue import MINIATURES, WARBANDS, WORDS
from games.dreamblade.figuretext import (
    Translate,
    abilities,
    brief,
    contents,
    headline,
    name_of_ability,
    when,
)
from games.dreamblade.geometry import PLACE
from games.dreamblade.odds import chance_of, chance_of_blades
from games.dreamblade.rules.blades import FURY
from games.dreamblade.state import STRIKE, is_fitting
from games.dreamblade.terms import meaning
from games.dreamblade.views import DreambladeView, FigureView
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.tree import Path


def about(path: Path, view: DreambladeView, t: Translate) -> list[str]:
    """The lines for the last word of an answer; none where the label says all."""
    word = path[-1]
    if path[0] == STRIKE and len(path) > 1:
        return list(_strike(path[1], path[2:], view, t))
    if word in PLACE:
        here = [figure for figure in view["figures"] if figure["at"] == word]
        return [", ".join(figure["id"] for figure in here)] if here else []
    if word in WARBANDS:
        return [contents(WARBANDS[word])]
    figure = _figure(word, view)
    if figure is not None and figure["at"] in PLACE:
        return tips.about(figure, t)
    miniature = MINIATURES.get(figure["code"] if figure is not None else word)
    if miniature is None:
        return _used(path, view, t)
    price = figure.get("price", miniature.cost) if figure is not None else miniature.cost
    costs = [t(_("to spawn it now: {price}")).format(price=price)] if price != miniature.cost else []
    return [*costs, headline(miniature, t), *abilities(miniature, t)]


def _figure(name: str, view: DreambladeView) -> FigureView | None:
    return next((figure for figure in view["figures"] if figure["id"] == name), None)


def _used(path: Path, view: DreambladeView, t: Translate) -> list[str]:
    """`scout advance`, `mimic crit/savage`: what that does, and for how much."""
    word, _slash, whence = path[-1].partition("/")
    holder = _figure(whence or "".join(path[-2:-1]), view)
    if holder is None:
        return []
    own = [*MINIATURES[holder["code"]].abilities, *([FURY] if whence else [])]
    found = next((ability for ability in own if ability.word == word), None)
    return [": ".join(filter(None, [when(found, t), brief(found, t)]))] if found is not None else []


def _strike(cell: str, names: Path, view: DreambladeView, t: Translate) -> Iterator[str]:
    """The chances of a regular attack, exactly, without rerolls and what blades add."""
    here = [figure for figure in view["figures"] if figure["at"] == cell and figure["is_creature"]]
    own = [figure for figure in here if figure["seat"] == view["active"]]
    attackers = _attackers(own, names)
    dice = sum(figure.get("power", 0) for figure in attackers)
    said = t(_("dice {dice}, damage {average} on average, at least one blade {blade}%"))
    yield said.format(dice=dice, average=dice, blade=_percent(chance_of_blades(dice)))
    can_disrupt = not any(_has(figure, "RELENTLESS") for figure in attackers)
    foes = [figure for figure in here if figure not in own]
    for figure in foes:
        yield _removal(figure, foes, dice, t, can_disrupt=can_disrupt)


def _attackers(own: Sequence[FigureView], names: Path) -> list[FigureView]:
    """Those who are named; unless anybody is, all who are no Loners."""
    if names and names != ("all",):
        return [figure for figure in own if figure["id"] in names]
    return [figure for figure in own if not _has(figure, "LONER")]


def _has(figure: FigureView, name: str) -> bool:
    return any(ability.name == name for ability in MINIATURES[figure["code"]].abilities)


def _removal(
    figure: FigureView, foes: Sequence[FigureView], dice: int, t: Translate, *, can_disrupt: bool
) -> str:
    """What can become of one enemy; before it, Bodyguards must have enough (DB-A.BODYGUARD)."""
    before = sum(_missing(guard) for guard in foes if _guards(guard, figure))
    damage = figure.get("damage", 0)
    disrupt = chance_of(dice, before + figure.get("defense", 1) - damage) if can_disrupt else 0.0
    destroy = chance_of(dice, before + figure.get("life", 1) - damage)
    said = t(_("all of it on {figure}: can be disrupted {disrupt}%, destroyed {destroy}%"))
    if before:
        said = t(
            _("{before} on Bodyguards, then {figure}: can be disrupted {disrupt}%, destroyed {destroy}%")
        )
    return said.format(
        figure=figure["id"], before=before, disrupt=_percent(disrupt), destroy=_percent(destroy)
    )


def _missing(guard: FigureView) -> int:
    return max(0, min(guard.get("defense", 1), guard.get("life", 1)) - guard.get("damage", 0))


def _guards(guard: FigureView, figure: FigureView) -> bool:
    """Whether one protects the other; Bodyguards do not protect each other."""
    found = next((a for a in MINIATURES[guard["code"]].abilities if a.name == "BODYGUARD"), None)
    if found is None or _has(figure, "BODYGUARD"):
        return False
    return is_fitting(MINIATURES[figure["code"]], found.modifier)


def _percent(chance: float) -> int:
    return round(100 * chance)


# Looking things up.


def look_up(words: str, view: DreambladeView, t: Translate) -> list[str]:
    """A miniature by id, word, name or code, a warband, an ability by name, a cell with what is in it."""
    name = key(words.strip('"“”'))
    codes = [
        code
        for code, miniature in MINIATURES.items()
        if name in (code.lower(), key(miniature.name), WORDS[code])
    ]
    present = [figure for figure in view["figures"] if _is_called(figure, name)]
    found = [*(line for figure in present for line in tips.figure(figure, t).splitlines())]
    if not present:
        found += [line for code in codes for line in (MINIATURES[code].name, *_printed(code, t))]
    for warband in WARBANDS.values():
        if name in (warband.id.lower(), key(warband.name)):
            found += [f"{warband.id} {warband.name} ({warband.theme})", f"  {contents(warband)}"]
    if name.upper() in PLACE:
        found += tips.cell(view, name.upper(), t).splitlines()
    found += _ability(name, t)
    return found or ([t(meaning(name))] if meaning(name) else [])


def _is_called(figure: FigureView, name: str) -> bool:
    """By its id, as its token shows it, or by its name, which it may share with others."""
    return name in (figure["id"], label(figure).lower(), key(figure["name"]))


def _printed(code: str, t: Translate) -> list[str]:
    miniature = MINIATURES[code]
    return [f"  {line}" for line in (headline(miniature, t), *abilities(miniature, t))]


def _ability(name: str, t: Translate) -> list[str]:
    """`Bodyguard`, `Hell's Fury`; as it is printed, with its number: `MM:Crit 4`, `Bolster Janus +2`."""
    printed = {key(a.text): a for miniature in MINIATURES.values() for a in miniature.abilities}
    exactly = printed.get(name)
    if exactly is not None:
        return [": ".join(filter(None, [exactly.text, when(exactly, t), brief(exactly, t)]))]
    said = name.rpartition(":")[2]
    number = said.split(" ")[-1].lstrip("+")
    for plain in (said.replace(" ", "").upper(), said.split(" ")[0].upper()):
        if plain in ABILITIES:
            told = t(ABILITIES[plain].brief).format(x=number if number.isdigit() else "X")
            return [f"{name_of_ability(plain)}: {told}"]
    return []


def texts(view: DreambladeView, t: Translate) -> list[str]:
    """What all miniatures on the map can do, each kind once, for those who do not know them by heart."""
    codes = dict.fromkeys(figure["code"] for figure in view["figures"] if figure["at"] in PLACE)
    return [
        line
        for code in sorted(codes)
        for line in (f"{MINIATURES[code].name} ({WORDS[code]}, {code})", *_printed(code, t))
    ]
