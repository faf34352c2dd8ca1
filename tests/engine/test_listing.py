"""A part of a tree of options, sent to another process: it says what the whole one says."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import pytest

from games.engine.contract.decisions import Decision
from games.engine.contract.engine import AnyEngine
from games.engine.contract.text import PlayerError
from games.engine.contract.tree import Path, walk
from games.engine.language.explain import explain
from games.engine.language.paths import follow, write
from games.engine.play.listing import Listing, decision_from, forced, listing
from tests.engine.test_every_game import GAMES, questions, whims

SOME = 25  # questions of a match
_encoded = msgspec.msgpack.Encoder().encode
_decoded = msgspec.msgpack.Decoder(Listing)

each_game = pytest.mark.parametrize("engine", GAMES, ids=[engine.slug for engine in GAMES])


def travelled(decision: Decision[object], words: Path, *, is_typed: bool = False) -> Listing:
    return _decoded.decode(_encoded(listing(decision, words, is_typed=is_typed)))


def ways(engine: AnyEngine) -> Any:
    """Places in the trees of a random match: some words of an answer, one more each time."""
    rng = whims(7)
    for _run, decision in islice(questions(engine, max(engine.seats), 7), SOME):
        path: Path = ()
        while True:
            yield decision, path
            offered = list(islice(decision.options(path), 50))
            if not offered:
                break
            path = (*path, rng.choice(offered).word)


@each_game
def test_a_listing_shows_what_may_follow(engine: AnyEngine) -> None:
    for decision, path in ways(engine):
        listed = decision_from(travelled(decision, path), decision)
        assert list(listed.options(path)) == list(decision.options(path))
        assert (listed.check(path) is None) == (decision.check(path) is None)
        assert write(listed, path) == write(decision, path)
        assert listed.fallback() == decision.fallback()


@each_game
def test_an_explanation_reads_the_same_from_a_listing(engine: AnyEngine) -> None:
    for decision, path in ways(engine):
        words = write(decision, path).split()
        listed = travelled(decision, tuple(words), is_typed=True)
        if listed.refusal is not None:
            with pytest.raises(PlayerError) as wrong:
                follow(decision, words)
            assert str(listed.refusal.as_error()) == str(wrong.value)
            continue
        told = explain(decision_from(listed, decision), listed.path)
        assert told == explain(decision, words)


@each_game
def test_words_that_must_follow_are_in_a_listing(engine: AnyEngine) -> None:
    for decision, path in ways(engine):
        listed = decision_from(travelled(decision, path), decision)
        whole = forced(decision, path)
        assert forced(listed, path) == whole
        assert list(listed.options(whole)) == list(decision.options(whole))


def test_words_that_are_not_offered_lead_back_to_where_they_were() -> None:
    decision = next(questions(GAMES[0], 2, 3))[1]
    listed = decision_from(travelled(decision, ("no", "such", "words")), decision)
    assert walk(listed.root, ("no", "such", "words"))[0] is None
    assert list(listed.options()) == list(decision.options())


def test_typed_words_that_mean_nothing_say_so() -> None:
    decision = next(questions(GAMES[0], 2, 3))[1]
    found = travelled(decision, ("gibberish",), is_typed=True)
    assert found.refusal is not None
    with pytest.raises(PlayerError) as wrong:
        follow(decision, ["gibberish"])
    told = found.refusal.as_error()
    assert (str(told), told.nearest, told.more) == (str(wrong.value), wrong.value.nearest, wrong.value.more)
