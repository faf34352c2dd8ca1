"""ED-12 to ED-14, ED-16: fights, shots, dice, Wounds and points in sentences."""

from __future__ import annotations

from games.edge.names import model_name, squad_name
from games.edge.telling.values import Sentence, listed, model, number, plain, things, who
from games.engine.contract.events import Seen, Values
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _


def _fought(values: Values) -> Phrase:
    template = _("{model} backstabs {target}.") if values["backstab"] else _("{model} fights {target}.")
    return say(template, model=model(values), target=model(values, "target"))


_PURPOSES = {"attack": _("Attack"), "defend": _("Defence"), "shoot": _("shot")}
_DICE = {"yellow": _("Yellow Die"), "red": _("Red Die")}


def _rolled(values: Values) -> Phrase:
    again, first = (
        _("{seat} rolls again for the {purpose}: {die} {result}{mark}."),
        _("{seat} rolls for the {purpose}: {die} {result}{mark}."),
    )
    return say(
        again if values["again"] else first,
        seat=who(values),
        purpose=say(_PURPOSES[str(values["purpose"])]),
        die=say(_DICE[str(values["die"])]),
        result=number(values, "result"),
        mark=say(_(" (marked)")) if values["marked"] else "",
    )


def _defended(values: Values) -> Phrase:
    held = bool(values["held"])
    if values["guard"] is None:
        template = _("{model} defends without dice.") if held else _("{model} has no Defence.")
        return say(template, model=model(values))
    template = (
        _("Defence Power {guard}: {model} holds.") if held else _("Defence Power {guard}: {model} is struck.")
    )
    return say(template, model=model(values), guard=number(values, "guard"))


def _wounded(values: Values) -> Phrase:
    told: dict[str, int | str | Phrase] = {
        "model": model(values),
        "lost": number(values, "lost"),
        "squad": squad_name(str(values["squad"])),
    }
    if values["killed"]:
        both = _("{model} is wounded: {squad} loses {lost} Endurance, and the model is killed.")
        return Phrase(both if told["lost"] else _("{model} is killed."), told)
    return Phrase(_("{model} is wounded: {squad} loses {lost} Endurance."), told)


def _shot(values: Values) -> Phrase:
    title, targets = str(values["title"]), things(values["targets"])
    if values["model"] is None:
        return say(_("{title} is aimed at {targets}."), title=title, targets=targets)
    return say(_("{model} shoots ({title}) at {targets}."), model=model(values), title=title, targets=targets)


def _hit(values: Values) -> Phrase:
    if not listed(values["models"]):
        return say(_("Nobody is hit."))
    return say(_("Hit: {models}."), models=things(values["models"]))


def _killed(values: Values) -> Phrase:
    return say(_("{model} is killed."), model=model(values))


def _scored(values: Values) -> Phrase:
    return say(
        _("{seat} gains {vp} VP for {model}."), seat=who(values), vp=number(values, "vp"), model=model(values)
    )


def _vp_gone(values: Values) -> Phrase:
    return say(
        _("{vp} VP for {model} leave the match: no enemy had a part in it."),
        vp=number(values, "vp"),
        model=model(values),
    )


def _pair(template: str, other: str = "target") -> Sentence:
    return lambda values: say(template, model=model(values), other=model(values, other))


def _more_wounds(values: Values) -> Phrase:
    one, several = _("{title}: 1 more Wound."), _("{title}: {count} more Wounds.")
    return say(one if number(values) == 1 else several, title=str(values["title"]), count=number(values))


_DICE_ALONE = {"rolled", "attacked", "refreshed", "die_unused"}  # the last for a marked side


def gist(seen: Seen) -> Seen | None:
    """What came of a fight or a shot: not the numbers, and not the Crystal of a marked side."""
    if seen.key in _DICE_ALONE:
        return None
    if seen.key == "defended":
        return Seen("held" if seen.values["held"] else "struck", {"model": seen.values["model"]})
    return Seen("hit", {"models": seen.values["models"]}) if seen.key == "hit" else seen


_UNUSED = {
    "red": _("(The Red Die that you ordered was not rolled.)"),
    "yellow": _("(The Yellow Die that you ordered was not rolled.)"),
}
SENTENCES: dict[str, Sentence] = {
    "fought": _fought,
    "was_faster": _pair(_("{model} is faster and strikes at {other} first.")),
    "stood_off": _pair(_("Neither {model} nor {other} can attack.")),
    "cancelled": plain(_("{seat} slips away: the Combat does not happen.")),
    "countered": _pair(_("{model} strikes back at {other}.")),
    "rolled": _rolled,
    "die_unused": lambda v: say(_UNUSED[str(v["die"])]),
    "attacked": lambda v: say(_("Attack Power {power}."), power=number(v, "power")),
    "defended": _defended,
    "held": lambda v: say(_("{model} holds."), model=model(v)),
    "struck": lambda v: say(_("{model} is struck."), model=model(v)),
    "wounded": _wounded,
    "killed": _killed,
    "sacrificed": lambda v: say(_("{model} is sacrificed."), model=model(v)),
    "redirected": lambda v: say(
        _("{to} takes the Wounds of {model}."), model=model(v), to=model_name(str(v["to"]))
    ),
    "was_immune": lambda v: say(_("{model} cannot be wounded."), model=model(v)),
    "prevented": lambda v: say(_("{title}: a Wound is ignored."), title=str(v["title"])),
    "more_wounds": _more_wounds,
    "worth_less": lambda v: say(_("{title}: the death is worth less."), title=str(v["title"])),
    "scored": _scored,
    "vp_gone": _vp_gone,
    "gained_vp": lambda v: say(
        _("{title}: {seat} gains {count} VP."), title=str(v["title"]), seat=who(v), count=number(v)
    ),
    "lost_vp": lambda v: say(
        _("{title}: {seat} loses {count} VP."), title=str(v["title"]), seat=who(v), count=number(v)
    ),
    "drained": lambda v: say(
        _("{squad} loses {count} Endurance."), squad=squad_name(str(v["squad"])), count=number(v)
    ),
    "shot": _shot,
    "hit": _hit,
}
