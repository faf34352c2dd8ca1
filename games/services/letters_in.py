"""What a player's letter says is done: orders go through the one intake, commands are answered."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.standing import format_standing, parse_standing, replaced
from games.engine.text import PlayerError
from games.mail.commands import Command, take_apart
from games.mail.reading import Reading
from games.models import IncomingMail, Order, Seat
from games.services import mail_answers, press
from games.services.access import Access, seats_of
from games.services.engines import ENGINES
from games.services.intake import Wish, accept
from games.services.people import name_of
from games.services.previews import foretell
from games.services.reader import reading_as
from games.services.refusals import Refused
from games.services.scene import Scene, scene_of
from games.services.standing import set_standing
from games.services.telling import about_foretold, about_help, about_status


def act(seat: Seat, reading: Reading, mail: IncomingMail) -> Order | None:
    """Do all that a letter says. Safe to run again: each thing has a key that hangs on the letter."""
    with reading_as(seat.user):
        parts = take_apart(reading.new_text)
        said = _commands(seat, parts.commands, mail)
        order = None
        if parts.orders:
            order, refusal = _orders(seat, parts.orders, f"mail {mail.key}")
            said += [refusal] if refusal else []
        understood = bool(parts.commands or parts.orders)
        if not understood:
            said.append(_("There was no order in your letter: nothing stood above the marker line."))
            said.append(about_help(_scene(seat), []))
        if any(said):
            mail_answers.answer(
                mail, reading.letter, seat, "\n\n".join(filter(None, said)), understood=understood
            )
        return order


def _scene(seat: Seat) -> Scene:
    return scene_of(Access(seat.match, seats_of(seat.match), seat))


def _commands(seat: Seat, commands: list[Command], mail: IncomingMail) -> list[str]:
    if not commands:
        return []
    scene = _scene(seat)
    return [_command(seat, scene, command, f"mail {mail.key} {n}") for n, command in enumerate(commands)]


def _orders(seat: Seat, text: str, key: str) -> tuple[Order | None, str]:
    """By mail, orders are for the question that is open: a late reply must not play the next turn."""
    if seat.waiting_since is None and not Order.objects.filter(seat=seat, key=key).exists():
        return None, _(
            "Nothing is asked of you now, so that your orders were not taken:\n\n{text}\n\nReply to the "
            "letter that comes with your next turn. Orders for a turn still to come can be left on the page "
            "of the match."
        ).format(text=text)
    try:
        return accept(seat, Wish(Order.Kind.ORDERS, Order.Door.MAIL, key, text)), ""
    except Refused as why:
        return None, _("Your orders were not taken: {why}.").format(why=why)


def _command(seat: Seat, scene: Scene, command: Command, key: str) -> str:
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
                return _say(seat, scene, command.text, key)
            case "stop":
                return _stop(seat)
            case _:
                return _wish(seat, command.word, key)
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
    Seat.objects.filter(pk=seat.pk).update(is_muted=True)
    return _(
        "No more mails will be sent about this match. Your seat stays yours: deadlines still pass. On the "
        "match's page you can play, and switch the mails on again."
    )


def _wish(seat: Seat, word: str, key: str) -> str:
    """What goes through the intake without a text."""
    kind = Order.Kind.RESIGN if word == "resign" else Order.Kind.TAKE_BACK
    accept(seat, Wish(kind, Order.Door.MAIL, key))
    return ""  # the receipt tells what became of it
