"""DB-13: all miniatures, to be looked up by aspect, cost, lineage and ability."""

from __future__ import annotations

from games.dreamblade import figuretext
from games.dreamblade.catalogue import MINIATURES, WORDS, Miniature
from games.dreamblade.figuretext import ASPECT_NAMES, Translate
from games.engine.contract.reference import Entry, Filter, Reference
from games.engine.contract.text import gettext_noop as _

# The marks of the board as letters have them: they tell the aspects apart without colour.
SIGNS = {"valor": "■", "madness": "●", "fear": "▼", "passion": "◆"}
FILTERS = (
    Filter("aspect", _("Aspect")),
    Filter("cost", _("Cost")),
    Filter("lineage", _("Lineage")),
    Filter("ability", _("Ability")),
    Filter("rarity", _("Rarity")),
)


def entries(translate: Translate) -> list[Entry]:
    """A card for each miniature, in the order of the catalogue."""
    return [_entry(miniature, translate) for miniature in MINIATURES.values()]


def _entry(miniature: Miniature, t: Translate) -> Entry:
    under = {
        "aspect": tuple(t(ASPECT_NAMES[aspect]) for aspect in miniature.aspects),
        "cost": (str(miniature.cost),),
        "lineage": (miniature.lineage,) if miniature.lineage else (),
        "ability": tuple(figuretext.ability_name(ability) for ability in miniature.abilities),
        "rarity": (t(figuretext.RARITIES[miniature.rarity]),),
    }
    word = t(_("in orders: {word}")).format(word=WORDS[miniature.code])
    line, parts = f"{figuretext.headline(miniature, t)}; {word}", figuretext.parts(miniature, t)
    besides = "; ".join([*figuretext.kind(miniature, t), word])
    facts, foot = _facts(miniature, t), _foot(miniature, t)
    return Entry(miniature.code, miniature.name, line, parts, under, facts, foot, besides)


def _facts(miniature: Miniature, t: Translate) -> tuple[tuple[str, str], ...]:
    """The numbers of a card; locations have a cost only."""
    cost = ((t(_("cost")), f"{miniature.cost}{miniature.symbols}"),)
    if not miniature.is_creature:
        return cost
    power, defense, life = miniature.printed
    shown = "T" if miniature.power == "T" else str(power)
    names = (t(_("power")), t(_("defense")), t(_("life")))
    return (*cost, *zip(names, (shown, str(defense), str(life)), strict=True))


def _foot(miniature: Miniature, t: Translate) -> str:
    aspects = " + ".join(f"{SIGNS[aspect]} {t(ASPECT_NAMES[aspect])}" for aspect in miniature.aspects)
    kind = t(_("creature")) if miniature.is_creature else t(_("location"))
    return " · ".join([aspects, kind, t(figuretext.RARITIES[miniature.rarity])])


REFERENCE = Reference(_("Miniatures"), FILTERS, entries)
