"""What previews count: what comes of the dice, and how much damage and how many blades they show."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.dreamblade.rules.attacks import BLADE
from games.dreamblade.state import State
from games.engine.contract.events import Plain, Seen
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _

# How the dice fell, and that the turn goes on; a preview counts what comes of them.
_PASSING = frozenset(
    {"rolled", "rerolled", "bladed", "blades_lost", "declined", "added", "totalled", "dealt", "phase"}
)


def gist(seen: Seen) -> Seen | None:
    """What an event comes to, however the dice fell."""
    if seen.key in _PASSING:
        return None
    if seen.key in ("attacked", "deathblow"):
        return Seen(seen.key, {**seen.values, "faces": [], "total": 0}) if seen.values.get("lost") else None
    return seen


def measures(told: Sequence[Seen]) -> list[tuple[Phrase, int]]:
    """The blades and the damage of each combat."""
    found: list[tuple[Phrase, int]] = []
    cell, blades, is_rolling = "", 0, False
    for seen in told:
        values = seen.values
        match seen.key:
            case "struck":
                cell = str(values["cell"])
            case "rolled":
                blades, is_rolling = _blades(values["faces"]), True
            case "rerolled" if is_rolling:
                blades += _blades(values["new"]) - _blades(values["old"])
            case "bladed":
                is_rolling = False  # what is rolled again from here on belongs to a special attack
            case "totalled":
                found.append((say(_("Blades in {cell}"), cell=cell), blades))
                found.append((say(_("Damage in {cell}"), cell=cell), int(str(values["total"]))))
            case _:
                pass
    return found


def without_dice(state: State, told: Sequence[Seen]) -> State:
    """Once the damage was added up, nothing looks at the dice again; nor at how dead the dying are."""
    combat = state.combat
    newest = next((seen.key for seen in reversed(told) if seen.key in ("struck", "totalled")), "struck")
    if combat is None or newest == "struck":
        return state
    counted = msgspec.structs.replace(combat, faces=[], blades=0, bonus=0)
    dying = {name: msgspec.structs.replace(state.figures[name], damage=0) for name in state.dying}
    return msgspec.structs.replace(state, combat=counted, figures={**state.figures, **dying})


def _blades(faces: Plain) -> int:
    return faces.count(BLADE) if isinstance(faces, list) else 0
