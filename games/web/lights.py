"""Which things on the table an answer may go on with, which it has named, and why others are no use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from games.engine.contract.decisions import Decision
from games.engine.contract.parts import Thing
from games.engine.contract.phrases import Phrase
from games.engine.contract.tree import Path, walk
from games.engine.play.listing import forced
from games.services.engines import rule_behind
from games.services.scene import Question, Scene
from games.web.question_form import Level, address_of, stem

VERBS = 12  # so few words may stand for what can be done with a thing: their own next words are looked at
AHEAD = 80  # words after each of them
REASONS = 400  # refusals that are looked at

Things = dict[str, list[Thing]]
Way = tuple[Path, str]  # words, and the place of which a part is to be chosen


@dataclass(frozen=True, slots=True)
class Lights:
    """What is lit on the table."""

    things: Things = field(default_factory=Things)
    lit: dict[str, str] = field(default_factory=dict[str, str])  # a thing and where a click on it leads
    chosen: dict[str, list[str]] = field(default_factory=dict[str, list[str]])  # once for each time
    why_not: dict[str, str] = field(default_factory=dict[str, str])
    goes_on: str = ""  # the words that a click on a place adds before it


def lights(scene: Scene, question: Question | None, level: Level | None) -> Lights:
    """What the table shows to a reader who stands at a level of an answer."""
    if question is None or level is None or scene.listing is not None:
        return Lights(scene.things(()))
    return _Look(scene, question.decision, level).lights()


def ways_on(scene: Scene, question: Question, level: Level, name: str) -> list[Path]:
    """What can be done with a thing at a level of an answer."""
    if scene.listing is not None:
        return []
    _things, offered = _Look(scene, question.decision, level).offered()
    return [path for path, _place in offered.get(name, [])]


@dataclass(slots=True)
class _Look:
    scene: Scene
    decision: Decision[object]
    level: Level

    def lights(self) -> Lights:
        things, offered = self.offered()
        lit = {name: self._leads(name, ways) for name, ways in offered.items() if name in things}
        spoken = self.scene.engine.vocabulary.spoken
        goes_on = " ".join(map(spoken, self._next_clause()[len(self.level.path) :]))
        return Lights(things, lit, self._chosen(), self._why_not(things, lit), goes_on)

    def offered(self) -> tuple[Things, dict[str, list[Way]]]:
        """All things that are seen, and the ways on over some of them."""
        if self.level.on:
            return self._after_thing()
        chosen, offered = self._chosen(), self._next()
        places: dict[str, list[Way]] = {}
        for place in self.level.places:
            places[place.word] = [(self.level.path, place.word)]
        things = self.scene.things((*offered, *chosen, *places))
        ahead, ahead_places = self._ahead(offered, things)
        if ahead:
            things = self.scene.things((*offered, *chosen, *places, *ahead, *ahead_places))
        for name, ways in ahead.items():
            offered.setdefault(name, ways)
        seen = {stem(name) for name in offered if name in things}  # a part that is seen is clicked itself
        for name, ways in {**ahead_places, **places}.items():
            if name not in seen:
                offered.setdefault(name, ways)
        return things, offered

    def _after_thing(self) -> tuple[Things, dict[str, list[Way]]]:
        """What each order for a thing may go on with: the next click says which order it is."""
        found: dict[str, list[Way]] = {}
        places: dict[str, list[Way]] = {}
        for way in self.level.ways:
            self._look_behind(way, REASONS, found, places)
        things = self.scene.things((*self._chosen(), *found, *places))
        whole = {name: ways for name, ways in places.items() if name not in map(stem, found.keys() & things)}
        offered = {name: ways for name, ways in {**whole, **found}.items() if len(ways) == 1}
        return things, offered

    def _thing(self, path: Path) -> str:
        return self.scene.thing(self.decision, path)

    def _next(self) -> dict[str, list[Way]]:
        """Things by the words that may come next."""
        found: dict[str, list[Way]] = {}
        for choice in self.level.choices:
            path = (*self.level.path, choice.word)
            found.setdefault(self._thing(path), []).append((path, ""))
        return found

    def _ahead(
        self, offered: dict[str, list[Way]], things: Things
    ) -> tuple[dict[str, list[Way]], dict[str, list[Way]]]:
        """Things that come after a word which is none itself: a click on a card begins the order for it."""
        verbs = [ways[0][0] for name, ways in offered.items() if name not in things]
        found: dict[str, list[Way]] = {}
        places: dict[str, list[Way]] = {}
        if len(verbs) > VERBS or self.level.place:
            return found, places
        if clause := self._next_clause():  # then no place is lit for another clause: lists have those
            verbs = [clause[:-1]]
            self._look_behind(clause, REASONS, found, places)
        for verb in verbs:
            self._look_behind(verb, AHEAD, found, places)
        targets: dict[str, list[Way]] = {}
        for verb in verbs:
            only = forced(self.decision, verb)
            if only != verb and self.decision.check(only) is not None:  # it is clear who: whom or where to?
                self._look_behind(only, REASONS, targets, places)
        return {**targets, **found}, places

    def _look_behind(
        self, path: Path, most: int, found: dict[str, list[Way]], places: dict[str, list[Way]]
    ) -> None:
        """What may come after some words, by its thing and by its place."""
        for option in islice(self.decision.options(path), most):
            longer, place = (*path, option.word), option.word.rpartition(".")[0]
            found.setdefault(self._thing(longer), []).append((longer, ""))
            if place and (path, place) not in places.setdefault(place, []):
                places[place].append((path, place))

    def _next_clause(self) -> Path:
        """One more model to move: the next one in line waits for its place, without having been chosen."""
        path, said = self.level.path, (*self.level.path, self.decision.root.lead)
        words = (choice.word for choice in self.level.choices if path and self.level.is_complete)
        verb = next((word for word in words if word in said), "")  # what another is about is chosen first
        if not verb:
            return ()
        first = next(self.decision.options((*path, verb)), None)
        clause = (*path, verb, first.word) if first is not None else ()
        return clause if clause and self.decision.check(clause) is not None else ()

    def _leads(self, name: str, ways: list[Way]) -> str:
        """Where a click leads: on, or to a choice of what to do with it."""
        return address_of(*ways[0]) if len(ways) == 1 else address_of(self.level.path, on=name)

    def _chosen(self) -> dict[str, list[str]]:
        """What has been named, and where a click leads that takes it back."""
        found: dict[str, list[str]] = {}
        path = self.level.path
        for at in range(len(path)):
            found.setdefault(self._thing(path[: at + 1]), []).append(address_of(self._less(path, at)))
        if self.level.on:
            found.setdefault(self.level.on, []).append(address_of(path))
        return found

    def _less(self, path: Path, at: int) -> Path:
        """An answer without one of its words, if the others still mean the same; else what stood before."""
        rest = (*path[:at], *path[at + 1 :])
        node, _taken = walk(self.decision.root, rest)
        after = range(at + 1, len(path))
        is_same = all(self._thing(path[: end + 1]) == self._thing(rest[:end]) for end in after)
        return rest if node is not None and is_same else path[:at]

    def _why_not(self, things: Things, lit: dict[str, str]) -> dict[str, str]:
        barred: dict[str, Phrase] = {}
        for name, reason in self._barred(self.level.path):
            barred.setdefault(name, reason)
        reasons = {name: barred[name] for name in things if name in barred and name not in lit}
        if not self.level.path:
            for name, places in things.items():
                used = (word for one in places for word in one.used_by if word in barred)
                if name not in lit and name not in reasons and (word := next(used, None)) is not None:
                    reasons[name] = barred[word]
        return self._said(reasons)

    def _said(self, reasons: dict[str, Phrase]) -> dict[str, str]:
        """The same reason holds for many things, and is put into words once."""
        told = {id(reason): reason for reason in reasons.values()}
        words = {key: _with_rule(self.scene.said(reason), reason) for key, reason in told.items()}
        return {name: words[id(reason)] for name, reason in reasons.items()}

    def _barred(self, path: Path) -> Iterator[tuple[str, Phrase]]:
        """Things that are no answer here, and why; of words without a thing, what comes after them too."""
        for before in self.level.ways or (path, *self._verbs(path)):
            node, _taken = walk(self.decision.root, before)
            for barred in islice(node.barred(), REASONS) if node is not None else ():
                yield self._thing((*before, barred.word)), barred.reason

    def _verbs(self, path: Path) -> Iterable[Path]:
        choices = self.level.choices
        return [(*path, choice.word) for choice in choices] if not path and len(choices) <= VERBS else ()


def _with_rule(said: str, reason: Phrase) -> str:
    """A reason, and where the rules give it."""
    rule = rule_behind(reason.template)
    return f"{said} ({rule})" if rule else said
