"""EF-2.15: how long effects last."""

from __future__ import annotations

from games.edge.rules import usage
from games.edge.state import Effect, SeatId, State

NESTED = ("combat", "action")  # there may be one inside another: their depth counts


def add(state: State, effect: Effect) -> None:
    """An effect begins."""
    if effect.until == "combat":
        effect.depth = len(state.fights)
    elif effect.until == "action":
        effect.depth = len(state.actions)
    state.effects.append(effect)


def _drop(state: State, until: str, depth: int | None = None) -> None:
    state.effects[:] = [
        effect
        for effect in state.effects
        if effect.until != until or (depth is not None and effect.depth != depth)
    ]


def end_roll(state: State) -> None:
    """A die roll is settled."""
    _drop(state, "roll")
    usage.forget(state, usage.ROLL)


def end_check(state: State) -> None:
    """INI has been compared."""
    _drop(state, "check")
    usage.forget(state, usage.CHECK)


def end_shot(state: State) -> None:
    """A shot is settled."""
    usage.forget(state, usage.SHOT)


def end_combat(state: State) -> None:
    """ED-12.10: a Combat Sequence is over."""
    _drop(state, "combat", len(state.fights))
    usage.forget(state, f"{usage.COMBAT}{len(state.fights)}")


def end_action(state: State) -> None:
    """An Action has been carried out."""
    _drop(state, "action", len(state.actions))


def end_turn(state: State) -> None:
    """The turn is over; Temporary Crystals vanish (ED-15.9)."""
    _drop(state, "turn")
    usage.forget(state, usage.TURN)
    for player in state.players:
        player.temp = 0
    state.laters[:] = [later for later in state.laters if later.squad]


def start_passive(state: State, seat: SeatId) -> None:
    """What lasts until somebody's next Passive turn."""
    state.effects[:] = [
        effect
        for effect in state.effects
        if effect.until != ("my_passive" if effect.seat == seat else "foe_passive")
    ]
