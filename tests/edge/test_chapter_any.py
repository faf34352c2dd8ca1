"""Cards for any Squad: Overwatch, Tactic and Trap, with the TRAP token."""

from __future__ import annotations

from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

# Overwatch (CH12).


def watched() -> Bench:
    """A Knight with Overwatch is attacked by a faster Gorehound."""
    return Bench(
        "holy_knight@C4.12 gorehound@C4.34",
        turn=2,
        enhancements={"holy_knight": [("CH12", 2)]},
        standing={1: "use holy_knight.1 lower on combat_declared"},
    )


@rule("ED-12.8", "ED-19.5", "ED-18.6")
def test_overwatch_backstabs_before_the_combat_which_then_goes_on() -> None:
    bench = watched().dice(0, 4, 4, 0).order("activate gorehound", "fight GO vs HK")
    attacks = [(told["model"], told["power"]) for told in bench.told("attacked")]
    assert attacks == [("holy_knight/1", 1), ("gorehound/1", 7)]
    assert bench.told("countered") == []
    assert bench.squad("holy_knight").endurance == 1
    assert (bench.state.enhancement("holy_knight.1").charges, bench.state.neutral_charges) == (1, 19)


@rule("ED-12.2")
def test_who_dies_in_an_overwatch_does_not_fight() -> None:
    bench = Bench(
        "holy_knight@C4.12 gorehound=0@C4.34 gorehound@E9.12",
        turn=2,
        enhancements={"holy_knight": [("CH12", 1)]},
        standing={1: "use holy_knight.1 lower on combat_declared"},
    )
    bench.dice(4, 0).order("activate gorehound#1", "fight GO1 vs HK")
    assert bench.model("gorehound#1/1").state == "dead"
    assert len(bench.told("attacked")) == 1


@rule("ED-18.7", "ED-12.10")
def test_overwatch_is_used_once_in_a_combat_but_in_every_combat() -> None:
    bench = Bench(
        "pilgrim@C4.0,C4.1,x,x gorehound@C4.23 gorehound@C4.56",
        turn=2,
        hands={2: ["DE01"]},
        enhancements={"pilgrim": [("CH12", 3)]},
        standing={1: "use pilgrim.1 lower on combat_declared limit 9/turn\ncounter: no"},
    )
    bench.dice(0, 0, 0, 4).order("activate gorehound#1", "fight GO1 vs PI1")
    assert bench.state.enhancement("pilgrim.1").charges == 2
    bench.dice(0, 0, 0, 4).order('play "Horde" upper with gorehound#2', "fight GO2 vs PI1")
    assert bench.state.enhancement("pilgrim.1").charges == 1


@rule("EF-2.9")
def test_overwatch_is_for_fights_of_its_own_squad() -> None:
    bench = Bench(
        "holy_knight@C4.12 pilgrim@C4.0,x,x,x gorehound@C4.34",
        turn=2,
        enhancements={"holy_knight": [("CH12", 1)]},
        standing={1: "use holy_knight.1 lower on combat_declared\ncounter: no"},
    )
    bench.dice(0, 4).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("used") == []


@rule("ED-12.9")
def test_the_own_fighter_may_overwatch_too() -> None:
    bench = Bench(
        "holy_knight@C4.12 gorehound@C4.34",
        enhancements={"holy_knight": [("CH12", 1)]},
        standing={1: "use holy_knight.1 lower on combat_declared"},
    )
    bench.dice(4, 0).order("activate holy_knight", "fight HK vs GO")
    assert next(told["model"] for told in bench.told("attacked")) == "holy_knight/1"
    assert bench.squad("gorehound").endurance == 0


# Tactic (CH18).


def tactical(paid_in: int = 1) -> Bench:
    return Bench(
        "holy_knight@C4.12 pilgrim@A1.0,x,x,x gorehound@C4.34 gorehound@C4.56",
        turn=paid_in,
        hands={2: ["DE01", "DE01"]},
        enhancements={"holy_knight": [("CH18", 1)], "pilgrim": [("CH10", 0)]},
        standing={1: "use holy_knight.1 lower on activation\ncounter: no"},
    )


def charges(bench: Bench) -> tuple[int, int]:
    return bench.state.enhancement("holy_knight.1").charges, bench.state.enhancement("pilgrim.1").charges


