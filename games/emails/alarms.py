"""Emails to the people who run matches or the server."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.emails.about import about_match, site_url
from games.models import Match, Seat
from games.services.access import names_of, seats_of
from games.services.resolve import is_given_up
from games.services.seat_emails.mailbox import seat_of
from post.kinds import EmailContent, NotNeeded
from post.models import OutgoingEmail


def stuck(email: OutgoingEmail) -> EmailContent:
    """A match is stuck. The reason is for its host and the staff, without anything hidden."""
    match = Match.objects.filter(pk=email.facts.get("match")).first()
    if match is None or not match.stuck:
        raise NotNeeded("it goes on again")
    about: dict[str, object] = {
        "stuck_match": match,
        "is_tried": is_given_up(match),
        "admin_link": _admin("games_match_change", match.pk, email),
    }
    return about_match(about, match)


def undelivered(email: OutgoingEmail) -> EmailContent:
    """To the host: a player's emails, or an invitation, do not arrive."""
    seat, address = seat_of(email), str(email.facts.get("address", ""))
    if seat is None or not (_is_invited(seat, address) if address else _is_unreached(seat)):
        raise NotNeeded("the seat has a new player, or email arrives again")
    name = names_of(seats_of(seat.match)).get(seat.number, _("a player"))
    about: dict[str, object] = {
        "address": address,
        "name": address or name,
        "number": seat.number,
        "due_at": seat.due_at,
        "since": seat.user.bounced_at if seat.user is not None else None,
        "admin_link": _admin("games_match_change", seat.match_id, email),
    }
    content = about_match(about, seat.match)
    content.subject["name"] = address or name
    return content


def _is_invited(seat: Seat, address: str) -> bool:
    return not seat.is_taken and seat.invited == address and seat.match.status == Match.Status.OPEN


def _is_unreached(seat: Seat) -> bool:
    return seat.user is not None and seat.user.bounced_at is not None


def _admin(name: str, pk: int, email: OutgoingEmail) -> str:
    is_staff = email.user is not None and email.user.is_staff
    return site_url(f"admin:{name}", pk) if is_staff else ""
