"""SS-1: components and data."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from typing import Any

import msgspec
import pytest
import yaml

from games.scrappers.catalogue import (
    ARTIFACTS,
    CARDS,
    COLOUR,
    CRYSTALS,
    FACTION_OF,
    FACTIONS,
    HALVES,
    LEVEL,
    MERCENARIES,
)
from games.scrappers.rules.scoring import score
from games.scrappers.state import State
from tests.rules import rule
from tests.scrappers.matches import opened, wander
from tests.scrappers.position import position


@rule("SS-1.1")
@pytest.mark.parametrize(
    ("code", "name", "colour", "theme"),
    [
        ("TER", "Terrons", "brown", "recruiting"),
        ("HYD", "Hy'Drans", "blue", "bribery"),
        ("MET", "Metanels", "yellow", "mining"),
        ("MIN", "Minegglers", "purple", "economy"),
        ("BIO", "Biosses", "red", "subjugation"),
        ("WEE", "Weedlocks", "green", "expansion"),
    ],
)
def test_faction_colour_and_symbol_are_one_thing(code: str, name: str, colour: str, theme: str) -> None:
    faction = FACTIONS[code]
    assert (faction.name, faction.colour, faction.theme) == (name, colour, theme)
    assert FACTION_OF[colour] == code
    assert {COLOUR[card] for card, mercenary in CARDS.items() if mercenary.faction == code} == {colour}
    assert {c.symbol for c in CRYSTALS.values() if c.colour == colour} == {code, None}
    assert len(FACTIONS) == 6


@rule("SS-1.2")
@pytest.mark.parametrize("code", list(FACTIONS))
def test_a_faction_has_thirteen_cards_of_four_levels(code: str) -> None:
    cards = [card for card in CARDS if card.startswith(code)]
    assert len(cards) == 13
    assert Counter(LEVEL[card] for card in cards) == {1: 4, 2: 4, 3: 3, 4: 2}
    assert {(CARDS[card].faction, CARDS[card].id) for card in cards} == {
        (code, f"{code}{n}") for n in range(1, 5)
    }


@rule("SS-1.2")
def test_copies_have_ids_of_their_own_and_are_interchangeable() -> None:
    assert len(CARDS) == 78
    bench = position("hand TER1#3 TER1#1", docks="MET1#2 MET1#4")
    assert bench.offers("recruit") == ["MET1"]
    assert bench.offers("skill") == ["TER1"]


@rule("SS-1.3")
@pytest.mark.parametrize("code", list(FACTIONS))
@pytest.mark.parametrize(
    ("kind", "cost", "vp", "has_symbol", "cave_in", "copies"),
    [
        ("K1a", 1, 1, False, False, 2),
        ("K1b", 1, 0, True, False, 1),
        ("K1c", 1, 1, True, False, 1),
        ("K3a", 3, 3, False, False, 1),
        ("K3b", 3, 1, True, False, 1),
        ("K3c", 3, 4, False, True, 1),
        ("K6a", 6, 6, True, False, 1),
        ("K6b", 6, 8, False, True, 1),
        ("K10a", 10, 10, True, True, 1),
    ],
)
def test_each_colour_has_the_same_ten_tokens(
    code: str, kind: str, cost: int, vp: int, has_symbol: bool, cave_in: bool, copies: int
) -> None:
    colour = FACTIONS[code].colour
    tokens = [token for token in CRYSTALS.values() if token.colour == colour]
    assert len(tokens) == 10
    found = [(t.cost, t.vp, t.symbol, t.cave_in) for t in tokens if t.type == kind]
    assert found == [(cost, vp, code if has_symbol else None, cave_in)] * copies


@rule("SS-1.12")
def test_the_box_has_sixty_tokens_thirty_symbols_and_eighteen_marks() -> None:
    tokens = list(CRYSTALS.values())
    assert Counter(token.cost for token in tokens) == {1: 24, 3: 18, 6: 12, 10: 6}
    assert Counter(token.symbol for token in tokens if token.symbol) == dict.fromkeys(FACTIONS, 5)
    assert sum(token.cave_in for token in tokens) == 18


@rule("SS-1.12")
def test_cost_points_symbol_and_mark_are_read_from_the_token_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = msgspec.structs.replace(CRYSTALS["brown-K1a#1"], cost=6, vp=9, symbol="WEE", cave_in=True)
    monkeypatch.setitem(CRYSTALS, odd.id, odd)
    bench = position("hand TER2 TER3 TER1 TER4", "", mine="brown-1a#1")
    bench.refused("mine brown-1a with TER2 TER3")
    bench.order("mine brown-1a with TER2 TER3 TER1")
    assert bench.state.cave_in == 1
    points = score(bench.player(1))
    assert (points["crystals"], points["symbols"]) == (9, 1)


@rule("SS-1.4")
def test_twelve_artifact_cards_have_two_different_halves_each() -> None:
    assert len(ARTIFACTS) == 12
    assert [[half.half for half in card.halves] for card in ARTIFACTS.values()] == [["A", "B"]] * 12
    assert len({half.name for half in HALVES.values()}) == 24


@rule("SS-1.4")
def test_a_card_is_collected_for_its_one_cost_as_the_left_or_the_right_half() -> None:
    bench = position("hand TER4 MET1 HYD1 HYD2", "", artifacts="AR02 AR01 AR03")
    assert bench.offers("collect", "1") == ["left", "right"]
    for side in ("left", "right"):
        bench.refused(f"collect 1 {side} with TER4 MET1")
        assert bench.may(f"collect 1 {side} with TER4 MET1 HYD1")


@rule("SS-1.5")
def test_the_totem_helps_its_holder_and_the_command_card_nobody() -> None:
    bench = position("hand TER2 HYD1", "base TER1 totems TER", mine="brown-3a")
    assert bench.player(1).command == "TER"
    bench.refused("mine brown-3a with TER2")
    bench.order("raid seat 2", "end", "end")
    assert bench.player(1).totems == ["TER"]
    bench.order("mine brown-3a with TER2")


@rule("SS-1.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_is_one_totem_and_one_command_card_of_a_faction(seats: int) -> None:
    for state in wander(opened(seats, seed=seats), answers=80):
        held = [totem for player in state.players for totem in player.totems]
        assert sorted([*held, *state.totems]) == sorted(state.factions)
        assert len({player.command for player in state.players}) == seats


@rule("SS-1.6")
@pytest.mark.parametrize(("seats", "end"), [(2, 7), (3, 8), (4, 9)])
def test_the_track_begins_at_nought_and_never_goes_back(seats: int, end: int) -> None:
    track = [(state.cave_in, state.end_value) for state in wander(opened(seats), seed=5)]
    counts = [at for at, _ in track]
    assert counts[0] == 0
    assert counts == sorted(counts)
    assert counts[-1] > 0
    assert {value for _, value in track} == {end}


def zones(state: State) -> list[str]:
    """Everything on the table, zone by zone; the same thing twice would be in two zones."""
    rows = [*state.merc_stacks, *state.docks, *state.crystal_stacks, *state.mine, *state.artifact_stacks]
    rows += [state.box, state.turn.played]
    for player in state.players:
        rows += [player.hand, player.base, player.crystals, player.subjugated]
        rows.append([half.partition("-")[0] for half in player.artifacts])
    return sorted(thing for row in rows for thing in row)


@rule("SS-1.7", "SS-1.2", "SS-1.3", "SS-1.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_and_token_is_in_exactly_one_zone(seats: int) -> None:
    run = opened(seats, seed=9)
    in_play = [card for card in CARDS if CARDS[card].faction in run.state.factions]
    everything = sorted([*in_play, *CRYSTALS, *ARTIFACTS])
    for state in wander(run, seed=seats):
        assert zones(state) == everything


@rule("SS-1.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rows_hold_four_three_two_and_one_of_their_level_or_cost(seats: int) -> None:
    for state in wander(opened(seats, seed=4), seed=seats):
        for rows, rank in ((state.docks, LEVEL), (state.mine, {c.id: c.cost for c in CRYSTALS.values()})):
            ranks = (1, 2, 3, 4) if rank is LEVEL else (1, 3, 6, 10)
            assert all(len(row) <= most for row, most in zip(rows, (4, 3, 2, 1), strict=True))
            assert all(rank[thing] == r for row, r in zip(rows, ranks, strict=True) for thing in row)


@rule("SS-1.8")
def test_the_card_under_a_leader_that_left_is_the_leader_from_that_moment() -> None:
    bench = position(
        "hand HYD3 MET2 TER1 TER1 TER2 TER2", "base MET1 MET1 MET3 HYD1", mine="yellow-1a", stacks="empty"
    )
    bench.order("raid seat 2", "end")
    assert bench.base(2) == ["MET1", "MET1"]
    assert bench.player(2).leader == "MET1#2"
    bench.order("leader take yellow-1a")


@rule("SS-1.8", "SS-13.4")
def test_only_the_top_card_of_a_base_is_protected_as_leader() -> None:
    bench = position("hand HYD3", "base MET1#1 TER1#1 HYD1#1")
    assert bench.offers("skill", "HYD3") == ["MET1#1", "TER1#1", "decline"]


@rule("SS-1.8")
def test_a_card_in_the_play_area_is_no_leader() -> None:
    bench = position("hand TER1 HYD3 base MET1#1", "", docks="HYD2")
    bench.order("recruit HYD2 with TER1", "skill HYD3 decline")
    assert bench.player(1).leader == "MET1#1"


@rule("SS-1.9")
@pytest.mark.parametrize(
    ("factions", "wild"),
    [("TER HYD MET MIN", ["red-1a", "green-1a"]), ("BIO WEE TER HYD", ["yellow-1a", "purple-1a"])],
)
def test_crystals_of_the_two_factions_not_in_play_are_wild(factions: str, wild: list[str]) -> None:
    mine = "brown-1a blue-1a yellow-1a purple-1a red-1a green-1a"
    bench = position("hand HYD1", "", factions=factions, mine=mine)
    assert sorted(bench.offers("mine")) == sorted(["blue-1a", *wild])


@rule("SS-1.9")
def test_the_current_colour_makes_a_crystal_wild() -> None:
    bench = position("hand MIN2 HYD3", "", mine="brown-3a")
    bench.refused("mine brown-3a with HYD3")
    bench.order("skill MIN2 paint brown-3a green", "mine brown-3a with HYD3")


@rule("SS-1.10")
def test_taking_a_crystal_is_not_mining() -> None:
    bench = position("hand TER1 MET3 HYD2 base MET4", "", mine="brown-1a brown-1b blue-1a yellow-3a")
    bench.order("leader")
    bench.refused("skill TER1 take brown-1a bonus brown-1b")
    bench.order("skill TER1 take brown-1a")
    assert bench.crystals(1) == ["brown-1a"]
    bench.order("mine yellow-3a with MET3")
    assert bench.state.turn.actions == ["skill", "mine"]


@rule("SS-1.10")
def test_taking_a_crystal_costs_nothing_and_uses_no_extra_mine() -> None:
    bench = position("hand TER1 base MET2", "", mine="brown-1a blue-1a")
    bench.order("leader", "skill TER1 take brown-1a")
    assert bench.state.turn.played == ["TER1#1"]
    assert bench.state.turn.extra_mines == 1


@rule("SS-1.10", "SS-14.1")
def test_the_mark_of_a_taken_crystal_moves_the_token() -> None:
    bench = position("hand TER2 TER1 base MET4", "", mine="brown-3a blue-3c")
    bench.order("leader", "mine brown-3a with TER2 TER1 bonus blue-3c")
    assert bench.state.cave_in == 1


def content(name: str) -> Any:
    """A data file as it was written."""
    return yaml.safe_load(resources.files("games.scrappers").joinpath("content", name).read_text("utf-8"))


@rule("SS-1.11")
@pytest.mark.parametrize(
    ("name", "key", "loaded"),
    [
        ("mercenaries.yaml", "mercenaries", MERCENARIES),
        ("crystals.yaml", "tokens", CRYSTALS),
        ("artifacts.yaml", "artifacts", ARTIFACTS),
    ],
)
def test_what_is_in_the_data_files_is_what_is_played_with(
    name: str, key: str, loaded: dict[str, Any]
) -> None:
    rows = content(name)[key]
    assert [row["id"] for row in rows] == list(loaded)
    for row in rows:
        played = msgspec.to_builtins(loaded[row["id"]])
        assert {field: value for field, value in row.items() if field in played and field != "halves"} == {
            field: value for field, value in played.items() if field in row and field != "halves"
        }


@rule("SS-1.11")
def test_the_data_files_add_up_to_their_own_totals() -> None:
    assert content("mercenaries.yaml")["totals"] == {
        "types": len(MERCENARIES),
        "cards": 78,
        "per_faction": 13,
    }
    crystals = content("crystals.yaml")
    assert crystals["totals"]["tokens"] == len(CRYSTALS)
    assert sum(row["copies"] for row in crystals["types"]) == len(CRYSTALS)
    assert content("artifacts.yaml")["totals"]["artifacts"] == len(HALVES)
