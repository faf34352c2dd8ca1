"""Cards in words: what their Actions cost, when they may be played, what lies on those attached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.edge.catalogue import CARDS, FREE, SQUADS, Action, Card
from games.edge.labels import Translate
from games.edge.views import EnhancementView
from games.engine.contract.text import gettext_noop as _

_PAYMENTS = {
    "endurance": _("{n} Endurance"),
    "destroy_crystal": _("destroy Crystals: {n}"),
    "discard": _("discard cards: {n}"),
}


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
    """When an Action may be played."""
    found = [t(_("Instant"))] if action.inst else []
    found += [t(_("passive"))] if action.passive else []
    found += (
        [t(_("on {window}")).format(window=" / ".join(action.windows))]
        if action.win and action.win != "main"
        else []
    )
    found += [t(_("in mode {mode}")).format(mode=action.mode)] if action.mode else []
    return found


def action_line(half: str, action: Action, t: Translate) -> str:
    """`upper Defense: cost 1, Instant, on before_defense`."""
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
