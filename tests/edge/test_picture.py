"""The table as a picture: complete, self-contained, exact to the hex, readable without colour, no secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from games.edge.catalogue import CARDS
from games.edge.drawing import INK, LIGHT, LIVERIES, NIGHT, PAPER, SHADES
from games.edge.engine import EDGE
from games.edge.figures import Figure, on_board
from games.edge.geometry import DUEL
from games.edge.picture import MARGIN, WIDTH, picture
from games.edge.printed import chips, ground
from games.edge.state import State
from games.edge.views import view
from games.reports.paths import outline
from tests.edge.bench import Bench
from tests.edge.crowd import HOSTILE, beginnings, crowded, ended, everything, packed
from tests.edge.position import state_of
from tests.rules import rule

SVG = "{http://www.w3.org/2000/svg}"
READERS = (1, 2, None)
_WIDE, HEIGHT = ground.size(DUEL)


class Word(NamedTuple):
    """A text and where it stands on the sheet."""

    said: str
    x: float
    y: float
    style: dict[str, str]


def drawn(state: State, seat: int | None = None) -> str:
    """The picture that a reader gets."""
    return picture(view(state, seat))


def parsed(svg: str) -> ElementTree.Element:
    """The picture as a tree."""
    return ElementTree.fromstring(svg)  # noqa: S314 (our own)


def shapes(
    element: ElementTree.Element, above: dict[str, str], dx: float = 0, dy: float = 0
) -> Iterator[tuple[ElementTree.Element, dict[str, str], float, float]]:
    """Everything that is drawn, in order, with what it inherits and how far it is moved."""
    for child in element:
        style = {**above, **child.attrib}
        moved = re.fullmatch(r"translate\((\S+) (\S+)\)", style.pop("transform", ""))
        x, y = (dx + float(moved[1]), dy + float(moved[2])) if moved else (dx, dy)
        yield child, style, x, y
        yield from shapes(child, style, x, y)


def words(svg: str) -> list[Word]:
    """All texts of the picture."""
    return [
        Word(found.text or "", float(style["x"]) + dx, float(style["y"]) + dy, style)
        for found, style, dx, dy in shapes(parsed(svg), {})
        if found.tag == f"{SVG}text"
    ]


def said(svg: str) -> str:
    """All texts of the picture, a line each."""
    return "\n".join(word.said for word in words(svg))


@lru_cache(maxsize=4)
def origin(svg: str) -> tuple[float, float]:
    """Where the board lies on the sheet: where its faint lines do."""
    faint = parsed(ground.hex_lines(DUEL)).get("d")
    return next((dx, dy) for found, _, dx, dy in shapes(parsed(svg), {}) if found.get("d") == faint)


def hex_at(svg: str, x: float, y: float) -> int:
    """The number of the hex that a point of the sheet lies in."""
    left, top = origin(svg)
    places = [ground.middle(1 << number) for number in range(7 * len(DUEL.names))]
    distances = [(x - left - px) ** 2 + (y - top - py) ** 2 for px, py in places]
    assert min(distances) < ground.SIDE**2
    return distances.index(min(distances))


def board_words(svg: str) -> list[Word]:
    """The texts on the board."""
    _, top = origin(svg)
    return [word for word in words(svg) if top < word.y < top + HEIGHT]


def board_word(svg: str, text: str) -> Word:
    """The only place on the board where a word stands."""
    (found,) = (word for word in board_words(svg) if word.said == text)
    return found


def space_of(svg: str, word: Word) -> str:
    """The Space that a word stands in."""
    return DUEL.names[hex_at(svg, word.x, word.y - 4) // 7]


def polygons(data: str) -> list[list[tuple[float, float]]]:
    """The closed outlines of a path of steps."""
    found: list[list[tuple[float, float]]] = []
    for part in data.split("M")[1:]:
        start, _, steps = part.rstrip("z").partition("l")
        x, y = map(float, start.split())
        corners = [(x, y)]
        values = [float(value) for value in re.findall(r"-?[\d.]+", steps)]
        for dx, dy in zip(values[::2], values[1::2], strict=True):
            x, y = x + dx, y + dy
            corners.append((x, y))
        found.append(corners)
    return found


def is_inside(corners: list[tuple[float, float]], x: float, y: float) -> bool:
    """Whether a point lies within an outline."""
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def bases(svg: str, fill: str) -> list[list[tuple[float, float]]]:
    """The outlines of all bases of one side."""
    data = [f.get("d", "") for f, style, _, _ in shapes(parsed(svg), {}) if is_base(style, fill)]
    return polygons("".join(data[:1]))


def is_base(style: dict[str, str], fill: str) -> bool:
    """Bases have an outline that is two wide."""
    return (style.get("fill"), style.get("stroke"), style.get("stroke-width")) == (fill, INK, "2")


def covered(figures: list[Figure]) -> set[int]:
    """The numbers of the hexes that these figures stand on."""
    return {7 * figure.place.space + digit for figure in figures for digit in figure.place.digits}


def luminance(colour: str) -> float:
    """How light a colour is, as a photocopier sees it (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# One drawing.


def test_it_is_well_formed_and_says_what_it_is() -> None:
    for state in everything():
        root = parsed(drawn(state, 1))
        assert root.tag == f"{SVG}svg"
        assert (root.get("role"), root.findtext(f"{SVG}title")) == ("img", "The Edge: Dawnfall")
        assert "VP" in (root.findtext(f"{SVG}desc") or "")


def test_it_needs_nothing_from_elsewhere_and_can_be_printed_quickly() -> None:
    """What games/reports/board.py draws itself; with anything else a report takes many times longer."""
    known = {
        *("x", "y", "width", "height", "d", "transform", "viewBox", "role", "fill", "stroke", "stroke-width"),
        *("stroke-linejoin", "stroke-linecap", "font-family", "font-size", "font-weight", "text-anchor"),
    }
    for state in everything():
        svg = drawn(state, 1)
        for found in parsed(svg).iter():
            assert found.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "rect", "path", "text"}
            assert set(found.attrib) <= known
            assert outline(found.get("d", "M0 0"))
        assert re.findall(r"(?:href|src|style|\son\w+)=|@import|data:|url\(", svg) == []
        assert svg.count("://") == 1  # the name of the language


