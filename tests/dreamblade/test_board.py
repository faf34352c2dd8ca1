"""The match as text and as a picture, what forms tell, and how events are told."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.geometry import CELLS
from games.dreamblade.mapsheet import CELL, EDGE, SIZE, Ground, swords, token_spot
from games.dreamblade.shapes import MARKS
from games.dreamblade.state import State
from games.dreamblade.terms import TERMS
from games.engine.contract.dice import Seeds
from games.engine.contract.events import Seen
from games.engine.contract.parts import ASIDE, BOARD, HEADING
from games.engine.contract.text import key
from games.engine.play.orders import advance, submit
from games.engine.play.run import Run
from games.reports.content import board_size
from games.reports.pixels import TALLEST
from tests.dreamblade.bench import SPAWN, Bench, spawning
from tests.rules import rule

SVG = "{http://www.w3.org/2000/svg}"
FULL = ("V01@C3 V01@C3 V01@C3 V05@C3 V19@C3 V04 M03@graveyard", "M03@C3 M01@C3 M02@C3-4 F08@C3 F10@D3")
PORTAL = "V01@E1 V01@E1 V01@E1 F08@E1 F08@E1 F08@E1"


def board(b: Bench, seat: int | None = 1) -> str:
    """The text of a position."""
    return DREAMBLADE.board(DREAMBLADE.view(b.state, seat), names={1: "Alice", 2: "Bob"})


def drawn(b: Bench) -> ElementTree.Element:
    """The picture of a position."""
    return ElementTree.fromstring(DREAMBLADE.picture(DREAMBLADE.view(b.state, 1)))  # noqa: S314


def written(b: Bench) -> list[str]:
    """All texts in the picture of a position."""
    return ["".join(node.itertext()) for node in drawn(b).iter(f"{SVG}text")]


def test_the_text_has_every_miniature_and_every_value() -> None:
    b = Bench(*FULL, wins=(2, 3), bonus=(4, 0)).begin()
    text = board(b)
    for figure in b.state.figures.values():
        assert figure.id in text
    assert "stalker (M02), power 3 defense 5 life 12, Fortunate 2, damage 4, engaged" in " ".join(
        text.split()
    )
    assert "turns won 2 of 6, points this turn 0, bonus points 4" in text
    assert "SOUTH: seat 1, Alice (you)" in text
    assert max(map(len, text.split("\n"))) <= 76
    assert "S5" in text
    assert "N portal" in text


def test_the_text_map_shows_both_sides_and_counts_a_crowd() -> None:
    text = board(Bench(PORTAL, "M03@E1").begin())
    assert "s V01.1 V01.2" in text
    assert "+3" in text
    assert "n M03" in text


def test_before_the_first_turn_the_text_says_what_there_is_to_choose() -> None:
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x01" * 32), {})
    advance(run)
    assert "W2  Night Court (Fear)" in DREAMBLADE.board(DREAMBLADE.view(run.state, 1))
    limited: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x01" * 32), {"format": "limited"})
    advance(limited)
    text = DREAMBLADE.board(DREAMBLADE.view(limited.state, 1))
    assert text.count("pool:") == 2
    assert max(map(len, text.split("\n"))) <= 76


@rule("DB-2.6", "DB-2.4")
def test_the_picture_has_all_cells_with_their_points_portals_and_tokens() -> None:
    b = Bench(*FULL).begin()
    texts = written(b)
    for side, value in (("S", 5), ("S", 4), ("S", 3), ("N", 5), ("N", 4), ("N", 3)):
        assert f"{side}{value}" in texts
    assert texts.count("S1") == texts.count("N1") == 2
    assert {"S ◎", "N ◎"} <= set(texts)
    for number in (1, 2, 3):
        assert texts.count(f"V01.{number}") == 2  # a token on the map, and one in the lines below it
    assert "4" in texts  # the damage on the stalker
    titles = [node.text for node in drawn(b).iter(f"{SVG}title")]
    assert "Faceless Stalker (stalker)" in titles
    assert "Bastion of First Light" in titles


def test_the_picture_fits_a_telephone_and_needs_no_colour() -> None:
    svg = DREAMBLADE.picture(DREAMBLADE.view(Bench(*FULL).begin().state, 1))
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])  # type: ignore[index]
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]
    assert min(sizes) * 360 / width >= 8  # pixels on a telephone of 360
    assert 5 * CELL <= SIZE == width
    assert len(set(MARKS.values())) == 4


def test_a_cell_that_is_pointed_at_tells_what_is_in_it() -> None:
    b = Bench("V01@C3 V05@C3 V19@C3", "M03@C3-4 F10@B2").begin()
    things = DREAMBLADE.guide.things(b.view(), ["C3", "A5"])
    assert things["C3"][0].tip.split("\n") == [
        "C3", "worth 2 to South", "worth 2 to North", "North: Iron Thug (thug) 6/6/14, damage so far: 4",
        "South: Runetagged Brawler (brawler) 2/7/6", "South: Mirrorman (mirrorman) 3/10/9",
        "South: Bastion of First Light (bastion)",
    ]  # fmt: skip
    assert things["A5"][0].tip == "A5\nthe portal of North"


def test_at_the_end_of_a_turn_nobody_is_on_turn() -> None:
    view = Bench(*FULL).begin().view() | {"step": 0}
    head = DREAMBLADE.board(view).split("\n")
    assert head[0] == "TURN 2 of 40, this turn is over"
    assert "on turn" not in head[1]
    assert "Turn 2 of 40; this turn is over" in DREAMBLADE.picture(view)


def test_how_it_stands_is_read_on_a_telephone() -> None:
    b = Bench(*FULL).strike("C3 with all", "blade 3").begin()
    heading = [part for part in DREAMBLADE.guide.parts(b.view()) if part.place == HEADING]
    assert {part.name for part in heading} == {"head", "score"}
    for part in heading:
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', part.drawn)]
        assert min(sizes) * 320 / part.width >= 10, part.name  # pixels, at the full width of its page


def test_the_picture_tells_what_stands_in_a_cell() -> None:
    svg = DREAMBLADE.picture(DREAMBLADE.view(Bench(*FULL).begin().state, 1))
    assert re.findall(r'id="(cell-\w\d)"', svg) == ["cell-C3", "cell-D3"]
    told = svg.partition('id="cell-C3"')[2].partition('id="cell-D3"')[0]
    assert all(name in told for name in ("mirrorman", "stalker", "3/5/12", "Fortunate 2"))


def test_a_row_of_the_map_is_as_tall_as_its_fullest_cell() -> None:
    """Nothing hangs out of a cell, and a board with little on it leaves a telephone room for the question."""
    few = Ground(Bench("V05@C3 V19@B3", "V10@C3").view())
    assert few.height < 0.8 * SIZE
    crowd = "V05@C3 V19@C3 V01@C3 V01@C3 V01@C3 " + "V05@E1 " * 6
    b = Bench(crowd, "V10@C3 V10@E1 V10@B2 V10@B2 V10@B2")
    view, ground = b.view(), Ground(b.view())
    assert ground.tall("A3") == ground.tall("C3") > ground.tall("B2") > ground.tall("A4")
    assert ground.corner("A3")[1] == ground.corner("A4")[1] + ground.tall("A4")
    assert ground.corner("A1")[1] + ground.tall("A1") + EDGE == ground.height
    for figure in view["figures"]:
        _x, y, _wide, tall = token_spot(view, ground, figure["id"]) or (0, 0, 0, 0)
        top = ground.corner(figure["at"])[1]
        assert top <= y < y + tall <= top + ground.tall(figure["at"])


def test_a_crowd_in_a_portal_is_counted() -> None:
    assert "+3" in written(Bench(PORTAL, "M03@A5").begin())


def test_turns_won_are_filled_fields_of_a_track() -> None:
    svg = DREAMBLADE.picture(DREAMBLADE.view(Bench(*FULL, wins=(2, 5)).begin().state, 1))
    assert len(re.findall(r'<rect [^>]*width="17" height="18" fill="#2d3a63"', svg)) == 7


def test_cells_and_miniatures_can_be_clicked() -> None:
    """Cells lie below what stands in them; what is in reserve lies beside the map."""
    view = DREAMBLADE.view(Bench(*FULL, step=SPAWN).begin().state, 1)
    things = DREAMBLADE.guide.things(view, ["A1", "done"])
    names = list(things)
    assert "A1" in names
    assert "done" not in names
    assert names.index("C3") < names.index("mirrorman")
    assert [thing.part for thing in things["mirrorman"]] == ["map"]
    assert [thing.part for thing in things["scout"]] == ["bench-1"]
    assert "Reduce" in things["scout"][0].tip or "power 3" in things["scout"][0].tip


def test_each_part_of_the_table_is_a_drawing() -> None:
    view = DREAMBLADE.view(Bench(*FULL).begin().state, 1)
    for part in DREAMBLADE.guide.parts(view):
        ElementTree.fromstring(f"<svg>{part.drawn}</svg>")  # noqa: S314


def test_forms_tell_what_a_miniature_can_do() -> None:
    b = Bench(*FULL, step=SPAWN).begin()
    view = DREAMBLADE.view(b.state, 1)
    assert DREAMBLADE.about(("spawn", "scout"), view) == [
        "cost 5 V; power 3, defense 5, life 7; Bloodcut",
        "B:Advance: You may move an unengaged ally one cell.",
    ]
    dearer = DREAMBLADE.view(
        spawning("F04 F08", dice=(6, 6)).state, 1
    )  # two of her three aspects are missing
    assert DREAMBLADE.about(("spawn", "queen"), dearer)[0] == "to spawn it now: 9"
    assert "mirrorman" in DREAMBLADE.about(("shift", "brawler1", "C3"), view)[0]
    assert DREAMBLADE.about(("done",), view) == []
    assert DREAMBLADE.about(("warband", "V04"), view)[0].startswith("cost 5")


@rule("DB-10.2", "DB-9.8")
def test_forms_tell_what_an_ability_does_and_what_it_costs() -> None:
    b = Bench("V04@C3 M13@C3 P17@C3 V02@B2 V05@A1", "V10@C3 P15@B3", number=3).begin()
    view = DREAMBLADE.view(b.state, 1)
    advance = ["one blade, once in a combat: You may move an unengaged ally one cell."]
    assert DREAMBLADE.about(("scout", "advance"), view) == advance
    assert DREAMBLADE.about(("mimic", "advance/scout"), view) == advance
    assert DREAMBLADE.about(("use", "castle", "gather"), view) == [
        "2 spawn points: Move an adjacent ally into this cell."
    ]
    assert DREAMBLADE.about(("imp", "crit/matron"), view) == [
        "one blade, once in a combat: 2 more damage in this combat."
    ]


def test_forms_tell_how_a_miniature_on_the_map_stands_now() -> None:
    view = DREAMBLADE.view(Bench("V05@C3", "F10@C3 F08@C3-2").begin().state, 1)
    assert DREAMBLADE.about(("target", "pariah"), view)[:2] == [
        "power 2, defense 3, life 4",
        "damage so far: 2",
    ]
    assert DREAMBLADE.about(("shift", "mirrorman"), view)[0] == "power 2, defense 8, life 9"  # Weaken 1


@rule("DB-13.7", "DB-D1")
def test_before_the_first_turn_one_can_read_what_is_in_each_warband() -> None:
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x02" * 32), {})
    view = DREAMBLADE.view(run.state, 1)
    text = flat(DREAMBLADE.board(view))
    assert "W1 Rulebook sample (Valor + Madness) Spellbound Scissors 2, Runetagged Brawler 3 ×2" in text
    assert DREAMBLADE.about(("W2",), view)[0].startswith("Cannibal Pariah 2, Zombie Enforcer 3")
    assert DREAMBLADE.look_up("Night Court", view)[0] == "W2 Night Court (Fear)"
    assert DREAMBLADE.look_up("W4", view)[1].startswith("  Spellbound Scissors 2, Sidewalk Prophet 3")
    assert "reserves" not in DREAMBLADE.picture(view)


def test_reserves_are_listed_by_what_they_cost_now() -> None:
    b = spawning("F04 F09 F08", dice=(6, 6))  # the queen costs 6 and two for her aspects
    text = flat(board(b))
    assert text.index("scarecrow 8") < text.index("queen 9")


@rule("DB-D13", "DB-D6")
def test_each_step_of_an_answer_says_what_it_asks() -> None:
    b = Bench("X01@C3 V05@B2", "V10@C3").strike("C3 with all", "blade")
    decision, view = b.run.asked[0], b.view()
    asks = [
        DREAMBLADE.guide.asks(decision, path, view)
        for path in (("duellist",), ("duellist", "advance", "mirrorman"))
    ]
    assert asks == ["Which ability of Two-Hearted Duellist?", "Where does Mirrorman go?"]
    b = spawning("V02@C3 V05@C2 V01", dice=(6, 6))
    asks = [
        DREAMBLADE.guide.asks(b.run.asked[0], path, b.view())
        for path in (("use", "castle"), ("use", "castle", "gather"))
    ]
    assert asks == ["Which ability of Pearlthorn Castle?", "On whom?"]


def test_everybody_sees_the_same() -> None:
    b = Bench(*FULL).begin()
    views = [dict(DREAMBLADE.view(b.state, seat)) for seat in (None, 1, 2)]
    for view in views:
        del view["seat"]
    assert views[0] == views[1] == views[2]


def test_the_story_reads_like_a_story() -> None:
    b = Bench("P01@C3 V04@C3 V05@D4", "M03@C3").dice("blade", *["3"] * 5)
    b.order("strike C3 with all", "blade scout advance mirrorman D5", "destroy thug", "done")
    told = [
        DREAMBLADE.tell(seen).text({1: "Alice", 2: "Bob"}) for e in b.run.events if (seen := e.seen_by(1))
    ]
    assert "Alice strikes in C3 with Forgeblind Punisher (punisher), Twilight Scout (scout)." in told
    assert "Mirrorman (mirrorman) is moved from D4 to D5 (advance)." in told
    assert "Iron Thug (thug) is destroyed: a point for Alice, 2 bonus points for Bob." in told
    assert not any("{" in line for line in told)


def test_a_match_reads_from_its_first_line() -> None:
    run: Run[State] = Run.start(DREAMBLADE, (1, 2), Seeds(b"\x02" * 32), {})
    submit(run, 1, "warband W1")
    submit(run, 2, "warband W2")
    told = [DREAMBLADE.tell(seen).text() for event in run.events if (seen := event.seen_by(None))]
    assert told[1].startswith("The warband of seat 1 (16 miniatures, spawn cost 100): Runetagged Brawler")
    assert told[3].startswith("Turn 1. Initiative ")
    assert len(CELLS) == 25


def flat(text: str) -> str:
    """Without the breaks of lines."""
    return " ".join(text.split())


@rule("DB-12.2")
def test_points_are_those_of_the_turn_if_it_ended_now_and_the_same_when_it_has() -> None:
    b = Bench("V05@B4 V01@C4", "M03@A5", step=6, wins=(5, 0)).begin()
    b.figure("mirrorman").at, b.state.players[0].points = "B4", 1
    view = DREAMBLADE.view(b.state, 1)
    assert view["players"][0]["score"] == 10
    assert "points this turn 10, " in board(b)
    assert "points 10, bonus 0" in DREAMBLADE.picture(view)
    while b.run.result is None:
        b.order("done")
    assert DREAMBLADE.view(b.state, 1)["players"][0]["score"] == 10
    assert "points 10, bonus 0" in DREAMBLADE.picture(DREAMBLADE.view(b.state, 1))


@rule("DB-7.5", "DB-D2")
def test_in_the_spawn_phase_the_board_tells_what_can_be_spawned_with_price_and_abilities() -> None:
    b = spawning("V04 V04 V09 V20 F08 V01@C3", dice=(2, 3))
    text = flat(board(b))
    assert "5: scout1 (V04), power 3 defense 5 life 7, B:Advance" in text
    assert "3: pariah (F08), power 2 defense 3 life 4" in text  # with its surcharge
    assert "dragon (V09)" not in text
    assert "scout2 (V04)" not in text
    texts = [node.text for node in drawn(b).iter(f"{SVG}text")]
    offered = texts.index("5: scout1")
    assert texts[offered : offered + 3] == ["5: scout1", "3/5/7", "B:Advance"]
    assert texts[texts.index("3: pariah") + 1] == "2/3/4"
    assert "can be spawned now" not in board(b.order("done"))


def below(b: Bench, svg: str, cell: str) -> str:
    """What is drawn of a cell below its tokens."""
    x, y = Ground(b.view()).corner(cell)
    return svg.partition(f'translate({x:g} {y:g})"><rect')[2].partition("translate(")[0]


def test_the_board_shows_the_running_combat_and_its_cell() -> None:
    b = Bench("V04@C3 V07@C3", "V10@C3 V05@C3").strike("C3 with all", "3 2 blade miss")
    assert "combat in C3: dice miss miss miss blade 2 3; damage so far 5, blades left 1" in flat(board(b))
    svg = DREAMBLADE.picture(DREAMBLADE.view(b.state, 1))
    assert "combat in C3" in svg
    fights = [cell for cell in CELLS if swords(67, 10) in below(b, svg, cell)]
    assert fights == ["C3"]
    prompt = b.run.asked[0].prompt.text()
    assert "damage 5 so far. Blades to spend: 1." in prompt
    b.order("blade dreamhunter crit")
    assert b.run.asked[0].prompt.text().startswith("6 damage in C3 (dice: miss miss miss blade 2 3)")


def test_the_fullest_board_is_not_too_tall_for_an_email() -> None:
    """Sixteen of each side on the map, no two with room for their abilities in one line."""
    crowd = [f"{code}@{cell}" for cell in ("B2", "C3", "D4", "C2") for code in ("V14", "M18", "F19", "P19")]
    b = Bench(" ".join(crowd), " ".join(crowd), wins=(5, 5)).begin()
    assert len(b.state.figures) == 32
    width, height = board_size(DREAMBLADE.picture(DREAMBLADE.view(b.state, 1)))
    assert height <= TALLEST * width


def seen_in(b: Bench) -> list[Seen]:
    """What anybody has seen happen."""
    return [seen for event in b.run.events if (seen := event.seen_by(None)) is not None]


def test_the_story_of_a_combat_is_one_paragraph_and_phases_are_told() -> None:
    b = Bench("V04@C3 V05@C4 V07@C3", "V10@C3").strike("C3 with all", "blade")
    b.order("blade scout advance mirrorman D4")
    told = [seen for seen in seen_in(b) if not DREAMBLADE.is_detail(seen)]
    assert [seen.key for seen in told] == ["phase", "struck", "phase"]
    b = Bench("V05@C2", "V10@C4").order("shift mirrorman C3")
    told_so = [(seen.key, DREAMBLADE.is_detail(seen)) for seen in seen_in(b)]
    assert told_so == [("phase", False), ("moved", True), ("phase", False)]  # each told as a whole
    said = DREAMBLADE.sentence(seen_in(b)[0]).text(names={1: "Alice"})
    assert said.startswith("Action phase 1 of 2: ")


# Looked up by name.


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("stalker", "Faceless Stalker (stalker)"),
        ("Faceless Stalker", "Faceless Stalker (stalker)"),
        ("M02", "Faceless Stalker (stalker)"),
        ("V01", "Runetagged Brawler"),
        ("V01.2", "Runetagged Brawler (brawler2)"),
        ("brawler3", "Runetagged Brawler (brawler3)"),
        ("Noble Dragon", "Noble Dragon"),
        ("c3", "C3"),
        ("Fortunate", "Fortunate: You may reroll up to X dice when this attacks."),
        ("B:Crit", "Crit: X more damage in this combat."),
        ("Crit 3", "Crit: 3 more damage in this combat."),
        (
            "Bolster Janus +2",
            "Bolster Janus +2: Local and adjacent allies have 2 more defense. It affects only Janus"
            " miniatures.",
        ),
        ("MM:Crit 4", "MM:Crit 4: two blades, any number of times: 4 more damage in this combat."),
        ("Adjacent", "In a cell that shares a side; never diagonally."),
        ("sacrificed", "Put into the graveyard of its owner. Nobody gains anything."),
        ("hell's fury", "Hell's Fury: Local and adjacent Hellbred allies also have B:Crit 2."),
    ],
)
def test_help_knows_miniatures_abilities_and_cells_by_name(words: str, told: str) -> None:
    found = DREAMBLADE.look_up(words, Bench(*FULL).begin().view())
    assert found[0] == told


def test_words_that_begin_an_order_are_left_to_the_list_of_orders() -> None:
    first = {
        "spawn",
        "use",
        "shift",
        "strike",
        "done",
        "blade",
        "damage",
        "destroy",
        "disrupt",
        "send",
        "target",
    }
    assert not first & set(TERMS)
    assert all(key(word) == word for word in TERMS)


def test_help_tells_how_a_miniature_stands_now_and_what_it_can_do() -> None:
    b = Bench(*FULL).begin()
    assert DREAMBLADE.look_up("stalker", b.view()) == [
        "Faceless Stalker (stalker)", "power 3, defense 5, life 12", "damage so far: 4",
        "Fortunate 2: You may reroll up to 2 dice when this attacks.", "engaged: it cannot shift",
    ]  # fmt: skip
    assert DREAMBLADE.look_up("nobody", b.view()) == DREAMBLADE.look_up("shift", b.view()) == []


def test_the_board_in_full_says_what_all_on_the_map_can_do() -> None:
    told = DREAMBLADE.texts(Bench(*FULL).begin().view())
    assert told.count("Runetagged Brawler (brawler, V01)") == 1
    assert "Noble Dragon" not in " ".join(told)
    assert "  Bolster +2: Local and adjacent allies have 2 more defense." in told


def test_a_strike_of_all_in_each_cell_is_at_hand() -> None:
    b = Bench("V04@C3 V05@C3 V01@B3", "M03@C3 M01@B3").begin()
    decision = b.run.decision_for(1)
    assert decision is not None
    found = [*DREAMBLADE.guide.at_hand(decision, (), b.view())]
    assert found == [("strike", "B3", "brawler"), ("strike", "C3", "all")]
    assert [*DREAMBLADE.guide.at_hand(decision, ("shift",), b.view())] == []


def test_spectators_read_whose_reserves_they_see() -> None:
    b = Bench("V04@C3 V01", "M03@C3 M01").begin()
    places = {
        reader: [
            part.place
            for part in DREAMBLADE.guide.parts(DREAMBLADE.view(b.state, reader))
            if "bench" in part.name
        ]
        for reader in (1, None)
    }
    assert places == {1: [BOARD, ASIDE], None: [ASIDE, ASIDE]}
