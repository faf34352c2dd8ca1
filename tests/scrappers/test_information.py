"""SS-3: who sees what."""

from __future__ import annotations

import json

import pytest

from games.engine.contract.events import seen_by
from games.scrappers.catalogue import ARTIFACTS, CARDS, CRYSTALS
from tests.rules import rule
from tests.scrappers.matches import opened, wander
from tests.scrappers.position import Bench, position

READERS = pytest.mark.parametrize("reader", [1, 2, None])


def crowded(cave_in: int = 3) -> Bench:
    """A little of everything; it is seat 1's turn and HYD1 has been played."""
    return position(
        "hand HYD1 TER2 MET3 base MET1#1 TER1#1 crystals blue-3b artifacts AR02-A totems TER subjugated TER1",
        "hand MIN4 MIN1 base HYD2#1 crystals red-1a green-6b artifacts AR07-B AR08-A subjugated MET2#1",
        docks="TER1#3 MET2#2 HYD4#1",
        mine="blue-1a brown-3c red-10a",
        artifacts="AR05 AR06 AR09",
        cave_in=cave_in,
    ).order("skill HYD1 take blue-1a")


def shown(bench: Bench, reader: int | None) -> str:
    """A view as it goes over the wire."""
    return json.dumps(bench.view(reader))


def named(text: str) -> set[str]:
    """The cards, Crystals and Artifact cards whose id is somewhere in a text."""
    return {thing for thing in (*CARDS, *CRYSTALS, *ARTIFACTS) if f'"{thing}"' in text}


@rule("SS-3.1")
@READERS
def test_the_table_is_open_to_all(reader: int | None) -> None:
    view = crowded().view(reader)
    assert view["docks"] == [["TER1#3"], ["MET2#2"], [], ["HYD4#1"]]
    assert view["mine"] == [[], ["brown-K3c#1"], [], ["red-K10a#1"]]
    assert view["artifacts"] == ["AR05", "AR06", "AR09"]
    assert view["cave_in"] == 3
    assert view["totems"] == ["HYD", "MET", "MIN"]
    assert view["turn"]["played"] == ["HYD1#1"]


@rule("SS-3.1", "SS-3.3")
@READERS
def test_the_size_of_every_stack_is_open_to_all(reader: int | None) -> None:
    bench = crowded()
    view, state = bench.view(reader), bench.state
    assert view["merc_stacks"] == [len(stack) for stack in state.merc_stacks]
    assert view["crystal_stacks"] == [len(stack) for stack in state.crystal_stacks]
    assert view["artifact_stacks"] == [3, 3, 3]


@rule("SS-3.1")
@READERS
def test_what_lies_before_a_player_is_open_to_all_and_the_rest_is_counted(reader: int | None) -> None:
    first, second = crowded().view(reader)["players"]
    assert (first["base"], second["base"]) == (["MET1#1", "TER1#1"], ["HYD2#1"])
    assert (first["artifacts"], second["artifacts"]) == (["AR02-A"], ["AR07-B", "AR08-A"])
    assert (first["totems"], second["totems"]) == (["TER"], [])
    counts = [(p["hand_count"], p["crystal_count"], p["subjugated_count"]) for p in (first, second)]
    assert counts == [(2, 2, 1), (2, 2, 1)]


@rule("SS-3.1")
@READERS
def test_all_read_what_was_mined_taken_and_played(reader: int | None) -> None:
    bench = position("hand TER1 HYD3 MIN1 MIN2", "base MET1#3 MET2", mine="brown-1a purple-3a")
    bench.order("skill HYD3 take MET1#3 from seat 2", "mine purple-3a with MIN2 MIN1", "end")
    story = {seen.key: seen.values for seen in seen_by(bench.run.events, reader)}
    assert story["used_skill"] == {"seat": 1, "card": "HYD3#1"}
    assert story["took_card"] == {"seat": 1, "card": "MET1#3", "owner": 2}
    assert story["mined"]["crystal"] == "purple-K3a#1"
    assert story["mined"]["pay"] == ["MIN2#1", "MIN1#1"]


