"""Succubi: Appearance, Venomous Kiss, Apparitions, Soul Steal."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from tests.edge.bench import Bench
from tests.rules import rule


def stats(bench: Bench, model: str) -> list[int | None]:
    return [stat(bench.state, bench.model(model), name) for name in ("INI", "ATT", "DEF", "MOV")]


def places(bench: Bench) -> list[str]:
    return [bench.at(f"succubus/{number}") for number in (1, 2, 3)]


# Appearance.

WAITING = "pilgrim@C5.2,A1.0 succubus@- gorehound@E9.12"


@rule("EF-7.1", "ED-4.22", "DP-A24")
def test_cantrip_deploys_the_succubi_in_illusions_mode_touching_one_enemy() -> None:
    bench = Bench(WAITING, turn=2, beside={2: ["DEX1"]})
    bench.order('play "Appearance" upper to pilgrim/1')
    bench.refused("at succubus/1 C6.0 move succubus/2 C5.1 move succubus/3 C5.0")
    bench.order("at succubus/1 C6.5 move succubus/2 C5.1 move succubus/3 C5.0")
    assert (places(bench), bench.squad("succubus").mode) == (["C6.5", "C5.1", "C5.0"], "Illusions")
    player = bench.player(2)
    assert (player.pool, player.depleted, player.beside, player.discard) == (4, 1, [], [])
    bench.order("activate succubus")


@rule("EF-7.1", "ED-4.22")
def test_appearance_deploys_the_succubi_in_basic_mode_anywhere_on_empty_hexes() -> None:
    bench = Bench(WAITING, turn=2, beside={2: ["DEX1"]})
    bench.order('play "Appearance" lower')
    bench.refused("at succubus/1 A1.0 move succubus/2 A5.1 move succubus/3 A9.0")
    bench.order("at succubus/1 A2.0 move succubus/2 E1.1 move succubus/3 A9.0")
    assert (places(bench), bench.squad("succubus").mode) == (["A2.0", "E1.1", "A9.0"], "Basic")
    assert (bench.player(2).pool, bench.player(2).beside) == (2, [])


@rule("ED-4.22", "ED-17.6")
def test_cantrip_is_refused_against_an_enemy_around_whom_not_all_find_room() -> None:
    # In the corner A1.5 and A1.6 touch three hexes each, of which the other Pilgrim stands on one.
    bench = Bench("pilgrim@A1.6,A1.5,C5.2 succubus@- gorehound@E9.12", turn=2, beside={2: ["DEX1"]})
    assert bench.offers("play", "DEX1", "upper", "succubus") == ["pilgrim/3"]
    bench.refused('play "Appearance" upper to pilgrim/1')


@rule("EF-7.2", "ED-22.15")
def test_until_they_are_deployed_they_are_neither_activated_nor_targets_nor_models_on_the_board() -> None:
    bench = Bench(WAITING, turn=2, beside={2: ["DEX1"]}, hands={1: ["CH19"]})
    bench.refused("activate succubus")
    bench.order("end")
    bench.order("turn active", seat=1)
    assert bench.offers("play", "CH19", "lower") == ["gorehound/1"]


@rule("EF-7.1", "ED-17.4")
def test_the_deployment_card_is_played_in_the_own_turn_only_and_once() -> None:
    bench = Bench(WAITING, beside={2: ["DEX1"]}, standing={2: 'play "Appearance" upper on open to pilgrim/1'})
    bench.order("activate pilgrim", "end")
    assert bench.player(2).beside == ["DEX1"]


# Venomous Kiss.

KISS = {"succubus": [("DEX2", 1)]}
TOUCHING = "pilgrim@C5.1,A1.0 succubus{}@C5.2,E9.0 gorehound@E8.12"


@rule("ED-18.10", "EF-2.12", "EF-7.3")
def test_venomous_kiss_weakens_enemies_who_touch_a_succubus_without_being_paid_for() -> None:
    bench = Bench(TOUCHING.format(""), turn=2, enhancements=KISS)
    assert stats(bench, "pilgrim/1") == [1, 1, 0, 2]
    assert stats(bench, "pilgrim/2") == [2, 1, 1, 2]
    assert "lower" not in bench.offers("use", "succubus.1")
    bench = Bench(TOUCHING.format(":Illusions"), turn=2, enhancements=KISS)
    assert stats(bench, "pilgrim/1") == [1, 0, 0, 1]


@rule("ED-8.6", "ED-15.7")
def test_trickery_changes_their_mode_for_a_charge_also_in_a_foreign_turn() -> None:
    bench = Bench(TOUCHING.format(""), turn=2, enhancements=KISS)
    bench.order("use succubus.1 upper")
    assert (bench.squad("succubus").mode, bench.state.enhancement("succubus.1").charges) == ("Illusions", 0)
    bench.refused("use succubus.1 upper")
    bench = Bench(
        TOUCHING.format(""), enhancements=KISS, standing={2: "use succubus.1 upper on combat_declared"}
    )
    bench.order("activate pilgrim", "fight pilgrim/1 vs succubus/1")
    assert bench.squad("succubus").mode == "Illusions"


# Apparitions.

AWAY = 'play "Apparitions" lower on combat_declared at A9.0'


@rule("EC-54", "ED-19.3", "ED-12.2")
def test_apparitions_takes_the_attacked_succubus_away_and_there_is_no_combat() -> None:
    text = "pilgrim@C5.1,C5.3 succubus@C5.2,E9.0"
    bench = Bench(text, hands={2: ["DEX3"]}, standing={2: AWAY})
    bench.order("activate pilgrim", "fight pilgrim/1 vs succubus/1")
    assert (bench.at("succubus/1"), bench.told("rolled")) == ("A9.0", [])
    assert (bench.player(2).depleted, bench.player(2).discard) == (1, ["DEX3"])
    bench.refused("fight pilgrim/1 vs succubus/1")


@rule("ED-12.8")
def test_apparitions_answers_a_backstab_too() -> None:
    text = "pilgrim@C5.1 succubus@C5.2,E9.0"
    bench = Bench(
        text,
        hands={2: ["DEX3"]},
        enhancements={"pilgrim": [("CH12", 1)]},
        standing={1: "use pilgrim.1 lower on combat_declared", 2: AWAY},
    )
    bench.order("activate pilgrim", "fight pilgrim/1 vs succubus/1")
    assert bench.at("succubus/1") == "A9.0"
    assert bench.told("attacked") == []


@rule("EF-2.9", "EF-4.1")
def test_apparitions_concerns_succubi_only_and_not_a_blocked_one() -> None:
    text = "pilgrim@C5.1 gorehound@C5.23 succubus@E9.0"
    bench = Bench(text, hands={2: ["DEX3"]}, standing={2: AWAY})
    bench.order("activate pilgrim", "fight pilgrim/1 vs gorehound/1")
    assert bench.player(2).hand == ["DEX3"]
    text = "pilgrim@C5.1 succubus@C5.2,E9.0"
    bench = Bench(text, hands={1: ["CH19"], 2: ["DEX3"]}, standing={2: AWAY})
    bench.order('play "Trap" lower to succubus/1', "activate pilgrim", "fight pilgrim/1 vs succubus/1")
    assert bench.player(2).hand == ["DEX3"]


# Soul Steal.


@rule("ED-17.3", "ED-9.1")
def test_soul_steal_moves_a_model_near_a_succubus_into_contact_with_her_enemy_to_fight_it() -> None:
    text = "pilgrim@C5.1,A1.0 succubus@C5.2 gorehound@C6.34 dark_scholar@C8.0"
    bench = Bench(text, turn=2, hands={2: ["DEX4"]}).dice(4, 0)
    assert "dark_scholar/1" not in bench.offers("play", "DEX4", "lower", "pilgrim/1")
    bench.order('play "Soul Steal" lower to pilgrim/1 with gorehound/1', "move gorehound/1 C5.06")
    assert bench.at("gorehound/1") == "C5.06"
    assert [(values["model"], values["target"]) for values in bench.told("fought")] == [
        ("gorehound/1", "pilgrim/1")
    ]
    assert (bench.squad("pilgrim").endurance, bench.player(2).depleted) == (0, 3)


@rule("ED-17.6")
def test_soul_steal_needs_an_enemy_in_contact_with_a_succubus_and_a_place_beside_it() -> None:
    text = "pilgrim@C5.1 succubus@C6.2 gorehound@C6.34"
    Bench(text, turn=2, hands={2: ["DEX4"]}).refused('play "Soul Steal" lower')
    bench = Bench("pilgrim@C5.1 succubus@C5.2 gorehound@C6.34", turn=2, hands={2: ["DEX4"]})
    bench.order('play "Soul Steal" lower with gorehound/1')
    bench.refused("move gorehound/1 C6.12")
