"""How often we answer: each email of a person, but two machines must not write to each other for long."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from post.models import OutgoingEmail

ANSWER, RECEIPT, HELP = "answer", "receipt", "help"  # kinds of email
MOST_AN_HOUR = 30  # answers to the emails of one seat: more than a person needs
MOST_REFUSALS_A_MINUTE = 3  # nobody writes that fast
REFUSAL = "refusal"  # a fact of an email that says that nothing was done


def answers_left(seat: int, *, refusal: bool = False) -> int:
    """How many answers a seat may have at this moment."""
    now = timezone.now()
    sent = OutgoingEmail.objects.filter(mailbox=seat, kind__in=[ANSWER, RECEIPT, HELP])
    left = MOST_AN_HOUR - sent.filter(created_at__gt=now - timedelta(hours=1)).count()
    if refusal and left > 0:
        quick = sent.filter(created_at__gt=now - timedelta(minutes=1), facts__refusal=True)
        left = min(left, MOST_REFUSALS_A_MINUTE - quick.count())
    return max(left, 0)


def last_answer() -> str:
    """What the last answer says before there are none for a while."""
    return _(
        "We have had many emails from you in a short time. Further emails are read, but for up to an hour "
        "they may get no answer. The match page always shows where you stand."
    )
