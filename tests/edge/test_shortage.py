"""ED-2.5, ED-15, ED-18.9: positions of poverty: too few Crystals, Charges and tokens for what is wanted."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from games.bots.matches import asking_orders
from games.edge.catalogue import FACTIONS
from games.edge.engine import EDGE
from games.edge.rules.wounds.harm import Cause, Hit, wound
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path, sample
from games.engine.play.random_play import play_out
from games.engine.play.standing import standing_from
from tests.catalogue import many
from tests.edge.bench import Bench
from tests.rules import rule

DUEL = "pilgrim@C5.0,B3.0 son_of_khyber=0@C8.* gorehound=0@C5.12"


@rule("ED-15.6")
def test_a_red_die_that_can_no_longer_be_paid_for_is_not_rolled() -> None:
    """An own Attack card, played in between, has taken the last Crystal."""
    bench = Bench(
        DUEL,
        turn=2,
        hands={2: ["DE06"]},
        pools=(5, 1),
        vp=10,
        standing={2: 'play "Bloody Whirlwind" upper on before_attack'},
    )
    bench.order("activate gorehound").dice(4, 0, 0, 0).order("fight gorehound/1 vs pilgrim/1 red")
    assert bench.player(2).pool == 0
    assert bench.told("rolled")[0]["die"] == "yellow"
    assert bench.asked() == (2, "order")


@rule("DP-A18")
@pytest.mark.parametrize(
    ("pilgrims", "vp", "word"),
    [("pilgrim=0", -9, "vp"), ("pilgrim=0", 3, "vp"), ("pilgrim=1", -10, "pilgrim")],
)
def test_neither_points_nor_endurance_are_taken_without_asking(pilgrims: str, vp: int, word: str) -> None:
    bench = Bench(f"{pilgrims}@B3.0 gorehound@D7.12", hands={1: ["CH19"]}, pools=(0, 5), vp=vp)
    bench.submit('play "Trap" lower to gorehound/1')
    assert bench.asked() == (1, "pay")
    assert bench.offers() == [word]
    assert (bench.state.vp, bench.told("paid")) == (vp, [])
    bench.order(word)
    assert bench.told("paid")[-1]["units"] == [word]


@rule("DP-A18")
def test_where_nothing_but_crystals_is_there_nobody_is_asked() -> None:
    bench = Bench("pilgrim=0@B3.0 gorehound@D7.12", hands={1: ["CH19"]}, pools=(1, 5), vp=-10)
    bench.order('play "Trap" lower to gorehound/1')
    assert bench.player(1).pool == 0


# Charges.

CARDS = {"pilgrim": [("CH10", 2)], "ranger": [("CH12", 1)], "angel_of_death": [("CH20", 0)]}
HOSTS = "pilgrim@B3.0 ranger@B5.0 angel_of_death@C2.* gorehound@D7.12"


def charged(neutral: int, **more: Any) -> Bench:
    """Three Enhancements, and so many neutral Charges."""
    bench = Bench(HOSTS, enhancements=CARDS, declare=False, **more)
    bench.state.neutral_charges = neutral
    return bench


def charges(bench: Bench) -> list[int]:
    """Of each Enhancement."""
    return [bench.state.enhancement(f"{host}.1").charges for host in CARDS]


@rule("ED-18.9", "DP-T5")
def test_in_a_passive_turn_without_charges_tokens_may_be_moved_between_several_cards() -> None:
    bench = charged(0).order("turn passive from pilgrim.1 to angel_of_death.1")
    assert charges(bench) == [1, 1, 1]
    (moved,) = bench.told("moved_charge")
    assert (moved["source"], moved["target"]) == ("pilgrim.1", "angel_of_death.1")


@rule("ED-18.9")
def test_each_card_gets_at_most_one_and_nothing_is_moved_by_default() -> None:
    assert charges(charged(0).order("turn passive")) == [2, 1, 0]
    bench = charged(0, standing={1: 'choose "moved charges": ask'}).order(
        "turn passive from pilgrim.1 to ranger.1"
    )
    assert bench.asked() == (1, "move-charge")
    assert bench.offers("pilgrim.1") == ["angel_of_death.1"]
    bench.order("none")
    assert charges(bench) == [1, 2, 0]


@rule("ED-18.9", "ED-2.5")
def test_who_goes_without_when_charges_run_out_may_take_one_from_another_card() -> None:
    bench = charged(1).order("turn passive to angel_of_death.1 from pilgrim.1 to ranger.1")
    assert charges(bench) == [1, 2, 1]


# Wounds.


@rule("ED-16.4", "EC-79")
def test_the_order_of_wounds_is_asked_whoever_lies_between() -> None:
    """Self-Destruct meets two Pilgrims with another Squad's model between them."""
    bench = Bench(
        "pilgrim=1@C5.0,C5.2 ranger@C5.1 dark_scholar@C5.56 son_of_khyber@C8.*", turn=2, declare=False
    )
    hits = [Hit(bench.model(name), 1) for name in ("pilgrim/1", "ranger/1", "pilgrim/2")]
    rules = wound(bench.run.replay.table, hits, Cause(2))
    ask = next(rules)
    (decision,) = ask.decisions
    assert decision.kind == "wound-order"
    assert [option.word for option in decision.options()] == ["pilgrim/1", "pilgrim/2"]


