"""EF-2.14: the parameters of a step, read from data. What is wrong there fails loudly, in a test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from games.edge.catalogue import Steps, Value

Row = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Arguments:
    """`{who: squad, n: 1}`, or a bare value such as that of `cancel: combat`."""

    raw: Value

    def __contains__(self, name: str) -> bool:
        return name in self.row

    def get(self, name: str) -> Value:
        """A parameter as it stands in the data; None if it is not there."""
        return self.row.get(name)

    @property
    def row(self) -> Row:
        """All parameters by name."""
        return cast(Row, self.raw) if isinstance(self.raw, dict) else {}

    def text(self, name: str, default: str = "") -> str:
        """A parameter that is a word or an expression."""
        value = self.get(name)
        return default if value is None else str(value)

    def is_set(self, name: str) -> bool:
        """A parameter that is on or off."""
        return bool(self.get(name))

    def steps(self, name: str) -> Steps:
        """A parameter that is a list of steps."""
        return steps_of(self.get(name))

    def nested(self, name: str) -> Arguments:
        """A parameter that has parameters of its own."""
        return Arguments(self.get(name))


def steps_of(value: Value) -> Steps:
    """A list of steps as data has it."""
    return cast(Steps, value or [])


def branches_of(value: Value) -> list[Steps]:
    """The branches of a `choose`."""
    return cast(list[Steps], value)


def words_of(value: Value) -> list[str]:
    """One word or a list of words."""
    if isinstance(value, list):
        return [str(word) for word in cast(list[Value], value)]
    return [str(value)]


def verb_of(step: Row) -> tuple[str, Arguments]:
    """The verb of a step and its parameters."""
    ((verb, raw),) = step.items()
    return verb, Arguments(raw)


def walk(steps: Steps) -> Iterator[tuple[str, Arguments]]:
    """Every step, those inside others too: for tests and for what must be known beforehand."""
    for step in steps:
        verb, arguments = verb_of(step)
        yield verb, arguments
        for inner in _inner(verb, arguments):
            yield from walk(inner)


def _inner(verb: str, arguments: Arguments) -> list[Steps]:
    match verb:
        case "choose":
            return branches_of(arguments.raw)
        case "may":
            return [steps_of(arguments.raw)]
        case _:
            return [arguments.steps(name) for name in ("do", "then", "else") if name in arguments]
