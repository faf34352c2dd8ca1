"""The Son of Khyber: Rage, War Fever, Bloody Whirlwind, Energy Source."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from tests.edge.bench import Bench
from tests.rules import rule

SON = "son_of_khyber"
# He fills C6 and touches C5.2, C5.3, C7.5 and C7.6.


def stats(bench: Bench, model: str) -> list[int | None]:
    return [stat(bench.state, bench.model(model), name) for name in ("INI", "ATT", "DEF", "MOV")]


# Repeat.


@rule("ED-18.5", "ED-15.7", "ED-2.6")
def test_repeat_lets_him_move_and_fight_again_after_a_wound() -> None:
    bench = Bench(
        "pilgrim@C5.2,C8.0 son_of_khyber@C6.*",
        turn=2,
        enhancements={SON: [("DE04", 1)]},
        standing={2: "use son_of_khyber.1 upper on wound_dealt"},
    ).dice(4, 0, 4, 0)
    bench.order("activate son_of_khyber", "fight son_of_khyber/1 vs pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0
    assert bench.state.enhancement("son_of_khyber.1").charges == 0
    assert bench.asked() == (2, "move")
    bench.order("move son_of_khyber/1 C7.*")
    assert bench.at("son_of_khyber/1") == "C7.*"


@rule("ED-18.7")
def test_repeat_may_be_paid_again_for_the_wound_that_it_brought() -> None:
    bench = Bench(
        "pilgrim@C5.2,C5.3,C9.0 son_of_khyber@C6.*",
        turn=2,
        enhancements={SON: [("DE04", 5)]},
        standing={2: "use son_of_khyber.1 upper on wound_dealt"},
    ).dice(4, 0, 4, 0)
    bench.order("activate son_of_khyber", "fight son_of_khyber/1 vs pilgrim/1", "stay")
    bench.order("fight son_of_khyber/1 vs pilgrim/2")
    assert bench.state.enhancement("son_of_khyber.1").charges == 3
    assert bench.model("pilgrim/2").state == "dying"  # the second Repeat asks before it is carried away


@rule("EC-111", "ED-18.8")
def test_repeat_is_no_instant_and_does_not_answer_a_wound_of_a_foreign_turn() -> None:
    bench = Bench(
        "pilgrim@C5.2 son_of_khyber@C6.*",
        enhancements={SON: [("DE04", 2)]},
        standing={2: "use son_of_khyber.1 upper on wound_dealt"},
    ).dice(0, 4, 4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs son_of_khyber/1")
    assert bench.squad("pilgrim").endurance == 0
    assert bench.state.enhancement("son_of_khyber.1").charges == 2


@rule("EF-2.9")
def test_repeat_answers_only_to_wounds_dealt_by_its_own_squad() -> None:
    bench = Bench(
        "pilgrim@C5.1 gorehound@C5.23 son_of_khyber@D6.*",
        turn=2,
        enhancements={SON: [("DE04", 2)]},
        standing={2: "use son_of_khyber.1 upper on wound_dealt"},
    ).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0
    assert bench.state.enhancement("son_of_khyber.1").charges == 2


# Rage.


@rule("ED-18.10", "ED-20.2")
def test_rage_is_bought_once_and_each_enemy_he_kills_refreshes_crystals_and_banner() -> None:
    bench = Bench(
        "pilgrim=0@C5.2,C7.5,A9.0 son_of_khyber@C6.*",
        turn=2,
        pools=(5, 0),
        depleted=(0, 4),
        enhancements={SON: [("DE04", 4)]},
    ).dice(4, 0)
    bench.order("use son_of_khyber.1 lower")
    assert (bench.state.enhancement("son_of_khyber.1").charges, bench.state.neutral_charges) == (1, 19)
    assert bench.player(2).pool == 0
    bench.refused("use son_of_khyber.1 lower")
    bench.order("banner 2", "stay")
    assert not bench.player(2).banner_up
    bench.order("activate son_of_khyber", "fight son_of_khyber/1 vs pilgrim/1")
    player = bench.player(2)
    assert (player.pool, player.depleted, player.banner_up) == (4, 0, True)


@rule("ED-18.8", "ED-18.10")
def test_rage_that_is_paid_works_in_a_foreign_turn_and_not_for_kills_of_others() -> None:
    bench = Bench(
        "pilgrim=0@C5.2,D4.1,A9.0 gorehound@D4.23 son_of_khyber@C6.*",
        turn=2,
        pools=(5, 0),
        depleted=(0, 4),
        enhancements={SON: [("DE04", 3)]},
    ).dice(4, 0, 0, 4, 3, 1)
    bench.order("use son_of_khyber.1 lower", "activate gorehound", "fight gorehound/1 vs pilgrim/2", "end")
    assert (bench.model("pilgrim/2").state, bench.player(2).pool) == ("dead", 0)
    bench.order("turn active", "activate pilgrim", "fight pilgrim/1 vs son_of_khyber/1", seat=1)
    assert bench.model("pilgrim/1").state == "dead"
    assert (bench.player(2).pool, bench.player(2).depleted) == (4, 0)


@rule("EF-8.3.8")
def test_rage_may_be_paid_for_in_a_foreign_turn() -> None:
    bench = Bench(
        "pilgrim@C1.2 son_of_khyber@C6.*",
        enhancements={SON: [("DE04", 3)]},
        standing={2: "use son_of_khyber.1 lower on open"},
    )
    bench.order("activate pilgrim", "end")
    assert bench.state.enhancement("son_of_khyber.1").passive
    assert bench.state.enhancement("son_of_khyber.1").charges == 0


# War Fever.


@rule("ED-18.10", "EF-2.12", "EC-98")
def test_war_fever_adds_initiative_and_defence_for_every_token_lost_while_it_is_attached() -> None:
    bench = Bench(
        "pilgrim@A1.2 son_of_khyber=2@C6.* gorehound@E9.12",
        turn=2,
        hands={2: ["DE04", "DE12"]},
        enhancements={SON: [("DE05", 3)]},
    )
    assert stats(bench, "son_of_khyber/1") == [2, 3, 1, 3]
    bench.order("use son_of_khyber.1 lower")
    assert stats(bench, "son_of_khyber/1") == [4, 3, 3, 3]
    bench.squad(SON).endurance = 1
    assert stats(bench, "son_of_khyber/1") == [5, 3, 4, 3]
    bench.order('attach "Rage" to son_of_khyber', 'attach "Infection" to son_of_khyber drop "War Fever"')
    assert stats(bench, "son_of_khyber/1") == [2, 3, 1, 3]


# Bloody Whirlwind.


@rule("ED-17.3", "ED-12.1")
def test_bloody_whirlwind_fights_as_often_as_he_is_short_of_tokens() -> None:
    bench = Bench("pilgrim@C5.2,C5.3,C7.5 son_of_khyber=2@C6.*", turn=2, hands={2: ["DE06"]})
    bench.dice(4, 0, 1, 4, 1, 4)
    bench.order(
        'play "Bloody Whirlwind" lower',
        "fight son_of_khyber/1 vs pilgrim/1",
        "fight son_of_khyber/1 vs pilgrim/2",
    )
    assert [values["target"] for values in bench.told("fought")] == ["pilgrim/1", "pilgrim/2"]
    assert (bench.player(2).depleted, bench.player(2).discard) == (1, ["DE06"])
    assert bench.asked() == (2, "order")


@rule("ED-12.6")
def test_the_whirlwind_may_strike_the_same_enemy_again_and_may_stop() -> None:
    bench = Bench("pilgrim@C5.2,C5.3,A1.0 son_of_khyber=1@C6.*", turn=2, hands={2: ["DE06"]})
    bench.dice(4, 0, 4, 0)
    bench.order(
        'play "Bloody Whirlwind" lower',
        "fight son_of_khyber/1 vs pilgrim/1",
        "fight son_of_khyber/1 vs pilgrim/1",
        "done",
    )
    assert bench.model("pilgrim/1").state == "dead"
    assert len(bench.told("fought")) == 2


@rule("ED-17.6", "ED-17.1", "ED-17.2")
def test_bloody_whirlwind_is_refused_unwounded_without_contact_and_without_him() -> None:
    line = 'play "Bloody Whirlwind" lower'
    Bench("pilgrim@C5.2 son_of_khyber@C6.*", turn=2, hands={2: ["DE06"]}).refused(line)
    Bench("pilgrim@C5.0 son_of_khyber=1@C6.*", turn=2, hands={2: ["DE06"]}).refused(line)
    Bench("pilgrim@C5.1 gorehound=0@C5.23 son_of_khyber=0@x", turn=2, hands={2: ["DE06"]}).refused(line)


# Energy Source.

SOURCE = 'play "Energy Source" lower on wound_dealt'


@rule("ED-19.1", "ED-16.13")
def test_energy_source_heals_him_when_he_wounds_in_his_own_turn_and_in_a_foreign_one() -> None:
    text = "pilgrim@C5.2,C7.5 son_of_khyber=2@C6.*"
    bench = Bench(text, turn=2, hands={2: ["DE07"]}, standing={2: SOURCE}).dice(4, 0)
    bench.order("activate son_of_khyber", "fight son_of_khyber/1 vs pilgrim/1")
    assert (bench.squad(SON).endurance, bench.player(2).discard, bench.player(2).pool) == (3, ["DE07"], 5)
    bench = Bench(text, hands={2: ["DE07"]}, standing={2: SOURCE}).dice(0, 4, 4, 0)
    bench.order("activate pilgrim", "fight pilgrim/1 vs son_of_khyber/1")
    assert (bench.squad(SON).endurance, bench.player(2).discard) == (3, ["DE07"])


@rule("ED-17.6", "EF-2.9", "ED-19.5")
def test_energy_source_is_not_played_unwounded_nor_for_wounds_of_others_nor_at_another_moment() -> None:
    bench = Bench("pilgrim@C5.2 son_of_khyber@C6.*", turn=2, hands={2: ["DE07"]}, standing={2: SOURCE})
    bench.dice(4, 0).order("activate son_of_khyber", "fight son_of_khyber/1 vs pilgrim/1")
    assert bench.player(2).hand == ["DE07"]
    text = "pilgrim@C5.1 gorehound@C5.23 son_of_khyber=2@D6.*"
    bench = Bench(text, turn=2, hands={2: ["DE07"]}, standing={2: SOURCE}).dice(4, 0)
    bench.refused('play "Energy Source" lower')
    bench.order("activate gorehound", "fight gorehound/1 vs pilgrim/1")
    assert (bench.squad("pilgrim").endurance, bench.player(2).hand) == (0, ["DE07"])
