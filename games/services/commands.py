"""What a player may write other than orders, done and answered: the same for emails and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.contract.text import PlayerError
from games.engine.language.standing import format_standing, parse_standing, replaced
from games.models import Order, Seat
from games.services import orders, player_commands, press
from games.services.access import name_of
from games.services.engines import ENGINES
from games.services.orders import NewOrder, accept
from games.services.previews import foretell
from games.services.scene import Scene
from games.services.seat_emails import mute
from games.services.standing_orders import set_standing
from games.services.texts import about_foretold, about_help, about_status, indented

RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Sent:
    """How commands came in: the door and the key; the same key is the same message."""

    door: str
    key: str


def carry_out(scene: Scene, seat: Seat, commands: list[Command], sent: Sent) -> list[str]:
    """Carry out commands; the answer to each, empty if a receipt will follow."""
    return [
        _command(scene, seat, command, Sent(sent.door, f"{sent.key} {number}"))
        for number, command in enumerate(commands)
    ]


def _command(scene: Scene, seat: Seat, command: Command, sent: Sent) -> str:
    """The answer to one command."""
    try:
        match command.word:
            case "help":
                return about_help(scene, command.text.split())
            case "status":
                return about_status(scene)
            case "board":
                return _board(scene, command.text) or _("The match has not started.")
            case "preview":
                return _preview(scene, command.text)
            case "standing":
                return _standing(seat, command.text)
            case "say":
                return _say(seat, scene, command.text, sent.key)
            case "stop":
                return _stop(seat)
            case "drop":
                return _drop(seat)
            case "report":
                told = player_commands.resend_report(seat, sent.key)
                return told if sent.door != Order.Door.MAIL else ""  # the report is the answer
            case "rules":
                return player_commands.look_up_rules(seat, command.text)
            case "language":
                return player_commands.change_language(seat.user, command.text)
            case "agree" | "draw":
                return player_commands.agree_to_end(seat)
            case "disagree":
                return player_commands.withdraw_agreement(seat)
            case _:
                return _ordered(seat, command.word, sent)
    except (Refused, PlayerError) as why:
        return _("“{command}” was not done: {why}.").format(command=command.word, why=str(why).rstrip("."))


FULL = "full"


def _board(scene: Scene, text: str) -> str:
    """The board, and on request the texts of all that lies on it."""
    parts = [scene.board(), *(["\n".join(scene.texts())] if text.lower() == FULL else [])]
    return "\n\n".join(filter(None, parts))


def _preview(scene: Scene, text: str) -> str:
    foretold = foretell(scene, text)
    return about_foretold(foretold) if foretold is not None else _("There is nothing to preview.")


def _standing(seat: Seat, text: str) -> str:
    vocabulary = ENGINES[seat.match.game].vocabulary
    if text:
        clear = text.lower() == "clear"
        orders = "" if clear else seat.standing
        for line in [] if clear else text.splitlines():
            orders = replaced(orders, line, vocabulary)
        problems = set_standing(seat, orders)
        if problems:
            return "\n".join([_("Your standing orders are unchanged."), *problems])
        seat.standing = orders
    own = format_standing(parse_standing(seat.standing, vocabulary)[0]) if seat.standing else ""
    if own:
        return _("Your standing orders:") + "\n" + own
    return (
        _("You have no standing orders of your own. The game's defaults are:")
        + "\n"
        + ENGINES[seat.match.game].standing.rstrip()
    )


def _say(seat: Seat, scene: Scene, text: str, key: str) -> str:
    to, words = _addressee(scene, text)
    press.say(seat, words, to, key)
    whom = name_of(to) if to is not None else _("everyone")
    return _("Your message has been sent to {whom}.").format(whom=whom)


def _addressee(scene: Scene, text: str) -> tuple[Seat | None, str]:
    """`say to Bob: …` is only for Bob. An unknown name is refused: the message may be private."""
    first, colon, rest = text.partition(":")
    if not (colon and first.lower().startswith("to ")):
        return None, text
    name = first[3:].strip().casefold()
    found = [
        seat
        for seat in scene.access.seats
        if name in (scene.names[seat.number].casefold(), str(seat.number), f"seat {seat.number}")
    ]
    if len(found) != 1:
        known = ", ".join(scene.names.values())
        raise Refused(
            _("nobody here is called {name}; the players are: {known}").format(
                name=first[3:].strip(), known=known
            )
        )
    return found[0], rest.strip()


def _stop(seat: Seat) -> str:
    mute(seat)
    return _(
        "No more emails will be sent about this match. Your seat stays yours: deadlines still pass. On the "
        "match page you can play, and switch the emails on again."
    )


def _drop(seat: Seat) -> str:
    dropped = orders.drop_kept(seat)
    if not dropped:
        return _("You have no kept orders to drop.")
    return _("These orders have been dropped and will not be played:") + "\n" + indented(dropped)


def _ordered(seat: Seat, word: str, sent: Sent) -> str:
    """An order without a text: taking back or resigning."""
    kind = Order.Kind.RESIGN if word == RESIGN else Order.Kind.TAKE_BACK
    accept(seat, NewOrder(kind, sent.door, sent.key))
    if seat.match.paused_at is not None:
        return _("The match is paused: “{command}” is kept until it resumes.").format(command=word)
    return ""  # the receipt tells the result


WORDS = frozenset({"help", "status", "board", "preview", "standing", "say", "resign", "stop", "undo", "drop"})
WORDS |= {"report", "rules", "language", "agree", "disagree"}

STOP_WORDS = ("stop", "unsubscribe")

_GREEDY = frozenset({"preview"})  # takes all that follows

_BLOCK = frozenset({"standing", "say"})  # takes its line, or the lines up to the next empty one


@dataclass(frozen=True, slots=True)
class Command:
    """One command and the text that belongs to it."""

    word: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """An email taken apart."""

    commands: list[Command] = field(default_factory=list[Command])
    orders: str = ""


def take_apart(text: str) -> Parts:
    """Commands, at the beginning of any line; everything else is one sheet of orders.

    >>> take_apart("recruit TER1\\nsay Well played!\\nend")
    Parts(commands=[Command(word='say', text='Well played!')], orders='recruit TER1\\nend')
    """
    lines = text.strip().splitlines()
    if any(is_lone_word(lines, word) for word in STOP_WORDS):  # in a sheet `stop` means: skip the rest
        return Parts([Command("stop")])
    if is_lone_word(lines, "draw"):  # a game may have an order of that name
        return Parts([Command("draw")])
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


_SUBJECTS = ("help", "status", "board", *STOP_WORDS)  # nothing that changes a match


def in_subject(subject: str) -> Parts:
    """The command that a subject consists of: with an empty email, that is what is meant."""
    word = subject.rpartition(":")[2].strip()
    return take_apart(word) if any(is_lone_word([word], known) for known in _SUBJECTS) else Parts()


def is_lone_word(lines: Sequence[str], word: str) -> bool:
    """Whether there is nothing but this word."""
    return [line.strip().rstrip(".!?").lower() for line in lines if line.strip()] == [word]


def _split(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word.rstrip(":.!?").lower(), rest.strip()


def _is_command(word: str, rest: str) -> bool:
    """A command that takes no text is none if text follows: a game may have such an order."""
    if word == "board":
        return rest.lower() in ("", FULL)
    if word in {"status", "resign", "undo", "drop", "report", "agree", "disagree"}:
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
