"""ED-19.5: the timing windows as people say them; orders name them by their codes."""

from __future__ import annotations

from games.engine.contract.text import gettext_noop as _

MOMENTS = {
    "bearer_turn_start": _("at the start of its player's turn"),
    "active_start": _("at the start of an Active turn"),
    "main": _("now"),
    "open": _("now"),
    "activation": _("when a Squad is activated"),
    "move_declared": _("when a Move is declared"),
    "enter_space": _("when a model enters the Space"),
    "move_end": _("after a Move"),
    "contact_lost": _("when an enemy leaves the Shrine's contact"),
    "shrine_moved": _("when the Shrine has been moved"),
    "combat_declared": _("when a Combat is declared"),
    "ini_check": _("before INI is compared"),
    "in_combat": _("before the first roll of a Combat"),
    "before_attack": _("before an Attack roll"),
    "after_attack": _("after an Attack roll"),
    "before_defense": _("before a Defence roll"),
    "after_defense": _("after a Defence roll"),
    "defense_won": _("when an Attack has failed"),
    "counter_declared": _("when a counterattack is declared"),
    "combat_end": _("at the end of a Combat"),
    "before_hit": _("before a roll to hit"),
    "after_hit": _("after a roll to hit"),
    "before_roll": _("before a roll of yours"),
    "after_roll": _("after a roll of yours"),
    "wound_pending": _("when Wounds are about to be dealt"),
    "end_lost": _("when an Endurance token has been lost"),
    "wound_dealt": _("when Wounds have been dealt"),
    "killed": _("when a model has died"),
    "card_played": _("when an Action has been carried out"),
    "before_end": _("before the End Step"),
    "active_end": _("at the end of an Active turn"),
    "passive_start": _("at the start of a Passive turn"),
    "passive_harvest": _("in the Harvest"),
    "passive_end": _("at the end of a Passive turn"),
}
