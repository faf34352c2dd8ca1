"""The table as text: narrow, in words, complete enough to play from, and without secrets."""

from __future__ import annotations

import re

import pytest

from games.edge.board import text_board
from games.edge.cardtext import action_line, price
from games.edge.catalogue import CARDS, FACTIONS, Half
from games.edge.geometry import DUEL
from games.edge.names import enhancement_names, model_code, model_title, spoken, squad_code, squad_name
from games.edge.state import State
from games.edge.views import view
from games.engine.contract.phrases import in_english
from tests.edge.crowd import HOSTILE, beginnings, crowded, ended, everything, packed
from tests.edge.position import state_of
from tests.rules import rule

READERS = (1, 2, None)


def board(state: State, seat: int | None = None) -> str:
    """What a reader gets."""
    return text_board(view(state, seat))


def flat(text: str) -> str:
    """Without the breaks of lines."""
    return " ".join(text.split())


def figure_line(text: str, code: str) -> str:
    """What is said of a figure, up to the next one."""
    rows = re.split(r"\n(?= {4}[A-Z]| {2}[A-Z]\d|\n)", text.partition("FIGURES")[2])
    return flat(next(row for row in rows if row.startswith(f"    {code} ")))


def cells(text: str) -> dict[str, str]:
    """The map: what stands in each Space."""
    found: dict[str, str] = {}
    for row in text.partition("\nMAP\n")[2].split("\n"):
        if re.match(r"[A-E] ", row):
            found |= {f"{row[0]}{column}": cell for column, cell in enumerate(row[2:].split(), 1)}
    return found


@pytest.mark.parametrize("names", [None, HOSTILE, {1: "W" * 80, 2: "two words " * 9}])
def test_it_fits_a_narrow_email_whoever_plays(names: dict[int, str] | None) -> None:
    for state in everything():
        for reader in READERS:
            text = text_board(view(state, reader), names=names)
            assert max(map(len, text.split("\n"))) <= 76
            assert all(row.isprintable() and row == row.rstrip() for row in text.split("\n"))


def test_the_map_fits_a_phone() -> None:
    rows = [row for row in board(crowded()).split("\n") if re.match(r"[A-E] |  1   2", row)]
    assert len(rows) == 6
    assert max(map(len, rows)) <= 38


def test_it_needs_no_signs_beyond_plain_ones() -> None:
    for state in everything():
        assert board(state, 1).isascii()


@rule("ED-1.10", "ED-3.4")
@pytest.mark.parametrize("state", [crowded(), packed()], ids=["crowded", "packed"])
def test_every_figure_has_its_code_its_address_and_its_place(state: State) -> None:
    text = board(state)
    for model in state.models:
        side = FACTIONS[state.player(state.owner(model)).faction].name
        line = figure_line(text, model_code(model.id))
        assert line.startswith(f"{model_code(model.id)} {model_title(model.id)} at {model.at}, {side}")


@rule("ED-1.6")
@pytest.mark.parametrize("state", [crowded(), packed()], ids=["crowded", "packed"])
def test_every_figure_tells_which_enemies_and_tokens_it_touches(state: State) -> None:
    text = board(state)
    for model in state.models:
        touched = [model_code(other.id) for other in state.contacts(model)]
        halo = state.placement(model).halo
        touched += [f"Source {at}" for at in state.sources if halo & state.space_mask(at)]
        touched += [f"Shrine {p.shrine_at}" for p in state.players if halo & state.space_mask(p.shrine_at)]
        said = re.search("touches ([^;]*)", figure_line(text, model_code(model.id)))
        assert (said[1].split(", ") if said else []) == touched


@rule("ED-10.1")
@pytest.mark.parametrize("state", [crowded(), packed()], ids=["crowded", "packed"])
def test_the_free_hexes_of_each_space_with_figures_are_told(state: State) -> None:
    text, occupied = board(state), state.occupied()
    for space in {state.placement(model).space for model in state.models}:
        free = [str(digit) for digit in range(7) if DUEL.free_in(space, occupied) >> digit & 1]
        assert f"  {DUEL.names[space]}, free hexes: {' '.join(free) or 'none'}\n" in text


@rule("ED-3.5", "ED-6.2")
def test_the_map_shows_what_is_in_each_space() -> None:
    found = cells(board(crowded()))
    assert list(found) == DUEL.names
    shown = {space: cell for space, cell in found.items() if cell != "."}
    assert shown == {
        **{"A5": "SCH", "E5": "SDE", "B2": "*CH", "B7": "*", "D1": "*", "D7": "*"},
        **{"B3": "2CH", "B4": "1CH", "B5": "1CH", "C4": "1CH", "C5": "2:2", "C6": "2DE", "C8": "1DE"},
        **{"D2": "1CH", "D4": "1DE", "D5": "1DE"},
    }


@rule("ED-6.2", "ED-21.5")
def test_control_of_sources_and_altars_is_told() -> None:
    text = board(crowded())
    assert "  Source B2: Chapter\n  Source B7: nobody\n" in text
    assert "  Shrine E5, which counts as a Source: Demons\n" in text
    contested = state_of("pilgrim@D5.4 gorehound@D4.34")
    assert "Shrine E5, which counts as a Source: nobody" in board(contested)


