"""Emails about a match: before, between and after its turns."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import ngettext

from games.emails.about import about_match, clock_rule, order_link, own_seat, scene_for, site_url
from games.models import Match, Press, Seat
from games.services import invitations, seats
from games.services.access import REPLY, Access, names_of, seat_secret, seats_of
from games.services.engines import ENGINES
from games.services.seat_emails.mailbox import seat_of
from games.services.texts import moment, variants_of
from post.headers import SITE_NAME
from post.kinds import EmailContent, NotNeeded
from post.models import OutgoingEmail
from post.text import unlinked


def press(email: OutgoingEmail) -> EmailContent:
    """Someone wrote to the reader, or to everyone."""
    scene = scene_for(email)
    message = Press.objects.filter(pk=email.facts.get("press"), match=scene.match).seen_by(scene.seat).first()
    if message is None or scene.seat is None:
        raise NotNeeded("there is no such message")
    about = {"message": message, "is_private": message.to_id is not None, "seat": scene.seat}
    about["order_link"] = order_link(scene.seat)
    content = about_match(about, scene.match, scene.seat)
    content.subject["name"] = message.name
    return content


def reminder(email: OutgoingEmail) -> EmailContent:
    """Deadlines that are near, for all matches in one email; what has been answered since is left out."""
    wanted = Seat.objects.filter(pk__in=email.facts.get("seats", []), user=email.user, is_muted=False)
    waiting = wanted.filter(
        due_at__gt=timezone.now(), match__status=Match.Status.RUNNING, match__paused_at=None
    )
    seats = list(waiting.select_related("match").order_by("due_at"))
    if not seats:
        raise NotNeeded("nothing is due any more")
    about: dict[str, object] = {"due": [_due(seat) for seat in seats], "first": _due(seats[0])}
    if len(seats) == 1:
        content = about_match(about | {"seat": seats[0]}, seats[0].match, seats[0])
        content.subject["due"] = moment(seats[0].due_at)
        return content
    counted = ngettext("{count} match is waiting for you", "{count} matches are waiting for you", len(seats))
    return EmailContent(about, title=counted.format(count=len(seats)))


def _due(seat: Seat) -> dict[str, object]:
    return {
        "match": seat.match,
        "game": ENGINES[seat.match.game].title,
        "turn": seat.match.turn,
        "due_at": seat.due_at,
        "clock": clock_rule(seat.match),
        "order_link": order_link(seat),
    }


def invitation(email: OutgoingEmail) -> EmailContent:
    """A seat is reserved for the reader."""
    return _invitation(email)


def rematch(email: OutgoingEmail) -> EmailContent:
    """The same people again: a seat is reserved for the reader."""
    return _invitation(email)


def _invitation(email: OutgoingEmail) -> EmailContent:
    seat = seat_of(email)
    if (
        seat is None
        or seat.is_taken
        or seat.invited != email.address
        or seat.match.status != Match.Status.OPEN
    ):
        raise NotNeeded("the invitation is no longer open")
    seats = seats_of(seat.match)
    allies = {ally.number for ally in Access(seat.match, seats, seat).allies}
    others = {number: name for number, name in names_of(seats).items() if number != seat.number}
    about: dict[str, object] = {
        "host": unlinked(seat.match.host.name) if seat.match.host is not None else "",
        "name": unlinked(seat.match.name),
        "game": ENGINES[seat.match.game].title,
        "others": [(unlinked(name), number in allies) for number, name in others.items()],
        "clock": clock_rule(seat.match),
        "variants": [f"{variant.name}: {variant.about}" for variant in variants_of(seat.match)],
        "invitation_link": site_url("invitation", invitations.token(seat)),
        "rules_link": site_url("rules", seat.match.game),
        "asks_for_reply": True,
    }
    content = about_match(about, seat.match)
    content.reply_token = seat_secret(REPLY, seat)  # until it is taken, its player is who was invited
    content.subject = {"host": str(about["host"]) or SITE_NAME, "match": str(about["name"])}
    return content


def declined(email: OutgoingEmail) -> EmailContent:
    """To the host: someone has declined."""
    seat = seat_of(email)
    if seat is None or email.user is None or seat.match.host_id != email.user.pk:
        raise NotNeeded("its reader is not the host")
    return about_match({"address": str(email.facts.get("address", "")), "number": seat.number}, seat.match)


def withdrawn(email: OutgoingEmail) -> EmailContent:
    """The host withdrew the match before it started."""
    seat = own_seat(email)
    host = seat.match.host
    return about_match({"host": host.name if host is not None else ""}, seat.match)


def claim(email: OutgoingEmail) -> EmailContent:
    """An abandoned seat can be taken over."""
    seat = seat_of(email)
    if seat is None or not seats.may_be_claimed(seat):
        raise NotNeeded("the seat is no longer available")
    about: dict[str, object] = {
        "game": ENGINES[seat.match.game].title,
        "name": unlinked(names_of(seats_of(seat.match))[seat.number]),
        "number": seat.number,
        "claim_link": site_url("claim", seats.claim_token(seat)),
        "clock": clock_rule(seat.match),
    }
    return about_match(about, seat.match)


def replaced(email: OutgoingEmail) -> EmailContent:
    """The reader's seat has a new player."""
    match = Match.objects.filter(pk=email.facts.get("match")).first()
    if match is None:
        raise NotNeeded("there is no such match")
    return about_match({}, match)
