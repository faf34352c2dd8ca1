"""Pictures for the rules of Star Scrappers."""

from __future__ import annotations

from games.engine.contract.illustrations import Illustration

ILLUSTRATIONS = (
    Illustration(
        "SS-1.7",
        "docks",
        "The Docks: four rows, one for each level. Beside a row stands how many cards its stack still holds.",
    ),
    Illustration(
        "SS-7.3",
        "docks",
        "MIN1 has level 1 and costs nothing. MIN2 has level 2 and costs one card of level 1.",
        marked=("docks MIN1", "docks MIN2"),
    ),
    Illustration(
        "SS-8.2",
        "mine",
        "The Mine: blue-1a costs 1 and is paid for with one blue card of level 1, such as HYD1."
        " purple-3c bears the Cave-in mark, and the Totem of the Minegglers makes it cheaper by 1 for"
        " its owner.",
        marked=("mine blue-1a", "mine purple-3c"),
    ),
    Illustration(
        "SS-11.5",
        "bases",
        "Before a raid: the Base of seat 2 is TER1, MET1, HYD1 from bottom to top. Its Leader, HYD1,"
        " goes home; the raider gets the Totem of the Hy'Drans, and MET1 and TER1.",
        after=8,
    ),
)
