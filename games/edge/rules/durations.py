"""EF-2.15: how long effects last."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.edge.catalogue import Action, Half
from games.edge.state import Effect, SeatId, State

_LONG = ("activation", "passive_end")  # windows that may be turns away
MOVE = "move"  # no duration of the data: an Action that does nothing else is for the Move that follows it


def add(state: State, effect: Effect, *, is_reaction: bool = False) -> None:
    """An effect begins: in a reaction for the present Combat, else for one that the Action starts."""
    if effect.until == "combat" and is_reaction and not state.fights:
        effect.until = "check"  # EF-5.1: for one Combat or check; this one is the check of a shot
    if effect.until == "combat":
        effect.depth = len(state.fights) + (not is_reaction)
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
    _forget(state, ROLL)


def end_check(state: State) -> None:
    """INI has been compared."""
    _drop(state, "check")
    _forget(state, CHECK)


def end_shot(state: State) -> None:
    """A shot is settled."""
    _forget(state, SHOT)


def end_combat(state: State) -> None:
    """ED-12.10: a Combat Sequence is over."""
    _drop(state, "combat", len(state.fights))
    _forget(state, f"{COMBAT}{len(state.fights)}")


def end_action(state: State) -> None:
    """An Action has been carried out; a Combat that it was to start may not have come about."""
    _drop(state, "action", len(state.actions))
    _drop(state, "combat", len(state.fights) + 1)


def end_move(state: State, models: Collection[str]) -> None:
    """What was for one Move of these models."""
    state.effects[:] = [e for e in state.effects if e.until != MOVE or not set(e.models) & set(models)]


def end_turn(state: State) -> None:
    """The turn is over; Temporary Crystals vanish (ED-15.9)."""
    _drop(state, "turn")
    _drop(state, MOVE)
    _forget(state, TURN)
    for player in state.players:
        player.temp = 0
    state.laters[:] = [later for later in state.laters if later.win in _LONG]


def start_passive(state: State, seat: SeatId) -> None:
    """What lasts until someone's next Passive turn."""
    state.effects[:] = [effect for effect in state.effects if not _is_over(state, effect, seat)]


def _is_over(state: State, effect: Effect, seat: SeatId) -> bool:
    """Whether an effect ends with a Passive turn of this player."""
    if effect.until == "foe_passive":
        return state.are_enemies(effect.seat, seat)
    return effect.until == "my_passive" and effect.seat == seat


TURN, COMBAT, ROLL, CHECK, SHOT = "turn", "combat", "roll", "check", "shot"


_UNLIMITED = ("payment", "card")  # per payment: any number of times, each paid separately


def _key(state: State, name: str, half: Half, action: Action) -> str:
    """Uses are counted for a stretch of play; a Combat inside another counts for itself."""
    stretch = f"{COMBAT}{len(state.fights)}" if action.use == COMBAT else action.use
    return f"{stretch} {name} {half}"


def is_left(state: State, name: str, half: Half, action: Action) -> bool:
    """Whether it may be used once more."""
    return action.use in _UNLIMITED or not state.uses.get(_key(state, name, half, action))


def note_use(state: State, name: str, half: Half, action: Action) -> None:
    """It was used."""
    if action.use not in _UNLIMITED:
        state.uses[_key(state, name, half, action)] = 1


def names_of_cards(state: State) -> dict[int, str]:
    """Every attached Enhancement, by itself, and what it is called now."""
    return {
        id(enhancement): f"{squad.id}.{slot}"
        for squad in state.squads
        for slot, enhancement in enumerate(squad.enhancements, 1)
    }


def follow(state: State, before: Mapping[int, str]) -> None:
    """ED-18.7: uses belong to the card: they go with it to another slot or Squad, and with it out of play."""
    if not state.since(3):
        return
    now = names_of_cards(state)
    renamed = {name: now.get(card, "") for card, name in before.items()}
    moved: dict[str, int] = {}
    for key, count in state.uses.items():
        stretch, name, half = key.split(" ")
        name = renamed.get(name, name)
        if name:
            moved[f"{stretch} {name} {half}"] = count
    state.uses = moved


def _forget(state: State, stretch: str) -> None:
    """A stretch of play is over: its uses and the effects that lasted for it."""
    for key in [key for key in state.uses if key.partition(" ")[0] == stretch]:
        del state.uses[key]
