"""Bloodsmiths: Faith, Infernal Power, Infernal Rites."""

from __future__ import annotations

from tests.edge.bench import Bench
from tests.rules import rule

BOTH = {"gorehound": [("DE12", 0)], "bloodsmith": [("DE21", 1)]}


@rule("ED-17.3", "ED-2.4", "EF-2.11")
def test_faith_puts_three_charges_on_one_enhancement() -> None:
    text = "pilgrim@A1.0 gorehound@C5.23 bloodsmith@D5.0"
    bench = Bench(text, turn=2, hands={2: ["DE19"]}, enhancements=BOTH)
    bench.order('play "Faith" lower with gorehound.1')
    charges = [bench.state.enhancement(name).charges for name in ("gorehound.1", "bloodsmith.1")]
    assert (charges, bench.state.neutral_charges) == ([3, 1], 16)
    assert (bench.player(2).depleted, bench.player(2).discard) == (1, ["DE19"])


@rule("ED-19.1", "DP-I17")
def test_faith_is_an_instant() -> None:
    text = "pilgrim@A1.0 gorehound@C5.23 bloodsmith@D5.0"
    bench = Bench(
        text,
        hands={2: ["DE19"]},
        enhancements=BOTH,
        standing={2: 'play "Faith" lower on open with bloodsmith.1'},
    )
    bench.order("activate pilgrim")
    assert bench.state.enhancement("bloodsmith.1").charges == 4


@rule("ED-17.6", "ED-17.1")
def test_faith_needs_an_enhancement_and_living_bloodsmiths() -> None:
    Bench("pilgrim@A1.0 bloodsmith@D5.0", turn=2, hands={2: ["DE19"]}).refused('play "Faith" lower')
    bench = Bench(
        "pilgrim@A1.0 gorehound@C5.23 bloodsmith@x",
        turn=2,
        hands={2: ["DE19"]},
        enhancements={"gorehound": [("DE12", 0)]},
    )
    bench.refused('play "Faith" lower with gorehound.1')


@rule("ED-8.6", "ED-17.3")
def test_infernal_power_turns_the_bloodsmiths_strong_and_back_and_nothing_else_does() -> None:
    bench = Bench("pilgrim@A1.0 bloodsmith@D5.0", turn=2, hands={2: ["DE20", "DE20"]})
    bench.refused("activate bloodsmith mode Strong")
    bench.order('play "Infernal Power" lower')
    assert (bench.squad("bloodsmith").mode, bench.player(2).pool) == ("Strong", 3)
    bench.refused("activate bloodsmith mode Basic")
    bench.order('play "Infernal Power" lower')
    assert bench.squad("bloodsmith").mode == "Basic"


@rule("ED-17.1")
def test_infernal_power_changes_no_other_squad() -> None:
    bench = Bench("pilgrim@A1.0 bloodsmith@D5.0 gorehound@C5.23", turn=2, hands={2: ["DE20"]})
    bench.refused('play "Infernal Power" lower with gorehound')


RITES = "use bloodsmith.1 lower on wound_dealt with dark_scholar/2 at E1.0"


@rule("ED-16.12", "ED-15.7", "ED-18.7")
def test_infernal_rites_returns_a_dead_model_of_any_squad_after_a_wound_once_a_turn() -> None:
    text = "pilgrim@C5.1,C5.0,A1.0 bloodsmith@C5.2,C5.3 dark_scholar=0@D1.0,x,x"
    bench = Bench(text, turn=2, enhancements={"bloodsmith": [("DE21", 5)]}, standing={2: RITES}).dice(
        4, 0, 4, 0
    )
    bench.order("activate bloodsmith", "fight bloodsmith/1 vs pilgrim/1", "fight bloodsmith/2 vs pilgrim/2")
    assert (bench.at("dark_scholar/2"), bench.model("dark_scholar/3").state) == ("E1.0", "dead")
    assert bench.squad("dark_scholar").endurance == 0
    assert bench.state.enhancement("bloodsmith.1").charges == 3


@rule("ED-18.8", "ED-19.1", "DP-I20")
def test_infernal_rites_answers_a_counterattack_in_a_foreign_turn() -> None:
    text = "pilgrim@C5.1 bloodsmith@C5.2 dark_scholar@D1.0,x"
    bench = Bench(text, enhancements={"bloodsmith": [("DE21", 2)]}, standing={2: RITES}).dice(0, 4, 4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs bloodsmith/1")
    assert bench.at("dark_scholar/2") == "E1.0"


@rule("EF-2.9", "ED-17.6")
def test_infernal_rites_needs_a_wound_by_its_squad_and_someone_dead() -> None:
    text = "pilgrim@C5.1 gorehound@C5.23 bloodsmith@D8.0 dark_scholar@D1.0,x"
    bench = Bench(text, turn=2, enhancements={"bloodsmith": [("DE21", 2)]}, standing={2: RITES}).dice(4, 0)
    bench.refused("use bloodsmith.1 lower with dark_scholar/2")
    bench.order("activate gorehound", "fight gorehound/1 vs pilgrim/1")
    assert bench.state.enhancement("bloodsmith.1").charges == 2
    text = "pilgrim@C5.1 bloodsmith@C5.2 dark_scholar@D1.0"
    bench = Bench(
        text,
        turn=2,
        enhancements={"bloodsmith": [("DE21", 2)]},
        standing={2: "use bloodsmith.1 lower on wound_dealt"},
    ).dice(4, 0)
    bench.order("activate bloodsmith", "fight bloodsmith/1 vs pilgrim/1")
    assert bench.state.enhancement("bloodsmith.1").charges == 2
