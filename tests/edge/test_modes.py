"""ED-24: three and four players, alone and in teams: set-up, turns, allies, and who has killed whom."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.edge.board import text_board
from games.edge.catalogue import CARDS, FACTIONS
from games.edge.drawing import INK
from games.edge.effects.moment import CONCERNED
from games.edge.engine import EDGE
from games.edge.geometry import JOINED
from games.edge.printed.pieces import liveries
from games.edge.rules import facts, payment, victory
from games.edge.rules.combat.sequence import Challenge, combat
from games.edge.rules.deployment.deploy import deploy_node
from games.edge.rules.instants.timing import action_windows
from games.edge.rules.wounds import harm
from games.edge.rules.wounds.harm import Cause, Hit
from games.edge.state import DEPLOYMENT, DISPERSAL, PLAY, SHRINES, SOURCES, Fight, Token
from games.edge.table import parts
from games.edge.views import view
from games.engine.contract.decisions import Decision
from games.engine.play.automatic import Wait, automatic
from games.engine.play.orders import advance
from tests.edge.bench import Bench
from tests.edge.setting_up import Opening
from tests.rules import rule

# Four armies, one to each seat, far from each other: Chapter and Dvergar against Demons and Faceless.
FOUR = "holy_knight@A1.01 gorehound@A9.01 avenger@K1.* shatterer@K9.*"
PAIRED = "holy_knight@C4.12 gorehound@C5.45 avenger@K1.* shatterer@K9.*"  # B2B: C4.2 and C5.5


def team(text: str, **position: Any) -> Bench:
    """Two against two: Chapter and Dvergar against Demons and Faceless."""
    return Bench(text, teams=True, **position)


# Set-up.


@rule("ED-3.6")
def test_the_joined_board_is_two_boards_that_touch_along_a_long_edge() -> None:
    assert (len(JOINED.names), 7 * len(JOINED.names)) == (86, 602)
    number = JOINED.number
    assert {JOINED.names[n] for n in JOINED.neighbours[number["E5"]]} >= {"F4", "F5"}
    for space in JOINED.spaces:
        u, v = JOINED.coordinates[space]
        assert (4 - u, 9 - v) in JOINED.coordinates


@rule("EC-6")
def test_the_join_is_no_border() -> None:
    number = JOINED.number
    assert JOINED.distance(number["E1"], number["G1"]) == 2
    assert [number["F1"], number["G1"]] in [line[:2] for line in JOINED.lines(number["E1"])]


@rule("ED-4.4", "ED-4.5", "ED-24.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_factions_are_chosen_clockwise_from_the_first_player(seats: int) -> None:
    opening = Opening(seats=seats)
    for seat in opening.state.clockwise(opening.first):
        assert opening.asked == [(seat, "faction")]
        opening.order(f"faction {opening.offers()[0]}")
    assert len({player.faction for player in opening.state.players}) == seats


@rule("ED-4.7", "ED-4.9", "EF-1.4.1")
def test_with_more_players_an_army_has_up_to_four_squads_and_fifteen_cards() -> None:
    opening = Opening(seats=3).by_default("armies")
    assert opening.why_not("squads", "angel_of_death", "holy_knight", "holy_knight", "pilgrim", "ranger")
    opening.by_default("roles")
    assert {len(player.deck) for player in opening.state.players} == {15}
    assert all(1 <= len(player.squads) <= 4 for player in opening.state.players)


@rule("ED-4.10", "DP-S3")
def test_the_first_player_names_the_countering_player() -> None:
    opening = Opening(seats=4).by_default("roles")
    state = opening.state
    third = state.player(state.clockwise(state.first)[2])
    assert opening.offers() == [
        "countering",
        *(state.player(seat).faction for seat in state.clockwise(state.first)[1:]),
    ]
    opening.order(f"role {third.faction}")
    assert state.countering == third.seat
    assert state.order[0] == state.clockwise(third.seat)[1]
    assert state.order[-1] == third.seat


@rule("ED-4.11", "ED-4.12", "EC-12", "ED-4.21")
def test_of_three_players_the_first_places_the_fourth_source() -> None:
    opening = Opening(seats=3).by_default(SHRINES)
    order = opening.state.order
    for seat in order:
        assert opening.asked == [(seat, "shrine")]
        opening.order(f"shrine {opening.offers()[0]}")
    assert opening.state.stage == SOURCES
    placed = []
    for _source in range(4):
        placed.append(opening.asked[0][0])
        opening.order(f"source {opening.offers()[0]}")
    assert placed == [*order, order[0]]
    assert opening.state.stage == DEPLOYMENT


@rule("ED-4.17", "ED-4.19", "ED-4.20", "ED-24.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_all_but_the_countering_player_disperse_and_turns_go_clockwise(seats: int) -> None:
    opening = Opening(seats=seats, preset=True, beginner=True).by_default(DISPERSAL)
    state = opening.state
    assert [player.pool for player in state.players] == [seats] * seats
    asked = []
    while opening.state.stage == DISPERSAL:
        asked.append(opening.asked[0][0])
        opening.order("disperse none")
    assert asked == state.order[:-1]
    assert opening.state.stage == PLAY
    assert opening.run.state.turn.seat == state.countering


@rule("ED-4.14")
def test_models_may_be_deployed_beside_those_of_an_ally_but_not_of_an_enemy() -> None:
    bench = team("holy_knight@- gorehound@C5.45 avenger@K1.* shatterer@K9.*", declare=False)
    state, board = bench.state, bench.state.board
    state.sources = []
    found = deploy_node(state, 1).step("holy_knight")
    assert found is not None
    places = [board.place(branch.word) for branch in found.branches()]
    assert any(place.halo & state.placement(bench.model("avenger/1")).mask for place in places)
    assert not any(place.halo & state.placement(bench.model("gorehound/1")).mask for place in places)


# Turns.


@rule("ED-24.2", "ED-24.3")
def test_in_the_end_step_all_players_draw_and_the_next_one_clockwise_is_on_turn() -> None:
    bench = team(FOUR, turn=4, hands={1: [], 2: [], 3: [], 4: []})
    bench.order("end")
    assert [len(player.hand) for player in bench.state.players] == [3, 3, 3, 3]
    assert bench.state.turn.seat == 1


@rule("ED-6.2", "EC-24")
def test_two_allies_at_a_source_harvest_it_each_in_their_own_turn() -> None:
    text = "holy_knight@C4.12 gorehound@A9.01 avenger@C6.* shatterer@K9.*"
    for seat in (1, 3):
        bench = team(text, turn=seat, sources=["C5"], pools=(0, 0, 0, 0), declare=False)
        bench.order("turn passive", seat=seat)
        assert bench.player(seat).pool == 2


@rule("ED-2.4", "EC-25")
def test_no_more_is_harvested_than_there_is() -> None:
    text = "holy_knight@C4.12 holy_knight@H4.12 gorehound@A9.01 avenger@K1.* shatterer@K9.*"
    bench = team(text, sources=["C5", "H5"], pools=(0, 0, 0, 0), declare=False)
    bench.state.neutral_crystals = 1
    bench.order("turn passive")
    assert (bench.player(1).pool, bench.state.neutral_crystals) == (1, 0)


@rule("ED-24.4")
def test_combat_is_begun_against_enemies_only() -> None:
    bench = team("holy_knight@C4.12 gorehound@A9.01 avenger@C5.* shatterer@K9.*")
    bench.order("activate holy_knight")
    assert "fight" not in bench.offers()


@rule("ED-24.5")
def test_nothing_of_an_ally_pays_and_no_squad_of_an_ally_is_activated() -> None:
    bench = team(FOUR, pools=(0, 5, 5, 5))
    assert "avenger" not in bench.offers("activate")
    assert payment.means(bench.state, 1) == {"holy_knight": bench.squad("holy_knight").endurance}


@rule("ED-15.5")
def test_with_more_players_nobody_pays_with_victory_points() -> None:
    assert "vp" not in payment.means(team(FOUR).state, 1)
    assert "vp" in payment.means(Bench("holy_knight@A1.01 gorehound@A9.01").state, 1)


# Who has killed whom.


def killing(bench: Bench, by: int, target: str) -> None:
    """A model without Endurance is wounded by an effect of a player."""
    bench.squad(target.partition("/")[0]).endurance = 0
    table = bench.run.replay.table
    bench.drive(harm.wound(table, [Hit(bench.model(target), 1)], Cause(by)))


@rule("ED-16.10", "DP-I9")
@pytest.mark.parametrize(
    ("order", "taker"), [("", 2), ("vp-to: most", 4), ("vp-to: faceless", 4), ("vp-to: fewest", 2)]
)
def test_the_owner_says_which_enemy_captures_for_a_death_by_the_ally(order: str, taker: int) -> None:
    text = "holy_knight@A1.01 holy_knight=0@A2.01 gorehound@A9.01 avenger@K1.* shatterer@K9.*"
    bench = team(text, standing={1: order}, turn=3, declare=False)
    bench.player(4).captured = {"3": 1}
    table = bench.run.replay.table
    run = victory.score(table, bench.model("holy_knight#2/1"), 1, killer=3)
    ask = next(run)
    decision = ask.decisions[0]
    assert (decision.seat, decision.kind) == (1, "vp-to")
    assert bench.player(taker).faction in [option.word for option in decision.options()]
    answer = automatic(bench.run, decision)
    assert not isinstance(answer, Wait)
    with pytest.raises(StopIteration):
        run.send({1: answer.path})
    assert bench.player(taker).captured_from(1) == 1


@rule("ED-16.8", "EC-84")
def test_a_burning_model_is_killed_by_whoever_set_it_on_fire() -> None:
    text = "holy_knight@A1.01 holy_knight=0@A2.01 gorehound@A9.01 avenger@K1.*"
    fire = Token("FIRE", 2, models=["holy_knight#2/1"])
    bench = Bench(text, pools=(0, 0, 0), tokens=[fire], declare=False, standing={1: "fire: wound"})
    bench.order("turn passive")
    assert bench.player(2).captured_from(1) == bench.squad("holy_knight#2").card.endurance


@rule("ED-16.9")
def test_tokens_that_nobody_captures_are_told() -> None:
    bench = Bench("holy_knight@A1.01 holy_knight=0@A2.01 gorehound@A9.01 avenger@K1.*")
    killing(bench, 1, "holy_knight#2/1")
    events = bench.run.replay.table.events
    assert "scored" not in [event.key for event in events]
    (told,) = [event.seen_by(None) for event in events if event.key == "vp_gone"]
    assert told is not None
    assert (
        EDGE.sentence(told).text({})
        == "2 VP for Holy Knight 2 (HK2) leave the match: no enemy had a part in it."
    )


@rule("ED-12.9", "ED-16.8")
def test_of_two_who_backstab_each_other_each_has_killed_the_other() -> None:
    text = "holy_knight=0@C4.12 holy_knight@A1.01 gorehound=0@C5.45 gorehound@A9.01 avenger@K1.*"
    bench = Bench(text)
    one, other = bench.model("holy_knight#1/1"), bench.model("gorehound#1/1")
    bench.dice(4, 0, 4, 0)
    running = combat(bench.run.replay.table, Challenge(one, other, 1, is_backstab=True))
    ask = next(running)  # nobody has rolled yet
    bench.state.fights[-1].ambushes.append(other.id)
    try:
        while True:
            ask = running.send({decision.seat: decision.fallback() for decision in ask.decisions})
    except StopIteration:
        pass
    assert (one.state, other.state) == ("dead", "dead")
    assert bench.player(1).captured_from(2) == bench.squad("gorehound#1").card.endurance
    assert bench.player(2).captured_from(1) == bench.squad("holy_knight#1").card.endurance


# Elimination.


@rule("ED-22.6", "ED-22.8", "EC-91")
def test_with_four_the_match_ends_after_the_turn_in_which_someone_is_eliminated() -> None:
    bench = Bench(FOUR)
    killing(bench, 1, "gorehound/1")
    assert bench.player(2).out
    assert bench.state.outcome is None
    bench.order("end")
    assert bench.state.outcome is not None
    assert bench.state.outcome.winners == [1]


@rule("ED-22.10")
def test_an_eliminated_player_defends_with_yellow_and_does_not_strike_back() -> None:
    bench = Bench(PAIRED, standing={2: "defend: red\ncounter: yes\nreroll-defend: paid; free"})
    bench.player(2).out = True
    bench.order("activate holy_knight").dice(0, 4).order("fight holy_knight/1 vs gorehound/1")
    rolls = [roll for roll in bench.told("rolled") if roll["seat"] == 2]
    assert [roll["die"] for roll in rolls] == ["yellow"] * len(rolls)
    assert "gorehound/1" not in [told["model"] for told in bench.told("countered")]
    assert rolls


@rule("ED-22.13")
def test_a_team_with_more_tokens_wins_when_a_deck_runs_out() -> None:
    bench = team(FOUR, decks={1: ["CH16"]}, hands={1: []})
    bench.player(4).captured = {"1": 2}
    bench.player(1).captured = {"2": 1}
    bench.order("end")
    assert bench.state.outcome is not None
    assert bench.state.outcome.winners == [2, 4]
    seen = bench.events[-1].seen_by(None)
    assert seen is not None
    assert EDGE.sentence(seen).text({2: "Bob", 4: "Dan"}).endswith("Bob and Dan have won.")


# Allies.


@rule("ED-24.6", "ED-19.7", "ED-19.4")
def test_an_instant_for_your_model_is_played_for_an_allys() -> None:
    """Dodge: "your model" is the Avenger of the ally, who is attacked."""
    text = "holy_knight@A1.01 gorehound@A9.01 avenger@C5.* shatterer@C6.*"
    bench = team(
        text, turn=4, hands={1: ["CH11"]}, standing={1: 'play "Leap" upper on combat_declared to self'}
    )
    bench.order("activate shatterer", "fight shatterer/1 vs avenger/1")
    assert bench.told("played")[0]["seat"] == 1
    assert not bench.told("attacked")
    assert bench.at("avenger/1") != "C5.*"


@rule("ED-24.6")
def test_a_card_that_says_whose_squad_it_is_for_is_not_played_for_an_allys() -> None:
    text = "holy_knight@A1.01 gorehound@A9.01 avenger@C5.* shatterer@C6.*"
    bench = Bench(text, turn=4, hands={1: ["CH11"]}, standing={1: 'play "Leap" upper on combat_declared'})
    bench.order("activate shatterer", "fight shatterer/1 vs avenger/1")
    assert not bench.told("played")


@rule("ED-16.11", "ED-24.6")
def test_nobody_sacrifices_a_model_of_an_ally() -> None:
    text = "berserker=0@C5.0,C5.1,C5.2 gorehound@A9.01 holy_knight@C5.45 avenger@K9.*"
    bench = Bench(text, teams=True, hands={1: ["FA02"]})
    offered = bench.offers("play", "FA02", "upper")
    assert "berserker/1" in offered
    assert "holy_knight/1" not in offered


@rule("ED-24.5", "ED-24.6")
def test_nobody_pays_with_a_dead_model_of_an_ally() -> None:
    """Faceless Banner: a dead model is removed from the game for a Crystal."""
    text = "shatterer@C5.* berserker@C3.0,x,x gorehound@A9.01 holy_knight@C1.01 holy_knight@x avenger@K1.*"
    assert team(text).offers("banner", "1") == ["berserker/2", "berserker/3"]


@rule("ED-24.6", "ED-24.7")
@pytest.mark.parametrize(
    ("seat", "teams", "tokens"),
    [
        (1, True, [3, 2]),
        (2, False, []),
        (2, True, [2, 3]),
        (3, False, []),
        (3, True, [3, 2]),
        (4, True, [2, 3]),
    ],
)
def test_conditions_in_a_fight_are_about_ones_own_model_or_an_allys(
    seat: int, teams: bool, tokens: list[int]
) -> None:
    """Who has no part in it knows nothing of "my" model."""
    bench = Bench("avenger=3@C5.* gorehound@A9.01 holy_knight@K1.01 shatterer=2@C6.*", teams=teams)
    bench.state.fights.append(Fight("shatterer/1", "avenger/1", 4))
    found = facts.in_fight(bench.state, seat)
    assert [found[name] for name in ("tokens", "foe.tokens") if name in found] == tokens


@rule("ED-12.11")
def test_of_two_comrades_who_fight_the_conditions_are_about_the_one_that_defends_itself() -> None:
    bench = Bench("avenger@K1.* gorehound=0@C4.12 gorehound=1@C5.45 holy_knight@A1.01")
    fight = Fight("gorehound#1/1", "gorehound#2/1", 1, is_controlled=True)
    fight.defender, fight.power = "gorehound#2/1", 5
    bench.state.fights.append(fight)
    found = facts.in_fight(bench.state, 2)
    assert (found["ap"], found["tokens"]) == (5, 1)


@rule("ED-24.7")
def test_who_makes_an_allys_model_fight_rolls_for_it_and_has_the_kill() -> None:
    """Demon Banner: one of your models fights every enemy it touches."""
    text = "gorehound@A9.01 holy_knight=0@C4.56 holy_knight@A1.01 avenger@C3.* shatterer@K9.*"
    bench = Bench(text, teams=True)
    assert [player.faction for player in bench.state.players] == ["demons", "chapter", "dvergar", "faceless"]
    bench.dice(4, 0)
    bench.order("banner option 1", "fight avenger/1 vs holy_knight#1/1")
    rolls = [(roll["seat"], roll["purpose"]) for roll in bench.told("rolled")]
    assert (1, "attack") in rolls
    assert (3, "attack") not in rolls


@rule("ED-24.8", "DP-I12")
def test_an_ally_sees_the_hand_of_who_shows_it_and_nobody_else_does() -> None:
    orders = {1: "share-hand: ally"}
    bench = team(FOUR, hands={1: ["CH11"], 3: ["DV05"]}, standing=orders, declare=False)
    bench.order("turn passive")  # standing orders are looked at when the next turn begins

    def hands(seat: int | None) -> list[int]:
        return [shown["seat"] for shown in view(bench.state, seat)["players"] if "hand" in shown]

    assert [hands(seat) for seat in (1, 2, 3, 4, None)] == [[1], [2], [1, 3], [4], []]
    assert "HAND of Chapter" in text_board(view(bench.state, 3))
    assert "HAND of Chapter" not in text_board(view(bench.state, 2))


@rule("ED-24.8")
def test_a_hand_that_is_shown_lies_before_the_ally_on_the_page_and_in_pictures() -> None:
    orders = {1: "share-hand: ally"}
    bench = team(FOUR, hands={1: ["CH11"], 3: ["DV05"]}, standing=orders, declare=False)
    bench.order("turn passive")

    def before(seat: int | None) -> str:
        shown = parts(view(bench.state, seat), str, None)
        return next(part.drawn for part in shown if part.name == "seat-1")

    assert ["Leap" in before(seat) for seat in (1, 2, 3, 4, None)] == [False, False, True, False, False]
    seen = ["Leap" in EDGE.picture(view(bench.state, seat)) for seat in (1, 2, 3, 4, None)]
    assert seen == [True, False, True, False, False]


@rule("ED-18.12")
def test_no_enhancement_is_attached_to_the_squad_of_an_ally() -> None:
    bench = team(FOUR, hands={1: ["CH07"]})
    assert bench.offers("attach", "CH07") == ["holy_knight"]


@rule("ED-19.4")
def test_instants_at_the_same_moment_take_effect_clockwise_from_the_active_player() -> None:
    """Two allies want the Avenger to dodge: the one who comes first does it, the other's is too late."""
    text = "holy_knight@A1.01 gorehound@A9.01 avenger@C5.* shatterer@C6.*"
    orders = {1: 'play "Leap" upper on combat_declared', 2: 'play "Teleport" upper on open'}
    for active, first in ((4, 1), (2, 1)):
        bench = team(text, turn=active, hands={1: ["CH11", "CH16"]}, standing=orders)
        assert bench.state.clockwise(active)[0] == active
        table = bench.run.replay.table
        asked = [decision.seat for decision in _window(bench)]
        assert asked == [seat for seat in table.clockwise(active) if seat in asked]
        assert first in asked


