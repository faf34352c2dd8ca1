"""Shadowzone: a Gorehound that is set aside, and comes back."""

from __future__ import annotations

from games.edge.geometry import DUEL
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

TEXT = "pilgrim@C5.1 gorehound@C5.23 gorehound@E9.12"
ZONE = 'play "Shadowzone" lower with gorehound#1'


@rule("ED-22.15", "ED-17.3")
def test_shadowzone_takes_a_gorehound_off_the_board_and_it_is_not_dead() -> None:
    bench = Bench(TEXT, turn=2, hands={2: ["DE14", "DE03"]})
    bench.order(ZONE)
    assert (bench.model("gorehound#1/1").state, bench.at("gorehound#1/1")) == ("aside", "")
    assert (bench.player(2).pool, bench.player(2).discard, bench.state.vp) == (4, ["DE14"], 0)
    bench.refused('play "Resurrection" lower x 1 with gorehound#1/1')


@rule("ED-22.15", "ED-8.9", "EC-103", "DP-A23")
def test_it_returns_where_its_player_likes_when_its_squad_is_activated_and_then_acts() -> None:
    bench = Bench(TEXT, turn=2, hands={2: ["DE14"]}).dice(4, 0)
    bench.order(ZONE, "end")
    bench.order("turn passive", seat=1)
    bench.order("turn active", "activate gorehound#1", "at C5.56", seat=2)
    assert (bench.model("gorehound#1/1").state, bench.at("gorehound#1/1")) == ("board", "C5.56")
    bench.order("fight gorehound#1/1 vs pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0
    assert bench.state.laters == []


@rule("ED-8.5", "ED-22.15")
def test_it_may_return_in_the_same_turn_and_in_another_mode() -> None:
    bench = Bench(TEXT, turn=2, hands={2: ["DE14"]})
    bench.order(ZONE, "activate gorehound#1 mode Astral", "at A1.12")
    assert (bench.at("gorehound#1/1"), bench.squad("gorehound#1").mode) == ("A1.12", "Astral")
    bench.order("move gorehound#1/1 A8.12")


@rule("ED-22.15", "ED-4.22")
def test_it_returns_to_empty_hexes_and_pushes_nobody() -> None:
    bench = Bench(TEXT, turn=2, hands={2: ["DE14"]})
    bench.order(ZONE, "activate gorehound#1")
    assert bench.asked() == (2, "place")
    assert "C5.12" not in bench.offers()
    bench.refused("at C5.12")
    bench.order("at C5.23")


@rule("ED-22.15")
def test_the_activation_of_another_squad_brings_nobody_back() -> None:
    bench = Bench(TEXT, turn=2, hands={2: ["DE14"]})
    bench.order(ZONE, "activate gorehound#2")
    assert bench.model("gorehound#1/1").state == "aside"
    assert bench.asked() == (2, "order")


@rule("ED-22.15")
def test_who_is_set_aside_is_no_target() -> None:
    bench = Bench(TEXT, turn=2, hands={1: ["CH19"], 2: ["DE14"]})
    bench.order(ZONE, "end")
    bench.order("turn active", seat=1)
    assert bench.offers("play", "CH19", "lower") == ["gorehound#2/1"]


@rule("EC-102", "ED-22.15", "ED-22.2")
def test_a_player_whose_last_model_goes_to_the_shadowzone_has_lost() -> None:
    bench = Bench("pilgrim@C5.1 gorehound@C5.23", turn=2, hands={2: ["DE14"]})
    bench.order('play "Shadowzone" lower')
    assert bench.run.result is not None
    assert bench.run.result.winners == (1,)


@rule("EC-103", "ED-1.2", "ED-15.3", "ED-6.4")
def test_a_squad_whose_only_model_is_set_aside_is_alive_pays_and_is_charged() -> None:
    bench = Bench(
        TEXT, turn=2, hands={2: ["DE14", "DE09"]}, enhancements={"gorehound#1": [("DE12", 1)]}, pools=(5, 1)
    )
    bench.order(ZONE, 'play "Fireball" upper from gorehound#1', "end")
    assert (bench.squad("gorehound#1").is_alive, bench.squad("gorehound#1").endurance) == (True, 0)
    bench.order("turn passive", seat=1)
    bench.order("turn passive", seat=2)
    assert bench.state.enhancement("gorehound#1.1").charges == 2


@rule("EF-4.1")
def test_a_blocked_gorehound_does_not_escape_into_the_shadowzone() -> None:
    trapped = Token("TRAP", 1, models=["gorehound#1/1"])
    bench = Bench(TEXT, turn=2, hands={2: ["DE14"]}, tokens=[trapped])
    bench.refused(ZONE)


def test_tokens_on_a_model_that_is_set_aside_are_gone() -> None:
    fire = Token("FIRE", 1, models=["gorehound#1/1"])
    bench = Bench(TEXT, turn=2, hands={2: ["DE14"]})
    bench.state.tokens.append(fire)
    bench.order(ZONE)
    assert bench.state.tokens == []


@rule("ED-22.15")
def test_who_finds_no_place_stays_aside_and_waits_for_the_next_activation() -> None:
    full = [name for name in DUEL.names if name not in ("C5", "C6")]
    text = "holy_knight@C5.02 pilgrim@C5.1,C5.6,C5.4 gorehound@C6.12 gorehound@C6.34 gorehound@C6.56"
    bench = Bench(f"{text} dark_scholar@C6.0", turn=2, hands={2: ["DE14"]}, sources=full, shrines=())
    bench.order('play "Shadowzone" lower with gorehound#1', "end")
    bench.order("turn active", "activate pilgrim", "move pilgrim/1 C6.1", "end", seat=1)
    bench.order("turn active", "activate gorehound#1", "end", seat=2)
    assert bench.model("gorehound#1/1").state == "aside"
    bench.order("turn active", "activate pilgrim", "move pilgrim/1 C5.1", "end", seat=1)
    bench.order("turn active", "activate gorehound#1", "at C6.12", seat=2)
    assert bench.at("gorehound#1/1") == "C6.12"
