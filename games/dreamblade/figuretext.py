"""A miniature in words: statistics, aspects, lineage, and what its abilities do."""

from __future__ import annotations

from collections.abc import Callable

from games.dreamblade.abilities.table import ABILITIES
from games.dreamblade.catalogue import MINIATURES, Ability, Miniature, Warband
from games.engine.contract.rosters import Part
from games.engine.contract.text import gettext_noop as _

Translate = Callable[[str], str]

ASPECT_NAMES = {"valor": _("Valor"), "madness": _("Madness"), "fear": _("Fear"), "passion": _("Passion")}
RARITIES = {"common": _("common"), "uncommon": _("uncommon"), "rare": _("rare")}
_SIDES = {
    "Self": _("It affects this creature itself."),
    "Allies": _("It affects only allies in the same cell."),
    "Enemies": _("It affects only enemies."),
}
_BLADES = {  # DB-9.8
    (1, False): _("one blade, once in a combat"),
    (1, True): _("one blade, any number of times"),
    (2, False): _("two blades, once in a combat"),
    (2, True): _("two blades, any number of times"),
}


def headline(miniature: Miniature, t: Translate) -> str:
    """Type, cost and statistics in one line."""
    parts = [t(_("cost {cost} {symbols}")).format(cost=miniature.cost, symbols=miniature.symbols)]
    if miniature.is_creature:
        power, defense, life = miniature.printed
        stats = t(_("power {power}, defense {defense}, life {life}"))
        shown = "T" if miniature.power == "T" else power
        parts.append(stats.format(power=shown, defense=defense, life=life))
    return "; ".join([*parts, *kind(miniature, t)])


def kind(miniature: Miniature, t: Translate) -> list[str]:
    """That it is a location, and its lineage, where there is something to say."""
    return [
        *([] if miniature.is_creature else [t(_("location"))]),
        *([miniature.lineage] if miniature.lineage else []),
    ]


# Where a modifier changes the sentence itself.
_TURNED = {
    ("SKIRMISH", "Self"): _("You may move this to an adjacent cell while it is engaged."),
    ("TELEPORT", "Allies"): _("You may move a local ally to any cell that is not a portal."),
}
_ABOUT_WHOM = {
    "FIGHT": _("Only {who} enemies count."),
    "REINFORCE": _("One of the creatures there must be {who}."),
}


def brief(ability: Ability, t: Translate) -> str:
    """What an ability does, in a sentence or two."""
    modifier = ability.modifier
    turned = _TURNED.get((ability.name, modifier or ""))
    if turned is not None:
        return t(turned)
    said = t(ABILITIES[ability.name].brief).format(x=ability.value)
    if modifier is None:
        return said
    if modifier in _SIDES:
        return f"{said} {t(_SIDES[modifier])}"
    concerns = _ABOUT_WHOM.get(ability.name, _("It affects only {who} miniatures."))
    return f"{said} {t(concerns).format(who=modifier)}"


def ability_name(ability: Ability) -> str:
    """The name of an ability as it is printed, without condition, modifier and number."""
    return name_of_ability(ability.name)


def name_of_ability(name: str) -> str:
    """The same, of its name in the data."""
    return {"HELLSFURY": "Hell's Fury"}.get(name, name.title())


def when(ability: Ability, t: Translate) -> str:
    """DB-10.2: on which condition, in words."""
    condition = ability.condition
    said = {
        "always": "",
        "blade": t(_BLADES[condition.blades, condition.repeat]) if condition.blades else "",
        "spawn": t(_("{points} spawn points")).format(points=condition.points),
        "comes_into_play": t(_("when it comes into play")),
    }[condition.kind]
    place = t(_("on a scoring cell of yours")) if condition.on_scoring_cell else ""
    return ", ".join(filter(None, [said, place]))


def parts(miniature: Miniature, t: Translate) -> tuple[Part, ...]:
    """Its abilities as lists show them: name, condition, what it does."""
    return tuple(Part(ability.text, when(ability, t), brief(ability, t)) for ability in miniature.abilities)


def abilities(miniature: Miniature, t: Translate) -> list[str]:
    """A line for each ability."""
    return [f"{ability.text}: {brief(ability, t)}" for ability in miniature.abilities]


def contents(warband: Warband) -> str:
    """The miniatures of a warband with their costs, the cheapest first."""
    ranked = sorted(warband.counts.items(), key=lambda row: MINIATURES[row[0]].cost)
    return ", ".join(
        f"{MINIATURES[code].name} {MINIATURES[code].cost}" + (f" ×{count}" if count > 1 else "")
        for code, count in ranked
    )
