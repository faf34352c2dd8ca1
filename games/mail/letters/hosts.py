"""Letters to those who run matches or the server."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.mail.letter import Letter, NotNeeded
from games.mail.thread import site_url
from games.models import Match, OutgoingMail, Seat
from games.services.access import seats_of
from games.services.people import names_of


def stuck(mail: OutgoingMail) -> Letter:
    """A match cannot go on by itself. Why is for its host and the staff; what is hidden is not in it."""
    match = Match.objects.filter(pk=mail.facts.get("match")).first()
    if match is None or not match.stuck:
        raise NotNeeded("it goes on again")
    about: dict[str, object] = {
        "stuck_match": match,
        "admin_link": _admin("games_match_change", match.pk, mail),
    }
    return Letter(about, match)


def undelivered(mail: OutgoingMail) -> Letter:
    """To the host: a player's mails, or an invitation, do not arrive."""
    seat, address = mail.seat, str(mail.facts.get("address", ""))
    if seat is None or not (_is_invited(seat, address) if address else _is_unreached(seat)):
        raise NotNeeded("the seat has changed hands, or mail arrives again")
    name = names_of(seats_of(seat.match)).get(seat.number, _("a player"))
    about: dict[str, object] = {
        "address": address,
        "name": address or name,
        "number": seat.number,
        "due_at": seat.due_at,
        "since": seat.user.bounced_at if seat.user is not None else None,
        "admin_link": _admin("games_match_change", seat.match_id, mail),
    }
    return Letter(about, seat.match)


def _is_invited(seat: Seat, address: str) -> bool:
    return not seat.is_taken and seat.invited == address and seat.match.status == Match.Status.OPEN


def _is_unreached(seat: Seat) -> bool:
    return seat.user is not None and seat.user.bounced_at is not None


def _admin(name: str, pk: int, mail: OutgoingMail) -> str:
    is_staff = mail.user is not None and mail.user.is_staff
    return site_url(f"admin:{name}", pk) if is_staff else ""
