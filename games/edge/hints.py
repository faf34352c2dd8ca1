"""What a form tells beside a word: the Actions of a card, the Banner, the attributes of a Squad."""

from __future__ import annotations

from games.edge import cardtext, labels
from games.edge.catalogue import CARDS, FACTIONS, HALVES, Action, Card
from games.edge.labels import Translate
from games.edge.views import EdgeView, PlayerView, SquadView
from games.engine.contract.tree import Path


def about(path: Path, view: EdgeView, t: Translate) -> list[str]:
    """The lines for the last word of an answer; none where the label says all."""
    word, before = path[-1], path[-2] if len(path) > 1 else ""
    if word in HALVES:
        card = _card(before, view)
        return [_told(action, t) for half, action in card.actions if half == word] if card else []
    card = _card(word, view)
    if card is not None:
        return [
            f"{cardtext.action_line(half, action, t)}. {_text(action, t)}" for half, action in card.actions
        ]
    mine = next((player for player in view["players"] if player["seat"] == view["seat"]), None)
    if word == "banner" and mine is not None and mine["squads"]:  # in set-up it is the word for choosing one
        return [_text(FACTIONS[mine["faction"]].banner[mine["banner"]], t)]
    return _squad_lines(word, mine, t)


def _card(word: str, view: EdgeView) -> Card | None:
    """A card by its id, or by the slot in which it is attached: pilgrim.1."""
    if word in CARDS:
        return CARDS[word]
    name, dot, slot = word.rpartition(".")
    squads = [
        squad for player in view["players"] for squad in player["squads"] if dot and squad["id"] == name
    ]
    attached = [row for squad in squads for row in squad["enhancements"]]
    found = attached[int(slot) - 1 : int(slot)] if slot.isascii() and slot.isdigit() and int(slot) else []
    return CARDS[found[0]["card"]] if found else None


def _squad_lines(word: str, mine: PlayerView | None, t: Translate) -> list[str]:
    squads = mine["squads"] if mine is not None else []
    return [_stats(squad, t) for squad in squads if squad["id"] == word]


def _stats(squad: SquadView, t: Translate) -> str:
    names = ("INI", "ATT", "DEF", "MOV")
    values = zip(names, map(labels.attribute, labels.attributes(squad)), strict=True)
    stats = " ".join(f"{name} {value}" for name, value in values)
    return "; ".join([f"{squad['mode']}: {stats}", *labels.symbols(squad, t)])


def _told(action: Action, t: Translate) -> str:
    return ", ".join([cardtext.price(action, t), *cardtext.conditions(action, t)]) + f". {_text(action, t)}"


def _text(action: Action, t: Translate) -> str:
    return t(action.txt) if action.txt else ""