def test_squads_tell_mode_attributes_endurance_models_and_tokens() -> None:
    text = flat(board(crowded()))
    for line in (
        "ME Master of Elements: Focus; INI 0 ATT - DEF 0 MOV -; Endurance 2 of 3",
        "PI Pilgrim: Run; INI 1 ATT 1 DEF 0 MOV 4; Endurance 0 of 1",
        "on the board: PI1 PI2 PI3; dead: PI4; tokens: FIRE (PI2), FREEZE (PI2); activated this turn",
        "rerolls ATT; through obstacles; on the board: AD; tokens: BLESSING, INFECTION (AD)",
    ):
        assert line in text, line
    for squad in crowded().squads:
        assert f" {squad_code(squad.id)} {squad_name(squad.id)}: {squad.mode}; INI " in text


@rule("ED-1.10", "ED-18.2")
def test_enhancements_have_the_address_of_their_slot() -> None:
    text, state = flat(board(crowded())), crowded()
    for name, card in enhancement_names(state.squads):
        charges = state.enhancement(name).charges
        assert f"{spoken(name)} {CARDS[card].title} ({card}): Charges {charges}" in text
        assert all(action_line(half, action, in_english) in text for half, action in CARDS[card].actions)
    assert "PI.2 Last Man Standing (CH10): Charges 3, passive" in text


def test_resources_points_banner_and_piles_are_told() -> None:
    text = flat(board(crowded()))
    for line in (
        "TURN 5, active on turn: seat 1 fight: PI2 against GO1, Attack Power 5",
        "VP: Chapter leads by 3; ends of the track: Chapter 10, Demons 10",
        f"neutral pile: Crystals {crowded().neutral_crystals}, Charges {crowded().neutral_charges}",
        "Crystals 7, depleted 1, temporary 0; hand 3, deck 11, discard 4",
        "Crystals 3, depleted 2, temporary 1; hand 3, deck 9, discard 0",
        "Chapter Banner, face up: ",
        "Demon Banner, face down: ",
        "Frontline Chapel, A5: ",
        "discarded: Leap, Shoot x2, Trap",
    ):
        assert line in text, line
    assert "on the Shrine: BLESSING, BLESSING, BLESSING" in board(packed())


@rule("ED-17.9")
def test_the_hand_has_ids_titles_and_both_actions_with_their_price() -> None:
    text, state = flat(board(crowded(), 1).partition("YOUR HAND")[2]), crowded()
    for card in state.players[0].hand:
        assert f"{card} {CARDS[card].title}, " in text
        for half, action in CARDS[card].actions:
            assert f"{action_line(half, action, in_english)} {action.txt}" in text
    assert "CH04 Fake Death, Enhancement for Pilgrim, attach: cost 1, brings Charges 1" in text
    assert "CH01 x5 Bash, Holy Knight" in board(packed(), 1)


@pytest.mark.parametrize(
    ("card", "half", "said"),
    [
        *(("CH01", "upper", "free"), ("CH11", "upper", "cost 2"), ("DE03", "lower", "cost X")),
        *(("CH02", "lower", "Charges X"), ("DE09", "upper", "1 Endurance"), ("CHX5", "upper", "always on")),
        *(("CH13", "lower", "destroy Crystals: 1"), ("DE21", "upper", "Charges 1, 1 Endurance")),
    ],
)
def test_prices_are_told(card: str, half: Half, said: str) -> None:
    assert price(CARDS[card].half(half), in_english) == said


def test_every_card_has_a_text_to_show() -> None:
    """An empty one would be translated into the head of a catalogue."""
    assert all(action.txt for card in CARDS.values() for _, action in card.actions)
    powers = [p for f in FACTIONS.values() for p in (*f.banner.values(), *f.shrine.values())]
    assert all(power.txt for power in powers)


def test_a_hand_is_shown_to_its_owner_alone_until_the_end() -> None:
    hands = {player.seat: set(player.hand) for player in crowded().players}
    for reader in READERS:
        text = board(crowded(), reader).partition(" HAND")[2]
        for owner, cards in hands.items():
            assert all((card in text) == (owner == reader) for card in cards)
    text = board(ended(), None)
    assert "HAND of Chapter" in text
    assert "HAND of Demons" in text
    assert "YOUR HAND\n  empty" in board(state_of("pilgrim@A1.0 gorehound@E9.01"), 1)


def test_what_nobody_may_know_changes_nothing() -> None:
    for reader in READERS:
        other = crowded()
        for player in other.players:
            player.deck = [*player.deck[1:], player.deck[0]]
            if player.seat != reader:
                player.hand = player.deck[: len(player.hand)]
        assert board(other, reader) == board(crowded(), reader)


def test_set_up_is_told_before_there_are_squads_or_even_factions() -> None:
    texts = [board(state, 1) for state in beginnings()]
    assert all(text.startswith("set-up: ") for text in texts)
    assert len({text.split("\n")[0] for text in texts}) == len(texts)
    assert all("on turn" not in text and "FIGURES" not in text and "HAND" not in text for text in texts)
    assert cells(texts[-1])["A5"] == "SDE"
    assert cells(texts[-1])["C3"] == "*"


def test_every_text_is_translated() -> None:
    text = text_board(view(crowded(), 1), lambda said: f"~{said}")
    for said in (
        "MAP",
        "CONTROL",
        "FIGURES",
        "YOUR HAND",
        "SEAT 2",
        "nobody",
        "touches",
        "Endurance",
        "dead",
    ):
        assert f"~{said}" in text
