"""Dice and payments in the line of an order: honoured, or named as without effect."""

from __future__ import annotations

import pytest

from tests.edge.bench import Bench
from tests.rules import rule

SLOW = "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*"


@rule("DP-A7")
def test_the_die_of_an_order_is_rolled_for_the_counterattack_of_a_slower_model() -> None:
    bench = Bench(SLOW).order("activate pilgrim").dice(1, 4, 3, 3)
    receipt = bench.submit("fight pilgrim/1 vs gorehound/1 red")
    assert receipt.problem is None
    rolled = [(row["purpose"], row["seat"], row["die"]) for row in bench.told("rolled")]
    assert rolled[0][:2] == ("attack", 2)  # the Gorehound is faster
    assert ("attack", 1, "red") in rolled


@rule("DP-A7")
def test_the_die_of_an_order_is_rolled_for_a_shot() -> None:
    bench = Bench(
        "ranger@C3.0 pilgrim@A1.0 gorehound@C6.34 son_of_khyber@E8.*", hands={1: ["CH16"]}, pools=(3, 3)
    )
    bench.dice(3)
    receipt = bench.submit('play "Shoot" lower to gorehound/1 red')
    assert receipt.problem is None, (str(receipt.problem.error), receipt.legal)
    assert [row["die"] for row in bench.told("rolled")] == ["red"]
    assert receipt.needless == []


def test_a_die_that_nobody_rolls_is_named_in_the_receipt() -> None:
    bench = Bench("pilgrim@B3.0 gorehound@D7.12", hands={1: ["CH19"]})
    receipt = bench.submit('play "Trap" lower to gorehound/1 red')
    assert receipt.problem is None
    assert [(row.line, row.text, row.is_clause) for row in receipt.needless] == [(1, "red", True)]


def test_a_clause_that_answers_nothing_is_named_in_the_receipt() -> None:
    bench = Bench("pilgrim@B3.0 gorehound@D7.12", hands={1: ["CH19"]})
    receipt = bench.submit('play "Trap" lower to gorehound/1 (counter: no)')
    assert [row.text for row in receipt.needless] == ["counter: no"]


def test_a_fight_that_does_not_come_to_a_roll_says_so() -> None:
    bench = Bench(
        "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*",
        hands={2: ["DE03"]},
        standing={2: "counter: yes"},
    )
    bench.order("activate pilgrim").dice(4, 0)
    bench.order("fight pilgrim/1 vs gorehound/1 red")
    rolled = [row for row in bench.told("rolled") if row["seat"] == 1 and row["purpose"] == "attack"]
    told = bench.told("die_unused")
    assert bool(told) != bool(rolled)


# Payments.

TRAP = "pilgrim@B3.0,B3.1 gorehound@D7.12 son_of_khyber@C8.*"
RANGERS = "ranger@C3.0 pilgrim@A1.0 gorehound@C6.34 son_of_khyber@E8.*"


@rule("ED-15.2", "DP-A18")
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (TRAP, ['play "Trap" lower to gorehound/1 pay vp']),
        (RANGERS, ['attach "Firing Position" to ranger pay vp']),
        (RANGERS, ['play "Shoot" lower to gorehound/1 red pay vp']),
        (RANGERS, ['play "Shoot" lower to gorehound/1 pay vp red']),
        (RANGERS, ['play "Shoot" lower pay vp to gorehound/1 red']),
        (SLOW, ["activate pilgrim", "fight pilgrim/1 vs gorehound/1 red pay vp"]),
        (SLOW, ["activate pilgrim", "fight pilgrim/1 vs gorehound/1 pay vp red"]),
    ],
)
def test_a_payment_may_stand_last_in_every_order(text: str, lines: list[str]) -> None:
    bench = Bench(text, hands={1: ["CH19", "CH16", "CH05"]}, pools=(3, 3)).dice(1, 4, 3, 3, 3)
    bench.order(*lines)
    paid = [row["units"] for row in bench.told("paid") if row["seat"] == 1]
    assert ["vp"] in paid
    assert all(units == ["vp"] for units in paid)


@pytest.mark.parametrize("pay", ["bananas", "vp bananas", "ranger vp bananas"])
def test_nothing_happens_before_the_whole_payment_is_understood(pay: str) -> None:
    bench = Bench(SLOW, hands={1: ["CH19"], 2: ["DE03"]}).order("activate pilgrim")
    reason = bench.refused(f"fight pilgrim/1 vs gorehound/1 red pay {pay}")
    assert "you cannot pay with “bananas”" in reason
    bench.refused(f'play "Trap" lower to gorehound/1 pay {pay}')


def test_a_payment_that_nothing_asks_for_is_named_in_the_receipt() -> None:
    bench = Bench(SLOW).order("activate pilgrim").dice(1, 4, 3, 3)
    receipt = bench.submit("fight pilgrim/1 vs gorehound/1 pay vp\nend")
    assert receipt.problem is None
    assert [(row.text, row.is_clause) for row in receipt.needless] == [("pay vp", True)]
    assert bench.state.vp == 0
    assert bench.state.turn.seat == 2
