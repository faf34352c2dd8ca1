"""DB-13: every miniature is as printed, and no text disagrees with its effect."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from games.dreamblade.abilities.registry import VERBS
from games.dreamblade.abilities.table import ABILITIES
from games.dreamblade.catalogue import CODES, MINIATURES, WORDS, Miniature, read_miniatures, read_warbands
from games.dreamblade.figuretext import abilities, headline, when
from games.dreamblade.names import miniature_of
from games.dreamblade.statistics import AURAS
from games.engine.contract.content import ContentError, ContentFile
from tests.dreamblade.notation import ability_of
from tests.rules import rule

CONTENT = Path(__file__).parents[2] / "games" / "dreamblade" / "content"
each_miniature = pytest.mark.parametrize("miniature", MINIATURES.values(), ids=lambda m: m.code)


@rule("DB-13.1", "DB-13.9")
def test_there_are_89_miniatures_in_five_tables() -> None:
    assert Counter(code[0] for code in MINIATURES) == {"V": 22, "M": 21, "F": 22, "P": 22, "X": 2}
    assert Counter(m.rarity for m in MINIATURES.values()) == {"common": 30, "uncommon": 30, "rare": 29}
    assert len({m.name for m in MINIATURES.values()}) == 89


@rule("DB-13.5", "DB-10.2", "DB-10.6")
@each_miniature
def test_the_text_of_an_ability_says_what_its_data_do(miniature: Miniature) -> None:
    for ability in miniature.abilities:
        assert msgspec.structs.replace(ability, designed=False) == ability_of(ability.text)


@rule("DB-11.1")
@each_miniature
def test_every_ability_has_an_effect_in_the_rules(miniature: Miniature) -> None:
    for ability in miniature.abilities:
        assert ability.name in ABILITIES
        if ABILITIES[ability.name].is_activated:
            assert ability.name in VERBS
            assert ability.condition.kind != "always"


RULES = "".join(
    path.read_text(encoding="utf-8")
    for path in CONTENT.parent.rglob("*.py")
    if path.name not in ("table.py", "catalogue.py")
)


@rule("DB-11.1")
@pytest.mark.parametrize("name", ABILITIES)
def test_no_ability_is_only_a_name(name: str) -> None:
    assert name in AURAS or f'"{name}"' in RULES


@rule("DB-11.1")
def test_every_verb_belongs_to_an_activated_ability() -> None:
    assert set(VERBS) == {name for name, kind in ABILITIES.items() if kind.is_activated}


@rule("DB-13.3")
@each_miniature
def test_statistics_are_those_of_its_type(miniature: Miniature) -> None:
    if miniature.is_creature:
        assert miniature.printed[1] <= miniature.printed[2]
        assert (miniature.power == "T") == any(a.name == "THANATOMANCY" for a in miniature.abilities)
    else:
        assert (miniature.power, miniature.defense, miniature.life) == (None, None, None)


@rule("DB-13.2", "DB-13.6")
@each_miniature
def test_what_was_designed_is_marked(miniature: Miniature) -> None:
    assert not any("†" in text for text in (miniature.name, *(a.text for a in miniature.abilities)))
    if miniature.source == "designed":
        assert miniature.designed == ()
    marked = any(ability.designed for ability in miniature.abilities)
    assert not marked or "abilities" in miniature.designed


@rule("DB-13.6")
def test_the_partly_recovered_are_known_by_name() -> None:
    partly = {m.name for m in MINIATURES.values() if m.source == "partly"}
    assert {"Slaughtwheel", "Crypt Worm", "Temple Lion", "Blood Temple", "Scarab Warcharm"} <= partly
    assert MINIATURES["V07"].cost == 7


@rule("DB-13.4")
def test_miniatures_keep_near_the_yardstick() -> None:
    """3 x power + defense + life is about 3 x cost + 7, give or take abilities and aspects."""
    designed = [m for m in MINIATURES.values() if m.source == "designed" and m.is_creature]
    for miniature in designed:
        power, defense, life = miniature.printed
        off = 3 * power + defense + life - 3 * miniature.cost - 7
        assert -7 <= off <= 8, miniature.name


def test_every_miniature_has_a_word_of_its_own_and_reads_well() -> None:
    assert len(CODES) == 89
    assert WORDS["V04"] == "scout"
    assert (WORDS["F03"], WORDS["P02"], WORDS["V08"]) == ("dreadmorph", "savage", "saint")
    assert miniature_of("scout12").code == "V04"
    for miniature in MINIATURES.values():
        assert headline(miniature, str)
        assert all(line.endswith(".") for line in abilities(miniature, str))
        assert not re.search("[{}]", " ".join([*abilities(miniature, str), headline(miniature, str)]))
    assert when(MINIATURES["V20"].abilities[0], str) == "2 spawn points, on a scoring cell of yours"


# Wrong data are blamed by file and line.

WRONG = [
    ("cost: 3", "cost: dear", 13, "Expected `int`"),
    ("ability: DB-A.GATHER", "ability: DB-A.SING", None, "no ability is called DB-A.SING"),
    ("aspects: {valor: 2}", "aspects: {hope: 2}", None, "the aspects are"),
    ("lineage: Bloodcut", "lineage: Nobody", None, "no lineage is called Nobody"),
    ("modifier: Valor", "modifier: Ugly", None, "neither aspect, lineage nor side"),
    ("total: 89", "total: 90", 4, "90 miniatures are announced"),
    ("common: 30, uncommon: 30", "common: 31, uncommon: 29", 6, "rarities"),
    ("power: 2", "power: null", None, "creatures have statistics"),
    ("kind: blade, blades: 1, repeat: false", "kind: always", None, "cannot have this condition"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "why"), WRONG)
def test_wrong_data_are_blamed_by_file_and_line(right: str, wrong: str, line: int | None, why: str) -> None:
    text = (CONTENT / "miniatures.yaml").read_text(encoding="utf-8")
    assert right in text
    changed = text.replace(right, wrong, 1)
    expected = line or 1 + text[: text.index(right)].count("\n")
    with pytest.raises(ContentError) as caught:
        read_miniatures(ContentFile("miniatures.yaml", changed))
    assert why in str(caught.value)
    found = re.match(r"miniatures.yaml, line (\d+): ", str(caught.value))
    assert found is not None
    assert abs(int(found[1]) - expected) <= 5  # the thing itself, or what is around it


def test_a_number_that_is_missing_is_seen() -> None:
    text = (CONTENT / "miniatures.yaml").read_text(encoding="utf-8")
    changed = text.replace(
        "        condition: {kind: always}\n        value: 3\n", "        condition: {kind: always}\n", 1
    )
    with pytest.raises(ContentError, match="the number is missing"):
        read_miniatures(ContentFile("miniatures.yaml", changed))


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        (
            "code: M01, name: Spellbound Scissors, copies: 1",
            "code: M01, name: Knife, copies: 1",
            "no miniature",
        ),
        ("name: Runetagged Brawler, copies: 2", "name: Runetagged Brawler, copies: 4", "copies"),
        ("name: Runetagged Brawler, copies: 2", "name: Runetagged Brawler, copies: 3", "has 17 miniatures"),
        ("size: 16", "[", "warbands.yaml"),
    ],
)
def test_a_wrong_warband_is_blamed(right: str, wrong: str, why: str) -> None:
    text = (CONTENT / "warbands.yaml").read_text(encoding="utf-8")
    assert right in text
    with pytest.raises(ContentError, match=why):
        read_warbands(ContentFile("warbands.yaml", text.replace(right, wrong, 1)))
