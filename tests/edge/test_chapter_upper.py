"""Upper Actions of the Chapter: each macro once in a position, and which card has which at what price."""

from __future__ import annotations

from typing import Any, cast

import pytest

from games.edge.catalogue import CARDS, MACROS
from games.edge.catalogue.steps import waiting_steps
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

# Card, macro, Crystals, Charges, how often, for any Squad.
UPPER = [
    ("CH01", "MOVE", 0, 0, "card", 0),
    ("CH02", "DEFENSE", 0, 1, "roll", 0),
    ("CH03", "CHARGING", 1, 0, "card", 0),
    ("CH05", "DEFENSE", 0, 1, "roll", 0),
    ("CH06", "MOVE", 0, 0, "card", 0),
    ("CH07", "AUTO_DEF", 0, 2, "roll", 1),
    ("CH08", "DEFENSE", 1, 0, "card", 0),
    ("CH09", "COMBAT", 0, 1, "turn", 0),
    ("CH11", "DODGE", 2, 0, "card", 0),
    ("CH12", "COMBAT", 0, 1, "turn", 0),
    ("CH13", "MOVE", 0, 0, "card", 0),
    ("CH14", "CHARGING", 1, 0, "card", 0),
    ("CH15", "DEFENSE", 1, 0, "card", 0),
    ("CH16", "DODGE", 2, 0, "card", 0),
    ("CH17", "COMBAT", 1, 0, "card", 0),
    ("CH18", "COMBAT", 0, 1, "turn", 0),
    ("CH19", "CHARGING", 1, 0, "card", 0),
    ("CH20", "MOVE_COMBAT", 0, 2, "turn", 0),
    ("CHX3", "COMBAT", 1, 0, "card", 0),
    ("CHX8", "CHARGING", 1, 0, "card", 0),
]


@rule("EF-5.1", "ED-18.7")
@pytest.mark.parametrize(("card", "macro", "cost", "ch", "use", "any_squad"), UPPER)
def test_the_upper_action_is_the_macro_at_its_price(
    card: str, macro: str, cost: int, ch: int, use: str, any_squad: int
) -> None:
    action = CARDS[card].upper
    assert (action.m, action.cost, action.ch, action.use, action.any_squad) == (
        macro,
        cost,
        ch,
        use,
        any_squad,
    )
    assert action.do == waiting_steps(cast("list[dict[str, object]]", MACROS[macro]["do"]))
    assert (action.inst, action.win) == (MACROS[macro].get("inst", 0), MACROS[macro].get("win", ""))
    assert CARDS[card].is_enhancement == bool(ch)


@rule("EF-5.1")
def test_the_other_upper_actions_are_their_own() -> None:
    own = [card.id for card in CARDS.values() if card.faction == "chapter" and not card.upper.m]
    assert own == ["CH04", "CH10", "CHX1", "CHX2", "CHX4", "CHX5", "CHX6", "CHX7"]
    assert {card for card, *_ in UPPER}.isdisjoint(own)
    assert len(own) + len(UPPER) == 28


# Move and Combat.


@rule("ED-17.1", "ED-17.8", "ED-17.2")
def test_move_moves_any_squad_whether_it_is_activated_or_not() -> None:
    bench = Bench("pilgrim@C4.0,C4.1,x,x ranger@A1.0,x gorehound@C8.12", hands={1: ["CH01", "CH06"]})
    bench.order("activate ranger", 'play "Bash" upper with pilgrim', "move PI1 C5.0 move PI2 C5.1")
    bench.order('play "Formation" upper with pilgrim', "move PI2 C6.1")
    assert [bench.at("pilgrim/1"), bench.at("pilgrim/2")] == ["C5.0", "C6.1"]
    assert (bench.player(1).pool, bench.player(1).discard) == (5, ["CH01", "CH06"])


@rule("ED-17.6", "ED-8.3")
def test_who_cannot_move_is_not_moved_by_a_card() -> None:
    bench = Bench("ranger:Aim@C4.0,x pilgrim@A1.0,x,x,x gorehound@C8.12", hands={1: ["CH01"]})
    assert bench.offers("play", "CH01", "upper") == ["pilgrim"]


@rule("ED-12.1", "ED-20.3")
def test_combat_lets_each_model_of_a_squad_fight_once() -> None:
    bench = Bench("pilgrim@C4.1,C4.2,x,x dark_scholar=3@C4.0,x,x", hands={1: ["CH17"]})
    bench.dice(4, 0, 4, 0).order('play "Storm of Blades" upper', "fight PI2 vs DS1", "fight PI1 vs DS1")
    assert [told["model"] for told in bench.told("fought")] == ["pilgrim/2", "pilgrim/1"]
    assert bench.squad("dark_scholar").endurance == 1
    assert bench.asked() == (1, "order")
    assert "pilgrim" in bench.offers("activate")


