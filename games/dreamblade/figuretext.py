"""A miniature in words: statistics, aspects, lineage, and what its abilities do."""

from __future__ import annotations

from collections.abc import Callable

from games.dreamblade.abilities.table import ABILITIES
from games.dreamblade.catalogue import Ability, Miniature
from games.engine.contract.rosters import Part
from games.engine.contract.text import gettext_noop as _

Translate = Callable[[str], str]

ASPECT_NAMES = {"valor": _("Valor"), "madness": _("Madness"), "fear": _("Fear"), "passion": _("Passion")}
RARITIES = {"common": _("common"), "uncommon": _("uncommon"), "rare": _("rare")}
_SIDES = {
    "Self": _("It concerns this creature itself."),
    "Allies": _("It concerns allies in the same cell only."),
    "Enemies": _("It concerns enemies only."),
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
    else:
        parts.append(t(_("location")))
    return "; ".join([*parts, *([miniature.lineage] if miniature.lineage else [])])


def brief(ability: Ability, t: Translate) -> str:
    """What an ability does, in a sentence or two."""
    said = t(ABILITIES[ability.name].brief).format(x=ability.value)
    modifier = ability.modifier
    if modifier is None:
        return said
    if modifier in _SIDES:
        return f"{said} {t(_SIDES[modifier])}"
    concerns = (
        _("The enemy must be {who}.") if ability.name == "FIGHT" else _("It concerns {who} miniatures only.")
    )
    return f"{said} {t(concerns).format(who=modifier)}"


def ability_name(ability: Ability) -> str:
    """The name of an ability as it is printed, without condition, modifier and number."""
    return {"HELLSFURY": "Hell's Fury"}.get(ability.name, ability.name.title())


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
