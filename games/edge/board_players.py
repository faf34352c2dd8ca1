"""The players in the text of the table: what lies before each of them, and the reader's hand."""

from __future__ import annotations

from collections import Counter

from games.edge import cardtext, labels
from games.edge.catalogue import CARDS, FACTIONS, TokenKind
from games.edge.labels import Translate, line
from games.edge.names import squad_name
from games.edge.views import EdgeView, EnhancementView, PlayerView, SquadView
from games.engine.contract.engine import Names
from games.engine.contract.text import gettext_noop as _


def player(view: EdgeView, shown: PlayerView, t: Translate, names: Names | None) -> list[str]:
    """What lies before a player, all of it open."""
    rows = [line(labels.player_title(view, shown, t, names)), line(_resources(shown, t), 2)]
    rows += [line(power, 2) for power in _powers(shown, t)]
    for squad in shown["squads"]:
        rows += _squad(squad, t)
    return rows


def _resources(shown: PlayerView, t: Translate) -> str:
    crystals = t(_("Crystals {pool}, depleted {depleted}, temporary {temp}")).format(
        pool=shown["pool"], depleted=shown["depleted"], temp=shown["temp"]
    )
    if shown["dark_points"] or any(kind.kept for kind in _kinds(shown)):
        crystals += ", " + t(_("Dark Points {n}")).format(n=shown["dark_points"])
    cards = t(_("hand {hand}, deck {deck}, discard {discard}")).format(
        hand=shown["hand_count"], deck=shown["deck_count"], discard=len(shown["discard"])
    )
    return f"{crystals}; {cards}"


def _kinds(shown: PlayerView) -> list[TokenKind]:
    faction = FACTIONS.get(shown["faction"])
    return list(faction.tokens.values()) if faction else []


def _powers(shown: PlayerView, t: Translate) -> list[str]:
    """Banner, Shrine, and the cards that everybody may look through."""
    faction = FACTIONS.get(shown["faction"])
    if faction is None:
        return []
    banner, shrine = faction.banner[shown["banner"]], faction.shrine[shown["shrine"]]
    side = t(_("face up")) if shown["banner_up"] else t(_("face down"))
    at = shown["shrine_at"] or t(_("not placed"))
    tokens = ", ".join(map(labels.token, shown["shrine_tokens"]))
    rows = [
        (_("on the Shrine: {things}"), tokens),
        (_("beside the deck: {things}"), cardtext.titles(shown["beside"])),
        (_("discarded: {things}"), cardtext.titles(shown["discard"])),
    ]
    return [
        f"{banner.name}, {side}: {t(banner.txt)}",
        f"{shrine.name}, {at}: {t(shrine.txt)}",
        *(t(said).format(things=things) for said, things in rows if things),
    ]


def _squad(squad: SquadView, t: Translate) -> list[str]:
    """A Squad card: its address, its attributes, its models and what is attached."""
    ini, att, defence, mov = map(labels.attribute, labels.attributes(squad))
    stats = f"INI {ini} ATT {att} DEF {defence} MOV {mov}"
    endurance = t(_("Endurance {n} of {most}")).format(n=squad["endurance"], most=squad["printed"])
    rows = [line(f"{squad['code']} {squad_name(squad['id'])}: {squad['mode']}; {stats}; {endurance}", 2)]
    tokens = ", ".join(labels.squad_tokens(squad))
    notes = [*labels.symbols(squad, t), *labels.whereabouts(squad, t)]
    notes += [t(_("tokens: {tokens}")).format(tokens=tokens)] if tokens else []
    notes += [t(_("activated this turn"))] if squad["activated"] else []
    rows.append(line("; ".join(notes), 4))
    for slot, row in enumerate(squad["enhancements"], 1):
        rows += _enhancement(f"{squad['code']}.{slot}", row, t)
    return rows


def _enhancement(name: str, row: EnhancementView, t: Translate) -> list[str]:
    """ED-1.10: an attached card under the address of its slot, and what its Actions do."""
    card = CARDS[row["card"]]
    told = f"{name} {card.title} ({row['card']}): {cardtext.charges(row, t)}"
    actions = [f"{cardtext.action_line(half, action, t)}. {t(action.txt)}" for half, action in card.actions]
    return [line(told, 4), *(line(action, 6) for action in actions)]


def hand(view: EdgeView, shown: PlayerView, t: Translate) -> list[str]:
    """ED-17.9: cards by id and title, with both Actions; when the match is over, everybody's."""
    cards = labels.open_hand(view, shown)
    if cards is None:
        return []
    rows = [labels.hand_title(view, shown, t)]
    for card, count in Counter(cards).items():
        copies = f" x{count}" if count > 1 else ""
        rows.append(line(f"{card}{copies} {CARDS[card].title}, {cardtext.card_use(CARDS[card], t)}", 2))
        for half, action in CARDS[card].actions:
            rows += [line(cardtext.action_line(half, action, t), 4), line(t(action.txt), 6)]
    return rows if cards else [*rows, "  " + t(_("empty"))]
