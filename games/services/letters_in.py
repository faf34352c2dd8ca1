"""What a player's letter says is done: orders go through the one intake, commands are answered."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.services.people import try_mail_again
from games.mail.commands import Command, take_apart
from games.mail.reading import Reading
from games.models import IncomingMail, Order, Seat
from games.services import mail_answers
from games.services.access import Access, seats_of
from games.services.commands import Sent, carry_out
from games.services.intake import Wish, accept
from games.services.reader import reading_as
from games.services.refusals import Refused
from games.services.scene import Scene, scene_of
from games.services.telling import about_help, indented


def has_commands(reading: Reading) -> bool:
    """Whether a letter says something besides orders."""
    return bool(take_apart(reading.new_text).commands)


def obey_commands(seat: Seat, reading: Reading, mail: IncomingMail) -> list[str]:
    """Do all that a letter says besides orders; the answers. Safe to run again: keys hang on the letter."""
    if seat.user is not None:
        try_mail_again(seat.user)  # the secret address it was sent to stands in our letters alone
    commands = take_apart(reading.new_text).commands
    if not commands:
        return []
    with reading_as(seat.user):
        sent = Sent(Order.Door.MAIL, _key(mail))
        return carry_out(_scene(seat), seat, _not_done_yet(seat, commands, sent), sent)


def take_orders(seat: Seat, reading: Reading, mail: IncomingMail, answers: list[str]) -> Order | None:
    """Hand the orders of a letter in, and answer what needs an answer; in a transaction of the caller."""
    with reading_as(seat.user):
        parts, said = take_apart(reading.new_text), [*answers]
        order = None
        if parts.orders:
            order, told = _orders(seat, parts.orders, _key(mail))
            said.append(told)
        understood = bool(parts.commands or parts.orders)
        if not understood:
            said.append(_("There was no order in your letter: nothing stood above the marker line."))
            said.append(about_help(_scene(seat), []))
        if any(said):
            mail_answers.answer(
                mail, reading.letter, seat, "\n\n".join(filter(None, said)), understood=understood
            )
        return order


def _key(mail: IncomingMail) -> str:
    return f"mail {mail.key}"


def _not_done_yet(seat: Seat, commands: list[Command], sent: Sent) -> list[Command]:
    """In a letter that is read again, `drop` is done: what is kept now are the orders that stand below it."""
    if not Order.objects.filter(seat=seat, key=sent.key).exists():
        return commands
    return [command for command in commands if command.word != "drop"]


def _scene(seat: Seat) -> Scene:
    return scene_of(Access(seat.match, seats_of(seat.match), seat))


def _orders(seat: Seat, text: str, key: str) -> tuple[Order | None, str]:
    """By mail, orders are for the question that is open: a late reply must not play the next turn."""
    if seat.waiting_since is None and not Order.objects.filter(seat=seat, key=key).exists():
        return None, _(
            "Nothing is asked of you now, so that your orders were not taken:\n\n{text}\n\nReply to the "
            "letter that comes with your next turn. Orders for a turn still to come can be left on the page "
            "of the match."
        ).format(text=text)
    try:
        order = accept(seat, Wish(Order.Kind.ORDERS, Order.Door.MAIL, key, text))
    except Refused as why:
        return None, _("Your orders were not taken: {why}.").format(why=why)
    return order, _kept_in_a_pause(seat, order)


def _kept_in_a_pause(seat: Seat, order: Order) -> str:
    """A receipt comes when the match goes on; until then its player must know that nothing is lost."""
    if seat.match.paused_at is None or order.played_at is not None or not mail_answers.may_confirm(order):
        return ""
    return _(
        "The match is paused. Your orders are kept, and played when it goes on:\n\n{text}\n\nNewer orders "
        "take their place; reply with “drop” if they are to be forgotten."
    ).format(text=indented(order.text))
