"""DB-5: warbands, the Limited format, and warbands as rosters."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dreamblade.catalogue import MINIATURES, WARBANDS
from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.rosters import SIDE, WARBAND_BOOK
from games.dreamblade.state import RESERVES, State
from games.engine.contract.dice import Seeds
from games.engine.contract.rosters import Roster
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.run import Run
from tests.rules import rule


def begun(seed: int = 1, **options: str) -> Run[State]:
    """A match whose players choose their warbands."""
    run = Run.start(DREAMBLADE, (1, 2), Seeds(bytes([seed]) * 32), options)
    advance(run)
    return run


def refusal(run: Run[State], text: str) -> str:
    """Why a warband is refused."""
    problem = submit(run, 1, text).problem
    assert problem is not None
    return str(problem.error)


@rule("DB-5.1", "DB-D1")
def test_a_warband_has_one_to_sixteen_miniatures_with_a_creature_among_them() -> None:
    run = begun()
    full = " ".join(f"{code} 2" for code in list(MINIATURES)[:8])
    assert submit(run, 1, f"warband {full}").problem is None
    assert "full" in refusal(begun(), f"warband {full} V13 1")
    assert "is incomplete" in refusal(begun(), "warband V02 1")  # a location alone
    assert submit(begun(), 1, "warband V02 1 V04 1").problem is None
    assert submit(begun(), 1, "warband Twilight Scout 1").problem is None


@rule("DB-5.1")
def test_fifteen_locations_still_leave_room_for_a_creature() -> None:
    places = ["V02 3", "V19 3", "V20 3", "M10 3", "M18 3"]
    assert submit(begun(), 1, f"warband {' '.join(places)} F08 1").problem is None
    assert "full" in refusal(begun(), f"warband {' '.join(places)} F08 1 F19 1")
    run = begun()
    decision = run.decision_for(1)
    assert decision is not None
    full = ("V02", "3", "V19", "3", "V20", "3", "M10", "3", "M18", "3")
    assert "F10" not in [option.word for option in decision.options(full)]
    assert (
        decision.check(("V02", "3", "V19", "3", "V20", "3", "M10", "3", "M18", "3", "F10", "1")) is not None
    )


@rule("DB-5.2")
def test_three_copies_are_the_most() -> None:
    assert submit(begun(), 1, "warband V04 3").problem is None
    assert "may have 3" in refusal(begun(), "warband V04 4")


@rule("DB-5.3")
def test_a_choice_is_sealed_until_both_are_made_and_then_open() -> None:
    run = begun()
    submit(run, 1, "warband W1")
    assert run.decision_for(2) is not None
    assert run.state.figures == {}
    assert all("thug" not in str(event.values) for event in run.events)
    submit(run, 2, "warband W4")
    shown = DREAMBLADE.view(run.state, None)["figures"]
    assert len(shown) == 32
    assert [event.key for event in run.events][:3] == ["sides", "mustered", "mustered"]


@rule("DB-5.3")
def test_miniatures_of_both_sides_have_names_of_their_own() -> None:
    run = begun()
    submit(run, 1, "warband W1")
    submit(run, 2, "warband W4")
    thugs = {f.id: f.seat for f in run.state.figures.values() if f.kind == "M03"}
    assert thugs == {"thug1": 1, "thug2": 2}
    assert {f.id for f in run.state.figures.values() if f.kind == "V04"} == {"scout1", "scout2"}
    assert "mirrorman" in run.state.figures
    assert all(f.at == RESERVES for f in run.state.figures.values())


@rule("DB-5.4")
@pytest.mark.parametrize("seed", range(5))
def test_a_limited_pool_is_a_starter_and_a_booster(seed: int) -> None:
    run = begun(seed, format="limited")
    for player in run.state.players:
        rarities = Counter(MINIATURES[code].rarity for code in player.pool)
        assert rarities == {"common": 13, "uncommon": 7, "rare": 3}
    one, other = run.state.players
    assert one.pool != other.pool


@rule("DB-5.4")
def test_a_limited_warband_comes_from_the_pool() -> None:
    run = begun(3, format="limited")
    pool = Counter(run.state.players[0].pool)
    absent = next(code for code in MINIATURES if code not in pool)
    assert "not in your pool" in refusal(run, f"warband {absent} 1")
    assert "not possible" in refusal(run, "warband W1")
    code, count = next((code, n) for code, n in pool.items() if MINIATURES[code].is_creature)
    assert f"may have {min(3, count)}" in refusal(begun(3, format="limited"), f"warband {code} {count + 1}")
    assert submit(run, 1, f"warband {code} 1").problem is None


@rule("DB-5.4", "DB-D1")
def test_who_chooses_nothing_in_limited_gets_sixteen_of_the_pool() -> None:
    for seed in range(8):
        run = begun(seed, format="limited")
        decision = run.decision_for(1)
        assert decision is not None
        assert decision.check(decision.fallback()) is None
        assert sum(int(n) for n in decision.fallback()[1::2]) == 16


@rule("DB-5.5")
def test_who_is_south_is_a_matter_of_chance() -> None:
    sides = Counter(begun(seed).state.south for seed in range(40))
    assert 8 < sides[1] < 32
    assert sides.total() == 40


@rule("DB-13.7", "DB-13.8", "DB-D1")
@pytest.mark.parametrize("warband", WARBANDS.values(), ids=lambda w: w.id)
def test_ready_made_warbands_add_up_and_can_be_taken_by_name(warband) -> None:
    powers = {code: 5 if m.power == "T" else m.printed[0] for code, m in MINIATURES.items()}
    counts = warband.counts
    assert sum(counts.values()) == warband.size == 16
    assert sum(MINIATURES[code].cost * n for code, n in counts.items()) == warband.totals["cost"]
    assert sum(powers[code] * n for code, n in counts.items()) == warband.totals["power"]
    assert sum(MINIATURES[code].printed[1] * n for code, n in counts.items()) == warband.totals["defense"]
    assert sum(MINIATURES[code].printed[2] * n for code, n in counts.items()) == warband.totals["life"]
    run = begun()
    assert submit(run, 1, f"warband {warband.name}").problem is None
    submit(run, 2, "warband W1")
    assert Counter(f.kind for f in run.state.figures.values() if f.seat == 1) == counts


# Rosters.


@rule("DB-D1")
def test_a_roster_answers_the_question_word_by_word() -> None:
    for made in WARBAND_BOOK.ready_made(SIDE, "constructed"):
        run = begun()
        assert waiting_for(run) == [1, 2]
        run.answer(1, WARBAND_BOOK.answer(made.roster))
        submit(run, 2, WARBAND_BOOK.text(made.roster))  # the text of it is an order too
        figures = run.state.figures.values()
        assert [f.kind for f in figures if f.seat == 1] == [f.kind for f in figures if f.seat == 2]


@rule("DB-5.1", "DB-5.2")
def test_a_draft_is_told_every_breach() -> None:
    wrong = Roster(SIDE, "constructed", {"V04": 4, "V02": 3, "V01": 3, "V05": 3, "V06": 3, "V07": 3})
    assert [str(problem) for problem in WARBAND_BOOK.check(wrong)] == [
        "a warband has at most 16 miniatures, this one has 19",
        "you may have at most 3 of Twilight Scout, not 4",
    ]
    assert "creature" in str(WARBAND_BOOK.check(Roster(SIDE, "constructed", {"V02": 1}))[0])


def test_lists_are_read_as_people_write_them() -> None:
    roster, problems = WARBAND_BOOK.read("2x Twilight Scout\nV05\n- iron thug x3, saint 1\nNobody Known")
    assert roster.counts == {"V04": 2, "V05": 1, "M03": 3, "V08": 1}
    assert [str(problem) for problem in problems] == ["“Nobody Known” is not a miniature"]
    assert WARBAND_BOOK.read("warband V04 2 M03 1")[0].counts == {"V04": 2, "M03": 1}
    assert WARBAND_BOOK.read("Night Court")[0].counts == WARBANDS["W2"].counts


@rule("DB-5.4")
def test_saved_warbands_are_not_for_limited() -> None:
    assert WARBAND_BOOK.form_of({"format": "limited"}, 2) == "limited"
    assert WARBAND_BOOK.form_of({}, 2) == "constructed"
    assert WARBAND_BOOK.ready_made(SIDE, "limited") == ()
