"""The Metalgorger: it marks its prey with SLASH, leaps at it, tears it and drives it away."""

from __future__ import annotations

import pytest

from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule


def slashed(*models: str) -> list[Token]:
    return [Token("SLASH", 1, models=[model]) for model in models]


def marked(bench: Bench) -> list[str]:
    return [token.models[0] for token in bench.state.tokens if token.t == "SLASH"]


# The Squad.


@rule("EF-7.4", "ED-8.5")
def test_it_becomes_a_hunter_for_five_crystals_and_stays_one() -> None:
    bench = Bench("metalgorger@C5.* pilgrim@E9.0", pools=(5, 5))
    bench.order("activate metalgorger mode Hunter")
    assert (bench.squad("metalgorger").mode, bench.player(1).pool) == ("Hunter", 0)
    bench = Bench("metalgorger:Hunter@C5.* pilgrim@E9.0")
    bench.refused("activate metalgorger mode Basic")


# Pounce (FAX5).


@rule("ED-16.11", "EF-4.7")
def test_reuse_trades_a_model_for_a_depleted_crystal() -> None:
    bench = Bench("berserker@A1.01,A2.01 metalgorger@C5.* pilgrim@E9.0", hands={1: ["FAX5"]})
    bench.order('play "Pounce" upper with berserker/1')
    assert (bench.model("berserker/1").state, bench.player(1).depleted) == ("dead", 2)
    assert (bench.state.vp, bench.player(1).pool) == (0, 4)


@rule("EF-4.7")
def test_a_metalgorger_with_slashing_cannot_be_sacrificed() -> None:
    text = "berserker@A1.01,A2.01 metalgorger@C5.* pilgrim@E9.0"
    attached = {"metalgorger": [("FAX8", 0)]}
    offered = Bench(text, hands={1: ["FAX5"]}, enhancements=attached).offers("play", "FAX5", "upper")
    assert offered == ["berserker/1", "berserker/2"]
    assert "metalgorger/1" in Bench(text, hands={1: ["FAX5"]}).offers("play", "FAX5", "upper")


@rule("EF-4.2", "EF-4.3")
def test_pounce_leaps_into_the_space_of_a_slashed_enemy_and_slashes_all_it_touches() -> None:
    text = "metalgorger@C5.* pilgrim@C8.0,C8.1,E1.0"
    bench = Bench(text, hands={1: ["FAX5"]}, tokens=slashed("pilgrim/1"))
    bench.order('play "Pounce" lower', "at C8.*")
    assert bench.at("metalgorger/1").startswith("C8.")
    assert sorted(marked(bench)) == ["pilgrim/1", "pilgrim/2"]
    assert not any(bench.at(f"pilgrim/{n}").startswith("C8.") for n in (1, 2))


@rule("ED-17.6")
def test_pounce_needs_a_slashed_enemy() -> None:
    bench = Bench("metalgorger@C5.* pilgrim@C8.0", hands={1: ["FAX5"]})
    assert "lower" not in bench.offers("play", "FAX5")


# Rip and Tear (FAX6).


@rule("ED-12.8")
def test_rip_and_tear_backstabs_every_touched_enemy_with_slash() -> None:
    text = "metalgorger@C5.* pilgrim@C6.5,C6.6,B5.4"
    bench = Bench(text, hands={1: ["FAX6"]}, tokens=slashed("pilgrim/1", "pilgrim/3")).dice(4, 0, 4, 0)
    bench.order('play "Rip and Tear" lower', "next pilgrim/1")
    fought = bench.told("fought")
    assert [row["backstab"] for row in fought] == [True, True]
    assert {str(row["target"]) for row in bench.told("attacked")} == {"pilgrim/1", "pilgrim/3"}
    assert bench.player(1).pool == 3


# Roar (FAX7).


@rule("ED-13.7", "EF-4.4")
def test_roar_moves_slashed_enemies_within_two_spaces() -> None:
    text = "metalgorger@C5.* pilgrim@C7.0,C6.0,C8.0"
    bench = Bench(text, hands={1: ["FAX7"]}, tokens=slashed("pilgrim/1", "pilgrim/3"))
    bench.order('play "Roar" lower')
    bench.refused("move pilgrim/2 C7.1")
    bench.refused("move pilgrim/3 C7.1")
    bench.order("move pilgrim/1 C8.1")
    assert bench.at("pilgrim/1") == "C8.1"


# Slashing (FAX8).


@rule("EF-7.3", "ED-18.5")
def test_claws_slash_a_touched_enemy_once_per_turn() -> None:
    bench = Bench("metalgorger@C5.* pilgrim@C6.5,C6.6,C9.0", enhancements={"metalgorger": [("FAX8", 0)]})
    bench.order("use metalgorger.1 upper to pilgrim/1")
    assert marked(bench) == ["pilgrim/1"]
    assert bench.offers("use") == []


@rule("EF-4.8")
@pytest.mark.parametrize(("answer", "left"), [("yes", 2), ("no", 3)])
def test_slashing_trades_the_token_for_a_wound_more(answer: str, left: int) -> None:
    bench = Bench(
        "metalgorger@C5.* son_of_khyber@C6.*",
        enhancements={"metalgorger": [("FAX8", 0)]},
        tokens=slashed("son_of_khyber/1"),
        standing={1: f'trigger "Slashing": {answer}'},
    ).dice(4, 0)
    bench.order("activate metalgorger", "fight metalgorger/1 vs SK")
    assert bench.squad("son_of_khyber").endurance == left
    assert marked(bench) == ([] if answer == "yes" else ["son_of_khyber/1"])
