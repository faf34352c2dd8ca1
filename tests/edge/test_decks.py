"""ED-7.4, ED-22.4 and ED-23.7: shuffling and drawing."""

from __future__ import annotations

from typing import Any

import pytest

from games.edge.rules.cards.decks import draw, draw_to_limit, shuffle_deck
from games.edge.state import State
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.table import Reveal, Table
from tests.edge.position import state_of
from tests.rules import rule

THREE = ["CH01", "CH03", "CH16"]


def table_of(deck: list[str], discard: list[str] | None = None, **choices: Any) -> Table[State]:
    """A table at which seat 1 has this deck."""
    table: Table[State] = Table((1, 2), Dice(Seeds(b"\x05" * 32)), 1)
    table.state = state_of("pilgrim@B3.0 gorehound@D5.12", decks={1: deck}, **choices)
    table.state.player(1).discard = list(discard or [])
    return table


@rule("ED-7.4")
def test_cards_are_drawn_from_the_top_and_only_the_owner_learns_which() -> None:
    table = table_of([*THREE, "CH19"])
    assert draw(table, 1, 2, "card") == ["CH01", "CH03"]
    player = table.state.player(1)
    assert (player.hand, player.deck) == (["CH01", "CH03"], ["CH16", "CH19"])
    (told,) = table.events
    assert told.values == {"seat": 1, "count": 2, "left": 2, "reason": "card"}
    assert told.own == {1: {"cards": ["CH01", "CH03"]}}
    assert not table.state.final_turn


@rule("ED-2.8", "ED-23.9")
@pytest.mark.parametrize(("held", "limit", "drawn"), [(0, 3, 3), (2, 3, 1), (3, 3, 0), (4, 3, 0), (3, 5, 2)])
def test_no_draw_takes_a_hand_above_the_limit(held: int, limit: int, drawn: int) -> None:
    table = table_of(["CH16"] * 8, hand=limit)
    table.state.player(1).hand = ["CH01"] * held
    assert len(draw_to_limit(table, 1, "end")) == drawn
    assert len(table.events) == (drawn > 0)


@rule("ED-22.4", "ED-7.4", "EC-89")
def test_drawing_the_last_card_makes_this_the_final_turn() -> None:
    table = table_of(list(THREE))
    assert draw(table, 1, 2, "end") == ["CH01", "CH03"]
    assert not table.state.final_turn
    assert draw(table, 1, 3, "end") == ["CH16"]  # what is there
    assert table.state.final_turn
    assert table.events[-1].values["left"] == 0


@rule("ED-7.4")
def test_an_empty_deck_gives_nothing_and_says_nothing() -> None:
    table = table_of([])
    assert draw(table, 1, 3, "end") == []
    assert table.events == []
    assert not table.state.final_turn


@rule("ED-23.7")
def test_with_reshuffle_the_discard_pile_is_the_new_deck_at_once() -> None:
    table = table_of(["CH01"], ["CH03", "CH16", "CH19"], reshuffle=True)
    drawn = draw(table, 1, 2, "end")
    player = table.state.player(1)
    assert drawn[0] == "CH01"
    assert drawn[1] in ("CH03", "CH16", "CH19")
    assert sorted([*drawn[1:], *player.deck]) == ["CH03", "CH16", "CH19"]
    assert player.discard == []
    assert not table.state.final_turn
    assert [event.key for event in table.events] == ["reshuffled", "drew"]


@rule("ED-23.7")
def test_without_discards_nothing_is_drawn_until_there_are_some() -> None:
    table = table_of(["CH01"], reshuffle=True)
    assert draw(table, 1, 2, "end") == ["CH01"]
    assert draw(table, 1, 2, "end") == []
    table.state.player(1).discard = ["CH03"]
    assert draw(table, 1, 2, "end") == ["CH03"]
    assert not table.state.final_turn


@rule("ED-4.9")
def test_a_shuffle_is_hidden_and_by_seat() -> None:
    table = table_of(["CH01", "CH03", "CH06", "CH08", "CH11", "CH16"])
    before = list(table.state.player(1).deck)
    shuffle_deck(table, 1)
    assert sorted(table.state.player(1).deck) == before
    assert isinstance(table.dice, Dice)
    assert {(roll.purpose, roll.hidden) for roll in table.dice.rolls} == {("deck 1", True)}


@rule("ED-7.4")
def test_a_preview_stops_before_a_card_is_seen() -> None:
    table = table_of(list(THREE))
    table.stop_at_reveal = True
    with pytest.raises(Reveal):
        draw(table, 1, 1, "end")
    assert table.state.player(1).deck == THREE
    assert draw(table, 1, 0, "end") == []
