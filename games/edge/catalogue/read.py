"""EF-9: the files of the content, decoded and checked. What is wrong in them is found here, not in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import msgspec
import msgspec.yaml

from games.edge.catalogue.check import Names, check_action, check_token
from games.edge.catalogue.kinds import Action, Card, Deck, Earlier, Faction, SquadKind, TokenKind, Window
from games.edge.catalogue.mistakes import Mistake, Source, Way, way_of
from games.edge.catalogue.raw import Raw
from games.edge.catalogue.steps import tagged
from games.edge.catalogue.values import decode_value

T = TypeVar("T")


@dataclass(frozen=True)
class Book:
    """One file."""

    source: Source

    @cached_property
    def raw(self) -> Raw:
        """What is in it, as YAML has it."""
        try:
            return msgspec.yaml.decode(self.source.text, type=Raw)  # by libyaml where there is one: faster
        except msgspec.DecodeError as error:
            raise self.source.unreadable(error) from error

    def part(self, name: str) -> Any:
        """A part of the file that must be there."""
        if name not in self.raw:
            raise self.mistake((), f"missing required field `{name}`")
        return self.raw[name]

    def rows(self, name: str) -> list[Raw]:
        """A list of mappings, or nothing."""
        found = self.convert(self.raw.get(name) or [], list[Any], (name,))
        return [self.convert(row, Raw, (name, at)) for at, row in enumerate(found)]

    def ways(self, name: str) -> list[tuple[Raw, Way]]:
        """The rows of a list, each with the way to it."""
        return [(row, (name, at)) for at, row in enumerate(self.rows(name))]

    def mapping(self, name: str) -> dict[str, Raw]:
        """Mappings by their names."""
        found = self.convert(self.part(name), Raw, (name,))
        return {kind: self.convert(row, Raw, (name, kind)) for kind, row in found.items()}

    def once(self, found: list[tuple[str, T, Way]]) -> dict[str, T]:
        """Things by their names, of which none is there twice."""
        known: dict[str, T] = {}
        for name, thing, way in found:
            if name in known:
                raise self.mistake(way, f"“{name}” is there twice")
            known[name] = thing
        return known

    def convert(self, raw: object, kind: type[T], way: Way) -> T:
        """A row as a thing; a Mistake with its line if it is none."""
        try:
            return msgspec.convert(raw, kind, dec_hook=decode_value)
        except msgspec.ValidationError as error:
            rest, reason = way_of(error)
            raise self.mistake((*way, *rest), reason) from error

    def with_steps(self, raw: object, way: Way, *names: str) -> Raw:
        """A row in which these lists of steps are tagged."""
        row = self.convert(raw, Raw, way)
        return {
            name: self._tagged(value, (*way, name)) if name in names else value for name, value in row.items()
        }

    def _tagged(self, steps: object, way: Way) -> object:
        try:
            return tagged(steps)
        except msgspec.ValidationError as error:
            raise self.mistake(way, str(error)) from error

    def mistake(self, way: Way, reason: str) -> Mistake:
        """A mistake at some place of this file."""
        return self.source.mistake(way, reason)


class FactionRow(msgspec.Struct, frozen=True):
    """A faction, and the file that it is in."""

    id: str
    file: str


@dataclass(frozen=True)
class Shared(Book):
    """What all factions share."""

    @cached_property
    def factions(self) -> list[FactionRow]:
        """All factions, be their files there or not."""
        return [self.convert(row, FactionRow, way) for row, way in self.ways("factions")]

    @cached_property
    def macros(self) -> dict[str, Raw]:
        """EF-9.2: Actions that many cards have."""
        return self.mapping("macros")

    @cached_property
    def windows(self) -> dict[str, Window]:
        """ED-19.5."""
        found = [(self.convert(row, Window, way), way) for row, way in self.ways("windows")]
        return self.once([(window.name, window, way) for window, way in found])

    @cached_property
    def tokens(self) -> dict[str, tuple[Raw, Way]]:
        """Tokens that factions take over, as they are written."""
        found = [
            (self.convert(row.get("t"), str, (*way, "t")), (row, way), way)
            for row, way in self.ways("tokens")
        ]
        return self.once(found)


class About(msgspec.Struct, frozen=True):
    """What a file says of its faction."""

    id: str
    name: str
    code: str


@dataclass(frozen=True)
class FactionBook(Book):
    """The file of one faction."""

    shared: Shared

    def faction(self) -> Faction:
        """Everything in it."""
        about = self.convert(self.part("faction"), About, ("faction",))
        squads, tokens = self._squads(about.id), self._tokens()
        places = self._lists("places")
        linked = self._lists("linked")
        names = Names(squads, tokens, self.shared.windows, frozenset({*places, *linked}))
        self._check_places(names, {**places, **linked})
        for at, kind in enumerate(tokens.values()):
            self._checked(check_token(kind, names), ("tokens", at), self._shared_way(kind.t))
        cards = self._cards(about, names)
        return Faction(
            id=about.id,
            name=about.name,
            code=about.code,
            squads=squads,
            tokens=tokens,
            banner=self._powers("banner", names),
            shrine=self._powers("shrine", names),
            cards=cards,
            decks=self._decks(("decks",), self.mapping("decks"), squads, cards),
            skips=self.convert(self.raw.get("skips", []), list[str], ("skips",)),
            places=places,
            linked=linked,
            always=self._actions("always", names),
            powers=self._actions("powers", names),
            dark_points=self.convert(self.raw.get("dark_points", 0), int, ("dark_points",)),
            earlier=[self._earlier(row, way, squads, cards) for row, way in self.ways("earlier")],
        )

    def _squads(self, faction: str) -> dict[str, SquadKind]:
        self.part("squads")
        found = [
            (self.convert({**row, "faction": faction}, SquadKind, way), way)
            for row, way in self.ways("squads")
        ]
        return self.once([(squad.id, squad, way) for squad, way in found])

    def _earlier(
        self, row: Raw, way: Way, squads: Mapping[str, SquadKind], cards: Mapping[str, Card]
    ) -> Earlier:
        found = self.convert(row, Earlier, way)
        self._decks((*way, "decks"), self.convert(row.get("decks", {}), dict[str, Raw], way), squads, cards)
        return found

    def _decks(
        self,
        way: Way,
        rows: Mapping[str, Raw],
        squads: Mapping[str, SquadKind],
        cards: Mapping[str, Card],
    ) -> dict[str, Deck]:
        return {kind: self._deck((*way, kind), row, squads, cards) for kind, row in rows.items()}

    def _deck(self, way: Way, row: Raw, squads: Mapping[str, SquadKind], cards: Mapping[str, Card]) -> Deck:
        """A ready-made army, of Squads and cards that there are."""
        deck = self.convert(row, Deck, way)
        for at, squad in enumerate(deck.squads):
            if squad not in squads:
                raise self.mistake((*way, "squads", at), f"there is no Squad “{squad}”")
        for card in deck.deck:
            if card not in cards:
                raise self.mistake((*way, "deck", card), f"there is no card “{card}”")
        return deck

    def _lists(self, what: str) -> dict[str, list[str]]:
        return self.convert(self.raw.get(what, {}), dict[str, list[str]], (what,))

    def _check_places(self, names: Names, found: dict[str, list[str]]) -> None:
        for place, parts in found.items():
            for part in parts:
                if part not in ("shrine", "source", *names.places, *names.tokens, *names.squads):
                    raise self.mistake(("places", place), f"“{part}” means nothing here")

    # Actions.

    def _action(self, raw: object, way: Way, names: Names) -> Action:
        """EF-9.2: the macro's keys, then the keys of the row."""
        row = self.convert(raw, Raw, way)
        macro = self.convert(row.get("m", ""), str, (*way, "m"))
        if macro and macro not in self.shared.macros:
            raise self.mistake((*way, "m"), f"there is no macro “{macro}”")
        whole = self.with_steps({**self.shared.macros.get(macro, {}), **row}, way, "do", "setup", "while")
        there: Way = ("macros", macro)
        try:
            action = msgspec.convert(whole, Action, dec_hook=decode_value)
        except msgspec.ValidationError as error:
            rest, reason = way_of(error)
            raise self._located(way, there, rest, reason) from error
        self._checked(check_action(action, names), way, there)
        return action

    def _checked(self, found: Iterable[tuple[Way, str]], way: Way, there: Way) -> None:
        for rest, reason in found:
            raise self._located(way, there, rest, reason)

    def _located(self, way: Way, there: Way, rest: Way, reason: str) -> Mistake:
        """In the row itself, or in what it takes over from the shared file."""
        if not self.source.has((*way, *rest[:1])) and self.shared.source.has((*there, *rest[:1])):
            return self.shared.mistake((*there, *rest), reason)
        return self.mistake((*way, *rest), reason)

    def _actions(self, what: str, names: Names) -> list[Action]:
        return [self._action(row, way, names) for row, way in self.ways(what)]

    def _powers(self, what: str, names: Names) -> dict[str, Action]:
        return {kind: self._action(row, (what, kind), names) for kind, row in self.mapping(what).items()}

    def _cards(self, about: About, names: Names) -> dict[str, Card]:
        self.part("cards")
        rows = [*self.ways("cards"), *self.ways("optional_cards")]
        found = [(self._card(row, about.id, way, names), way) for row, way in rows]
        for card, way in found:
            if not card.id.startswith(about.code):  # so that no two factions have a card of one name
                raise self.mistake((*way, "id"), f"“{card.id}” does not begin with {about.code}")
        return self.once([(card.id, card, (*way, "id")) for card, way in found])

    def _card(self, row: Raw, faction: str, way: Way, names: Names) -> Card:
        halves = {half: self._half(row, half, way, names) for half in ("U", "L")}
        card = self.convert({**row, "U": _BLANK, "L": _BLANK, "faction": faction}, Card, way)
        if card.squad not in ("any", *names.squads):
            raise self.mistake((*way, "squad"), f"there is no Squad “{card.squad}”")
        return msgspec.structs.replace(card, upper=halves["U"], lower=halves["L"])

    def _half(self, row: Raw, half: str, way: Way, names: Names) -> Action:
        """One of the two Actions; a card that has only one says so with an empty other."""
        if half not in row:
            raise self.mistake(way, f"missing required field `{half}`")
        return self._action(row[half], (*way, half), names) if row[half] else Action("")

    # Tokens.

    def _tokens(self) -> dict[str, TokenKind]:
        self.part("tokens")
        found = [(self._token(row, way), way) for row, way in self.ways("tokens")]
        return self.once([(kind.t, kind, way) for kind, way in found])

    def _token(self, row: Raw, way: Way) -> TokenKind:
        """A row that only names a shared token takes over what that one does."""
        name = row.get("t")
        if "loc" in row or name not in self.shared.tokens:
            return _token(self, row, way)
        kind = _token(self.shared, *self.shared.tokens[name])
        return msgspec.structs.replace(kind, limit=self.convert(row.get("limit"), int, (*way, "limit")))

    def _shared_way(self, name: str) -> Way:
        return self.shared.tokens[name][1] if name in self.shared.tokens else ()


_BLANK: Mapping[str, object] = {"name": ""}


def _token(book: Book, raw: Raw, way: Way) -> TokenKind:
    """A token with its steps, in whichever file it is written."""
    row = book.with_steps(raw, way, "while")
    if row.get("at"):
        acts = book.convert(row["at"], list[Any], (*way, "at"))
        row["at"] = [book.with_steps(act, (*way, "at", at), "do") for at, act in enumerate(acts)]
    if "remove" in row:
        row["remove"] = book.with_steps(row["remove"], (*way, "remove"), "do")
    return book.convert(row, TokenKind, way)
