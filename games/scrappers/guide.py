"""How a reader is led through an order: what a word means on the table, what is asked next, what would do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from games.engine.contract.guide import AnyDecision, Guide, Translate
from games.engine.contract.parts import Part, Thing
from games.engine.contract.phrases import Names, in_english
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path
from games.scrappers import briefs, table, tips
from games.scrappers.catalogue import ARTIFACTS, CARDS, COLOUR, CRYSTALS, LEVEL, TYPE
from games.scrappers.names import crystal_type, crystal_word
from games.scrappers.views import ScrappersView


class ScrappersGuide(Guide[ScrappersView]):
    """Docks, Mine, Artifacts, Bases and the hand."""

    def parts(
        self, view: ScrappersView, translate: Translate = in_english, names: Names | None = None
    ) -> list[Part]:
        """The table to play on."""
        return table.parts(view, translate, names)

    def things(
        self, view: ScrappersView, wanted: Collection[str], translate: Translate = in_english
    ) -> dict[str, list[Thing]]:
        """Cards, Crystals, Artifacts, Bases."""
        return table.things(view, wanted, translate)

    def thing(self, decision: AnyDecision, path: Path, view: ScrappersView) -> str:
        """A card of the Docks is not one of the hand."""
        return thing(path, view)

    def asks(
        self, decision: AnyDecision, path: Path, view: ScrappersView, translate: Translate = in_english
    ) -> str:
        """What comes next in an order."""
        return asks(path, view, translate) if decision.kind == "order" else ""

    def suggest(self, decision: AnyDecision, path: Path, view: ScrappersView) -> Path | None:
        """The cheapest payment."""
        return suggest(decision, path, view)

    def without(
        self, decision: AnyDecision, path: Path, view: ScrappersView, translate: Translate = in_english
    ) -> str:
        """Bonus, Props, Club, a second raid."""
        return without(decision, path, translate)

    def is_spare(self, path: Path, word: str) -> bool:
        """More cards than the price asks for."""
        return path[:1] in _PAID and _is_card(word)


_PAID = (("recruit",), ("mine",), ("collect",))
_CRYSTAL_WORDS = {word for crystal in CRYSTALS for word in (crystal_type(crystal), crystal_word(crystal))}
_KINDS = set(TYPE.values())
_FROM_DOCKS, _FROM_HAND = ("TER4", "HYD2"), ("BIO4", "MET3")  # skills that name cards there
_EXTRAS = {
    "bonus": _("Without “bonus” you take no extra Crystal."),
    "props": _("Without “props” the cave-in token moves."),
    "club": _("Without “club” you take no Crystal for the raid."),
    "then": _("Without “then” you raid no second Base."),
}


def thing(path: Path, view: ScrappersView) -> str:
    """What the last word means on the table: the same card may lie in the Docks, in a Base and in hand."""
    verb, word = path[0], path[-1]
    if len(path) == 1:
        return word
    if word in _CRYSTAL_WORDS:
        return f"mine {word}"
    if word.isdigit():
        return f"artifact {word}" if verb == "collect" else f"seat {word}"
    if word in ("left", "right"):
        return f"artifact {path[1]} {word}"
    return f"{_zone(path, view)} {word}" if _is_card(word) else word


def _is_card(word: str) -> bool:
    return word.partition("#")[0] in _KINDS


def _zone(path: Path, view: ScrappersView) -> str:
    """Where the card lies that the last word names."""
    match path[0]:
        case "recruit":
            return "docks" if len(path) == 2 else "hand"
        case "activate":
            return "docks"
        case "skill" if len(path) == 2:
            return "hand"
        case "skill" | "leader":
            kind = path[1].partition("#")[0] if path[0] == "skill" else _leader(view)
            return "docks" if kind in _FROM_DOCKS else "hand" if kind in _FROM_HAND else "base"
        case _:
            return "hand"


def _leader(view: ScrappersView) -> str:
    base = next((player["base"] for player in view["players"] if player["seat"] == view["seat"]), None)
    return TYPE[base[-1]] if base else ""


def about(path: Path, view: ScrappersView, t: Translate) -> list[str]:
    """What there is to know of the last word: a skill, a price, what half an Artifact does."""
    named = thing(path, view)
    zone, _space, word = named.partition(" ")
    if zone in ("docks", "hand", "base"):
        return tips.card(_card(word), t).splitlines()[1:]
    if zone == "mine":
        crystal = _crystal(view, word)
        return tips.crystal(view, crystal, t).splitlines()[1:] if crystal else []
    if zone == "artifact":
        number, _gap, side = word.partition(" ")
        if side:
            return [tips.half(view, int(number), side, t).partition(": ")[2]]
        return tips.artifact(view, int(number), t).splitlines()
    return [t(briefs.MERCENARIES[_leader(view)])] if word == "" and zone == "leader" and _leader(view) else []


def look_up(words: str, t: Translate) -> list[str]:
    """A Mercenary by type or name, a Crystal by its word, an Artifact by name."""
    wanted = words.strip().casefold()
    named = {card: (TYPE[card].casefold(), mercenary.name.casefold()) for card, mercenary in CARDS.items()}
    cards = {TYPE[card]: card for card, names in named.items() if wanted in names}
    halves = [half for card in ARTIFACTS.values() for half in card.halves if wanted == half.name.casefold()]
    told = [line for card in cards.values() for line in tips.card(card, t).splitlines()]
    return [*told, *(f"{half.name}: {t(briefs.ARTIFACTS[half.id])}" for half in halves)]


def _card(word: str) -> str:
    return word if word in CARDS else f"{word}#1"


def _crystal(view: ScrappersView, word: str) -> str:
    lying = (crystal for row in view["mine"] for crystal in row)
    return next((crystal for crystal in lying if word in (crystal_type(crystal), crystal_word(crystal))), "")


# What is asked.


def asks(path: Path, view: ScrappersView, t: Translate) -> str:
    """What comes next in an order."""
    match path:
        case ():
            return ""
        case ("recruit",):
            return t(_("Which Mercenary do you recruit?"))
        case ("recruit", word):
            said = t(_("Recruit {name}: pay with one card"))
            return said.format(name=tips.name_of(_card(word)))
        case ("mine",) | ("mine", "extra"):
            return t(_("Which Crystal do you mine?"))
        case ("collect",):
            return t(_("Which Artifact do you collect?"))
        case ("collect", _number):
            return t(_("Which half do you keep?"))
        case ("skill",):
            return t(_("Which card do you play for its skill?"))
        case ("skill", word):
            return t(_("{name}: {skill}")).format(
                name=tips.name_of(_card(word)), skill=t(briefs.MERCENARIES[TYPE[_card(word)]])
            )
        case ("leader",) if _leader(view):
            return t(_("Your Leader: {skill}")).format(skill=t(briefs.MERCENARIES[_leader(view)]))
        case ("raid",):
            return t(_("Whose Base do you raid?"))
        case ("activate",):
            return t(_("Which Artifact do you use?"))
        case (*_before, "bonus"):
            return t(_("Which other Crystals do you take?"))
        case (*_before, "club"):
            return t(_("Which Crystal of cost 1 do you take for the raid?"))
        case (*_before, "then"):
            return t(_("Which Base do you raid next?"))
        case _:
            return _payment(path, view, t)


def _payment(path: Path, view: ScrappersView, t: Translate) -> str:
    due = _due(path, view)
    if due is None:
        return ""
    cost, colours, paid = due
    so_far = sum(_worth(view, word) for word in paid)
    if colours:
        said = t(_("Pay {cost} with {colour} cards: {paid} so far"))
        return said.format(cost=cost, colour=_or(colours, t), paid=so_far)
    return t(_("Pay {cost} with any cards: {paid} so far")).format(cost=cost, paid=so_far)


def _or(colours: list[str], t: Translate) -> str:
    return t(_(" or ")).join(map(t, colours))


def _due(path: Path, view: ScrappersView) -> tuple[int, list[str], Path] | None:
    """What is to be paid, in which of several colours (none: in any), and the cards that are named."""
    words = [word for word in path if word != "extra"]
    if words[0] == "mine" and len(words) > 1 and not set(words) & {"bonus", "props"}:
        crystal = _crystal(view, words[1])
        return (view["costs"][crystal], _wanted(view, crystal), tuple(words[2:])) if crystal else None
    if words[0] == "collect" and len(words) > 2:
        top = view["artifacts"][int(words[1]) - 1]
        return (view["costs"][top], [], tuple(words[3:])) if top is not None else None
    return None


def _wanted(view: ScrappersView, crystal: str) -> list[str]:
    """SS-8.3."""
    colour = view["turn"]["tinted"].get(crystal, CRYSTALS[crystal].colour)
    in_play = [COLOUR[f"{code}1#1"] for code in view["factions"]]
    return [colour] if colour in in_play else in_play


def _worth(view: ScrappersView, word: str) -> int:
    """What a card pays; with a Rooter Weedlocks pay double."""
    card = _card(word)
    is_doubled = "WEE2" in view["turn"]["effects"] and TYPE[card].startswith("WEE")
    return LEVEL[card] * (2 if is_doubled else 1)


def without(decision: AnyDecision, path: Path, t: Translate) -> str:
    """What is given up if nothing is added."""
    offered = [option.word for option in decision.options(path)]
    return " ".join(t(_EXTRAS[word]) for word in offered if word in _EXTRAS)


# What would do.


def suggest(decision: AnyDecision, path: Path, view: ScrappersView) -> Path | None:
    """The cheapest way to pay: the least too much, then the fewest cards."""
    if not path or decision.kind != "order":
        return None
    if path[0] == "recruit" and len(path) == 2:
        return next(((*path, option.word) for option in decision.options(path) if option.final), None)
    due = _due(path, view)
    return (
        next((found for found in _payments(path, due, view) if decision.check(found) is None), None)
        if due
        else None
    )


def _payments(path: Path, due: tuple[int, list[str], Path], view: ScrappersView) -> Iterator[Path]:
    cost, colours, paid = due
    mine = next((player for player in view["players"] if player["seat"] == view["seat"]), None)
    painted = view["turn"].get("painted", {})
    held = list(mine.get("hand", [])) if mine is not None else []
    mixed = {TYPE[card] for card in painted if card in held}
    for word in paid:
        taken = next((card for card in held if word in (card, TYPE[card])), None)
        if taken is not None:
            held.remove(taken)
    fitting = [card for card in held if not colours or painted.get(card, COLOUR[card]) in colours]
    words = [card if TYPE[card] in mixed else TYPE[card] for card in fitting]
    missing = cost - sum(_worth(view, word) for word in paid)
    ways = [way for size in range(len(words) + 1) for way in combinations(words, size)]
    sums = [(sum(_worth(view, word) for word in way), len(way), way) for way in ways]
    for _sum, _size, way in sorted(one for one in sums if one[0] >= missing):
        yield (*path, *way)
