"""What a player may write besides orders: a letter is split into commands and one sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

WORDS = frozenset({"help", "status", "board", "preview", "standing", "say", "resign", "stop", "undo", "drop"})
_GREEDY = frozenset({"preview"})  # takes all that follows
_BLOCK = frozenset({"standing", "say"})  # takes its line, or the lines up to the next empty one


@dataclass(frozen=True, slots=True)
class Command:
    """One command and the text that belongs to it."""

    word: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """A letter taken apart."""

    commands: list[Command] = field(default_factory=list[Command])
    orders: str = ""


def take_apart(text: str) -> Parts:
    """Commands, wherever they stand at the beginning of a line; everything else is one sheet of orders.

    >>> take_apart("recruit TER1\\nsay Well played!\\nend")
    Parts(commands=[Command(word='say', text='Well played!')], orders='recruit TER1\\nend')
    """
    lines = text.strip().splitlines()
    if is_lone_word(lines, "stop"):  # in a sheet `stop` means: carry out no more of it
        return Parts([Command("stop")])
    commands: list[Command] = []
    orders: list[str] = []
    at = 0
    while at < len(lines):
        word, rest = _split(lines[at])
        at += 1
        if not _is_command(word, rest):
            orders.append(lines[at - 1])
            continue
        taken, at = _text(word, rest, lines, at)
        commands.append(Command(word, taken))
    return Parts(commands, "\n".join(orders).strip())


def is_lone_word(lines: Sequence[str], word: str) -> bool:
    """Whether there is nothing but this word."""
    return [line.strip().rstrip(".!").lower() for line in lines if line.strip()] == [word]


def _split(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word.rstrip(":.!").lower(), rest.strip()


def _is_command(word: str, rest: str) -> bool:
    """Words that stand alone are no commands with something behind them: a game may have orders like that."""
    if word in {"status", "board", "resign", "undo", "drop"}:
        return not rest
    return word in WORDS and word != "stop"


def _text(word: str, rest: str, lines: Sequence[str], at: int) -> tuple[str, int]:
    """What belongs to a command, and where the next thing begins."""
    if word in _GREEDY:
        return "\n".join(filter(None, [rest, *lines[at:]])).strip(), len(lines)
    if word not in _BLOCK or rest:
        return rest, at
    end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
    return "\n".join(lines[at:end]).strip(), end


def about_commands() -> str:
    """What may be written besides orders."""
    rows = [
        ("help WORDS", _("what can be ordered now, or after these words")),
        ("status", _("who is waited for, and until when")),
        ("board", _("the table")),
        ("preview ORDERS", _("what these orders would do; they are not carried out")),
        ("standing LINE", _("shows or changes your standing orders; “standing clear” forgets them")),
        ("say WORDS", _("a message to all players; “say to NAME: WORDS” to one")),
        ("undo", _("takes your last order back, if nobody has learned anything since")),
        ("drop", _("forgets orders of yours that are kept and not played yet")),
        ("resign", _("gives your seat up, for good")),
        ("stop", _("alone in a letter: no more mails about this match")),
    ]
    return "\n".join(f"  {word:<16} {about}" for word, about in rows)
