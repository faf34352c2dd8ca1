"""Messages between the players of a match."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.models import Press, Seat
from games.services.access import name_of, seats_of
from games.services.orders import OtherOrder
from games.services.seat_emails import mailbox
from post.broadcasts import tell_pages
from post.characters import harmless

LONGEST = 4_000
MOST_AN_HOUR = 60


def say(seat: Seat, text: str, to: Seat | None, key: str) -> Press:
    """Send a message to everyone or to one player; the same key is the same message."""
    words = harmless(text).strip()
    message = Press(match=seat.match, sender=seat, name=name_of(seat), to=to, text=words, key=key)
    sent = _sent(message)
    if sent is not None:
        return sent
    _check(message)
    try:
        with transaction.atomic():
            message.save(force_insert=True)
            tell_pages(message.match_id)
            _tell(message)
    except IntegrityError:
        return _sent(message) or message
    return message


def _sent(message: Press) -> Press | None:
    """The message of this key, if there is one."""
    sent = Press.objects.filter(sender=message.sender, key=message.key).first()
    if sent is not None and (sent.text, sent.to_id) != (message.text, message.to_id):
        raise OtherOrder(_("this key was used for another message"))
    return sent


def _check(message: Press) -> None:
    if not message.text or len(message.text) > LONGEST:
        raise Refused(_("a message has 1 to {most} characters").format(most=LONGEST))
    if message.to is not None and message.to.match_id != message.match_id:
        raise Refused(_("there is no such player in this match"))
    hour = timezone.now() - timedelta(hours=1)
    if Press.objects.filter(sender=message.sender, sent_at__gt=hour).count() >= MOST_AN_HOUR:
        raise Refused(_("you can send at most {most} messages an hour").format(most=MOST_AN_HOUR))


def _tell(message: Press) -> None:
    """Email the players who want it."""
    for seat in seats_of(message.match):
        is_reader = message.to_id in (None, seat.pk) and seat.pk != message.sender_id
        if is_reader and seat.user is not None and seat.user.mail_press:
            mailbox.queue_for_seat("press", seat, f"press {message.pk} {seat.pk}", {"press": message.pk})
