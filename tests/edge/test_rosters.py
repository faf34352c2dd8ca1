"""EF-1.4: decks as builders see them."""

from __future__ import annotations

import pytest

from games.edge.catalogue import CARDS, FACTIONS
from games.edge.rosters import ARMIES, FORMS, roster_of
from games.engine.contract.rosters import Roster, fitted, tidied
from tests.edge.army_lists import at_armies
from tests.edge.test_army_text import random_army
from tests.rules import rule


@rule("DP-S2", "ED-23.6", "ED-23.8")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(3))
def test_a_legal_roster_answers_the_question(form: str, seed: int) -> None:
    options = {"deck20": form.startswith("20"), "script": form.endswith("arranged")}
    seats = 3 if form.startswith("15") else 2
    assert ARMIES.form_of(options, seats) == form
    opening = at_armies(seats, **options)
    for seat, faction in ((1, "chapter"), (2, "demons")):
        army = random_army(faction, seed, FORMS[form])
        roster = roster_of(faction, form, army)
        assert ARMIES.check(roster) == []
        decision = opening.decision(seat)
        assert decision.kind == ARMIES.kind
        assert decision.check(ARMIES.answer(roster)) is None
        assert decision.value(ARMIES.answer(roster)) == army
        again, problems = ARMIES.read(ARMIES.text(roster))
        assert (tidied(ARMIES, again), problems) == (tidied(ARMIES, roster), [])


@rule("EF-1.4.1")
def test_a_deck_of_another_size_does_not_fit() -> None:
    roster = ARMIES.ready_made("chapter", "25")[0].roster
    assert ARMIES.check(fitted(ARMIES, roster, "20"))
    assert ARMIES.check(fitted(ARMIES, roster, "25 arranged"))
    assert not ARMIES.check(tidied(ARMIES, fitted(ARMIES, roster, "25 arranged")))


@rule("ED-4.6")
def test_an_army_has_one_banner() -> None:
    roster = ARMIES.ready_made("chapter", "25")[0].roster
    both = Roster("chapter", "25", {**roster.counts, "banner:alt": 1})
    assert [str(reason) for reason in ARMIES.check(both)] == ["an army has one Banner, this one has 2"]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("3x Leap\n2 Bash", {"CH11": 3, "CH01": 2}),
        ("Leap 3, Bash x2", {"CH11": 3, "CH01": 2}),
        ("deck CH11 3 CH01 2", {"CH11": 3, "CH01": 2}),
        ("Squads: Angel of Death, 2 Holy Knight\nCards:\n“Leap” 3", {"angel_of_death": 1, "holy_knight": 2}),
        ("army shrine Sanctuary squads pilgrim", {"pilgrim": 1, "shrine:alt": 1}),
    ],
)
def test_lists_are_read_as_people_write_them(text: str, counts: dict[str, int]) -> None:
    roster, problems = ARMIES.read(text)
    assert roster.side == "chapter"
    assert counts.items() <= roster.counts.items()
    assert problems == []


def test_what_is_not_known_is_named() -> None:
    roster, problems = ARMIES.read("squads gorehound deck Excalibur 3")
    assert roster.side == "demons"
    assert [str(problem) for problem in problems] == ["“Excalibur” is not known"]


@rule("EF-1.4.3")
@pytest.mark.parametrize("faction", FACTIONS)
def test_every_card_of_a_deck_is_on_the_shelf_and_no_other(faction: str) -> None:
    cards = ARMIES.shelves(faction, "25", str)[1].things
    assert {card.id for card in cards} == {c.id for c in FACTIONS[faction].cards.values() if not c.extra}
    assert all(card.group and len(card.parts) == len([*CARDS[card.id].actions]) for card in cards)
