"""Decision 4's guess: a random world that fits what one seat can see."""

from __future__ import annotations

from collections import Counter

from games.edge.catalogue import Card
from games.edge.state import Player, SeatId, State
from games.engine.contract.dice import Chance, shuffle


def guess(state: State, seat: SeatId | None, dice: Chance) -> None:
    """Deal anew, in place, everything hidden. It reads nothing that the seat's view does not show."""
    _shuffle_faces(state, seat, dice)
    for player in state.players:
        if player.seat == seat:
            player.hand.sort()
            player.deck.sort()  # what is left is known to its owner, the order is not
            shuffle(dice, "guess", player.deck)
        elif player.faction:
            _deal(player, dice, state.sees_hand(seat, player))


def _shuffle_faces(state: State, seat: SeatId | None, dice: Chance) -> None:
    """Tokens that lie face down may be any of the kinds that are not known to be elsewhere."""
    hidden = [token for token in state.tokens if token.face and token.owner != seat]
    for kind in dict.fromkeys(token.t for token in hidden):
        lying = [token for token in hidden if token.t == kind]
        kinds = state.player(lying[0].owner).content.tokens[kind].faces
        faces = [face for face, count in kinds.items() for _copy in range(count)]
        shuffle(dice, "guess", faces)
        for token, face in zip(lying, faces, strict=False):
            token.face = face


def _deal(player: Player, dice: Chance, is_shown: bool) -> None:
    """Hand and deck from the cards that the army may hold and that were not seen yet."""
    player.hand.sort()
    unseen = _unseen(player, player.hand if is_shown else [])
    shuffle(dice, "guess", unseen)
    if not is_shown:
        count = len(player.hand)
        player.hand[:] = sorted(unseen[:count])
        del unseen[:count]
    player.deck[:] = unseen[: len(player.deck)]


def _unseen(player: Player, shown: list[str]) -> list[str]:
    seen = Counter([*player.discard, *shown])
    seen.update(e.card for squad in player.squads for e in squad.enhancements)
    seen.update(squad.evolved for squad in player.squads if squad.evolved)
    cards = [card for card in player.content.cards.values() if _is_allowed(player, card)]
    return [card.id for card in cards for _copy in range(max(0, card.copies - seen[card.id]))]


def _is_allowed(player: Player, card: Card) -> bool:
    """EF-1.4.3: only cards of Squads that are fielded."""
    return not card.extra and card.squad in ("any", *(squad.kind for squad in player.squads))
