"""Banners and Shrines of the Chapter, with BLESSING and FIRE."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

STATS = ("INI", "ATT", "DEF", "MOV")


def attributes(bench: Bench, model: str) -> list[int | None]:
    return [stat(bench.state, bench.model(model), name) for name in STATS]


# The Chapter Banner.


@rule("ED-20.1", "ED-20.2", "ED-20.3", "ED-16.13")
def test_the_banner_restores_a_token_to_the_angel_and_is_turned_down() -> None:
    bench = Bench("angel_of_death=1@C4.* pilgrim@A1.0,x,x,x gorehound@C8.12").order("banner 1")
    assert (bench.squad("angel_of_death").endurance, bench.player(1).pool) == (2, 5)
    assert not bench.player(1).banner_up
    assert "banner" not in bench.offers()
    assert "activate" in bench.offers()


@rule("ED-8.6", "ED-20.1")
def test_the_banner_changes_the_mode_of_one_squad_for_nothing() -> None:
    bench = Bench("holy_knight@C4.12 pilgrim@A1.0,x,x,x gorehound@C8.12").order("banner 2 with holy_knight")
    assert (bench.squad("holy_knight").mode, bench.player(1).pool) == ("Upgraded", 5)
    back = Bench("holy_knight:Upgraded@C4.12 gorehound@C8.12").order("banner 2 holy_knight")
    assert back.squad("holy_knight").mode == "Basic"  # though the card has no arrow back


@rule("ED-20.1", "ED-17.6")
def test_a_power_of_the_banner_that_could_do_nothing_is_not_offered() -> None:
    whole = Bench("angel_of_death@C4.* war_golem@C6.* pilgrim@x,x,x,x gorehound@C8.12")
    assert whole.offers("banner") == ["2"]
    assert whole.offers("banner", "2") == ["angel_of_death"]  # a Golem has one side, dead Pilgrims none


@rule("ED-20.2", "ED-6.6")
def test_the_banner_is_up_again_after_the_next_passive_turn() -> None:
    bench = Bench("pilgrim@C4.0,x,x,x gorehound@C8.12").order("banner 2 pilgrim", "end", seat=1)
    bench.order("turn passive", seat=2)
    bench.order("turn active", seat=1)
    assert "banner" not in bench.offers()
    bench.order("end", seat=1).order("turn passive", seat=2).order("turn passive", seat=1)
    assert bench.player(1).banner_up


@rule("ED-20.1")
def test_a_banner_is_used_in_an_open_window_of_the_own_turn() -> None:
    bench = Bench(
        "pilgrim@C4.0,x,x,x gorehound@C8.12",
        standing={1: "react: ask"},
    )
    assert bench.asked() == (1, "window")  # active_start
    bench.order("banner 2 pilgrim")
    assert bench.squad("pilgrim").mode == "Run"


# The alternative Banner.

ALT = {1: ("alt", "std")}


@rule("EF-1.4.8", "EF-2.14")
def test_by_the_alternative_banner_the_angels_next_wound_is_two() -> None:
    text = "angel_of_death@C4.* dark_scholar=3@C5.5,C5.6,x"
    bench = Bench(text, variants=ALT, hands={1: ["CH17"]}).order("banner 1")
    bench.dice(4, 0, 4, 0).order('play "Storm of Blades" lower', "fight AD vs DS1")
    assert [told["lost"] for told in bench.told("wounded")] == [1, 1, 1]
    assert bench.squad("dark_scholar").endurance == 0
    assert bench.state.laters == []


def test_the_power_waits_for_the_angel_and_ends_with_the_turn() -> None:
    text = "angel_of_death@A1.* pilgrim@C4.0,x,x,x dark_scholar:Ritual=3@C4.1,x,x"
    bench = Bench(text, variants=ALT).order("banner 1")
    bench.dice(4, 0).order("activate pilgrim", "fight PI1 vs DS1")
    assert bench.squad("dark_scholar").endurance == 2
    assert len(bench.state.laters) == 1
    bench.order("end")
    assert bench.state.laters == []


@rule("ED-16.13", "ED-17.6")
def test_the_alternative_banner_restores_a_token_to_a_squad_at_the_shrine() -> None:
    """The Shrine on A5 touches A4.2 and A4.3."""
    text = "pilgrim=0@A4.2,x,x,x ranger=0@C4.0,x holy_knight@A6.56 gorehound@C8.12"
    bench = Bench(text, variants=ALT)
    assert bench.offers("banner", "2") == ["pilgrim"]
    bench.order("banner 2")
    assert (bench.squad("pilgrim").endurance, bench.squad("ranger").endurance) == (1, 0)


# Frontline Chapel and BLESSING.

CHAPEL = "pilgrim@A4.2,C8.0,x,x ranger@A6.5,x holy_knight@C4.12 gorehound@E9.12"


@rule("ED-21.2", "EF-3.2", "EF-2.15", "ED-19.8")
def test_squads_at_the_chapel_are_blessed_until_the_next_passive_turn() -> None:
    bench = Bench(CHAPEL, declare=False).order("turn passive")
    assert [(token.t, token.squad) for token in bench.state.tokens] == [
        ("BLESSING", "pilgrim"),
        ("BLESSING", "ranger"),
    ]
    assert attributes(bench, "pilgrim/2") == [3, 2, 2, 3]  # the whole Squad, wherever it stands
    assert attributes(bench, "holy_knight/1") == [1, 1, 2, 2]
    bench.order("turn passive", seat=2)
    assert len(bench.state.tokens) == 2
    bench.order("turn active", "activate pilgrim", "move PI1 C4.0 | move PI1 B4.0", "end", seat=1)
    bench.order("turn passive", seat=2).order("turn passive", seat=1)
    assert [token.squad for token in bench.state.tokens] == ["ranger"]


@rule("ED-1.9")
def test_a_blessing_may_be_declined() -> None:
    bench = Bench(CHAPEL, declare=False, standing={1: 'trigger "Frontline Chapel": no'}).order("turn passive")
    assert bench.state.tokens == []


@rule("ED-2.4", "ED-2.5")
def test_there_are_three_blessings() -> None:
    text = "pilgrim@A4.2,x,x,x ranger@A4.3,x holy_knight@A6.56 holy_knight@B4.16 gorehound@E9.12"
    bench = Bench(text, declare=False).order("turn passive")
    assert len(bench.state.tokens) == 3


@rule("ED-8.3")
def test_a_blessing_does_not_give_an_attribute_that_is_not_there() -> None:
    blessed = [Token("BLESSING", 1, squad="ranger")]
    bench = Bench("ranger:Aim@C4.0,x gorehound@E9.12", tokens=blessed)
    assert attributes(bench, "ranger/1") == [1, None, 1, None]


@rule("ED-21.1")
def test_the_chapel_is_in_the_way() -> None:
    bench = Bench("angel_of_death@A4.* gorehound@E9.12").order("activate angel_of_death")
    assert "A5.*" not in bench.offers("move", "angel_of_death/1")


# Sanctuary.


def sanctuary(text: str, left: int = 3, orders: str = "") -> Bench:
    stored = [Token("BLESSING", 1, shrine=1) for _ in range(left)]
    return Bench(
        text,
        variants={1: ("std", "alt")},
        tokens=stored,
        declare=False,
        standing={1: orders} if orders else {},
    )


@rule("ED-16.12", "EF-3.2")
def test_sanctuary_spends_a_blessing_to_return_a_dead_model_to_its_side() -> None:
    bench = sanctuary("pilgrim=0@C4.0,x,x,x holy_knight=0@x gorehound@E9.12")
    bench.order("turn passive", "with holy_knight/1", "at A4.23")
    assert (bench.at("holy_knight/1"), bench.squad("holy_knight").endurance) == ("A4.23", 0)
    assert [(token.t, token.shrine) for token in bench.state.tokens] == [("BLESSING", 1)] * 2


@rule("ED-16.12")
def test_who_returns_to_the_sanctuary_must_touch_it() -> None:
    bench = sanctuary("pilgrim@C4.0,x,-,- gorehound@E9.12").order("turn passive", "yes")
    assert set(bench.offers()) == {"A4.2", "A4.3", "A6.5", "A6.6", "B4.1", "B4.2", "B5.1", "B5.6"}


@rule("ED-2.4", "ED-1.9")
def test_sanctuary_does_nothing_without_tokens_without_dead_or_when_declined() -> None:
    dead = "pilgrim@C4.0,x,x,x gorehound@E9.12"
    assert sanctuary(dead, left=0).order("turn passive").told("returned") == []
    assert (
        len(sanctuary("pilgrim@C4.0,C4.1,C4.2,C4.3 gorehound@E9.12").order("turn passive").state.tokens) == 3
    )
    declined = sanctuary(dead, orders='trigger "Sanctuary": no').order("turn passive")
    assert len(declined.state.tokens) == 3


@rule("DP-T7")
def test_a_token_is_not_spent_unless_the_player_says_so() -> None:
    bench = sanctuary("pilgrim@C4.0,x,x,x gorehound@E9.12").order("turn passive")
    assert bench.asked() == (1, "may")
    decision = bench.run.decision_for(1)
    assert decision is not None
    assert decision.fallback() == ("no",)
    bench.order("no")
    assert len(bench.state.tokens) == 3
    said = sanctuary("pilgrim@C4.0,x,x,x gorehound@E9.12", orders='trigger "Sanctuary": yes').order(
        "turn passive"
    )
    assert bench.state.turn.seat == 2
    assert said.asked() == (1, "pick")


# FIRE.


def burning(pool: int = 5, orders: str = "", pilgrims: int = 1) -> Bench:
    return Bench(
        f"pilgrim={pilgrims}@C4.0,x,x,x ranger@A1.0,x purge_doctor@A2.12,x,x gorehound@E9.12",
        declare=False,
        pools=(pool, 5),
        tokens=[Token("FIRE", 1, models=["pilgrim/1"])],
        standing={1: orders} if orders else {},
    )


@rule("EF-4.12", "EF-4.13", "ED-15.1")
def test_fire_is_paid_off_at_the_start_of_the_turn() -> None:
    bench = burning().order("turn active")
    assert (bench.player(1).pool, bench.player(1).depleted, bench.state.tokens) == (4, 1, [])
    assert bench.squad("pilgrim").endurance == 1


@rule("EF-4.12", "EC-106", "ED-5.2")
def test_fire_burns_in_a_passive_turn_before_the_harvest() -> None:
    bench = burning(orders="fire: wound").order("turn passive")
    assert (bench.squad("pilgrim").endurance, bench.state.tokens) == (0, [])
    keys = [event.key for event in bench.events]
    assert keys.index("wounded") < (keys.index("harvested") if "harvested" in keys else len(keys))
    assert bench.player(1).pool == 5


@rule("EF-4.12", "ED-16.6")
def test_fire_kills_and_the_enemy_scores_whose_ever_fire_it_is() -> None:
    bench = burning(orders="fire: wound", pilgrims=0).order("turn active")
    assert (bench.model("pilgrim/1").state, bench.state.vp, bench.state.tokens) == ("dead", -1, [])


@rule("EF-4.12")
def test_who_has_no_crystal_suffers_the_wound() -> None:
    bench = burning(pool=0).order("turn active")
    assert (bench.squad("pilgrim").endurance, bench.state.tokens) == (0, [])


@rule("EF-4.12")
def test_standing_orders_may_pay_for_what_would_kill_only() -> None:
    for tokens, pool in ((1, 5), (0, 4)):
        bench = burning(orders="fire: pay if kills; wound", pilgrims=tokens).order("turn active")
        assert (bench.squad("pilgrim").endurance, bench.player(1).pool) == (0, pool)


@rule("EF-4.13")
def test_fire_waits_for_the_turn_of_its_bearers_controller() -> None:
    bench = Bench(
        "pilgrim@C4.0,x,x,x gorehound@E9.12", tokens=[Token("FIRE", 1, models=["gorehound/1"])], declare=False
    )
    bench.order("turn passive", seat=1)
    assert len(bench.state.tokens) == 1
    bench.order("turn passive (fire: wound)", seat=2)
    assert (bench.squad("gorehound").endurance, bench.state.tokens) == (0, [])


@rule("ED-2.4")
def test_with_three_fires_burning_a_purging_sets_no_fourth() -> None:
    text = "purge_doctor@C4.12,x,x dark_scholar:Ritual=9@C5.0,C5.1,C5.2 gorehound@D4.12"
    fires = [
        Token("FIRE", 1, models=[name]) for name in ("dark_scholar/1", "dark_scholar/2", "dark_scholar/3")
    ]
    bench = Bench(text, hands={1: ["CH14"]}, tokens=fires).dice(3)
    bench.order('play "Purging" lower', "at C5 D4")
    assert len(bench.state.tokens) == 3
    assert bench.asked() == (1, "order")
