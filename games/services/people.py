"""What players are called, wherever a sentence names them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Match, Seat


def name_of(seat: Seat) -> str:
    """The player's name, a bot's, or what an empty seat is called. Needs `user` selected."""
    if seat.user is not None:
        return seat.user.name
    if seat.bot:
        return _("Bot {name}").format(name=seat.bot)
    if seat.match.status in (Match.Status.OPEN, Match.Status.WITHDRAWN):
        return _("invited") if seat.invited else _("free seat")
    return _("former player {number}").format(number=seat.number)


def names_of(seats: Iterable[Seat]) -> dict[int, str]:
    """The names of all seats by number. Two players of one name are told apart by their seats."""
    named = {seat.number: name_of(seat) for seat in seats}
    shared = {name for name in named.values() if list(named.values()).count(name) > 1}
    return {number: f"{name} ({number})" if name in shared else name for number, name in named.items()}
