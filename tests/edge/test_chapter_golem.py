"""The War Golem: Heavy Armor and Discharge, Recharge and Smash, Taze and Static Field, Steam Overload."""

from __future__ import annotations

from typing import Any

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule


def on(*models: str) -> list[Token]:
    """DISCHARGE tokens of the Chapter."""
    return [Token("DISCHARGE", 1, models=[model]) for model in models]


def golem(text: str, **position: Any) -> Bench:
    return Bench(f"war_golem@C4.* {text}", **position)


# Heavy Armor and Discharge (CHX5).


def test_heavy_armor_trades_ini_for_def_as_tokens_are_lost() -> None:
    bench = Bench("war_golem=4@C4.* gorehound@E9.12", enhancements={"war_golem": [("CHX5", 1)]})
    model = bench.model("war_golem/1")
    assert [stat(bench.state, model, name) for name in ("INI", "ATT", "DEF", "MOV")] == [3, 3, 3, 3]


@rule("EF-2.15")
def test_ini_never_falls_below_nothing() -> None:
    bench = Bench("war_golem=0@C4.* gorehound@E9.12", enhancements={"war_golem": [("CHX5", 1)]})
    assert stat(bench.state, bench.model("war_golem/1"), "INI") == 0


@rule("ED-18.10")
def test_heavy_armor_is_always_on_and_cannot_be_bought() -> None:
    bench = golem("gorehound@C5.56", enhancements={"war_golem": [("CHX5", 3)]})
    assert bench.offers("use", "war_golem.1") == ["lower"]


@rule("ED-18.5", "EC-100")
def test_discharge_puts_a_token_on_a_touched_enemy_as_often_as_it_is_paid_for() -> None:
    bench = golem("gorehound@C5.56 gorehound@C7.12", enhancements={"war_golem": [("CHX5", 3)]})
    bench.order("use war_golem.1 lower", "use war_golem.1 lower")
    assert [(token.t, token.models) for token in bench.state.tokens] == [("DISCHARGE", ["gorehound#1/1"])] * 2
    assert (bench.state.enhancement("war_golem.1").charges, bench.state.neutral_charges) == (1, 19)


@rule("ED-17.6")
def test_discharge_needs_contact() -> None:
    bench = golem("gorehound@C7.12", enhancements={"war_golem": [("CHX5", 3)]})
    assert bench.offers("use") == []


@rule("ED-2.4")
def test_there_are_six_discharge_tokens() -> None:
    bench = golem(
        "gorehound@C5.56", enhancements={"war_golem": [("CHX5", 3)]}, tokens=on(*["gorehound/1"] * 6)
    )
    assert bench.offers("use") == []


# Recharge and Smash (CHX6).


@rule("EF-4.10")
def test_recharge_takes_all_discharge_tokens_and_refreshes_as_many_crystals() -> None:
    bench = golem(
        "gorehound@C5.56 gorehound@C7.12",
        tokens=on("gorehound#1/1", "gorehound#1/1", "gorehound#2/1"),
        hands={1: ["CHX6"]},
        pools=(1, 5),
        depleted=(4, 0),
    )
    bench.order('play "Smash" upper')
    assert (bench.player(1).pool, bench.player(1).depleted) == (4, 1)
    assert bench.state.tokens == []


@rule("ED-17.6")
def test_recharge_needs_a_token_to_take() -> None:
    bench = golem("gorehound@E9.12", hands={1: ["CHX6"]})
    assert bench.offers("play", "CHX6") == ["lower"]


@rule("EF-2.12", "ED-12.12")
def test_smash_adds_a_wound_for_each_token_on_the_target() -> None:
    bench = golem("son_of_khyber@C6.*", tokens=on("son_of_khyber/1", "son_of_khyber/1"), hands={1: ["CHX6"]})
    bench.dice(1, 0).order('play "Smash" lower', "move war_golem/1 C5.*")
    assert bench.squad("son_of_khyber").endurance == 1
    assert (bench.state.tokens, bench.player(1).pool) == ([], 3)


