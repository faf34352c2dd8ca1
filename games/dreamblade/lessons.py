"""A first match of DreamBlade, phase by phase."""

from __future__ import annotations

from games.engine.contract.lessons import Lesson
from games.engine.contract.text import gettext_noop as _

LESSONS = (
    Lesson(
        "warband",
        _(
            "Take a ready-made warband for your first match. You can build your own later, from"
            " sixteen miniatures."
        ),
        "DB-5.1",
    ),
    Lesson(
        "spawn",
        _(
            "Spend your points on creatures; they appear in your portal or on your side. Two or three"
            " cheap ones hold more cells than a single expensive one."
        ),
        "DB-7.1",
        until=2,
    ),
    Lesson(
        "action",
        _(
            "Each turn has two action phases, each with a shift or a strike. Shift first: move your"
            " creatures to the cells with the highest numbers for your side."
        ),
        "DB-8.1",
        since=1,
        until=2,
    ),
    Lesson(
        "action",
        _(
            "Strike where your creatures stand with enemies: roll their dice and deal the damage. The"
            " preview shows how likely it is that an enemy is disrupted or destroyed."
        ),
        "DB-9.1",
        since=3,
        until=4,
    ),
    Lesson(
        "spawn",
        _(
            "At the end of a turn the cells you hold alone give points, and the higher total wins the "
            "turn. Whoever wins six turns wins the match: spawn where the points are."
        ),
        "DB-12.1",
        since=3,
        until=5,
    ),
)