@rule("ED-18.6", "ED-18.7", "ED-15.7")
def test_combat_on_an_enhancement_is_for_its_host_once_a_turn() -> None:
    bench = Bench(
        "ranger@C4.1,x pilgrim@C4.2,x,x,x dark_scholar=3@C4.0,x,x", enhancements={"ranger": [("CH09", 3)]}
    )
    bench.dice(4, 0, 0, 4).order("use ranger.1 upper", "fight RA1 vs DS1")
    assert [told["target"] for told in bench.told("fought")] == ["dark_scholar/1"]
    assert (bench.state.enhancement("ranger.1").charges, bench.state.neutral_charges) == (2, 18)
    assert bench.offers("use") == []


@rule("ED-18.7")
def test_what_is_used_once_a_turn_is_there_again_in_the_next() -> None:
    bench = Bench("ranger@C4.1,x dark_scholar=3@C4.0,x,x", enhancements={"ranger": [("CH09", 3)]})
    bench.dice(4, 0, 0, 4).order("use ranger.1 upper", "fight RA1 vs DS1", "end", seat=1)
    bench.order("turn passive", seat=2)
    bench.order("turn active", seat=1)
    assert bench.offers("use", "ranger.1") == ["upper"]


def test_move_and_combat_is_both_in_this_order() -> None:
    bench = Bench(
        "angel_of_death@A4.* dark_scholar=3@C5.5,x,x", enhancements={"angel_of_death": [("CH20", 2)]}
    )
    bench.dice(4, 0).order("use angel_of_death.1 upper", "move AD C4.*", "fight AD vs DS1")
    assert bench.squad("dark_scholar").endurance == 2
    assert bench.state.enhancement("angel_of_death.1").charges == 0


# Defense and Successful Defense.


def defended(hand: str, orders: str, **position: Any) -> Bench:
    return Bench(
        "pilgrim@C4.0,x,x,x holy_knight@A1.12 gorehound@C4.34",
        turn=2,
        hands={1: [hand]} if hand else {},
        standing={1: f"{orders}\ncounter: no"},
        **position,
    )


@rule("ED-19.7", "ED-15.1", "EF-2.15")
def test_defense_adds_two_to_one_defence_roll() -> None:
    bench = defended("CH08", 'play "Guardian Angel" upper on before_defense if need > 0')
    bench.dice(1, 1).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("defended")[0]["guard"] == 4
    assert (bench.player(1).pool, bench.player(1).depleted, bench.player(1).discard) == (4, 1, ["CH08"])
    assert bench.state.effects == []


@rule("EC-74", "ED-18.7", "EF-2.9")
def test_defense_on_an_enhancement_is_for_its_host_once_a_roll() -> None:
    orders = "use pilgrim.1 upper on before_defense limit 9/turn"
    bench = defended("", orders, enhancements={"pilgrim": [("CH05", 3)]})
    bench.dice(1, 1).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("defended")[0]["guard"] == 4
    assert bench.state.enhancement("pilgrim.1").charges == 2
    other = defended(
        "", orders.replace("pilgrim", "holy_knight"), enhancements={"holy_knight": [("CH05", 3)]}
    )
    other.dice(1, 1).order("activate gorehound", "fight GO vs PI1")
    assert other.state.enhancement("holy_knight.1").charges == 3


@rule("ED-15.6")
def test_a_card_that_standing_orders_cannot_pay_for_is_kept() -> None:
    orders = 'play "Guardian Angel" upper on before_defense'
    for line, played in ((orders, False), (f"{orders} pay endurance(holy_knight)", True)):
        bench = defended("CH08", line, pools=(0, 5)).dice(1, 1).order("activate gorehound", "fight GO vs PI1")
        assert bench.player(1).discard == (["CH08"] if played else [])
        assert bench.squad("holy_knight").endurance == (1 if played else 2)


@rule("ED-19.7", "EC-109")
def test_in_the_gap_before_a_defence_only_the_defending_side_acts() -> None:
    bench = Bench(
        "pilgrim@C4.0,x,x,x dark_scholar:Ritual@C4.1,x,x",
        hands={1: ["CH08", "CH13"]},
        enhancements={"pilgrim": [("CH10", 0)]},
        standing={1: 'play "Guardian Angel" upper on before_defense', 2: "counter: no"},
    )
    bench.dice(1, 4).order("activate pilgrim", "fight PI1 vs DS1")
    assert bench.player(1).hand == ["CH08", "CH13"]


