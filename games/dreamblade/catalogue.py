"""DB-3 and DB-13: the miniatures and ready-made warbands, read from the data files in `content/`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from games.dreamblade.abilities.table import ABILITIES
from games.engine.contract.content import ContentFile

WARBAND_MOST = 16  # DB-5.1
COPIES_MOST = 3  # DB-5.2
WINS_NEEDED = 6  # DB-12.4
BONUS = 2  # DB-7.3
STARTER = {"common": 9, "uncommon": 5, "rare": 2}  # DB-5.4
BOOSTER = {"common": 4, "uncommon": 2, "rare": 1}  # DB-5.4
ASPECTS = {"valor": "V", "madness": "M", "fear": "F", "passion": "P"}  # DB-3.4


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """DB-10.2: when an ability may be used, or works."""

    kind: Literal["always", "blade", "spawn", "comes_into_play"]
    points: int = 0
    blades: int = 0
    repeat: bool = False
    on_scoring_cell: bool = False


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """DB-10.2: one ability of one miniature, as data; `text` is what people read."""

    text: str
    ability: str
    condition: Condition
    modifier: str | None = None
    value: int = 0
    unique_name: str = ""
    designed: bool = False

    @property
    def name(self) -> str:
        """`DB-A.ADVANCE` without the prefix."""
        return self.ability[5:]

    @property
    def word(self) -> str:
        """The word of it in orders: `advance`."""
        return self.name.lower()


class Miniature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """DB-3: one figure of the list; power T is that of Thanatomancy, locations have no statistics."""

    code: str
    name: str
    type: Literal["creature", "location"]
    cost: int
    aspects: Mapping[str, int]
    lineage: str | None
    power: int | Literal["T"] | None
    defense: int | None
    life: int | None
    abilities: tuple[Ability, ...]
    rarity: Literal["common", "uncommon", "rare"]
    source: Literal["found", "partly", "designed"]
    designed: tuple[str, ...]

    @property
    def is_creature(self) -> bool:
        """DB-3.1."""
        return self.type == "creature"

    @property
    def printed(self) -> tuple[int, int, int]:
        """DB-3.5: power, defense, life as printed; T counts as 0 until it is worked out."""
        return (self.power if isinstance(self.power, int) else 0, self.defense or 0, self.life or 0)

    @property
    def symbols(self) -> str:
        """DB-3.3: the aspect cost in letters: `VVM`."""
        return "".join(ASPECTS[aspect] * count for aspect, count in self.aspects.items())


class _Miniatures(msgspec.Struct):
    total: int
    by_rarity: dict[str, int]
    lineages: list[str]
    miniatures: list[Miniature]


class Copies(msgspec.Struct, frozen=True):
    """How often a warband has a miniature."""

    code: str
    name: str
    copies: int


class Warband(msgspec.Struct, frozen=True):
    """DB-13.7: a ready-made warband."""

    id: str
    name: str
    theme: str
    source: str
    size: int
    totals: Mapping[str, int]
    miniatures: list[Copies]

    @property
    def counts(self) -> dict[str, int]:
        """Codes with their numbers, in the order of the catalogue."""
        counts = {row.code: row.copies for row in self.miniatures}
        return {code: counts[code] for code in MINIATURES if code in counts}


class _Warbands(msgspec.Struct):
    warband_max: int
    copies_max: int
    warbands: list[Warband]


def read_miniatures(file: ContentFile) -> dict[str, Miniature]:
    """DB-13.1: all miniatures by code, each of them checked."""
    found = file.read(_Miniatures)
    for place, miniature in enumerate(found.miniatures):
        _check(file, f"$.miniatures[{place}]", miniature, found.lineages)
    if len(found.miniatures) != found.total:
        file.blame("$.total", f"{found.total} miniatures are announced, {len(found.miniatures)} are there")
    if Counter(miniature.rarity for miniature in found.miniatures) != found.by_rarity:
        file.blame("$.by_rarity", "the rarities are not those of the list")
    return {miniature.code: miniature for miniature in found.miniatures}


def _check(file: ContentFile, place: str, miniature: Miniature, lineages: list[str]) -> None:
    """What the types do not say."""
    has_statistics = None not in (miniature.power, miniature.defense, miniature.life)
    if has_statistics != miniature.is_creature:
        file.blame(f"{place}.type", f"{miniature.name}: creatures have statistics, locations have none")
    if not miniature.aspects or not set(miniature.aspects) <= set(ASPECTS):
        file.blame(f"{place}.aspects", f"{miniature.name}: the aspects are {', '.join(ASPECTS)}")
    if miniature.lineage not in (None, *lineages):
        file.blame(f"{place}.lineage", f"{miniature.name}: no lineage is called {miniature.lineage}")
    for number, ability in enumerate(miniature.abilities):
        _check_ability(file, f"{place}.abilities[{number}]", ability, lineages)


def _check_ability(file: ContentFile, place: str, ability: Ability, lineages: list[str]) -> None:
    known = ABILITIES.get(ability.name)
    if known is None:
        file.blame(f"{place}.ability", f"no ability is called {ability.ability}")
    if known.needs_value != bool(ability.value) and not known.may_lack_value:
        file.blame(f"{place}.text", f"“{ability.text}”: the number is missing, or one too many")
    if not (known.is_activated if ability.condition.kind != "always" else not known.is_activated):
        file.blame(f"{place}.condition", f"“{ability.text}” cannot have this condition")
    words = (None, "Self", "Allies", "Enemies", *lineages, *(aspect.title() for aspect in ASPECTS))
    if ability.modifier not in words:
        file.blame(f"{place}.modifier", f"“{ability.modifier}” is neither aspect, lineage nor side")


def read_warbands(file: ContentFile) -> dict[str, Warband]:
    """DB-13.7: the ready-made warbands, each of them legal."""
    found = file.read(_Warbands)
    for place, warband in enumerate(found.warbands):
        for number, row in enumerate(warband.miniatures):
            where = f"$.warbands[{place}].miniatures[{number}]"
            if row.code not in MINIATURES or MINIATURES[row.code].name != row.name:
                file.blame(where, f"no miniature is called {row.code} {row.name}")
            if not 0 < row.copies <= COPIES_MOST:
                file.blame(where, f"{row.name}: one to {COPIES_MOST} copies, not {row.copies}")
        size = sum(row.copies for row in warband.miniatures)
        if size != warband.size or size > WARBAND_MOST:
            file.blame(f"$.warbands[{place}].size", f"{warband.name} has {size} miniatures")
    return {warband.id: warband for warband in found.warbands}


MINIATURES: Mapping[str, Miniature] = read_miniatures(ContentFile.of("games.dreamblade", "miniatures.yaml"))
CREATURES = frozenset(code for code, miniature in MINIATURES.items() if miniature.is_creature)
WARBANDS: Mapping[str, Warband] = read_warbands(ContentFile.of("games.dreamblade", "warbands.yaml"))


def _short_word(name: str) -> str:
    """`Twilight Scout` is a scout, `Saint of Roses` a saint."""
    return name.lower().replace(" to ", " of ").partition(" of ")[0].split()[-1]


def _words() -> dict[str, str]:
    """A word for each miniature that no other has: the last of its name, else the first."""
    shorts = {code: _short_word(miniature.name) for code, miniature in MINIATURES.items()}
    count = Counter(shorts.values())
    return {
        code: short if count[short] == 1 else MINIATURES[code].name.split()[0].lower()
        for code, short in shorts.items()
    }


WORDS: Mapping[str, str] = _words()
CODES: Mapping[str, str] = {word: code for code, word in WORDS.items()}
