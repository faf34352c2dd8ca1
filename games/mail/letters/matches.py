"""Letters about a match, before, beside and after its turns."""

from __future__ import annotations

from django.utils import timezone

from games.mail.letter import Letter, NotNeeded
from games.mail.letters.common import clock_rule, order_link, own_seat, scene_for
from games.mail.thread import site_url
from games.mail.writing import unlinked
from games.models import Match, OutgoingMail, Press, Seat
from games.services import invitations, replacing, unsubscribing
from games.services.access import seats_of
from games.services.engines import ENGINES
from games.services.people import names_of
from games.services.variants import variants_of


def press(mail: OutgoingMail) -> Letter:
    """Somebody wrote to the reader, or to all."""
    scene = scene_for(mail)
    if mail.user is not None and not mail.user.mail_press:
        raise NotNeeded("its reader wants no such mails")
    message = Press.objects.filter(pk=mail.facts.get("press"), match=scene.match).seen_by(scene.seat).first()
    if message is None or scene.seat is None:
        raise NotNeeded("there is no such message")
    about = {"message": message, "is_private": message.to_id is not None, "seat": scene.seat}
    about["order_link"] = order_link(scene.seat)
    return Letter(about, scene.match, scene.seat, unsubscribing.PRESS)


def reminder(mail: OutgoingMail) -> Letter:
    """Deadlines that come near, of all matches in one letter; what was answered meanwhile is left out."""
    if mail.user is None or not mail.user.mail_reminders:
        raise NotNeeded("its reader wants no reminders")
    wanted = Seat.objects.filter(pk__in=mail.facts.get("seats", []), user=mail.user, is_muted=False)
    waiting = wanted.filter(
        due_at__gt=timezone.now(), match__status=Match.Status.RUNNING, match__paused_at=None
    )
    seats = list(waiting.select_related("match").order_by("due_at"))
    if not seats:
        raise NotNeeded("nothing is due any more")
    about: dict[str, object] = {"due": [_due(seat) for seat in seats], "first": _due(seats[0])}
    if len(seats) == 1:
        return Letter(about | {"seat": seats[0]}, seats[0].match, seats[0], unsubscribing.REMINDERS)
    return Letter(about, category=unsubscribing.REMINDERS)


def _due(seat: Seat) -> dict[str, object]:
    return {
        "match": seat.match,
        "game": ENGINES[seat.match.game].title,
        "turn": seat.match.turn,
        "due_at": seat.due_at,
        "clock": clock_rule(seat.match),
        "order_link": order_link(seat),
    }


def invitation(mail: OutgoingMail) -> Letter:
    """A seat is kept for the reader."""
    return _invitation(mail)


def rematch(mail: OutgoingMail) -> Letter:
    """The same people again: a seat is kept for the reader."""
    return _invitation(mail)


def _invitation(mail: OutgoingMail) -> Letter:
    seat = mail.seat
    if (
        seat is None
        or seat.is_taken
        or seat.invited != mail.address
        or seat.match.status != Match.Status.OPEN
    ):
        raise NotNeeded("the invitation is not open any more")
    seats = seats_of(seat.match)
    others = [name for number, name in names_of(seats).items() if number != seat.number]
    about: dict[str, object] = {
        "host": unlinked(seat.match.host.name) if seat.match.host is not None else "",
        "name": unlinked(seat.match.name),
        "game": ENGINES[seat.match.game].title,
        "others": [unlinked(name) for name in others],
        "clock": clock_rule(seat.match),
        "variants": [f"{variant.name}: {variant.about}" for variant in variants_of(seat.match)],
        "invitation_link": site_url("invitation", invitations.token(seat)),
        "rules_link": site_url("rules", seat.match.game),
    }
    return Letter(about, seat.match)


def declined(mail: OutgoingMail) -> Letter:
    """To the host: somebody does not come."""
    if mail.seat is None or mail.user is None or mail.seat.match.host_id != mail.user.pk:
        raise NotNeeded("its reader is not the host")
    about: dict[str, object] = {"address": str(mail.facts.get("address", "")), "number": mail.seat.number}
    return Letter(about, mail.seat.match)


def withdrawn(mail: OutgoingMail) -> Letter:
    """The host took the match back before it began."""
    seat = own_seat(mail)
    host = seat.match.host
    return Letter({"host": host.name if host is not None else ""}, seat.match)


def claim(mail: OutgoingMail) -> Letter:
    """A seat that its player has left alone may be taken over."""
    seat = mail.seat
    if seat is None or not replacing.may_be_claimed(seat):
        raise NotNeeded("the seat is not to be had any more")
    about: dict[str, object] = {
        "game": ENGINES[seat.match.game].title,
        "name": unlinked(names_of(seats_of(seat.match))[seat.number]),
        "number": seat.number,
        "claim_link": site_url("claim", replacing.claim_token(seat)),
        "clock": clock_rule(seat.match),
    }
    return Letter(about, seat.match)


def replaced(mail: OutgoingMail) -> Letter:
    """Somebody else plays on in the reader's seat."""
    match = Match.objects.filter(pk=mail.facts.get("match")).first()
    if match is None:
        raise NotNeeded("there is no such match")
    return Letter({}, match)
