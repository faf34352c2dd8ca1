"""Dice that anyone can check, and that favour nobody."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise, permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract.dice import BadRoll, Dice, Roll, Seeds, pick, shuffle, verify

SEEDS = Seeds(b"s" * 32, (b"alice's", b"bob's"))
LIMIT_5 = 20.52  # chi-square, 5 degrees of freedom: one run in a thousand is above it


def chi_square(counts: Counter[int], sides: int) -> float:
    """How far the counts are from equal ones."""
    expected = counts.total() / sides
    return sum((counts[face] - expected) ** 2 / expected for face in range(sides))


def test_the_same_seeds_give_the_same_rolls() -> None:
    one, other = Dice(SEEDS), Dice(SEEDS)
    assert [one.below("attack", 6) for _ in range(50)] == [other.below("attack", 6) for _ in range(50)]


@pytest.mark.parametrize(
    "seeds",
    [
        Seeds(b"t" * 32, SEEDS.players),
        Seeds(SEEDS.server, (b"alice's", b"bobs")),
        Seeds(SEEDS.server, (b"alice'sb", b"ob's")),
        Seeds(SEEDS.server, SEEDS.players, epoch=1),
    ],
    ids=["server", "player", "where a seed ends", "epoch"],
)
def test_every_seed_matters(seeds: Seeds) -> None:
    one, other = Dice(SEEDS), Dice(seeds)
    assert [one.below("attack", 6) for _ in range(50)] != [other.below("attack", 6) for _ in range(50)]


def test_a_roll_for_one_purpose_does_not_change_the_rolls_of_others() -> None:
    plain, busy = Dice(SEEDS), Dice(SEEDS)
    expected = [plain.below("attack", 6) for _ in range(20)]
    found = []
    for _ in range(20):
        busy.below("hidden draw", 30, hidden=True)
        found.append(busy.below("attack", 6))
    assert found == expected


def test_the_stream_goes_on_where_it_stopped() -> None:
    whole = Dice(SEEDS)
    rolls = [whole.below("attack", 6) for _ in range(20)]
    first = Dice(SEEDS)
    begun = [first.below("attack", 6) for _ in range(7)]
    second = Dice(SEEDS, first.counters)
    assert begun + [second.below("attack", 6) for _ in range(13)] == rolls


def test_no_face_is_favoured() -> None:
    """G2."""
    dice = Dice(SEEDS)
    counts = Counter(dice.below("many", 6) for _ in range(120_000))
    assert chi_square(counts, 6) < LIMIT_5


def test_the_test_of_fairness_notices_a_favoured_face() -> None:
    """G2: a byte modulo 6 favours 0 to 3 by one part in 43: the same test must fail on it."""
    counts = Counter(hashlib.sha256(n.to_bytes(4, "big")).digest()[0] % 6 for n in range(600_000))
    assert chi_square(counts, 6) > LIMIT_5


def test_neighbouring_rolls_have_nothing_to_do_with_each_other() -> None:
    """G2."""
    dice = Dice(SEEDS)
    rolls = [dice.below("pairs", 6) for _ in range(60_001)]
    pairs = Counter(6 * one + other for one, other in pairwise(rolls))
    assert chi_square(pairs, 36) < 66.6  # 35 degrees of freedom, one in a thousand


def test_a_draw_past_the_last_whole_multiple_is_thrown_away() -> None:
    """With 2**63 + 1 sides almost every second word must be: the counter shows it."""
    dice = Dice(SEEDS)
    for _ in range(100):
        assert dice.below("wide", 2**63 + 1) <= 2**63
    assert dice.counters["wide"] > 130


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    dice = Dice(SEEDS)
    counts: Counter[int] = Counter()
    orders = [list(order) for order in permutations(range(3))]
    for _ in range(24_000):
        cards = [0, 1, 2]
        shuffle(dice, "deck", cards)
        counts[orders.index(cards)] += 1
    assert chi_square(counts, 6) < LIMIT_5


def test_a_pick_is_one_of_the_items() -> None:
    dice = Dice(SEEDS)
    assert {pick(dice, "who", "abc") for _ in range(100)} == set("abc")


def test_a_die_needs_a_side() -> None:
    with pytest.raises(ValueError, match="a die needs a side"):
        Dice(SEEDS).below("none", 0)


# Checking.


def some_rolls() -> list[Roll]:
    """A public log with two purposes and two epochs."""
    dice = Dice(SEEDS)
    for sides in (10**9 + 7, 10**9 + 9, 10**12 + 39, 10**15 + 37):  # so wide that no two rolls agree by luck
        dice.below("attack", sides)
        dice.below("draw", sides, hidden=True)
    later = Dice(msgspec.structs.replace(SEEDS, epoch=1), dice.counters)
    later.below("attack", 10**9 + 7)
    return [*dice.rolls, *later.rolls]


def test_the_log_is_verified_without_running_rules() -> None:
    assert verify(SEEDS, SEEDS.commitment(), some_rolls()) == 9


def test_an_independent_verifier_computes_the_same_rolls() -> None:
    """G1: written from the description alone: it shares no code with the stream."""

    def part(value: bytes) -> bytes:
        return len(value).to_bytes(4, "big") + value

    for roll in some_rolls():
        counter = roll.counter
        while True:
            message = b"".join(map(part, SEEDS.players)) + part(roll.epoch.to_bytes(4, "big"))
            message += part(roll.purpose.encode()) + part(counter.to_bytes(8, "big"))
            word = int.from_bytes(hmac.new(SEEDS.server, message, hashlib.sha256).digest()[:8], "big")
            if word < 2**64 - 2**64 % roll.sides:
                break
            counter += 1
        assert word % roll.sides == roll.value


@given(st.data())
def test_any_tampering_is_detected(data: st.DataObject) -> None:
    """G3."""
    rolls = some_rolls()
    index = data.draw(st.integers(0, len(rolls) - 1))
    name = data.draw(st.sampled_from(["value", "counter", "sides", "purpose", "epoch"]))
    old = getattr(rolls[index], name)
    new = f"{old}!" if isinstance(old, str) else old + data.draw(st.sampled_from([1, 2, 1000]))
    rolls[index] = msgspec.structs.replace(rolls[index], **{name: new})
    with pytest.raises(BadRoll):
        verify(SEEDS, SEEDS.commitment(), rolls)


def test_a_roll_left_out_is_noticed() -> None:
    rolls = some_rolls()
    del rolls[2]
    with pytest.raises(BadRoll, match="does not follow"):
        verify(SEEDS, SEEDS.commitment(), rolls)


def test_another_server_seed_is_not_the_one_that_was_promised() -> None:
    """G3."""
    with pytest.raises(BadRoll, match="promised"):
        verify(Seeds(b"x" * 32, SEEDS.players), SEEDS.commitment(), some_rolls())