@rule("SS-3.2")
@READERS
@pytest.mark.parametrize("owner", [1, 2])
def test_hand_crystals_and_subjugated_cards_are_shown_to_their_owner_alone(
    reader: int | None, owner: int
) -> None:
    bench = crowded()
    seat, player = bench.view(reader)["players"][owner - 1], bench.player(owner)
    assert ("hand" in seat, "crystals" in seat, "subjugated" in seat) == (reader == owner,) * 3
    hidden = {*player.hand, *player.crystals, *player.subjugated}
    assert named(shown(bench, reader)) & hidden == (hidden if reader == owner else set())


@rule("SS-3.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_of_a_whole_match_names_what_another_seat_hides(seats: int) -> None:
    run = opened(seats, seed=3)
    for state in wander(run, seed=8, answers=120):
        for reader in (*run.seats, None):
            others = [player for player in state.players if player.seat != reader and not state.over]
            hidden = {thing for p in others for thing in (*p.hand, *p.crystals, *p.subjugated)}
            assert not named(json.dumps(run.engine.view(state, reader))) & hidden


@rule("SS-3.2")
def test_cards_subjugated_from_hand_are_told_to_their_owner_alone() -> None:
    bench = position("hand BIO4 TER1 HYD1 TER2", "", factions="TER HYD BIO WEE", mine="red-3a")
    bench.order("skill BIO4 subjugate TER1 HYD1")
    for reader in (1, 2, None):
        story = json.dumps([seen.values for seen in seen_by(bench.run.events, reader)])
        assert ("TER1#1" in story, "HYD1#1" in story) == (reader == 1, reader == 1)


@rule("SS-3.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_sees_into_a_stack(seats: int) -> None:
    run = opened(seats, seed=6)
    for state in wander(run, seed=2, answers=120):
        stacks = [*state.merc_stacks, *state.crystal_stacks, *(stack[:-1] for stack in state.artifact_stacks)]
        hidden = {thing for stack in stacks for thing in stack}
        for reader in (*run.seats, None):
            assert state.over or not named(json.dumps(run.engine.view(state, reader))) & hidden


@rule("SS-3.4")
@pytest.mark.parametrize(
    ("line", "comes_to_light"),
    [
        ("recruit HYD1", set()),
        ("skill HYD2 take MET2", set()),
        ("mine blue-3a with HYD2 HYD1", set()),
        ("raid seat 1", set()),
        ("collect 1 left with HYD2 HYD1 MET4", {"AR10"}),
    ],
)
def test_only_the_next_artifact_card_comes_to_light_during_a_turn(
    line: str, comes_to_light: set[str]
) -> None:
    bench = position("hand HYD2 HYD1 MET4 base TER1 TER1", "", docks="HYD1 MET2", mine="blue-3a")
    before = named(shown(bench, 1))
    bench.order(line)
    assert named(shown(bench, 1)) - before == comes_to_light
    assert not bench.told("refilled")


@rule("SS-3.4")
def test_a_whole_turn_can_be_sent_at_once() -> None:
    bench = position("hand TER1 HYD2 HYD1 base TER2", "", docks="MET3 HYD2", mine="blue-3a")
    bench.order("leader\nrecruit MET3\nmine blue-3a with HYD1 HYD2\nend")
    assert bench.base(1) == ["TER2", "HYD1", "HYD2"]
    assert bench.state.turn.seat == 2


@rule("SS-3.5")
@READERS
def test_at_the_end_the_hidden_things_of_all_players_are_revealed(reader: int | None) -> None:
    bench = crowded(cave_in=7).order("end", "end")
    assert bench.state.over
    hidden = {thing for p in bench.state.players for thing in (*p.hand, *p.crystals, *p.subjugated)}
    assert hidden <= named(shown(bench, reader))


@rule("SS-3.5")
@READERS
def test_at_the_end_the_stacks_are_revealed(reader: int | None) -> None:
    bench = position("", "", cave_in=7)
    bench.order("end")
    before = shown(bench, reader)
    bench.order("end")
    stacks = (*bench.state.merc_stacks, *bench.state.crystal_stacks, *bench.state.artifact_stacks)
    stacked = {thing for stack in stacks for thing in stack}
    assert stacked <= named(shown(bench, reader))
    assert len(stacked & named(before)) == 3  # the tops of the Artifact stacks
