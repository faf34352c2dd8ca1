"""DB-5 for builders: warbands as rosters, with what there is to choose and why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from games.dreamblade import figuretext
from games.dreamblade.catalogue import COPIES_MOST, MINIATURES, WARBAND_MOST, WARBANDS, WORDS, Miniature
from games.dreamblade.rules.setup import CONSTRUCTED, LIMITED
from games.dreamblade.rules.warbands import check_counts
from games.dreamblade.views import DreambladeView
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.rosters import (
    LARGEST,
    Part,
    ReadyMade,
    Roster,
    RosterBook,
    Shelf,
    Stock,
    Thing,
    Translate,
)
from games.engine.contract.text import fold, key
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path

SIDE = "warband"
_CODES = {key(name): code for code, m in MINIATURES.items() for name in (code, m.name, WORDS[code])}
_BEFORE = re.compile(r"(\d{1,4}) ?x? (?=\S)", re.IGNORECASE)  # how many there are
_BEHIND = re.compile(r"(?<=\S) x? ?(\d{1,4}) ?x?$", re.IGNORECASE)
_LONGEST_NAME = 80


class WarbandBook(RosterBook[DreambladeView]):
    """Warbands of up to sixteen; for Limited they are built from the pool of the match."""

    kind = "warband"
    title, new = _("Warbands"), _("A new warband")
    sides: Mapping[str, str] = {SIDE: _("Warband")}
    forms: Mapping[str, str] = {
        CONSTRUCTED: _("of your own choice"),
        LIMITED: _("from the pool of a Limited match"),
    }

    match_forms = frozenset({LIMITED})

    def shelves(self, side: str, form: str, translate: Translate) -> Sequence[Shelf]:
        """All miniatures on one shelf, by aspect."""
        t = translate
        about = t(_("Up to {most} miniatures, at most {copies} of a kind, with a creature among them."))
        things = tuple(_thing(miniature, t) for miniature in MINIATURES.values())
        said = about.format(most=WARBAND_MOST, copies=COPIES_MOST)
        return (Shelf("miniatures", t(_("Miniatures")), said, 1, WARBAND_MOST, things),)

    def ready_made(self, side: str, form: str) -> Sequence[ReadyMade]:
        """DB-13.7; none for Limited, where nobody knows the pool in advance."""
        made = WARBANDS.values() if form == CONSTRUCTED else ()
        return tuple(
            ReadyMade(
                warband.id,
                say(_("{name} ({theme})"), name=warband.name, theme=warband.theme),
                Roster(side, form, warband.counts),
            )
            for warband in made
        )

    def check(self, roster: Roster) -> list[Phrase]:
        """DB-5.1, DB-5.2."""
        counts = {code: n for code, n in roster.counts.items() if code in MINIATURES and n > 0}
        return check_counts(counts, dict.fromkeys(MINIATURES, COPIES_MOST))

    def answer(self, roster: Roster) -> Path:
        """DB-D1 word by word; a ready-made one by its name."""
        return tuple(w for code in MINIATURES for w in _pair(code, roster.counts.get(code, 0)))

    def text(self, roster: Roster) -> str:
        """The order that brings it to the table, a line for each miniature."""
        counts = {code: roster.counts.get(code, 0) for code in MINIATURES}
        rows = [f"{code} {n}  # {MINIATURES[code].name}" for code, n in counts.items() if n > 0]
        return "\n".join(["warband", *rows])

    def read(self, text: str) -> tuple[Roster, list[Phrase]]:
        """Lists as people write them: `V04 2`, `2x Twilight Scout`, or the name of a ready-made warband."""
        counts: dict[str, int] = {}
        problems: list[Phrase] = []
        for line in re.split(r"[\n,;]", fold(text)):
            said = line.partition("#")[0].strip(" .*-\t")
            said = re.sub(r"^warband\b:?", "", said, flags=re.IGNORECASE).strip()
            if said and not _read_line(said, counts):
                problems.append(say(_("“{line}” is not a miniature"), line=said[:60]))
        return Roster(SIDE, CONSTRUCTED, counts), problems

    def form_of(self, options: Mapping[str, int | str | bool], seats: int) -> str:
        """DB-5.4."""
        return LIMITED if options.get("format") == LIMITED else CONSTRUCTED

    def side_of(self, view: DreambladeView, seat: int) -> str:
        """There is only one kind."""
        return SIDE

    def stock(self, view: DreambladeView, seat: int) -> Stock | None:
        """DB-5.4: the pool, of which at most three copies may be taken."""
        pool = [code for player in view["players"] if player["seat"] == seat for code in player["pool"]]
        return {code: min(COPIES_MOST, n) for code, n in Counter(pool).items()} if pool else None


def _pair(code: str, count: int) -> Path:
    return (code, str(count)) if count > 0 else ()


def _read_line(said: str, counts: dict[str, int]) -> bool:
    """One line of a list, or all pairs of an order written in one line; False if it says nothing."""
    made = next((w for w in WARBANDS.values() if key(said) in (key(w.id), key(w.name))), None)
    if made is not None:
        counts.update(made.counts)
        return True
    if _add(said, counts):
        return True
    parts = re.findall(r"([A-Z]\d\d)\s+(\d+)", said, flags=re.IGNORECASE)
    joined = " ".join(f"{code} {n}" for code, n in parts)
    if not parts or key(joined) != key(said):
        return False
    added = [_add(f"{code} {n}", counts) for code, n in parts]
    return all(added)


def _add(said: str, counts: dict[str, int]) -> bool:
    if len(said) > _LONGEST_NAME:
        return False
    said = " ".join(said.split())
    before = _BEFORE.match(said)
    behind = _BEHIND.search(said)
    name = said[before.end() if before else 0 : behind.start() if behind else len(said)]
    code = _CODES.get(key(name))
    if code is None:
        return False
    number = before or behind
    counts[code] = min(LARGEST, counts.get(code, 0) + int(number[1] if number else 1))
    return True


def _thing(miniature: Miniature, t: Translate) -> Thing:
    stats = Part("", "", figuretext.headline(miniature, t))
    aspects = " + ".join(t(figuretext.ASPECT_NAMES[aspect]) for aspect in miniature.aspects)
    note = f"{miniature.code}, {t(figuretext.RARITIES[miniature.rarity])}"
    return Thing(
        miniature.code, miniature.name, COPIES_MOST, note, (stats, *figuretext.parts(miniature, t)), aspects
    )


WARBAND_BOOK = WarbandBook()
