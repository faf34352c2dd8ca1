"""ED-4.6 to ED-4.9, EF-1.4 and EF-7: armies and decks."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from games.edge.catalogue import FACTIONS
from games.edge.rules.armies import (
    BOSS,
    Army,
    can_be_completed,
    capacity,
    deck_cards,
    ready_made,
)
from games.edge.rules.army_words import army_node
from games.edge.rules.setup import choices_of
from games.edge.state import PLAY, ROLES, UNDEPLOYED, Choices, Enhancement, Token
from games.engine.contract import Setting
from games.engine.orders import advance
from games.engine.reading import read
from games.engine.text import PlayerError
from games.engine.tree import Node, sample, walk
from tests.edge.setting_up import Opening
from tests.rules import rule

CHAPTER = ("angel_of_death", "holy_knight", "holy_knight", "pilgrim", "ranger")
FULL = "CH01 4 CH03 4 CH06 4 CH08 4 CH11 5 CH16 4"  # 25 cards for them
each_faction = pytest.mark.parametrize("faction", FACTIONS)
each_size = pytest.mark.parametrize("size", [20, 25])


def at_armies(**options: Setting) -> Opening:
    """Seat 1 has chosen Chapter, seat 2 Demons, and both are asked for their armies."""
    seed = next(seed for seed in range(1, 9) if Opening(seed).first == 1)
    return Opening(seed, **options).order("faction chapter", "faction demons")


def army(faction: str, text: str, choices: Choices | None = None) -> Army:
    """The army that an order means. Raises a PlayerError where it means none."""
    opening = at_armies(deck20=choices is not None and choices.deck == 20)
    decision = opening.decision(1 if faction == "chapter" else 2)
    value = decision.value(read(decision, text.split()).path)
    assert isinstance(value, Army)
    return value


def refusal(text: str) -> str:
    """Why an army of the Chapter is refused."""
    with pytest.raises(PlayerError) as caught:
        army("chapter", text)
    return str(caught.value)


# Asking.


@rule("ED-4.7", "ED-4.9", "DP-S2", "DD-32")
def test_both_choose_at_once_sealed_and_armies_are_revealed_together() -> None:
    opening = at_armies()
    assert opening.asked == [(1, "army"), (2, "army")]
    opening.send(1, f"army banner alt shrine alt squads {' '.join(CHAPTER)} deck {FULL}")
    assert opening.asked == [(2, "army")]
    assert opening.told("revealed_army") == []
    assert opening.state.player(1).squads == []
    opening.send(1, f"army squads {' '.join(CHAPTER)} deck {FULL}")  # it may be replaced until all are in
    opening.send(2, "army start")
    told = opening.told("revealed_army")
    assert [(event["seat"], event["banner"]) for event in told] == [(1, "std"), (2, "std")]
    assert not any("deck" in event for event in told)
    assert opening.state.stage == ROLES


@rule("ED-4.9", "DD-54")
def test_a_deck_is_told_to_its_owner_alone() -> None:
    opening = at_armies().by_default(ROLES)
    for event in opening.run.events:
        if event.key == "revealed_army":
            seat = int(str(event.values["seat"]))
            assert list(event.own) == [seat]
            assert Counter(event.own[seat]["deck"]) == Counter(opening.state.player(seat).deck)  # type: ignore[arg-type]


@rule("ED-4.7", "ED-4.8", "ED-4.23", "ED-1.10")
def test_squads_come_in_basic_mode_with_their_endurance() -> None:
    player = at_armies().by_default(ROLES).state.player(1)
    assert [squad.id for squad in player.squads] == [
        "angel_of_death",
        "holy_knight#1",
        "holy_knight#2",
        "pilgrim",
        "ranger",
    ]
    for squad in player.squads:
        assert squad.mode == "Basic"
        assert squad.endurance == squad.card.endurance
        assert {model.state for model in squad.models} == {UNDEPLOYED}
    assert [model.id for model in player.squad("pilgrim").models] == [f"pilgrim/{n}" for n in range(1, 5)]


@rule("ED-4.9")
def test_decks_are_shuffled() -> None:
    decks = set[tuple[str, ...]]()
    for seed in range(1, 9):
        player = Opening(seed).by_default(ROLES).state.players[0]
        assert sorted(player.deck) == sorted(ready_made(player.faction, 25).deck)
        decks.add(tuple(player.deck))
    assert len(decks) == 8


# Ready-made armies.


@rule("EF-1.4.1", "ED-4.7")
@each_faction
def test_the_ready_made_army_is_the_preconstructed_one(faction: str) -> None:
    listed = FACTIONS[faction].decks["start"]
    ready = ready_made(faction, 25)
    assert sorted(ready.squads) == sorted(listed.squads)
    assert Counter(ready.deck) == Counter(listed.deck)
    assert (ready.banner, ready.shrine) == ("std", "std")


@rule("ED-23.6", "EF-1.4.1")
@each_faction
def test_with_deck20_five_cards_of_the_ready_made_deck_are_left_out(faction: str) -> None:
    small, usual = ready_made(faction, 20), ready_made(faction, 25)
    assert len(small.deck) == 20
    assert not Counter(small.deck) - Counter(usual.deck)
    assert set(small.deck) == set(usual.deck)


@rule("ED-4.7")
def test_beginners_are_not_asked() -> None:
    opening = Opening(beginner=True).order("faction demons", "faction chapter")
    assert opening.state.stage == ROLES
    assert [sorted(s.kind for s in p.squads) for p in opening.state.players] == [
        sorted(p.content.decks["start"].squads) for p in opening.state.players
    ]


@rule("ED-23.6")
def test_deck20_asks_for_twenty_cards() -> None:
    opening = Opening(deck20=True).by_default(PLAY)
    assert [len(p.deck) + len(p.hand) for p in opening.state.players] == [20, 20]
    assert (
        len(
            army(
                "chapter", "army squads holy_knight deck CH01 4 CH06 4 CH11 5 CH12 4 CH19 3", Choices(deck=20)
            ).deck
        )
        == 20
    )


# Writing an army.


@rule("ED-4.6", "EF-1.4.8", "DP-S2")
@pytest.mark.parametrize(
    ("words", "banner", "shrine"),
    [
        ("", "std", "std"),
        ("banner alt", "alt", "std"),
        ("shrine alt", "std", "alt"),
        ("banner std shrine alt", "std", "alt"),
        ("banner alt shrine std", "alt", "std"),
    ],
)
def test_banner_and_shrine_are_chosen_with_the_squads(words: str, banner: str, shrine: str) -> None:
    chosen = army("chapter", f"army {words} squads {' '.join(CHAPTER)} deck {FULL}")
    assert (chosen.banner, chosen.shrine) == (banner, shrine)
    assert chosen.squads == CHAPTER


@rule("ED-4.6")
def test_the_banner_begins_face_up() -> None:
    opening = at_armies()
    opening.send(1, f"army banner alt squads {' '.join(CHAPTER)} deck {FULL}")
    opening.send(2, "army start")
    player = opening.state.player(1)
    assert (player.banner, player.banner_up) == ("alt", True)


@rule("DP-S2")
def test_any_order_of_squads_and_cards_will_do() -> None:
    listed = army("chapter", f"army squads {' '.join(CHAPTER)} deck {FULL}")
    mixed = army(
        "chapter",
        "army squads ranger HK pilgrim holy_knight angel_of_death "
        "deck CH16 4, leap 5, CH03 4, Formation x4, CH08 4, bash 4x",
    )
    assert mixed == listed


@rule("DP-S2")
def test_an_army_may_be_written_over_several_lines() -> None:
    opening = at_armies()
    text = (
        f"army\nbanner alt\nshrine alt\nsquads {' '.join(CHAPTER)}\n"
        'deck "Bash" 4, "Energy Drain" 4\ndeck "Formation" 4, "Guardian Angel" 4\ndeck "Leap" 5, "Shoot" 4\n'
        "role positioning\nshrine C5"
    )
    receipt = opening.send(1, text)
    assert receipt.problem is None
    opening.send(2, "army start\nshrine A1")
    player = opening.state.player(1)
    assert (player.banner, player.shrine) == ("alt", "alt")
    assert opening.state.player(1).shrine_at == "C5"


# Limits.


@rule("ED-4.7", "DD-10")
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
    assert can_be_completed("demons", ("son_of_khyber", "master_of_elements"), 25)


@rule("EF-1.4.2", "ED-4.9")
def test_no_card_is_used_more_often_than_it_exists() -> None:
    reason = refusal(f"army squads {' '.join(CHAPTER)} deck CH01 5 CH03 4")
    assert reason == "there are only 4 copies of “Bash”"


@rule("EF-1.4.3", "ED-4.9", "EC-14")
def test_a_card_of_a_squad_that_is_not_fielded_is_refused() -> None:
    reason = refusal(f"army squads {' '.join(CHAPTER)} deck CH01 4 CH02 1")
    assert reason == "“Charged Shot” belongs to Purge Doctor, whom you do not field"
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
    assert "not complete" in refusal(f"{begun} CH01 4 CH03 4")
    assert refusal(f"{begun} {FULL} CH19 1") == "the deck is full: it has 25 cards"
    reason = refusal(f"{begun} CH01 4 CH03 4 CH06 4 CH08 4 CH11 5 CH16 5")
    assert reason == "4 more cards make the deck complete, no more and no fewer"
    assert "4 more cards" in refusal(f"{begun} CH01 4 CH03 4 CH06 4 CH08 4 CH11 5 CH20 2")


@rule("EF-1.4.7", "EF-7.1")
def test_extra_cards_are_not_in_the_deck() -> None:
    reason = refusal(f"army squads {' '.join(CHAPTER[:4])} holy_riders deck CH01 4 CHX1 1")
    assert reason == "“Winged Charge” lies beside the deck and is not counted"


@rule("EF-7.4")
@each_faction
def test_an_army_has_at_most_one_boss(faction: str) -> None:
    bosses = [kind.id for kind in FACTIONS[faction].squads.values() if kind.role == BOSS]
    assert len(bosses) == 1  # one kind, and one card of it
    assert FACTIONS[faction].squads[bosses[0]].cards == 1


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
        if all(chosen.count(kind) <= limits[kind] for kind in chosen) and capacity(faction, chosen) >= size
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
    late = tuple(kind.id for kind in FACTIONS[faction].squads.values() if kind.is_late)
    assert capacity(faction, late) < size  # nobody begins without a model on the board


# Script.


@rule("ED-23.8")
def test_with_script_a_deck_is_arranged_card_by_card() -> None:
    cards = ["CH16"] * 8 + ["CH01"] * 4 + ["CH11"] * 5 + ["CH06"] * 4 + ["CH03", "CH19", "CH16", "CH19"]
    opening = at_armies(script=True)
    begun = f"army squads {' '.join(CHAPTER)} deck"
    assert "only 8 copies of “Shoot”" in opening.refused(f"{begun} {' '.join(cards)}")
    cards[-2] = "CH18"
    assert opening.send(1, f"{begun} {' '.join(cards)}").problem is None
    opening.send(2, "army start")
    assert opening.state.player(1).deck == cards
    opening.by_default(PLAY)
    assert opening.state.player(1).hand == ["CH16"] * 3


@rule("ED-23.8", "DP-S2")
def test_the_ready_made_deck_is_shuffled_even_with_script() -> None:
    decks = {
        tuple(Opening(seed, script=True).by_default(ROLES).state.players[0].deck) for seed in range(1, 6)
    }
    assert len(decks) == 5


# Cavalry, bosses, Shrines.


@rule("EF-7.1", "EF-7.2", "EF-7.3", "ED-4.22", "EF-1.4.7", "ED-25.5")
def test_cavalry_waits_beside_the_board_with_its_cards() -> None:
    opening = at_armies()
    opening.send(
        1, "army squads holy_knight pilgrim holy_riders deck CH01 4 CH03 4 CH06 4 CH11 5 CH15 4 CHX3 3 CHX4 1"
    )
    opening.send(
        2,
        "army squads son_of_khyber succubus deck DE01 5 DE02 4 DE03 4 DE06 4 DE07 4 DEX3 3 DEX4 1",
    )
    chapter, demons = opening.state.players
    assert (chapter.beside, demons.beside) == (["CHX1"], ["DEX1"])
    assert chapter.squad("holy_riders").enhancements == [Enhancement("CHX2", 1)]
    assert demons.squad("succubus").enhancements == [Enhancement("DEX2", 1)]
    assert opening.state.neutral_charges == 18
    assert [len(player.deck) for player in opening.state.players] == [25, 25]
    opening.by_default(PLAY)
    riders = opening.state.squad("holy_riders")
    assert {model.state for model in riders.models} == {UNDEPLOYED}
    assert riders.endurance == 1
    assert not riders.is_alive


@rule("EF-7.3", "EF-7.4", "ED-25.5")
def test_bosses_deploy_as_others_with_their_enhancement() -> None:
    opening = at_armies()
    opening.send(1, "army squads holy_knight war_golem deck CH01 4 CH06 4 CH11 5 CH15 4 CHX6 3 CHX7 4 CHX8 1")
    opening.send(
        2, "army squads master_of_elements ish deck DE01 5 DE02 4 DE03 4 DE08 3 DE09 4 DE10 4 DEX6 1"
    )
    assert opening.state.squad("war_golem").enhancements == [Enhancement("CHX5", 1)]
    assert opening.state.squad("ish").enhancements == [Enhancement("DEX5", 0)]
    assert opening.state.neutral_charges == 19
    assert opening.state.player(1).beside == []
    opening.by_default(PLAY)
    assert len(opening.state.squad("war_golem").on_board) == 1


@rule("ED-25.5")
def test_sanctuary_begins_with_three_blessings() -> None:
    opening = at_armies()
    opening.send(1, f"army shrine alt squads {' '.join(CHAPTER)} deck {FULL}")
    opening.send(2, "army start")
    assert opening.state.tokens == [Token("BLESSING", 1, shrine=1)] * 3


@rule("DP-S2", "DP-S6")
def test_a_set_up_in_which_everybody_is_away_comes_to_its_end() -> None:
    opening = at_armies()
    for seat in (1, 2):
        opening.run.set_away(seat)
    advance(opening.run)
    assert opening.state.stage == PLAY


@rule("ED-23.6", "ED-23.9")
def test_options_become_choices() -> None:
    assert choices_of({"deck20": True, "strategic": 4}) == Choices(deck=20, hand=4)
