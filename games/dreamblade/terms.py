"""The words of the rules, each in a sentence or two: for players who ask what one means."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key

_PORTAL = _(
    "Your own corner of the map, E1 for South and A5 for North: your creatures may always be spawned there."
)
_SCORING = _(
    "One of the nine central cells, B2 to D4. It gives points to the player whose letter stands in it:"
    " S for South, N for North. Six of them count for each."
)
_ENGAGED = _(
    "A creature is engaged while an enemy is in its cell: it cannot shift. Locations are never engaged."
)
_CONTESTED = _("A cell with creatures of both players. You can strike in it, once in an action phase.")
_ASPECT = _(
    "Valor, Madness, Fear or Passion (V, M, F, P). A miniature costs one point more for each of its"
    " symbols of an aspect beyond the number of your miniatures of that aspect on the map and in your"
    " graveyard."
)
_LINEAGE = _("Bloodcut, Hellbred, Hivelings, Janus or Lost; it matters only to abilities that name it.")
_BLADES = _(
    "Each blade that the dice of a strike show pays for a blade ability of an attacker, or of your"
    " location in that cell: B: one blade, once; M: one blade, as often as you like; BB: and MM: the"
    " same with two. While something can be paid, it must be."
)
_DISRUPTION = _(
    "Damage of at least its defense disrupts a creature: its opponent puts it in any empty cell except"
    " their own portal. If its life is reached too, the opponent chooses."
)
_DESTRUCTION = _(
    "Damage of at least its life destroys a creature. The opponent has a point in this turn, and its"
    " owner two bonus points for the next spawn phase."
)
_DEATHBLOW = _(
    "In the first player's action phases the second player's dying creatures strike once more before"
    " they go to the graveyard. Blades count for nothing."
)
_INITIATIVE = _(
    "Each player rolls a die. The higher goes first, and both have the sum of the dice as spawn points."
    " If a 1 stays, nobody spawns in this turn."
)
_BONUS = _("Two points for each of your miniatures that is destroyed, to be spent in your next spawn phase.")
_POINTS = _(
    "Conquest points: what the cells are worth that you hold alone when the turn ends, and one for each"
    " miniature that you have destroyed. Who has more wins the turn; six turns win the match."
)
_STACKING = _(
    "At most four creatures of each player and one location to a cell; only your portal takes more."
)
_SPECIAL = _("Any attack but that of a strike: it has one target, and blades count for nothing.")

TERMS: Mapping[str, str] = {
    "portal": _PORTAL,
    "spawn row": _("The five cells on your side of the map: row 1 for South, row 5 for North."),
    "key cell": _SCORING, "scoring cell": _SCORING, "key cells": _SCORING, "scoring cells": _SCORING,
    "engaged": _ENGAGED, "unengaged": _ENGAGED, "contested": _CONTESTED, "contested cell": _CONTESTED,
    "local": _("In the same cell."),
    "adjacent": _("In a cell that shares a side; never diagonally."),
    "ally": _("Another creature of the same player."), "enemy": _("A creature of the opponent."),
    "valor": _ASPECT, "madness": _ASPECT, "fear": _ASPECT, "passion": _ASPECT,
    "aspect": _ASPECT, "aspects": _ASPECT, "surcharge": _ASPECT, "price": _ASPECT,
    "lineage": _LINEAGE, "bloodcut": _LINEAGE, "hellbred": _LINEAGE, "hivelings": _LINEAGE, "janus": _LINEAGE,
    "lost": _LINEAGE,
    "power": _("The attack dice that a creature rolls. A die shows 1, 2, 3, a blade, or nothing (twice)."),
    "defense": _DISRUPTION, "life": _DESTRUCTION,
    "blades": _BLADES, "blade ability": _BLADES,
    "disrupted": _DISRUPTION, "disruption": _DISRUPTION,
    "destroyed": _DESTRUCTION, "destruction": _DESTRUCTION,
    "banished": _("Back to the reserves of its owner. Nobody gains anything, and it can be spawned again."),
    "sacrificed": _("Put into the graveyard of its owner. Nobody gains anything."),
    "deathblow": _DEATHBLOW, "deathblows": _DEATHBLOW,
    "special attack": _SPECIAL,
    "initiative": _INITIATIVE, "spawn points": _INITIATIVE,
    "bonus": _BONUS, "bonus points": _BONUS,
    "points": _POINTS, "conquest points": _POINTS, "turns won": _POINTS,
    "stacking": _STACKING, "stacking limit": _STACKING,
    "location": _("It never moves, fights or claims a cell. It is spawned beside a creature of yours."),
    "cip": _("“CIP:” stands before an ability that is used when the miniature comes into play."),
}  # fmt: skip


def meaning(word: str) -> str:
    """What a word of the rules means; empty if it is none."""
    return TERMS.get(key(word), "")
