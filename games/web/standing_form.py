"""Standing orders as a form: one field for each thing that can be decided by a word or a number.

The text is what counts. A field that was changed writes its line into the text; everything else in the text
stays as its player wrote it, conditions and remarks too. Players who have written nothing have the orders
that the game ships with: their first change is made to a copy of those.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine.contract.engine import AnyEngine
from games.engine.contract.policies import Policy
from games.engine.contract.vocabulary import Key
from games.engine.language.lines import split_lines
from games.engine.language.standing import format_order, parse_standing, replaced

USUAL = ""  # the player has not decided: the game's own answer holds
WRITTEN = "*"  # the player's line says more than a field can show
PREFIX, BEFORE = "key-", "was-"
MOST_CHOICES = 10  # more of them are for those who write


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a field offers, in words."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be decided in advance."""

    key: str
    about: str
    chosen: str
    choices: list[Choice]
    is_number: bool
    line: str  # what the player wrote, where a field cannot show it

    @property
    def number(self) -> str:
        """What the box of a number shows."""
        return self.chosen if self.chosen != WRITTEN else ""


def fields(engine: AnyEngine, text: str, *, in_teams: bool = True) -> list[Field]:
    """What a form can show of standing orders, with the game's own answers beside it."""
    mine = _policies(engine, text)
    usual = _policies(engine, engine.standing) if not text.strip() else {}
    return [
        _field(name, key, mine.get(name, []), usual.get(name, []))
        for name, key in engine.vocabulary.keys.items()
        if _has_field(key) and (in_teams or not key.for_allies)
    ]


def _has_field(key: Key) -> bool:
    """Whether one word or number says it: no name of a card, and not too many words to choose from."""
    return not key.subject and (key.number or 0 < len(key.choices) <= MOST_CHOICES)


def written(engine: AnyEngine, text: str, data: QueryDict) -> str:
    """The text with the lines of all fields that were changed; those set back to the usual are taken out."""
    for name, key in engine.vocabulary.keys.items():
        value = data.get(PREFIX + name)
        if value is None or value == data.get(BEFORE + name, value) or value == WRITTEN:
            continue
        text = text if text.strip() else engine.standing.strip()
        if value != USUAL and (value in key.choices or (key.number and value.isascii() and value.isdigit())):
            text = replaced(text, f"{name}: {value}", engine.vocabulary)
        elif value == USUAL:
            text = _without(engine, text, name)
    return text


def _policies(engine: AnyEngine, text: str) -> dict[str, list[Policy]]:
    orders, _problems = parse_standing(text, engine.vocabulary)
    found: dict[str, list[Policy]] = {}
    for policy in orders.policies:
        found.setdefault(policy.key, []).append(policy)
    return found


def _field(name: str, key: Key, mine: list[Policy], usual: list[Policy]) -> Field:
    chosen = _plain(mine) if mine else USUAL
    lines = " · ".join(format_order(policy) for policy in mine) if chosen == WRITTEN else ""
    told = "; ".join(format_order(policy).partition(": ")[2] for policy in usual)
    offered = [(USUAL, _("default: {answer}").format(answer=told) if told else _("as the game decides"))]
    offered += [(choice, _("ask me") if choice == "ask" else choice) for choice in key.choices]
    offered += [(WRITTEN, _("as written below"))] if chosen == WRITTEN else []
    choices = [Choice(value, label, value == chosen) for value, label in offered]
    return Field(name, _(key.about) if key.about else "", chosen, choices, key.number, lines)


def _plain(policies: list[Policy]) -> str:
    """The one word of `key: word`; anything more is left to the text."""
    if len(policies) != 1 or policies[0].subject is not None or policies[0].scope is not None:
        return WRITTEN
    clauses = policies[0].clauses
    if len(clauses) != 1 or clauses[0].when is not None or len(clauses[0].choice) != 1:
        return WRITTEN
    item = clauses[0].choice[0]
    return item.words[0] if len(item.words) == 1 and not item.arguments else WRITTEN


def _without(engine: AnyEngine, text: str, name: str) -> str:
    """The text without what it says about a key for everything; lines for one thing only stay."""
    general = [p for p in _policies(engine, text).get(name, []) if p.subject is None and p.scope is None]
    dropped = {policy.line for policy in general}
    return "\n".join(row for number, row in enumerate(split_lines(text), 1) if number not in dropped)
