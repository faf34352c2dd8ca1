"""Sentences that wait for their reader: an English template and its values, translated where shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Names = Mapping[int, str]  # of the players by their seats, where they are known

_LONGEST = 28  # characters of a name on a board


class Seat(int):
    """A seat inside the values of a phrase: shown as the player's name where one is known."""


def in_english(template: str) -> str:
    """The translation into the language of the source."""
    return template


@dataclass(frozen=True, slots=True)
class Phrase:
    """`Phrase("{seat} took {card}", {"seat": Seat(2), "card": "MET2"})`."""

    template: str
    values: Mapping[str, int | str | Phrase] = field(default_factory=dict[str, "int | str | Phrase"])

    def text(
        self,
        names: Mapping[int, str] | None = None,
        translate: Callable[[str], str] = in_english,
    ) -> str:
        """The sentence for a reader, in the reader's language and with the players' names."""
        shown = {key: _show(value, names or {}, translate) for key, value in self.values.items()}
        return translate(self.template).format_map(shown)

    def __str__(self) -> str:
        return self.text()


def seat_name(
    seat: int,
    names: Mapping[int, str] | None,
    translate: Callable[[str], str] = in_english,
    template: str = "seat {number}",
) -> str:
    """A seat as a board shows it: "seat 2" or "seat 2, Bob", a long name cut to fit."""
    name = (names or {}).get(seat, "")
    short = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    told = translate(template).format(number=seat)
    return f"{told}, {short}" if short else told


def say(template: str, **values: int | str | Phrase) -> Phrase:
    """Shorthand: `say("{seat} ends the turn.", seat=Seat(2))`."""
    return Phrase(template, values)


def _show(value: int | str | Phrase, names: Mapping[int, str], translate: Callable[[str], str]) -> str | int:
    match value:
        case Phrase():
            return value.text(names, translate)
        case Seat():
            return names.get(int(value)) or translate("seat {number}").format(number=int(value))
        case _:
            return value
