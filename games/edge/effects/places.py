"""EF-2.13: names for kinds of places on the board, as the data of a faction gives them.

A place is a Space (a Shrine, a Source), a hex under a token, or a model that counts as one.
"""

from __future__ import annotations

from games.edge.catalogue import SQUADS
from games.edge.state import Player, State, Token


def is_place(player: Player, ref: str) -> bool:
    """Whether a reference is the name of a kind of place or of a token."""
    content = player.content
    return ref in content.places or ref in content.linked or ref in content.tokens


def of(state: State, player: Player, ref: str) -> list[str]:
    """Where such places are, as addresses."""
    content = player.content
    if ref in content.linked:
        return _linked(state, player, *content.linked[ref])
    if ref in content.places:
        found = [name for part in content.places[ref] for name in _part(state, player, part)]
        return list(dict.fromkeys(found))
    tokens = [token for token in state.tokens if token.t == ref and token.owner == player.seat]
    return [name for token in tokens for name in _under(state, token)]


def _part(state: State, player: Player, part: str) -> list[str]:
    if part == "shrine":
        return [player.shrine_at] if player.shrine_at else []
    if part == "source":
        return list(state.sources)
    if part in SQUADS:
        return [model.id for squad in player.squads if squad.kind == part for model in squad.on_board]
    return of(state, player, part)


def _under(state: State, token: Token) -> list[str]:
    """What a token lies on: a place on the board, a Shrine, or models that count as one."""
    if token.at:
        return [token.at]
    if token.shrine:
        return [state.player(token.shrine).shrine_at]
    return [model.id for model in state.squad(token.squad).on_board] if token.squad else list(token.models)


def _linked(state: State, player: Player, roots: str, links: str) -> list[str]:
    """The roots, and every link that a chain of contact leads to."""
    found = of(state, player, roots)
    left = [name for name in of(state, player, links) if name not in found]
    mask = _mask(state, found)
    while touching := [name for name in left if state.board.halo(_mask(state, [name])) & mask]:
        found += touching
        left = [name for name in left if name not in touching]
        mask |= _mask(state, touching)
    return found


def _mask(state: State, names: list[str]) -> int:
    mask = 0
    for name in names:
        mask |= mask_of(state, name)
    return mask


def mask_of(state: State, name: str) -> int:
    """The hexes of such a place."""
    return state.placement(state.model(name)).mask if "/" in name else state.mask_of(name)
