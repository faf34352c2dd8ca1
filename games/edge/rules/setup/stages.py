"""ED-4: set-up, one question at a time; the match rests after each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.edge.rules import victory
from games.edge.rules.cards.decks import draw_to_limit
from games.edge.rules.deployment.deploy import deploy, next_to_deploy
from games.edge.rules.setup.dispersal import disperse
from games.edge.rules.setup.map_tokens import (
    place_preset,
    place_shrine,
    place_source,
    shrines_stand,
    sources_stand,
)
from games.edge.rules.setup.options import choices_of
from games.edge.rules.setup.sides import choose_armies, choose_faction, choose_role, take_ready_made
from games.edge.state import (
    ARMIES,
    DEPLOYMENT,
    DISPERSAL,
    FACTION_CHOICE,
    PLAY,
    ROLES,
    SHRINES,
    SOURCES,
    Choices,
    Player,
    SeatId,
    State,
    Turn,
)
from games.engine.contract.engine import Options
from games.engine.contract.table import Rules, Table


def set_up(table: Table[State], options: Options) -> None:
    """ED-4.1 to ED-4.4: the table before the first question."""
    state = State(
        choices=choices_of(options, len(table.seats)),
        players=[Player(seat) for seat in table.seats],
        turn=Turn(table.seats[0]),
    )
    state.neutral_crystals = state.neutral_charges = state.format.neutral
    victory.lay_out(state)
    table.state = state
    state.first = roll_first(table)
    state.turn = Turn(state.first)


def roll_first(table: Table[State]) -> SeatId:
    """ED-4.4: the Red Die, highest first; tied leaders roll again."""
    leaders, told = list(table.seats), list[str]()
    while len(leaders) > 1:
        rolls = {seat: table.roll("first_player", 6) for seat in leaders}
        told.append(":".join(str(roll) for roll in rolls.values()))
        leaders = [seat for seat in leaders if rolls[seat] == max(rolls.values())]
    table.tell("rolled_first", seat=leaders[0], rolls=told)
    return leaders[0]


def next_stage(table: Table[State]) -> Rules[None]:
    """ED-4: one question of set-up; where a stage has none left, the next stage begins."""
    yield from _ASKING[table.state.stage](table)
    while _DONE[table.state.stage](table.state):
        _enter_next(table)


def stages(choices: Choices) -> list[str]:
    """ED-4.5 to ED-4.20, with ED-4.21 and ED-23.5: the stages of set-up in their order."""
    placing = [SOURCES, SHRINES] if choices.alternative_setup else [SHRINES, SOURCES]
    placed = [] if choices.preset else placing
    return [FACTION_CHOICE, ARMIES, ROLES, *placed, DEPLOYMENT, DISPERSAL, PLAY]


def _enter_next(table: Table[State]) -> None:
    state = table.state
    order = stages(state.choices)
    state.stage = order[order.index(state.stage) + 1]
    state.asked = 0
    if state.stage in _ENTERING:
        _ENTERING[state.stage](table)


# The board, and what the players begin with.


def _begin_deployment(table: Table[State]) -> None:
    """ED-4.21 and ED-23.5: the preset is laid out; hands may be drawn before the Squads stand."""
    if table.state.choices.preset:
        place_preset(table)
    if table.state.choices.alternative_setup:
        _draw_hands(table)


def _deploy_next(table: Table[State]) -> Rules[None]:
    seat = next_to_deploy(table.state)
    if seat is not None:
        yield from deploy(table, seat)


def _begin_dispersal(table: Table[State]) -> None:
    """ED-4.17, ED-4.18: Crystals and hands."""
    for seat in table.state.order:
        take_crystals(table, seat)
    if not table.state.choices.alternative_setup:
        _draw_hands(table)


def take_crystals(table: Table[State], seat: SeatId) -> None:
    """ED-4.17, ED-23.1, ED-23.2: from the neutral pile."""
    state = table.state
    handicap = state.choices.extra_crystals(seat)
    count = state.format.start_crystals + state.choices.more_crystals + handicap
    state.neutral_crystals -= count
    state.player(seat).pool += count
    table.tell("received_crystals", seat=seat, count=count)


def _draw_hands(table: Table[State]) -> None:
    """ED-4.18, ED-23.9: as many cards as the hand limit."""
    for seat in table.state.order:
        draw_to_limit(table, seat, "setup")


def _disperse_next(table: Table[State]) -> Rules[None]:
    """ED-4.19: each Positioning player, in placement order."""
    state = table.state
    state.asked += 1
    yield from disperse(table, state.order[state.asked - 1])


def _begin_play(table: Table[State]) -> None:
    """ED-4.20: the Countering player takes the first turn."""
    state = table.state
    state.turn = Turn(state.countering)
    table.tell("began", seat=state.countering)


_ASKING: Mapping[str, Callable[[Table[State]], Rules[None]]] = {
    FACTION_CHOICE: choose_faction,
    ARMIES: choose_armies,
    ROLES: choose_role,
    SHRINES: place_shrine,
    SOURCES: place_source,
    DEPLOYMENT: _deploy_next,
    DISPERSAL: _disperse_next,
}
_ENTERING: Mapping[str, Callable[[Table[State]], None]] = {
    ARMIES: take_ready_made,
    DEPLOYMENT: _begin_deployment,
    DISPERSAL: _begin_dispersal,
    PLAY: _begin_play,
}
_DONE: Mapping[str, Callable[[State], bool]] = {
    FACTION_CHOICE: lambda state: all(player.faction for player in state.players),
    ARMIES: lambda state: all(player.squads for player in state.players),
    ROLES: lambda state: bool(state.countering),
    SHRINES: shrines_stand,
    SOURCES: sources_stand,
    DEPLOYMENT: lambda state: next_to_deploy(state) is None,
    DISPERSAL: lambda state: state.asked == len(state.players) - 1,
    PLAY: lambda state: False,
}
