"""What a player may write besides orders, done and answered: the same for letters and for the page."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.standing import format_standing, parse_standing, replaced
from games.engine.text import PlayerError
from games.mail.commands import Command
from games.models import Order, Seat
from games.services import keeping, press
from games.services.engines import ENGINES
from games.services.intake import Wish, accept
from games.services.people import name_of
from games.services.previews import foretell
from games.services.refusals import Refused
from games.services.scene import Scene
from games.services.standing import set_standing
from games.services.telling import about_foretold, about_help, about_status, indented
from games.services.unsubscribing import mute

RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Sent:
    """How commands came in: through which door, and under which key; the same key is the same message."""

    door: str
    key: str


def carry_out(scene: Scene, seat: Seat, commands: list[Command], sent: Sent) -> list[str]:
    """Do what the commands say; the answer to each, empty where a receipt will tell."""
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
                return scene.board() or _("The match has not begun.")
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
            case _:
                return _wish(seat, command.word, sent)
    except (Refused, PlayerError) as why:
        return _("“{command}” was not done: {why}.").format(command=command.word, why=str(why).rstrip("."))


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
        _("You have no standing orders of your own; the game's are:")
        + "\n"
        + ENGINES[seat.match.game].standing.rstrip()
    )


def _say(seat: Seat, scene: Scene, text: str, key: str) -> str:
    to, words = _addressee(scene, text)
    press.say(seat, words, to, key)
    whom = name_of(to) if to is not None else _("all")
    return _("Your message was passed on to {whom}.").format(whom=whom)


def _addressee(scene: Scene, text: str) -> tuple[Seat | None, str]:
    """`say to Bob: …` is for Bob alone. A name that nobody bears is refused: it might have been private."""
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
            _("nobody here is called {name}; there are: {known}").format(name=first[3:].strip(), known=known)
        )
    return found[0], rest.strip()


def _stop(seat: Seat) -> str:
    mute(seat)
    return _(
        "No more mails will be sent about this match. Your seat stays yours: deadlines still pass. On the "
        "match's page you can play, and switch the mails on again."
    )


def _drop(seat: Seat) -> str:
    dropped = keeping.drop(seat)
    if not dropped:
        return _("No orders of yours are kept, so that there was nothing to drop.")
    return _("These orders are dropped and will not be played:") + "\n" + indented(dropped)


def _wish(seat: Seat, word: str, sent: Sent) -> str:
    """What goes through the intake without a text."""
    kind = Order.Kind.RESIGN if word == RESIGN else Order.Kind.TAKE_BACK
    accept(seat, Wish(kind, sent.door, sent.key))
    if seat.match.paused_at is not None:
        return _("The match is paused: “{command}” is kept until it goes on.").format(command=word)
    return ""  # the receipt tells what became of it
