"""The Dreamer: what it sees and does in a position, and that it beats a random and a greedy player."""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Callable

import pytest

from games.bots.dreamblade_bot import ORDERS, Dreamer
from games.bots.dreamblade_odds import (
    DESTROYED,
    DISRUPTED,
    NOTHING,
    Target,
    damage_odds,
    mean_bonus,
    mean_worth,
    use_of,
)
from games.bots.dreamblade_plans import PASS, Judge, Plan, shift_plans, strike_plans
from games.bots.dreamblade_sketch import Sketch, side_of
from games.bots.glimpse import Bot, glimpse_of
from games.bots.matches import asking_orders
from games.bots.registry import make_bot, standing_of
from games.bots.wanderer import Wanderer
from games.dreamblade.catalogue import WARBANDS
from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.geometry import CELLS, PLACE
from games.dreamblade.rules.conquest import claims
from games.dreamblade.rules.shift import destinations
from games.dreamblade.rules.strike import battlefields
from games.dreamblade.state import ACTIONS, SPAWNS, State
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds
from games.engine.contract.tree import Path
from games.engine.language.standing import parse_standing
from games.engine.play.orders import advance, waiting_for
from games.engine.play.random_play import play_out
from games.engine.play.run import Run
from games.engine.play.standing import standing_from
from tests.bots.dreamblade_greedy import Greedy
from tests.catalogue import IS_FULL, many
from tests.dreamblade.bench import Bench

LAST = ACTIONS[-1]  # of the second player: what stands then is counted
SLOW = 2.0  # seconds of CPU for a phase
AGAINST_RANDOM = many(1, 100)  # matches with each warband
AGAINST_GREEDY = many(1, 100)


def answer(bench: Bench, seed: str = "1") -> Path:
    """What the Dreamer says to the open question."""
    decision = bench.begin().run.decision_for(waiting_for(bench.run)[0])
    assert decision is not None
    return make_bot("dreamblade", "dreamer", seed).choose(glimpse_of(bench.run, decision))


def play_phase(bench: Bench) -> list[Path]:
    """Let the Dreamer play until the phase is over; its answers."""
    given: list[Path] = []
    step = bench.begin().state.turn.step
    while bench.run.result is None and bench.state.turn.step == step:
        given.append(answer(bench, str(len(given))))
        bench.run.answer(waiting_for(bench.run)[0], given[-1])
        advance(bench.run)
    return given


# Odds.


def test_odds_are_exact() -> None:
    assert damage_odds(1) == pytest.approx((3 / 6, 1 / 6, 1 / 6, 1 / 6))
    assert damage_odds(2)[6] == pytest.approx(1 / 36)
    assert sum(total * chance for total, chance in enumerate(damage_odds(7))) == pytest.approx(7)


def test_a_total_is_used_where_it_does_most() -> None:
    weak, strong = Target(2, 4, 1.0, 3.0), Target(5, 9, 2.0, 8.0)
    assert use_of(1, (weak, strong), 0.0).fates == (NOTHING, NOTHING)
    assert use_of(4, (weak, strong), 0.0).fates == (DESTROYED, NOTHING)
    assert use_of(9, (weak, strong), 0.0).fates == (NOTHING, DESTROYED)
    assert use_of(7, (weak, strong), 9.0).fates == (DISRUPTED, DISRUPTED)
    assert use_of(99, (weak, strong), 0.0).fates == (DESTROYED, DESTROYED)


def test_an_attack_is_worth_what_its_dice_bring() -> None:
    target = Target(3, 3, 0.0, 6.0)
    assert mean_worth(1, 0, (target,), 0.0) == pytest.approx(1.0)
    assert mean_worth(1, 1, (target,), 0.0) == pytest.approx(2.0)
    assert mean_bonus(6, (5, 2)) == 5


# The sketch.


def positions(count: int) -> list[State]:
    """Beginnings of action phases in matches between Dreamers."""
    found: list[State] = []
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x21" * 32))
    bot = Dreamer("positions")
    advance(run)
    while run.result is None and len(found) < count:
        decision = run.decision_for(waiting_for(run)[0])
        assert decision is not None
        if decision.kind == "action" and run.state.turn.number > 1:
            found.append(DREAMBLADE.decode(DREAMBLADE.encode(run.state)))
        run.answer(decision.seat, bot.choose(glimpse_of(run, decision)))
        advance(run)
    return found


