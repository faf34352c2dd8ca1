"""What a form tells beside a word of an order."""

from __future__ import annotations

from games.edge.engine import EDGE
from games.edge.hints import about
from games.edge.views import EdgeView
from tests.edge.army_lists import at_armies


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
