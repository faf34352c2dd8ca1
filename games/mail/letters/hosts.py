"""Letters to those who run matches or the server."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.mail.letter import Letter, NotNeeded
from games.mail.thread import site_url
from games.models import Match, OutgoingMail
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
    """To the host: a player's mails do not arrive."""
    seat = mail.seat
    if seat is None:
        raise NotNeeded("there is no such seat")
    name = names_of(seats_of(seat.match)).get(seat.number, _("a player"))
    about: dict[str, object] = {"name": name, "number": seat.number, "due_at": seat.due_at}
    return Letter(about, seat.match)


def _admin(name: str, pk: int, mail: OutgoingMail) -> str:
    is_staff = mail.user is not None and mail.user.is_staff
    return site_url(f"admin:{name}", pk) if is_staff else ""
