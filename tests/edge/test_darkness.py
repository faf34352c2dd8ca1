"""Darkness: Dark Points, a gate with two ends, marks and poison, an Empress behind the Banner."""

from __future__ import annotations

from games.edge.rules.squads.attributes import has_flag, stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.edge.setting_up import Opening
from tests.rules import rule

FAR = "pilgrim@E9.0"


def value(bench: Bench, model: str, name: str) -> int | None:
    return stat(bench.state, bench.model(model), name)


def points(*places: str) -> list[Token]:
    return [Token("DARK_POINT", 1, at=place) for place in places]


def lying(bench: Bench, kind: str = "DARK_POINT") -> list[str]:
    return [token.at for token in bench.state.tokens if token.t == kind]


# Dark Points.


@rule("EF-6.7.1", "EF-6.7.2", "ED-25.5", "ED-4.22")
def test_darkness_begins_with_its_gate_an_empress_in_waiting_and_no_dark_points() -> None:
    match = Opening().order("faction darkness", "faction demons")
    match.send(1, "army start")
    match.send(2, "army start")
    player = match.state.player(1)
    assert player.dark_points == 0
    assert [(token.t, token.shrine) for token in match.state.tokens] == [("SHADOW_GATE", 1)]
    assert [squad.id for squad in player.squads][-1] == "abyssal_empress"
    assert not player.squads[-1].is_alive


@rule("EF-6.7.3", "ED-25.16", "ED-15.11")
def test_a_price_in_dark_points_may_be_paid_with_crystals_but_not_the_other_way() -> None:
    bench = Bench("impostor@C5.0 pilgrim@C6.0", hands={1: ["DK04"]}, dark=1).dice(4)
    bench.order('play "Poison Kiss" lower (pay: crystal)', "to pilgrim/1")
    assert (bench.player(1).dark_points, bench.player(1).pool) == (0, 4)
    bench = Bench("impostor=0@C5.0 pilgrim@C5.1", pools=(0, 0), dark=5, vp=-10)
    bench.order("activate impostor", "fight impostor/1 vs pilgrim/1")
    assert bench.told("rolled")[0]["die"] == "yellow"


@rule("EF-6.7.4", "EF-5.1", "EF-6.7.7")
def test_dark_surge_spawns_beside_sources_shrine_or_gate() -> None:
    bench = Bench(f"impostor@E1.0 {FAR}", hands={1: ["DK04", "DK08"]}, sources=("B2",))
    bench.order('play "Poison Kiss" upper', "at B5.6")
    bench.order('play "Bellower" upper', "at C2.1")
    assert lying(bench) == ["B5.6", "C2.1"]
    assert not bench.state.occupied() & bench.state.mask_of("B5.6")


@rule("EF-6.7.5", "DP-I16")
def test_every_death_leaves_a_dark_point() -> None:
    bench = Bench("impostor@C5.0 pilgrim=0@C5.1,E9.0").dice(4, 0)
    bench.order("activate impostor", "fight impostor/1 vs pilgrim/1")
    assert [place[:2] for place in lying(bench)] == ["C5"]


@rule("EF-6.7.6")
def test_dark_points_are_harvested_where_models_stand() -> None:
    bench = Bench(f"impostor@C5.0 {FAR}", tokens=points("C5.1", "C5.2", "E1.0"), declare=False)
    bench.order("turn passive", seat=1)
    assert (bench.player(1).dark_points, lying(bench)) == (2, ["E1.0"])


@rule("EF-5.1")
def test_gathering_collects_the_dark_points_of_a_space() -> None:
    bench = Bench(f"impostor@C5.0 {FAR}", tokens=points("C5.1", "E1.0"), hands={1: ["DK06"]}, dark=1)
    bench.order('play "Mesmerizing" upper')
    assert (bench.player(1).dark_points, lying(bench)) == (1, ["E1.0"])


