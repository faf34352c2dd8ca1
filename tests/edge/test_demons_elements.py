"""The Master of Elements: Crystal Aegis, Fireball, Freeze, Ice Beam, and the tokens they put."""

from __future__ import annotations

import pytest

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

MASTER = "master_of_elements"


def stats(bench: Bench, model: str) -> list[int | None]:
    return [stat(bench.state, bench.model(model), name) for name in ("INI", "ATT", "DEF", "MOV")]


def tokens(bench: Bench) -> list[tuple[str, list[str]]]:
    return [(token.t, token.models) for token in bench.state.tokens]


def hit(bench: Bench) -> object:
    return bench.told("hit")[-1]["models"]


# Crystal Aegis.


@rule("ED-13.7", "ED-17.3")
def test_crystal_aegis_protects_an_own_model_within_four_spaces_of_the_master_or_himself() -> None:
    text = "pilgrim@A1.1 master_of_elements@C1.0 dark_scholar@C5.0,C6.0"
    bench = Bench(text, turn=2, hands={2: ["DE08"]})
    assert bench.offers("play", "DE08", "lower", MASTER, "master_of_elements/1") == [
        "master_of_elements/1",
        "dark_scholar/1",
    ]
    bench.refused('play "Crystal Aegis" lower with dark_scholar/2')
    bench.order('play "Crystal Aegis" lower with dark_scholar/1')
    assert tokens(bench) == [("CRYSTAL_AEGIS", ["dark_scholar/1"])]
    assert (bench.player(2).pool, bench.player(2).depleted, bench.player(2).discard) == (3, 2, ["DE08"])


AEGIS = Token("CRYSTAL_AEGIS", 2, models=["dark_scholar/1"])


@rule("ED-16.1", "EF-2.14")
def test_who_bears_the_aegis_cannot_be_wounded_in_combat_nor_by_a_shot() -> None:
    text = "pilgrim@C5.1 ranger@C4.0 dark_scholar=0@C5.2 master_of_elements@E9.0"
    bench = Bench(text, hands={1: ["CH16"]}, tokens=[AEGIS]).dice(4, 0, 4)
    bench.order("activate pilgrim", "fight pilgrim/1 vs dark_scholar/1")
    bench.order('play "Shoot" lower to dark_scholar/1')
    assert bench.model("dark_scholar/1").state == "board"
    assert [values["model"] for values in bench.told("was_immune")] == ["dark_scholar/1"] * 2
    assert bench.state.vp == 0


@rule("EF-2.1", "EF-4.13")
def test_the_aegis_ends_at_the_start_of_the_enemys_next_passive_turn_and_not_before() -> None:
    text = "pilgrim@A1.1 dark_scholar@C5.2 master_of_elements@E9.0"
    bench = Bench(text, turn=2, tokens=[Token("CRYSTAL_AEGIS", 2, models=["dark_scholar/1"])])
    bench.order("end")
    bench.order("turn active", "end", seat=1)
    bench.order("turn passive", seat=2)
    assert tokens(bench) == [("CRYSTAL_AEGIS", ["dark_scholar/1"])]
    bench.order("turn passive", seat=1)
    assert tokens(bench) == []


@rule("ED-2.4", "ED-17.6")
def test_while_the_only_aegis_lies_there_the_card_is_refused() -> None:
    text = "pilgrim@A1.1 dark_scholar@C5.2 master_of_elements@C4.0"
    bench = Bench(text, turn=2, hands={2: ["DE08"]}, tokens=[AEGIS])
    bench.refused('play "Crystal Aegis" lower with master_of_elements/1')


@rule("ED-17.1", "ED-15.6")
@pytest.mark.parametrize(
    "line", ['"Crystal Aegis" lower', '"Freeze" lower', '"Ice Beam" lower', '"Fireball" lower']
)
def test_the_masters_cards_need_the_master_alive_and_their_price(line: str) -> None:
    hand = {2: ["DE08", "DE09", "DE10", "DE11"]}
    bench = Bench("pilgrim@C4.1 dark_scholar@C5.2 master_of_elements=0@x", turn=2, hands=hand)
    bench.refused(f"play {line}")
    poor = Bench("pilgrim@C4.1 master_of_elements=0@C5.2", turn=2, hands=hand, pools=(5, 1), vp=10)
    poor.refused(f"play {line}")
    assert Bench("pilgrim@C4.1 master_of_elements@C5.2", turn=2, hands=hand).offers("play") == hand[2]


# Freeze.


@rule("ED-13.7", "ED-8.3", "EF-2.15")
def test_freeze_takes_initiative_attack_and_movement_of_an_enemy_within_three_spaces() -> None:
    text = "pilgrim@C5.1,C4.0,A9.0 angel_of_death@C7.* master_of_elements@C2.0"
    bench = Bench(text, turn=2, hands={2: ["DE10"]})
    assert bench.offers("play", "DE10", "lower", MASTER, "master_of_elements/1") == ["pilgrim/1", "pilgrim/2"]
    bench.order('play "Freeze" lower to pilgrim/1')
    assert stats(bench, "pilgrim/1") == [0, None, 1, None]
    assert stats(bench, "pilgrim/2") == [2, 1, 1, 2]
    assert (bench.player(2).pool, bench.player(2).discard) == (3, ["DE10"])