def test_the_sketch_sees_what_the_rules_see() -> None:
    for state in positions(30):
        sketch, crowd = Sketch(state), state.crowd()
        for seat in (1, 2):
            assert sketch.claimed(side_of(state, seat)) == sum(claims(state, seat).values())
        for number, piece in enumerate(sketch.pieces):
            figure = state.figures[piece.name]
            if figure.is_on_map and figure.id not in state.turn.moved:
                steps = {CELLS[cell] for cell in sketch.steps(number)}
                assert steps == set(destinations(state, figure, crowd))


def test_a_turn_won_counts_for_more_than_a_creature() -> None:
    ahead, strong = Bench("V01@C3", "F08@E5").state, Bench("V01@A1 V08@A1", "F08@E5").state
    assert Sketch(ahead).worth(0) > Sketch(strong).worth(0)


def test_the_sixth_turn_counts_for_more_than_all_creatures() -> None:
    last = Bench("V01@C3", "V09@A5 V09@A4 V09@A3", wins=(5, 0)).state
    assert Sketch(last).worth(0) > 0


def test_it_plans_nothing_that_it_thinks_worse_than_to_pass() -> None:
    whim = random.Random(5)
    for state in positions(15):
        sketch, turn = Sketch(state), state.turn
        cells = [PLACE[cell] for cell in battlefields(state, state.crowd())]
        judge = Judge(sketch, turn.step, cells, whim)
        plans = [
            *shift_plans(sketch, judge.phase, turn.moved, whim),
            *strike_plans(sketch, judge.phase, cells),
        ]
        assert judge.mean(judge.best(plans)) >= judge.mean(PASS)


def test_it_passes_where_all_it_can_think_of_is_bad() -> None:
    """A Redcap that kills nobody is lost; the Dragon is far too strong for it."""
    bench = Bench("P08@C3", "V09@C3", step=LAST, first=2)
    state = bench.begin().state
    judge = Judge(Sketch(state), LAST, [PLACE["C3"]], random.Random(1))
    redcap = next(n for n, piece in enumerate(judge.sketch.pieces) if piece.name == "redcap")
    bad = Plan(cell=PLACE["C3"], team=(redcap,))
    assert judge.mean(bad) < judge.mean(PASS)
    assert judge.best([bad]) == PASS
    assert answer(bench) == ("done",)


# Positions.


def test_it_walks_into_the_cell_that_wins_the_turn() -> None:
    bench = Bench("V05@B5 V01@A1", "V05@C2", step=LAST, first=2)
    assert ("shift", "mirrorman1", "B4") in play_phase(bench)


def test_it_stands_in_the_way_of_points_that_it_cannot_win_itself() -> None:
    bench = Bench("V01@D1 V01@C3", "F08@D2", step=LAST, first=2)
    play_phase(bench)
    assert bench.state.turn.number == 3  # nobody else had anything to say
    assert [player.wins for player in bench.state.players] == [1, 0]


def test_it_strikes_where_that_clears_a_scoring_cell() -> None:
    bench = Bench("M03@B4 V09@B4", "F08@B4", step=LAST, first=2)
    assert answer(bench) == ("strike", "B4", "all")


def test_it_leaves_out_who_would_be_lost_for_nothing() -> None:
    bench = Bench("P10@C3 V09@C3", "F08@C3", step=LAST, first=2)
    assert answer(bench) == ("strike", "C3", "dragon")


def test_it_spends_its_points_on_creatures() -> None:
    bench = Bench("V04@C1 V05 V08 V01 V01", "F08@D4", step=SPAWNS[0], dice=(6, 4))
    given = play_phase(bench)
    assert {path[0] for path in given} == {"spawn"}
    assert sum(bench.figure(path[1]).cost for path in given) >= 8


def test_it_does_not_offer_a_dear_creature_to_the_eater_of_hope() -> None:
    dear = Bench("F11@C1 F08 F05", step=SPAWNS[0], dice=(6, 6), bonus=(2, 0))
    assert answer(dear)[1] != "eater"


