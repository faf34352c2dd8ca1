"""ED-8.2: the attributes of a model with everything that changes them, and the flags it has."""

from __future__ import annotations

from games.edge.state import Model, State

_FIELD = {"INI": "ini", "ATT": "att", "DEF": "defence", "MOV": "mov"}


def stat(state: State, model: Model, name: str) -> int | None:
    """INI, ATT, DEF or MOV of a model now; None is "-" (ED-8.3), and never below 0."""
    printed: int | None = getattr(state.squad_of(model).side, _FIELD[name])
    return printed


def has_flag(state: State, model: Model, flag: str) -> bool:
    """Whether a flag of EF-2.14 is granted to a model now."""
    return False