@rule("EF-6.7.1", "ED-2.4")
def test_there_are_ten_dark_points() -> None:
    bench = Bench(
        "slaughter_crows@C5.0 pilgrim@C5.1", dark=9, hands={1: ["DK01"]},
        standing={1: 'play "Anger" upper on wound_dealt'},
    ).dice(4, 0)  # fmt: skip
    bench.order("activate slaughter_crows", "fight slaughter_crows/1 vs pilgrim/1")
    assert bench.player(1).dark_points == 10


@rule("EF-6.7.8", "ED-25.23", "ED-6.8")
def test_the_banner_stays_down() -> None:
    bench = Bench(f"impostor@C5.0 {FAR}", declare=False)
    bench.player(1).banner_up = False
    bench.order("turn passive", seat=1)
    assert not bench.player(1).banner_up


# The gate.


@rule("ED-25.3", "ED-21.4", "ED-25.24", "EF-5.1")
def test_the_gate_joins_the_spaces_around_its_ends() -> None:
    bench = Bench(f"impostor@B5.0 {FAR}", hands={1: ["DK02"]}, dark=3)
    bench.order('play "Hunger" upper to D7')
    assert lying(bench, "SHADOW_GATE") == ["D7"]
    bench.order("activate impostor", "move impostor/1 C8.0")
    assert bench.at("impostor/1") == "C8.0"
    other = Bench(
        "pilgrim@B5.0 impostor@E1.0", tokens=[Token("SHADOW_GATE", 2, at="D7")], shrines=("C1", "A5")
    )
    other.order("activate pilgrim").refused("move pilgrim/1 C8.0")


@rule("ED-25.24", "ED-2.4", "EF-5.1")
def test_the_one_gate_is_moved_from_wherever_it_lies() -> None:
    """It begins on the Shrine, so that none is left in the supply."""
    bench = Bench(
        f"impostor@E1.0 {FAR}",
        hands={1: ["DK13", "DK15", "DK02"]},
        dark=5,
        tokens=[Token("SHADOW_GATE", 1, shrine=1)],
    )
    bench.order("play DK13 upper to D7")
    assert lying(bench, "SHADOW_GATE") == ["D7"]
    bench.refused("play DK15 upper to D7")  # where it lies already
    bench.order("play DK15 upper to B2")
    assert lying(bench, "SHADOW_GATE") == ["B2"]


@rule("ED-25.3", "ED-13.7")
def test_darkness_aims_through_its_gate() -> None:
    gate = [Token("SHADOW_GATE", 1, at="D7")]
    bench = Bench("impostor@B5.0 pilgrim@C8.0", hands={1: ["DK04"]}, tokens=gate, dark=3).dice(4)
    bench.order('play "Poison Kiss" lower', "to pilgrim/1")
    assert [token.t for token in bench.state.tokens] == ["SHADOW_GATE", "POISON"]


@rule("ED-19.5", "DP-I16", "ED-11.7")
def test_the_shadow_vortex_feeds_on_lost_contact() -> None:
    bench = Bench("impostor@E1.0 pilgrim@B5.6", turn=2, variants={1: ("std", "alt")})
    bench.order("activate pilgrim", "move pilgrim/1 C5.0")
    assert len(lying(bench)) == 1


# Slaughter Crows.


@rule("EF-6.7.3", "ED-8.5")
def test_crows_turn_dark_for_dark_points() -> None:
    bench = Bench(f"slaughter_crows@C5.0 {FAR}", dark=3)
    bench.order("activate slaughter_crows mode Dark (pay: crystal)")
    assert (bench.squad("slaughter_crows").mode, bench.player(1).dark_points) == ("Dark", 0)


@rule("DP-I20", "ED-25.9")
def test_anger_refreshes_and_fights_again() -> None:
    bench = Bench(
        "slaughter_crows@C5.0 holy_knight@C5.12",
        hands={1: ["DK01"]},
        depleted=(2, 0),
        standing={1: 'play "Anger" lower on wound_dealt'},
    ).dice(4, 0, 4, 0)
    bench.order("activate slaughter_crows", "fight slaughter_crows/1 vs holy_knight/1")
    bench.order("fight slaughter_crows/1 vs holy_knight/1")
    assert (bench.player(1).depleted, bench.squad("holy_knight").endurance) == (0, 0)


