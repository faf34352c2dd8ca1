"""ED-4.6 to ED-4.9, ED-23.8 and EF-7: armies are chosen and come to the table."""

from __future__ import annotations

from collections import Counter

import pytest

from games.edge.catalogue import FACTIONS
from games.edge.rules.armies.muster import deck_cards, ready_made
from games.edge.rules.setup.options import choices_of
from games.edge.state import PLAY, ROLES, UNDEPLOYED, Choices, Enhancement, Token
from games.engine.play.orders import advance
from games.engine.play.run import Run
from tests.edge.army_lists import CHAPTER, FULL, army, at_armies
from tests.edge.setting_up import EDGE, Opening
from tests.rules import rule

each_faction = pytest.mark.parametrize("faction", FACTIONS)


# Asking.


@rule("ED-4.7", "ED-4.9", "DP-S2")
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


@rule("ED-4.9")
def test_a_deck_is_told_to_its_owner_alone() -> None:
    opening = at_armies().by_default(ROLES)
    for event in opening.run.events:
        if event.key == "revealed_army":
            seat = int(str(event.values["seat"]))
            assert list(event.own) == [seat]
            assert event.own[seat]["deck"] == sorted(opening.state.player(seat).deck)


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
        assert sorted(player.deck) == sorted(ready_made(player.faction, Choices()).deck)
        decks.add(tuple(player.deck))
    assert len(decks) == 8


# Ready-made armies.


@rule("EF-1.4.1", "ED-4.7")
@each_faction
def test_the_ready_made_army_is_the_preconstructed_one(faction: str) -> None:
    listed = FACTIONS[faction].decks["start"]
    ready = ready_made(faction, Choices())
    assert sorted(ready.squads) == sorted(listed.squads)
    assert Counter(ready.deck) == Counter(listed.deck)
    assert (ready.banner, ready.shrine) == ("std", "std")


@pytest.mark.parametrize(("rules", "points", "guards"), [(4, 2, 0), (5, 0, 1)])
def test_a_match_of_rules_number_4_keeps_its_ready_made_armies(rules: int, points: int, guards: int) -> None:
    """They were designed anew with number 5 (note 0122), which was installed while players chose."""
    opening = Opening(rules=rules).order("faction darkness", "faction reborn")
    opening.run = Run.load(EDGE, opening.run.save())
    opening.order("army start", "army start")
    dark, wild = sorted(opening.state.players, key=lambda player: player.faction)
    assert (dark.dark_points, [squad.kind for squad in wild.squads].count("ancient_guard")) == (
        points,
        guards,
    )
    for player in (dark, wild):
        listed = ready_made(player.faction, opening.state.choices, rules)
        assert sorted(player.deck) == sorted(listed.deck)
        assert (listed == ready_made(player.faction, opening.state.choices)) == (rules == 5)


@rule("ED-23.6", "EF-1.4.1")
@each_faction
def test_with_deck20_five_cards_of_the_ready_made_deck_are_left_out(faction: str) -> None:
    small, usual = ready_made(faction, Choices(deck=20)), ready_made(faction, Choices())
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


@rule("ED-23.8", "ED-23.11", "ED-4.7")
def test_with_script_beginners_arrange_the_deck_of_the_ready_made_army() -> None:
    opening = at_armies(3, script=True, beginner=True)
    asked = opening.run.decision_for(1)
    assert asked is not None
    assert [option.word for option in asked.options()] == ["start", "deck"]
    ready = ready_made("chapter", opening.state.choices)
    order = sorted(ready.deck, reverse=True)
    other = next(card.id for card in deck_cards("chapter", ready.squads) if card.id not in ready.deck)
    assert "is not in the ready-made deck" in opening.refused(f"army deck {' '.join([other, *order[1:]])}")
    twice = [order[0]] * (order.count(order[0]) + 1)
    assert "copies of" in opening.refused(f"army deck {' '.join([*twice, *order])}")
    assert opening.send(1, f"army deck {' '.join(order)}").problem is None
    opening.send(2, "army start")
    opening.send(3, "army start")
    player = opening.state.player(1)
    assert player.deck == order
    assert tuple(squad.kind for squad in player.squads) == ready.squads
    assert Counter(opening.state.player(2).deck) == Counter(ready_made("demons", opening.state.choices).deck)


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
