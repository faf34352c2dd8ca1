"""Horde, Mist and Resurrection: the Lower Actions that every Demon Squad may use."""

from __future__ import annotations

from tests.edge.bench import Bench
from tests.rules import rule


def told_moves(bench: Bench) -> list[object]:
    return [values["model"] for values in bench.told("moved")]


def told_fights(bench: Bench) -> list[tuple[object, object]]:
    return [(values["model"], values["target"]) for values in bench.told("fought")]


# Horde.

TWO_HOUNDS = "pilgrim@C5.1,C5.2 gorehound@C4.12 gorehound@C6.56"


@rule("EF-8.3.10", "ED-17.3", "ED-17.5")
def test_horde_moves_the_chosen_models_in_the_chosen_order_and_each_fights_the_enemy() -> None:
    bench = Bench(TWO_HOUNDS, turn=2, hands={2: ["DE01"]}).dice(4, 0, 4, 0)
    bench.order(
        'play "Horde" lower to pilgrim/1 with gorehound#1/1 gorehound#2/1',
        "move gorehound#2/1 B5.34",
        "move gorehound#1/1 C5.05",
        "fight gorehound#2/1 vs pilgrim/1",
        "fight gorehound#1/1 vs pilgrim/1",
    )
    assert told_moves(bench) == ["gorehound#2/1", "gorehound#1/1"]
    assert told_fights(bench) == [("gorehound#2/1", "pilgrim/1"), ("gorehound#1/1", "pilgrim/1")]
    assert bench.model("pilgrim/1").state == "dead"
    player = bench.player(2)
    assert (player.pool, player.depleted, player.hand, player.discard) == (3, 2, [], ["DE01"])


@rule("EF-8.3.10", "ED-11.1")
def test_in_a_horde_a_larger_model_that_goes_later_pushes_one_that_went_before() -> None:
    bench = Bench("pilgrim@C5.1 dark_scholar@C4.1 son_of_khyber@B3.*", turn=2, hands={2: ["DE01"]})
    bench.order(
        'play "Horde" lower to pilgrim/1 with son_of_khyber/1 dark_scholar/1',
        "move dark_scholar/1 B4.3",
        "move son_of_khyber/1 B4.* push dark_scholar/1>C5.6",
        "end",
    )
    assert (bench.at("son_of_khyber/1"), bench.at("dark_scholar/1")) == ("B4.*", "C5.6")


@rule("EF-8.3.10", "ED-12.2")
def test_a_model_of_the_horde_that_finds_no_place_in_contact_any_more_stays_and_does_not_fight() -> None:
    # Only A1.1 touches the Pilgrim on A1.2 from within reach of both Hounds' two hexes: the rest is filled.
    bench = Bench(
        "pilgrim@A1.2,A2.5,A2.6,B1.6 dark_scholar@A1.3,B1.5,B1.0 "
        "gorehound:Astral@A4.12 gorehound:Astral@A5.12",
        turn=2,
        hands={2: ["DE01"]},
        shrines=(),
    ).dice(4, 0)
    bench.order(
        'play "Horde" lower to pilgrim/1 with gorehound#1/1 gorehound#2/1',
        "move gorehound#1/1 A1.01",
        "end",
    )
    assert told_moves(bench) == ["gorehound#1/1"]
    assert (bench.at("gorehound#2/1"), told_fights(bench)) == ("A5.12", [("gorehound#1/1", "pilgrim/1")])


def test_the_last_fight_of_a_horde_needs_no_line_but_may_have_one_that_names_the_die() -> None:
    bench = Bench(TWO_HOUNDS, turn=2, hands={2: ["DE01"]}).dice(6, 4)
    bench.order(
        'play "Horde" lower to pilgrim/1 with gorehound#1/1',
        "move gorehound#1/1 C5.05",
        "fight gorehound#1/1 vs pilgrim/1 red",
    )
    assert [values["die"] for values in bench.told("rolled")] == ["red", "yellow"]
    assert bench.player(2).depleted == 3


@rule("ED-17.6", "EF-2.11")
def test_horde_is_offered_only_against_enemies_that_some_model_can_reach_and_with_those_that_can() -> None:
    bench = Bench("pilgrim@A1.0,C5.1 gorehound@C4.12 dark_scholar@E9.0", turn=2, hands={2: ["DE01"]})
    assert bench.offers("play", "DE01", "lower") == ["pilgrim/2"]
    assert bench.offers("play", "DE01", "lower", "pilgrim/2") == ["gorehound/1"]
    bench.refused('play "Horde" lower to pilgrim/2 none')
    bench.refused('play "Horde" lower to pilgrim/2 with dark_scholar/1')


# Mist.


@rule("ED-17.1", "ED-17.10")
def test_mist_lets_any_two_models_of_equal_base_trade_places() -> None:
    bench = Bench("pilgrim@C5.1,B7.0 dark_scholar@E1.0 gorehound@C4.12", turn=2, hands={2: ["DE02"]})
    bench.order('play "Mist" lower pilgrim/1 dark_scholar/1')
    assert (bench.at("pilgrim/1"), bench.at("dark_scholar/1")) == ("E1.0", "C5.1")
    player = bench.player(2)
    assert (player.pool, player.depleted, player.discard) == (5, 0, ["DE02"])