FROZEN = Token("FREEZE", 2, models=["pilgrim/1"])


@rule("ED-8.3", "EC-51")
def test_a_frozen_model_neither_moves_nor_fights_nor_strikes_back() -> None:
    text = "pilgrim@C5.1,A1.0 dark_scholar@C5.2 master_of_elements@E9.0"
    bench = Bench(text, tokens=[FROZEN])
    bench.order("activate pilgrim")
    bench.refused("move pilgrim/1 C5.0")
    bench.refused("fight pilgrim/1 vs dark_scholar/1")
    bench.order("end")
    bench.dice(0, 4)
    bench.order("turn active", "activate dark_scholar", "fight dark_scholar/1 vs pilgrim/1", seat=2)
    assert [values["model"] for values in bench.told("attacked")] == ["dark_scholar/1"]


@rule("ED-15.11", "EF-2.1")
def test_freeze_is_paid_off_by_its_bearers_owner_with_two_crystals_in_an_active_turn() -> None:
    text = "pilgrim@C5.1,A1.0 dark_scholar@C6.2 master_of_elements@E9.0"
    bench = Bench(text, tokens=[Token("FREEZE", 2, models=["pilgrim/1"])])
    bench.order("remove FREEZE from pilgrim/1")
    assert (bench.player(1).pool, bench.player(1).depleted, tokens(bench)) == (3, 2, [])
    assert stats(bench, "pilgrim/1") == [2, 1, 1, 2]
    bench = Bench(text, turn=2, tokens=[Token("FREEZE", 2, models=["pilgrim/1"])])
    bench.refused("remove FREEZE from pilgrim/1")


@rule("ED-2.4", "EF-4.13")
def test_there_are_two_freeze_tokens_and_a_frozen_model_is_not_frozen_again() -> None:
    text = "pilgrim@C5.1,C5.3,C5.5 master_of_elements@C4.0"
    one, two = Token("FREEZE", 2, models=["pilgrim/1"]), Token("FREEZE", 2, models=["pilgrim/2"])
    bench = Bench(text, turn=2, hands={2: ["DE10"]}, tokens=[one])
    assert bench.offers("play", "DE10", "lower", MASTER, "master_of_elements/1") == ["pilgrim/2", "pilgrim/3"]
    bench = Bench(text, turn=2, hands={2: ["DE10"]}, tokens=[one, two])
    bench.refused('play "Freeze" lower to pilgrim/3')


# Fireball and FIRE.


@rule("ED-13.3", "ED-13.4", "EC-67")
def test_fireball_checks_everybody_in_a_space_and_one_neighbour_with_one_roll() -> None:
    text = "ranger@C6.2 pilgrim@C6.4 gorehound@C7.12 master_of_elements@C4.0"
    bench = Bench(text, turn=2, hands={2: ["DE09"]}).dice(2)
    bench.order('play "Fireball" lower', "at C6 C7")
    assert bench.told("shot")[0]["targets"] == ["ranger/1", "pilgrim/1", "gorehound/1"]
    assert hit(bench) == ["ranger/1"]  # 2 against INI 1, 2 and 4
    assert len(bench.told("rolled")) == 1
    assert (bench.squad("ranger").endurance, bench.squad("gorehound").endurance) == (0, 1)
    assert tokens(bench) == [("FIRE", ["ranger/1"])]
    assert (bench.player(2).pool, bench.player(2).discard) == (3, ["DE09"])


@rule("EF-6.2.1", "EF-2.12")
@pytest.mark.parametrize(("mode", "hits"), [("Basic", []), ("Focus", ["pilgrim/1"])])
def test_fireball_and_ice_beam_have_two_more_in_focus_mode(mode: str, hits: list[str]) -> None:
    text = f"pilgrim@C6.4,A1.0 master_of_elements:{mode}@C4.0"
    bench = Bench(text, turn=2, hands={2: ["DE09", "DE11"]}).dice(1, 1)
    bench.order('play "Fireball" lower', "at C6 C7")
    assert hit(bench) == hits
    bench.order('play "Ice Beam" lower', "along C5")
    assert hit(bench) == hits


@rule("ED-13.6", "ED-13.7", "ED-17.6")
def test_fireball_reaches_three_spaces_along_an_open_line_and_a_neighbour_beyond() -> None:
    text = "pilgrim@C7.4,C8.0,A1.0 master_of_elements@C4.0"
    bench = Bench(text, turn=2, hands={2: ["DE09"]})
    bench.order('play "Fireball" lower')
    assert "C7" in bench.offers()
    assert "C8" not in bench.offers()
    assert "C8" in bench.offers("C7")
    blocked = Bench("angel_of_death@C6.* pilgrim@C8.4 master_of_elements@C4.0", turn=2, hands={2: ["DE09"]})
    blocked.order('play "Fireball" lower')
    assert "C6" in blocked.offers()
    assert "C7" not in blocked.offers()
    far = Bench("pilgrim@C9.4 master_of_elements@C4.0", turn=2, hands={2: ["DE09"]})
    far.refused('play "Fireball" lower at C9 C8')


