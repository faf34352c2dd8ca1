"""ED-12: Combat Sequences, with dice that show what the test wants."""

from __future__ import annotations

from typing import Any

from games.edge.rules.combat.sequence import Challenge, combat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

# A Pilgrim (INI 2, ATT 1, DEF 1) touches a Gorehound (INI 4, ATT 3, DEF 1).
DUEL = "pilgrim@C5.0,C5.3,C5.4,B3.0 gorehound@C5.12 son_of_khyber@C8.*"


def fight(text: str = DUEL, *dice: int, **more: Any) -> Bench:
    """The first Pilgrim fights the Gorehound, in seat 1's turn."""
    bench = Bench(text, **more).order("activate pilgrim").dice(*dice)
    return bench.order("fight pilgrim/1 vs gorehound/1")


def purposes(bench: Bench) -> list[object]:
    """What was rolled for, in order."""
    return [told["purpose"] for told in bench.told("rolled")]


@rule("ED-12.3", "ED-12.5", "EC-47")
def test_who_is_faster_strikes_first_and_a_wounded_survivor_never_strikes_back():
    bench = fight(DUEL, 3, 1)
    assert purposes(bench) == ["attack", "defend"]
    assert bench.told("rolled")[0]["seat"] == 2
    assert bench.squad("pilgrim").endurance == 0
    assert bench.model("pilgrim/1").state == "board"


@rule("ED-12.3", "EC-49", "ED-12.4")
def test_equal_powers_are_a_failed_attack_and_the_defender_strikes_back():
    bench = fight(DUEL, 0, 2, 4, 1)
    assert purposes(bench) == ["attack", "defend", "attack", "defend"]
    assert [told["seat"] for told in bench.told("rolled")] == [2, 1, 1, 2]
    assert bench.squad("gorehound").endurance == 0


@rule("EC-50", "ED-12.4")
def test_a_counterattack_is_never_countered():
    bench = fight(DUEL, 0, 4, 0, 4)
    assert purposes(bench) == ["attack", "defend", "attack", "defend"]
    assert bench.squad("gorehound").endurance == 1


@rule("DP-A9", "DP-I5", "ED-12.7")
def test_only_the_counterattack_can_be_declined():
    bench = fight(DUEL, 0, 4, standing={1: "counter: no"})
    assert purposes(bench) == ["attack", "defend"]


@rule("ED-12.7", "EC-57")
def test_a_certain_defence_is_rolled_all_the_same():
    text = "angel_of_death@C4.* pilgrim@B3.0 dark_scholar@C5.5 son_of_khyber@C8.*"
    bench = Bench(text, depleted=(0, 1)).order("activate angel_of_death").dice(0, 0)
    bench.order("fight angel_of_death/1 vs dark_scholar/1")
    assert purposes(bench)[:2] == ["attack", "defend"]
    assert bench.player(2).depleted == 0


@rule("ED-12.3")
def test_a_tie_of_initiative_goes_to_the_active_player():
    text = "angel_of_death@C4.* pilgrim@B3.0 dark_scholar@C5.5 son_of_khyber@C8.*"  # both INI 2
    own = Bench(text).order("activate angel_of_death").dice(0, 4)
    own.order("fight angel_of_death/1 vs dark_scholar/1")
    assert own.told("rolled")[0]["seat"] == 1
    foreign = Bench(text, turn=2).order("activate dark_scholar").dice(0, 4)
    foreign.order("fight dark_scholar/1 vs angel_of_death/1")
    assert foreign.told("rolled")[0]["seat"] == 2


@rule("EC-48", "ED-12.3", "DP-I24")
def test_in_a_tie_the_active_player_strikes_first_whoever_started_it():
    text = "angel_of_death@C4.* pilgrim@B3.0 dark_scholar@C5.5 son_of_khyber@C8.*"
    bench = Bench(text, turn=1).dice(0, 4)
    challenge = Challenge(bench.model("dark_scholar/1"), bench.model("angel_of_death/1"), starter=2)
    bench.drive(combat(bench.run.replay.table, challenge))
    assert bench.run.replay.table.events[-1].key != "stood_off"
    rolled = [event.values for event in bench.run.replay.table.events if event.key == "rolled"]
    assert rolled[0]["seat"] == 1


@rule("EC-51", "ED-8.3")
def test_who_cannot_attack_leaves_the_attack_to_the_other_and_never_strikes_back():
    text = "pilgrim@C5.0,B3.0 succubus:Illusions@C5.1,C8.0 son_of_khyber@D8.*"
    bench = Bench(text).order("activate pilgrim").dice(0, 4)
    bench.order("fight pilgrim/1 vs succubus/1")
    assert [told["seat"] for told in bench.told("rolled")] == [1, 2]