def test_it_is_small() -> None:
    for state in everything():
        assert len(drawn(state, 1).encode()) < 60_000


def test_drawn_twice_it_is_the_same() -> None:
    assert drawn(crowded(), 1) == drawn(crowded(), 1)


def test_everything_stays_on_the_sheet() -> None:
    for state in everything():
        svg = drawn(state, 1)
        height = float((parsed(svg).get("viewBox") or "").split()[3])
        assert height < 3 * WIDTH  # games/reports/pixels.py shows no taller one
        for found in words(svg):
            assert MARGIN <= found.x <= WIDTH - MARGIN
            assert 0 < found.y < height


def test_no_letter_is_too_small_to_read() -> None:
    for state in (crowded(), packed()):
        assert min(float(found.style["font-size"]) for found in words(drawn(state, 1))) >= 10


def test_names_stay_names() -> None:
    for state in everything():
        svg = picture(view(state, 1), names=HOSTILE)
        assert "<script" not in svg
        assert "SEAT 1, <script>alert(1)</script>" in said(svg)
        assert "&quot;'><b>{0} %s {seat}" in said(svg)


def test_every_text_is_translated_and_none_can_break_out() -> None:
    found = said(picture(view(crowded(), 1), lambda text: f"<{text}&"))
    for text in ("KEY", "YOUR HAND", "Banner up", "Crystals", "in a fight", "rerolls ATT"):
        assert f"<{text}" in found


# The board.


@rule("ED-3.10", "ED-1.10")
@pytest.mark.parametrize("state", [crowded(), packed()], ids=["crowded", "packed"])
def test_every_figure_is_named_on_its_own_hexes(state: State) -> None:
    svg = drawn(state)
    for figure in on_board(view(state, None)):
        code = board_word(svg, figure.model["code"])
        assert hex_at(svg, code.x, code.y - 4) in covered([figure])


@rule("ED-3.9", "ED-3.10")
@pytest.mark.parametrize("state", [crowded(), packed()], ids=["crowded", "packed"])
def test_bases_cover_exactly_their_hexes_and_each_side_has_its_own_fill(state: State) -> None:
    svg, figures = drawn(state), on_board(view(state, None))
    for seat, shade in enumerate(SHADES, 1):
        own = [figure for figure in figures if figure.seat == seat]
        outlines = bases(svg, shade.fill)
        assert len(outlines) == len(own)
        inside = {
            number
            for number in range(7 * len(DUEL.names))
            if any(is_inside(corners, *ground.middle(1 << number)) for corners in outlines)
        }
        assert inside == covered(own)


