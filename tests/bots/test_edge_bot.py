"""The Warlord: what it does in a position, and that it beats a random player.

`EDGEPBEM_GAMES=100 pytest tests/bots/test_edge_bot.py` plays a hundred matches, half of them from each seat.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from games.bots.edge_answers import quick
from games.bots.edge_odds import RED, attack_odds, guard_odds, hit_odds
from games.bots.edge_standing import ORDERS
from games.bots.edge_trials import Attempt, after_order, best_answer, passive_gain, value_of
from games.bots.edge_turns import ending, sallies
from games.bots.edge_worth import Book, dark_worth, fight_worth, looming, worth, wound_worth
from games.bots.glimpse import glimpse_of
from games.bots.matches import play_match
from games.bots.registry import make_bot, standing_of
from games.edge.catalogue import FACTIONS
from games.edge.engine import EDGE
from games.edge.state import ON_BOARD, State, Token
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.tree import Path
from games.engine.language.standing import parse_standing
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.models import Seat
from games.services.storage import prepare
from tests.catalogue import many
from tests.edge.bench import Bench

GAMES = int(os.environ.get("EDGEPBEM_GAMES", "2"))
SLOW = 2000  # milliseconds of CPU for a turn


def answer(bench: Bench, seed: str = "1") -> Path:
    """What the Warlord says to the open question."""
    decision = bench.run.decision_for(waiting_for(bench.run)[0])
    assert decision is not None
    return make_bot("edge", "warlord", seed).choose(glimpse_of(bench.run, decision))


def play_turn(bench: Bench, most: int = 30) -> list[Path]:
    """Let the Warlord play on until the turn is over; its answers."""
    given: list[Path] = []
    turn = bench.run.turn
    while bench.run.result is None and bench.run.turn == turn and len(given) < most:
        decision = bench.run.decision_for(waiting_for(bench.run)[0])
        assert decision is not None
        given.append(make_bot("edge", "warlord", str(len(given))).choose(glimpse_of(bench.run, decision)))
        bench.run.answer(decision.seat, given[-1])
        advance(bench.run)
    return given


# Odds.


def test_odds_are_exact() -> None:
    assert hit_odds(3) == pytest.approx(2 / 6)
    assert hit_odds(3, RED) == pytest.approx(4 / 6)
    assert guard_odds(0) == 1
    assert guard_odds(1) == pytest.approx(4 / 6)
    assert guard_odds(1, again=True) == pytest.approx(1 - (2 / 6) ** 2)
    assert attack_odds(0) == pytest.approx(14 / 36)
    assert attack_odds(0, RED) > attack_odds(0, again=True) > attack_odds(0)
    assert attack_odds(5) == 1
    assert attack_odds(-4) == 0


def test_a_fight_is_worth_more_against_who_is_about_to_die() -> None:
    fresh = Book(Bench("angel_of_death@C5.* gorehound=1@C6.56").state)
    worn = Book(Bench("angel_of_death@C5.* gorehound=0@C6.56").state)
    values = [
        fight_worth(b, b.state.model("angel_of_death/1"), b.state.model("gorehound/1")) for b in (fresh, worn)
    ]
    assert values[0] < values[1]


# Positions.


def test_it_takes_a_winning_fight() -> None:
    bench = Bench("holy_knight:Upgraded@C5.12 dark_scholar=0@C5.3 gorehound@E9.12", pools=(0, 0))
    given = play_turn(bench)
    assert ("activate", "holy_knight") in given
    assert any(path[:3] == ("fight", "holy_knight/1", "dark_scholar/1") for path in given)
    assert given[-1][0] == "end"


@pytest.mark.parametrize(
    ("kept", "captured", "teams", "decides"),
    [(10, 0, True, False), (2, 0, True, True), (10, 6, True, True), (2, 6, False, False)],
)
def test_in_teams_the_death_that_suffices_is_worth_most(
    kept: int, captured: int, teams: bool, decides: bool
) -> None:
    """ED-22.11, ED-22.12: an empty pile of an enemy, or eight tokens."""
    text = "avenger@K1.* holy_knight=0@C4.12 holy_knight@A1.01 shatterer@K9.* gorehound@E9.01"
    bench = Bench(text, teams=teams)
    bench.player(2).kept, bench.player(3).captured = kept, {"2": captured}
    assert (wound_worth(Book(bench.state), bench.model("holy_knight#1/1")) > 8) == decides


def test_it_walks_up_to_a_weak_enemy_and_fights() -> None:
    bench = Bench("holy_knight:Upgraded@C3.12 dark_scholar=0@C5.3", pools=(0, 0))
    kinds = [path[0] for path in play_turn(bench)]
    assert kinds[:3] == ["activate", "move", "fight"]


def test_it_leaves_a_hopeless_fight_alone() -> None:
    bench = Bench("ranger=0@C5.0,C5.1 son_of_khyber@C6.*", pools=(0, 0))
    assert "fight" not in [path[0] for path in play_turn(bench)]


def test_it_harvests_when_it_is_poor() -> None:
    poor = Bench("pilgrim@B3.5,B3.4 gorehound@E9.12", pools=(0, 5), depleted=(3, 0), declare=False)
    assert answer(poor) == ("passive",)


def test_it_attacks_when_it_could_kill() -> None:
    near = Bench("holy_knight:Upgraded@C5.12 dark_scholar=0@C5.3", pools=(4, 5), declare=False)
    assert answer(near) == ("active",)


def test_it_pays_for_the_red_die_when_that_kills() -> None:
    worn = Bench("holy_knight:Upgraded@C5.12 master_of_elements=0@C5.3", pools=(3, 0))
    worn.order("activate holy_knight")
    assert answer(worn) == ("fight", "holy_knight/1", "master_of_elements/1", "red")
    penniless = Bench("holy_knight:Upgraded@C5.12 master_of_elements=0@C5.3", pools=(0, 0))
    penniless.order("activate holy_knight")
    assert answer(penniless) == ("fight", "holy_knight/1", "master_of_elements/1")


def test_it_does_not_leave_its_turn_undone() -> None:
    bench = Bench("holy_knight@A1.12 gorehound@E9.12", pools=(0, 0), hands={1: ["CH16"]})
    assert play_turn(bench)[-1][0] == "end"
    assert bench.run.turn > 0


def test_it_takes_only_modes_that_an_activation_may_take() -> None:
    """An evolved mode is the best of all, and no order leads there."""
    bench = Bench("shatterer@C3.* pilgrim=0@C5.12", pools=(4, 0))
    assert {sally.mode for sally in sallies(bench.state, 1)} == {"", "Joined"}
    assert play_turn(bench)[0][:2] == ("activate", "shatterer")


def test_an_evolved_squad_is_worth_more_than_it_was_before() -> None:
    bench = Bench("harvester@C3.* pilgrim@C5.12")
    before = worth(bench.state, 1)
    bench.state.squad("harvester").mode = "Evolved"
    assert worth(bench.state, 1) > before


def _offered(decision: Decision[object]) -> list[str]:
    """The first words of a window; nothing for other questions."""
    return [branch.word for branch in decision.root.branches()] if decision.kind == "window" else []


def test_it_plays_an_instant_where_a_kill_hangs_on_the_roll() -> None:
    position = "gorehound@C5.12 holy_knight:Upgraded=0@C5.3"
    bench = Bench(position, hands={2: ["DE06"]}, pools=(0, 6), turn=2, standing={2: "react: ask"})
    orders = iter([("activate", "gorehound"), ("fight", "gorehound/1", "holy_knight/1")])
    while (decision := bench.run.decision_for(2)) is not None and "play" not in _offered(decision):
        bench.run.answer(2, next(orders) if decision.kind == "order" else decision.fallback())
        advance(bench.run)
    given = [answer(bench, str(seed))[:3] for seed in range(5)]  # a few trials may mislead one of them
    assert given.count(("play", "DE06", "upper")) >= 4


def test_it_saves_a_model_in_the_enemys_turn_without_being_waited_for() -> None:
    position = "holy_knight=0@C5.12 son_of_khyber@C6.*"
    bench = Bench(position, hands={1: ["CH15"]}, pools=(3, 3), turn=2, standing={1: ORDERS})
    bench.order("activate son_of_khyber", "fight son_of_khyber/1 holy_knight/1", seat=2)
    assert "CH15" in bench.state.player(1).discard
    assert waiting_for(bench.run) == [2]


def test_it_dodges_and_strikes_back_in_the_enemys_turn() -> None:
    """Which cards do that is read from what they do."""
    bench = Bench(
        "pilgrim=0@C5.0,B3.0 gorehound@C5.12", hands={1: ["CH11"]}, turn=2, pools=(3, 3), standing={1: ORDERS}
    )
    bench.order("activate gorehound", "fight gorehound/1 pilgrim/1", seat=2)
    assert bench.told("cancelled")
    assert bench.model("pilgrim/1").state == ON_BOARD
    bench = Bench(
        "gorehound=0@C5.12 holy_knight=0@C5.34", hands={2: ["DE06"]}, pools=(3, 3), standing={2: ORDERS}
    )
    bench.dice(1, 1, 1, 1).order("activate holy_knight", "fight holy_knight/1 gorehound/1", seat=1)
    assert [row["card"] for row in bench.told("played")] == ["DE06"]


def test_it_keeps_what_a_living_squad_can_play_and_throws_away_the_rest() -> None:
    apart = "holy_knight@A1.12 pilgrim@A2.0 gorehound@E9.12"
    assert ending(Bench(apart, hands={1: ["CH19"]}).state, 1) == ("end",)
    assert ending(Bench(apart, hands={1: ["CH19", "CH16"]}).state, 1) == (
        "end",
        "discard",
        "CH16",
    )  # no Ranger
    late = Bench(apart, hands={1: ["CH19"]}, decks={1: ["CH19"] * 4}, vp=3).state
    assert ending(late, 1) == ("end", "discard", "CH19")  # the end of the deck is the end of a won match
    late.vp = -3
    assert ending(late, 1) == ("end",)


def test_payments_spare_tokens_and_points() -> None:
    bench = Bench("holy_knight@A1.12 gorehound@E9.12", pools=(1, 0))
    bench.submit("activate holy_knight mode Upgraded")
    decision = bench.run.decision_for(1)
    assert decision is not None
    assert decision.kind == "pay"
    assert quick(decision, bench.state) == ("crystal", "holy_knight")


def test_its_standing_orders_can_be_read() -> None:
    assert standing_of("edge", "warlord") == ORDERS
    assert parse_standing(ORDERS, EDGE.vocabulary)[1] == ()
    assert standing_of("edge", "random") == ""


def test_a_server_lays_a_bots_standing_orders_on_the_table() -> None:
    run = Run.start(EDGE, (1, 2), Seeds(b"\x05" * 32))
    prepare(run, [Seat(number=1, bot="warlord"), Seat(number=2)])
    assert run.standing_of(1).orders == parse_standing(ORDERS, EDGE.vocabulary)[0]
    assert 2 not in run.standing


# Whole matches.


def elsewhere(run: Run[State], seat: int) -> Run[State]:
    """Another truth that this seat cannot tell from the real one."""
    state = EDGE.decode(run.replay.base.state)
    EDGE.guess(state, seat, Dice(Seeds(b"elsewhere")))
    other: Run[State] = Run(EDGE, run.seats, run.replay.seeds, run.options)
    other.replay.reset(msgspec.structs.replace(run.replay.base, state=EDGE.encode(state)))
    other.replay.go_on()
    return other


def test_it_is_not_told_what_others_hold() -> None:
    run = Run.start(EDGE, (1, 2), Seeds(b"\x31" * 32), {"beginner": True, "preset": True})
    compared = 0
    advance(run)
    while run.result is None and compared < 4:
        decision = run.decision_for(waiting_for(run)[0])
        assert decision is not None
        here = make_bot("edge", "warlord", "s").choose(glimpse_of(run, decision))
        if not run.replay.log and run.state.stage == "play":
            other = elsewhere(run, decision.seat)
            asked = other.decision_for(decision.seat)
            assert asked is not None
            assert make_bot("edge", "warlord", "s").choose(glimpse_of(other, asked)) == here
            compared += 1
        run.answer(decision.seat, here)
        advance(run)
    assert compared


def test_it_beats_the_random_bot() -> None:
    """Nine of ten, from each seat; few matches may be lucky, so that two have to be won both."""
    wins: Counter[int] = Counter()
    slowest = 0.0
    for number in range(GAMES):
        seat = number % 2 + 1
        bots = ["warlord", "random"] if seat == 1 else ["random", "warlord"]
        played = play_match(EDGE, bots, f"duel {number}")
        assert played.result is not None
        wins[seat] += played.result.winners == (seat,)
        slowest = max(slowest, *played.thinking.turns.values())
    assert wins[1] >= 0.9 * ((GAMES + 1) // 2)
    assert wins[2] >= 0.9 * (GAMES // 2)
    assert slowest < SLOW or GAMES < 20  # a crowded machine may be slow for a moment


def test_it_does_not_shoot_into_its_own_ranks() -> None:
    """Two of ours and one of theirs in a Space: whoever is hit, the shot harms us more."""
    position = "stream_guard:Guard@C2.12 storm_bringer=0@C5.0,C5.1 dark_scholar=2@C5.34,E9.34"
    bench = Bench(position, hands={1: ["RZ13"]}, pools=(6, 2))
    for seed in range(4):
        path = answer(bench, str(seed))
        assert path[:3] != ("play", "RZ13", "lower"), path


def test_what_seems_a_loss_is_not_taken_where_it_may_pass() -> None:
    """Throwing the card away is seen as a loss against keeping it."""
    position = "gorehound@C5.12 holy_knight:Upgraded=2@C5.3"
    bench = Bench(position, hands={2: ["DE06"]}, pools=(0, 1), turn=2)
    decision = bench.run.decision_for(2)
    assert decision is not None
    glimpse = glimpse_of(bench.run, decision)
    passing, losing = ("end",), ("end", "discard", "DE06")
    whim = random.Random(1)
    assert best_answer(glimpse, [losing], passing, whim, 2, margin=0.01) == passing


def test_a_token_is_worth_what_its_data_do() -> None:
    """No name of a token is known to the bot: harm on the enemy, boons on its own and works on the board."""
    position = "holy_knight@C5.12 gorehound@C8.12"
    plain = worth(Bench(position).state, 1)

    def with_token(owner: int, **token: Any) -> float:
        bench = Bench(position)
        bench.state.tokens.append(Token(owner=owner, **token))
        return worth(bench.state, 1) - plain

    assert with_token(1, t="FIRE", models=["gorehound/1"]) > 0.3
    assert with_token(2, t="FREEZE", models=["holy_knight/1"]) < -0.3
    assert with_token(1, t="BLESSING", squad="holy_knight") > 0.3


def test_a_passive_turn_is_worth_what_shrines_and_tokens_do_in_it() -> None:
    """The wood wounds who touches it; nothing else is different."""
    far, near = "wyrm@C5.0 pilgrim@E9.0", "wyrm@C5.0 pilgrim@B4.1"
    plain, wooded = (passive_gain(Bench(text, pools=(2, 2)).state, 1) for text in (far, near))
    assert wooded > plain + 0.3


def test_the_enemies_whom_a_shrine_will_wound_are_worth_something() -> None:
    """A pilgrim at the Thornheart Wood, which acts at the end of each Passive turn, and one away from it."""
    near, far = (Book(Bench(f"wyrm@C5.0 pilgrim@{place}").state) for place in ("B4.1", "E9.0"))
    assert looming(near.state, 1) > looming(far.state, 1) == 0
    assert looming(near.state, 2) == 0


def test_a_full_hand_that_was_of_no_use_gives_a_card_away() -> None:
    apart = "holy_knight@A1.12 pilgrim@A2.0 gorehound@E9.12"
    full = Bench(apart, hands={1: ["CH03", "CH19", "CH19"]}, decks={1: ["CH19"] * 9}).state
    assert ending(full, 1)[:2] == ("end", "discard")
    full.player(1).deck = full.player(1).deck[:3]
    assert ending(full, 1) == ("end",)  # who does not lead does not hurry towards the end


def test_dark_points_are_kept_for_the_banner_while_crystals_are_cheaper() -> None:
    bench = Bench("slaughter_crows@C5.0 gorehound@C8.12", hands={1: ["DK02"]}, pools=(5, 0), dark=4)
    bench.run.set_standing({1: (1, ORDERS)})
    bench.submit('play "Hunger" upper to B2')
    decision = bench.run.decision_for(1)
    assert decision is not None
    assert decision.kind == "pay"
    assert quick(decision, bench.state) == ("crystal",)
    bench.player(1).banner_up, bench.player(1).pool = False, 1
    assert quick(decision, bench.state) == ("dark",)


def test_dark_points_grow_dearer_as_the_banner_comes_nearer() -> None:
    player = Bench("slaughter_crows@C5.0 gorehound@C8.12").state.player(1)
    values: list[float] = []
    for points in range(9):
        player.dark_points = points
        values.append(dark_worth(player))
    gains = [after - before for before, after in pairwise(values)]
    assert gains == sorted(gains)
    player.banner_up = False
    assert dark_worth(player) < values[-1]


def test_it_tries_other_answers_than_the_default() -> None:
    """Redistributing means nothing by default; a Squad without tokens beside one that has some does gain."""
    position = "avenger=4@C5.012 unbroken=0@D5.0,D5.1 gorehound@C6.0 dark_scholar@C6.34"
    bench = Bench(position, pools=(2, 2))
    values = [
        after_order(EDGE.encode(bench.state), 1, Attempt(("banner", "2"), lot), b"w") for lot in range(8)
    ]
    assert all(guessed for _state, guessed in values)
    assert len({value_of(state, 1) for state, _guessed in values if state is not None}) > 1


@pytest.mark.catalogue
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("faction", FACTIONS)
def test_it_beats_the_random_bot_with_every_faction(faction: str) -> None:
    """Nine of ten with each starting deck, half of them from each seat, at most two seconds a turn.

    `EDGEPBEM_GAMES=100` plays a hundred of them.
    """
    games = many(0, 100) if GAMES == 2 else GAMES
    others = [name for name in FACTIONS if name != faction]
    won, slowest = 0, 0.0
    for number in range(games):
        seat, other = number % 2 + 1, others[number % len(others)]
        bots = ["warlord", "random"] if seat == 1 else ["random", "warlord"]
        rosters = (faction, other) if seat == 1 else (other, faction)
        played = play_match(EDGE, bots, f"{faction} {number}", rosters=rosters)
        assert played.result is not None
        won += played.result.winners == (seat,)
        slowest = max(slowest, *played.thinking.turns.values())
    assert won >= 0.9 * games
    assert slowest < SLOW


def test_the_same_seed_gives_the_same_player() -> None:
    bench = Bench(
        "holy_knight@C5.12 pilgrim@B3.5,B3.4 gorehound@C6.56 dark_scholar@D5.3", hands={1: ["CH03"]}
    )
    assert answer(bench, "again") == answer(bench, "again")


MODES: dict[str, tuple[int, dict[str, bool]]] = {
    "teams": (4, {"teams": True}),
    "three": (3, {}),
    "four": (4, {}),
}


@pytest.mark.slow
@pytest.mark.catalogue
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("seats", "options"), list(MODES.values())[: many(1, 3)], ids=[*MODES][: many(1, 3)])
def test_with_more_players_nobody_careless_wins(seats: int, options: dict[str, bool]) -> None:
    """Seats 1 and 3 play to win: for themselves, or as a team."""
    for number in range(max(1, GAMES // 2)):
        bots = ["warlord", "random", "warlord", "random"][:seats]
        played = play_match(
            EDGE, bots, f"more:{number}", options={"beginner": True, "preset": True, **options}
        )
        assert played.result is not None
        assert {*played.result.winners} <= {1, 3}
