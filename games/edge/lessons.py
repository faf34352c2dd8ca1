"""A first match of The Edge, question by question."""

from __future__ import annotations

from games.engine.contract.lessons import Lesson
from games.engine.contract.text import gettext_noop as _

LESSONS = (
    Lesson(
        "faction",
        _(
            "Chapter and Demons are the simplest factions to start with. In this match you use the"
            " ready-made army of your faction, so there is nothing to build."
        ),
        "ED-4.5",
    ),
    Lesson(
        "deploy",
        _(
            "Put your Squads near your Shrine and within reach of a Crystal Source: Crystals pay for"
            " Red Dice and cards. Click a Squad, then a Space; the rest of the Squad is suggested."
        ),
        "ED-4.14",
    ),
    Lesson(
        "turn",
        _(
            "An Active turn moves and fights with one Squad and plays cards. A Passive turn gathers "
            "Crystals and turns your Banner face up again. Start with Active turns, and rest when you run "
            "out of Crystals."
        ),
        "ED-5.1",
        until=3,
    ),
    Lesson(
        "order",
        _(
            "Activate one Squad, then move it towards a Crystal Source: whoever touches it alone"
            " controls it. All the lines that move models of one Squad count as one Move Action."
        ),
        "ED-8.1",
        since=1,
        until=1,
    ),
    Lesson(
        "order",
        _(
            "Models that touch can fight. The preview beside your order shows the odds before you"
            " send it. A Red Die costs a Crystal and hits harder."
        ),
        "ED-12.3",
        since=2,
        until=3,
    ),
    Lesson(
        "order",
        _(
            "Play cards before or after you move: click one in your hand to read it. Enhancements"
            " stay with a Squad, Instants can be played in the other player's turn by a standing"
            " order."
        ),
        "ED-17.1",
        since=4,
        until=5,
    ),
    Lesson(
        "counter",
        _("A counterattack costs nothing unless you choose the Red Die, and it may wound the attacker."),
        "ED-12.4",
        until=6,
    ),
)
