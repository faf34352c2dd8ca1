"""Gorehounds: Infection, Hijack, Rush."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule


def stats(bench: Bench, model: str) -> list[int | None]:
    return [stat(bench.state, bench.model(model), name) for name in ("INI", "ATT", "DEF", "MOV")]


def tokens(bench: Bench) -> list[tuple[str, list[str]]]:
    return [(token.t, token.models) for token in bench.state.tokens]


# Infection.

INFECT = {2: "use gorehound.1 lower on in_combat"}


@rule("ED-18.5", "ED-15.7", "ED-8.2", "EF-2.15")
def test_infection_takes_one_from_every_attribute_of_the_enemy_in_the_combat_for_the_whole_game() -> None:
    text = "pilgrim@C5.1,A1.0 gorehound@C5.23"
    bench = Bench(text, turn=2, enhancements={"gorehound": [("DE12", 2)]}, standing=INFECT).dice(1, 3)
    bench.order("activate gorehound", "fight gorehound/1 vs pilgrim/1")
    assert tokens(bench) == [("INFECTION", ["pilgrim/1"])]
    assert bench.told("defended")[0] == {"model": "pilgrim/1", "guard": 3, "held": False}  # DEF 1 - 1
    assert (bench.state.enhancement("gorehound.1").charges, bench.state.neutral_charges) == (0, 20)
    bench.order("end")
    bench.order("turn passive", seat=1)
    bench.order("turn passive", seat=2)
    assert stats(bench, "pilgrim/1") == [1, 0, 0, 1]
    assert stats(bench, "pilgrim/2") == [2, 1, 1, 2]


@rule("ED-18.8", "ED-19.1")
def test_infection_is_an_instant_and_answers_an_attack_in_a_foreign_turn() -> None:
    text = "pilgrim@C5.1 gorehound@C5.23"
    bench = Bench(text, enhancements={"gorehound": [("DE12", 3)]}, standing=INFECT)
    bench.order("activate pilgrim", "fight pilgrim/1 vs gorehound/1")
    assert tokens(bench) == [("INFECTION", ["pilgrim/1"])]
    assert bench.state.enhancement("gorehound.1").charges == 1


@rule("ED-18.7", "ED-2.4", "ED-17.6")
def test_infection_does_not_lie_twice_on_one_model_and_there_are_three() -> None:
    text = "pilgrim@C5.1,C5.6,C5.0,A1.0 gorehound@C5.23"
    sick = [Token("INFECTION", 2, models=[f"pilgrim/{number}"]) for number in (1, 2, 4)]
    for given, fights in ((sick[:1], "pilgrim/1"), (sick, "pilgrim/3")):
        bench = Bench(
            text, turn=2, enhancements={"gorehound": [("DE12", 2)]}, standing=INFECT, tokens=list(given)
        )
        bench.order("activate gorehound", f"fight gorehound/1 vs {fights}")
        assert (len(tokens(bench)), bench.state.enhancement("gorehound.1").charges) == (len(given), 2)


@rule("EC-74", "EC-97", "EF-2.9")
def test_infection_needs_two_charges_a_gorehound_and_its_own_combat() -> None:
    text = "pilgrim@C5.1,D4.0 gorehound@C5.23 dark_scholar@D4.1"
    poor = Bench(text, turn=2, enhancements={"gorehound": [("DE12", 1)]}, standing=INFECT)
    poor.order("activate gorehound", "fight gorehound/1 vs pilgrim/1")
    assert tokens(poor) == []
    other = Bench(text, turn=2, enhancements={"gorehound": [("DE12", 2)]}, standing=INFECT)
    other.refused("use gorehound.1 lower")
    other.order("activate dark_scholar", "fight dark_scholar/1 vs pilgrim/2")
    assert tokens(other) == []


@rule("ED-16.5")
def test_an_infection_is_gone_with_the_model_that_bore_it() -> None:
    text = "pilgrim=0@C5.1,A1.0 gorehound@C5.23"
    sick = Token("INFECTION", 2, models=["pilgrim/1"])
    bench = Bench(text, turn=2, tokens=[sick]).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs pilgrim/1")
    assert (bench.model("pilgrim/1").state, tokens(bench)) == ("dead", [])


# Hijack.


@rule("ED-9.7", "ED-17.3")
def test_hijack_carries_a_touched_enemy_along_and_those_who_touch_it_then_fight_it() -> None:
    text = "pilgrim@C5.1,A9.0 gorehound:Astral@C5.23 dark_scholar@A2.5,A2.0,E9.0"
    bench = Bench(text, turn=2, hands={2: ["DE13"]}).dice(4, 0, 4, 0)
    bench.order(
        'play "Hijack" lower to pilgrim/1',
        "move gorehound/1 A2.23 with A2.1",
        "with gorehound/1 dark_scholar/2",
        "fight dark_scholar/2 vs pilgrim/1",
        "fight gorehound/1 vs pilgrim/1",
    )
    assert bench.at("gorehound/1") == "A2.23"
    fights = [(values["model"], values["target"]) for values in bench.told("fought")]
    assert fights == [("dark_scholar/2", "pilgrim/1"), ("gorehound/1", "pilgrim/1")]
    assert bench.model("pilgrim/1").state == "dead"
    player = bench.player(2)
    assert (player.pool, player.depleted, player.discard) == (3, 2, ["DE13"])


def test_the_hijacked_enemy_ends_in_contact_on_empty_hexes_and_pushes_nothing() -> None:
    text = "holy_knight@C5.01 gorehound:Astral@C5.23 dark_scholar@A2.5,E9.0"
    bench = Bench(text, turn=2, hands={2: ["DE13"]})
    bench.order('play "Hijack" lower to holy_knight/1')
    places = bench.offers("gorehound/1", "A2.23", "with")
    assert "A2.01" in places
    assert "A2.56" not in places  # a Scholar stands on one of them
    assert "A4.01" not in places  # no contact
    bench.order("move gorehound/1 A2.23 with A2.01", "none")
    assert (bench.at("gorehound/1"), bench.at("holy_knight/1")) == ("A2.23", "A2.01")
    assert bench.told("fought") == []


@rule("ED-17.6", "ED-17.1")
def test_hijack_needs_a_gorehound_in_contact_with_an_enemy() -> None:
    line = 'play "Hijack" lower to pilgrim/1'
    Bench("pilgrim@C5.1 gorehound@C6.23", turn=2, hands={2: ["DE13"]}).refused(line)
    Bench("pilgrim@C5.1 dark_scholar@C5.2 gorehound@E9.12", turn=2, hands={2: ["DE13"]}).refused(line)


@rule("EF-4.1")
def test_a_blocked_gorehound_hijacks_nobody_but_a_blocked_enemy_is_hijacked() -> None:
    trapped = Token("TRAP", 1, models=["gorehound/1"])
    text = "pilgrim@C5.1 gorehound:Astral@C5.23"
    Bench(text, turn=2, hands={2: ["DE13"]}, tokens=[trapped]).refused('play "Hijack" lower to pilgrim/1')
    frozen = Token("FREEZE", 2, models=["pilgrim/1"])
    bench = Bench(text, turn=2, hands={2: ["DE13"]}, tokens=[frozen])
    bench.order('play "Hijack" lower to pilgrim/1', "move gorehound/1 A2.23 with A2.1", "none")
    assert bench.at("pilgrim/1") == "A2.1"


# Rush.


@rule("ED-12.8", "EC-55", "ED-17.3")
def test_rush_backstabs_a_faster_enemy_who_may_not_strike_back() -> None:
    text = "war_golem@C6.* pilgrim@A1.0 gorehound@C5.23"
    bench = Bench(text, turn=2, hands={2: ["DE15"]}).dice(1, 4)
    bench.order('play "Rush" lower', "fight gorehound/1 vs war_golem/1")
    assert [values["model"] for values in bench.told("attacked")] == ["gorehound/1"]
    assert bench.told("defended")[0]["held"] is True
    assert bench.told("countered") == []
    assert (bench.player(2).depleted, bench.player(2).discard) == (1, ["DE15"])


@rule("ED-17.10", "ED-17.6")
def test_one_gorehound_rushes_and_only_one_that_touches_an_enemy() -> None:
    text = "pilgrim@C5.1,A1.0 gorehound@C5.23 gorehound@E9.12"
    bench = Bench(text, turn=2, hands={2: ["DE15"]}).dice(4, 0)
    bench.refused('play "Rush" lower with gorehound#2')
    bench.order('play "Rush" lower')
    assert bench.squad("pilgrim").endurance == 0
    Bench("pilgrim@C5.1 gorehound@E9.12", turn=2, hands={2: ["DE15"]}).refused('play "Rush" lower')
