"""What is played in a match, in words: all that differs from the game as its rules have it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.contract import OptionSpec, Setting
from games.models import Match
from games.services.engines import ENGINES


@dataclass(frozen=True, slots=True)
class Variant:
    """An option that the opener chose: its name, and what it means."""

    name: str
    about: str


def variants_of(match: Match) -> list[Variant]:
    """What the opener chose otherwise than it is by itself."""
    return [
        _variant(spec, match.options[spec.name])
        for spec in ENGINES[match.game].options
        if match.options.get(spec.name, spec.default) != spec.default
    ]


def _variant(spec: OptionSpec, value: Setting) -> Variant:
    name = _(spec.name).replace("_", " ").capitalize()
    return Variant(name, _(spec.about) if value is True else f"{_(str(value))} ({_(spec.about)})")