@rule("ED-18.10", "ED-18.8", "ED-18.7", "ED-19.8")
def test_tactic_charges_all_enhancements_after_the_first_successful_defence_of_a_turn() -> None:
    bench = tactical().order("use holy_knight.1 lower", "end", seat=1)
    assert charges(bench) == (0, 0)
    bench.dice(0, 4).order("turn active", "activate gorehound#1", "fight GO1 vs HK", seat=2)
    assert charges(bench) == (1, 1)
    bench.dice(0, 4).order('play "Horde" upper with gorehound#2', "fight GO2 vs HK", seat=2)
    assert charges(bench) == (1, 1)  # once a turn


@rule("EF-8.3.8")
def test_tactic_works_in_the_very_turn_in_which_it_is_paid_for() -> None:
    bench = tactical(paid_in=2).dice(0, 4).order("activate gorehound#1", "fight GO1 vs HK")
    assert charges(bench) == (1, 1)


@rule("ED-18.10")
def test_tactic_does_nothing_after_a_failed_defence_or_unpaid() -> None:
    bench = tactical(paid_in=2).dice(4, 0).order("activate gorehound#1", "fight GO1 vs HK")
    assert charges(bench) == (0, 0)
    unpaid = tactical().order("end", seat=1)
    unpaid.run.standing.clear()
    unpaid.dice(0, 4).order("turn active", "activate gorehound#1", "fight GO1 vs HK", seat=2)
    assert charges(unpaid) == (1, 0)


# Trap (CH19).


@rule("EF-4.1", "EF-8.3.1", "ED-17.3")
def test_a_trapped_enemy_does_not_move_but_still_fights() -> None:
    bench = Bench("pilgrim@C4.0,x,x,x gorehound@C4.34 gorehound@C7.12", hands={1: ["CH19"]})
    bench.order('play "Trap" lower to GO1', "end", seat=1)
    assert [(token.t, token.models) for token in bench.state.tokens] == [("TRAP", ["gorehound#1/1"])]
    assert (bench.player(1).pool, bench.player(1).discard) == (4, ["CH19"])
    bench.order("turn active", "activate gorehound#1", seat=2)
    assert "move" not in bench.offers()
    bench.dice(4, 0).order("fight GO1 vs PI1", seat=2)
    assert bench.squad("pilgrim").endurance == 0


@rule("ED-15.11", "ED-2.4")
def test_a_trap_is_paid_off_with_two_crystals_in_an_active_turn() -> None:
    bench = Bench(
        "pilgrim@A1.0,x,x,x gorehound@C4.34", turn=2, tokens=[Token("TRAP", 1, models=["gorehound/1"])]
    )
    bench.order("activate gorehound", "remove TRAP from GO")
    assert (bench.player(2).pool, bench.player(2).depleted, bench.state.tokens) == (3, 2, [])
    assert "move" in bench.offers()


@rule("ED-15.6")
def test_who_cannot_pay_two_stays_trapped() -> None:
    trapped = [Token("TRAP", 1, models=["gorehound/1"])]
    bench = Bench("pilgrim@A1.0,x,x,x gorehound=0@C4.34", turn=2, tokens=trapped, pools=(5, 1), vp=10)
    assert "remove" not in bench.offers()


@rule("ED-2.4", "ED-17.6")
def test_there_are_two_traps_and_one_is_enough_for_a_model() -> None:
    text = "pilgrim@A1.0,x,x,x gorehound@C4.34 gorehound@C7.12 dark_scholar@E9.0,x,x"
    first = [Token("TRAP", 1, models=["gorehound#1/1"])]
    bench = Bench(text, hands={1: ["CH19"]}, tokens=first)
    assert bench.offers("play", "CH19", "lower") == ["gorehound#2/1", "dark_scholar/1"]
    second = [*first, Token("TRAP", 1, models=["gorehound#2/1"])]
    assert Bench(text, hands={1: ["CH19"]}, tokens=second).offers("play", "CH19") == []


@rule("EF-4.1")
def test_a_trapped_model_may_be_pushed_by_others() -> None:
    trapped = [Token("TRAP", 1, models=["gorehound/1"])]
    bench = Bench("angel_of_death@C3.* gorehound@C4.34", tokens=trapped)
    bench.order("activate angel_of_death", "move AD C4.*")
    assert bench.at("gorehound/1") != "C4.34"
    assert [token.t for token in bench.state.tokens] == ["TRAP"]


def test_a_trap_goes_back_when_its_bearer_dies() -> None:
    trapped = [Token("TRAP", 1, models=["gorehound#1/1"])]
    bench = Bench("pilgrim@C4.0,x,x,x gorehound=0@C4.34 gorehound@E9.12", tokens=trapped)
    bench.dice(0, 4, 4, 0).order("activate pilgrim", "fight PI1 vs GO1")
    assert bench.model("gorehound#1/1").state == "dead"
    assert bench.state.tokens == []