@rule("ED-25.15", "EF-2.9")
def test_successful_defense_wins_the_roll_of_any_own_model_without_dice() -> None:
    bench = Bench(
        "pilgrim@C4.0,x,x,x holy_knight@A1.12 gorehound@C4.34",
        turn=2,
        enhancements={"holy_knight": [("CH07", 2)]},
        standing={1: "use holy_knight.1 upper on before_defense"},
    )
    bench.dice(4, 4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.told("defended")[0] == {"model": "pilgrim/1", "guard": None, "held": True}
    assert bench.told("countered") == [{"model": "pilgrim/1", "target": "gorehound/1"}]
    assert bench.squad("gorehound").endurance == 0
    assert bench.state.neutral_charges == 20


# Dodge.


def dodging(orders: str = 'play "Leap" upper on combat_declared at C5.0', **position: Any) -> Bench:
    return Bench(
        "pilgrim=0@C4.0,x,x,x ranger@A1.0,x gorehound@C4.34",
        turn=2,
        hands={1: ["CH11"]},
        standing={1: orders},
        **position,
    )


@rule("ED-19.3", "ED-12.2", "EC-54", "ED-19.2")
def test_dodge_steps_to_an_adjacent_space_and_the_combat_does_not_happen() -> None:
    bench = dodging().order("activate gorehound", "fight GO vs PI1")
    assert bench.at("pilgrim/1") == "C5.0"
    assert (bench.told("attacked"), bench.told("cancelled")) == ([], [{"seat": 1}])
    assert (bench.player(1).pool, bench.player(1).discard) == (3, ["CH11"])
    assert "fight" not in bench.offers()  # its sequence is used up


def test_a_dodge_may_leave_the_place_to_the_server_but_never_ends_in_its_own_space() -> None:
    bench = dodging('play "Leap" upper on combat_declared to self at auto if kills').order(
        "activate gorehound", "fight GO vs PI1"
    )
    assert bench.at("pilgrim/1").partition(".")[0] in {"B3", "B4", "C3", "C5", "D3", "D4"}


@rule("ED-15.2", "ED-15.6")
def test_a_dodge_that_standing_orders_cannot_pay_is_not_played() -> None:
    bench = dodging(pools=(1, 5)).dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.player(1).hand == ["CH11"]


@rule("EF-4.1")
def test_a_blocked_model_does_not_dodge() -> None:
    held = [Token("SPECTRAL_GRASP", 2, models=["pilgrim/1"])]
    bench = Bench(
        "pilgrim=0@C4.0,x,x,x ranger@A1.0,x dark_scholar:Ritual@C4.1,x,x gorehound@C4.34",
        turn=2,
        hands={1: ["CH11"]},
        standing={1: 'play "Leap" upper on combat_declared at auto'},
        tokens=held,
    )
    bench.dice(4, 0).order("activate gorehound", "fight GO vs PI1")
    assert bench.player(1).hand == ["CH11"]


# Charging.


@rule("ED-18.5", "ED-2.4", "ED-19.1")
def test_charging_puts_a_charge_on_each_enhancement_in_either_turn() -> None:
    attached = {"pilgrim": [("CH10", 0), ("CH04", 1)], "ranger": [("CH05", 0)]}
    text = "pilgrim@C4.0,x,x,x ranger@x,x gorehound@C8.12"
    own = Bench(text, hands={1: ["CH03"]}, enhancements=attached).order('play "Energy Drain" upper')
    foreign = Bench(
        text,
        turn=2,
        hands={1: ["CH03"]},
        enhancements=attached,
        standing={1: 'play "Energy Drain" upper on activation'},
    ).order("activate gorehound")
    for bench in (own, foreign):
        counts = [bench.state.enhancement(name).charges for name in ("pilgrim.1", "pilgrim.2", "ranger.1")]
        assert counts == [1, 2, 1]
        assert (bench.state.neutral_charges, bench.player(1).pool) == (16, 4)


@rule("ED-17.6")
def test_charging_needs_an_enhancement() -> None:
    bench = Bench("pilgrim@C4.0,x,x,x gorehound@C8.12", hands={1: ["CH14"]})
    assert bench.offers("play", "CH14") == []


@rule("ED-2.5")
def test_with_too_few_charges_the_player_says_who_gets_them() -> None:
    attached = {"pilgrim": [("CH10", 0), ("CH04", 0)], "ranger": [("CH05", 19)]}
    bench = Bench(
        "pilgrim@C4.0,x,x,x ranger@A1.0,x gorehound@C8.12", hands={1: ["CH03"]}, enhancements=attached
    )
    bench.order('play "Energy Drain" upper', "to pilgrim.2")
    assert [bench.state.enhancement(f"pilgrim.{slot}").charges for slot in (1, 2)] == [0, 1]
