"""ED-19.5: what a window is about."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.edge.state import Model, SeatId, State

# EF-2.9: which model of the event an Action must concern, where its data do not say `concerns`.
CONCERNED = {
    "combat_declared": "mine",
    "ini_check": "mine",
    "in_combat": "mine",
    "before_attack": "attacker",
    "after_attack": "attacker",
    "before_defense": "defender",
    "after_defense": "defender",
    "defense_won": "defender",
    "before_hit": "source",
    "after_hit": "source",
    "wound_pending": "model",
    "end_lost": "model",
    "wound_dealt": "source",
    "killed": "model",
    "move_end": "model",
}


@dataclass(slots=True)
class Moment:
    """One opening of a window, and what Actions change in it."""

    window: str
    attacker: Model | None = None  # in a Combat before roles are fixed: the fighter
    defender: Model | None = None
    model: Model | None = None  # wounded or killed
    source: Model | None = None  # who shot, wounded or killed
    wounds: int = 0  # pending
    count: int = 0  # EF-2.7 `ev.n`: tokens lost, Wounds dealt, Crystals harvested
    space: str = ""  # where someone died
    card: str = ""  # that was just played
    by: SeatId = 0  # who has played it
    squad: str = ""  # on which it was played
    is_recalled: bool = False  # the card goes back to the hand
    pushed: list[str] = field(default_factory=list[str])
    shrine: SeatId = 0  # whose Shrine it is about
    path: list[str] = field(default_factory=list[str])  # of a mover, as far as it has come
    is_stopped: bool = False  # the mover does not go on
    worth: int = 0  # VP that are about to be scored
    is_shot: bool = False
    in_combat: bool = False  # the Wound was dealt in a Combat
    shooting: str = ""  # the name of the shooting Action
    more_wounds: int = 0  # added to each hit of this shot
    more_hit: int = 0  # added to its roll
    extra: int = 0  # what the shooting Action calls `extra`
    roll: Roll | None = None
    is_won: bool = False  # the Defence needs no dice
    is_replaced: bool = False  # something else was done in place of the Attack roll
    redirected: Model | None = None

    @property
    def _pair(self) -> list[Model]:
        """The models that the event is about; in a shot the target."""
        pair = [self.model] if self.is_shot else [self.attacker, self.defender]
        return [model for model in pair if model is not None]

    def own(self, seat: SeatId, state: State) -> Model | None:
        """The player's own model in the event."""
        return next((model for model in self._pair if state.owner(model) == seat), None)

    def role(self, name: str, seat: SeatId, state: State) -> Model | None:
        """EF-2.7: `mine` and `theirs` are seen from a seat; `mine` may be an ally's (ED-24.6)."""
        match name:
            case "mine":
                return self.own(seat, state) or next(
                    (m for m in self._pair if not state.is_enemy(seat, m)), None
                )
            case "theirs":
                return next((m for m in self._pair if state.is_enemy(seat, m)), None)
            case "attacker":
                return self.attacker
            case "defender":
                return self.defender
            case "source":
                return self.source
            case _:
                return self.model


@dataclass(slots=True)
class Roll:
    """ED-14: one die that has fallen."""

    seat: SeatId
    die: str
    result: int
    is_marked: bool
    is_rerolled: bool = False
    purpose: str = ""
