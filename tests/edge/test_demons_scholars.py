"""Dark Scholars: Self-Destruct, Mind Control, Spectral Grasp."""

from __future__ import annotations

import pytest

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule


def stats(bench: Bench, model: str) -> list[int | None]:
    return [stat(bench.state, bench.model(model), name) for name in ("INI", "ATT", "DEF", "MOV")]


def tokens(bench: Bench) -> list[tuple[str, list[str]]]:
    return [(token.t, token.models) for token in bench.state.tokens]


# Self-Destruct.


@rule("ED-16.11", "ED-13.2", "ED-13.5", "ED-15.7")
def test_self_destruct_checks_everybody_in_contact_or_in_the_space_and_gives_the_scholar_up() -> None:
    text = "pilgrim@C5.1,C5.4,C6.5,C6.1 gorehound@B4.34 dark_scholar@C5.2,E9.0"
    bench = Bench(text, turn=2, enhancements={"dark_scholar": [("DE16", 3)]}).dice(3)
    bench.order("use dark_scholar.1 lower with dark_scholar/1", "first pilgrim/2 pilgrim/1 pilgrim/3")
    shot = bench.told("shot")[0]
    assert (shot["model"], shot["targets"]) == ("dark_scholar/1", ["pilgrim/1", "pilgrim/3", "pilgrim/2"])
    states = [bench.model(f"pilgrim/{number}").state for number in (1, 2, 3, 4)]
    assert states == ["dead", "board", "dead", "board"]
    assert bench.model("dark_scholar/1").state == "dead"
    assert [values["model"] for values in bench.told("sacrificed")] == ["dark_scholar/1"]
    assert bench.state.lead(2) == 2  # two Pilgrims; nothing for the Scholar
    assert (bench.state.enhancement("dark_scholar.1").charges, bench.squad("dark_scholar").endurance) == (
        1,
        1,
    )


@rule("ED-13.5", "EC-80")
def test_self_destruct_spares_neither_friend_nor_foe() -> None:
    text = "pilgrim@C5.4,A1.0 gorehound=0@C5.01 bloodsmith=0@C5.3 dark_scholar@C5.2,E9.0"
    bench = Bench(text, turn=2, enhancements={"dark_scholar": [("DE16", 2)]}).dice(3)
    bench.order("use dark_scholar.1 lower with dark_scholar/1")
    assert bench.model("gorehound/1").state == "board"  # INI 4
    assert bench.model("bloodsmith/1").state == "dead"
    assert (bench.squad("pilgrim").endurance, bench.state.lead(1)) == (0, 1)


@rule("ED-18.7")
def test_self_destruct_may_be_paid_for_twice_in_a_turn() -> None:
    text = "pilgrim@C5.1,D5.0 dark_scholar@C5.2,D5.1,E9.0"
    bench = Bench(text, turn=2, enhancements={"dark_scholar": [("DE16", 4)]}).dice(4, 4)
    bench.order(
        "use dark_scholar.1 lower with dark_scholar/1", "use dark_scholar.1 lower with dark_scholar/2"
    )
    assert (bench.model("dark_scholar/2").state, bench.model("pilgrim/2").state) == ("dead", "dead")


@rule("EC-85", "ED-22.2", "ED-16.11")
def test_who_sacrifices_the_last_model_has_lost_without_a_point_scored() -> None:
    text = "pilgrim@C5.1 dark_scholar@C5.2"
    bench = Bench(text, turn=2, enhancements={"dark_scholar": [("DE16", 2)]}).dice(0)
    bench.order("use dark_scholar.1 lower")
    assert bench.run.result is not None
    assert (bench.run.result.winners, bench.state.vp) == ((1,), 0)


@rule("EC-86", "ED-22.2")
def test_a_resurrection_in_hand_does_not_help_who_has_lost_the_last_model() -> None:
    text = "pilgrim@C5.1 dark_scholar@C5.2,x"
    bench = Bench(text, turn=2, hands={2: ["DE03"]}, enhancements={"dark_scholar": [("DE16", 2)]}).dice(0)
    bench.order("use dark_scholar.1 lower")
    assert bench.run.result is not None


@rule("EC-97", "EC-74", "ED-17.6")
def test_self_destruct_needs_its_charges_its_own_host_and_someone_near() -> None:
    near = "pilgrim@C5.1 dark_scholar@C5.2 gorehound@E9.12"
    line = "use {}.1 lower with dark_scholar/1"
    for text, host, charges in (
        (near, "dark_scholar", 1),
        (near, "gorehound", 2),
        ("pilgrim@A1.1 dark_scholar@C5.2 gorehound@E9.12", "dark_scholar", 2),
    ):
        bench = Bench(text, turn=2, enhancements={host: [("DE16", charges)]})
        bench.refused(line.format(host))


