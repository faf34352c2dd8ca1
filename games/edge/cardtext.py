"""Squads and cards in words: sides, costs, when Actions may be played, what lies on those attached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from games.edge.catalogue import CARDS, FREE, SQUADS, Action, Card, Mode, SquadKind
from games.edge.catalogue.kinds import SUMMON
from games.edge.labels import Translate, attribute
from games.edge.moments import MOMENTS
from games.edge.views import EnhancementView
from games.engine.contract.rosters import Part
from games.engine.contract.text import gettext_noop as _

_PAYMENTS = {
    "endurance": _("{n} Endurance"),
    "destroy_crystal": _("destroy Crystals: {n}"),
    "destroy_unspent": _("destroy unspent Crystals: {n}"),
    "discard": _("discard cards: {n}"),
}


_OFTEN = {  # ED-18.7; `card` and `payment` are not limited
    "roll": _("once per roll"),
    "check": _("once per INI check"),
    "shot": _("once per shot"),
    "combat": _("once per Combat"),
    "turn": _("once per turn"),
}
_ROLES = {
    "leader": _("leader"),
    "core": _("core"),
    "boss": _("boss"),
    "elite": _("elite"),
    "cavalry": _("arrives later, by its card"),
    SUMMON: _("arrives later, by the Banner"),
}
_UNITS = {
    "crystal": _("leaving this mode: Crystals {n}"),
    "dark_point": _("leaving this mode: Dark Points {n}"),
}


# Squads.


def squad_use(kind: SquadKind, t: Translate) -> str:
    """ED-4.7: what a Squad is in an army."""
    said = t(_("{role}; models {models}, Endurance {endurance}"))
    return said.format(role=squad_role(kind, t), models=kind.models, endurance=kind.endurance)


def squad_role(kind: SquadKind, t: Translate) -> str:
    """ED-4.7: leader, core, elite or boss; or that it arrives later."""
    return t(_ROLES[kind.role]) if kind.role in _ROLES else kind.role


def mode_parts(kind: SquadKind, t: Translate) -> tuple[Part, ...]:
    """ED-8.1: the sides of a Squad card."""
    return tuple(_mode_part(mode, t, alone=len(kind.modes) == 1) for mode in kind.modes)


def _mode_part(mode: Mode, t: Translate, *, alone: bool) -> Part:
    stats = (("INI", mode.ini), ("ATT", mode.att), ("DEF", mode.defence), ("MOV", mode.mov))
    told = " ".join(f"{name} {attribute(value)}" for name, value in stats)
    notes = [t(note) for note in _mode_notes(mode)]
    notes += [] if alone else _leaving(mode, t)
    return Part(mode.name, t(_("base {size}")).format(size=mode.base), "; ".join([told, *notes]))


def _mode_notes(mode: Mode) -> Iterator[str]:
    if mode.att_reroll:
        yield _("rerolls ATT")
    if mode.defence_reroll:
        yield _("rerolls DEF")
    if mode.through_obstacles:
        yield _("through obstacles")
    if mode.never_pushes:
        yield _("never pushes")
    if mode.evolved:
        yield _("only by an Evolve card")


def _leaving(mode: Mode, t: Translate) -> list[str]:
    """ED-8.5: what it costs to change to another mode, if an activation can do it at all."""
    if mode.change.allowed:
        return [t(_UNITS[mode.change.unit]).format(n=mode.change.cost)] if mode.change.cost else []
    return [] if mode.evolved else [t(_("an activation cannot end this mode"))]


# Cards, Banners, Shrines.


def action_part(half: str, action: Action, t: Translate) -> Part:
    """One Action of a card."""
    note = ", ".join([price(action, t), *conditions(action, t)])
    return Part(f"{half} {action.name}", note, t(action.txt) if action.txt else "")


def power_part(action: Action, t: Translate) -> Part:
    """What a Banner or Shrine does."""
    return Part("", ", ".join(conditions(action, t)), t(action.txt) if action.txt else "")


def price(action: Action, t: Translate) -> str:
    """EF-2.1: what an Action costs."""
    if action.is_free_passive:
        return t(_("always on"))
    parts = [t(_("cost {cost}")).format(cost=action.cost)] if action.cost not in (0, FREE) else []
    parts += [t(_("Dark Points {n}")).format(n=action.dp)] if action.dp else []
    parts += [t(_("Charges {n}")).format(n=action.ch)] if action.ch else []
    for key, n in ((key, n) for row in action.pay for key, n in row.items()):
        parts.append(t(_PAYMENTS.get(key, key.replace("_", " ") + " {n}")).format(n=n))
    return ", ".join(parts) or t(_("free"))


def conditions(action: Action, t: Translate) -> list[str]:
    """When an Action may be played, and how often."""
    found = [t(_("Instant"))] if action.inst else []
    found += [t(_("passive"))] if action.passive else []
    found += [" / ".join(t(MOMENTS[window]) for window in action.windows)] if _is_timed(action) else []
    found += [t(_OFTEN[action.use])] if action.use in _OFTEN and not action.passive else []
    found += [t(_("in mode {mode}")).format(mode=action.mode)] if action.mode else []
    return found


def _is_timed(action: Action) -> bool:
    """What is for the main phase, or an Instant for any moment, needs no word about it."""
    return bool(action.win) and action.win != "main"


def action_line(half: str, action: Action, t: Translate) -> str:
    """`upper Defense: cost 1, Instant, before a Defence roll`."""
    return f"{half} {action.name}: " + ", ".join([price(action, t), *conditions(action, t)])


def card_use(card: Card, t: Translate) -> str:
    """Whose card it is, and what attaching it costs."""
    who = SQUADS[card.squad].name if card.squad in SQUADS else t(_("any Squad"))
    if not card.is_enhancement:
        return who
    if card.attach.wound:
        return t(_("Enhancement for {squad}, attach: a Wound of a model that touches it")).format(squad=who)
    said = t(_("Enhancement for {squad}, attach: cost {cost}, brings Charges {n}"))
    if card.attach.dp:
        said = t(_("Enhancement for {squad}, attach: Dark Points {cost}, brings Charges {n}"))
    return said.format(squad=who, cost=card.attach.dp or card.attach.cr, n=card.attach.ch)


def titles(cards: Iterable[str]) -> str:
    """Cards by their titles, copies counted."""
    counts = Counter(cards)
    return ", ".join(
        f"{CARDS[card].title} x{n}" if n > 1 else CARDS[card].title for card, n in counts.items()
    )


def charges(row: EnhancementView, t: Translate) -> str:
    """ED-18: what lies on an attached card."""
    said = t(_("Charges {n}")).format(n=row["charges"])
    return said + (", " + t(_("passive")) if row["passive"] else "")
