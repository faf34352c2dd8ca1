"""The Holy Knights' cards: Bash, Formation, Leap, Shield Wall, and the Enhancement Guard."""

from __future__ import annotations

from games.edge.rules.squads.attributes import has_flag, stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

# Bash (CH01).


def bash() -> Bench:
    """A Knight beside C5, a Gorehound in C5 that it can touch after a step."""
    return Bench("holy_knight@C4.05 gorehound@C5.45", hands={1: ["CH01"]})


@rule("EF-4.4", "ED-17.3", "ED-17.5", "ED-15.1")
def test_bash_moves_a_knight_and_shoves_a_touched_enemy_into_the_next_space() -> None:
    bench = bash().order('play "Bash" lower', "move holy_knight/1 C4.23", "at C6.12")
    assert bench.at("holy_knight/1") == "C4.23"
    assert bench.at("gorehound/1") == "C6.12"
    assert (bench.player(1).pool, bench.player(1).depleted) == (4, 1)
    assert (bench.player(1).hand, bench.player(1).discard) == ([], ["CH01"])


@rule("EF-4.4")
def test_bash_shoves_onto_empty_hexes_of_a_space_next_to_where_the_enemy_stood() -> None:
    bench = Bench("holy_knight@C4.05 pilgrim@C6.0,x,x,x gorehound@C5.45", hands={1: ["CH01"]})
    bench.order('play "Bash" lower', "move holy_knight/1 C4.23")
    spaces = {place.partition(".")[0] for place in bench.offers()}
    assert spaces == {"B4", "B5", "C4", "C6", "D4", "D5"}
    assert "C6.01" not in bench.offers()  # a Pilgrim stands there, and nobody is pushed by it


@rule("EF-2.1")
def test_bash_shoves_nobody_if_the_knight_touches_no_enemy_after_its_move() -> None:
    bench = bash().order('play "Bash" lower', "move holy_knight/1 B4.12")
    assert bench.asked() == (1, "order")
    assert bench.at("gorehound/1") == "C5.45"
    assert bench.player(1).discard == ["CH01"]


@rule("ED-9.1", "EF-2.1")
def test_the_knight_of_bash_may_stay_where_it_stands() -> None:
    bench = Bench("holy_knight@C4.23 gorehound@C5.45", hands={1: ["CH01"]})
    bench.order('play "Bash" lower', "move stay", "at C6.12")
    assert (bench.at("holy_knight/1"), bench.at("gorehound/1")) == ("C4.23", "C6.12")


@rule("ED-17.1", "ED-17.2")
def test_bash_needs_a_living_knight() -> None:
    bench = Bench("holy_knight@x pilgrim@C4.0 gorehound@C5.45", hands={1: ["CH01"]})
    assert bench.offers("play", "CH01") == ["upper"]
    bench.order('play "Bash" upper with pilgrim', "move stay")


@rule("ED-15.6")
def test_bash_is_not_played_by_who_cannot_pay() -> None:
    bench = Bench("holy_knight=0@C4.05 gorehound@C5.45", hands={1: ["CH01"]}, pools=(0, 5), vp=-10)
    assert bench.offers("play", "CH01") == ["upper"]


# Formation (CH06).

THREE = "holy_knight@C4.05 holy_knight@A2.12 holy_knight@E8.12"


@rule("EF-2.11")
def test_formation_brings_all_other_knights_into_contact_with_one() -> None:
    bench = Bench(f"{THREE} gorehound@C7.12", hands={1: ["CH06"]})
    bench.order('play "Formation" lower with HK1', "at HK2 C4.12 move HK3 C4.34")
    assert [bench.at(f"holy_knight#{n}/1") for n in (1, 2, 3)] == ["C4.05", "C4.12", "C4.34"]
    assert (bench.player(1).pool, bench.player(1).discard) == (4, ["CH06"])


