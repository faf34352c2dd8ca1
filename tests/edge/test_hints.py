"""What a form tells beside a word of an order."""

from __future__ import annotations

import pytest

from games.edge.engine import EDGE
from games.edge.hints import about
from games.edge.views import EdgeView, view
from tests.edge.army_lists import at_armies
from tests.edge.position import state_of


def at_roles() -> EdgeView:
    """Both have their ready-made armies; as seat 1 sees it."""
    opening = at_armies().order("army start", "army start")
    return EDGE.view(opening.state, 1)


def test_a_card_tells_both_of_its_actions_with_costs_and_texts() -> None:
    told = about(("play", "CH16"), at_roles(), str)
    assert [line.split(":")[0] for line in told] == ["upper Dodge", "lower Shoot"]
    assert all("cost" in line or "free" in line for line in told)
    lower = about(("play", "CH16", "lower"), at_roles(), str)
    assert len(lower) == 1
    assert told[1].endswith(lower[0])


def test_squads_and_the_banner_tell_what_they_do() -> None:
    assert about(("activate", "pilgrim"), at_roles(), str) == ["Basic: INI 2 ATT 1 DEF 1 MOV 2"]
    assert about(("banner",), at_roles(), str)[0].startswith("The Angel of Death regains")


def test_other_words_speak_for_themselves() -> None:
    view = at_roles()
    for path in (("end",), ("C5.3",), ("upper",), ("pilgrim.1",), ("pilgrim.0",), ("x.99999",), ("",)):
        assert about(path, view, str) == []


def looked_up(words: str) -> str:
    """What `help WORDS` tells."""
    return "\n".join(EDGE.look_up(words, view(state_of("pilgrim@C5.0 gorehound@D7.12"), 1)))


@pytest.mark.parametrize("words", ["Trap", '"Trap"', "ch19", "TRAP"])
def test_a_card_is_looked_up_by_its_name(words: str) -> None:
    told = looked_up(words)
    assert told.startswith("Trap\n")
    assert "TRAP" in told


@pytest.mark.parametrize("words", ["pilgrim", "Pilgrim", "PI"])
def test_a_squad_is_looked_up_with_all_its_modes(words: str) -> None:
    told = looked_up(words)
    assert "Basic: INI" in told
    assert "Run: INI" in told


def test_banners_are_looked_up_with_their_options() -> None:
    assert "change the mode of one of your Squads for free" in looked_up("banner")
    assert "change the mode of one of your Squads for free" in looked_up("Chapter Banner")
    assert looked_up("utter nonsense") == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("BLESSING", "attributes"),
        ("black mark", "3 DP"),
        ("THICKET", "nobody can stand"),
        ("FIRE", "1 Crystal"),
    ],
)
def test_a_token_is_looked_up_by_its_name(words: str, told: str) -> None:
    assert told in looked_up(words)
    assert looked_up(words).count(told) == 1  # whoever has it, it is told once


def test_the_full_board_tells_what_lies_on_it_and_nothing_of_the_other_hand() -> None:
    state = state_of("pilgrim@C5.0 gorehound@D7.12", hands={1: ["CH19"], 2: ["DE06"]})
    told = "\n".join(EDGE.texts(view(state, 1)))
    assert "Trap" in told
    assert "Gorehound" in told
    assert "Bloody Whirlwind" not in told


def test_a_faction_tells_its_squads_to_who_chooses_one() -> None:
    [told] = about(("chapter",), at_roles(), str)
    assert told.startswith("Squads: Angel of Death, Holy Knight, Pilgrim")
    [told] = about(("darkness",), at_roles(), str)
    assert "Empress" not in told  # nobody brings her