def _window(bench: Bench) -> tuple[Decision[object], ...]:
    """The questions of a window in which the Avenger is attacked."""
    fighter, target = bench.model("shatterer/1"), bench.model("avenger/1")
    return next(combat(bench.run.replay.table, Challenge(fighter, target, 4))).decisions


@rule("EF-4.11")
def test_what_reacts_for_your_model_says_so() -> None:
    """ED-24.6: the mark in the data and the text of the card agree, where no Squad is named."""
    for card in CARDS.values():
        for half, action in card.actions:
            is_tied = not action.any_squad and action.where is None
            is_tied &= card.is_enhancement or (half == "lower" and card.squad != "any")
            if action.yours and not is_tied:
                assert any(window in CONCERNED for window in action_windows(action))
                assert re.search(r"\b[Yy]ours?\b", action.txt), f"{card.id}: {action.txt}"


# Leaving.


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_when_one_of_four_leaves_the_others_go_on_without_the_turns_of_that_seat(gone: int) -> None:
    bench = Bench(FOUR, declare=False)
    bench.run.resign(gone)
    advance(bench.run)
    turns = []
    for _turn in range(6):
        seat = bench.state.turn.seat
        turns.append(seat)
        bench.order("turn passive", seat=seat)
    assert gone not in turns
    assert len(set(turns)) == 3
    assert bench.state.outcome is None