def test_the_sides_are_told_apart_without_colour() -> None:
    """Light with dark letters, dark with light ones: on a photocopy, and for every eye."""
    svg = drawn(crowded())
    light, dark = SHADES
    assert luminance(light.fill) > 0.6 > 0.1 > luminance(dark.fill)
    assert contrast(light.fill, dark.fill) > 7
    for figure in on_board(view(crowded(), None)):
        shade = SHADES[figure.seat - 1]
        code = board_word(svg, figure.model["code"])
        assert code.style["fill"] == shade.letters
        assert contrast(code.style["fill"], shade.fill) > 4.5


def test_a_side_keeps_its_shade_in_whatever_seat() -> None:
    state = crowded()
    sides = [player.faction for player in state.players]
    assert sides == ["chapter", "demons"]
    for state in (crowded(), beginnings()[-1]):  # in the second one the Demons have the first seat
        flags = {w.said: w.style["fill"] for w in words(drawn(state)) if w.said in ("CH", "DE")}
        assert flags == {"CH": INK, "DE": PAPER}


@rule("ED-3.5", "ED-3.4")
def test_every_space_is_named_once_where_it_lies() -> None:
    for state in everything():
        svg = drawn(state)
        found = [word for word in board_words(svg) if word.said in DUEL.number]
        assert sorted(word.said for word in found) == sorted(DUEL.names)
        full = {DUEL.names[space] for space in DUEL.spaces if state.is_full(space, state.occupied())}
        # A full Space with several figures is named on a slip that hangs over its border.
        slips = {"B5"} & full
        assert all(space_of(svg, word) == word.said for word in found if word.said not in slips)


@rule("ED-3.3", "ED-3.4")
def test_a_digit_stands_in_each_free_hex_and_in_no_other() -> None:
    svg, state = drawn(crowded()), crowded()
    found = [word for word in board_words(svg) if word.said in "0123456"]
    numbers = [hex_at(svg, word.x, word.y - 6) for word in found]
    assert [str(number % 7) for number in numbers] == [word.said for word in found]
    free = {n for n in range(7 * len(DUEL.names)) if not state.occupied() >> n & 1}
    named = {7 * n for n in DUEL.spaces if 7 * n in free}  # the name of the Space stands in its free centre
    assert set(numbers) == free - named
    assert len(numbers) == len(set(numbers))


@rule("ED-6.2", "ED-21.5")
def test_sources_show_who_controls_them_and_shrines_whose_they_are() -> None:
    svg = drawn(crowded())
    signs = [(space_of(svg, word), word.said) for word in board_words(svg) if word.said in ("CH", "DE", "–")]
    altar = [("E5", "DE")]  # the Blood Altar counts as a Source, and the Son of Khyber stands at it
    assert sorted(signs) == sorted(
        [("B2", "CH"), ("B7", "–"), ("D1", "–"), ("D7", "–"), ("A5", "CH"), ("E5", "DE"), *altar]
    )


@rule("ED-6.2")
def test_control_is_drawn_as_it_changes() -> None:
    state = crowded()
    state.model("gorehound#1/1").at = "B3.45"  # beside RA1 at the Source B2
    svg = drawn(state)
    assert sorted(word.said for word in board_words(svg) if space_of(svg, word) == "B2") == ["B2", "–"]


def test_modes_and_marks_stand_on_the_figures_they_belong_to() -> None:
    svg = drawn(crowded())
    marks = {word.said for word in board_words(svg)}
    assert {"Flight", "Rage", "Run", "Aim", "Upg", "Foc", "Rit", "Ast"} <= marks
    assert {"T", "F", "Z", "I", "B", "G", "W", "A"} <= marks
    assert "Basic" not in marks
    trap, hound = (
        board_word(svg, "T"),
        [f for f in on_board(view(crowded(), None)) if f.model["code"] == "GO1"],
    )
    assert hex_at(svg, trap.x, trap.y - 4) in covered(hound)


def test_on_two_hexes_the_code_comes_first_as_one_reads() -> None:
    """Between the two a base is narrow; so the code has one hex, mode and marks have the other."""
    svg = drawn(crowded())
    code, mode = board_word(svg, "HK1"), board_word(svg, "Upg")
    assert code.x < mode.x
    assert {hex_at(svg, word.x, word.y - 4) % 7 for word in (code, mode)} == {3, 4}