@rule("EF-2.11")
def test_in_formation_each_knight_must_touch_the_chosen_one() -> None:
    bench = Bench(f"{THREE} gorehound@C7.12", hands={1: ["CH06"]})
    bench.order('play "Formation" lower with HK1')
    bench.refused("at HK2 C4.12 move HK3 C5.23")
    bench.refused("at HK2 C4.12")


@rule("EF-4.2", "ED-11.1")
def test_formation_pushes_smaller_bases() -> None:
    bench = Bench("holy_knight@C4.05 holy_knight@A2.12 dark_scholar@C4.1,x,x", hands={1: ["CH06"]})
    bench.order('play "Formation" lower with HK1', "at C4.12 push DS1>C5.6")
    assert bench.at("holy_knight#2/1") == "C4.12"
    assert bench.at("dark_scholar/1") != "C4.1"


def test_after_formation_any_knight_may_fight() -> None:
    bench = Bench("holy_knight@C4.05 holy_knight@A2.12 dark_scholar=0@C4.3,C4.4,x", hands={1: ["CH06"]})
    bench.dice(0, 4, 0, 0, 4, 0)
    bench.order(
        'play "Formation" lower with HK1',
        "at C4.12",
        "fight HK2 vs DS1 (counter: no)",
        "fight HK1 vs DS2",
    )
    fights = [(told["model"], told["target"]) for told in bench.told("fought")]
    assert fights == [("holy_knight#2/1", "dark_scholar/1"), ("holy_knight#1/1", "dark_scholar/2")]


@rule("ED-1.9")
def test_nobody_has_to_fight_after_formation() -> None:
    bench = Bench("holy_knight@C4.05 holy_knight@A2.12 dark_scholar@C4.3,x,x", hands={1: ["CH06"]})
    bench.order('play "Formation" lower with HK1', "at C4.12", "done")
    assert bench.told("fought") == []


@rule("ED-17.6")
def test_formation_needs_another_knight() -> None:
    bench = Bench("holy_knight@C4.05 pilgrim@C5.0,x,x,x gorehound@C7.12", hands={1: ["CH06"]})
    assert bench.offers("play", "CH06") == ["upper"]


@rule("EF-4.1")
def test_a_blocked_knight_does_not_come_to_the_formation() -> None:
    """DE18 holds a Knight; the others come all the same."""
    bench = Bench(
        f"{THREE} dark_scholar:Ritual@E8.3,x,x",
        turn=2,
        hands={1: ["CH06"], 2: ["DE18"]},
    )
    bench.order('play "Spectral Grasp" lower to HK3', "end", seat=2)
    bench.order("turn active", 'play "Formation" lower with HK1', "at C4.12", seat=1)
    assert (bench.at("holy_knight#2/1"), bench.at("holy_knight#3/1")) == ("C4.12", "E8.12")


# Leap (CH11).


@rule("ED-10.5", "EF-2.14")
def test_leap_moves_a_knight_four_spaces_through_obstacles() -> None:
    ring = "son_of_khyber@C5.* gorehound@C4.12"
    bench = Bench(f"holy_knight@C3.12 {ring}", hands={1: ["CH11"]}, sources=("C4", "B7", "D2", "D7"))
    bench.order('play "Leap" lower', "move HK C7.12")
    assert bench.at("holy_knight/1") == "C7.12"
    assert (bench.player(1).pool, bench.player(1).discard) == (4, ["CH11"])


@rule("EF-2.14")
def test_leap_goes_no_farther_than_four() -> None:
    bench = Bench("holy_knight@C3.12 gorehound@A1.12", hands={1: ["CH11"]})
    bench.order('play "Leap" lower')
    bench.refused("move HK C8.12")


@rule("ED-12.3", "EF-2.15")
def test_the_knight_that_leapt_strikes_first_this_turn_only() -> None:
    bench = Bench("holy_knight@C3.12 gorehound@C5.45", hands={1: ["CH11"]})
    bench.dice(2, 2)
    bench.order('play "Leap" lower', "move HK C4.23", "activate holy_knight", "fight HK vs GO")
    assert [told["model"] for told in bench.told("attacked")][:1] == ["holy_knight/1"]
    knight = bench.model("holy_knight/1")
    assert has_flag(bench.state, knight, "wins_ini")
    bench.order("end")
    assert not has_flag(bench.state, knight, "wins_ini")


