"""Armies in words, for the tests of set-up."""

from __future__ import annotations

import pytest

from games.edge.rules.armies.muster import Army
from games.edge.state import Choices
from games.engine.contract.engine import Setting
from games.engine.contract.text import PlayerError
from games.engine.language.paths import read
from tests.edge.setting_up import Opening

CHAPTER = ("angel_of_death", "holy_knight", "holy_knight", "pilgrim", "ranger")
FULL = "CH01 4 CH03 4 CH06 4 CH08 4 CH11 5 CH16 4"  # 25 cards for them


def at_armies(seats: int = 2, **options: Setting) -> Opening:
    """Seat 1 has chosen Chapter, seat 2 Demons, seat 3 Faceless, and all are asked for their armies."""
    seed = next(seed for seed in range(1, 99) if Opening(seed, seats).first == 1)
    wanted = ("faction chapter", "faction demons", "faction faceless")[:seats]
    return Opening(seed, seats, **options).order(*wanted)


def army(faction: str, text: str, choices: Choices | None = None) -> Army:
    """The army that an order means. Raises a PlayerError where it means none."""
    opening = at_armies(deck20=choices is not None and choices.deck == 20)
    decision = opening.decision(1 if faction == "chapter" else 2)
    value = decision.value(read(decision, text.split()).path)
    assert isinstance(value, Army)
    return value


def refusal(text: str) -> str:
    """Why an army of the Chapter is refused."""
    with pytest.raises(PlayerError) as caught:
        army("chapter", text)
    return str(caught.value)