def test_mist_takes_two_enemies_as_well_but_never_bases_of_different_size() -> None:
    bench = Bench(
        "pilgrim@C5.1,A9.0 dark_scholar@E1.0 gorehound@C4.12 gorehound@E9.12", turn=2, hands={2: ["DE02"]}
    )
    assert "gorehound#1/1" not in bench.offers("play", "DE02", "lower", "pilgrim/1")
    assert bench.offers("play", "DE02", "lower", "gorehound#1/1") == ["gorehound#2/1"]
    bench.refused('play "Mist" lower pilgrim/1 gorehound#1/1')
    bench.order('play "Mist" lower pilgrim/1 pilgrim/2')
    assert (bench.at("pilgrim/1"), bench.at("pilgrim/2")) == ("A9.0", "C5.1")


@rule("EF-4.1")
def test_mist_does_not_free_an_own_blocked_model_but_moves_a_blocked_enemy() -> None:
    text = "pilgrim@C5.1,A9.0 dark_scholar@E1.0 master_of_elements@C4.0"
    bench = Bench(text, hands={1: ["CH19"], 2: ["DE02", "DE10"]})
    bench.order('play "Trap" lower to dark_scholar/1', "end", seat=1)
    bench.order("turn active", seat=2)
    assert "dark_scholar/1" not in bench.offers("play", "DE02", "lower")
    bench.refused('play "Mist" lower pilgrim/1 dark_scholar/1')
    bench.order('play "Freeze" lower to pilgrim/1', 'play "Mist" lower pilgrim/1 master_of_elements/1')
    assert bench.at("pilgrim/1") == "C4.0"


# Resurrection.


@rule("ED-16.12", "ED-16.13", "ED-15.6")
def test_resurrection_pays_for_each_model_that_returns_and_the_rest_of_x_restores_endurance() -> None:
    bench = Bench("pilgrim@C5.1 dark_scholar=0@C4.1,x,x", turn=2, hands={2: ["DE03"]})
    bench.order('play "Resurrection" lower x 2 with dark_scholar/2', "at C5.3")
    assert (bench.at("dark_scholar/2"), bench.model("dark_scholar/3").state) == ("C5.3", "dead")
    assert bench.squad("dark_scholar").endurance == 1
    assert (bench.player(2).pool, bench.player(2).depleted) == (3, 2)


@rule("ED-16.12")
def test_models_that_return_bring_no_tokens_and_stand_on_empty_hexes() -> None:
    bench = Bench("pilgrim@C5.1 dark_scholar=0@C4.1,x,x", turn=2, hands={2: ["DE03"]})
    bench.order('play "Resurrection" lower x 2 with dark_scholar/2 dark_scholar/3', "at C5.3")
    assert "C5.1" not in bench.offers()
    bench.refused("at C5.1")
    bench.order("at C5.4")
    assert (bench.at("dark_scholar/2"), bench.at("dark_scholar/3")) == ("C5.3", "C5.4")
    assert bench.squad("dark_scholar").endurance == 0


@rule("ED-16.13")
def test_resurrection_never_restores_more_than_the_printed_endurance() -> None:
    bench = Bench("pilgrim@C5.1 dark_scholar=0@C4.1,x,x", turn=2, hands={2: ["DE03"]})
    bench.order('play "Resurrection" lower x 4 with dark_scholar/2', "at C5.3")
    assert bench.squad("dark_scholar").endurance == 1
    assert bench.player(2).pool == 1


@rule("ED-17.10")
def test_resurrection_returns_models_of_one_squad_only() -> None:
    text = "pilgrim@C5.1 dark_scholar@C4.1,x dark_scholar@C4.2,x"
    bench = Bench(text, turn=2, hands={2: ["DE03"]})
    assert "dark_scholar#2/2" not in bench.offers("play", "DE03", "lower", "2", "dark_scholar#1/2")
    bench.refused('play "Resurrection" lower x 2 with dark_scholar#1/2 dark_scholar#2/2')


@rule("ED-17.2", "ED-22.2")
def test_a_squad_of_which_all_are_dead_may_return() -> None:
    bench = Bench("pilgrim@C5.1 gorehound=0@x dark_scholar@C4.1", turn=2, hands={2: ["DE03"]})
    bench.order('play "Resurrection" lower x 2 with gorehound/1', "at D4.12")
    assert (bench.at("gorehound/1"), bench.squad("gorehound").endurance) == ("D4.12", 1)


@rule("ED-17.6", "EF-2.1")
def test_resurrection_is_refused_where_nobody_is_dead_and_where_nobody_is_named() -> None:
    bench = Bench("pilgrim@C5.1,x dark_scholar=0@C4.1", turn=2, hands={2: ["DE03"]})
    bench.refused('play "Resurrection" lower x 1')
    bench = Bench("pilgrim@C5.1 dark_scholar=0@C4.1,x", turn=2, hands={2: ["DE03"]})
    bench.refused('play "Resurrection" lower x 1 none')
    bench.refused('play "Resurrection" lower x 1 with dark_scholar/1')


@rule("EC-82", "ED-16.6")
def test_a_model_that_returned_and_dies_again_is_scored_again() -> None:
    bench = Bench("pilgrim@C5.1 gorehound=0@x dark_scholar@A9.1", turn=2, hands={2: ["DE03"]}, vp=0)
    bench.order('play "Resurrection" lower x 1 with gorehound/1', "at C5.23", "end")
    bench.order("turn active", "activate pilgrim", seat=1).dice(0, 4, 4, 0)
    before = bench.state.lead(1)
    bench.order("fight pilgrim/1 vs gorehound/1 (counter: yes)", seat=1)
    assert bench.model("gorehound/1").state == "dead"
    assert bench.state.lead(1) == before + 1