def test_it_splits_damage_so_that_it_wins_the_turn() -> None:
    """With 7 the Punisher could be destroyed; to throw both out of B4 brings five points against four."""
    standing = {1: ORDERS}  # with them it is still asked in its own phases
    bench = Bench("V08@B4 V05@B4", "F08@B4 P01@B4 V05@C2", step=LAST, first=2, standing=standing)
    bench.run.replay.table.dice = bench.run.replay.dice  # fair ones: an imagined match rolls them again
    bench.order("strike B4 with all")
    assert bench.told("totalled")[0]["total"] == 7
    assert bench.asked() == (1, "damage")
    assert bench.run.asked[0].fallback() == ("punisher", "7")
    assert answer(bench) == ("pariah", "3", "punisher", "4")


def test_its_standing_orders_can_be_read() -> None:
    assert standing_of("dreamblade", "dreamer") == ORDERS
    assert parse_standing(ORDERS, DREAMBLADE.vocabulary)[1] == ()


# Whole matches.


def contest(players: dict[int, Bot[State]], warbands: dict[int, str], seed: str) -> tuple[int, float]:
    """The seat that wins a match (0: nobody alone), and the longest phase of anyone in seconds of CPU."""
    spent: Counter[tuple[int, int, int]] = Counter()
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(hashlib.sha256(seed.encode()).digest()))
    texts = {seat: (1, ORDERS) for seat, player in players.items() if isinstance(player, Dreamer)}
    run.standing = standing_from(DREAMBLADE, texts)
    for seat, warband in warbands.items():
        run.answer(seat, (warband,))

    def choose(run: Run[State], decision: Decision[object]) -> Path:
        began, turn = time.process_time(), run.state.turn
        phase = decision.seat, turn.number, turn.step
        path = players[decision.seat].choose(glimpse_of(run, decision))
        if isinstance(players[decision.seat], Dreamer):
            spent[phase] += time.process_time() - began  # type: ignore[assignment]
        return path

    play_out(run, choose)
    assert run.result is not None
    winners = run.result.winners
    return winners[0] if len(winners) == 1 else 0, max(spent.values(), default=0.0)


def wins_against(make: Callable[[str], Bot[State]], warbands: list[str], matches: int, name: str) -> int:
    """How many matches the Dreamer wins, half of them from each seat, against all warbands."""
    known, won = list(WARBANDS), 0
    for number in range(matches):
        seat, pair = number % 2 + 1, number // 2
        own, other = warbands[pair % len(warbands)], known[pair // len(warbands) % len(known)]
        players: dict[int, Bot[State]] = {seat: Dreamer(f"{number}"), 3 - seat: make(f"{number}")}
        winner, longest = contest(players, {seat: own, 3 - seat: other}, f"{name} {number}")
        won += winner == seat
        assert longest < SLOW or not IS_FULL  # a crowded machine may be slow for a moment
    return won


@pytest.mark.catalogue
@pytest.mark.parametrize("warband", WARBANDS)
def test_it_beats_the_random_bot(warband: str) -> None:
    """Nine of ten with each warband; of the few of an everyday run it has to win all."""
    assert wins_against(Wanderer, [warband], AGAINST_RANDOM, warband) >= 0.9 * AGAINST_RANDOM


@pytest.mark.catalogue
def test_it_beats_a_greedy_player() -> None:
    assert wins_against(Greedy, list(WARBANDS), AGAINST_GREEDY, "greedy") >= 0.6 * AGAINST_GREEDY


def test_it_answers_everything_that_can_be_asked() -> None:
    """Also what comes up in the other player's phases, if someone wants to be asked."""
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x23" * 32))
    asking = asking_orders(DREAMBLADE.vocabulary)
    run.standing = standing_from(DREAMBLADE, {1: (1, asking), 2: (1, asking)})
    for seat, warband in ((1, "W1"), (2, "W2")):
        run.answer(seat, (warband,))
    bot, kinds = Dreamer("asked"), set[str]()

    def choose(run: Run[State], decision: Decision[object]) -> Path:
        kinds.add(decision.kind)
        return bot.choose(glimpse_of(run, decision))

    play_out(run, choose, most=120)
    assert {"spawn", "action", "blade", "damage", "result", "send"} <= kinds


def test_it_plays_a_limited_match() -> None:
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x22" * 32), {"format": "limited"})
    bot = Dreamer("limited")
    play_out(run, lambda run, decision: bot.choose(glimpse_of(run, decision)), most=40)
    assert run.state.turn.number


def test_the_same_seed_gives_the_same_player() -> None:
    bench = Bench("V04@C1 V05@C3 V08@D3", "F08@D4 F07@C3 F03@B3")
    assert answer(bench, "again") == answer(bench, "again")
