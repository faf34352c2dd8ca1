"""The text that a player reads and the data that run cannot disagree: both are read, in both directions.

Every card, Banner, Shrine, rule and token of every faction; `texts_of_data` knows which words say what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

import games.edge.engine  # noqa: F401  (it makes the verbs known)
from games.edge.cardtext import action_line, conditions
from games.edge.catalogue import CARDS, FACTIONS, SQUADS, STATS, TOKENS, Action, Faction, TokenKind
from games.edge.catalogue.check import walk
from games.edge.catalogue.numbers import Number
from games.edge.catalogue.steps import AnyStep, PutToken, Tune
from games.edge.moments import MOMENTS
from games.engine.contract.phrases import in_english
from tests.edge.plain_steps import plain
from tests.edge.texts_of_data import (
    Demand,
    concern_demands,
    constants_in,
    demands,
    numbers_in,
    token_demands,
)
from tests.rules import rule

NO_TOKENS = {"INI", "ATT", "DEF", "MOV", "DP", "VP", "X"}


@dataclass(frozen=True)
class Told:
    """A text, and the data that it is about."""

    name: str
    text: str
    faction: str
    steps: tuple[AnyStep, ...]
    more: tuple[Demand, ...] = ()
    numbers: frozenset[int] = frozenset()
    own: str = ""  # the name of the token: nobody says it in its own text
    also: frozenset[str] = field(default_factory=frozenset[str])
    price: frozenset[str] = field(default_factory=frozenset[str])  # what X is worked out from

    @property
    def tokens(self) -> list[TokenKind]:
        """The tokens that the steps are about."""
        known = TOKENS[self.faction]
        return [known[name] for name in sorted(self.words) if name in known]

    @property
    def words(self) -> set[str]:
        """Every word in the steps."""
        said = {*re.findall(r"[A-Za-z_]+", str(plain(self.steps))), *self.price}
        places = FACTIONS[self.faction].places
        return said | {part for word in said for part in places.get(word, ())}


def _where(action: Action) -> dict[str, object]:
    given = action.where.given if action.where is not None else ()
    return {name: int(value.text) if isinstance(value, Number) else value for name, value in given}


def _action(name: str, faction: Faction, action: Action) -> Told:
    more = [*concern_demands(_where(action))]
    if action.side == "mine" and action.win.startswith("passive"):
        more.append(("in your Passive turn", r"your (Passive turns?|Harvest)"))
    prices = [action.cost, action.ch, action.dp, *(n for row in action.pay for n in row.values())]
    numbers = constants_in([*prices, _where(action), action.x_is.text if action.x_is else 0])
    numbers |= {SQUADS[action.summons].endurance} if action.summons else set()
    steps = (*action.setup, *action.lasting, *action.do)
    also = frozenset(action.also)
    price = action.x_is.words if action.x_is else frozenset[str]()
    return Told(name, action.txt, faction.id, steps, tuple(more), frozenset(numbers), "", also, price)


def _token(faction: Faction, kind: TokenKind) -> Told:
    removal = {name: getattr(kind.remove, name) for name in ("side", "pay", "disturbed", "without_b2b")}
    more = [*token_demands(kind.loc, [act.win for act in kind.acts], removal)]
    steps = (*kind.lasting, *(step for act in kind.acts for step in act.do), *kind.remove.do)
    numbers = constants_in([kind.remove.pay, kind.faces])
    return Told(
        f"{faction.id} {kind.t}", kind.txt, faction.id, steps, tuple(more), frozenset(numbers), kind.t
    )


def _everything() -> Iterator[Told]:
    for faction in FACTIONS.values():
        for card in faction.cards.values():
            yield from (_action(f"{card.id} {half}", faction, action) for half, action in card.actions)
        for kind, action in (*faction.banner.items(), *faction.shrine.items()):
            yield _action(f"{action.name} ({kind})", faction, action)
        for action in (*faction.always, *faction.powers):
            yield _action(action.name, faction, action)
        yield from (_token(faction, kind) for kind in faction.tokens.values())


EVERYTHING = [*_everything()]
each_text = pytest.mark.parametrize("faction", FACTIONS)


def of(faction: str) -> list[Told]:
    """The texts of a faction."""
    return [told for told in EVERYTHING if told.faction == faction]


@each_text
def test_every_text_is_a_sentence(faction: str) -> None:
    for told in of(faction):
        assert told.text.strip(), told.name
        assert told.text.rstrip().endswith((".", ")")), told.name
        assert "see shared" not in told.text, told.name


@rule("EF-2.14", "EF-2.15")
@each_text
def test_what_the_data_do_is_in_the_text(faction: str) -> None:
    """Every verb, number, attribute, flag, token, target, condition and duration."""
    missing = [
        f"{told.name}: {what} is not in: {told.text}"
        for told in of(faction)
        for what, words in (*demands(plain(told.steps)), *told.more)
        if what != f"token {told.own}" and not re.search(words, told.text)
    ]
    assert missing == []


@each_text
def test_every_number_in_a_text_is_in_the_data(faction: str) -> None:
    for told in of(faction):
        about = [*told.steps, *(step for kind in told.tokens for step in _steps_of(kind))]
        known = constants_in(plain(tuple(about))) | told.numbers | {1}  # one is what is not said
        known |= {2} if re.search(r"half\(|YIELD", str(plain(tuple(about)))) else set()
        known |= {n for kind in told.tokens for n in constants_in([kind.remove.pay, kind.faces])}
        assert numbers_in(told.text) <= known, (told.name, told.text)


def _steps_of(kind: TokenKind) -> tuple[AnyStep, ...]:
    return (*kind.lasting, *(step for act in kind.acts for step in act.do), *kind.remove.do)


@each_text
def test_every_attribute_in_a_text_is_in_the_data(faction: str) -> None:
    for told in of(faction):
        about = [*told.steps, *(step for kind in told.tokens for step in _steps_of(kind))]
        known = set(re.findall(r"[A-Z]{3}", str(plain(tuple(about))).replace("wins_ini", "INI")))
        known |= {"INI"} if any("ini" in window for window in _windows(told)) else set()
        told_of = {stat for stat in STATS if re.search(rf"\b{stat}\b", told.text)}
        assert told_of <= known, (told.name, told.text)


def _windows(told: Told) -> list[str]:
    card = CARDS.get(told.name.partition(" ")[0])
    return [window for _half, action in card.actions for window in action.windows] if card else []


@each_text
def test_every_token_in_a_text_is_in_the_data(faction: str) -> None:
    """Words in capitals are tokens of the faction, and its steps put or take them."""
    for told in of(faction):
        for name in re.findall(r"\b[A-Z]{4,}(?: [A-Z]{4,})*\b", told.text):
            kind = name.replace(" ", "_")
            assert kind in TOKENS[told.faction], (told.name, name)
            tuned = any(
                isinstance(step, Tune) for step in walk(told.steps)
            )  # of another Action, which has it
            assert kind in told.words or kind == told.own or tuned, (told.name, name)


@each_text
def test_targets_in_a_text_are_those_of_the_data(faction: str) -> None:
    """Who says enemy means nobody else, and who picks an enemy says so."""
    for told in of(faction):
        data = str(plain(told.steps))
        if re.search(r"\b(touched enemy|one enemy|an enemy within|any enemy)\b", told.text):
            assert re.search(r"'side': 'enemy'|'vs': |ev\.|enem", data), told.name
        if "Line of Fire" in told.text and "No Line of Fire" not in told.text:
            assert "'lof': " in data or "'at': 'line'" in data, told.name
        for reach in re.findall(r"Range (\d)", told.text):
            known = f"'range': {reach}" in data or ("range", int(reach)) in _ranges(told)
            assert known or re.search(rf"spaces_with\(.*,{reach}\)", data), told.name


def _ranges(told: Told) -> list[tuple[str, int]]:
    """Ranges of conditions on events."""
    return [
        ("range", int(what.rpartition(" ")[2])) for what, _words in told.more if what.startswith("Range ")
    ]


@each_text
def test_rule_words_in_a_text_have_their_steps(faction: str) -> None:
    said = {
        r"\bBackstabs?\b": r"backstab|shoot",  # CH16 stands in for a Backstab
        r"\b[Tt]eleports?\b": r"'place'",
        r"\b[Cc]heck (every|all|an|one)\b": r"'shoot'",
        r"\b[Rr]egains?\b|\brestored\b": r"'heal'",
        r"\bSacrifice\b": r"'sacrifice'",
        r"\bReroll\b": r"'reroll'",
        r"\brefresh": r"'refresh'",
        r"\bTemporary Crystal": r"'temp'",
        r"\bBlocked\b": r"blocked|LURCH|TRAP|GRASP|ROOTED",
        r"cannot be pushed": r"unpushable|SHIELD_WALL|GRASP|ROOTED",
        r"\bmay\b": r"may|0\.\.|choose|push|amount|again|any|put|shoot|free_red|stored",
    }
    for told in of(faction):
        data = (
            f"{plain(told.steps)} {[plain(_steps_of(kind)) for kind in told.tokens]} {told.more} {told.also}"
        )
        for words, verbs in said.items():
            if re.search(words, told.text):
                assert re.search(verbs, data), (told.name, words, told.text)


# What is generated: price, windows, modes and limits.


@rule("EF-2.3", "ED-18.5", "ED-19.5")
def test_price_and_moment_are_made_from_the_data() -> None:
    for card in CARDS.values():
        for half, action in card.actions:
            line = action_line(half, action, in_english)
            assert action.name in line
            if isinstance(action.cost, int) and action.cost:
                assert f"cost {action.cost}" in line
            assert ("Instant" in line) == bool(action.inst)
            if action.win and action.win != "main":
                assert all(MOMENTS[window] in line for window in action.windows)


@rule("ED-18.7")
def test_how_often_an_enhancement_may_be_used_is_told() -> None:
    words = {"roll": "once per roll", "combat": "once per Combat", "turn": "once per turn"}
    for card in CARDS.values():
        for _half, action in card.actions if card.is_enhancement else ():
            told = conditions(action, in_english)
            assert not action.passive or not any("once" in word for word in told)
            if action.use in words and not action.passive:
                assert words[action.use] in told, card.id


def test_puts_and_takes_belong_to_the_faction() -> None:
    for told in EVERYTHING:
        for step in walk(told.steps):
            if isinstance(step, PutToken):
                assert step.t in TOKENS[told.faction], told.name