def test_what_acts_and_what_fights_is_marked() -> None:
    shown = view(crowded(), None)
    found = {figure.model["code"]: list(chips.marks(shown, figure)) for figure in on_board(shown)}
    assert found["PI2"] == [chips.FIGHT, chips.ACTIVE, "F", "Z"]
    assert found["PI1"] == [chips.ACTIVE]
    assert found["GO1"] == [chips.FIGHT, "T"]
    assert found["GO2"] == []
    quiet = view(packed(), None)
    assert [list(chips.marks(quiet, f)) for f in on_board(quiet) if f.model["code"] == "GO"] == [[chips.DONE]]


def test_a_fight_is_drawn() -> None:
    cross = f'stroke="{PAPER}" stroke-width="1.8"'
    peace = crowded()
    peace.fights = []
    assert cross in drawn(crowded()).partition("KEY")[0]
    assert cross not in drawn(peace).partition("KEY")[0]


def test_marks_of_tokens_differ() -> None:
    assert len(set(chips.MARKS.values())) == len(chips.MARKS)
    assert chips.mark("UNHEARD_OF") == "U"


@rule("ED-1.2")
def test_each_figure_shows_the_endurance_of_its_squad() -> None:
    figures = on_board(view(crowded(), None))
    dots = [
        found.get("d", "").count("M")
        for found, style, _, _ in shapes(parsed(drawn(crowded())), {})
        if found.get("stroke-linecap") == "round" and style["stroke"] in (LIGHT, INK, PAPER)
    ][:-2]  # the last two are those of the key
    most = sum(figure.squad["printed"] for figure in figures)
    lost = sum(figure.squad["printed"] - figure.squad["endurance"] for figure in figures)
    assert sum(dots) == most + lost  # a lost one is a full one with a smaller one over it


# Beside the board.


@rule("ED-4.16")
@pytest.mark.parametrize(("vp", "place"), [(0, 0), (3, -3), (-10, 10), (10, -10)])
def test_the_marker_stands_on_the_vp_track(vp: int, place: int) -> None:
    state = crowded()
    state.vp = vp
    marker = next(w for w in words(drawn(state)) if w.style.get("fill") == PAPER and w.said == str(abs(vp)))
    assert marker.x == pytest.approx(WIDTH / 2 + 36 * place, abs=0.6)
    assert {"CH", "DE"} <= {w.said for w in words(drawn(state)) if abs(w.y - marker.y) < 3}


def test_the_panels_tell_all_that_is_open() -> None:
    found = said(drawn(crowded()))
    for text in (
        *("TURN 5, active", "on turn: seat 1", "fight: PI2 against GO1, Attack Power 5"),
        *("VP: Chapter leads by 3", "SEAT 1, Chapter (on turn) (first)", "SEAT 2, Demons"),
        *("Banner up", "Banner down", "Holy Knight 2", "discarded: Leap, Shoot x2, Trap"),
        *("PI.1 Fake Death: Charges 2", "PI.2 Last Man Standing: Charges 3, passive"),
        *("GO1.1 Infection: Charges 1", "rerolls ATT, through obstacles", "tokens: FIRE (PI2), FREEZE (PI2)"),
    ):
        assert text in found, text


@rule("ED-8.3")
def test_a_row_of_the_table_has_the_attributes_in_order() -> None:
    svg = drawn(crowded())
    name = next(word for word in words(svg) if word.said == "Master of Elements")
    row = sorted((word.x, word.said) for word in words(svg) if word.y == name.y)
    told = [text for _, text in row]
    assert told == [
        "ME",
        "Master of Elements",
        "Focus",
        "0",
        "-",
        "0",
        "-",
        "2/3",
        "1/1",
    ]


def test_a_hand_is_drawn_for_its_owner_alone_until_the_end() -> None:
    hands = {player.seat: set(player.hand) for player in crowded().players}
    for reader in READERS:
        found = said(drawn(crowded(), reader))
        for owner, cards in hands.items():
            assert all((card in found) == (owner == reader) for card in cards)
    assert all(card in said(drawn(ended(), None)) for card in chain(*hands.values()))


