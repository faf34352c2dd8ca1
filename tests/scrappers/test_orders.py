"""SS-18: the orders."""

from __future__ import annotations

import pytest

from games.engine.play.orders import submit
from games.engine.play.run_state import NotAsked
from games.scrappers.catalogue import MERCENARIES
from tests.rules import rule
from tests.scrappers.matches import opened, wander
from tests.scrappers.position import Bench, position


@rule("SS-18.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_player_on_turn_is_ever_asked(seats: int) -> None:
    run = opened(seats, seed=2)
    for state in wander(run, seed=seats):
        assert state.over or [decision.seat for decision in run.asked] == [state.turn.seat]
    assert run.turn > 10


@rule("SS-18.1")
def test_set_up_and_scoring_ask_nothing() -> None:
    run = opened(3)
    assert (run.replay.log, run.replay.settled) == ([], 0)
    assert run.state.round == 1
    bench = position("hand TER1", "", cave_in=7, on_turn=2).order("end")
    assert (bench.run.asked, bench.run.result is not None) == ((), True)


@rule("SS-18.1")
def test_a_seat_that_is_not_on_turn_cannot_act() -> None:
    bench = position("hand TER1", "hand TER1", mine="brown-1a")
    with pytest.raises(NotAsked):
        bench.run.answer(2, ("mine", "brown-1a", "TER1"))
    assert submit(bench.run, 2, "mine brown-1a with TER1").kept
    assert (bench.hand(2), bench.mine()) == (["TER1"], ["brown-1a"])


@rule("SS-18.1")
def test_orders_run_in_the_order_given() -> None:
    bench = position("hand TER1 HYD2", "", docks="MET2 MET3")
    bench.order("recruit MET2 with TER1\nskill MET2\nend")
    assert bench.base(1) == ["TER1", "MET2"]
    other = position("hand TER1 HYD2", "", docks="MET2 MET3")
    assert submit(other.run, 1, "skill MET2\nrecruit MET2 with TER1").problem is not None


def table() -> Bench:
    """Every kind of order can be given by seat 1."""
    return position(
        "hand TER1 TER2 HYD1 MET4 MIN3 base MET1#1 MET2#1 MET1 artifacts AR02-A AR03-A AR04-A AR12-A AR01-A",
        "base MIN1#1 MIN2#1",
        "base TER3#1",
        "",
        docks="HYD1 HYD2 HYD3",
        mine="brown-1a brown-3a brown-3c yellow-1a red-3a",
        artifacts="AR05 AR08 AR09",
    )


@rule("SS-18.1")
@pytest.mark.parametrize(
    "line",
    [
        "activate cyber-hand",
        "activate AR02-A",
        "activate bonus HYD1",
        "leader take yellow-1a",
        "recruit HYD1",
        "recruit HYD2 with TER1",
        "recruit HYD3 with TER2",
        "mine brown-1a with TER1",
        "mine brown-3a with TER1 TER2",
        "mine brown-3c with TER2 TER1 props",
        "mine red-3a with MIN3",
        "collect 1 left with MET4 MIN3",
        "collect 2 right with MET4",
        "collect AR08 A with MET4",
        "skill TER1 take brown-1a",
        "skill TER1 decline",
        "raid seat 1",
        "raid seat 2 then seat 3",
        "raid seat 2 club yellow-1a then seat 1 club brown-1a",
        "end",
    ],
)
def test_what_the_table_of_orders_allows_is_accepted(line: str) -> None:
    table().order(line)


@rule("SS-18.1")
@pytest.mark.parametrize(
    "line",
    [
        "activate AR12-A",
        "activate bonus HYD2",
        "leader take brown-1a",
        "recruit MIN1",
        "recruit HYD1 with TER1",
        "recruit HYD3 with TER1",
        "mine brown-1a with HYD1",
        "mine brown-1a with MET1",
        "mine brown-3a with TER2 TER1 props",
        "mine brown-3a with TER2 TER1 bonus red-3a",
        "mine extra brown-1a with TER1",
        "collect 4 left with MET4",
        "collect 2 middle with MET4",
        "collect 2 left with HYD2",
        "skill MET1 take yellow-1a",
        "skill TER1 take yellow-1a",
        "raid seat 4",
        "raid seat 5",
        "raid seat 2 then seat 2",
        "raid seat 2 then seat 4",
        "raid seat 2 then seat 3 then seat 1",
        "raid seat 2 club brown-3a",
        "raid seat 2 club yellow-1a then seat 1 club yellow-1a",
        "pass",
    ],
)
def test_what_the_table_of_orders_does_not_allow_is_refused(line: str) -> None:
    table().refused(line)


@rule("SS-18.2")
def test_a_refused_order_changes_nothing_and_the_player_is_asked_again() -> None:
    bench = position("hand TER1 TER2", "", docks="MET3", mine="brown-3a")
    asked = bench.run.decision_id(1)
    bench.refused("recruit MET3 with TER1")
    assert bench.run.decision_id(1) == asked
    assert bench.run.events == [event for event in bench.run.events if event.key == "turn_began"]
    bench.order("recruit MET3 with TER2")


@rule("SS-18.2")
def test_orders_before_a_refused_one_stand_and_those_after_it_come_back() -> None:
    bench = position("hand TER1 TER2", "", docks="MET3 HYD1", mine="brown-3a")
    receipt = submit(bench.run, 1, "recruit HYD1\nmine brown-3a with HYD1\nend")
    assert receipt.problem is not None
    assert (receipt.problem.line, receipt.handed_back) == (2, "mine brown-3a with HYD1\nend")
    assert bench.hand(1) == ["HYD1", "TER1", "TER2"]
    assert bench.state.turn.seat == 1


@rule("SS-18.2")
@pytest.mark.parametrize("lines", [("raid seat 2",), ("recruit TER1", "skill HYD1 decline")])
@pytest.mark.parametrize(("leader", "left"), [((), ["end"]), (("leader",), ["mine", "end"])])
def test_after_a_raid_or_two_actions_only_an_extra_mine_and_the_end_are_legal(
    lines: tuple[str, ...], leader: tuple[str, ...], left: list[str]
) -> None:
    bench = position(
        "hand MET1 HYD1 MIN4 MIN3 base MET2", "base TER1 TER2", docks="TER1 TER1", mine="yellow-1a"
    )
    bench.order(*leader, *lines)
    assert bench.offers() == left
    assert not leader or bench.offers("mine") == ["extra"]


@rule("SS-18.1")
def test_with_a_full_hand_mining_is_legal() -> None:
    bench = position("hand TER1 TER2 HYD1 HYD2 MET1 MET2 MIN1 MIN2", "", docks="TER1", mine="brown-1a")
    bench.refused("recruit TER1")
    bench.order("mine brown-1a with TER1")


@rule("SS-18.2")
@pytest.mark.parametrize(("leader", "on_turn"), [((), 2), (("leader",), 1)])
def test_a_turn_ends_by_itself_when_nothing_else_is_legal(leader: tuple[str, ...], on_turn: int) -> None:
    bench = position("hand MET1 base MET2", "base TER1 TER2", mine="yellow-1a")
    bench.run.standing.clear()  # what the game ships with
    bench.order(*leader, "raid seat 2")
    assert bench.state.turn.seat == on_turn


def using(way: str, card: str) -> tuple[Bench, str]:
    """A position in which a card can be used from hand or as Leader, and how the order begins."""
    if card[:3] in ("BIO", "WEE"):
        factions, third = "TER HYD BIO WEE", "BIO"
        below, other = "TER1#3 TER2#3 WEE1#3 WEE2#3", "HYD1#4 HYD2#4 WEE1#4 WEE2#4 TER1#4"
    else:
        factions, third = "TER HYD MET MIN", "MET"
        below, other = "TER1#3 TER2#3 MET2#3", "MIN1#4 MIN2#4 MET2#4 TER1#4"
    hand = f"TER1 HYD1 {third}1 TER2"
    own = f"hand {card} {hand} base {below} HYD3#3" if way == "skill" else f"hand {hand} base {below} {card}"
    bench = position(
        own,
        f"base {other}",
        factions=factions,
        docks=f"HYD1#3 HYD2#3 TER2#4 {third}3#3 HYD4#2",
        mine="brown-1a blue-1a yellow-1a purple-1a red-1a green-1a brown-3a",
    )
    return bench, f"skill {card}" if way == "skill" else "leader"


# What may follow a card, and what may not. Seat 1 holds TER1, HYD1, TER2 and MET1 or BIO1.
SKILLS: dict[str, tuple[list[str], list[str]]] = {
    "TER1": (["take brown-1a"], ["take blue-1a", "take brown-3a", "take brown-1b"]),
    "HYD1": (["take blue-1a"], ["take brown-1a"]),
    "MET1": (["take yellow-1a"], ["take purple-1a"]),
    "MIN1": (["take purple-1a"], ["take yellow-1a"]),
    "BIO1": (["take red-1a"], ["take green-1a"]),
    "WEE1": (["take green-1a"], ["take red-1a"]),
    **dict.fromkeys(("TER2", "MET2", "MET4", "MIN3", "MIN4", "WEE2"), ([""], ["take brown-1a"])),
    "TER3": (["take 1", "take 2"], ["take 3", "take TER1#3"]),
    "TER4": (
        ["take HYD1 HYD2 MET3", "take HYD4 HYD2", "take HYD4"],
        ["take HYD4 MET3", "take HYD1 HYD2 HYD4", "take TER4"],
    ),
    "HYD2": (["", "take HYD2", "take TER2"], ["take HYD1", "take MET3", "take HYD2 TER2"]),
    "HYD3": (
        ["take MIN1#4 from seat 2", "take TER1#3 from seat 1"],
        ["take TER1#4 from seat 2", "take MIN1#4 from seat 1", "take MIN1#4 MIN2#4 from seat 2"],
    ),
    "HYD4": (
        ["take MIN1#4 from seat 2", "take MIN1#4 MET2#4 from seat 2", "take MET2#3 TER1#3 from seat 1"],
        ["take MIN1#4 TER1#4 from seat 2", "take MIN1#4 MET2#3", "take MIN1#4 MIN2#4 MET2#4 from seat 2"],
    ),
    "MET3": (
        ["paint HYD1 brown", "paint HYD1 brown MET1 brown TER2 blue"],
        ["paint HYD1 green", "paint MIN4 brown", "paint HYD1 brown HYD1 yellow", "paint HYD1"],
    ),
    "MIN2": (
        ["paint brown-3a green", "paint brown-1a brown"],
        ["paint brown-6a blue", "paint brown-3a pink", "paint brown-3a"],
    ),
    "BIO2": (
        ["subjugate TER1#3", "subjugate WEE1#3"],
        ["subjugate TER2#3", "subjugate HYD1#4", "subjugate HYD3#3", "subjugate TER1#3 WEE1#3"],
    ),
    "BIO3": (
        ["subjugate TER2#3 from seat 1", "subjugate HYD2#4 from seat 2"],
        ["subjugate HYD1#4 from seat 2", "subjugate HYD2#4 WEE2#4 from seat 2"],
    ),
    "BIO4": (
        ["subjugate HYD1", "subjugate TER1 HYD1 BIO1 take red-1a green-1a", "subjugate HYD1 take red-1a"],
        ["subjugate TER2", "subjugate HYD1 take red-1a green-1a", "subjugate HYD1 take brown-3a"],
    ),
    "WEE3": (
        ["each WEE2#4", "each WEE1#3 WEE1#4", "one WEE1#4 WEE2#4 from seat 2"],
        ["each WEE1#3 WEE2#3", "each HYD1#4", "one WEE1#3 WEE1#4", "one WEE1#4 WEE2#4 from seat 1"],
    ),
    "WEE4": (["take from seat 1", "take from seat 2"], ["take from seat 3", "take from seat 2 WEE1#4"]),
}
WAYS = pytest.mark.parametrize("way", ["skill", "leader"])


@rule("SS-18.3")
@WAYS
@pytest.mark.parametrize(("card", "words"), [(card, words) for card in SKILLS for words in SKILLS[card][0]])
def test_a_skill_takes_the_words_of_its_card(way: str, card: str, words: str) -> None:
    bench, verb = using(way, card)
    bench.order(f"{verb} {words}")
    assert bench.told("declined") == []


@rule("SS-18.3")
@WAYS
@pytest.mark.parametrize(("card", "words"), [(card, words) for card in SKILLS for words in SKILLS[card][1]])
def test_a_skill_refuses_what_its_conditions_exclude(way: str, card: str, words: str) -> None:
    bench, verb = using(way, card)
    bench.refused(f"{verb} {words}")


@rule("SS-18.3")
@pytest.mark.parametrize("card", list(MERCENARIES))
def test_the_effect_of_any_card_may_be_declined(card: str) -> None:
    bench, _ = using("skill", card)
    before = (bench.docks(), bench.mine(), bench.base(1), bench.base(2))
    bench.order(f"skill {card} decline")
    assert (bench.docks(), bench.mine(), bench.base(1), bench.base(2)) == before
    turn = bench.view(1)["turn"]
    assert (turn["effects"], turn["extra_mines"], turn["tinted"], turn["painted_count"]) == ([], 0, {}, 0)
    assert (turn["actions"], turn["played"], len(bench.hand(1))) == (["skill"], [f"{card}#1"], 4)


@rule("SS-18.3")
@pytest.mark.parametrize(
    ("card", "hand", "good", "bad"),
    [
        ("TER3", 6, "leader take 1", "leader take 2"),
        ("TER4", 5, "leader take HYD1 HYD2", "leader take HYD1 HYD2 BIO2"),
        ("HYD2", 6, "leader take HYD2", None),
        ("HYD2", 7, "leader", "leader take HYD2"),
        ("HYD3", 6, "leader take TER4#2 from seat 2", None),
        ("HYD3", 7, "end", "leader take TER4#2 from seat 2"),
        ("HYD4", 6, "leader take TER4#2 from seat 2", "leader take TER4#2 WEE1#1 from seat 2"),
        ("WEE3", 6, "leader each WEE1#1", "leader one WEE1#1 WEE2#1 from seat 2"),
        ("WEE4", 5, "leader take from seat 2", None),
        ("WEE4", 6, "leader take from seat 2 WEE2#1", "leader take from seat 2"),
    ],
)
def test_no_skill_takes_cards_beyond_seven(card: str, hand: int, good: str, bad: str | None) -> None:
    held = " ".join((["TER1", "TER2"] * 3 + ["TER3"])[:hand])
    bench = position(
        f"hand {held} base BIO1 BIO2 {card}",
        "base TER4#2 WEE1#1 WEE2#1 BIO1",
        factions="TER HYD BIO WEE",
        docks="HYD1 HYD2 BIO2",
    )
    if bad is not None:
        bench.refused(bad)
    bench.order(good)
    assert len(bench.hand(1)) <= 7
