"""A story in paragraphs: each deed with what came of it."""

from __future__ import annotations

import pytest

from games.edge.telling import DETAILS, SENTENCES
from games.engine.contract.events import STANDING_USED, Seen
from games.scrappers import words
from games.services.engines import ENGINES
from games.services.stories.told import Told
from games.services.texts import by_turn, paragraphs


def told(*sentences: str) -> list[Told]:
    """Sentences of turns; those that begin with a sign of plus belong to the one before."""
    return [
        Told(at, int(text[-2]), "x", text.lstrip("+"), text.startswith("+"))
        for at, text in enumerate(sentences)
    ]


def test_what_belongs_to_a_deed_is_told_with_it() -> None:
    story = told("Fight 1.", "+Roll 1.", "+Wound 1.", "Draw 1.", "+Late 2.", "Move 2.")
    assert paragraphs(story[:4]) == ["Fight 1. Roll 1. Wound 1.", "Draw 1."]
    # An email may begin in the middle of a deed, and a turn never continues the one before.
    assert by_turn(story[1:]) == [(1, ["Roll 1. Wound 1.", "Draw 1."]), (2, ["Late 2.", "Move 2."])]


def test_only_events_that_are_told_are_details() -> None:
    assert set(SENTENCES) > DETAILS
    assert set(words._SENTENCES) > words.DETAILS


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_standing_order_is_told_with_what_it_answered(game: str) -> None:
    engine = ENGINES[game]
    assert engine.is_detail(Seen(STANDING_USED, {}))
    assert not engine.is_detail(Seen("turn_began", {}))