@rule("EF-2.14")
def test_hunger_wounds_both() -> None:
    bench = Bench("slaughter_crows@C5.0 pilgrim@C5.1", hands={1: ["DK02"]})
    bench.order('play "Hunger" lower by slaughter_crows/1 to pilgrim/1')
    assert (bench.squad("slaughter_crows").endurance, bench.squad("pilgrim").endurance) == (0, 0)


@rule("ED-22.15", "EF-2.12", "ED-25.4")
def test_a_murder_of_crows_leaves_and_comes_back_whole() -> None:
    bench = Bench(f"slaughter_crows:Dark@C5.0,C5.1,x,x impostor@E1.0 {FAR}", hands={1: ["DK03"]}, dark=4)
    bench.order('play "Murder of Crows" lower (pay: crystal)')
    assert (bench.player(1).dark_points, bench.squad("slaughter_crows").mode) == (2, "Basic")
    assert [bench.model(f"slaughter_crows/{n}").state for n in (1, 2, 3)] == ["aside", "aside", "dead"]
    bench.order("activate slaughter_crows", "at slaughter_crows/1 C8.0 move slaughter_crows/2 C8.1")
    bench.order("at C7.0").order("at C7.1")
    assert [model.at for model in bench.squad("slaughter_crows").models] == ["C8.0", "C8.1", "C7.0", "C7.1"]


# Impostor.


@rule("EF-8.3.9", "ED-16.16", "DP-A19")
def test_poison_takes_endurance_and_never_kills() -> None:
    bench = Bench("impostor@C5.0 pilgrim=1@C6.0", tokens=[Token("POISON", 1, models=["pilgrim/1"])], turn=2)
    assert bench.squad("pilgrim").endurance == 0
    bench.order("remove POISON from pilgrim/1", "end")
    assert bench.model("pilgrim/1").state == "board"
    assert bench.state.tokens == []


@rule("EF-2.15")
def test_chaos_wisdom_strengthens_a_squad_until_the_passive_turn() -> None:
    bench = Bench(f"impostor@C5.0 shadow@C6.0 {FAR}", hands={1: ["DK05"]}, dark=2)
    bench.order('play "Chaos Wisdom" lower with shadow/1 (pay: crystal)', "end")
    assert [value(bench, "shadow/1", name) for name in ("INI", "ATT", "DEF")] == [3, 2, 3]
    bench.order("turn passive", seat=2).order("turn passive", seat=1)
    assert value(bench, "shadow/1", "ATT") == 1


@rule("ED-9.7")
def test_mesmerizing_moves_any_model_nearby() -> None:
    bench = Bench("impostor@C5.0 pilgrim@C6.0", hands={1: ["DK06"]}, dark=1)
    bench.order('play "Mesmerizing" lower by impostor/1 to pilgrim/1 (pay: crystal)', "move pilgrim/1 C8.0")
    assert bench.at("pilgrim/1") == "C8.0"


# Bell Crow.


@rule("EF-2.11")
def test_living_death_kills_touched_enemies_without_endurance() -> None:
    bench = Bench("bell_crow@B5.* pilgrim=0@C5.1,E9.0 holy_knight@C6.56", hands={1: ["DK07"]}, dark=1)
    bench.order('play "Living Death" lower (pay: crystal)')
    assert (bench.model("pilgrim/1").state, bench.model("holy_knight/1").state) == ("dead", "board")
    assert bench.state.vp == 1


