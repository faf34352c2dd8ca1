"""DB-5.4 and DB-5.5: sides and Limited pools, before anybody is asked."""

from __future__ import annotations

from games.dreamblade.catalogue import BOOSTER, MINIATURES, STARTER
from games.dreamblade.state import Choices, Player, SeatId, State
from games.engine.contract.engine import INTERRUPTS, Options, OptionSpec
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _

CONSTRUCTED, LIMITED = "constructed", "limited"
OFF = (False, True)
HOUSE = _("Points on which the rules are silent")
OPTIONS = (
    OptionSpec(
        "format",
        _("whether warbands are brought by the players or built from a random pool"),
        (CONSTRUCTED, LIMITED),
    ),
    OptionSpec("no_double_skip", _("spawn phases are never skipped twice in a row"), OFF),
    OptionSpec("max_turns", _("after how many turns the match ends"), (40, 20, 30, 60)),
    OptionSpec(
        "empty_needs_no_location", _("a cell with a location is not empty for disruption"), OFF, HOUSE
    ),
    OptionSpec(
        "bodyguard_regular_only", _("a Bodyguard does not stop attacks on a single target"), OFF, HOUSE
    ),
    OptionSpec("respawn_printed_cost", _("Respawn costs the printed spawn cost"), OFF, HOUSE),
    OptionSpec("thanatomancy_all", _("Thanatomancy counts locations too"), OFF, HOUSE),
    INTERRUPTS,
)


def choices_of(options: Options) -> Choices:
    """The options as the rules read them."""
    return Choices(
        limited=options.get("format") == LIMITED,
        no_double_skip=bool(options.get("no_double_skip")),
        max_turns=int(options.get("max_turns", 40)),
        empty_needs_no_location=bool(options.get("empty_needs_no_location")),
        bodyguard_regular_only=bool(options.get("bodyguard_regular_only")),
        respawn_printed_cost=bool(options.get("respawn_printed_cost")),
        thanatomancy_all=bool(options.get("thanatomancy_all")),
    )


def set_up(table: Table[State], options: Options) -> None:
    """DB-5.5: who plays South is a matter of chance, and of no consequence."""
    south = table.seats[table.roll("sides", 2) - 1]
    table.state = State(choices_of(options), [Player(seat) for seat in table.seats], south)
    table.tell("sides", south=south, north=table.state.foe(south))
    if table.state.choices.limited:
        for player in table.state.players:
            player.pool = draw_pool(table, player.seat)
            table.tell("pool", seat=player.seat, codes=player.pool)


def draw_pool(table: Table[State], seat: SeatId) -> list[str]:
    """DB-5.4: a starter and a booster, drawn with replacement within each rarity, for all to see."""
    drawn: list[str] = []
    for part in (STARTER, BOOSTER):
        for rarity, count in part.items():
            codes = [code for code, miniature in MINIATURES.items() if miniature.rarity == rarity]
            drawn += [codes[table.roll(f"limited {seat}", len(codes)) - 1] for _ in range(count)]
    return sorted(drawn, key=list(MINIATURES).index)
