"""ED-23: the options of a match."""

from __future__ import annotations

from games.edge.catalogue import play_mode
from games.edge.state import (
    Choices,
)
from games.engine.contract.engine import INTERRUPTS, Options, OptionSpec
from games.engine.contract.text import gettext_noop as _

OFF = (False, True)


SETTING_UP, CRYSTALS, DECKS = _("Alternative set-up"), _("Crystals and Victory Points"), _("Hands and decks")


OPTIONS = (  # ED-23.11: fixed before set-up, all off unless chosen
    OptionSpec(
        "preset", _("Shrines and Crystal Sources start in the places recommended for a first game"), OFF
    ),
    OptionSpec("beginner", _("both players use the ready-made army of their faction"), OFF),
    OptionSpec(
        "more_crystals",
        _("3 Crystals to start with, and one for everybody when nobody controls a Source"),
        OFF,
        CRYSTALS,
    ),
    OptionSpec(
        "handicap",
        _("extra Crystals for seat 1, or for seat 2 if negative"),
        (0, 1, 2, 3, -1, -2, -3),
        CRYSTALS,
    ),
    OptionSpec("mulligan", _("each player may exchange their hand once per game"), OFF, DECKS),
    OptionSpec("buy_vp", _("3 Crystals buy a Victory Point at the start of a turn"), OFF, CRYSTALS),
    OptionSpec(
        "alternative_setup",
        _("Sources are placed before Shrines, hands drawn before Squads"),
        OFF,
        SETTING_UP,
    ),
    OptionSpec("deck20", _("decks of 20 cards instead of 25"), OFF, DECKS),
    OptionSpec("reshuffle", _("an empty deck is reshuffled from the discard pile"), OFF, DECKS),
    OptionSpec("script", _("each player arranges their own deck instead of shuffling it"), OFF, DECKS),
    OptionSpec("strategic", _("how many cards a hand holds"), (3, 4, 5), DECKS),
    OptionSpec("special_sources", _("a controlled Source gives more than Crystals"), OFF, CRYSTALS),
    INTERRUPTS,
)


def choices_of(options: Options, players: int = 2) -> Choices:
    """ED-23: the options of a match with so many players, as the rules read them."""
    mode = play_mode(players)

    def is_on(name: str) -> bool:
        return bool(options.get(name, False))

    return Choices(
        preset=is_on("preset"),
        beginner=is_on("beginner"),
        more_crystals=is_on("more_crystals"),
        handicap=int(options.get("handicap", 0)),
        mulligan=is_on("mulligan"),
        buy_vp=is_on("buy_vp"),
        alternative_setup=is_on("alternative_setup"),
        squads=mode.squads_max,
        deck=20 if is_on("deck20") else mode.deck,
        reshuffle=is_on("reshuffle"),
        script=is_on("script"),
        hand=int(options.get("strategic", 3)),
        special_sources=is_on("special_sources"),
    )
