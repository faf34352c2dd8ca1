"""ED-15: paying."""

from __future__ import annotations

from typing import Any

from tests.edge.bench import Bench
from tests.rules import rule

TEXT = "pilgrim@B3.0,B3.1 angel_of_death@B5.* gorehound@D7.12 son_of_khyber@C8.*"
TRAP = 'play "Trap" lower to gorehound/1'


def bench(**more: Any) -> Bench:
    """Seat 1 holds a Trap (1 Crystal)."""
    return Bench(TEXT, hands={1: ["CH19", "CH19"]}, **more)


@rule("ED-15.1", "ED-1.8", "ED-15.8", "DP-A18")
def test_crystals_that_are_paid_are_depleted():
    table = bench(pools=(3, 5)).order(TRAP)
    assert (table.player(1).pool, table.player(1).depleted) == (2, 1)


@rule("ED-15.2", "ED-15.3", "EC-72")
def test_endurance_of_an_own_squad_replaces_a_crystal_and_kills_nobody():
    table = bench(pools=(3, 5)).order(f"{TRAP} pay pilgrim")
    assert table.player(1).pool == 3
    assert table.squad("pilgrim").endurance == 0
    assert len(table.squad("pilgrim").on_board) == 2


@rule("ED-15.2", "ED-15.4")
def test_a_victory_point_replaces_a_crystal():
    table = bench(pools=(3, 5)).order(f"{TRAP} pay vp")
    assert table.state.vp == -1


@rule("ED-15.2")
def test_means_are_mixed_freely():
    table = Bench("holy_knight@B3.01 pilgrim@B5.0 gorehound@D7.12 son_of_khyber@C8.*", pools=(1, 5))
    table.order("activate holy_knight mode Upgraded pay crystal vp")
    assert (table.player(1).pool, table.state.vp) == (0, -1)
    assert table.squad("holy_knight").mode == "Upgraded"


@rule("EC-73", "ED-15.4", "ED-22.3")
def test_nothing_is_paid_past_the_end_of_the_track_and_reaching_it_counts():
    table = Bench(
        "holy_knight=0@B3.01 gorehound@D7.12 son_of_khyber@C8.*", pools=(0, 5), vp=-9, hands={1: ["CH19"]}
    )
    assert table.offers("activate", "holy_knight") == []  # 2 Crystals, and only 1 VP can be given
    table.order(f"{TRAP} pay vp")
    assert table.state.vp == -10
    assert table.state.final_turn
    table.order("end")
    assert table.run.result is not None
    assert table.run.result.winners == (2,)


@rule("ED-15.6", "ED-17.3")
def test_what_cannot_be_paid_cannot_be_done():
    table = Bench(
        "pilgrim=0@B3.0 gorehound@D7.12 son_of_khyber@C8.*", pools=(0, 5), vp=-10, hands={1: ["CH19"]}
    )
    assert "play" not in table.offers()
    table.refused(TRAP)


@rule("ED-15.7", "EC-74", "EC-99", "ED-18.2")
def test_charges_are_paid_with_charges_of_that_card_only():
    table = Bench(
        TEXT, enhancements={"angel_of_death": [("CH20", 1), ("CH09", 3)]}, hands={1: ["CH12"]}, pools=(9, 5)
    )
    assert "angel_of_death.1" not in table.offers("use")
    table.order('attach "Overwatch" to pilgrim')
    assert table.squad("pilgrim").enhancements[0].charges == 1


@rule("ED-2.6", "ED-18.5")
def test_charges_that_are_spent_go_back_to_the_neutral_pile():
    table = Bench(
        "angel_of_death@C4.* pilgrim@B3.0 gorehound=0@C5.56 son_of_khyber@C8.*",
        enhancements={"angel_of_death": [("CH09", 3)]},
    )
    before = table.state.neutral_charges
    table.order("use angel_of_death.1 lower to gorehound/1")
    assert table.state.neutral_charges == before + 3
    assert table.model("gorehound/1").state == "dead"


@rule("EC-75", "ED-15.1")
def test_crystals_spent_in_a_foreign_turn_are_depleted_in_the_own_next_one():
    table = Bench(
        "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*", standing={2: "attack: red"}, pools=(5, 2)
    )
    table.order("activate pilgrim").dice(5, 0).order("fight pilgrim/1 vs gorehound/1").order("end")
    assert (table.player(2).pool, table.player(2).depleted) == (1, 1)


@rule("DP-I8")
def test_outside_the_own_turn_only_what_is_ordered_is_paid():
    text = "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*"
    kept = Bench(text, standing={2: "attack: red\nreserve: 2"}, pools=(5, 2)).order("activate pilgrim")
    kept.dice(4, 4, 0, 4).order("fight pilgrim/1 vs gorehound/1")
    assert kept.told("rolled")[0]["die"] == "yellow"
    poor = Bench(text, standing={2: "attack: red"}, pools=(5, 0)).order("activate pilgrim")
    poor.dice(4, 4, 0, 4).order("fight pilgrim/1 vs gorehound/1")
    assert poor.told("rolled")[0]["die"] == "yellow"
    rich = Bench(text, standing={2: "attack: red\npay: endurance(any keep 1)"}, pools=(5, 0))
    rich.order("activate pilgrim").dice(4, 4, 0, 4).order("fight pilgrim/1 vs gorehound/1")
    assert rich.squad("son_of_khyber").endurance == 3


@rule("DP-I8")
def test_who_wants_to_be_asked_about_payments_still_pays_where_nobody_is_asked():
    text = "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*"
    table = Bench(text, standing={2: "attack: red\npay: ask\nask-limit: 0"}).order("activate pilgrim")
    table.dice(4, 4, 0, 4).order("fight pilgrim/1 vs gorehound/1")
    assert table.told("rolled")[0]["die"] == "red"


@rule("DP-A18", "ED-15.6")
def test_with_too_few_crystals_the_payer_is_asked():
    table = bench(pools=(0, 5))
    table.submit(TRAP)
    assert table.asked() == (1, "pay")
    table.order("vp")
    assert table.state.vp == -1