def test_cards_in_hand_tell_both_actions_and_their_price() -> None:
    found = said(drawn(crowded(), 1)).replace("\n", " ")
    for card in ("CH04", "CH08", "CH16"):
        for half, action in CARDS[card].actions:
            assert f"{half} {action.name}:" in found
            assert action.txt in found
    assert "CH01 ×5" in said(drawn(packed(), 1))


def test_what_nobody_may_know_changes_nothing() -> None:
    for reader in READERS:
        other = crowded()
        for player in other.players:
            player.deck = [*player.deck[1:], player.deck[0]]
            if player.seat != reader:
                mixed = ["CH12", *player.deck, *player.hand]
                player.hand, player.deck = mixed[: len(player.hand)], mixed[: len(player.deck)]
        assert drawn(other, reader) == drawn(crowded(), reader)


def test_set_up_is_drawn_before_there_are_squads_or_even_factions() -> None:
    stages = [said(drawn(state, 1)) for state in beginnings()]
    assert len({found.split("\n")[1] for found in stages}) == len(stages)
    assert all("set-up" in found and "on turn" not in found and "YOUR HAND" not in found for found in stages)


def test_the_key_explains_every_token_of_the_two_factions() -> None:
    found = said(drawn(crowded())).partition("KEY")[2].split("\n")
    for token, mark in chips.MARKS.items():
        assert found[found.index(token.replace("_", " ")) - 1] == mark


# The map on which an order is put together.


def test_squads_models_places_and_spaces_can_be_clicked() -> None:
    """Each is outlined by the hexes that it covers; what is no place is nothing on the table."""
    state = Bench("pilgrim@C5.0,B3.1 gorehound@D4.12").state
    words = ["pilgrim", "pilgrim/1", "gorehound/1", "C6.3", "C6.*", "E2", "active", "CH03"]
    found = EDGE.guide.things(view(state, 1), words)
    assert set(words[:-2]) <= set(found)
    assert not {"active", "CH03"} & set(found)
    data = {word: [thing.outline for thing in found[word] if thing.part == "board"] for word in words[:-2]}
    assert data["pilgrim/1"] == [ground.outline(DUEL.placements["C5.0"].mask)]
    assert data["pilgrim"] == [*data["pilgrim/1"], ground.outline(DUEL.placements["B3.1"].mask)]
    assert data["C6.*"] == [ground.outline(DUEL.area[DUEL.number["C6"]])]


def test_places_that_overlap_are_no_things_but_have_a_sketch_each() -> None:
    """A large base is asked for by its Space first; then each way to stand there is drawn."""
    shown = view(Bench("pilgrim@C5.0").state, 1)
    names = [place.name for place in DUEL.placements.values() if place.size == 2 and place.name < "C6"]
    assert not set(names) & set(EDGE.guide.things(shown, names))
    sketches = [EDGE.guide.sketch(name, shown) for name in names if name.startswith("C5")]
    drawn = {sketch.drawn for sketch in sketches if sketch is not None}
    assert len(drawn) == len(sketches) == 12
    for one in drawn:
        parsed(f"<svg>{one}</svg>")
    assert EDGE.guide.sketch("C5", shown) is None


@rule("ED-3.1")
def test_the_sheet_of_more_players_is_as_wide_as_their_board_and_may_be_divided_below_its_track() -> None:
    """Panels come after the fold; nothing is drawn smaller than on the sheet of a duel."""
    state = state_of("pilgrim@C5.0 gorehound@E1.01 wyrm@F2.0", seats={"chapter": 1, "demons": 2, "reborn": 3})
    svg = drawn(state, 1)
    root = parsed(svg)
    fold, (_x, _y, wide, tall) = (
        float(root.get("data-fold", "0")),
        map(float, root.get("viewBox", "").split()),
    )
    assert "scale(" not in svg
    assert wide >= WIDTH
    assert 0 < fold < tall
    places = [float(word.y) for word in words(svg) if "kept" in word.said or "SEAT" in word.said]
    kept = [float(word.y) for word in words(svg) if "kept" in word.said]
    assert max(kept) < fold < min(place for place in places if place not in kept)
    assert parsed(drawn(crowded(), 1)).get("data-fold") is None


def test_every_side_can_be_read_by_day_and_by_night() -> None:
    """With four players too, whose figures have colours of their own."""
    for livery in LIVERIES:
        fill, letters = livery.shade
        assert contrast(fill, letters) >= 4.4, livery
        assert contrast(NIGHT.get(fill, fill), NIGHT.get(letters, letters)) >= 4.4, livery
