"""ED-18.7: how often an Enhancement Action may be used."""

from __future__ import annotations

from games.edge.catalogue import Action, Half
from games.edge.state import State

TURN, COMBAT, ROLL, CHECK, SHOT = "turn", "combat", "roll", "check", "shot"
_UNLIMITED = ("payment", "card")  # per payment: any number of times, each paid separately


def _key(state: State, name: str, half: Half, action: Action) -> str:
    """Uses are counted for a stretch of play; a Combat inside another counts for itself."""
    stretch = f"{COMBAT}{len(state.fights)}" if action.use == COMBAT else action.use
    return f"{stretch} {name} {half}"


def is_left(state: State, name: str, half: Half, action: Action) -> bool:
    """Whether it may be used once more."""
    return action.use in _UNLIMITED or not state.uses.get(_key(state, name, half, action))


def note(state: State, name: str, half: Half, action: Action) -> None:
    """It was used."""
    if action.use not in _UNLIMITED:
        state.uses[_key(state, name, half, action)] = 1


def forget(state: State, stretch: str) -> None:
    """A stretch of play is over: its uses and the effects that lasted for it."""
    for key in [key for key in state.uses if key.partition(" ")[0] == stretch]:
        del state.uses[key]
