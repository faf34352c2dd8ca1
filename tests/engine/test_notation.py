"""What people write in words of their own is read, or left as it is, but never an exception."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract.engine import AnyEngine
from games.services.engines import ENGINES
from tests.catalogue import many

SAID = [
    "a",
    "the",
    "my",
    "I",
    "with",
    "to",
    "and",
    "then",
    "on",
    "pay",
    "red",
    "die",
    "mode",
    "all",
    "2x",
    "2",
]
SIGNS = [
    ",",
    "-",
    "->",
    ">",
    ":",
    "=",
    ".",
    "#",
    "/",
    "*",
    "'",
    '"',
    "C2",
    "b2-c2",
    "PI1",
    "thug=5",
    ",,",
    "İ",
]


def words_of(engine: AnyEngine) -> list[str]:
    known = engine.vocabulary
    return [*known.orders, *known.responses, *known.answers, *known.names[:60], *known.keys]


@pytest.mark.catalogue
@pytest.mark.parametrize("game", sorted(ENGINES))
def test_no_line_is_too_odd_to_be_read(game: str) -> None:
    engine = ENGINES[game]
    word = st.sampled_from([*words_of(engine), *SAID, *SIGNS]) | st.text(min_size=1, max_size=4)

    @settings(max_examples=many(150, 5000))
    @given(st.lists(word, max_size=8))
    def is_read(line: list[str]) -> None:
        words = tuple(part for one in line for part in one.split())
        engine.vocabulary.order_of(words)
        assert engine.vocabulary.orders_of(words)
        assert engine.vocabulary.standing_of(" ".join(words))

    engine.vocabulary.order_of(())
    is_read()
