"""The words of the game: the vocabulary of conditions and standing orders, and events told as sentences."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract.events import Plain, Seen, Values
from games.engine.contract.phrases import Phrase, Seat, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.vocabulary import Key, Vocabulary
from games.scrappers.catalogue import ARTIFACTS, CARDS, CRYSTALS, FACTIONS, HALVES, TYPE
from games.scrappers.names import crystal_type

VOCABULARY = Vocabulary(
    examples=("if hand >= 3 { recruit TER1 } else { end }", "stop if left <= 1"),
    keys={
        "auto-end": Key(
            choices=("yes", "no", "ask"), about=_("end the turn when there is nothing else to do")
        )
    },
    variables={
        "hand": _("cards in your hand"),
        "base": _("cards in your Base"),
        "crystals": _("your Crystals"),
        "artifacts": _("your Artifacts"),
        "totems": _("your Totems"),
        "subjugated": _("cards you have subjugated"),
        "cavein": _("where the Cave-in token stands"),
        "left": _("steps until the end is triggered"),
        "round": _("the round, counted from 1"),
        "actions": _("normal actions you have left"),
        "extra": _("extra MINE actions you have left"),
    },
    closing=("end",),
    orders=("recruit", "collect", "skill", "mine", "raid", "leader", "activate", "subjugate"),
    responses=("yes", "no", "none", "done", "pass", "take", "drop", "keep", "one", "extra", "props"),
    names=tuple(sorted({card.name.lower() for card in CARDS.values()})),
    flags={"final": _("the end of the match has been triggered")},
)

STANDING = "auto-end: yes\n"


def card_name(card: str) -> str:
    """`MET2#3` as people say it: "Drollo (MET2)"."""
    return f"{CARDS[card].name} ({TYPE[card]})"


def crystal_name(crystal: str) -> str:
    """`green-K6a#1` as people say it: "green-6a"."""
    return crystal_type(crystal)


def things(value: Plain) -> str:
    """A list of cards or Crystals in words."""
    if not isinstance(value, list):
        return ""
    names = [card_name(str(t)) if t in CARDS else crystal_name(str(t)) for t in value]
    return ", ".join(names)


def sentence(seen: Seen) -> Phrase:
    """An event in words; its key and values choose the sentence."""
    return _SENTENCES[seen.key](seen.values)


def _who(values: Values, name: str = "seat") -> Seat:
    return Seat(int(str(values[name])))


def _plain(template: str) -> Callable[[Values], Phrase]:
    return lambda values: say(template, seat=_who(values))


def _carded(template: str) -> Callable[[Values], Phrase]:
    return lambda values: say(template, seat=_who(values), card=card_name(str(values["card"])))


def _with_pay(values: Values, free: str, paid: str, **more: int | str) -> Phrase:
    pay = things(values["pay"])
    return say(paid if pay else free, seat=_who(values), pay=pay, **more)


def _set_up(values: Values) -> Phrase:
    factions = values["factions"]
    names = ", ".join(FACTIONS[str(code)].name for code in factions) if isinstance(factions, list) else ""
    hand = things(values.get("hand"))
    first = _who(values, "first")
    if hand:
        return say(
            _("In play: {factions}. {first} begins. You hold {hand}."), factions=names, first=first, hand=hand
        )
    return say(_("In play: {factions}. {first} begins."), factions=names, first=first)


def _mined(values: Values) -> Phrase:
    crystal = crystal_name(str(values["crystal"]))
    if values.get("propped"):
        paid = _("{seat} mines {crystal} with {pay}; Pit Props hold the roof.")
        return _with_pay(
            values, _("{seat} mines {crystal} for free; Pit Props hold the roof."), paid, crystal=crystal
        )
    return _with_pay(
        values,
        _("{seat} mines {crystal} for free."),
        _("{seat} mines {crystal} with {pay}."),
        crystal=crystal,
    )


def _recruited(values: Values) -> Phrase:
    return _with_pay(
        values,
        _("{seat} recruits {card} for free."),
        _("{seat} recruits {card} with {pay}."),
        card=card_name(str(values["card"])),
    )


def _collected(values: Values) -> Phrase:
    return _with_pay(
        values,
        _("{seat} collects {artifact} for free."),
        _("{seat} collects {artifact} with {pay}."),
        artifact=HALVES[str(values["artifact"])].name,
    )


def _uncovered(values: Values) -> Phrase:
    names = " / ".join(half.name for half in ARTIFACTS[str(values["card"])].halves)
    return say(
        _("Now on top of Artifact stack {stack}: {names}."), stack=int(str(values["stack"])), names=names
    )


def _caved(values: Values) -> Phrase:
    causes = {
        "crystal": _("The mine trembles ({at} of {end}): {thing} was torn out."),
        "artifacts": _("The mine trembles ({at} of {end}): Artifact stack {thing} is empty."),
        "stack": _("The mine trembles ({at} of {end}): the {thing} stack is used up."),
    }
    thing = str(values["thing"])
    shown = crystal_name(thing) if thing in CRYSTALS else thing
    at, end = int(str(values["at"])), int(str(values["end"]))
    return say(causes[str(values["cause"])], at=at, end=end, thing=shown)


def _totem(values: Values) -> Phrase:
    faction = FACTIONS[str(values["totem"])].name
    if values["holder"] is None:
        return say(
            _("{seat} takes the Totem of the {faction} from the supply."), seat=_who(values), faction=faction
        )
    holder = _who(values, "holder")
    template = _("{seat} takes the Totem of the {faction} from {holder}.")
    return say(template, seat=_who(values), faction=faction, holder=holder)


def _from(others: str, own: str) -> Callable[[Values], Phrase]:
    """From another player's Base, or from the player's own."""

    def tell(values: Values) -> Phrase:
        card, seat, owner = card_name(str(values["card"])), _who(values), _who(values, "owner")
        return say(own if seat == owner else others, seat=seat, card=card, owner=owner)

    return tell


def _raided(values: Values) -> Phrase:
    seat, target = _who(values), _who(values, "target")
    own = _("{seat} raids their own Base; the Leader {leader} returns to their hand.")
    others = _("{seat} raids the Base of {target}; the Leader {leader} returns to its owner's hand.")
    leader = card_name(str(values["leader"]))
    return say(own if seat == target else others, seat=seat, target=target, leader=leader)


def _prepared(values: Values) -> Phrase:
    card = str(values["card"])
    extra, lasting = (
        _("{card} gives {seat} an extra MINE."),
        _("{card} helps {seat} for the rest of the turn."),
    )
    return say(extra if card.startswith("MET2") else lasting, seat=_who(values), card=card_name(card))


def _counted(template: str, named: str) -> Callable[[Values], Phrase]:
    """Others learn how many, the owner learns which."""

    def tell(values: Values) -> Phrase:
        cards = values.get("cards")
        if not isinstance(cards, list):
            return say(template, seat=_who(values), count=int(str(values["count"])))
        shown = ", ".join(str(card).replace("=", " → ") for card in cards)
        return say(named, seat=_who(values), cards=shown)

    return tell


_SENTENCES: dict[str, Callable[[Values], Phrase]] = {
    "set_up": _set_up,
    "turn_began": lambda v: say(
        _("Round {round}: {seat} to play."), seat=_who(v), round=int(str(v["round"]))
    ),
    "turn_ended": _plain(_("{seat} ends the turn.")),
    "activated": lambda v: say(
        _("{seat} activates {artifact}."), seat=_who(v), artifact=HALVES[str(v["artifact"])].name
    ),
    "led": _carded(_("{seat} uses the Leader {card}.")),
    "used_skill": _carded(_("{seat} plays {card} for its skill.")),
    "declined": _carded(_("{seat} does not use the skill of {card}.")),
    "prepared": _prepared,
    "recruited": _recruited,
    "hired": lambda v: say(_("{seat} takes {cards} from the Docks."), seat=_who(v), cards=things(v["cards"])),
    "mined": _mined,
    "took_crystal": lambda v: say(
        _("{seat} takes {crystal} from the Mine."), seat=_who(v), crystal=crystal_name(str(v["crystal"]))
    ),
    "collected": _collected,
    "uncovered": _uncovered,
    "took_card": _from(
        _("{seat} takes {card} from the Base of {owner}."), _("{seat} takes {card} from their own Base.")
    ),
    "subjugated": _from(
        _("{seat} subjugates {card} from the Base of {owner}."),
        _("{seat} subjugates {card} from their own Base."),
    ),
    "subjugated_hand": _counted(
        _("{seat} subjugates {count} level 1 cards from hand."), _("{seat} subjugates {cards} from hand.")
    ),
    "painted_cards": _counted(
        _("{seat} paints {count} cards in hand."), _("{seat} paints cards in hand: {cards}.")
    ),
    "painted_crystal": lambda v: say(
        _("{seat} paints {crystal} {colour}; it costs 1 less this turn."),
        seat=_who(v),
        crystal=crystal_name(str(v["crystal"])),
        colour=str(v["colour"]),
    ),
    "raided": _raided,
    "looted": lambda v: say(_("{seat} takes {cards}."), seat=_who(v), cards=things(v["cards"])),
    "took_totem": _totem,
    "dropped": lambda v: say(
        _("The Base of {seat} is over its limit: {cards} go to the box."),
        seat=_who(v),
        cards=things(v["cards"]),
    ),
    "refilled": lambda v: say(
        _("New in the {row} row: {things}."), row=str(v["row"]), things=things(v["things"])
    ),
    "caved": _caved,
    "triggered": _plain(_("The end is near: this round is played out, then points are counted.")),
    "left": _plain(_("{seat} has left the match.")),
    "ended": lambda v: say(_("The match ends after round {round}."), round=int(str(v["round"]))),
}

# Events told in the same paragraph as the action that led to them.
DETAILS = frozenset(
    {
        "declined",
        "prepared",
        "hired",
        "took_crystal",
        "uncovered",
        "took_card",
        "subjugated",
        "subjugated_hand",
        "painted_cards",
        "painted_crystal",
        "looted",
        "took_totem",
        "dropped",
        "refilled",
        "caved",
    }
)