@rule("ED-8.3", "EC-29")
def test_without_att_nobody_starts_a_fight_and_modifiers_change_nothing_about_that():
    bench = Bench(
        "ranger:Aim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*",
        tokens=[Token("BLESSING", 1, squad="ranger")],
    )
    bench.order("activate ranger")
    assert "fight" not in bench.offers()
    assert "move" not in bench.offers()


@rule("ED-12.6")
def test_one_enemy_may_be_fought_by_several_and_strike_back_each_time():
    bench = fight(DUEL, 0, 4, 0, 4)
    bench.dice(0, 4, 0, 4).order("fight pilgrim/2 vs gorehound/1")
    assert len(bench.told("countered")) == 2


@rule("ED-12.1", "EC-52", "ED-12.2", "DP-A6")
def test_the_next_target_is_chosen_when_the_last_sequence_is_over():
    text = "pilgrim@C5.0,C5.4,B3.0 gorehound=0@C5.12 gorehound@C5.56 son_of_khyber@C8.*"
    bench = Bench(text).order("activate pilgrim").dice(0, 4, 4, 0)
    bench.order("fight pilgrim/1 vs gorehound#1/1")
    assert bench.model("gorehound#1/1").state == "dead"
    assert bench.offers("fight", "pilgrim/2") == ["gorehound#2/1"]
    bench.order("end")


@rule("EC-53", "ED-12.2")
def test_when_a_fighter_dies_the_others_go_on():
    text = "pilgrim=0@C5.0,C5.3,B3.0 gorehound@C5.12 son_of_khyber@C8.*"
    bench = Bench(text).order("activate pilgrim").dice(4, 0)
    bench.order("fight pilgrim/1 vs gorehound/1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.offers("fight") == ["pilgrim/2"]


@rule("ED-12.1")
def test_each_model_fights_once_in_a_combat_action():
    bench = fight(DUEL, 0, 4, 0, 4)
    assert "pilgrim/1" not in bench.offers("fight")


@rule("EC-54", "ED-19.3", "ED-12.2", "EF-4.1")
def test_a_target_that_slips_away_ends_the_sequence_and_the_fighter_has_fought():
    bench = Bench(
        "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*",
        turn=2,
        hands={1: ["CH11"]},
        standing={1: 'play "Leap" upper on combat_declared to self at auto'},
    )
    bench.order("activate gorehound").order("fight gorehound/1 vs pilgrim/1")
    assert bench.told("rolled") == []
    assert bench.at("pilgrim/1").split(".")[0] != "C5"
    assert bench.asked() == (2, "order")
    assert "fight" not in bench.offers()


@rule("ED-12.9", "EC-56", "DP-I10", "ED-22.2")
def test_two_who_backstab_each_other_may_both_die_and_the_game_is_a_draw():
    bench = Bench(
        "pilgrim=0@C5.0,x,x,x gorehound=0@C5.12",
        turn=2,
        hands={2: ["DE15"]},
        enhancements={"pilgrim": [("CH12", 1)]},
        standing={1: "use pilgrim.1 lower on combat_declared"},
    )
    bench.dice(4, 0, 4, 0).order('play "Rush" lower')
    assert bench.run.result is not None
    assert bench.run.result.winners == (1, 2)


@rule("ED-12.8", "EC-55")
def test_a_backstab_strikes_first_and_is_not_countered():
    text = "angel_of_death:Flight@C4.* pilgrim@B3.0 gorehound:Astral@C5.56 son_of_khyber@C8.*"
    bench = Bench(text, turn=2, hands={2: ["DE15"]}).dice(0, 4).order('play "Rush" lower')
    assert [told["seat"] for told in bench.told("rolled")] == [2, 1]


@rule("ED-12.10")
def test_what_lasts_for_a_roll_or_a_combat_ends_with_it():
    bench = Bench(
        DUEL,
        hands={1: ["CH08", "CH08"]},
        standing={1: 'play "Guardian Angel" upper on before_defense\ncounter: no'},
    )
    bench.order("activate pilgrim").dice(0, 0, 0, 0)
    bench.order("fight pilgrim/1 vs gorehound/1")
    assert bench.told("defended")[0]["guard"] == 3
    assert bench.state.effects == []


@rule("ED-12.12")
def test_additional_wounds_are_added_before_they_are_dealt():
    bench = Bench(
        "pilgrim=1@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*",
        turn=2,
        enhancements={"gorehound": [("DE12", 2)]},
        standing={2: "use gorehound.1 upper on in_combat"},
    )
    bench.order("activate gorehound").dice(4, 0).order("fight gorehound/1 vs pilgrim/1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.state.vp == -1
