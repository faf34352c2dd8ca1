"""ED-4.6 to ED-4.9 and EF-1.4: what an army may be, the ready-made ones, and how one comes to the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from games.edge.catalogue import ANY, FACTIONS, Card, SquadKind
from games.edge.names import squad_ids
from games.edge.rules.cards.decks import shuffle_deck
from games.edge.rules.setup.options import OPTIONAL_UNITS
from games.edge.rules.shrines import set_up_shrine
from games.edge.state import Choices, Enhancement, Model, Player, SeatId, Squad, State
from games.engine.contract.events import Values
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _

START = "start"
STANDARD = "std"
BOSS = "boss"
NEWEST = 1 << 20  # a rules number above all others


@dataclass(frozen=True, slots=True)
class Army:
    """DP-S2: what a player brings. Squads and cards stand in the order of the faction's data."""

    squads: tuple[str, ...]
    deck: tuple[str, ...]  # card by card; the first is the top where it is arranged
    banner: str = STANDARD
    shrine: str = STANDARD
    is_arranged: bool = False  # ED-23.8: the player has set the order


# Limits.


def deck_cards(faction: str, squads: Sequence[str]) -> list[Card]:
    """ED-4.9, EF-1.4.3: the cards that may be in the deck of these Squads; extras lie beside it."""
    cards = FACTIONS[faction].cards.values()
    return [card for card in cards if not card.extra and card.squad in (ANY, *squads)]


def capacity(faction: str, squads: Sequence[str]) -> int:
    """EF-1.4.2: how many cards there are for these Squads."""
    return sum(card.copies for card in deck_cards(faction, squads))


def barred_roles(choices: Choices) -> tuple[str, ...]:
    """EF-7.6: the optional units that the match leaves out."""
    return tuple(role for role in OPTIONAL_UNITS.values() if not choices.allows(role))


def unit_name(kind: SquadKind) -> Phrase:
    """Optional units, as people speak of them."""
    return say(_("bosses")) if kind.role == BOSS else say(_("cavalry"))


def further_squads(
    faction: str, squads: Sequence[str], most: int, without: Sequence[str] = ()
) -> Iterator[str]:
    """ED-4.7, EF-1.4.4, EF-7.4: what may be added; in data order, so that an army has one name only."""
    kinds = list(FACTIONS[faction].squads.values())
    start = [kind.id for kind in kinds].index(squads[-1]) if squads else 0
    has_boss = any(FACTIONS[faction].squads[name].role == BOSS for name in squads)
    for kind in kinds[start:] if len(squads) < most else ():
        is_second_boss = has_boss and kind.role == BOSS
        if squads.count(kind.id) < kind.cards and not is_second_boss and kind.role not in without:
            yield kind.id


def is_complete(faction: str, squads: Sequence[str], deck: int) -> bool:
    """Whether these Squads have enough cards for a deck, and one of them is deployed in set-up."""
    kinds = FACTIONS[faction].squads
    return any(not kinds[name].is_late for name in squads) and capacity(faction, squads) >= deck


@cache
def can_be_completed(
    faction: str, squads: tuple[str, ...], deck: int, most: int, without: tuple[str, ...] = ()
) -> bool:
    """Whether these Squads, and perhaps more of them, have enough cards for a deck."""
    if is_complete(faction, squads, deck):
        return True
    further = further_squads(faction, squads, most, without)
    return any(can_be_completed(faction, (*squads, kind), deck, most, without) for kind in further)


# Ready-made armies.


@cache
def _ready_made(faction: str, size: int, rules: int) -> Army:
    enough = [
        deck for deck in FACTIONS[faction].under(rules).decks.values() if sum(deck.deck.values()) >= size
    ]
    listed = min(enough, key=lambda deck: sum(deck.deck.values()))
    counts = Counter(listed.deck)
    while counts.total() > size:
        counts[max(counts, key=lambda card: (counts[card], card))] -= 1
    return army_of(faction, listed.squads, counts)


def ready_made(faction: str, choices: Choices, rules: int = NEWEST) -> Army:
    """ED-4.7: the smallest preconstructed list that has the cards; of too many the most frequent give way."""
    return _ready_made(faction, choices.deck, rules)


def army_of(
    faction: str,
    squads: Sequence[str],
    counts: Mapping[str, int],
    banner: str = STANDARD,
    shrine: str = STANDARD,
) -> Army:
    """An army from lists in any order, brought into the order of the data."""
    content = FACTIONS[faction]
    fielded = tuple(kind for kind in content.squads for _ in range(squads.count(kind)))
    deck = tuple(card for card in content.cards for _ in range(counts.get(card, 0)))
    return Army(fielded, deck, banner, shrine)


# Coming to the table.


def muster(table: Table[State], seat: SeatId, army: Army) -> None:
    """ED-4.6 to ED-4.9: Banner, Shrine, Squads with their Endurance, and the deck."""
    state = table.state
    player = state.player(seat)
    player.banner, player.shrine = army.banner, army.shrine
    ids = squad_ids(army.squads)
    player.squads = [_squad(player, name, kind) for name, kind in zip(ids, army.squads, strict=True)]
    if player.banner_card.summons:  # ED-4.22: on top of the army
        player.squads.append(_squad(player, player.banner_card.summons, player.banner_card.summons))
    player.dark_points = player.content.under(state.rules).dark_points
    state.forget_index()
    player.deck = list(army.deck)
    if not army.is_arranged:
        shuffle_deck(table, seat)
    _lay_out_extras(state, player)
    set_up_shrine(state, player)
    own: dict[SeatId, Values] = {seat: {"deck": sorted(army.deck)}}
    table.tell("revealed_army", seat=seat, banner=army.banner, shrine=army.shrine, squads=ids, own=own)


def _squad(player: Player, name: str, kind: str) -> Squad:
    """ED-4.7, ED-4.8: in Basic Mode, with as many Endurance tokens as the card says."""
    card = player.content.squads[kind]
    models = [Model(f"{name}/{number}", name) for number in range(1, card.models + 1)]
    return Squad(name, kind, player.seat, card.basic, card.endurance, models)


def _lay_out_extras(state: State, player: Player) -> None:
    """EF-7.1, EF-7.3: deployment cards lie beside the deck, set-up Enhancements are attached for nothing."""
    for card in player.content.cards.values():
        bearers = [squad for squad in player.squads if squad.kind == card.squad][: card.copies]
        for squad in bearers if card.extra else ():
            if not card.attach.setup:
                player.beside.append(card.id)
                continue
            charges = min(card.attach.ch, state.neutral_charges)  # ED-2.4
            state.neutral_charges -= charges
            squad.enhancements.append(Enhancement(card.id, charges))
