"""EF-9: the files of the content, decoded and checked. What is wrong in them is found here, not in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar, cast

import msgspec
import msgspec.yaml

from games.edge.catalogue.check import Names, check_action, check_token
from games.edge.catalogue.kinds import Action, Card, Deck, Faction, SquadKind, TokenKind, Window
from games.edge.catalogue.mistakes import Mistake, Source, Way, way_of
from games.edge.catalogue.steps import tagged
from games.edge.catalogue.values import decode_value

Raw = dict[str, object]
T = TypeVar("T")


def rows(raw: object) -> list[Raw]:
    """A list of mappings, or nothing."""
    return cast(list[Raw], raw or [])


def mapping(raw: object) -> Raw:
    """A mapping."""
    return cast(Raw, raw)


@dataclass(frozen=True)
class Book:
    """One file."""

    source: Source

    @cached_property
    def raw(self) -> Raw:
        """What is in it, as YAML has it."""
        return cast(Raw, msgspec.yaml.decode(self.source.text))  # by libyaml where there is one: much faster

    def convert(self, raw: object, kind: type[T], way: Way) -> T:
        """A row as a thing; a Mistake with its line if it is none."""
        try:
            return msgspec.convert(raw, kind, dec_hook=decode_value)
        except msgspec.ValidationError as error:
            rest, reason = way_of(error)
            raise self.mistake((*way, *rest), reason) from error

    def mistake(self, way: Way, reason: str) -> Mistake:
        """A mistake at some place of this file."""
        return self.source.mistake(way, reason)


def _with_steps(raw: object, *names: str) -> Raw:
    """A row in which these lists of steps are tagged."""
    return {name: tagged(value) if name in names else value for name, value in mapping(raw).items()}


@dataclass(frozen=True)
class Shared(Book):
    """What all factions share."""

    @cached_property
    def macros(self) -> dict[str, Raw]:
        """EF-9.2: Actions that many cards have."""
        return {name: mapping(row) for name, row in mapping(self.raw["macros"]).items()}

    @cached_property
    def windows(self) -> dict[str, Window]:
        """ED-19.5."""
        found = enumerate(rows(self.raw["windows"]))
        return {str(row["name"]): self.convert(row, Window, ("windows", at)) for at, row in found}


@dataclass(frozen=True)
class FactionBook(Book):
    """The file of one faction."""

    shared: Shared

    def faction(self) -> Faction:
        """Everything in it."""
        about = mapping(self.raw["faction"])
        faction = str(about["id"])
        squads = {
            squad.id: squad
            for at, row in enumerate(rows(self.raw["squads"]))
            for squad in [self.convert({**row, "faction": faction}, SquadKind, ("squads", at))]
        }
        tokens = self._tokens()
        places = self._lists("places")
        linked = self._lists("linked")
        names = Names(squads, tokens, self.shared.windows, frozenset({*places, *linked}))
        self._check_places(names, {**places, **linked})
        for at, kind in enumerate(tokens.values()):
            self._checked(check_token(kind, names), ("tokens", at), ("tokens", self._shared_token(kind.t)))
        return Faction(
            id=faction,
            name=str(about["name"]),
            code=str(about["code"]),
            squads=squads,
            tokens=tokens,
            banner=self._powers("banner", names),
            shrine=self._powers("shrine", names),
            cards=self._cards(faction, names),
            decks={
                kind: self.convert(row, Deck, ("decks", kind))
                for kind, row in mapping(self.raw["decks"]).items()
            },
            skips=self.convert(self.raw.get("skips", []), list[str], ("skips",)),
            places=places,
            linked=linked,
            always=self._actions("always", names),
            powers=self._actions("powers", names),
            dark_points=self.convert(self.raw.get("dark_points", 0), int, ("dark_points",)),
        )

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
        row = mapping(raw)
        macro = str(row.get("m", ""))
        if macro and macro not in self.shared.macros:
            raise self.mistake((*way, "m"), f"there is no macro “{macro}”")
        whole = _with_steps({**self.shared.macros.get(macro, {}), **row}, "do", "setup", "while")
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
        return [self._action(row, (what, at), names) for at, row in enumerate(rows(self.raw.get(what)))]

    def _powers(self, what: str, names: Names) -> dict[str, Action]:
        found = mapping(self.raw[what]).items()
        return {kind: self._action(row, (what, kind), names) for kind, row in found}

    def _cards(self, faction: str, names: Names) -> dict[str, Card]:
        found = [
            self._card(row, faction, (part, at), names)
            for part in ("cards", "optional_cards")
            for at, row in enumerate(rows(self.raw[part]))
        ]
        return {card.id: card for card in found}

    def _card(self, row: Raw, faction: str, way: Way, names: Names) -> Card:
        halves = {
            half: self._action(row[half], (*way, half), names) if row[half] else Action("")
            for half in ("U", "L")
        }
        card = self.convert({**row, "U": _BLANK, "L": _BLANK, "faction": faction}, Card, way)
        if card.squad not in ("any", *names.squads):
            raise self.mistake((*way, "squad"), f"there is no Squad “{card.squad}”")
        return msgspec.structs.replace(card, upper=halves["U"], lower=halves["L"])

    # Tokens.

    def _tokens(self) -> dict[str, TokenKind]:
        """A row that only names a shared token takes over what that one does."""
        found: dict[str, TokenKind] = {}
        for at, row in enumerate(rows(self.raw["tokens"])):
            number = self._shared_token(str(row["t"]))
            if "loc" not in row and number >= 0:
                shared = rows(self.shared.raw["tokens"])[number]
                kind = self.shared.convert(_token_row(shared), TokenKind, ("tokens", number))
                limit = self.convert(row.get("limit"), int, ("tokens", at, "limit"))
                found[kind.t] = msgspec.structs.replace(kind, limit=limit)
            else:
                kind = self.convert(_token_row(row), TokenKind, ("tokens", at))
                found[kind.t] = kind
        return found

    def _shared_token(self, name: str) -> int:
        names = [str(row["t"]) for row in rows(self.shared.raw["tokens"])]
        return names.index(name) if name in names else -1


_BLANK: Mapping[str, object] = {"name": ""}


def _token_row(raw: Raw) -> Raw:
    row = _with_steps(raw, "while")
    acts = rows(row.get("at"))
    found = {**row, "at": [_with_steps(act, "do") for act in acts]} if acts else row
    return {**found, "remove": _with_steps(found["remove"], "do")} if "remove" in found else found
