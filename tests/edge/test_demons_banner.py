"""The two Banners of the Demons."""

from __future__ import annotations

import pytest

from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

ALT = {2: ("alt", "std")}


def told_fights(bench: Bench) -> list[tuple[object, object]]:
    return [(values["model"], values["target"]) for values in bench.told("fought")]


@rule("ED-20.1", "ED-20.2", "ED-20.3", "DP-A11")
@pytest.mark.parametrize(("variants", "number"), [({2: ("std", "std")}, 1), (ALT, 2)])
def test_both_banners_let_one_model_fight_every_enemy_it_touches(
    variants: dict[int, tuple[str, str]], number: int
) -> None:
    text = "pilgrim@C5.2,C5.3,C7.0 gorehound@C7.12 son_of_khyber@C6.*"
    bench = Bench(text, turn=2, variants=variants).dice(4, 0, 4, 0)
    bench.order(
        f"banner {number}", "fight son_of_khyber/1 vs pilgrim/2", "fight son_of_khyber/1 vs pilgrim/1"
    )
    assert told_fights(bench) == [("son_of_khyber/1", "pilgrim/2"), ("son_of_khyber/1", "pilgrim/1")]
    assert (bench.player(2).banner_up, bench.player(2).pool) == (False, 5)
    bench.refused(f"banner {number}")
    bench.order("activate gorehound")  # it is no activation


@rule("ED-20.1", "DP-A6")
def test_the_first_fight_says_who_fights_and_no_enemy_is_left_out() -> None:
    text = "pilgrim@C5.2,C5.3,C7.0 gorehound@C7.12 son_of_khyber@C6.*"
    bench = Bench(text, turn=2).dice(4, 0, 4, 0)
    bench.order("banner 1", "fight son_of_khyber/1 vs pilgrim/2", "end")
    assert told_fights(bench) == [("son_of_khyber/1", "pilgrim/2"), ("son_of_khyber/1", "pilgrim/1")]


@rule("ED-20.1", "ED-9.1")
def test_the_demon_banner_moves_the_son_of_khyber_who_may_push() -> None:
    text = "pilgrim@C8.0 gorehound@E9.12 son_of_khyber@C6.*"
    bench = Bench(text, turn=2)
    assert bench.offers("banner") == ["2"]  # nobody touches an enemy
    bench.order("banner 2", "move son_of_khyber/1 C8.* push pilgrim/1>C9.5")
    assert (bench.at("son_of_khyber/1"), bench.at("pilgrim/1")) == ("C8.*", "C9.5")


@rule("ED-20.2", "ED-6.6")
def test_the_banner_comes_back_in_the_next_passive_turn() -> None:
    bench = Bench("pilgrim@C8.0 gorehound@E9.12 son_of_khyber@C6.*", turn=2)
    bench.order("banner 2", "stay", "end")
    bench.order("turn passive", seat=1)
    assert not bench.player(2).banner_up
    bench.order("turn passive", seat=2)
    assert bench.player(2).banner_up


@rule("ED-13.2", "ED-13.3", "ED-13.7")
@pytest.mark.parametrize(("result", "burning"), [(3, ["pilgrim/1"]), (2, [])])
def test_the_alternative_banner_sets_an_enemy_near_the_son_on_fire_if_it_is_hit(
    result: int, burning: list[str]
) -> None:
    text = "pilgrim@C5.0,C4.0 gorehound@C3.12 son_of_khyber@C6.*"
    bench = Bench(text, turn=2, variants=ALT).dice(result)
    assert bench.offers("banner", "1") == ["pilgrim/1"]
    bench.order("banner 1 to pilgrim/1")
    assert [model for token in bench.state.tokens if token.t == "FIRE" for model in token.models] == burning
    assert (bench.squad("pilgrim").endurance, bench.player(2).banner_up) == (1, False)


@rule("ED-2.4", "EF-4.13")
def test_with_all_three_fires_burning_the_banner_hits_without_effect() -> None:
    text = "pilgrim@C5.0,C4.0,C4.1,C4.2 son_of_khyber@C6.*"
    fires = [Token("FIRE", 2, models=[f"pilgrim/{number}"]) for number in (2, 3, 4)]
    bench = Bench(text, turn=2, variants=ALT, tokens=fires).dice(4)
    bench.order("banner 1 to pilgrim/1")
    assert len(bench.state.tokens) == 3


@rule("ED-20.1", "ED-17.6")
def test_without_anything_to_do_the_banner_is_not_offered() -> None:
    bench = Bench("pilgrim@A1.0 gorehound@C3.12", turn=2)
    bench.refused("banner 1")
    bench.refused("banner 2")