@rule("EF-8.3.9", "EF-2.12")
def test_bellower_takes_all_endurance_of_whom_it_wounds() -> None:
    bench = Bench("bell_crow@B5.* angel_of_death@C5.*", hands={1: ["DK08"]}, dark=3).dice(4, 0)
    bench.order('play "Bellower" lower (pay: crystal)', "fight bell_crow/1 vs angel_of_death/1")
    assert (bench.squad("angel_of_death").endurance, bench.model("angel_of_death/1").state) == (0, "board")


@rule("ED-21.3", "ED-25.24")
def test_repulse_moves_any_shrine_by_one_space() -> None:
    bench = Bench(f"bell_crow@B3.* {FAR}", hands={1: ["DK09"]}, dark=1)
    bench.order('play "Ominous Peal" upper to E5 (pay: crystal)', "at E6.*")
    assert bench.player(2).shrine_at == "E6"


@rule("EF-2.15")
def test_ominous_peal_moves_and_rouses() -> None:
    bench = Bench("bell_crow@B3.* shadow@C5.0 pilgrim@C5.1", hands={1: ["DK09"]}, dark=1).dice(0, 0)
    bench.order('play "Ominous Peal" lower (pay: crystal)', "move bell_crow/1 B5.*", "with shadow/1")
    bench.order("fight shadow/1 vs pilgrim/1")
    assert (value(bench, "shadow/1", "ATT"), value(bench, "shadow/1", "DEF")) == (3, 0)
    assert bench.told("fought")


# Void Specter.


@rule("ED-25.20", "EF-6.7.3")
def test_doom_is_attached_for_a_dark_point_and_spawns_more() -> None:
    bench = Bench(f"void_specter@C5.01 {FAR}", hands={1: ["DK10"]}, dark=1)
    bench.order('attach "Doom" to void_specter (pay: crystal)')
    assert (bench.player(1).dark_points, bench.player(1).pool) == (0, 5)
    bench.order("use void_specter.1 upper", "at B5.6")
    assert lying(bench) == ["B5.6"]


EMPRESS = "void_specter@B5.34 abyssal_empress@C6.* pilgrim@E9.0"


