"""Previews, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.services.rehearsal.previews import Foretold, foretell
from games.services.scene import Scene

MOST_OUTCOMES = 12  # rarer outcomes are summed up
MOST_AT_STAKE = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way the dice may fall."""

    chance: str
    told: list[str]


@dataclass(frozen=True, slots=True)
class Spread:
    """A number that the dice decide: its values, each with its chance."""

    name: str
    values: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class ShownPreview:
    """A dry run on a page."""

    foretold: Foretold
    outcomes: list[Outcome]
    rarer: str
    problem: list[str]
    rest: str
    spreads: list[Spread]
    stakes: list[Outcome] = field(default_factory=list[Outcome])  # in few words, where the game can say so

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all would happen."""
        told = self.foretold
        is_open = told.is_hidden or not told.is_complete
        return not (told.certain or self.outcomes or self.problem or is_open)


def previewed(scene: Scene, text: str, *, is_asked: bool = True) -> ShownPreview | None:
    """What a text would do, for a page; None for spectators."""
    foretold = foretell(scene, text, is_asked=is_asked)
    if foretold is None:
        return None
    shown, rest = foretold.chances[:MOST_OUTCOMES], foretold.chances[MOST_OUTCOMES:]
    receipt = foretold.receipt
    return ShownPreview(
        foretold,
        [Outcome(percent(chance), told) for chance, told in shown],
        percent(sum(chance for chance, _told in rest)) if rest else "",
        receipt.problem.splitlines() if receipt is not None else [],
        receipt.rest.strip() if receipt is not None else "",
        [
            Spread(name, [(value, percent(chance)) for value, chance in values])
            for name, values in foretold.spreads
        ],
        [Outcome(percent(chance), told) for chance, told in foretold.stakes[:MOST_AT_STAKE]],
    )


def percent(share: float) -> str:
    """How likely; what is possible is never called 0 %.

    >>> percent(0.5), percent(0.001), percent(1)
    ('50 %', 'under 1 %', '100 %')
    """
    if 0 < share < 0.005:
        return _("under 1 %")
    return _("{number} %").format(number=round(share * 100))