@rule("ED-16.4", "DP-A15", "EC-79")
def test_the_acting_player_says_who_is_wounded_first_and_who_burns() -> None:
    text = "pilgrim@C6.2,C6.4,A1.0 master_of_elements@C4.0"
    bench = Bench(text, turn=2, hands={2: ["DE09"]}).dice(4)
    bench.order('play "Fireball" lower', "at C6 C7", "first pilgrim/2 pilgrim/1", "to pilgrim/2")
    assert (bench.model("pilgrim/1").state, bench.model("pilgrim/2").state) == ("dead", "board")
    assert tokens(bench) == [("FIRE", ["pilgrim/2"])]


@rule("EC-80", "ED-13.5", "ED-16.6")
def test_a_fireball_that_kills_an_own_model_gives_its_value_to_the_enemy() -> None:
    text = "pilgrim@C6.4,A1.0 dark_scholar=0@C6.1,E9.0 master_of_elements@C4.0"
    bench = Bench(text, turn=2, hands={2: ["DE09"]}).dice(4)
    bench.order('play "Fireball" lower', "at C6 C7")
    assert bench.model("dark_scholar/1").state == "dead"
    assert bench.state.lead(1) == 1


@rule("EC-68")
def test_a_zero_misses_a_target_with_initiative_zero() -> None:
    bench = Bench("ranger:Aim@C6.2 pilgrim@A1.0 master_of_elements@C4.0", turn=2, hands={2: ["DE09"]}).dice(0)
    bench.order('play "Fireball" lower', "at C6 C7")
    assert (hit(bench), tokens(bench)) == ([], [])


@rule("EF-4.12", "EF-4.13", "DP-T6", "EC-106", "ED-6.7")
def test_fire_costs_a_crystal_at_the_start_of_its_bearers_next_turn_of_either_kind() -> None:
    text = "pilgrim@C6.4 master_of_elements@C4.0"
    for kind in ("active", "passive"):
        bench = Bench(text, turn=2, tokens=[Token("FIRE", 2, models=["pilgrim/1"])])
        bench.order("end")
        bench.order(f"turn {kind}", seat=1)
        if bench.asked() == (1, "option"):
            bench.order("pay", seat=1)
        assert (tokens(bench), bench.squad("pilgrim").endurance) == ([], 1)
        assert bench.told("paid")[-1]["seat"] == 1


@rule("EF-4.12", "DP-T6")
def test_fire_wounds_its_bearer_who_does_not_pay_and_leaves() -> None:
    text = "pilgrim@C6.4 master_of_elements@C4.0"
    bench = Bench(text, turn=2, tokens=[Token("FIRE", 2, models=["pilgrim/1"])], standing={1: "fire: wound"})
    bench.order("end")
    bench.order("turn active", seat=1)
    assert (tokens(bench), bench.squad("pilgrim").endurance, bench.player(1).pool) == ([], 0, 5)


@rule("ED-16.6", "EC-106")
def test_fire_kills_before_harvest_and_the_other_side_scores() -> None:
    text = "pilgrim=0@B3.5,A1.0 master_of_elements@C4.0"
    bench = Bench(text, turn=2, tokens=[Token("FIRE", 2, models=["pilgrim/1"])], standing={1: "fire: wound"})
    bench.order("end")
    bench.order("turn passive", seat=1)
    assert bench.model("pilgrim/1").state == "dead"
    assert (bench.state.lead(2), bench.player(1).pool) == (1, 5)


# Ice Beam.


@rule("ED-13.5", "ED-13.6", "EC-69")
def test_ice_beam_checks_everybody_on_one_line_of_any_length_up_to_a_full_space() -> None:
    text = "pilgrim@C5.4,C8.0 angel_of_death@C7.* gorehound@C6.12 master_of_elements@C2.0"
    bench = Bench(text, turn=2, hands={2: ["DE11"]}).dice(4)
    bench.order('play "Ice Beam" lower', "along C3")
    assert bench.told("shot")[0]["targets"] == ["pilgrim/1", "angel_of_death/1", "gorehound/1"]
    assert hit(bench) == ["pilgrim/1", "angel_of_death/1"]
    assert (bench.squad("angel_of_death").endurance, bench.squad("pilgrim").endurance) == (2, 0)
    assert tokens(bench) == []


@rule("ED-13.8")
def test_ice_beam_also_checks_those_in_the_shooters_own_space_but_not_himself() -> None:
    text = "pilgrim@C2.4,C5.0 master_of_elements@C2.0"
    bench = Bench(text, turn=2, hands={2: ["DE11"]}).dice(4)
    bench.order('play "Ice Beam" lower', "along C3")
    assert bench.told("shot")[0]["targets"] == ["pilgrim/1", "pilgrim/2"]


@rule("ED-17.6")
def test_ice_beam_needs_someone_on_a_line() -> None:
    bench = Bench("pilgrim@B4.0 master_of_elements@C2.0", turn=2, hands={2: ["DE11"]})
    bench.refused('play "Ice Beam" lower')
