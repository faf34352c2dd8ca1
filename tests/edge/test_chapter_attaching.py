"""ED-18: attaching Enhancements, their slots and Charges, and what becomes of them on dead Squads."""

from __future__ import annotations

from typing import Any

from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

TEXT = "pilgrim@C4.0,x,x,x ranger@A1.0,x gorehound@C8.12"


def attaching(*hand: str, **position: Any) -> Bench:
    return Bench(position.pop("text", TEXT), hands={1: list(hand)}, **position)


@rule("ED-18.1", "ED-18.2", "EC-99", "ED-18.5")
def test_attaching_costs_a_crystal_and_brings_a_charge() -> None:
    bench = attaching("CH12")
    assert bench.offers("play") == []
    bench.order('attach "Overwatch" to pilgrim')
    (attached,) = bench.squad("pilgrim").enhancements
    assert (attached.card, attached.charges, attached.passive) == ("CH12", 1, False)
    assert (bench.player(1).pool, bench.player(1).depleted, bench.state.neutral_charges) == (4, 1, 19)
    assert (bench.player(1).hand, bench.player(1).discard) == ([], [])


@rule("EC-100", "ED-18.5")
def test_a_freshly_attached_card_is_usable_at_once() -> None:
    bench = attaching("CH12", text="pilgrim@C4.0,x,x,x gorehound@C4.34")
    bench.dice(0, 4, 0, 4).order('attach "Overwatch" to pilgrim', "use pilgrim.1 upper", "fight PI1 vs GO")
    assert bench.state.enhancement("pilgrim.1").charges == 0


@rule("ED-18.3", "ED-2.6")
def test_a_third_enhancement_takes_the_place_of_one() -> None:
    bench = attaching("CH18", enhancements={"pilgrim": [("CH10", 2), ("CH12", 3)]})
    bench.refused('attach "Tactic" to pilgrim')
    bench.order('attach "Tactic" to pilgrim drop "Last Man Standing"')
    assert [e.card for e in bench.squad("pilgrim").enhancements] == ["CH12", "CH18"]
    assert (bench.player(1).discard, bench.state.neutral_charges) == (["CH10"], 16)


@rule("ED-18.4", "EC-95", "ED-18.14")
def test_no_second_copy_unless_the_first_makes_room_in_full_slots() -> None:
    one = attaching("CH12", enhancements={"pilgrim": [("CH12", 1)]})
    assert one.offers("attach", "CH12") == ["ranger"]
    full = attaching("CH12", enhancements={"pilgrim": [("CH12", 3), ("CH10", 1)]})
    assert full.offers("attach", "CH12", "pilgrim") == ["CH12"]
    full.order('attach "Overwatch" to pilgrim drop "Overwatch"')
    assert [(e.card, e.charges) for e in full.squad("pilgrim").enhancements] == [("CH10", 1), ("CH12", 1)]


@rule("ED-18.2", "ED-18.11")
def test_nothing_is_attached_to_a_dead_squad() -> None:
    bench = attaching("CH12", text="pilgrim@x,x,x,x ranger@A1.0,x gorehound@C8.12")
    assert bench.offers("attach", "CH12") == ["ranger"]


@rule("EC-76", "ED-18.9", "ED-2.4")
def test_without_neutral_charges_a_card_arrives_empty_or_takes_one_from_another() -> None:
    attached = {"ranger": [("CH05", 20)]}
    empty = attaching("CH12", enhancements=attached).order('attach "Overwatch" to pilgrim', "from none")
    assert empty.state.enhancement("pilgrim.1").charges == 0
    moved = attaching("CH12", enhancements=attached).order('attach "Overwatch" to pilgrim', "from ranger.1")
    assert [moved.state.enhancement(name).charges for name in ("pilgrim.1", "ranger.1")] == [1, 19]


@rule("ED-18.2", "ED-19.1")
def test_enhancements_are_not_attached_in_the_enemys_turn() -> None:
    bench = attaching("CH12", turn=2, standing={1: "react: ask\nask-limit: 9"})
    bench.order("activate gorehound", seat=2)
    assert bench.asked() == (2, "order")  # the Chapter could do nothing, so it was not asked


@rule("EC-96", "ED-6.4", "ED-18.11", "ED-16.5")
def test_an_enhancement_of_a_dead_squad_waits_for_a_model_to_return() -> None:
    """Not charged in a Passive turn, not usable; after Sanctuary it works with the Charges it had."""
    bench = Bench(
        "pilgrim=0@x,x,x,x ranger@C4.0,x gorehound@C8.12",
        enhancements={"pilgrim": [("CH10", 3)], "ranger": [("CH05", 0)]},
        variants={1: ("std", "alt")},
        tokens=[Token("BLESSING", 1, shrine=1)],
        standing={1: 'trigger "Sanctuary": no'},
    )
    assert bench.offers("use") == []
    bench.order("end", seat=1).order("turn passive", seat=2)
    bench.run.standing.clear()
    bench.order("turn passive", "with pilgrim/1", "at A4.2", seat=1)
    assert [bench.state.enhancement(name).charges for name in ("pilgrim.1", "ranger.1")] == [3, 1]
    bench.order("turn passive", seat=2).order("turn active", "use pilgrim.1 lower", seat=1)
    assert bench.state.enhancement("pilgrim.1").passive


@rule("EF-3.2", "ED-18.8", "ED-6.7")
def test_in_a_passive_turn_nobody_uses_an_enhancement() -> None:
    bench = Bench(
        TEXT,
        declare=False,
        turn=2,
        hands={1: ["CH13"]},
        enhancements={"pilgrim": [("CH10", 3)]},
        standing={1: "react: ask\nask-limit: 9"},
    )
    bench.order("turn passive", seat=2)
    assert bench.asked() == (1, "turn")
    assert bench.told("used") == []