# Mind Control.

CONTROL = 'play "Mind Control" lower to pilgrim/1'


@rule("ED-9.7", "ED-12.11", "ED-17.3", "ED-16.6")
def test_mind_control_moves_an_enemy_and_makes_it_fight_every_comrade_it_touches() -> None:
    text = "pilgrim=0@C5.2,C6.1 ranger@C6.3 dark_scholar:Ritual@C4.2"
    bench = Bench(text, turn=2, hands={2: ["DE17"]}).dice(4, 0, 4, 0)
    bench.order(
        CONTROL,
        "move pilgrim/1 C6.2",
        "fight pilgrim/1 vs ranger/1",
        "fight pilgrim/1 vs pilgrim/2",
    )
    assert bench.at("pilgrim/1") == "C6.2"
    assert [values["target"] for values in bench.told("fought")] == ["ranger/1", "pilgrim/2"]
    assert (bench.squad("ranger").endurance, bench.model("pilgrim/2").state) == (0, "dead")
    assert bench.state.lead(2) == 1
    assert (bench.player(2).pool, bench.player(2).discard) == (3, ["DE17"])


@rule("ED-12.11")
def test_the_controller_chooses_and_pays_the_attack_die_and_the_owner_defends() -> None:
    text = "pilgrim@C5.2,C5.1 dark_scholar:Ritual@C4.2"
    bench = Bench(text, turn=2, hands={2: ["DE17"]}, standing={1: "defend: red"}).dice(6, 1)
    bench.order(CONTROL, "stay", "fight pilgrim/1 vs pilgrim/2 red")
    rolled = [(values["seat"], values["purpose"], values["die"]) for values in bench.told("rolled")]
    assert rolled == [(2, "attack", "red"), (1, "defend", "red")]
    assert (bench.player(2).depleted, bench.player(1).depleted) == (3, 0)  # the 1 was marked: refreshed
    assert bench.squad("pilgrim").endurance == 0


@rule("ED-12.11", "ED-12.3")
def test_in_a_tie_of_initiative_the_controlled_model_strikes_and_its_victim_counters() -> None:
    text = "pilgrim@C5.2,C5.1 dark_scholar:Ritual@C4.2"
    bench = Bench(text, turn=2, hands={2: ["DE17"]}).dice(1, 4, 4, 0)
    bench.order(CONTROL, "stay", "fight pilgrim/1 vs pilgrim/2")
    attacks = [(values["model"], values["power"]) for values in bench.told("attacked")]
    assert attacks == [("pilgrim/1", 2), ("pilgrim/2", 5)]
    assert [values["seat"] for values in bench.told("rolled")] == [2, 1, 1, 1]


@rule("EC-108", "ED-12.11", "ED-12.7")
def test_a_faster_victim_strikes_first_and_the_counterattack_of_the_controlled_is_its_owners() -> None:
    text = "angel_of_death:Flight@C6.* pilgrim@C5.2 dark_scholar:Ritual@C4.2"
    bench = Bench(text, turn=2, hands={2: ["DE17"]}, standing={1: "counter: yes"}).dice(1, 4, 4, 1)
    bench.order(CONTROL, "stay", "fight pilgrim/1 vs angel_of_death/1")
    assert [values["model"] for values in bench.told("attacked")] == ["angel_of_death/1", "pilgrim/1"]
    assert [values["seat"] for values in bench.told("rolled")] == [1, 1, 1, 1]
    assert bench.told("countered") == [{"model": "pilgrim/1", "target": "angel_of_death/1"}]


@rule("ED-9.7", "ED-11.1")
def test_the_controlled_model_moves_by_its_own_movement_and_pushes_by_its_own_base() -> None:
    text = "angel_of_death@C5.* pilgrim@A1.0 dark_scholar:Ritual@C4.2,C6.1"
    bench = Bench(text, turn=2, hands={2: ["DE17"]})
    bench.order('play "Mind Control" lower to angel_of_death/1')
    bench.refused("move angel_of_death/1 C9.*")
    bench.order("move angel_of_death/1 C6.* push dark_scholar/2>C7.5")
    assert (bench.at("angel_of_death/1"), bench.at("dark_scholar/2")) == ("C6.*", "C7.5")


@rule("EF-4.1", "ED-8.3")
def test_a_blocked_enemy_is_moved_by_others_one_without_movement_is_not() -> None:
    text = "pilgrim@C5.2,C5.3 dark_scholar:Ritual@C4.2"
    grasped = Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"])
    bench = Bench(text, turn=2, hands={2: ["DE17"]}, tokens=[grasped])
    bench.order(CONTROL, "move pilgrim/1 C6.0")
    assert bench.at("pilgrim/1") == "C6.0"
    frozen = Token("FREEZE", 2, models=["pilgrim/1"])
    Bench(text, turn=2, hands={2: ["DE17"]}, tokens=[frozen]).refused(CONTROL)


