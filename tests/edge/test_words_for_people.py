"""What people read has no codes of the data in it: models, Squads and moments by their names."""

from __future__ import annotations

import re

import pytest

from games.edge import hints
from games.edge.board import text_board
from games.edge.catalogue import CARDS, SQUADS, WINDOWS
from games.edge.moments import MOMENTS
from games.edge.reference import REFERENCE
from games.edge.state import State
from games.edge.views import view
from games.engine.contract.phrases import in_english
from tests.edge.bench import Bench
from tests.edge.crowd import crowded, packed

CODE = re.compile(r"\b[a-z]+_[a-z_]+\b|[a-z]#\d|\b(?:" + "|".join(SQUADS) + r")/\d")
ADDRESS = re.compile(r"in orders: [\w ]+")  # the reference tells what orders call a thing


def test_every_moment_has_words() -> None:
    assert set(MOMENTS) == set(WINDOWS)
    assert not [words for words in MOMENTS.values() if CODE.search(words)]


@pytest.mark.parametrize("state", [crowded(), packed()], ids=["crowded", "packed"])
def test_the_text_board_has_no_codes(state: State) -> None:
    for seat in (None, 1, 2):
        assert CODE.findall(text_board(view(state, seat))) == []


def test_the_reference_has_no_codes() -> None:
    for entry in REFERENCE.entries(in_english):
        parts = [f"{part.title} {part.note} {part.text}" for part in entry.parts]
        told = ADDRESS.sub("", f"{entry.name} {entry.line} {entry.foot} {' '.join(parts)}")
        assert CODE.findall(told) == [], entry.id


def test_the_text_of_a_card_says_its_moment_in_words() -> None:
    shown = view(crowded(), 1)
    for card in CARDS.values():
        assert CODE.findall(" ".join(hints.look_up(card.id, shown, in_english))) == []
    told = hints.look_up("Armor Up", shown, in_english) or hints.look_up("CH15", shown, in_english)
    assert "before a Defence roll" in " ".join(told)


def test_a_window_asks_in_words() -> None:
    position = "gorehound@C5.12 holy_knight:Upgraded=0@C5.3"
    bench = Bench(position, hands={2: ["DE06"]}, pools=(0, 6), turn=2, standing={2: "react: ask"})
    bench.submit("activate gorehound", seat=2)
    bench.submit("fight GO vs HK", seat=2)
    decision = bench.run.decision_for(2)
    assert decision is not None
    assert decision.kind == "window"
    assert str(decision.prompt).startswith("Do you play anything ")
    assert CODE.findall(str(decision.prompt)) == []


def test_a_receipt_repeats_an_order_in_short_forms() -> None:
    bench = Bench("holy_knight:Upgraded@C5.12 gorehound=0@C5.3", pools=(2, 2))
    receipt = bench.submit("activate holy_knight\nfight holy_knight/1 gorehound/1 red")
    assert [done.understood for done in receipt.done] == ["activate HK", "fight HK vs GO red"]


def test_tokens_are_called_as_people_write_them() -> None:
    titles = [entry.name for entry in REFERENCE.entries(in_english)]
    assert "DARK POINT" in titles
    assert not [title for title in titles if "_" in title]
