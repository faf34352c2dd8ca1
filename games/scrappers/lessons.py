"""A first match of Star Scrappers, turn by turn."""

from __future__ import annotations

from games.engine.contract.lessons import Lesson
from games.engine.contract.text import gettext_noop as _

LESSONS = (
    Lesson(
        "order",
        _(
            "A turn has two different actions. Begin with “recruit”: a card of level 1 is free, one"
            " of level 2 costs a card of level 1 from your hand. Then mine a Crystal or use a skill,"
            " and end your turn."
        ),
        "SS-7.1",
        since=1,
        until=1,
    ),
    Lesson(
        "order",
        _(
            "“Mine” takes a Crystal. Pay with cards of its colour whose levels add up to its cost;"
            " they go to your Base. Crystals are most of your points at the end."
        ),
        "SS-8.1",
        since=2,
        until=2,
    ),
    Lesson(
        "order",
        _(
            "The top card of your Base is your Leader. Before your first action you may use its skill"
            " without paying for it: look for “leader”."
        ),
        "SS-5.2",
        since=3,
        until=3,
    ),
    Lesson(
        "order",
        _(
            "Short of cards? “Raid” a Base, your own or another one, in place of both actions. Its"
            " cards come to your hand, and the Leader's Totem comes to you."
        ),
        "SS-11.1",
        since=4,
        until=4,
    ),
    Lesson(
        "order",
        _(
            "“Collect” buys an Artifact with cards of any colours. Choose its left half for a power"
            " that lasts, or its right half for points at the end."
        ),
        "SS-9.1",
        since=5,
        until=5,
    ),
    Lesson(
        "order",
        _(
            "Watch the Cave-in track at the top. When its token reaches the end, the last round"
            " begins. Crystals with the black mark move it."
        ),
        "SS-14.1",
        since=6,
        until=7,
    ),
)
