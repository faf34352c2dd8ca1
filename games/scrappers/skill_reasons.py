"""Why a skill cannot do what a player wrote: the reason that holds for that very card or Crystal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine.contract.phrases import Phrase, Seat, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred
from games.scrappers import briefs, reasons
from games.scrappers.catalogue import CARDS, COLOUR, CRYSTALS, LEVEL, TYPE
from games.scrappers.names import card_names, crystal_names, crystal_type
from games.scrappers.state import Player, State

TAKERS = frozenset({"TER3", "TER4", "HYD3", "HYD4", "WEE3", "WEE4"})  # SS-13.2: into hand, so it needs room
ON_BASES = frozenset({"TER3", "HYD3", "HYD4", "WEE3", "WEE4", "BIO2", "BIO3"})  # SS-13.4: never a Leader
OWN_BASE = frozenset({"TER3", "BIO2"})


def nothing_to_do(state: State, skill: str, room: int) -> Phrase:
    """Why a skill has no target at all; `room` is what the hand could still take."""
    if skill in TAKERS and not room:
        return say(_("your hand is full"))
    if skill.endswith("1"):
        return say(_("there is no {colour} Crystal of cost 1 in the Mine"), colour=_colour(skill))
    return say(_NO_TARGET.get(skill, _("nothing is within its reach")))


_NO_TARGET = {
    "TER3": _("your Base has no card below its Leader"),
    "TER4": _("the Docks are empty"),
    "HYD3": _("no Base has a card below its Leader"),
    "HYD4": _("no Base has a card below its Leader"),
    "MET3": _("you hold no other card"),
    "MIN2": _("the Mine is empty"),
    "BIO2": _("your Base has no card below its Leader"),
    "BIO3": _("no Base has a level 2 card below its Leader"),
    "BIO4": _("you hold no card of level 1"),
    "WEE3": _("no Base has a Weedlock below its Leader"),
    "WEE4": _("no Base has a Weedlock below its Leader"),
}


def only_declining(state: State, skill: str, room: int) -> Barred:
    """SS-10.2: a card may be played without its effect, but never by mistake."""
    why = nothing_to_do(state, skill, room)
    reason = _("{card} would do nothing: {why}; write “decline” to play it anyway")
    return Barred("", say(reason, card=skill, why=why))


def out_of_reach(state: State, card: str, room: int) -> Iterator[Barred]:
    """Everything that can be named, each with the reason why this skill does not reach it."""
    skill = TYPE[card]
    if skill in ON_BASES:
        yield from _in_bases(state, skill, room)
        yield from _elsewhere(state)
    elif skill.endswith("1"):
        yield from _in_the_mine(state, skill)
    yield from _in_general(skill, room)


def _in_bases(state: State, skill: str, room: int) -> Iterator[Barred]:
    """Leaders first: the golden rule is the reason that players forget."""
    lying = [(owner, card) for owner in state.players for card in owner.base]
    for owner, card in sorted(lying, key=lambda pair: pair[1] != pair[0].leader):
        yield Barred(card, _why_not_from(state, skill, room, owner, card), card_names(card))


def _why_not_from(state: State, skill: str, room: int, owner: Player, card: str) -> Phrase:
    if card == owner.leader:
        reason = _("{card} is the Leader of {seat}, and no skill can take or subjugate a Leader")
        return say(reason, card=card, seat=Seat(owner.seat))
    if skill in TAKERS and not room:
        return say(_("your hand is full, so {skill} can take no card"), skill=skill)
    if skill in OWN_BASE and owner is not state.active:
        return say(_("{skill} only reaches your own Base"), skill=skill)
    return _REASONS[skill](owner, card)


def _from_the_bottom(owner: Player, card: str) -> Phrase:
    return say(_("TER3 takes the lowest cards of your Base in their order: write “take 1” or “take 2”"))


def _another_level(owner: Player, card: str) -> Phrase:
    lowest = min(LEVEL[other] for other in owner.below_leader)
    reason = _("{card} has level {level}, and BIO2 subjugates the lowest level below your Leader: {lowest}")
    return say(reason, card=card, level=LEVEL[card], lowest=lowest)


def _not_level_two(owner: Player, card: str) -> Phrase:
    return say(_("{card} has level {level}, and BIO3 subjugates level 2"), card=card, level=LEVEL[card])


def _no_weedlock(owner: Player, card: str) -> Phrase:
    if card.startswith("WEE"):
        return say(_("{card} is one too many, or is in a Base that you did not choose"), card=card)
    return say(_("{card} is not a Weedlock"), card=card)


def _one_base(owner: Player, card: str) -> Phrase:
    return say(_("HYD4 takes at most two cards, both from one Base and each within the hand limit"))


def _one_card(owner: Player, card: str) -> Phrase:
    return say(_("HYD3 takes one card only"))


_REASONS: dict[str, Callable[[Player, str], Phrase]] = {
    "TER3": _from_the_bottom,
    "HYD3": _one_card,
    "HYD4": _one_base,
    "BIO2": _another_level,
    "BIO3": _not_level_two,
    "WEE3": _no_weedlock,
    "WEE4": _no_weedlock,
}


def _elsewhere(state: State) -> Iterator[Barred]:
    """SS-16.20 and SS-19.1: what lies in no Base is out of reach."""
    for card in state.turn.played:
        reason = say(_("{card} was played this turn and is not in your Base yet"), card=card)
        yield Barred(card, reason, card_names(card))
    lying = {card for owner in state.players for card in owner.base}
    for card in CARDS:
        if card not in lying:
            yield Barred(card, say(_("{card} is in no Base"), card=TYPE[card]), card_names(card))


def _in_the_mine(state: State, skill: str) -> Iterator[Barred]:
    """SS-16.1: printed cost 1, and the current colour."""
    for crystal in (crystal for row in state.mine for crystal in row):
        kind, colour = crystal_type(crystal), state.colour_of_crystal(crystal)
        reason = _("{crystal} is {colour} and costs {cost}, and {skill} takes a {wanted} Crystal of cost 1")
        said = say(
            reason,
            crystal=kind,
            colour=colour,
            cost=CRYSTALS[crystal].cost,
            skill=skill,
            wanted=_colour(skill),
        )
        yield Barred(kind, said, crystal_names(crystal))
    yield from reasons.not_in_the_mine(crystal for row in state.mine for crystal in row)


def _in_general(skill: str, room: int) -> Iterator[Barred]:
    """For anything else: what the skill can do, and the room left in hand if that matters."""
    can = say(briefs.MERCENARIES[skill])
    if skill in TAKERS:
        text = _("{card} can only {skill}; your hand has room for {room}")
        reason = say(text, card=skill, skill=can, room=room)
    else:
        reason = say(_("{card} can only {skill}"), card=skill, skill=can)
    yield from reasons.all_cards(reason)
    yield from reasons.all_crystals(reason)


def _colour(skill: str) -> str:
    return COLOUR[f"{skill}#1"]
