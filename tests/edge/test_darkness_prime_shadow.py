"""The Prime Shadow: it arrives by Darkness Herald, mirrors its enemies, feeds on them and draws them in."""

from __future__ import annotations

from games.edge.rules.squads.attributes import may_fight, stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

AWAY = "impostor@A1.0,x,x prime_shadow@-"
ATTRIBUTES = ("INI", "ATT", "DEF", "MOV")


def values(bench: Bench, model: str) -> list[int | None]:
    return [stat(bench.state, bench.model(model), name) for name in ATTRIBUTES]


# Arriving (DKX1).


@rule("EF-7.1", "EF-7.2", "ED-4.22", "EF-6.7.3")
def test_birth_deploys_it_at_the_shrine_for_a_crystal() -> None:
    bench = Bench(f"{AWAY} pilgrim@E9.0", beside={1: ["DKX1"]}, dark=3)
    assert bench.offers("activate") == ["impostor"]
    bench.order('play "Darkness Herald" upper')
    assert "C5.012" not in bench.offers()
    bench.order("at B5.016")
    assert bench.at("prime_shadow/1") == "B5.016"
    assert (bench.player(1).pool, bench.player(1).dark_points, bench.player(1).beside) == (4, 3, [])


@rule("EF-7.1", "EF-2.13")
def test_as_a_herald_it_arrives_beside_an_enemy_in_either_mode_and_feeds_on_all_it_touches() -> None:
    text = f"{AWAY} pilgrim@C5.1,C4.2"
    bench = Bench(text, beside={1: ["DKX1"]}, dark=1)
    bench.order('play "Darkness Herald" lower option 2 to pilgrim/1', "at C5.034")
    assert (bench.squad("prime_shadow").mode, bench.player(1).dark_points) == ("Dark", 2)
    bench = Bench(text, beside={1: ["DKX1"]}, dark=1)
    bench.order('play "Darkness Herald" lower option 1 to pilgrim/1', "at C5.056")
    assert (bench.squad("prime_shadow").mode, bench.player(1).dark_points) == ("Basic", 3)
    assert bench.player(1).pool == 2


# Dark Reflection (DKX2).


@rule("EF-7.3")
def test_deceit_puts_it_on_empty_hexes_of_a_neighbouring_space() -> None:
    bench = Bench("prime_shadow@C5.012 pilgrim@C6.0", enhancements={"prime_shadow": [("DKX2", 1)]})
    bench.order("use prime_shadow.1 upper")
    assert {place.partition(".")[0] for place in bench.offers()} == {"B4", "B5", "C4", "D4", "D5"}
    bench.order("at B5.034")
    assert (bench.at("prime_shadow/1"), bench.state.enhancement("prime_shadow.1").charges) == ("B5.034", 0)


@rule("EF-2.14", "EF-2.15")
def test_in_dark_mode_enemies_in_contact_have_its_ini_att_and_def() -> None:
    text = "prime_shadow:Dark@C5.012 gorehound@C5.34 gorehound@E9.12"
    bench = Bench(text, enhancements={"prime_shadow": [("DKX2", 1)]})
    assert values(bench, "gorehound#1/1") == [2, None, 0, values(bench, "gorehound#2/1")[3]]
    assert not may_fight(bench.state, bench.model("gorehound#1/1"))
    assert may_fight(bench.state, bench.model("gorehound#2/1"))
    assert values(bench, "prime_shadow/1") == [2, None, 0, 0]


@rule("EF-2.14")
def test_in_basic_mode_nobody_is_reflected() -> None:
    bench = Bench(
        "prime_shadow@C5.012 gorehound@C5.34 gorehound@E9.12", enhancements={"prime_shadow": [("DKX2", 1)]}
    )
    assert values(bench, "gorehound#1/1") == values(bench, "gorehound#2/1")


@rule("EF-2.14", "ED-8.3")
def test_who_is_reflected_cannot_fight_and_defends_with_nothing() -> None:
    text = "shadow@C5.5,x,x prime_shadow:Dark@C5.012 gorehound@C5.34"
    bench = Bench(text, enhancements={"prime_shadow": [("DKX2", 1)]})
    bench.dice(1, 0).order("activate shadow", "fight shadow/1 vs GO")
    assert bench.told("defended")[0]["held"] is False
    bench = Bench(text, enhancements={"prime_shadow": [("DKX2", 1)]}, turn=2)
    bench.order("activate gorehound")
    assert "fight" not in bench.offers()


# Leech (DKX3).


@rule("EF-6.7.8")
def test_the_shadow_way_leads_to_the_additional_gate() -> None:
    bench = Bench(
        "impostor@A1.0,x,x prime_shadow@C5.012 pilgrim@E9.0",
        hands={1: ["DKX3"]},
        tokens=[Token("SHADOW_GATE", 1, at="D7")],
    )
    bench.order('play "Leech" upper with impostor/1', "at D6.3")
    assert (bench.at("impostor/1"), bench.player(1).pool) == ("D6.3", 5)
    assert bench.state.mask_of("D6.3") & bench.state.board.halo(bench.state.space_mask("D7"))


@rule("EF-6.7.1")
def test_leech_counts_the_endurance_of_a_touched_enemy() -> None:
    bench = Bench("prime_shadow:Dark@C5.012 son_of_khyber@C6.*", hands={1: ["DKX3"]}, dark=1)
    bench.order('play "Leech" lower')
    assert bench.player(1).dark_points == 1 + bench.squad("son_of_khyber").endurance


@rule("EF-2.1")
def test_leech_is_for_dark_mode_only() -> None:
    bench = Bench("prime_shadow@C5.012 son_of_khyber@C6.*", hands={1: ["DKX3"]})
    assert bench.offers("play", "DKX3") == ["upper"]


# Well of Darkness (DKX4).


@rule("EF-4.4", "ED-13.7")
def test_the_well_draws_models_within_one_space_to_the_shrine() -> None:
    text = "impostor@C6.0,x,x prime_shadow@C5.012 pilgrim@C5.4,D5.0,C7.0"
    bench = Bench(text, hands={1: ["DKX4"]}, dark=2)
    assert "pilgrim/3" not in bench.offers("play", "DKX4", "lower")
    bench.order(
        'play "Well of Darkness" lower to impostor/1 pilgrim/2', "next impostor/1", "at B5.1", "at A4.2"
    )
    assert (bench.at("impostor/1"), bench.at("pilgrim/2"), bench.at("pilgrim/1")) == ("B5.1", "A4.2", "C5.4")
    assert bench.player(1).dark_points == 0