@rule("ED-17.6", "EF-2.1", "ED-13.7")
@pytest.mark.parametrize(
    "scholars",
    ["dark_scholar@C4.2", "dark_scholar:Ritual@C3.2", "dark_scholar:Ritual@C3.2 dark_scholar@C4.2"],
    ids=["not in Ritual mode", "two Spaces away", "the near Squad is not in Ritual mode"],
)
def test_mind_control_needs_a_scholar_in_ritual_mode_within_range_one(scholars: str) -> None:
    bench = Bench(f"pilgrim@C5.2,A1.0 {scholars}", turn=2, hands={2: ["DE17"]})
    bench.refused(CONTROL)


# Spectral Grasp.

GRASP = 'play "Spectral Grasp" lower to pilgrim/1'


@rule("ED-17.3", "EF-4.1", "ED-8.2")
def test_spectral_grasp_blocks_a_touched_enemy_and_takes_one_from_everything() -> None:
    text = "pilgrim@C5.1,C5.4 dark_scholar:Ritual@C5.2"
    bench = Bench(text, turn=2, hands={2: ["DE18"]})
    bench.refused('play "Spectral Grasp" lower to pilgrim/2')
    bench.order(GRASP, "end")
    assert (tokens(bench), stats(bench, "pilgrim/1")) == ([("SPECTRAL_GRASP", ["pilgrim/1"])], [1, 0, 0, 1])
    assert (bench.player(2).pool, bench.player(2).depleted) == (4, 1)
    bench.order("turn active", "activate pilgrim", seat=1)
    bench.refused("move pilgrim/1 C5.0", seat=1)
    bench.order("fight pilgrim/1 vs dark_scholar/1", seat=1)  # Blocked stops movement only


@rule("EF-8.3.1")
def test_the_grasp_ends_when_the_bearer_touches_no_scholar_any_more() -> None:
    text = "pilgrim@C5.1,A1.0 dark_scholar:Ritual@C5.2,C5.0"
    grasp = Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"])
    bench = Bench(text, turn=2, tokens=[grasp])
    bench.order("activate dark_scholar", "move dark_scholar/1 C6.0")
    assert tokens(bench) == [("SPECTRAL_GRASP", ["pilgrim/1"])]  # the other Scholar holds on
    bench = Bench(text, turn=2, tokens=[Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"])])
    bench.order("activate dark_scholar", "move dark_scholar/1 C6.0 move dark_scholar/2 C6.1")
    assert tokens(bench) == []
    assert stats(bench, "pilgrim/1") == [2, 1, 1, 2]


def test_the_grasp_ends_with_the_death_of_the_scholar() -> None:
    text = "pilgrim@C5.1 ranger@C4.0 dark_scholar:Ritual=0@C5.2,E9.0"
    bench = Bench(text, hands={1: ["CH16"]}, tokens=[Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"])]).dice(
        4
    )
    bench.order('play "Shoot" lower to dark_scholar/1')
    assert (bench.model("dark_scholar/1").state, tokens(bench)) == ("dead", [])


@rule("ED-11.6")
def test_the_scholars_who_hold_someone_are_not_pushed_by_the_enemy_but_by_their_own() -> None:
    text = "pilgrim@C5.1 angel_of_death@C7.* son_of_khyber@C3.* dark_scholar:Ritual@C5.2,C5.4"
    grasp = Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"])
    bench = Bench(text, tokens=[grasp])
    bench.order("activate angel_of_death")
    bench.refused("move angel_of_death/1 C5.*")
    bench = Bench(text, turn=2, tokens=[Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"])])
    bench.order("activate son_of_khyber", "move son_of_khyber/1 C5.*")
    free = Bench(text).order("activate angel_of_death", "move angel_of_death/1 C5.*")
    assert (bench.at("son_of_khyber/1"), free.at("angel_of_death/1")) == ("C5.*", "C5.*")


@rule("ED-2.4", "ED-17.6", "EF-2.1")
def test_there_are_two_grasps_and_they_need_ritual_mode() -> None:
    text = "pilgrim@C5.1,C5.3,C5.0 dark_scholar:{}@C5.2"
    two = [Token("SPECTRAL_GRASP", 2, models=[f"pilgrim/{number}"]) for number in (2, 3)]
    Bench(text.format("Ritual"), turn=2, hands={2: ["DE18"]}, tokens=two).refused(GRASP)
    Bench(text.format("Basic"), turn=2, hands={2: ["DE18"]}).refused(GRASP)
