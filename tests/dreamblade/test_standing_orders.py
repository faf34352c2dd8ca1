"""DB-12A.3: what standing orders say of targets, picks, declining, joining and dice, each on its own."""

from __future__ import annotations

import pytest

from games.dreamblade.state import GRAVEYARD, RESERVES
from tests.dreamblade.bench import Bench, spawning
from tests.dreamblade.notation import change
from tests.rules import rule


def assaulted(standing: str) -> Bench:
    """A Djinn spends its blade; nothing is written about it but in the standing orders."""
    b = Bench("P16@C3 V01@A1", "V10@C3 V05@C3 V01@C3", standing={1: standing}).dice("blade")
    return b.order("strike C3 with all", "done")


@rule("DB-12A.3", "DB-D16")
@pytest.mark.parametrize(
    ("standing", "target"),
    [
        ("", "brawler2"),
        ("aim: value", "scragglemaw"),
        ("aim[damage]: focus mirrorman", "mirrorman"),
        ("aim[assault@djinn]: focus mirrorman\naim: value", "mirrorman"),
        ("aim: value if wins > 0", "brawler2"),
        ("aim: value if wins > 0; focus mirrorman", "mirrorman"),
        ("aim[strikeback]: value", "brawler2"),
    ],
)
def test_targets_follow_aim_though_no_order_says_what_blades_are_for(standing: str, target: str) -> None:
    assert assaulted(standing).told("attacked")[0]["target"] == target


@rule("DB-12A.3", "DB-D16")
def test_who_wants_to_be_asked_about_a_target_is() -> None:
    b = assaulted("aim: ask")
    assert b.asked() == (1, "deed")
    b.order("target mirrorman")
    assert b.told("attacked")[0]["target"] == "mirrorman"


@rule("DB-12A.3", "DB-D14")
@pytest.mark.parametrize(
    ("standing", "moves"),
    [("", 0), ("decline: no", 1), ("decline: no if wins > 0", 0), ("decline: no\ndecline: yes", 0)],
)
def test_may_effects_are_declined_or_used_as_ordered(standing: str, moves: int) -> None:
    b = Bench("V04@C3 V01@A1", "V10@C3", standing={1: standing}).dice("blade")
    assert len(b.order("strike C3 with all", "done").told("moved")) == moves


@rule("DB-12A.3", "DB-D17", "DB-D18")
def test_picks_are_followed_by_themselves() -> None:
    orders = {1: "pick: cost<"}
    b = Bench("F04@C3 V01@A1", "V10@C3 V05 V09 V01", standing=orders).dice("blade blade")
    assert b.order("strike C3 with all", "done").told("purged")[0]["figure"] == "brawler2"
    b = Bench("P09@C3 V20@C2", "V10@C3 V19@C3 V02@C4", standing=orders).dice("blade")
    assert b.order("strike C3 with all", "done").told("destroyed")[0]["figure"] == "castle"


@rule("DB-12A.5", "DB-D16")
def test_a_target_that_is_not_named_is_asked_for_and_a_single_one_need_not_be() -> None:
    b = Bench("P16@C3 V07@C3", "V10@C3 V05@C3").strike("C3 with all", "blade").order("blade djinn assault")
    assert (b.asked(), b.told("attacked")) == ((1, "deed"), [])
    assert b.offers() == ["mirrorman", "scragglemaw"]
    b = Bench("P16@C3 V07@C3", "V10@C3").strike("C3 with all", "blade").order("blade djinn assault")
    assert b.told("attacked")[0]["target"] == "scragglemaw"


@rule("DB-D5", "DB-A.RAISE")
@pytest.mark.parametrize(
    ("standing", "raised"),
    [("", "leech"), ("pick[reincarnate]: cost<", "swarmling"), ("pick[mother]: nurse", "nurse")],
)
def test_raise_by_default_returns_the_dearest(standing: str, raised: str) -> None:
    fallen = "F18@C3 F12@graveyard F13@graveyard F15@graveyard F08"
    b = spawning(fallen, dice=(6, 6), standing={1: standing}).order("use mother raise")
    assert b.at(raised) == RESERVES
    assert len(b.told("returned")) == 1


# Deathblows.


def doomed(standing: str, *faces: str) -> Bench:
    """A Loner of power 7 and two others die together; what their owner has ordered decides who strikes."""
    b = Bench("P01@C3 P01@C3 P01@C3", "M20@C3 V01@C3 F08@C3", standing={2: standing})
    b.strike("C3 with all", *["3"] * 12, *["miss"] * 12, *faces)
    return b.order(
        "damage colossus 20 brawler 10 pariah 6", "destroy colossus", "destroy brawler", "destroy pariah"
    )


@rule("DB-12A.3", "DB-D22")
@pytest.mark.parametrize(
    ("join", "strikers"),
    [("best", ["colossus"]), ("all", ["brawler", "pariah"]), ("only pariah", ["pariah"]), ("none", [])],
)
def test_join_says_who_takes_part_in_a_deathblow(join: str, strikers: list[str]) -> None:
    told = doomed(f"join: {join}").told("deathblow")
    assert sorted(told[0]["figures"] if told else []) == strikers


@rule("DB-D23", "DB-12A.3", "DB-A.FORTUNATE")
@pytest.mark.parametrize(
    ("standing", "again"),
    [
        ("", 2),
        ("dice[reroll]: blade", 1),
        ("dice[reroll]: none", 0),
        ("dice[deathblow]: 1\ndice[reroll]: none", 1),
    ],
)
def test_an_order_for_rerolls_reaches_deathblows(standing: str, again: int) -> None:
    b = Bench("P01@C3 P01@C3", "M02@C3", standing={2: standing})
    b.strike("C3 with all", *["3"] * 4, *["miss"] * 12, "1 2 blade", "3 3").order("destroy stalker")
    assert sum(len(row["old"]) for row in b.told("rerolled")) == again


@rule("DB-D30", "DB-D29", "DB-12A.3", "DB-A.FORTUNATE")
def test_an_order_for_rerolls_reaches_ambushes(monkeypatch) -> None:
    change(monkeypatch, "F06", "Ambush 4", "Fortunate 2")
    b = Bench("V05@C2 V01@A1", "F06@C3", standing={2: "dice[reroll]: 3"})
    b.dice("3 miss miss miss", "2").order("shift mirrorman C3")
    assert b.told("rerolled")[0]["old"] == ["3"]


# Rank.


@rule("DB-12A.3")
@pytest.mark.parametrize(
    ("standing", "place"),
    [
        ("result: destroy\nresult: disrupt\nsend: E5", "E5"),
        ("result: disrupt\nresult: destroy", GRAVEYARD),
        ("result: disrupt\nsend: E5\nsend: D5", "D5"),
        ("result[C3]: disrupt\nresult: destroy\nsend: E5", "E5"),
        ("result[pariah]: disrupt\nresult[C3]: destroy\nsend: E5", "E5"),
    ],
)
def test_of_equal_lines_the_later_holds_and_a_more_special_one_always(standing: str, place: str) -> None:
    b = (
        Bench("V05@C3 V01@A1", "F08@C3", standing={1: standing})
        .dice("3 3")
        .order("strike C3 with all", "done")
    )
    assert b.at("pariah") == place
