"""The table as a picture: complete, self-contained, the same for the same view, and without secrets."""

from __future__ import annotations

import re
from itertools import chain
from xml.etree import ElementTree

import pytest

from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.phrases import in_english
from games.scrappers import tips
from games.scrappers.catalogue import CARDS, CRYSTALS, FACTIONS, HALVES
from games.scrappers.drawing import ORNAMENTS, PEN
from games.scrappers.engine import SCRAPPERS
from games.scrappers.names import card_type, crystal_type
from games.scrappers.picture import picture
from games.scrappers.state import State
from games.scrappers.views import ScrappersView, view
from tests.engine.test_every_game import questions
from tests.rules import rule
from tests.scrappers.position import Bench, position

SVG = "{http://www.w3.org/2000/svg}"
TABLES = pytest.mark.parametrize("seats", SCRAPPERS.seats)


def drawn(state: State, seat: int | None) -> str:
    """The picture that a seat gets."""
    return picture(view(state, seat), in_english)


def moments(seats: int, seed: int, every: int = 12) -> list[State]:
    """States on the way through a random match, and the last one."""
    states: list[State] = []
    run = None
    for number, (run, _) in enumerate(questions(SCRAPPERS, seats, seed)):
        if number % every == 0 and run.has_state:
            states.append(SCRAPPERS.decode(SCRAPPERS.encode(run.state)))
    assert run is not None
    return [*states, run.state]


def parsed(svg: str) -> ElementTree.Element:
    """The picture as a tree."""
    return ElementTree.fromstring(svg)  # noqa: S314 (our own)


def words(svg: str) -> list[str]:
    """The lines of text in the picture, in reading order."""
    return ["".join(found.itertext()) for found in parsed(svg).iter(f"{SVG}text")]


def public_words(shown: ScrappersView) -> set[str]:
    """What everyone may order or refer to."""
    bases = chain.from_iterable(player["base"] for player in shown["players"])
    halves = chain.from_iterable(player["artifacts"] for player in shown["players"])
    return {
        *map(card_type, chain(*shown["docks"])),
        *map(crystal_type, chain(*shown["mine"])),
        *(top for top in shown["artifacts"] if top),
        *(HALVES[half].name for half in halves),
        *bases,
    }


def two_hands() -> Bench:
    """Two seats whose cards are nowhere else on the table."""
    return position(
        "hand MET3 TER4 base MET1#1 TER1#1 crystals blue-3b artifacts AR02-A totems TER subjugated MET4",
        "hand MIN4 base HYD2#1 crystals green-6b artifacts AR07-B subjugated MIN2",
        docks="TER1#3 MET2#2 HYD4#1",
        mine="blue-1a brown-3c red-10a",
        artifacts="AR05 AR06 AR09",
    )


@TABLES
def test_it_is_well_formed_and_says_what_it_is(seats: int) -> None:
    for state in moments(seats, 1):
        root = parsed(drawn(state, 1))
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert root.findtext(f"{SVG}title") == SCRAPPERS.title
        assert str(state.round) in (root.findtext(f"{SVG}desc") or "")


@TABLES
def test_it_needs_nothing_from_elsewhere_and_runs_nothing(seats: int) -> None:
    for state in moments(seats, 2):
        svg = drawn(state, 1)
        tags = {found.tag.removeprefix(SVG) for found in parsed(svg).iter()}
        assert tags <= {"svg", "title", "desc", "defs", "pattern", "g", "rect", "path", "circle", "text"}
        assert re.findall(r"(?:href|src|style|\son\w+)=|@import|data:", svg) == []
        assert set(re.findall(r"url\(([^)]*)\)", svg)) <= {f"#faction-{code}" for code in FACTIONS}
        assert svg.count("://") == 1  # the name of the language


@rule("SS-3.1")
@TABLES
def test_everything_that_is_open_appears_by_its_word(seats: int) -> None:
    for state in moments(seats, 3):
        for seat in (None, 1):
            found = "\n".join(words(drawn(state, seat)))
            missing = {word for word in public_words(view(state, seat)) if word not in found}
            assert not missing


@rule("SS-3.2")
def test_a_hand_is_drawn_for_its_owner_alone() -> None:
    state = two_hands().state
    secrets = {1: {"MET3", "TER4", "blue-3b", "MET4"}, 2: {"MIN4", "green-6b", "MIN2"}}
    for reader in (1, 2, None):
        found = " ".join(words(drawn(state, reader))).replace(",", " ").split()
        for owner, things in secrets.items():
            assert {thing for thing in things if thing in found} == (things if owner == reader else set())


