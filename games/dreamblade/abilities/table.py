"""DB-11.1: all abilities by name, of which kind they are, and each in one sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.contract.text import gettext_noop as _

STATIC, ACTIVATED, TRIGGERED, PERMISSION = "S", "A", "T", "R"


class AbilityKind(NamedTuple):
    """What all abilities of a name have in common; {x} is the printed number, {who} those of a modifier."""

    kind: str
    brief: str
    may_lack_value: bool = False

    @property
    def is_activated(self) -> bool:
        """DB-11.1: it needs a condition: blades, spawn points, or coming into play."""
        return self.kind == ACTIVATED

    @property
    def needs_value(self) -> bool:
        """Whether a number is printed behind its name."""
        return "{x}" in self.brief


ABILITIES: Mapping[str, AbilityKind] = {
    # 11a: movement and position
    "ADVANCE": AbilityKind(ACTIVATED, _("You may move an unengaged ally one cell.")),
    "SKIRMISH": AbilityKind(ACTIVATED, _("You may move an engaged ally to an adjacent cell.")),
    "EXPEL": AbilityKind(ACTIVATED, _("Move an engaged enemy to an adjacent cell.")),
    "LURE": AbilityKind(ACTIVATED, _("You may pull an enemy one cell closer to this.")),
    "SCARE": AbilityKind(ACTIVATED, _("You may push an unengaged enemy one cell away from this.")),
    "SWAP": AbilityKind(ACTIVATED, _("This may exchange cells with an ally in another cell.")),
    "TELEPORT": AbilityKind(ACTIVATED, _("You may move this to any cell that is not a portal.")),
    "GATHER": AbilityKind(ACTIVATED, _("Move an adjacent ally into this cell.")),
    "DEFENDER": AbilityKind(PERMISSION, _("Cannot shift into a cell with an enemy.")),
    "REINFORCE": AbilityKind(PERMISSION, _("May be spawned in any cell with one of your creatures.")),
    "DOMINATE": AbilityKind(STATIC, _("Claims its scoring cell even if the cell is contested.")),
    # 11b: damage and attacks
    "CRIT": AbilityKind(ACTIVATED, _("{x} more damage in this combat.")),
    "FUMBLE": AbilityKind(ACTIVATED, _("{x} less damage in this combat.")),
    "FLANKING": AbilityKind(ACTIVATED, _("{x} more damage if you have more creatures in the combat cell.")),
    "HEROICS": AbilityKind(ACTIVATED, _("{x} more damage if you have fewer creatures in the combat cell.")),
    "PACK": AbilityKind(ACTIVATED, _("1 more damage for each local or adjacent ally.")),
    "STALWART": AbilityKind(ACTIVATED, _("1 more damage for each local enemy.")),
    "PAYBACK": AbilityKind(ACTIVATED, _("More damage: the power of a local enemy.")),
    "ASSAULT": AbilityKind(ACTIVATED, _("Special attack of power {x} on a local enemy.")),
    "WARPSTRIKE": AbilityKind(ACTIVATED, _("Special attack of power {x} on an enemy in another cell.")),
    "AMBUSH": AbilityKind(TRIGGERED, _("Special attack of power {x} on each enemy that enters this cell.")),
    "CHARGE": AbilityKind(
        TRIGGERED, _("Special attack of power {x} on a local enemy when it enters a cell with enemies.")
    ),
    "STRIKEBACK": AbilityKind(
        TRIGGERED,
        _(
            "Special attack of power {x} on a local enemy, in your opponent's action phase, after a local"
            " enemy has attacked and none of your creatures was removed."
        ),
    ),
    "BOMB": AbilityKind(ACTIVATED, _("Sacrifice this and deal {x} damage to each local enemy.")),
    "FORTUNATE": AbilityKind(STATIC, _("You may reroll up to {x} dice when this attacks.")),
    "FEROCITY": AbilityKind(
        ACTIVATED, _("A local enemy is destroyed instead of being disrupted in this combat.")
    ),
    "RELENTLESS": AbilityKind(STATIC, _("Enemies that its attacks damage cannot be disrupted.")),
    "BODYGUARD": AbilityKind(
        PERMISSION,
        _("Local allies cannot be dealt damage before this has enough to be disrupted or destroyed."),
    ),
    "LONER": AbilityKind(PERMISSION, _("Can only attack alone.")),
    # 11c: statistics
    "BOLSTER": AbilityKind(STATIC, _("Local and adjacent allies have {x} more defense.")),
    "INVIGORATE": AbilityKind(STATIC, _("Local and adjacent allies have {x} more life.")),
    "ENRAGE": AbilityKind(STATIC, _("Local and adjacent allies have {x} more power.")),
    "DRAIN": AbilityKind(STATIC, _("Local enemies have {x} less life.")),
    "PANIC": AbilityKind(STATIC, _("Local enemies have {x} less defense.")),
    "WEAKEN": AbilityKind(STATIC, _("Local enemies have {x} less power.")),
    "INCITER": AbilityKind(STATIC, _("Local enemies have {x} more power.")),
    "FIGHT": AbilityKind(STATIC, _("{x} more power while an enemy of that kind is local.")),
    "GEOMANCY": AbilityKind(
        STATIC, _("All its statistics grow by 1 for each of your locations in its column.")
    ),
    "THANATOMANCY": AbilityKind(STATIC, _("Its power is the number of creatures in your graveyard.")),
    # 11d: changers of blade abilities
    "COPY": AbilityKind(STATIC, _("Has the blade abilities of every other local creature.")),
    "NULLIFY": AbilityKind(STATIC, _("Blade abilities of local creatures cannot be used.")),
    "HELLSFURY": AbilityKind(STATIC, _("Local and adjacent Hellbred allies also have B:Crit 2.")),
    # 11e: spawn economy
    "ENERGIZE": AbilityKind(STATIC, _("You have {x} more to spend in your spawn phase.")),
    "CHANNEL": AbilityKind(STATIC, _("What you spawn costs {x} less.")),
    "VESSEL": AbilityKind(STATIC, _("Gives you {x} bonus points instead of 2 when it is destroyed.")),
    "APPEASE": AbilityKind(ACTIVATED, _("Sacrifice one of your creatures.")),
    "RESPAWN": AbilityKind(
        PERMISSION, _("May be spawned from your graveyard for {x} points."), may_lack_value=True
    ),
    "UNIQUE": AbilityKind(PERMISSION, _("You can have only one of it on the map.")),
    "VENGEANCE": AbilityKind(PERMISSION, _("Cannot be spawned before your opponent has won {x} turns.")),
    # 11f: destruction, return, removal
    "REGENERATE": AbilityKind(STATIC, _("Is banished instead of being destroyed.")),
    "REINCARNATE": AbilityKind(
        TRIGGERED, _("When it is destroyed, another creature returns from your graveyard to your reserves.")
    ),
    "RAISE": AbilityKind(ACTIVATED, _("You may return a creature from your graveyard to your reserves.")),
    "PURGE": AbilityKind(ACTIVATED, _("Put a miniature from your opponent's reserves into the graveyard.")),
    "DEMOLISH": AbilityKind(ACTIVATED, _("Destroy a local or adjacent location.")),
    "WAIL": AbilityKind(
        ACTIVATED, _("Roll two ordinary dice and banish all creatures whose spawn cost is the sum.")
    ),
    "DISSIPATE": AbilityKind(ACTIVATED, _("Banish this creature.")),
    "FADE": AbilityKind(TRIGGERED, _("After it has attacked it is banished.")),
    "DETONATE": AbilityKind(TRIGGERED, _("After it has attacked it is sacrificed.")),
    "BLOODTHIRSTY": AbilityKind(
        TRIGGERED, _("After it has attacked it is sacrificed, unless an enemy creature was destroyed.")
    ),
}
