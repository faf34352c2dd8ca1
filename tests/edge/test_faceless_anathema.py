"""The Anathema: hatched by Chrysalis, growing by tokens, changing by itself; Whack and Tentacles."""

from __future__ import annotations

from games.edge.rules.squads.attributes import stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

AWAY = "berserker@A1.01,x anathema@-"


def on_it(count: int) -> list[Token]:
    return [Token("ANATHEMA", 1, squad="anathema") for _ in range(count)]


def values(bench: Bench) -> list[int | None]:
    model = bench.model("anathema/1")
    return [stat(bench.state, model, name) for name in ("INI", "ATT", "DEF", "MOV")]


# Arriving (FAX1).


@rule("EF-7.1", "EF-7.2", "ED-4.22")
def test_phototaxis_brings_it_to_a_source() -> None:
    bench = Bench(f"{AWAY} pilgrim@E9.0", beside={1: ["FAX1"]})
    bench.order('play "Chrysalis" upper to B7')
    assert all(
        bench.state.board.placements[place].halo & bench.state.space_mask("B7") for place in bench.offers()
    )
    bench.order("at B6.023")
    assert (bench.at("anathema/1"), bench.player(1).pool, bench.player(1).beside) == ("B6.023", 4, [])


@rule("EF-7.1", "EF-4.3", "EF-6.3.4")
def test_a_chrysalis_opens_anywhere_in_either_mode_with_two_tokens_and_pushes() -> None:
    bench = Bench(f"{AWAY} pilgrim@C5.0", beside={1: ["FAX1"]})
    bench.order('play "Chrysalis" lower option 2', "at C5.012")
    assert bench.at("pilgrim/1") != "C5.0"
    assert (bench.squad("anathema").mode, bench.player(1).pool) == ("Abomination", 2)
    assert values(bench) == [2, 2, 2, 4]


# Abomination (FAX2).


def test_the_tokens_are_its_attributes_in_abomination_mode_only() -> None:
    text = "anathema:{mode}@C5.012 pilgrim@E9.0"
    assert values(Bench(text.format(mode="Abomination"), tokens=on_it(5))) == [5, 5, 5, 4]
    assert values(Bench(text.format(mode="Abomination"))) == [0, 0, 0, 4]
    assert values(Bench(text.format(mode="Basic"), tokens=on_it(5))) == [1, 1, 1, 2]


@rule("EF-7.3", "ED-18.10")
def test_in_basic_mode_it_grows_a_token_at_the_end_of_each_active_turn() -> None:
    attached = {"anathema": [("FAX2", 0)]}
    bench = Bench("anathema@C5.012 pilgrim@E9.0", enhancements=attached).order("no", "end")
    assert [(token.t, token.squad) for token in bench.state.tokens] == [("ANATHEMA", "anathema")]
    bench = Bench("anathema:Abomination@C5.012 pilgrim@E9.0", enhancements=attached).order("no", "end")
    assert bench.state.tokens == []


@rule("EF-7.3", "ED-2.4")
def test_it_never_has_more_than_six_tokens() -> None:
    bench = Bench("anathema@C5.012 pilgrim@E9.0", enhancements={"anathema": [("FAX2", 0)]}, tokens=on_it(6))
    bench.order("no", "end")
    assert len(bench.state.tokens) == 6


@rule("ED-8.6", "DP-I16")
def test_rapid_mutation_changes_its_mode_as_the_turn_begins() -> None:
    attached = {"anathema": [("FAX2", 0)]}
    bench = Bench("anathema@C5.012 pilgrim@E9.0", enhancements=attached, declare=False)
    bench.order("turn active", "yes")
    assert bench.squad("anathema").mode == "Abomination"
    bench = Bench("anathema@C5.012 pilgrim@E9.0", enhancements=attached, declare=False)
    bench.order("turn active", "no")
    assert bench.squad("anathema").mode == "Basic"


# Whack (FAX3).


@rule("EF-4.4", "EF-2.12", "ED-13.3")
def test_whack_moves_an_enemy_and_checks_it_with_the_tokens_as_a_bonus() -> None:
    """A Gorehound has INI 4: a 3 hits with two tokens, and with none it does not."""
    text = "anathema@C5.012 gorehound@C5.34"
    for tokens, left in ((2, 0), (0, 1)):
        bench = Bench(text, hands={1: ["FAX3"]}, tokens=on_it(tokens)).dice(3)
        bench.order('play "Whack" lower', "move gorehound/1 D5.12")
        assert bench.at("gorehound/1") == "D5.12"
        assert bench.squad("gorehound").endurance == left


@rule("EF-2.1")
def test_whack_is_for_basic_mode() -> None:
    bench = Bench("anathema:Abomination@C5.012 gorehound@C5.34", hands={1: ["FAX3"]})
    assert "lower" not in bench.offers("play", "FAX3")


# Tentacles (FAX4).


@rule("EF-2.12", "EF-4.4")
def test_tentacles_draw_in_as_many_small_models_as_it_has_tokens() -> None:
    text = "anathema@C5.012 pilgrim@C7.0,C6.0,C8.0"
    bench = Bench(text, hands={1: ["FAX4"]}, tokens=on_it(2))
    assert "pilgrim/3" not in bench.offers("play", "FAX4", "lower")
    bench.order('play "Tentacles" lower to pilgrim/1 pilgrim/2', "next pilgrim/1", "at C5.3", "at C5.6")
    assert [bench.at(f"pilgrim/{n}") for n in (1, 2, 3)] == ["C5.3", "C5.6", "C8.0"]
    assert bench.player(1).pool == 3


@rule("EF-2.11")
def test_tentacles_do_not_move_large_bases() -> None:
    bench = Bench("anathema@C5.012 son_of_khyber@C6.*", hands={1: ["FAX4"]}, tokens=on_it(2))
    assert "lower" not in bench.offers("play", "FAX4")