@rule("EF-4.1", "ED-17.6")
def test_a_blocked_knight_cannot_leap() -> None:
    bench = Bench("holy_knight@C3.12 dark_scholar:Ritual@C3.3,x,x", turn=2, hands={1: ["CH11"], 2: ["DE18"]})
    bench.order('play "Spectral Grasp" lower to HK', "end", seat=2)
    bench.order("turn active", seat=1)
    assert bench.offers("play", "CH11") == []


# Shield Wall (CH15).

WALL = "holy_knight@C4.12 holy_knight@C4.34 holy_knight@C4.56 gorehound@C7.12"


@rule("EF-2.1")
def test_a_shield_wall_gives_two_def_for_each_other_knight_that_one_touches() -> None:
    """In C4 the middle one (34) touches both others, these touch each other round the rim as well."""
    bench = Bench(WALL, hands={1: ["CH15"]})
    bench.order('play "Shield Wall" lower')
    knights = [bench.model(f"holy_knight#{n}/1") for n in (1, 2, 3)]
    assert [stat(bench.state, knight, "DEF") for knight in knights] == [6, 6, 6]
    assert (bench.player(1).pool, bench.player(1).discard) == (5, ["CH15"])


@rule("EF-2.1")
def test_only_knights_in_contact_count_for_the_wall() -> None:
    bench = Bench(
        "holy_knight@C4.05 holy_knight@C4.12 holy_knight@C5.56 gorehound@C7.12", hands={1: ["CH15"]}
    )
    bench.order('play "Shield Wall" lower')
    knights = [bench.model(f"holy_knight#{n}/1") for n in (1, 2, 3)]
    assert [stat(bench.state, knight, "DEF") for knight in knights] == [4, 6, 4]


@rule("ED-17.6")
def test_one_knight_alone_is_no_wall() -> None:
    bench = Bench("holy_knight@C4.12 holy_knight@C6.12 gorehound@C7.34", hands={1: ["CH15"]})
    assert bench.offers("play", "CH15") == []


def test_the_group_is_named_by_any_of_its_knights() -> None:
    text = "holy_knight@C4.12 holy_knight@C4.34 holy_knight@A1.12 gorehound@C7.12"
    bench = Bench(text, hands={1: ["CH15"]}).order('play "Shield Wall" lower with HK2')
    (token,) = bench.state.tokens
    assert token.models == ["holy_knight#1/1", "holy_knight#2/1"]


@rule("ED-11.6", "ED-2.4")
def test_a_wall_cannot_be_pushed_by_anybody_and_there_is_only_one() -> None:
    bench = Bench(
        "holy_knight@C4.12 holy_knight@C4.34 angel_of_death@C3.* gorehound@C7.12", hands={1: ["CH15", "CH15"]}
    )
    bench.order('play "Shield Wall" lower', "activate angel_of_death")
    assert not any(place.startswith("C4") for place in bench.offers("move", "angel_of_death/1"))
    assert bench.offers("play", "CH15") == []


@rule("EF-2.1")
def test_a_wall_breaks_when_one_of_it_moves() -> None:
    bench = Bench(WALL, hands={1: ["CH15"]})
    bench.order('play "Shield Wall" lower', "activate holy_knight#1", "move HK1 C5.12")
    assert bench.state.tokens == []
    assert stat(bench.state, bench.model("holy_knight#2/1"), "DEF") == 2


