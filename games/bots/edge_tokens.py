"""What tokens are worth to a side of The Edge, read from what they do: the data says it, not their names."""

from __future__ import annotations

from collections import Counter
from functools import cache

from games.edge.catalogue import TOKENS, Mode, TokenKind
from games.edge.catalogue.check import walk
from games.edge.catalogue.steps import AnyStep, Kill, Mod, Wound
from games.edge.effects import lasting
from games.edge.state import Model, SeatId, State

STATS = {"INI": 0.08, "ATT": 0.16, "DEF": 0.12, "MOV": 0.06}  # one point of an attribute of one model
LOST = 2  # points more: an attribute that cannot be used at all
FLAGS = {"blocked": -0.35, "no_move": -0.35, "immune": 0.6}
AILING = -0.5  # a model that a token is going to wound
HELPFUL = 0.3  # a token that acts for its owner
LAID_OUT = (0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1)  # of a kind on the board: the first ones open the most ways
SPARE = 0.05
_FIELD = {"INI": "ini", "ATT": "att", "DEF": "defence", "MOV": "mov"}


def tokens_worth(state: State, seat: SeatId) -> float:
    """Everything that tokens and Passive Actions do to the models of a seat, and what it has laid out."""
    words = lasting.spoken_of(state)
    altered = sum(_altered(state, model, words) for model in state.player(seat).models) if words else 0.0
    return altered + _acting(state, seat) + _laid_out(state, seat)


def _altered(state: State, model: Model, words: frozenset[str]) -> float:
    """Attributes and flags that last; only of those that something is about."""
    side = state.squad_of(model).side
    flags = ((flag, worth) for flag, worth in FLAGS.items() if flag in words)
    total = sum(worth * lasting.has_lasting_flag(state, model, flag) for flag, worth in flags)
    for name, each in ((name, each) for name, each in STATS.items() if name in words):
        value = printed(side, name)
        if value is not None:
            total += each * _points(state, model, name, value)
    return total


def printed(side: Mode, name: str) -> int | None:
    """What a side of a Squad card says of an attribute."""
    value: int | None = getattr(side, _FIELD[name])
    return value


def _points(state: State, model: Model, name: str, plain: int) -> int:
    value = plain
    for change in lasting.changes(state, model, name):
        if change.is_set and change.to is None:
            return -plain - LOST
        value = change.to if change.is_set and change.to is not None else value * change.times + change.by
    return max(0, value) - plain


def _acting(state: State, seat: SeatId) -> float:
    """Tokens on models that do something by themselves: to their bearer, or for their owner."""
    total = 0.0
    for token in state.tokens:
        faction = state.player(token.owner).faction
        if not token.models or not TOKENS[faction][token.t].acts:
            continue
        if (faction, token.t) in _hurting():
            total += AILING * any(state.owner(state.model(name)) == seat for name in token.models)
        else:
            total += HELPFUL * (token.owner == seat)
    return total


def _laid_out(state: State, seat: SeatId) -> float:
    """Tokens on hexes, Sources, Shrines and cards serve their owner."""
    own = Counter(token.t for token in state.tokens if token.owner == seat and not token.models)
    return sum(sum(LAID_OUT[:count]) + SPARE * max(0, count - len(LAID_OUT)) for count in own.values())


@cache
def _hurting() -> frozenset[tuple[str, str]]:
    """The kinds that bring Wounds to their bearer, faction by faction."""
    kinds = [(faction, kind) for faction, known in TOKENS.items() for kind in known.values()]
    return frozenset((faction, kind.t) for faction, kind in kinds if _hurts(kind))


def _hurts(kind: TokenKind) -> bool:
    return any(_is_harm(step) for act in kind.acts for step in walk(act.do))


def _is_harm(step: AnyStep) -> bool:
    if isinstance(step, Wound | Kill):
        return step.who == "bearer"
    return isinstance(step, Mod) and "WOUNDS" in step.stat.words
