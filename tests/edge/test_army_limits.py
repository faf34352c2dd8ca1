"""ED-4.7, ED-4.9, EF-1.4 and EF-7.4: what an army may be; only what can be completed is offered."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from games.edge.army_text import check_army
from games.edge.catalogue import FACTIONS
from games.edge.rules.armies.muster import BOSS, Army, can_be_completed, capacity, deck_cards
from games.edge.rules.armies.words import army_node
from games.edge.state import Choices
from games.engine.contract.tree import Node, sample, walk
from tests.edge.army_lists import CHAPTER, FULL, army, at_armies, refusal
from tests.rules import rule

each_faction = pytest.mark.parametrize("faction", FACTIONS)
each_size = pytest.mark.parametrize("size", [15, 20, 25])


@rule("ED-4.7")
def test_an_army_has_at_most_five_squads_and_at_least_one() -> None:
    five = "army squads angel_of_death holy_knight holy_knight holy_knight pilgrim"
    assert refusal(f"{five} ranger deck {FULL}") == "an army has at most 5 Squads"
    assert "not possible" in refusal(f"army deck {FULL}")
    assert "too few cards" in refusal(f"army squads deck {FULL}")
    assert (
        len(army("chapter", "army squads holy_knight deck CH01 4 CH06 4 CH11 5 CH12 4 CH15 4 CH18 4").squads)
        == 1
    )


@rule("EF-1.4.4")
def test_a_squad_may_be_fielded_as_often_as_there_are_cards_of_it() -> None:
    assert "only 1 times" in refusal("army squads pilgrim pilgrim deck CH03 4")
    three = "army squads holy_knight holy_knight holy_knight"
    assert (
        army("chapter", f"{three} deck CH01 4 CH06 4 CH11 5 CH12 4 CH15 4 CH18 4").squads.count("holy_knight")
        == 3
    )
    assert "only 3 times" in refusal(f"{three} holy_knight deck CH01 4")


@rule("EF-1.4.5", "ED-4.7")
def test_leaders_are_neither_compulsory_nor_limited() -> None:
    assert (
        "angel_of_death"
        not in army(
            "chapter", "army squads holy_knight deck CH01 4 CH06 4 CH11 5 CH12 4 CH15 4 CH18 4"
        ).squads
    )
    assert can_be_completed("demons", ("son_of_khyber", "master_of_elements"), 25, 5)


@rule("EF-1.4.2", "ED-4.9")
def test_no_card_is_used_more_often_than_it_exists() -> None:
    reason = refusal(f"army squads {' '.join(CHAPTER)} deck CH01 5 CH03 4")
    assert reason == "there are only 4 copies of “Bash”"


@rule("EF-1.4.3", "ED-4.9", "EC-14")
def test_a_card_of_a_squad_that_is_not_fielded_is_refused() -> None:
    reason = refusal(f"army squads {' '.join(CHAPTER)} deck CH01 4 CH02 1")
    assert reason == "“Charged Shot” belongs to Purge Doctor, which is not in your army"
    offered = [card.id for card in deck_cards("chapter", CHAPTER)]
    assert {"CH12", "CH18", "CH19"} < set(offered)
    assert not {"CH02", "CH13", "CH14"} & set(offered)


@rule("ED-4.9", "EF-1.4.4")
def test_one_of_several_squads_of_a_name_is_enough_for_its_cards() -> None:
    assert "DE12" in [card.id for card in deck_cards("demons", ("gorehound",))]
    assert capacity("demons", ("gorehound",)) == capacity("demons", ("gorehound", "gorehound"))


@rule("ED-4.9", "EF-1.4.1")
def test_a_deck_has_exactly_twenty_five_cards() -> None:
    begun = f"army squads {' '.join(CHAPTER)} deck"
    assert "is incomplete" in refusal(f"{begun} CH01 4 CH03 4")
    assert refusal(f"{begun} {FULL} CH19 1") == "the deck is full: it has 25 cards"
    reason = refusal(f"{begun} CH01 4 CH03 4 CH06 4 CH08 4 CH11 5 CH16 5")
    assert reason == "the deck needs exactly 4 more cards"
    assert "4 more cards" in refusal(f"{begun} CH01 4 CH03 4 CH06 4 CH08 4 CH11 5 CH20 2")


@rule("EF-1.4.7", "EF-7.1")
def test_extra_cards_are_not_in_the_deck() -> None:
    reason = refusal(f"army squads {' '.join(CHAPTER[:4])} holy_riders deck CH01 4 CHX1 1")
    assert reason == "“Winged Charge” is kept beside the deck and does not count"


@rule("EF-7.4")
@each_faction
def test_an_army_has_at_most_one_boss(faction: str) -> None:
    bosses = [kind.id for kind in FACTIONS[faction].squads.values() if kind.role == BOSS]
    assert len(bosses) <= 1  # one kind, and one card of it
    assert all(FACTIONS[faction].squads[boss].cards == 1 for boss in bosses)


# Only what can be completed is offered.


def squads_of(node: Node[Army]) -> list[str]:
    """What the open choice of Squads offers."""
    return [branch.word for branch in node.branches()]


@rule("ED-4.7", "ED-4.9")
@each_faction
@each_size
def test_squads_are_offered_exactly_if_some_army_with_them_is_possible(faction: str, size: int) -> None:
    kinds = list(FACTIONS[faction].squads)
    limits = {kind.id: kind.cards for kind in FACTIONS[faction].squads.values()}
    legal = [
        chosen
        for count in range(1, 6)
        for chosen in combinations_with_replacement(kinds, count)
        if all(chosen.count(kind) <= limits[kind] for kind in chosen)
        and capacity(faction, chosen) >= size
        and not all(FACTIONS[faction].squads[kind].is_late for kind in chosen)
    ]
    starts = {chosen[:length] for chosen in legal for length in range(6)}
    root = army_node(faction, Choices(deck=size))
    for start in sorted(starts):
        node, _ = walk(root, ("squads", *start))
        assert node is not None
        following = [kind for kind in kinds if (*start, kind) in starts]
        assert squads_of(node) == [*following, *["deck"] * (start in legal)]


@rule("ED-4.9")
@each_faction
@each_size
@pytest.mark.parametrize("seed", range(6))
def test_every_walk_through_the_words_ends_in_a_legal_army(faction: str, size: int, seed: int) -> None:
    chance, root = random.Random(seed), army_node(faction, Choices(deck=size))
    node, _ = walk(root, ("squads",))
    assert node is not None
    for _ in range(20):
        path = sample(node, chance.randrange)
        end, _ = walk(node, path)
        assert end is not None
        assert end.end is not None
        found = end.end.value
        assert len(found.deck) == size
        assert 1 <= len(found.squads) <= 5
        allowed = {card.id: card.copies for card in deck_cards(faction, found.squads)}
        assert all(count <= allowed[card] for card, count in Counter(found.deck).items())


@rule("ED-4.9")
def test_a_number_is_offered_only_if_the_later_cards_can_fill_the_deck() -> None:
    opening = at_armies()
    path = ("squads", "holy_knight", "deck")
    assert capacity("chapter", ("holy_knight",)) == 30  # five more than are needed
    assert opening.offers(*path) == ["CH01", "CH06"]
    assert opening.offers(*path, "CH01") == ["1", "2", "3", "4"]
    assert opening.offers(*path, "CH06") == ["3", "4"]
    assert opening.offers(*path, "CH06", "3") == ["CH07"]
    assert opening.offers(*path, "CH06", "3", "CH07") == ["2"]


@rule("ED-4.22", "EF-7.2", "ED-22.2")
@each_faction
@each_size
def test_no_army_consists_of_late_squads_alone(faction: str, size: int) -> None:
    """Nobody begins without a model on the board."""
    kinds = FACTIONS[faction].squads
    late = [kind.id for kind in kinds.values() if kind.is_late and kind.cards]
    choices = Choices(deck=size)
    wrong = [str(reason) for reason in check_army(faction, late, {}, choices)]
    assert "an army has at least one Squad that is deployed in set-up" in wrong
    root, _ = walk(army_node(faction, choices), ("squads",))
    assert root is not None
    for name in late:
        node = root.step(name)
        assert node is None or "deck" not in [branch.word for branch in node.branches()]
