"""SS-2: setting the table."""

from __future__ import annotations

from games.engine.contract.engine import Options
from games.engine.contract.table import Table
from games.scrappers.catalogue import (
    ARTIFACTS,
    CAPACITY,
    CARDS,
    COSTS,
    CRYSTALS,
    FACTIONS,
    FIRST_GAME,
    LEVEL,
    LEVELS,
    card_order,
)
from games.scrappers.state import Player, State, Turn


def set_up(table: Table[State], options: Options) -> None:
    """SS-2.1 to SS-2.10, ordered so that nothing is drawn twice."""
    crystal_stacks = _crystal_stacks(table)
    factions = _choose_factions(table, options)
    merc_stacks = _merc_stacks(table, factions)
    docks = [_take(stack, size) for stack, size in zip(merc_stacks, CAPACITY, strict=True)]  # SS-2.4
    mine = [_take(stack, size) for stack, size in zip(crystal_stacks, CAPACITY, strict=True)]  # SS-2.1
    hands = [_starting_hand(merc_stacks) for _ in table.seats]
    commands, supply = _command_cards(table, factions)
    first = table.seats[table.roll("first player", len(table.seats)) - 1]  # SS-2.9
    players = [
        Player(seat, command, sorted(hand, key=card_order), totems=[command])
        for seat, command, hand in zip(table.seats, commands, hands, strict=True)
    ]
    table.state = State(
        factions=factions,
        players=players,
        turn=Turn(first),
        first=first,
        merc_stacks=merc_stacks,
        docks=docks,
        crystal_stacks=crystal_stacks,
        mine=mine,
        artifact_stacks=_artifact_stacks(table),
        totems=supply,
    )
    table.tell("set_up", factions=factions, first=first, own={p.seat: {"hand": p.hand} for p in players})


def _choose_factions(table: Table[State], options: Options) -> list[str]:
    """SS-2.2: four of six at random, or those of a first game."""
    if options["factions"] == "first game":
        return list(FIRST_GAME)
    if options["factions"] != "random":
        return str(options["factions"]).split("-")
    codes = list(FACTIONS)
    table.shuffle("factions", codes)
    chosen = set(codes[:4])
    return [code for code in FACTIONS if code in chosen]


def _crystal_stacks(table: Table[State]) -> list[list[str]]:
    """SS-2.1: four stacks by printed cost."""
    stacks = [[c.id for c in CRYSTALS.values() if c.cost == cost] for cost in COSTS]
    for cost, stack in zip(COSTS, stacks, strict=True):
        table.shuffle(f"crystals {cost}", stack)
    return stacks


def _merc_stacks(table: Table[State], factions: list[str]) -> list[list[str]]:
    """SS-2.3: the cards of the four factions, by level."""
    cards = [card for card, mercenary in CARDS.items() if mercenary.faction in factions]
    stacks = [[card for card in cards if LEVEL[card] == level] for level in LEVELS]
    for level, stack in zip(LEVELS, stacks, strict=True):
        table.shuffle(f"mercenaries {level}", stack)
    return stacks


def _starting_hand(merc_stacks: list[list[str]]) -> list[str]:
    """SS-2.5: two cards of level 1, one of level 2."""
    return [merc_stacks[0].pop(), merc_stacks[0].pop(), merc_stacks[1].pop()]


def _command_cards(table: Table[State], factions: list[str]) -> tuple[list[str], list[str]]:
    """SS-2.6: a Command card and its Totem for each player; Totems left over form the supply."""
    commands = list(factions)
    table.shuffle("commands", commands)
    dealt = len(table.seats)
    return commands[:dealt], sorted(commands[dealt:])


def _artifact_stacks(table: Table[State]) -> list[list[str]]:
    """SS-2.8: three stacks of four."""
    cards = list(ARTIFACTS)
    table.shuffle("artifacts", cards)
    return [cards[0:4], cards[4:8], cards[8:12]]


def _take(stack: list[str], count: int) -> list[str]:
    return [stack.pop() for _ in range(min(count, len(stack)))]