@rule("EF-2.1")
def test_a_wall_breaks_when_one_of_it_is_wounded_but_stands_while_blows_fail() -> None:
    text = "holy_knight@C4.12 holy_knight@C4.34 gorehound@C4.56"
    bench = Bench(text, hands={1: ["CH15"]}, standing={1: "counter: no"})
    bench.order('play "Shield Wall" lower', "end", seat=1)
    bench.dice(0, 0, 4, 0).order("turn active", "activate gorehound", "fight GO vs HK2", seat=2)
    assert [token.t for token in bench.state.tokens] == ["SHIELD_WALL"]  # 3 against 4
    bench = Bench(text, hands={1: ["CH15"]})
    bench.order('play "Shield Wall" lower', "end", seat=1)
    bench.dice(4, 1).order("turn active", "activate gorehound", "fight GO vs HK2", seat=2)
    assert bench.squad("holy_knight#2").endurance == 1
    assert bench.state.tokens == []


# Guard (CH07).


def guarded(knight: int = 2, pilgrims: int = 0) -> Bench:
    """A Pilgrim that touches a Knight with a Charge on Guard; a Gorehound attacks it."""
    return Bench(
        f"holy_knight={knight}@C4.12 pilgrim={pilgrims}@C4.0,C7.0,x,x gorehound@C4.45",
        turn=2,
        enhancements={"holy_knight": [("CH07", 2)]},
        standing={1: "use holy_knight.1 lower on before_defense\ncounter: no"},
    )


@rule("ED-16.15", "EF-8.3.6", "EF-2.9", "EC-74")
def test_guard_lends_the_knights_def_and_endurance() -> None:
    bench = guarded().dice(4, 4).order("activate gorehound", "fight GO vs PI1")
    (defended,) = bench.told("defended")
    assert defended["guard"] == 6  # 4 + DEF 2 of the Knight
    assert bench.squad("holy_knight").endurance == 1
    assert bench.model("pilgrim/1").state == "board"
    assert bench.state.enhancement("holy_knight.1").charges == 1
    assert bench.state.neutral_charges == 19


@rule("EF-8.3.6", "ED-16.15")
def test_without_tokens_of_the_knight_the_guarded_model_itself_dies() -> None:
    bench = guarded(knight=0, pilgrims=1).dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.squad("pilgrim").endurance == 1
    assert bench.model("holy_knight/1").state == "board"


@rule("EF-2.9", "ED-17.6")
def test_guard_is_only_for_models_that_touch_the_knight() -> None:
    bench = Bench(
        "holy_knight@C3.12 pilgrim=1@C4.0,x,x,x gorehound@C4.45",
        turn=2,
        enhancements={"holy_knight": [("CH07", 2)]},
        standing={1: "use holy_knight.1 lower on before_defense"},
    )
    bench.dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.state.enhancement("holy_knight.1").charges == 2


@rule("EF-2.12", "ED-16.15")
def test_guard_lends_the_def_that_the_knight_has_now() -> None:
    """A BLESSING on the Knight counts, one on the Pilgrim's own card does not: its DEF is not used."""
    for blessed, guard in (("holy_knight", 7), ("pilgrim", 6)):
        bench = Bench(
            "holy_knight@C4.12 pilgrim@C4.0,x,x,x gorehound@C4.45",
            turn=2,
            enhancements={"holy_knight": [("CH07", 1)]},
            standing={1: "use holy_knight.1 lower on before_defense\ncounter: no"},
            tokens=[Token("BLESSING", 1, squad=blessed)],
        )
        bench.dice(4, 4).order("activate gorehound", "fight GO vs PI1")
        assert bench.told("defended")[0]["guard"] == guard


@rule("ED-18.6", "EC-97")
def test_guard_on_another_squad_than_a_knight_has_no_lower_action() -> None:
    bench = Bench(
        "ranger@C4.1,x pilgrim=1@C4.0,x,x,x gorehound@C4.45",
        turn=2,
        enhancements={"ranger": [("CH07", 2)]},
        standing={1: "use ranger.1 lower on before_defense\nuse ranger.1 upper on before_defense"},
    )
    bench.dice(4).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("used")[0]["half"] == "upper"
