"""Answers to letters, and when to keep silent: two machines must never write to each other for long."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from games.mail.commands import about_commands
from games.mail.parsing import Letter
from games.models import IncomingMail, Order, OutgoingMail, Seat
from games.services import outbox
from games.services.reader import reading_as

ANSWER, HELP, CONFIRM, RECEIPT = "answer", "help", "confirm_mail", "receipt"
MOST_AN_HOUR = 30  # answers to the letters of one seat: more than a person needs


def answer(mail: IncomingMail, letter: Letter, seat: Seat, text: str, *, understood: bool) -> None:
    """Answer a player's letter. What says nothing to us is answered once a day: it may be a machine's."""
    if seat.user is None or not _is_patient(seat):
        return
    key = f"answer {mail.pk}" if understood else f"answer {seat.pk} {timezone.now():%Y-%m-%d}"
    facts = {"text": text, "subject": letter.subject[:200], "in_reply_to": letter.message_id[:400]}
    outbox.queue(ANSWER, seat.user.email, key, user=seat.user, seat=seat, facts=facts)


def _is_patient(seat: Seat) -> bool:
    """Whether one more answer in this hour is bearable."""
    hour = timezone.now() - timedelta(hours=1)
    answers = OutgoingMail.objects.filter(seat=seat, kind__in=[ANSWER, RECEIPT, HELP], created_at__gt=hour)
    return answers.count() < MOST_AN_HOUR


def may_reject(order: Order) -> bool:
    """Whether to say that nothing of a letter was understood: once a day for the same text."""
    day_ago = order.received_at - timedelta(days=1)
    before = Order.objects.filter(
        seat_id=order.seat_id, door=Order.Door.MAIL, pk__lt=order.pk, received_at__gt=day_ago
    ).filter(receipt__problem__isnull=False)
    same = before.filter(text=order.text)
    quick = before.filter(received_at__gt=order.received_at - timedelta(minutes=1))
    return not same.exists() and quick.count() < 2


def may_confirm(order: Order) -> bool:
    """Whether to say that orders are kept in a pause: not to a machine that answers whatever we send."""
    earlier = Order.objects.filter(seat_id=order.seat_id, door=Order.Door.MAIL, pk__lt=order.pk)
    same = earlier.filter(text=order.text, received_at__gt=order.received_at - timedelta(days=1))
    quick = earlier.filter(received_at__gt=order.received_at - timedelta(minutes=1))
    return not same.exists() and quick.count() < 2


def help_once(mail: IncomingMail, letter: Letter) -> None:
    """One letter a day that says how to play, to whoever wrote where no order can be taken."""
    if not letter.sender or letter.sender != mail.envelope_from.strip("<> ").lower():
        return  # a sender that cannot be checked at all may be anybody's address
    user = User.objects.filter(email=letter.sender, is_active=True).first()
    day = f"{timezone.now():%Y-%m-%d}"
    recent = Q(kind=HELP, created_at__gt=timezone.now() - timedelta(hours=1))
    if OutgoingMail.objects.filter(recent, user=None).count() >= settings.MOST_HELP_AN_HOUR:
        return
    with reading_as(user):
        text = _(
            "No order was taken from your letter: it did not come as a reply to a letter about a match. "
            "Reply to the letter that says it is your turn, or open {url}."
        ).format(url=settings.SITE_URL)
        facts = {
            "text": f"{text}\n\n{about_commands()}",
            "subject": letter.subject[:200],
            "in_reply_to": letter.message_id[:400],
        }
        outbox.queue(HELP, letter.sender, f"help {letter.sender} {day}", user=user, facts=facts)


def ask_owner(mail: IncomingMail) -> None:
    """A letter with a seat's secret address from another sender: its owner may confirm it by a link."""
    if mail.seat is None or mail.seat.user is None:
        return
    mail.nonce = new_nonce()
    IncomingMail.objects.filter(pk=mail.pk).update(nonce=mail.nonce)
    day = f"{timezone.now():%Y-%m-%d %H}"
    key = f"confirm {mail.seat.pk} {day}"  # one an hour: a flood must not become one of ours
    outbox.queue_for_seat(CONFIRM, mail.seat, key, {"incoming": mail.pk})