@rule("ED-4.21")
def test_every_faction_can_be_one_of_four() -> None:
    for start in range(len(FACTIONS)):
        names = [*FACTIONS, *FACTIONS][start : start + 4]
        opening = Opening(seats=4, preset=True, beginner=True)
        opening.order(*(f"faction {name}" for name in names)).by_default(PLAY)
        assert all(player.models for player in opening.state.players)


# What is seen.


@pytest.mark.parametrize("teams", [False, True])
def test_four_players_are_told_apart_without_colours(teams: bool) -> None:
    """Each has another fill or another line inside its bases; the light ones are a team."""
    shown = view(Bench(FOUR, teams=teams).state, 1)
    worn = liveries(shown)
    assert len({(livery.shade, livery.line, livery.dashes) for livery in worn.values()}) == 4
    if teams:
        assert [worn[seat].shade.letters == INK for seat in (1, 2, 3, 4)] in (
            [True, False, True, False],
            [False, True, False, True],
        )
    drawn = EDGE.picture(shown)
    assert all(f">{name}</text>" in drawn for name in ("A1", "K9"))
    assert drawn.count("kept 10") == 4
    assert drawn.count("together 0 of 8") == (2 if teams else 0)


def test_the_text_of_the_joined_board_fits_an_email() -> None:
    told = text_board(view(team(FOUR).state, 1))
    assert max(map(len, told.splitlines())) <= 76
    assert "K    " in told
    assert "your ally" in told
    assert "VP tokens captured/kept: Chapter 0/10 + Dvergar 0/10 = 0" in told
