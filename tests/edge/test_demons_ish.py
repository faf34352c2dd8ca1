"""Ish: Control, Seduction, Mind Blast, Possessed, Punish the Weak."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

# Ish fills C6 and touches C5.2, C5.3, C7.5 and C7.6.
CARD = {"ish": [("DEX5", 0)]}


def control(count: int, squad: str = "pilgrim") -> list[Token]:
    return [Token("CONTROL", 2, squad=squad) for _ in range(count)]


def controls(bench: Bench) -> list[str]:
    return [token.squad for token in bench.state.tokens if token.t == "CONTROL"]


# Control.


@rule("ED-18.7", "EF-7.3", "EF-7.4")
def test_control_puts_a_token_on_any_enemy_squad_once_a_turn_for_nothing() -> None:
    bench = Bench("pilgrim@A1.0 ranger@A9.0 ish@C6.*", turn=2, enhancements=CARD)
    bench.order("use ish.1 lower to ranger")
    assert (controls(bench), bench.player(2).pool) == (["ranger"], 5)
    bench.refused("use ish.1 lower to pilgrim")
    bench.order("end")
    bench.order("turn passive", seat=1)
    bench.order("turn active", "use ish.1 lower to ranger", seat=2)
    assert controls(bench) == ["ranger", "ranger"]  # they add up


@rule("ED-2.4", "ED-17.6")
def test_there_are_six_control_tokens_and_none_for_own_squads() -> None:
    bench = Bench("pilgrim@A1.0 ish@C6.* gorehound@E9.12", turn=2, enhancements=CARD, tokens=control(6))
    bench.refused("use ish.1 lower to pilgrim")
    bench = Bench("pilgrim@A1.0 ish@C6.* gorehound@E9.12", turn=2, enhancements=CARD)
    bench.refused("use ish.1 lower to gorehound")


# Seduction.

YES = {2: 'trigger "Seduction": yes'}


@rule("DP-I15", "ED-12.11", "ED-18.10")
def test_who_wounds_ish_is_moved_and_fights_its_own_side() -> None:
    text = "pilgrim@C5.2,C5.1 ranger@A1.0 ish@C6.*"
    bench = Bench(text, turn=2, enhancements=CARD, standing=YES).dice(0, 4, 4, 0, 4, 0)
    bench.order("activate ish", "fight ish/1 vs pilgrim/1")
    assert bench.squad("ish").endurance == 4
    assert bench.asked() == (2, "move")
    bench.order("stay")
    assert [(values["model"], values["target"]) for values in bench.told("fought")][1:] == [
        ("pilgrim/1", "pilgrim/2")
    ]
    assert [values["seat"] for values in bench.told("rolled")] == [2, 1, 1, 2, 2, 1]
    assert bench.squad("pilgrim").endurance == 0


@rule("DP-I15")
def test_without_a_standing_order_nobody_is_seduced() -> None:
    text = "pilgrim@C5.2,C5.1 ish@C6.*"
    bench = Bench(text, enhancements=CARD).dice(0, 4, 4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs ish/1")
    assert (bench.squad("ish").endurance, len(bench.told("fought"))) == (4, 1)


@rule("ED-18.8", "ED-12.11")
def test_seduction_works_in_a_foreign_turn() -> None:
    text = "pilgrim@C5.2,C5.1 ish@C6.*"
    bench = Bench(text, enhancements=CARD, standing=YES).dice(0, 4, 4, 0, 4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs ish/1")
    assert [(values["model"], values["target"]) for values in bench.told("fought")][1:] == [
        ("pilgrim/1", "pilgrim/2")
    ]


def test_an_own_model_that_wounds_ish_is_not_seduced() -> None:
    text = "pilgrim@C7.0,A1.0 ish@C6.* gorehound@C4.12 master_of_elements@C4.0"
    bench = Bench(text, turn=2, enhancements=CARD, standing=YES, hands={2: ["DE09"]}).dice(6)
    bench.refused("use ish.1 upper")
    bench.order('play "Fireball" lower (shoot: red)', "at C6 C7", "to pilgrim/1")
    assert bench.squad("ish").endurance == 4
    assert (bench.told("fought"), bench.asked()) == ([], (2, "order"))  # not even the Gorehound beside him


# Frail and Mind Blast.


@rule("EF-2.12", "ED-8.2", "ED-12.10")
def test_frail_takes_two_attack_for_each_control_from_the_enemy_in_one_combat() -> None:
    text = "angel_of_death:Flight@C4.* pilgrim@A1.0 gorehound@C5.56 ish@E9.*"
    bench = Bench(
        text,
        hands={2: ["DEX6"]},
        tokens=control(1, "angel_of_death"),
        standing={2: 'play "Mind Blast" upper on in_combat'},
    ).dice(0, 4, 3, 0)
    bench.order("activate angel_of_death", "fight angel_of_death/1 vs gorehound/1")
    angel = [values["power"] for values in bench.told("attacked") if values["model"] == "angel_of_death/1"]
    assert bench.player(2).discard == ["DEX6"]
    assert stat(bench.state, bench.model("angel_of_death/1"), "ATT") == 3
    assert angel == [3 + 3 - 2]


@rule("ED-13.3", "ED-13.7", "EC-70")
def test_mind_blast_hits_within_three_spaces_more_surely_for_each_control() -> None:
    text = "pilgrim@C3.0,C2.0 ish@C6.*"
    bench = Bench(text, turn=2, hands={2: ["DEX6", "DEX6"]}).dice(2, 2)
    bench.order('play "Mind Blast" lower', "to pilgrim/1")
    assert bench.told("hit")[0]["models"] == []
    bench.state.tokens += control(1)
    bench.order('play "Mind Blast" lower', "to pilgrim/1")
    assert bench.told("hit")[1]["models"] == ["pilgrim/1"]
    assert (bench.squad("pilgrim").endurance, bench.player(2).depleted) == (0, 2)
    far = Bench("pilgrim@C2.0 ish@C6.*", turn=2, hands={2: ["DEX6"]})
    far.refused('play "Mind Blast" lower')


# Possessed.


@rule("ED-12.11", "ED-17.3", "EF-2.15")
def test_possessed_moves_an_enemy_farther_and_it_fights_everybody_it_touches_harder() -> None:
    text = "pilgrim@C4.0,C1.1 gorehound:Astral@C1.34 ish@C6.*"
    bench = Bench(text, turn=2, hands={2: ["DEX7"]}, tokens=control(2)).dice(1, 4, 1, 4, 1, 0)
    bench.order(
        'play "Possessed" lower to pilgrim/1',
        "move pilgrim/1 C1.2",  # three Spaces, with MOV 2
        "fight pilgrim/1 vs gorehound/1",
        "fight pilgrim/1 vs pilgrim/2",
    )
    attacks = [(values["model"], values["power"]) for values in bench.told("attacked")]
    assert attacks == [("pilgrim/1", 4), ("gorehound/1", 3), ("pilgrim/1", 4)]
    assert [values["seat"] for values in bench.told("rolled")] == [2, 2, 2, 1, 2, 1]
    assert (bench.squad("pilgrim").endurance, bench.player(2).depleted) == (0, 2)
    assert stat(bench.state, bench.model("pilgrim/1"), "ATT") == 1


@rule("ED-17.6", "ED-13.7")
def test_possessed_needs_control_on_the_squad_of_an_enemy_within_three_spaces() -> None:
    text = "pilgrim@C4.0 ranger@C2.0 ish@C6.*"
    line = 'play "Possessed" lower to {}'
    Bench(text, turn=2, hands={2: ["DEX7"]}).refused(line.format("pilgrim/1"))
    bench = Bench(text, turn=2, hands={2: ["DEX7"]}, tokens=control(1, "ranger"))
    bench.refused(line.format("ranger/1"))


# Punish the Weak.


@rule("ED-12.8", "ED-12.11", "ED-17.3")
def test_punish_the_weak_backstabs_once_for_each_control_by_models_of_either_side() -> None:
    text = "pilgrim@C5.2,C5.1,A1.0 ish@C6.*"
    bench = Bench(text, turn=2, hands={2: ["DEX8"]}, tokens=control(2)).dice(4, 0, 4, 0)
    bench.order(
        'play "Punish the Weak" lower',
        "to ish/1",
        "to pilgrim/1",
    )
    fights = [(values["model"], values["target"], values["backstab"]) for values in bench.told("fought")]
    assert fights == [("ish/1", "pilgrim/1", True), ("pilgrim/1", "pilgrim/2", True)]
    assert [values["seat"] for values in bench.told("rolled")] == [2, 1, 2, 1]
    assert (bench.squad("pilgrim").endurance, bench.model("pilgrim/2").state) == (0, "dead")
    assert (bench.player(2).depleted, bench.state.lead(2)) == (2, 1)


@rule("ED-17.6")
def test_punish_the_weak_needs_control_and_contact() -> None:
    line = 'play "Punish the Weak" lower'
    Bench("pilgrim@C5.2 ish@C6.*", turn=2, hands={2: ["DEX8"]}).refused(line)
    Bench("pilgrim@C5.0 ish@C6.*", turn=2, hands={2: ["DEX8"]}, tokens=control(1)).refused(line)