# A decision without options is impossible.


def any_answer(decision: Decision[object], whim: random.Random) -> Path:
    """There is always one, and the default is one too."""
    assert next(iter(decision.options()), None) is not None, f"{decision.kind}: nothing can be answered"
    assert decision.check(decision.fallback()) is None
    return sample(decision.root, whim.randrange)


@pytest.mark.parametrize("seed", range(many(12, 200)))
def test_whoever_has_nothing_left_can_still_answer_every_question(seed: int) -> None:
    """Random turns with no Crystals, no Endurance, no points to give, no neutral Charges and full hands."""
    whim = random.Random(seed)
    text = (
        "pilgrim=0@C5.0,C5.2,B3.0 ranger=0@C4.0 holy_knight=0@D4.01 angel_of_death=0@B5.* "
        "gorehound=0@C5.56,D5.12 succubus=0@D3.01 son_of_khyber=0@C8.* dark_scholar=0@D6.01"
    )
    rich = whim.choice((0, 1))
    bench = Bench(
        text,
        turn=whim.choice((1, 2)),
        pools=(rich, rich),
        depleted=(3, 3),
        vp=whim.choice((-10, -9, 9, 10)),
        hands={1: whim.sample(CHAPTER, 3), 2: whim.sample(DEMONS, 3)},
        enhancements={"angel_of_death": [("CH20", 1), ("CH09", 1)], "son_of_khyber": [("DE21", 1)]},
        declare=False,
    )
    bench.state.neutral_charges = 0
    orders = asking_orders(EDGE.vocabulary)
    bench.run.standing = standing_from(EDGE, {1: (1, orders), 2: (1, orders)})
    play_out(bench.run, lambda _run, decision: any_answer(decision, whim), most=120)


CHAPTER = [f"CH{n:02}" for n in range(1, 21)]
DEMONS = [f"DE{n:02}" for n in range(1, 21)]


PAIRS = [*combinations(FACTIONS, 2)]
SPACES = [f"{row}{column}" for row in "BCD" for column in range(2, 8)]
CORNER = {1: "0", 2: "01", 3: "012", 7: "*"}


def army(faction: str, whim: random.Random, spaces: list[str]) -> str:
    """Some Squads without Endurance, each model in a Space of its own, as long as there are any."""
    kinds = [kind for kind in FACTIONS[faction].squads.values() if kind.role in ("leader", "core", "elite")]
    rows: list[str] = []
    for kind in whim.sample(kinds, 4):
        taken = [spaces.pop() for _ in range(min(kind.models, len(spaces)))]
        places = [f"{space}.{CORNER[kind.mode(kind.basic).base]}" for space in taken]
        rows.append(f"{kind.id}=0@{','.join(places or ['-'])}")
    return " ".join(rows)


@pytest.mark.parametrize("seed", range(many(7, 210)))
def test_with_every_pair_of_factions_the_poor_can_answer(seed: int) -> None:
    """Other factions have other prices: Dark Points, Wounds, models."""
    whim = random.Random(seed)
    pair = PAIRS[seed * 3 % len(PAIRS)]
    spaces = whim.sample(SPACES, len(SPACES))
    left, right = spaces[::2], spaces[1::2]
    hands = {
        seat: whim.sample([card.id for card in FACTIONS[faction].cards.values() if not card.extra], 3)
        for seat, faction in enumerate(pair, 1)
    }
    rich = whim.choice((0, 1))
    bench = Bench(
        f"{army(pair[0], whim, left)} {army(pair[1], whim, right)}",
        turn=whim.choice((1, 2)),
        pools=(rich, rich),
        depleted=(2, 2),
        vp=whim.choice((-10, -9, 9, 10)),
        hands=hands,
        dark=rich,
        declare=False,
    )
    bench.state.neutral_charges = 0
    orders = asking_orders(EDGE.vocabulary)
    bench.run.standing = standing_from(EDGE, {1: (1, orders), 2: (1, orders)})
    play_out(bench.run, lambda _run, decision: any_answer(decision, whim), most=80)
