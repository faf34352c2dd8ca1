"""EF-2.14: the modules that carry out the verbs of cards. Importing them makes the verbs known."""

from __future__ import annotations

from typing import get_args

from games.edge.catalogue.steps import AnyStep
from games.edge.effects.run import VERBS
from games.edge.rules import crystals, dice, tokens
from games.edge.rules.cards import flow, hands
from games.edge.rules.combat import sequence
from games.edge.rules.combat import verbs as combat
from games.edge.rules.enhancements import transfers
from games.edge.rules.movement import placement, swaps
from games.edge.rules.movement import verbs as movement
from games.edge.rules.shooting import shoot
from games.edge.rules.squads import verbs as squads
from games.edge.rules.wounds import verbs as wounds

CHAPTERS = (
    combat, crystals, dice, flow, hands, movement, placement, sequence, shoot, squads, swaps, tokens,
    transfers, wounds,
)  # fmt: skip


def check() -> None:
    """Every verb that the content may use is known."""
    missing = [kind.__name__ for kind in get_args(AnyStep) if kind not in VERBS]
    if missing:
        raise LookupError(f"nothing carries out {missing}")
