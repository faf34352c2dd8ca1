"""Rosters of every game that has them: what is offered is legal, what is written is read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.contract.rosters import AnyRosterBook, Roster, tidied
from games.services.engines import ENGINES

BOOKS = {slug: engine.rosters for slug, engine in ENGINES.items() if engine.rosters is not None}


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest) -> AnyRosterBook:
    return BOOKS[request.param]


def test_some_game_has_rosters() -> None:
    assert "edge" in BOOKS


def test_ready_made_rosters_are_legal_and_read_back(book: AnyRosterBook) -> None:
    for side in book.sides:
        for form in book.forms:
            for made in book.ready_made(side, form):
                assert book.check(made.roster) == []
                assert tidied(book, made.roster) == made.roster
                again, problems = book.read(book.text(made.roster))
                assert (problems, tidied(book, again)) == ([], made.roster)


def test_every_thing_has_one_name_and_says_what_it_does(book: AnyRosterBook) -> None:
    for side in book.sides:
        shelves = book.shelves(side, next(iter(book.forms)), str)
        things = [thing for shelf in shelves for thing in shelf.things]
        assert len({thing.id for thing in things}) == len(things)
        assert all(thing.name and thing.most > 0 and any(p.text for p in thing.parts) for thing in things)
        assert all(shelf.title and shelf.about for shelf in shelves)


def test_an_empty_roster_breaks_limits_and_is_still_a_text(book: AnyRosterBook) -> None:
    for side in book.sides:
        for form in book.forms:
            empty = Roster(side, form)
            assert book.check(empty)
            assert tidied(book, book.read(book.text(empty))[0]).side == side


def test_what_is_kept_names_only_what_there_is(book: AnyRosterBook) -> None:
    side, form = next(iter(book.sides)), next(iter(book.forms))
    thing = book.shelves(side, form, str)[0].things[0].id
    odd = Roster("nobody", "never", {thing: 10**9, "no such thing": 3, "x": -1}, ("x", thing))
    assert tidied(book, odd) == Roster(side, form, {thing: 99})


WORDS = ["deck", "squads", "army", '"', "“", "3x", "x99", "0", ",", "\n", "Leap", "pilgrim", "CH01", "alt"]


@settings(max_examples=60)
@given(text=st.text(max_size=400) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_read_and_any_roster_checked(text: str) -> None:
    for book in BOOKS.values():
        roster = tidied(book, book.read(text)[0])
        assert roster.side in book.sides
        book.check(roster)
        book.read(book.text(roster))
