"""ED-23: the options of a match."""

from __future__ import annotations

from games.edge.catalogue import play_mode
from games.edge.state import Choices
from games.engine.contract.engine import DRAWN_SEATS, INTERRUPTS, Options, OptionSpec, Setting
from games.engine.contract.text import gettext_noop as _

OFF = (False, True)
TWO, FOUR = (2,), (4,)  # numbers of players
MOST_HANDICAP = 3  # ED-23.2


SETTING_UP, CRYSTALS, DECKS = _("Alternative set-up"), _("Crystals and Victory Points"), _("Hands and decks")
UNITS = _("Optional units")
ALLOWED, FORBIDDEN = "allowed", "forbidden"
OPTIONAL_UNITS = {"cavalry": "cavalry", "bosses": "boss"}  # EF-7.6: options, and the role that each is about


def _handicap(seat: int) -> OptionSpec:
    """ED-23.2: for each seat that there is."""
    choices = tuple(range(MOST_HANDICAP + 1))
    about = _HANDICAPS[seat - 1]
    return OptionSpec(f"handicap_{seat}", about, choices, CRYSTALS, seats=tuple(range(max(2, seat), 5)))


_HANDICAPS = (
    _("extra Crystals for seat 1, the weaker player"),
    _("extra Crystals for seat 2, the weaker player"),
    _("extra Crystals for seat 3, the weaker player"),
    _("extra Crystals for seat 4, the weaker player"),
)


def _unit(name: str, about: str) -> OptionSpec:
    """EF-7.6: whether optional units may be fielded."""
    labels: dict[Setting, str] = {ALLOWED: _("allowed"), FORBIDDEN: _("forbidden")}
    return OptionSpec(name, about, (ALLOWED, FORBIDDEN), UNITS, labels=labels)


OPTIONS = (  # ED-23.11: fixed before set-up, all off unless chosen
    OptionSpec("teams", _("seats 1 and 3 play together against seats 2 and 4"), OFF, seats=FOUR),
    DRAWN_SEATS,
    OptionSpec(
        "preset", _("Shrines and Crystal Sources start in the places recommended for a first game"), OFF
    ),
    OptionSpec("beginner", _("all players use the ready-made army of their faction"), OFF),
    OptionSpec(
        "more_crystals",
        _("one more Crystal to start with, and one for everybody when nobody controls a Source"),
        OFF,
        CRYSTALS,
    ),
    *(_handicap(seat) for seat in (1, 2, 3, 4)),
    OptionSpec("mulligan", _("each player may exchange their hand once per game"), OFF, DECKS),
    OptionSpec(
        "buy_vp", _("3 Crystals buy a Victory Point at the start of a turn"), OFF, CRYSTALS, seats=TWO
    ),
    OptionSpec(
        "alternative_setup",
        _("Sources are placed before Shrines, hands drawn before Squads"),
        OFF,
        SETTING_UP,
    ),
    OptionSpec("deck20", _("decks of 20 cards instead of 25"), OFF, DECKS, seats=TWO),
    OptionSpec("reshuffle", _("an empty deck is reshuffled from the discard pile"), OFF, DECKS),
    OptionSpec("script", _("each player arranges their own deck instead of shuffling it"), OFF, DECKS),
    OptionSpec("strategic", _("how many cards a hand holds"), (3, 4, 5), DECKS),
    OptionSpec("special_sources", _("a controlled Source gives more than Crystals"), OFF, CRYSTALS),
    _unit("cavalry", _("cavalry: Squads that arrive during the match, by a card")),
    _unit("bosses", _("bosses: the one great model that an army may have")),
    INTERRUPTS,
)


def choices_of(options: Options, players: int = 2) -> Choices:
    """ED-23: the options of a match with so many players, as the rules read them."""
    teams = bool(options.get("teams", False))
    mode = play_mode(players, teams)

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
        teams=teams,
        further={
            **{name: int(options[name]) for name in _further(players) if options.get(name)},
            **{f"no_{role}": 1 for name, role in OPTIONAL_UNITS.items() if options.get(name) == FORBIDDEN},
        },
    )


def _further(players: int) -> list[str]:
    """The options that `Choices` has no field for."""
    return [f"handicap_{seat}" for seat in range(1, players + 1)]


def todays_names(chosen: Options) -> dict[str, Setting]:
    """The options by their present names: before 0.3 `handicap` was for seat 1, negative for seat 2."""
    found = {name: value for name, value in chosen.items() if name != "handicap"}
    old = int(chosen.get("handicap", 0))
    return found | {f"handicap_{1 if old > 0 else 2}": abs(old)} if old else found
