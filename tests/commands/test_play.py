"""`manage.py play`: the terminal takes the orders of a mail and shows only what the seat may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.management import CommandError, call_command

from games.dreamblade.engine import DREAMBLADE
from games.edge.engine import EDGE
from games.engine.contract.engine import AnyEngine
from games.engine.language.sheet import parse_sheet
from games.scrappers.engine import SCRAPPERS
from games.tools.terminal import Terminal


def typed(*lines: str) -> Callable[[str], str]:
    """Someone at the keyboard, who then closes the terminal."""
    waiting: Iterator[str] = iter(lines)

    def ask(prompt: str) -> str:
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    return ask


def play(*lines: str, seats: int = 2, humans: str = "1", seed: str = "3", bots: str = "random") -> str:
    """Everything the terminal has shown."""
    shown: list[str] = []
    people = {int(seat) for seat in humans.split(",")} if humans else set()
    terminal = Terminal(
        SCRAPPERS, seats, people, [bots], seed, {}, write=shown.append, ask=typed(*lines)
    )  # fmt: skip
    terminal.play()
    return "\n".join(shown)


def test_it_shows_the_board_and_asks() -> None:
    shown = play()
    assert "YOUR HAND" in shown
    assert shown.endswith("Your turn: what do you do?\n")


def test_it_takes_several_orders_in_a_line() -> None:
    shown = play("recruit MET1; end")
    assert "done: recruit MET1" in shown
    assert "done: end" in shown


def test_a_wrong_order_is_answered_with_what_is_legal() -> None:
    shown = play("recruit nobody")
    assert "“nobody” is not possible here." in shown
    assert "Legal now: recruit" in shown


def test_help_lists_orders_and_goes_into_one() -> None:
    shown = play("help", "help rec")
    assert "take a Mercenary from the Docks" in shown
    assert "for example: recruit MET1" in shown


def test_a_preview_does_nothing() -> None:
    shown = play("preview recruit MET1", "recruit MET1")
    assert "would happen: seat 1 recruits" in shown
    assert "done: recruit MET1" in shown


def test_an_order_can_be_undone() -> None:
    shown = play("recruit MET1", "undo", "recruit MET1")
    assert shown.count("done: recruit MET1") == 2
    assert "takes back the last order" in shown


def test_standing_orders_are_shown_and_changed() -> None:
    shown = play("standing", "standing auto-end: maybe", "standing auto-end: no")
    assert "auto-end: yes" in shown
    assert "“maybe” cannot be chosen here." in shown


def test_hot_seat_shows_each_player_only_their_own_hand() -> None:
    shown = play("end", "board", humans="1,2", seed="5")
    boards = shown.split("YOUR HAND")
    assert len(boards) > 2
    assert shown.count("(you)") == len(boards) - 1


def test_bots_play_to_the_end_without_people() -> None:
    shown = play(humans="", seats=3)
    assert " won: seat 1 " in shown
    assert "Play it again with --seed 3." in shown


def test_the_same_seed_begins_the_same_match() -> None:
    assert play("board") == play("board")


def test_the_command_says_what_it_cannot_do() -> None:
    with pytest.raises(CommandError, match="for 2 to 4"):
        call_command("play", "--game", "scrappers", "--seats", "9")
    with pytest.raises(CommandError, match="seats from 1 to 2"):
        call_command("play", "--game", "scrappers", "--humans", "3")
    with pytest.raises(CommandError, match="not an option"):
        call_command("play", "--game", "scrappers", "--option", "magic=on")


@pytest.mark.parametrize("engine", [DREAMBLADE, EDGE, SCRAPPERS], ids=lambda engine: engine.slug)
def test_help_on_conditions_speaks_the_words_of_the_game(engine: AnyEngine) -> None:
    """Its examples can be written as they stand."""
    shown: list[str] = []
    Terminal(
        engine, 2, {1, 2}, ["random"], "3", {}, write=shown.append, ask=typed("help conditions")
    ).play()  # fmt: skip
    told = "\n".join(shown)
    assert engine.vocabulary.examples
    for example in engine.vocabulary.examples:
        assert f'"{example}"' in told
        assert parse_sheet(example, engine.vocabulary)[1:] == (None, "")
    if engine is EDGE:
        assert "recruit" not in told
        assert "pay: as the question is answered" in told


def test_help_tells_the_text_of_a_card_and_the_full_board_all_of_them() -> None:
    shown: list[str] = []
    options = {"preset": True, "beginner": True}
    passed_on = ""  # two people at one keyboard
    asked = ("help detonation", "help MARKED")
    lines = typed("faction dvergar", passed_on, *asked, "faction reborn", passed_on, "board full")
    Terminal(EDGE, 2, {1, 2}, ["random"], "3", options, write=shown.append, ask=lines).play()
    told = "\n".join(shown)
    assert "explodes" in told
    assert "suffers 1 Wound more" in told
    assert "Thornheart Wood" in told
