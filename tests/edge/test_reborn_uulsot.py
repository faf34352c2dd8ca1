"""Uulsot the Keeper: TOXIC on the ground, the Drake that lands, and what its breath makes of both."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

KEEPER = {"uulsot": [("RBX5", 2)]}


def toxic(*hexes: str) -> list[Token]:
    return [Token("TOXIC", 1, at=name) for name in hexes]


def lying(bench: Bench) -> list[str]:
    return sorted(token.at for token in bench.state.tokens if token.t == "TOXIC")


# Its Squad card (EF-7.4), and its name.


@rule("EF-7.4", "ED-4.7")
def test_it_is_fielded_by_its_whole_name() -> None:
    bench = Bench("uulsot@D5.* wyrm@A1.0,x pilgrim@E9.0")
    bench.order('activate "Uulsot the Keeper"')
    assert bench.state.turn.activation is not None
    assert bench.state.turn.activation.squad == "uulsot"


# Nature's Traps (RBX5).


@rule("EF-7.3", "ED-25.13")
def test_traps_lie_on_an_empty_hex_near_it_and_block_nobody() -> None:
    bench = Bench("uulsot@D5.* wyrm@A1.0,x pilgrim@C5.1", enhancements=KEEPER)
    bench.order("use uulsot.1 upper")
    offered = bench.offers()
    assert "C5.1" not in offered
    assert {name.partition(".")[0] for name in offered} == {"C5", "C6", "D4", "D6", "E5", "E6"} - {"E5"}
    bench.order("at C5.0")
    assert lying(bench) == ["C5.0"]
    bench.order("end", seat=1)
    bench.order("turn active", "activate pilgrim", "move pilgrim/1 C5.0", seat=2)
    assert bench.at("pilgrim/1") == "C5.0"


@rule("ED-2.4", "EF-4.13")
def test_there_are_six_of_them() -> None:
    bench = Bench(
        "uulsot@D5.* wyrm@A1.0,x pilgrim@E9.0",
        enhancements=KEEPER,
        tokens=toxic(*(f"C5.{n}" for n in range(6))),
    )
    assert "upper" not in bench.offers("use", "uulsot.1")


# Drake and Lunge (RBX5, RBX6).


@rule("ED-22.15", "ED-8.5")
def test_the_drake_lands_when_it_is_activated_and_pushes() -> None:
    bench = Bench("uulsot@D5.* wyrm@A1.0,x pilgrim@C5.1", enhancements=KEEPER)
    bench.order("use uulsot.1 lower")
    assert bench.at("uulsot/1") == ""
    bench.order("activate uulsot", "at C5.*")
    assert bench.at("uulsot/1") == "C5.*"
    assert bench.at("pilgrim/1") != "C5.1"


@rule("ED-22.15")
def test_the_last_model_on_the_board_that_leaves_it_has_lost() -> None:
    bench = Bench("uulsot@D5.* pilgrim@C5.1", enhancements=KEEPER)
    bench.order("use uulsot.1 lower")
    assert bench.state.outcome is not None


@rule("ED-13.2", "ED-22.15")
def test_a_lunge_lands_it_in_an_empty_space_and_checks_enemies_in_the_toxic_spaces() -> None:
    text = "uulsot@D5.* wyrm@C5.1,x holy_knight@C5.34 pilgrim@E9.0"
    bench = Bench(text, enhancements=KEEPER, hands={1: ["RBX6"]}, tokens=toxic("C5.2", "A1.0"))
    assert "lower" not in bench.offers("play", "RBX6")
    bench.order("use uulsot.1 lower").dice(4)
    bench.order('play "Lunge" lower', "at E8.*")
    assert bench.at("uulsot/1") == "E8.*"
    assert [bench.squad(name).endurance for name in ("wyrm", "holy_knight", "pilgrim")] == [1, 1, 1]


@rule("ED-22.15")
def test_who_has_lunged_does_not_land_a_second_time() -> None:
    text = "uulsot@D5.* wyrm@C5.1,x holy_knight@C5.34 pilgrim@E9.0"
    bench = Bench(text, enhancements=KEEPER, hands={1: ["RBX6"]}, tokens=toxic("C5.2"))
    bench.order("use uulsot.1 lower", 'play "Lunge" lower', "at E8.*", "activate uulsot")
    assert bench.at("uulsot/1") == "E8.*"
    assert bench.asked() == (1, "order")
    assert bench.state.laters == []


# Noxious Breath (RBX7) and Toxic Vapor (RBX8).


@rule("EF-2.11", "EF-2.12")
def test_fog_counts_the_toxic_spaces_within_one() -> None:
    """Two tokens in C5 are one Space; E9 is too far away."""
    text = "uulsot@D5.* wyrm@A1.0,x son_of_khyber@C5.*"
    for tokens, held in ((["C6.1", "C6.2", "D4.0", "E9.0"], True), (["C6.1", "C6.2", "E9.0"], False)):
        bench = Bench(
            text,
            turn=2,
            hands={1: ["RBX7"]},
            tokens=toxic(*tokens),
            standing={1: 'play "Noxious Breath" upper on in_combat'},
        )
        # INI 2 against 4: Uulsot would strike first, so that it is frozen
        bench.state.tokens.append(Token("FREEZE", 2, models=["uulsot/1"]))
        bench.order("activate son_of_khyber").dice(4, 1).order("fight SK vs uulsot/1")
        assert stat(bench.state, bench.model("uulsot/1"), "DEF") == 2
        assert bench.told("defended")[0]["held"] is held


@rule("EF-2.11", "ED-12.2")
def test_the_breath_takes_toxic_near_the_enemy_for_two_att_each() -> None:
    text = "uulsot@D5.* wyrm@A1.0,x holy_knight@C5.34 pilgrim@E9.0"
    bench = Bench(text, hands={1: ["RBX7"]}, tokens=toxic("C6.1", "C5.0", "E9.1"))
    assert bench.offers("play", "RBX7", "lower", "uulsot", "uulsot/1", "holy_knight/1") == [
        "none",
        "C6.1",
        "C5.0",
    ]
    bench.dice(0, 4).order('play "Noxious Breath" lower to HK C6.1 C5.0')
    assert lying(bench) == ["E9.1"]
    assert bench.told("attacked")[0]["power"] == 3 + 4


def test_the_breath_may_spare_the_tokens() -> None:
    text = "uulsot@D5.* wyrm@A1.0,x holy_knight@C5.34 pilgrim@E9.0"
    bench = Bench(text, hands={1: ["RBX7"]}, tokens=toxic("C6.1"))
    bench.dice(0, 4).order('play "Noxious Breath" lower to HK none')
    assert (lying(bench), bench.told("attacked")[0]["power"]) == (["C6.1"], 3)


@rule("EF-2.14")
def test_vapor_drifts_one_space() -> None:
    text = "uulsot@D5.* wyrm@A1.0,x holy_knight@C5.34 pilgrim@E9.0"
    bench = Bench(text, hands={1: ["RBX8"]}, tokens=toxic("C6.1", "E9.1"))
    bench.order('play "Toxic Vapor" lower to C6.1')
    assert all(
        name.partition(".")[0] in ("B5", "B6", "C5", "C6", "C7", "D5", "D6") for name in bench.offers()
    )
    bench.order("at C5.0")
    assert lying(bench) == ["C5.0", "E9.1"]
