"""DB-9.4: one combat, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.dreamblade.rules.attacks import (
    BLADE,
    REGULAR,
    damage_so_far,
    is_relentless,
    reroll,
    roll_dice,
    worth_of_faces,
)
from games.dreamblade.rules.blades import spend_blades
from games.dreamblade.rules.damage import assign
from games.dreamblade.rules.outcomes import check_damage
from games.dreamblade.rules.questions import AFTER_STRIKEBACK, IN_COMBAT
from games.dreamblade.rules.triggers import Effect, resolve, strikebacks
from games.dreamblade.rules.zones import banish, sacrifice
from games.dreamblade.state import Combat, Figure, State
from games.dreamblade.statistics import power
from games.engine.contract.table import Rules, Table


def fight(table: Table[State], cell: str, names: Sequence[str]) -> Rules[None]:
    """DB-9.4: C1 to C10."""
    state = table.state
    attackers = [state.figures[name] for name in names]
    combat = Combat(cell, state.active, list(names), relentless=is_relentless(state, attackers))
    state.turn.fought.append(cell)  # DB-9.2
    state.combat = combat
    table.tell("struck", seat=combat.seat, cell=cell, figures=combat.attackers)
    yield from _roll(table, combat, attackers)
    yield from spend_blades(table, combat)
    yield from _assign(table, combat)
    yield from check_damage(table, IN_COMBAT)
    yield from _end(table, combat, attackers)
    state.combat = None


def _roll(table: Table[State], combat: Combat, attackers: Sequence[Figure]) -> Rules[None]:
    """C3, DB-9.6."""
    state = table.state
    worth = worth_of_faces(state, attackers, has_blades=True)
    combat.faces = roll_dice(table, sum(power(state, figure) for figure in attackers), worth)
    table.tell("rolled", seat=combat.seat, faces=combat.faces)
    yield from reroll(table, combat.faces, attackers, "reroll", REGULAR)
    combat.blades = combat.faces.count(BLADE)


def _assign(table: Table[State], combat: Combat) -> Rules[None]:
    """C5, DB-9.15, DB-9.16: clamped at the end; among the enemies who are in the cell now."""
    state = table.state
    total = damage_so_far(combat)
    table.tell("totalled", seat=combat.seat, cell=combat.cell, total=total)
    targets = state.creatures_at(combat.cell, state.foe(combat.seat))
    yield from assign(
        table, combat.seat, combat.cell, targets, total, "damage", combat.faces, relentless=combat.relentless
    )


def _end(table: Table[State], combat: Combat, attackers: Sequence[Figure]) -> Rules[None]:
    """C9, DB-9.34: the active player's effects first; damage of Strikeback is checked after the batch."""
    removed = [*combat.destroyed, *combat.disrupted]
    effects = [effect for figure in attackers for effect in _afterwards(table, combat, figure)]
    yield from resolve(table, [*effects, *strikebacks(table, [combat.cell, *combat.sites], removed)])
    yield from check_damage(table, AFTER_STRIKEBACK)


def _afterwards(table: Table[State], combat: Combat, figure: Figure) -> Iterator[Effect]:
    """DB-A.FADE, DB-A.DETONATE, DB-A.BLOODTHIRSTY: unless it is gone already."""
    state = table.state
    is_sated = any(state.figures[name].seat != figure.seat for name in combat.destroyed)
    for name in ("FADE", "DETONATE", "BLOODTHIRSTY"):
        if state.works(figure, name) is not None and not (name == "BLOODTHIRSTY" and is_sated):
            yield _leaving(table, figure, name.lower())


def _leaving(table: Table[State], figure: Figure, word: str) -> Effect:
    def leave() -> None:
        if figure.is_on_map:
            (banish if word == "fade" else sacrifice)(table, figure, word)

    return Effect(figure.seat, f"{figure.id}.{word}", leave)
