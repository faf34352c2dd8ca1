"""The rules page: all ids, tables that agree with the data, and whose game it is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from games.dreamblade.abilities.table import ABILITIES
from games.dreamblade.catalogue import MINIATURES, WARBANDS, WORDS, Miniature
from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.geometry import COLUMNS, PORTAL, SCORING
from games.dreamblade.rules.setup import OPTIONS
from games.engine.language.sheet import parse_sheet
from games.engine.language.standing import parse_standing
from games.services.texts import rule_ids

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "dreamblade.md"
TEXT = PAGE.read_text(encoding="utf-8")
CHAPTERS = {
    "1": 5, "2": 10, "3": 11, "4": 9, "5": 5, "6": 8, "7": 14, "8": 6, "9": 35, "10": 14, "11": 1, "12": 5,
    "12A": 5, "13": 9, "A": 60, "D": 39, "E": 74, "Q": 36,
}  # fmt: skip


def chapter(rule: str) -> str:
    """`DB-9.12` is of chapter 9, `DB-E12` an edge case."""
    name = rule.removeprefix("DB-")
    return name.partition(".")[0] if "." in name else name[0]


def row_of(first: str) -> list[str]:
    """The row of a table that begins with a cell."""
    line = next(line for line in TEXT.split("\n") if line.startswith(f"| {first} |"))
    return [cell.strip().replace("†", "") for cell in line.strip("|").split("|")]


def test_the_page_defines_every_rule_once() -> None:
    ids = rule_ids(PAGE)
    assert Counter(map(chapter, ids)) == CHAPTERS
    assert len(re.findall(r"^\W*\*\*DB-", TEXT, re.MULTILINE)) == len(ids) == 346


def test_every_rule_that_is_pointed_to_exists() -> None:
    pointed = set(re.findall(r"DB-(?:[A-Z]\.?)?[0-9A-Z]+(?:\.[0-9A-Z]+)*", TEXT))
    assert pointed - {"DB-A", "DB-D", "DB-E", "DB-Q"} <= set(rule_ids(PAGE))


def test_the_abilities_of_the_page_are_those_of_the_rules() -> None:
    told = {rule.removeprefix("DB-A.") for rule in rule_ids(PAGE) if rule.startswith("DB-A.")}
    assert told == {*ABILITIES, "SELF"}
    for name, ability in ABILITIES.items():
        line = next(line for line in TEXT.split("\n") if line.startswith(f"| **DB-A.{name}**"))
        kind = line.split("|")[2].strip()
        assert kind == ability.kind
        assert (" X |" in line or "+X |" in line) == ability.needs_value


@pytest.mark.parametrize("miniature", MINIATURES.values(), ids=lambda m: m.code)
def test_a_miniature_is_told_as_it_is(miniature: Miniature) -> None:
    cells = row_of(miniature.code)
    statistics = [str(value) for value in (miniature.power, miniature.defense, miniature.life)]
    assert cells == [
        miniature.code, WORDS[miniature.code], miniature.name, miniature.type[0].upper(), str(miniature.cost),
        miniature.symbols, miniature.lineage or "–", *(statistics if miniature.is_creature else "–––"),
        "; ".join(f"`{ability.text}`" for ability in miniature.abilities) or "–",
        miniature.rarity[0].upper(), miniature.source[0].upper(),
    ]  # fmt: skip


def test_warbands_are_told_as_they_are() -> None:
    for warband in WARBANDS.values():
        cells = row_of(f"{warband.id} {warband.name} ({warband.theme})")
        names = {name.partition(" ×")[0]: int(name.partition(" ×")[2] or 1) for name in cells[1].split(", ")}
        assert names == {MINIATURES[code].name: n for code, n in warband.counts.items()}
        assert cells[2:] == [str(warband.totals[name]) for name in ("cost", "power", "defense", "life")]


def test_the_map_is_told_as_it_is() -> None:
    for row in "12345":
        cells = row_of(f"**{row}**")[1:]
        for column, told in zip(COLUMNS, cells, strict=True):
            cell = column + row
            values = {side: scoring[cell] for side, scoring in SCORING.items() if cell in scoring}
            portal = next((side for side, place in PORTAL.items() if place == cell), "")
            both = f"both {values['S']}" if len(values) == 2 else ""
            one = " ".join(f"{side} {value}" for side, value in values.items())
            assert told == (f"{portal} portal" if portal else both or one or "–")


def test_the_page_says_whose_game_it_is_and_what_was_designed_here() -> None:
    assert "belong to the publisher of the game" in TEXT
    assert "*designed here*" in TEXT


def test_options_and_examples_of_the_page_are_understood() -> None:
    for option in OPTIONS:
        assert option.name in ("format", "interrupts") or f"`{option.name}`" in TEXT
    orders, standing = re.findall(r"```\n(.*?)```", TEXT, re.DOTALL)[::-1]
    assert parse_standing(standing, DREAMBLADE.vocabulary)[1] == ()
    for line in re.split(r"\n|\s{3,}", orders.strip()):
        assert parse_sheet(line, DREAMBLADE.vocabulary)[1] is None
