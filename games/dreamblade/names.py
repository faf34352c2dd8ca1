"""How miniatures and cells are called in orders: `scout1`, `Twilight Scout`, `V04`; `C3`, `portal`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from games.dreamblade.catalogue import CODES, MINIATURES, WORDS, Miniature
from games.dreamblade.state import Figure, SeatId
from games.engine.contract.tree import Barred, Branch, Node

T = TypeVar("T")


def figure_ids(warbands: Sequence[tuple[SeatId, Sequence[str]]]) -> list[Figure]:
    """All miniatures of a match with ids that no other has: `thug`, or `thug1` and `thug2` of several."""
    total = Counter(code for _, codes in warbands for code in codes)
    seen: Counter[str] = Counter()
    figures: list[Figure] = []
    for seat, codes in warbands:
        for code in codes:
            seen[code] += 1
            number = str(seen[code]) if total[code] > 1 else ""
            figures.append(Figure(WORDS[code] + number, code, seat))
    return figures


def miniature_of(name: str) -> Miniature:
    """What is printed on a miniature, by its id."""
    return MINIATURES[CODES[name.rstrip("0123456789")]]


def full_name(name: str) -> str:
    """`scout1` as people read it: “Twilight Scout (scout1)”."""
    return f"{miniature_of(name).name} ({name})"


def full_names(names: Iterable[str]) -> str:
    """Several of them."""
    return ", ".join(map(full_name, names))


def figure_names(figure: Figure) -> tuple[str, ...]:
    """Other ways to write a miniature; what fits several is ambiguous where all of them are offered."""
    number = figure.id.removeprefix(WORDS[figure.kind])
    word, name = WORDS[figure.kind], figure.miniature.name
    whole = (f"{name} {number}", f"{name}{number}") if number else ()
    which = (
        number or "1"
    )  # of the only one too; never apart from its name, or it might be an amount of damage
    return (word, name, figure.kind, *whole, word + which, figure.kind + which)


def figure_branch(
    figure: Figure, grow: Callable[[], Node[T]], *, implied: bool = False, more: tuple[str, ...] = ()
) -> Branch[T]:
    """A miniature as a word of an answer."""
    place = f", {figure.at}" if figure.is_on_map else ""
    names = (*figure_names(figure), *more)
    return Branch(figure.id, grow, figure.miniature.name + place, names, implied)


def cell_branch(
    cell: str,
    grow: Callable[[], Node[T]],
    *,
    portal: str = "",
    start: str = "",
    implied: bool = False,
) -> Branch[T]:
    """A cell as a word of an answer; `B2-C2` is understood, and so is the word for your own portal."""
    own = ("portal",) if cell == portal else ()
    steps = (f"{start}-{cell}", f"{start}->{cell}") if start else ()
    return Branch(cell, grow, "", (*own, *steps), implied)


def cells_node(
    cells: Sequence[str],
    branch: Callable[[str], Branch[T]],
    lead: str,
    barred: Callable[[], Iterable[Barred]],
) -> Node[T]:
    """A choice among cells."""
    return Node(
        None,
        lambda: [branch(cell) for cell in cells],
        lead=lead,
        barred=barred,
        size=lambda cap: len(cells),
    )


def alike(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Of copies in the same place only the first: to choose one or the other makes no difference."""
    seen: set[tuple[str, str]] = set()
    for figure in figures:
        if (figure.kind, figure.at) not in seen:
            seen.add((figure.kind, figure.at))
            yield figure
