"""ED-4: set-up in sentences."""

from __future__ import annotations

from collections.abc import Callable

from games.edge.catalogue import CARDS, FACTIONS, SQUADS
from games.edge.names import model_code, squad_code, squad_name
from games.edge.telling.values import counted
from games.engine.contract.events import Plain, Values
from games.engine.contract.phrases import Phrase, Seat, say
from games.engine.contract.text import gettext_noop as _


def _who(values: Values, name: str = "seat") -> Seat:
    return Seat(int(str(values[name])))


def _count(values: Values, name: str = "count") -> int:
    return int(str(values[name]))


def _listed(value: Plain) -> list[str]:
    return list(value) if isinstance(value, list) else []


def _titles(value: Plain) -> str:
    """Cards in words, equal ones counted: "Bash, 3 × Energy Drain"."""
    cards = _listed(value)
    counts = {card: cards.count(card) for card in sorted(cards)}
    return ", ".join(
        f"{n} × {CARDS[card].title}" if n > 1 else CARDS[card].title for card, n in counts.items()
    )


def _rolled(values: Values) -> Phrase:
    template = _("The Red Die shows {rolls}: {seat} is the First Player.")
    return say(template, rolls=", ".join(_listed(values["rolls"])), seat=_who(values))


def _chose_faction(values: Values) -> Phrase:
    faction = FACTIONS[str(values["faction"])].name
    return say(_("{seat} plays {faction}."), seat=_who(values), faction=faction)


def _revealed(values: Values) -> Phrase:
    squads = _listed(values["squads"])
    content = FACTIONS[SQUADS[squads[0].partition("#")[0]].faction]
    told: dict[str, int | str | Phrase] = {
        "seat": _who(values),
        "squads": ", ".join(squad_name(squad) for squad in squads),
        "banner": content.banner[str(values["banner"])].name,
        "shrine": content.shrine[str(values["shrine"])].name,
        "deck": _titles(values.get("deck")),
    }
    own = _("{seat} fields {squads}, with {banner} and {shrine}. Your deck: {deck}.")
    others = _("{seat} fields {squads}, with {banner} and {shrine}.")
    return Phrase(own if told["deck"] else others, told)


def _took_role(values: Values) -> Phrase:
    roles = {
        "countering": _(
            "{seat} chooses to be the Countering player: to place last and to take the first turn."
        ),
        "positioning": _("{seat} chooses to be the Positioning player: {countering} takes the first turn."),
    }
    return say(roles[str(values["role"])], seat=_who(values), countering=_who(values, "countering"))


def _placed_shrine(values: Values) -> Phrase:
    return say(_("The Shrine of {seat} stands in {space}."), seat=_who(values), space=str(values["space"]))


def _placed_source(values: Values) -> Phrase:
    space = str(values["space"])
    if values["seat"] is None:
        return say(_("A Crystal Source lies in {space}."), space=space)
    return say(_("{seat} places a Crystal Source in {space}."), seat=_who(values), space=space)


def _deployed(values: Values) -> Phrase:
    squad = str(values["squad"])
    return say(
        _("{seat} deploys {squad} ({code}): {places}."),
        seat=_who(values),
        squad=squad_name(squad),
        code=squad_code(squad),
        places=", ".join(_listed(values["places"])),
    )


def _dispersed(values: Values) -> Phrase:
    if not values["squad"]:
        return say(_("{seat} leaves all Squads where they are."), seat=_who(values))
    plain = _("{seat} disperses {squad}: {moves}.")
    pushing = _("{seat} disperses {squad}: {moves}; pushed: {pushed}.")
    return say(
        pushing if values["pushed"] else plain,
        seat=_who(values),
        squad=squad_name(str(values["squad"])),
        moves=_moves(values["moves"]),
        pushed=_moves(values["pushed"]),
    )


def _moves(value: Plain) -> str:
    pairs = [move.split(" ") for move in _listed(value)]
    return ", ".join(f"{model_code(model)} → {place}" for model, place in pairs)


def _drew(values: Values) -> Phrase:
    cards = _titles(values.get("cards"))
    drawn: dict[str, int | str | Phrase] = {"seat": _who(values), "count": _count(values), "cards": cards}
    is_one = drawn["count"] == 1
    if _count(values, "left"):
        some = _("{seat} draws a card.") if is_one else _("{seat} draws {count} cards.")
        return Phrase(_("You draw {cards}.") if cards else some, drawn)
    some, last = _("{seat} draws {count} cards, the last of the deck."), _("{seat} draws the last card.")
    return Phrase(_("You draw {cards}, the last of your deck.") if cards else last if is_one else some, drawn)


SENTENCES: dict[str, Callable[[Values], Phrase]] = {
    "rolled_first": _rolled,
    "chose_faction": _chose_faction,
    "revealed_army": _revealed,
    "took_role": _took_role,
    "placed_shrine": _placed_shrine,
    "placed_source": _placed_source,
    "deployed": _deployed,
    "received_crystals": counted(
        _("{seat} begins with 1 Crystal."), _("{seat} begins with {count} Crystals.")
    ),
    "drew": _drew,
    "reshuffled": counted(
        _("{seat} makes a new deck of 1 discarded card."),
        _("{seat} shuffles {count} discarded cards into a new deck."),
    ),
    "dispersed": _dispersed,
    "began": lambda values: say(_("The match begins: {seat} takes the first turn."), seat=_who(values)),
}
