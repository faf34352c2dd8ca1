"""What changed between two looks at a table, whatever game is on it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from games.engine.contract.events import Seen
from games.engine.contract.parts import Thing
from games.services.scene import Scene
from games.web.traces import CHANGED, GONE, MOVED, NAMED, NEW, drawn, traces


def scene(**things: tuple[str, str, str]) -> Scene:
    """A table with these things: part, outline and what is told of them."""
    found = {name: [Thing(*facts)] for name, facts in things.items()}
    return cast(Scene, SimpleNamespace(view={}, things=lambda wanted: found))


CELLS = {"A1": ("map", "M0 0h100v100h-100z", "A1"), "B1": ("map", "M100 0h100v100h-100z", "B1")}


def kinds(before: Scene, after: Scene, told: tuple[Seen, ...] = ()) -> list[tuple[str, str]]:
    return sorted((trace.kind, trace.name) for trace in traces(before, after, told))


def test_a_figure_that_goes_to_another_cell_has_moved_along_a_path() -> None:
    before = scene(**CELLS, knight=("map", "M10 10h20v10h-20z", "Knight"))
    after = scene(**CELLS, knight=("map", "M110 10h20v10h-20z", "Knight"))
    assert kinds(before, after) == [(MOVED, "knight")]
    (found,) = traces(before, after)
    assert found.path == (20, 15, 120, 15)
    assert 'd="M20 15L120 15"' in drawn([found])["map"]


def test_making_room_in_a_cell_or_a_list_is_no_move() -> None:
    before = scene(
        **CELLS, knight=("map", "M10 10h20v10h-20z", "Knight"), card=("hand", "M0 0h9v9h-9z", "Card")
    )
    after = scene(
        **CELLS, knight=("map", "M10 30h20v10h-20z", "Knight"), card=("hand", "M9 0h9v9h-9z", "Card")
    )
    assert kinds(before, after) == []


def test_on_a_map_without_cells_a_place_is_an_outline() -> None:
    before, after = (scene(angel=("board", f"M{x} 0l5 5-5 5z", "Angel")) for x in (10, 40))
    assert kinds(before, after) == [(MOVED, "angel")]


def test_losses_arrivals_and_numbers_are_told_in_words() -> None:
    before = scene(orc=("bench", "M0 0h9v9h-9z", "Orc\nlives 3"), elf=("bench", "M0 9h9v9h-9z", "Elf"))
    after = scene(orc=("bench", "M0 0h9v9h-9z", "Orc\nlives 2"), imp=("bench", "M0 9h9v9h-9z", "<Imp>"))
    assert kinds(before, after) == [(CHANGED, "orc"), (GONE, "elf"), (NEW, "imp")]
    said = {trace.name: trace.said for trace in traces(before, after)}
    assert said == {"orc": "changed: Orc: lives 2", "elf": "gone: Elf", "imp": "new: <Imp>"}
    assert "new: &lt;Imp&gt;" in drawn(traces(before, after))["bench"]


def test_both_sides_of_a_fight_are_marked() -> None:
    table = scene(orc=("map", "M0 0h9v9h-9z", "Orc"), elf=("map", "M20 9h9v9h-9z", "Elf"))
    fought = Seen("fought", {"by": "orc", "models": ["elf", "ghost"], "power": 3})
    assert kinds(table, table, (fought,)) == [(NAMED, "elf"), (NAMED, "orc")]


def test_where_everything_is_new_nothing_is_marked() -> None:
    after = scene(**{f"card{n}": ("hand", f"M{n} 0h9v9h-9z", "Card") for n in range(80)})
    assert traces(scene(), after) == []
    assert traces(None, after) == []


def test_what_is_gone_is_not_crossed_out_where_another_thing_stands_now() -> None:
    row = {"red": ("mine", "M0 0h9v9h-9z", "Red"), "blue": ("mine", "M9 0h9v9h-9z", "Blue")}
    before, after = scene(**row), scene(blue=("mine", "M0 0h9v9h-9z", "Blue"))
    assert kinds(before, after) == [(GONE, "red")]
    assert drawn(traces(before, after)) == {}