@rule("SS-3.3")
@TABLES
def test_two_worlds_that_look_alike_are_drawn_alike(seats: int) -> None:
    for number, state in enumerate(
        moments(seats, 4)[:-1]
    ):  # at the end nothing is hidden, so nothing is guessed
        for reader in (None, *range(1, seats + 1)):
            other = SCRAPPERS.decode(SCRAPPERS.encode(state))
            SCRAPPERS.guess(other, reader, Dice(Seeds(number.to_bytes(4, "big"))))
            assert drawn(other, reader).encode() == drawn(state, reader).encode()


@rule("SS-3.5", "SS-15.1")
def test_the_scores_and_all_that_was_hidden_are_shown_at_the_end() -> None:
    state = moments(3, 5)[-1]
    shown = view(state, None)
    assert shown["over"]
    found = "\n".join(words(drawn(state, None)))
    for player in shown["players"]:
        assert f"points: {sum(player.get('score', {}).values())}" in found
        assert all(crystal_type(crystal) in found for crystal in player.get("crystals", []))
        assert all(card_type(card) in found for card in player.get("hand", []))


def test_factions_are_told_apart_without_colour() -> None:
    svg = drawn(two_hands().state, None)
    patterns = parsed(svg).findall(f"{SVG}defs/{SVG}pattern")
    assert [pattern.get("id") for pattern in patterns] == [f"faction-{code}" for code in ORNAMENTS]
    assert set(ORNAMENTS) == set(FACTIONS)
    assert len({ornament.strokes for ornament in ORNAMENTS.values()}) == len(FACTIONS)
    assert all(code in words(svg) for code in FACTIONS)


def test_drawn_twice_it_is_the_same() -> None:
    assert drawn(two_hands().state, 1) == drawn(two_hands().state, 1)


@TABLES
def test_no_text_is_too_small_to_read(seats: int) -> None:
    for state in moments(seats, 6, every=40):
        root = parsed(drawn(state, 1))
        assert (root.get("viewBox") or "").startswith("0 0 1200 ")
        sizes = [float(found.attrib["font-size"]) for found in root.iter() if "font-size" in found.attrib]
        assert min(sizes) >= PEN.size >= 12  # texts without a size of their own have the sheet's


def test_every_text_is_translated_and_none_can_break_out() -> None:
    svg = picture(view(two_hands().state, 1), lambda text: f"<{text}&")
    found = words(svg)
    assert "<DOCKS&" in found
    assert any("<YOUR HAND&" in line for line in found)


@rule("SS-16.9", "SS-16.11")
def test_what_was_painted_wears_its_new_ornament_and_its_full_name() -> None:
    shown = view(two_hands().state, 1)
    crystal = shown["mine"][0][0]
    shown["turn"]["tinted"], shown["turn"]["dug"] = {crystal: "red"}, {crystal: 1}
    shown["costs"][crystal] = 0
    shown["turn"]["painted"] = {"MET3#1": "purple"}
    found = words(picture(shown, in_english))
    assert {"blue-1a#1", "→ red, cost 0", "MET3#1", "purple this turn"} <= set(found)


@pytest.mark.parametrize("count", [0, 1, 7, 10, 14])
def test_a_base_of_any_size_shows_its_order_and_stays_on_the_sheet(count: int) -> None:
    shown = view(two_hands().state, None)
    cards = list(CARDS)[:count]
    shown["players"][0]["base"], shown["players"][1]["base"] = [], cards
    svg = picture(shown, in_english)
    assert [word for word in words(svg) if word in cards] == cards
    assert words(svg).count("leads") == (count > 0)
    assert max(float(x) for x in re.findall(r"translate\(([\d.]+) ", svg)) < 1200


def test_every_crystal_can_be_drawn() -> None:
    shown = view(two_hands().state, None)
    for crystal, token in CRYSTALS.items():
        shown["mine"] = [[crystal], [], [], []]
        shown["costs"][crystal] = token.cost
        assert crystal_type(crystal) in words(picture(shown, in_english))


def test_a_lower_price_is_told_to_the_player_who_would_pay_it_and_to_nobody_else() -> None:
    """Not to the others, not to spectators, and not when the match is over."""
    state = two_hands().state
    payer = view(state, 1)["turn"]["seat"]

    def is_told(seat: int | None, *, over: bool = False) -> bool:
        shown = view(state, seat)
        shown["over"], crystal = over, shown["mine"][0][0]
        shown["costs"][crystal] = 0
        in_words = ["cost 0" in line or "costs 0" in line for line in words(picture(shown, in_english))]
        return any(in_words) or "It costs you 0 now." in tips.crystal(shown, crystal, in_english)

    assert is_told(payer)
    assert not is_told(3 - payer)
    assert not is_told(None)
    assert not is_told(payer, over=True)
