"""The Angel of Death: Guardian Angel, Judgment, Storm of Blades, Winged Death."""

from __future__ import annotations

from tests.edge.bench import Bench
from tests.rules import rule

GUARDIAN = 'play "Guardian Angel" lower on wound_pending if kills'


def guardian(angel: str = "angel_of_death@C7.*", pilgrims: int = 0, orders: str = GUARDIAN) -> Bench:
    """A Pilgrim in C4 is attacked in the Demons' turn."""
    return Bench(
        f"{angel} pilgrim={pilgrims}@C4.0,x,x,x gorehound@C4.34",
        turn=2,
        hands={1: ["CH08"]},
        standing={1: orders},
    )


# Guardian Angel (CH08).


@rule("ED-16.15", "EF-2.9", "ED-19.1")
def test_the_guardian_angel_takes_the_wound_of_a_model_within_three_spaces() -> None:
    bench = guardian().dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.model("pilgrim/1").state == "board"
    assert bench.squad("angel_of_death").endurance == 2
    assert (bench.player(1).pool, bench.player(1).discard, bench.state.vp) == (5, ["CH08"], 0)


@rule("ED-13.7")
def test_the_angel_does_not_reach_four_spaces() -> None:
    bench = guardian("angel_of_death@C8.*").dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.player(1).hand == ["CH08"]


@rule("ED-16.15", "ED-16.6")
def test_an_angel_without_tokens_dies_in_the_pilgrims_place() -> None:
    bench = guardian("angel_of_death=0@C7.*").dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert [bench.model(name).state for name in ("angel_of_death/1", "pilgrim/1")] == ["dead", "board"]
    assert bench.state.vp == -3


def test_a_standing_order_keeps_the_angel_for_wounds_that_kill() -> None:
    bench = guardian(pilgrims=1).dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert (bench.squad("pilgrim").endurance, bench.player(1).hand) == (0, ["CH08"])


@rule("ED-17.6", "ED-17.2")
def test_the_angels_own_wounds_and_those_after_its_death_are_not_taken() -> None:
    own = Bench(
        "angel_of_death@C4.* gorehound@C5.56",
        turn=2,
        hands={1: ["CH08"]},
        standing={1: 'play "Guardian Angel" lower on wound_pending'},
    )
    own.dice(4, 0, 0).order("activate gorehound", "fight GO vs AD")
    assert own.player(1).hand == ["CH08"]
    dead = guardian("angel_of_death@x").dice(4, 0)
    dead.order("activate gorehound", "fight GO vs PI1")
    assert dead.player(1).hand == ["CH08"]


@rule("EF-8.3.2")
def test_the_guardian_angel_takes_the_wound_of_a_shot_too() -> None:
    bench = Bench(
        "angel_of_death@C2.* pilgrim=0@C4.0,x,x,x master_of_elements@C7.0",
        turn=2,
        hands={1: ["CH08"], 2: ["DE09"]},
        standing={1: GUARDIAN},
    )
    bench.dice(4).order('play "Fireball" lower', "at C4 C3")
    assert (bench.model("pilgrim/1").state, bench.squad("angel_of_death").endurance) == ("board", 2)


# Judgment (CH09).


def judged(scholars: int, charges: int = 3) -> Bench:
    return Bench(
        f"angel_of_death@C4.* dark_scholar={scholars}@C5.5,C5.6,C7.0 gorehound@A1.12",
        enhancements={"angel_of_death": [("CH09", charges)]},
    )


@rule("EF-2.14", "ED-16.6")
def test_judgment_kills_a_touched_enemy_whose_squad_has_no_tokens() -> None:
    bench = judged(0).order("use angel_of_death.1 lower to DS2")
    assert [bench.model(f"dark_scholar/{n}").state for n in (1, 2, 3)] == ["board", "dead", "board"]
    assert bench.state.vp == 1
    assert (bench.state.enhancement("angel_of_death.1").charges, bench.state.neutral_charges) == (0, 20)


@rule("ED-17.6", "EC-74")
def test_judgment_needs_three_charges_contact_and_a_squad_without_tokens() -> None:
    assert judged(1).offers("use", "angel_of_death.1") == ["upper"]
    assert judged(0, charges=2).offers("use", "angel_of_death.1") == ["upper"]
    offered = judged(0).offers("use", "angel_of_death.1", "lower", "angel_of_death/1")
    assert offered == ["dark_scholar/1", "dark_scholar/2"]


@rule("ED-18.7")
def test_judgment_is_passed_as_often_as_it_is_paid_for() -> None:
    bench = judged(0, charges=6).order(
        "use angel_of_death.1 lower to DS1", "use angel_of_death.1 lower to DS2"
    )
    assert bench.state.vp == 2


@rule("ED-19.1", "ED-18.8")
def test_judgment_is_not_for_the_enemys_turn() -> None:
    bench = Bench(
        "angel_of_death@C4.* dark_scholar=0@C5.5,x,x",
        turn=2,
        enhancements={"angel_of_death": [("CH09", 3)]},
        standing={1: "use angel_of_death.1 lower on activation"},
    )
    bench.order("activate dark_scholar")
    assert bench.model("dark_scholar/1").state == "board"


# Storm of Blades (CH17).


@rule("ED-12.1")
def test_in_a_storm_of_blades_the_angel_fights_every_touched_enemy() -> None:
    bench = Bench("angel_of_death@C4.* dark_scholar=3@C5.5,C5.6,C7.0", hands={1: ["CH17"]})
    bench.dice(4, 0, 4, 0).order('play "Storm of Blades" lower', "fight AD vs DS2")
    assert [told["target"] for told in bench.told("fought")] == ["dark_scholar/2", "dark_scholar/1"]
    assert bench.squad("dark_scholar").endurance == 1
    assert (bench.player(1).pool + bench.player(1).depleted, bench.player(1).discard) == (5, ["CH17"])


@rule("ED-17.6")
def test_a_storm_of_blades_needs_an_enemy_in_contact() -> None:
    bench = Bench("angel_of_death@C4.* dark_scholar@C7.0,x,x", hands={1: ["CH17"]})
    assert bench.offers("play", "CH17") == []


# Winged Death (CH20).


def winged(mode: str = "Flight", charges: int = 3) -> Bench:
    return Bench(
        f"angel_of_death:{mode}@A2.* gorehound@C5.56 gorehound@C3.23 gorehound@E9.12",
        enhancements={"angel_of_death": [("CH20", charges)]},
    )


@rule("ED-12.8", "ED-18.7")
def test_winged_death_moves_the_angel_and_backstabs_each_enemy_it_touches() -> None:
    bench = winged().dice(4, 0, 0, 4)
    bench.order("use angel_of_death.1 lower", "move AD C4.*", "fight AD vs GO1")
    assert [(told["target"], told["backstab"]) for told in bench.told("fought")] == [
        ("gorehound#1/1", True),
        ("gorehound#2/1", True),
    ]
    assert [bench.squad(f"gorehound#{n}").endurance for n in (1, 2)] == [0, 1]
    assert bench.told("countered") == []
    assert (bench.state.enhancement("angel_of_death.1").charges, bench.state.neutral_charges) == (0, 20)


@rule("EF-2.1", "ED-18.7")
def test_winged_death_needs_flight_and_comes_once_a_turn() -> None:
    assert winged("Basic").offers("use", "angel_of_death.1") == ["upper"]
    bench = winged(charges=6).order("use angel_of_death.1 lower", "move AD B2.* | move AD A3.*")
    assert bench.offers("use", "angel_of_death.1") == ["upper"]
