"""What a form tells beside a word: the Actions of a card, the Banner, the attributes of a Squad."""

from __future__ import annotations

from games.edge import cardtext, labels
from games.edge.catalogue import (
    CARDS,
    FACTIONS,
    HALVES,
    SQUADS,
    STATS,
    TOKENS,
    Action,
    Card,
    Mode,
    SquadKind,
    TokenKind,
)
from games.edge.labels import Translate
from games.edge.names import squad_code
from games.edge.views import EdgeView, PlayerView, SquadView
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.tree import Path


def about(path: Path, view: EdgeView, t: Translate) -> list[str]:
    """The lines for the last word of an answer; none where the label says all."""
    word, before = path[-1], path[-2] if len(path) > 1 else ""
    if path == (word,) and word in FACTIONS:
        names = ", ".join(kind.name for kind in FACTIONS[word].squads.values() if kind.role != "summon")
        return [t(_("Squads: {names}")).format(names=names)]
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


def look_up(words: str, view: EdgeView, t: Translate) -> list[str]:
    """A card by title or id, a Squad by name or short form, a Banner, Shrine or token, as it is printed."""
    name = key(words.strip('"“”'))
    cards = [card for card in CARDS.values() if name in (key(card.id), key(card.title))]
    squads = [kind for kind in SQUADS.values() if name in (kind.id, key(kind.name), key(squad_code(kind.id)))]
    powers = [power for power in _powers(view, name) if power.txt]
    return [
        *(line for card in cards for line in (card.title, *_indented(_card_lines(card, t)))),
        *(line for kind in squads for line in (kind.name, *_indented(_mode_lines(kind, t)))),
        *(line for power in powers for line in (power.name, *_indented([_text(power, t)]))),
        *(line for token in _tokens(name) for line in (token.t, *_indented([t(token.txt)]))),
    ]


def _tokens(name: str) -> list[TokenKind]:
    """Those of all factions that are called so, each text once: `black mark` is BLACK_MARK."""
    wanted = name.replace(" ", "_")
    found = [
        kind for known in TOKENS.values() for kind in known.values() if key(kind.t) == wanted and kind.txt
    ]
    return list({kind.txt: kind for kind in found}.values())


def texts(view: EdgeView, t: Translate) -> list[str]:
    """The reader's hand, what is attached, Banners, Shrines, and Squads with all their modes."""
    players = view["players"]
    hands = [card for player in players for card in player.get("hand", [])]
    squads = [squad for player in players for squad in player["squads"]]
    attached = [row["card"] for squad in squads for row in squad["enhancements"]]
    names = dict.fromkeys([*hands, *attached, "banner", "shrine", *(squad["kind"] for squad in squads)])
    return [line for name in names for line in look_up(name, view, t)]


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _card_lines(card: Card, t: Translate) -> list[str]:
    return [f"{cardtext.action_line(half, action, t)}. {_text(action, t)}" for half, action in card.actions]


def _mode_lines(kind: SquadKind, t: Translate) -> list[str]:
    """Every side of a Squad card."""
    head = t(_("models {models}, Endurance {endurance}"))
    return [head.format(models=kind.models, endurance=kind.endurance), *(_side(mode) for mode in kind.modes)]


def _side(mode: Mode) -> str:
    values = zip(STATS, (mode.ini, mode.att, mode.defence, mode.mov), strict=True)
    return f"{mode.name}: " + " ".join(f"{name} {labels.attribute(value)}" for name, value in values)


def _powers(view: EdgeView, name: str) -> list[Action]:
    """Banners and Shrines by their names; `banner` and `shrine` are those in play."""
    found = [power for f in FACTIONS.values() for power in (*f.banner.values(), *f.shrine.values())]
    sides = [(FACTIONS[p["faction"]], p) for p in view["players"] if p["faction"] in FACTIONS]
    if name == "banner":
        return [faction.banner[player["banner"]] for faction, player in sides]
    if name == "shrine":
        return [faction.shrine[player["shrine"]] for faction, player in sides]
    return [power for power in found if key(power.name) == name]


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