@rule("EF-2.14", "DP-I7")
def test_the_empress_wields_oblivion_and_doom_guides_it() -> None:
    bench = Bench(EMPRESS, dark=5, enhancements={"void_specter": [("DK10", 1)]}).dice(2, 1)
    bench.order("use void_specter.1 lower")
    bench.order("use abyssal_empress.oblivion (pay: crystal)", "to pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0
    bench.order("yes")
    assert bench.player(1).dark_points == 2
    bench.refused("use abyssal_empress.oblivion")


@rule("DP-I19", "EF-2.8")
def test_a_black_mark_weakens_and_pays_when_its_bearer_dies() -> None:
    bench = Bench("void_specter@C5.01 pilgrim=0@C5.2,E9.0", hands={1: ["DK11"]}, dark=2).dice(4, 0)
    bench.order('play "Black Mark" lower to pilgrim/1 (pay: crystal)')
    assert value(bench, "pilgrim/1", "DEF") == 0
    bench.order("activate void_specter", "fight void_specter/1 vs pilgrim/1")
    assert bench.player(1).dark_points == 3


@rule("EF-2.13")
def test_nightmare_marks_an_own_model_without_weakening_it() -> None:
    bench = Bench(f"void_specter:Dark@C5.01 {FAR}", hands={1: ["DK12"]}, dark=1)
    bench.order('play "Nightmare" lower with void_specter/1 (pay: crystal)')
    assert [token.t for token in bench.state.tokens] == ["BLACK_MARK"]
    assert value(bench, "void_specter/1", "DEF") == 2


# Any Squad, and Shadows.


@rule("EF-2.12", "ED-16.13")
def test_cauterisation_heals_x() -> None:
    bench = Bench(f"void_specter=0@C5.01 {FAR}", hands={1: ["DK13"]}, dark=2)
    bench.order('play "Cauterisation" lower x 2 with void_specter (pay: crystal)')
    assert bench.squad("void_specter").endurance == 2


@rule("EF-2.12", "ED-16.12")
def test_darkness_resurgent_costs_the_printed_endurance() -> None:
    bench = Bench(f"void_specter@C5.01,x shadow@x,E1.0 {FAR}", hands={1: ["DK14"]}, dark=3)
    bench.order(
        'play "Darkness Resurgent" lower with void_specter to void_specter/2 (pay: crystal)', "at B5.56"
    )
    assert (bench.at("void_specter/2"), bench.player(1).dark_points) == ("B5.56", 1)


@rule("EF-2.14")
def test_metamorphosis_puts_a_crow_in_place_of_a_shadow() -> None:
    bench = Bench(f"shadow@C5.0,E1.0 slaughter_crows@x {FAR}", hands={1: ["DK15"]}, dark=1)
    bench.order('play "Metamorphosis" lower with shadow/1 slaughter_crows/1 (pay: crystal)')
    bench.order("at C5.0")
    assert (bench.model("shadow/1").state, bench.at("slaughter_crows/1")) == ("dead", "C5.0")


@rule("ED-25.12", "EF-4.1")
def test_shadowy_tendrils_hold_an_enemy_as_long_as_a_shadow_touches_it() -> None:
    bench = Bench("shadow@C5.0 pilgrim@C5.1", hands={1: ["DK16"]}, dark=1)
    bench.order('play "Shadowy Tendrils" lower to pilgrim/1 (pay: crystal)')
    assert has_flag(bench.state, bench.model("pilgrim/1"), "blocked")
    assert value(bench, "pilgrim/1", "ATT") is None
    assert has_flag(bench.state, bench.model("shadow/1"), "unpushable_by_enemies")
    bench.order("activate shadow", "move shadow/1 C7.0")
    assert bench.state.tokens == []


@rule("DP-I19", "ED-16.14", "EC-105")
def test_emptiness_brings_a_dying_shadow_back() -> None:
    bench = Bench(
        "shadow@C5.0,E1.0 pilgrim@C5.1",
        turn=2,
        hands={1: ["DK17"]},
        standing={1: 'play "Emptiness" lower on killed at E2.0'},
    ).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs shadow/1")
    assert bench.model("shadow/1").state == "board"
    assert bench.player(1).dark_points == 1


# The Banners.


@rule("ED-4.22", "DP-A24", "EF-6.7.3", "ED-25.4")
def test_eight_dark_points_summon_the_empress() -> None:
    bench = Bench(f"impostor@C5.0 abyssal_empress=0@- {FAR}", dark=8)
    bench.order("banner", "at B5.*")
    assert (bench.at("abyssal_empress/1"), bench.squad("abyssal_empress").endurance) == ("B5.*", 3)
    assert (bench.player(1).dark_points, bench.player(1).banner_up) == (0, False)
    poor = Bench(f"impostor@C5.0 abyssal_empress=0@- {FAR}", dark=7)
    assert "8 Dark Points" in poor.refused("banner")


@rule("ED-4.22", "ED-13.6")
def test_five_dark_points_summon_the_lesser_empress() -> None:
    bench = Bench(
        "impostor@C5.0 abyssal_empress_alt=0@- pilgrim@B7.0", dark=8, variants={1: ("alt", "std")}
    ).dice(4)
    bench.order("banner", "at B5.*")
    assert bench.squad("abyssal_empress_alt").endurance == 1
    bench.order('use "abyssal_empress_alt.lesser oblivion" (pay: crystal)', "to pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0


@rule("ED-17.2", "EC-105", "DP-I19")
def test_the_last_shadow_of_a_squad_may_return() -> None:
    """Its Squad is dead by then; the player has others, or the game would be over."""
    bench = Bench(
        "shadow@C5.0,x bell_crow@A1.* pilgrim@C5.1,E9.0",
        turn=2,
        hands={1: ["DK17"]},
        standing={1: 'play "Emptiness" lower on killed'},
    ).dice(4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs shadow/1")
    assert bench.model("shadow/1").state == "board"
