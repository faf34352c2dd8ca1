"""What a figure, a card or a Space is, for a reader who points at it."""

from __future__ import annotations

from functools import lru_cache

from games.edge import cardtext, labels
from games.edge.catalogue import CARDS, FACTIONS
from games.edge.figures import Figure, lying, shrines
from games.edge.names import model_name, squad_name
from games.edge.views import EdgeView, SquadView
from games.engine.contract.guide import Translate
from games.engine.contract.text import gettext_noop as _

ATTRIBUTES = (_("Initiative"), _("Attack"), _("Defence"), _("Movement"))


def figure(view: EdgeView, figure: Figure, t: Translate) -> str:
    """A model: whose it is, and all of its Squad."""
    side = labels.side(view, figure.seat, t)
    told = [f"{model_name(figure.model['id'])}, {side}", *_squad_lines(figure.squad, t)]
    told += [labels.token(token) for token in figure.model["tokens"]]
    told += [t(_("in a fight"))] if labels.in_fight(view, figure) else []
    return "\n".join(told)


def squad(squad: SquadView, t: Translate) -> str:
    """A Squad card."""
    return "\n".join([squad_name(squad["id"]), *_squad_lines(squad, t), *labels.whereabouts(squad, t)])


def _squad_lines(squad: SquadView, t: Translate) -> list[str]:
    values = zip(ATTRIBUTES, map(labels.attribute, labels.attributes(squad)), strict=True)
    stats = ", ".join(f"{t(name)} {value}" for name, value in values)
    endurance = t(_("Endurance {left} of {printed}")).format(
        left=squad["endurance"], printed=squad["printed"]
    )
    told = [t(_("{mode} mode: {stats}")).format(mode=squad["mode"], stats=stats), endurance]
    told += labels.symbols(squad, t)
    told += [f"{cardtext.titles([row['card']])}: {cardtext.charges(row, t)}" for row in squad["enhancements"]]
    return told + [labels.token(token) for token in squad["tokens"]]


@lru_cache(maxsize=2_000)
def card(card: str, t: Translate) -> str:
    """A card with both Actions."""
    shown = CARDS[card]
    actions = (f"{cardtext.action_line(half, action, t)}. {t(action.txt)}" for half, action in shown.actions)
    return "\n".join([f"{shown.title} ({card})", cardtext.card_use(shown, t), *actions])


def space(view: EdgeView, name: str, t: Translate) -> str:
    """A Space and what fills it."""
    told = [name]
    owner = shrines(view).get(name)
    if owner is not None:
        faction = FACTIONS.get(owner["faction"])
        told.append(t(_("Shrine of {side}")).format(side=labels.side(view, owner["seat"], t)))
        told += [t(faction.shrine[owner["shrine"]].txt)] if faction is not None else []
    for source in view["sources"]:
        if source["at"] == name:
            holder = labels.control(view, source["controller"], t)
            told.append(t(_("Crystal Source, controlled by {side}")).format(side=holder))
    return "\n".join([*told, *(labels.token(token["t"]) for token in lying(view, name))])