@rule("EF-2.15", "ED-12.10")
def test_the_wounds_of_a_smash_are_for_that_combat_only() -> None:
    bench = golem("son_of_khyber@C5.*", tokens=on("son_of_khyber/1"), hands={1: ["CHX6"]})
    bench.dice(0, 0).order('play "Smash" lower', "move stay")
    assert bench.squad("son_of_khyber").endurance == 2
    assert bench.state.effects == []
    bench.dice(4, 0).order("activate war_golem", "fight war_golem/1 vs SK")
    assert bench.squad("son_of_khyber").endurance == 1


def test_smash_fights_a_target_without_tokens_too() -> None:
    bench = golem("gorehound@C5.56", hands={1: ["CHX6"]})
    bench.dice(4, 0).order('play "Smash" lower', "move stay")
    assert bench.squad("gorehound").endurance == 0


# Taze and Static Field (CHX7).


@rule("ED-12.8")
def test_taze_takes_one_token_and_backstabs_its_bearer() -> None:
    bench = golem(
        "gorehound@C5.56 gorehound@E9.12", tokens=on("gorehound#1/1", "gorehound#1/1"), hands={1: ["CHX7"]}
    )
    bench.dice(0, 4).order('play "Static Field" upper')
    assert bench.told("fought")[0]["backstab"] is True
    assert bench.told("countered") == []  # 3 against 5: the Defence holds, and may not be answered
    assert len(bench.state.tokens) == 1
    assert bench.player(1).pool == 5


@rule("ED-17.6")
def test_taze_needs_a_touched_enemy_with_a_token() -> None:
    bench = golem("gorehound@C5.56 gorehound@C7.12", tokens=on("gorehound#2/1"), hands={1: ["CHX7"]})
    assert bench.offers("play", "CHX7") == []


def attacked(tokens: list[Token], endurance: int) -> Bench:
    return Bench(
        f"war_golem={endurance}@C4.* son_of_khyber@C5.*",
        turn=2,
        tokens=tokens,
        hands={1: ["CHX7"]},
        standing={1: 'play "Static Field" lower on before_defense\ncounter: no'},
        enhancements={"war_golem": [("CHX5", 0)]},
    )


@rule("ED-25.15", "ED-19.7")
def test_static_field_wins_a_defence_and_restores_a_token() -> None:
    bench = (
        attacked(on("son_of_khyber/1"), 2).dice(4).order("activate son_of_khyber", "fight SK vs war_golem/1")
    )
    assert bench.told("defended") == [{"model": "war_golem/1", "guard": None, "held": True}]
    assert bench.squad("war_golem").endurance == 3
    assert (bench.player(1).pool, bench.state.tokens) == (3, [])


def test_static_field_holds_though_there_is_nothing_to_restore() -> None:
    bench = Bench(
        "war_golem:Basic=6@C4.* gorehound@C5.56",
        turn=2,
        tokens=on("gorehound/1"),
        hands={1: ["CHX7"], 2: ["DE15"]},
        standing={1: 'play "Static Field" lower on before_defense\ncounter: no'},
    )
    bench.dice(4).order('play "Rush" lower', "fight GO vs war_golem/1")
    assert bench.told("defended")[0]["held"] is True
    assert bench.squad("war_golem").endurance == 6


@rule("ED-17.6")
def test_static_field_needs_a_token_to_take() -> None:
    bench = attacked([], 2).dice(4, 0).order("activate son_of_khyber", "fight SK vs war_golem/1")
    assert bench.player(1).hand == ["CHX7"]


# Steam Overload (CHX8).


@rule("ED-13.7", "ED-13.3", "EC-79")
def test_steam_overload_checks_everybody_within_one_space_but_the_golem() -> None:
    bench = golem("pilgrim@C3.0,x,x,x dark_scholar@C5.0,B4.0,C6.0 gorehound@C5.34", hands={1: ["CHX8"]}).dice(
        3
    )
    bench.order('play "Steam Overload" lower', "first DS2 DS1")
    assert bench.told("hit")[0]["models"] == ["pilgrim/1", "dark_scholar/1", "dark_scholar/2"]
    assert (bench.squad("pilgrim").endurance, bench.squad("gorehound").endurance) == (0, 1)
    assert bench.model("dark_scholar/1").state == "dead"
    assert [(token.t, token.models) for token in bench.state.tokens] == [("DISCHARGE", ["dark_scholar/2"])]
    assert (bench.player(1).pool, bench.squad("war_golem").endurance) == (4, 6)
