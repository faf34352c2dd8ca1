"""Armies as lists that people write and pass on: read with goodwill, whatever they say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.edge.catalogue import CARDS, FACTIONS, SQUADS
from games.edge.names import squad_code
from games.edge.rules.armies.muster import STANDARD
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _

_MOST = 400  # words that are looked at
_LONGEST_NAME = 5  # words
_MOST_COPIES = 99
_SIZES = (15, 20, 25)
_KEYWORDS = {"army": "", "squad": "squads", "card": "deck", "cards": "deck"} | {
    word: word for word in ("faction", "banner", "shrine", "squads", "deck")
}
_TOKEN = re.compile(r'"([^"\n]{0,80})"|[“„]([^”“\n]{0,80})[”“]|(\n|,|;)|([^\s,;"“”„]+)')
_NUMBER = re.compile(r"(?:[x×](\d{1,3})|(\d{1,3})[x×]?)", re.IGNORECASE)


@dataclass(slots=True)
class ReadArmy:
    """What a text names."""

    faction: str
    squads: list[str] = field(default_factory=list[str])
    deck: list[str] = field(default_factory=list[str])
    banner: str = STANDARD
    shrine: str = STANDARD
    is_arranged: bool = False  # cards one after the other, without numbers
    problems: list[Phrase] = field(default_factory=list[Phrase])


def read_army(text: str) -> ReadArmy:
    """The army in a text: as the order has it, or with one card to a line, numbers before or behind.

    >>> army = read_army('squads pilgrim, Ranger; deck\\n3x Leap\\n"Shoot" 2\\nexcalibur')
    >>> army.faction, army.squads, army.deck, [str(problem) for problem in army.problems]
    ('chapter', ['pilgrim', 'ranger'], ['CH11', 'CH11', 'CH11', 'CH16', 'CH16'], ['“excalibur” is not known'])
    """
    reader = _Reader(_tokens(text))
    reader.read()
    return reader.result()


def write_draft(
    faction: str, squads: Sequence[str], deck: Mapping[str, int], banner: str, shrine: str
) -> str:
    """What there is of an army that is no legal order yet."""
    lines = [f"faction {faction}", f"army banner {banner} shrine {shrine}"]
    lines += [f"squads {', '.join(squads)}"] if squads else []
    lines += [f'deck "{CARDS[card].title}" {count}' for card, count in deck.items() if card in CARDS]
    return "\n".join(lines)


def _tokens(text: str) -> list[str]:
    """Words and quoted names; a comma, a semicolon or a new line is an end."""
    found: list[str] = []
    for match in _TOKEN.finditer(text):
        quoted = match[1] if match[1] is not None else match[2]
        if quoted is not None:
            found.append(quoted.strip())
        else:
            found.append("" if match[3] is not None else match[4])
        if len(found) >= _MOST:
            break
    return found


def _spelled(name: str) -> str:
    return " ".join(name.replace("_", " ").casefold().split())


_FACTIONS = {_spelled(n): f.id for f in FACTIONS.values() for n in (f.id, f.name, f.code)}
_SQUADS = {_spelled(n): s.id for s in SQUADS.values() for n in (squad_code(s.id), s.name, s.id)}
_CARDS = {_spelled(n): c.id for c in reversed([*CARDS.values()]) for n in (c.id, c.title)}
_TITLES = {(c.faction, c.title): c.id for c in CARDS.values()}  # several factions have a card called Shoot
_BANNERS = {_spelled(n): k for f in FACTIONS.values() for k, b in f.banner.items() for n in (k, b.name)}
_SHRINES = {_spelled(n): k for f in FACTIONS.values() for k, s in f.shrine.items() for n in (k, s.name)}


class _Reader:
    """Goes through the words once."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.section = ""
        self.before: int | None = None  # a number that waits for its name
        self.last: list[str] | None = None  # where the last name was put, once: a number may follow
        self.army = ReadArmy("")
        self.has_numbers = False

    def read(self) -> None:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if not token:
                self._end()
            elif token.casefold().rstrip(":") in _KEYWORDS:
                self._end()
                self.section = _KEYWORDS[token.casefold().rstrip(":")]
                self.at += 1
                continue
            elif number := _NUMBER.fullmatch(token):
                self._number(int(number[1] or number[2]))
            else:
                self._name()
                continue
            self.at += 1

    def result(self) -> ReadArmy:
        army = self.army
        army.faction = army.faction or _faction_of(army)
        army.deck = [_TITLES.get((army.faction, CARDS[card].title), card) for card in army.deck]
        army.is_arranged = not self.has_numbers and len(army.deck) in _SIZES
        return army

    def _end(self) -> None:
        self.before, self.last = None, None

    def _number(self, number: int) -> None:
        """How many there are of what was named, or of what comes."""
        number = min(number, _MOST_COPIES)
        if self.last is None:
            self.before = number
            return
        self.has_numbers |= self.last is self.army.deck
        name = self.last.pop()
        self.last += [name] * number
        self.last = None

    def _name(self) -> None:
        for length in range(_LONGEST_NAME, 0, -1):
            words = self.tokens[self.at : self.at + length]
            if len(words) == length and all(words) and self._known(_spelled(" ".join(words))):
                self.at += length
                return
        self.army.problems.append(say(_("“{word}” is not known"), word=self.tokens[self.at][:60]))
        self.at += 1

    def _known(self, name: str) -> bool:
        """Take a name, if it is one where we are."""
        if self.section == "faction" and name in _FACTIONS:
            self.army.faction = _FACTIONS[name]
        elif self.section == "banner" and name in _BANNERS:
            self.army.banner = _BANNERS[name]
        elif self.section == "shrine" and name in _SHRINES:
            self.army.shrine = _SHRINES[name]
        elif name in _CARDS and (self.section != "squads" or name not in _SQUADS):
            self._put(self.army.deck, _CARDS[name])
        elif name in _SQUADS:
            self._put(self.army.squads, _SQUADS[name])
        elif name in _FACTIONS:
            self.army.faction = _FACTIONS[name]
        else:
            return False
        return True

    def _put(self, where: list[str], name: str) -> None:
        if self.before is None:
            where.append(name)
            self.last = where
            return
        self.has_numbers |= where is self.army.deck
        where += [name] * self.before
        self._end()


def _faction_of(army: ReadArmy) -> str:
    """Whose Squads and cards these are; ids are unique over all factions."""
    titles = [CARDS[name].title for name in army.deck]
    named = [SQUADS[name].faction for name in army.squads]
    named += [faction for title in titles for faction in FACTIONS if (faction, title) in _TITLES]
    return max(FACTIONS, key=named.count)
