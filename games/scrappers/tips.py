"""What a card, a Crystal or an Artifact is, for a reader who points at it."""

from __future__ import annotations

from functools import lru_cache

from games.engine.contract.guide import Translate
from games.engine.contract.text import gettext_noop as _
from games.scrappers import briefs
from games.scrappers.catalogue import ARTIFACTS, CARDS, COLOUR, CRYSTALS, FACTIONS, HALVES, LEVEL, TYPE, Half
from games.scrappers.names import crystal_type
from games.scrappers.views import PlayerView, ScrappersView, is_priced

SIDES = {"left": 0, "right": 1}


def name_of(card: str) -> str:
    """A Mercenary by name and type."""
    return f"{CARDS[card].name} ({TYPE[card]})"


@lru_cache(maxsize=2_000)
def card(card: str, t: Translate) -> str:
    """A Mercenary with its skill."""
    head = t(_("{name}: {colour}, level {level}")).format(
        name=name_of(card), colour=t(COLOUR[card]), level=LEVEL[card]
    )
    return f"{head}\n{t(_('Skill: {skill}')).format(skill=t(briefs.MERCENARIES[TYPE[card]]))}"


def crystal(view: ScrappersView, crystal: str, t: Translate) -> str:
    """A Crystal with its points and marks, and what the reader would pay."""
    token = CRYSTALS[crystal]
    colour = view["turn"]["tinted"].get(crystal, token.colour)
    head = t(_("{word}: {colour}, cost {cost}, {points} VP")).format(
        word=crystal_type(crystal), colour=t(colour), cost=token.cost, points=token.vp
    )
    told = [head]
    if is_priced(view) and view["costs"][crystal] != token.cost:
        told.append(t(_("It costs you {cost} now.")).format(cost=view["costs"][crystal]))
    if token.symbol:
        told.append(t(_("It carries a symbol of the {faction}.")).format(faction=FACTIONS[token.symbol].name))
    if token.cave_in:
        told.append(t(_("Taking it moves the cave-in token.")))
    return "\n".join(told)


def artifact(view: ScrappersView, stack: int, t: Translate) -> str:
    """Both halves of the card on top of a stack, and its price."""
    top = view["artifacts"][stack - 1]
    if top is None:
        return t(_("empty"))
    cost = view["costs"][top] if is_priced(view) else ARTIFACTS[top].cost
    head = t(_("Artifact {number}, cost {cost}: you take one half.")).format(number=stack, cost=cost)
    return "\n".join([head, *(_half(one, t) for one in ARTIFACTS[top].halves)])


def half(view: ScrappersView, stack: int, side: str, t: Translate) -> str:
    """One half."""
    top = view["artifacts"][stack - 1]
    return _half(ARTIFACTS[top].halves[SIDES[side]], t) if top is not None else ""


def _half(one: Half, t: Translate) -> str:
    return f"{one.name}: {t(briefs.ARTIFACTS[one.id])}"


def seat(player: PlayerView, t: Translate) -> str:
    """A player's Base and what it is good for."""
    faction = FACTIONS[player["command"]].name
    head = t(_("Base of the {faction}: {count} cards")).format(faction=faction, count=len(player["base"]))
    owned = [f"{HALVES[one].name}: {t(briefs.ARTIFACTS[one])}" for one in player["artifacts"]]
    return "\n".join([head, *owned])
