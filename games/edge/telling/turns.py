"""ED-5 to ED-7, ED-15, ED-22: turns, payments and the end in sentences."""

from __future__ import annotations

from functools import reduce

from games.edge.names import squad_name
from games.edge.rules.ending import REASONS
from games.edge.telling.values import Sentence, card, counted, listed, number, plain, squad, who
from games.engine.contract.events import Values
from games.engine.contract.phrases import Phrase, Seat, say
from games.engine.contract.text import gettext_noop as _


def _declared(values: Values) -> Phrase:
    active, passive = _("{seat} takes an Active turn."), _("{seat} takes a Passive turn.")
    return say(active if values["kind"] == "active" else passive, seat=who(values))


def _harvested(values: Values) -> Phrase:
    sites = ", ".join(listed(values["sites"]))
    one, several = _("{seat} harvests 1 Crystal ({sites})."), _("{seat} harvests {count} Crystals ({sites}).")
    template = one if number(values) == 1 else several
    return say(template, seat=who(values), count=number(values), sites=sites)


def _paid(values: Values) -> Phrase:
    units = listed(values["units"])
    counts = {unit: units.count(unit) for unit in dict.fromkeys(units)}
    if values["temporary"]:
        counts = {"temporary": number(values, "temporary"), **counts}
    paid = [_unit(unit, count) for unit, count in counts.items()]
    return say(_("{seat} pays {units}."), seat=who(values), units=reduce(_and, paid))


_UNITS = {
    "crystal": (_("{count} Crystal"), _("{count} Crystals")),
    "vp": (_("{count} VP"), _("{count} VP")),
    "dark": (_("{count} Dark Point"), _("{count} Dark Points")),
    "stored": (_("{count} Endurance from the Shrine"), _("{count} Endurance from the Shrine")),
    "temporary": (_("{count} Temporary Crystal"), _("{count} Temporary Crystals")),
}


def _unit(name: str, count: int) -> Phrase:
    if name not in _UNITS:
        return say(_("{count} Endurance ({squad})"), count=count, squad=squad_name(name))
    one, several = _UNITS[name]
    return say(one if count == 1 else several, count=count)


def _and(first: Phrase, more: Phrase) -> Phrase:
    return say(_("{first}, {more}"), first=first, more=more)


def _both(one: Phrase, other: Phrase) -> Phrase:
    return say(_("{one} and {other}"), one=one, other=other)


def _ended(values: Values) -> Phrase:
    reason = say(REASONS[str(values["reason"])])
    if "winners" in values:
        winners = [say("{seat}", seat=Seat(int(winner))) for winner in listed(values["winners"])]
        return say(_("{reason} {winners} have won."), reason=reason, winners=reduce(_both, winners))
    if values["winner"] is None:
        return say(_("{reason} The match is a draw."), reason=reason)
    return say(_("{reason} {winner} has won."), reason=reason, winner=who(values, "winner"))


SENTENCES: dict[str, Sentence] = {
    "turn_began": lambda v: say(_("It is {seat}'s turn."), seat=who(v)),
    "declared": _declared,
    "harvested": _harvested,
    "took_crystal": plain(_("{seat} takes a Crystal from the neutral pile.")),
    "refreshed": counted(_("{seat} refreshes 1 Crystal."), _("{seat} refreshes {count} Crystals.")),
    "gained_crystals": counted(_("{seat} gains 1 Crystal."), _("{seat} gains {count} Crystals.")),
    "gained_depleted": counted(
        _("{seat} gains 1 depleted Crystal."), _("{seat} gains {count} depleted Crystals.")
    ),
    "gave_crystals": counted(_("{seat} gives back 1 Crystal."), _("{seat} gives back {count} Crystals.")),
    "gained_dark": counted(_("{seat} gains 1 Dark Point."), _("{seat} gains {count} Dark Points.")),
    "stole_crystals": lambda v: say(
        _("{seat} takes {count} of the Crystals of {victim}."),
        seat=who(v),
        count=number(v),
        victim=who(v, "victim"),
    ),
    "extra_turn": plain(_("{seat} takes another Active turn after this one.")),
    "banner_up": plain(_("The Banner of {seat} is face up again.")),
    "paid": _paid,
    "destroyed_crystals": counted(
        _("{seat} destroys 1 of their own Crystals."), _("{seat} destroys {count} of their own Crystals.")
    ),
    "destroyed_source": lambda v: say(
        _("{seat} destroys the Crystal Source at {at}."), seat=who(v), at=str(v["at"])
    ),
    "gave_token": lambda v: say(_("{squad} gives up 1 Endurance."), squad=squad(v)),
    "activated": lambda v: say(_("{seat} activates {squad}."), seat=who(v), squad=squad(v)),
    "changed_mode": lambda v: say(_("{squad} changes to {mode} mode."), squad=squad(v), mode=str(v["mode"])),
    "discarded": lambda v: say(_("{seat} discards {card}."), seat=who(v), card=card(v)),
    "bought_vp": plain(_("{seat} gives 3 Crystals back for 1 Victory Point.")),
    "mulligan": plain(_("{seat} shuffles their hand into their deck.")),
    "final_turn": lambda v: say(_("The VP marker has reached an end of its track: this is the last turn.")),
    "left": plain(_("{seat} has left the match.")),
    "eliminated": plain(_("{seat} is eliminated: this is the last turn.")),
    "ended": _ended,
}

DETAILS = {
    "declared",
    "harvested",
    "took_crystal",
    "refreshed",
    "banner_up",
    "paid",
    "destroyed_crystals",
    "gave_token",
    "changed_mode",
}
