"""Deleting an account: the person is gone, the matches go on without a name."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import SignIn, User, new_nonce
from games.models import IncomingMail, Match, OutgoingMail, Press, Report, RoomMail, Seat
from games.services import matches, outbox
from games.services.refusals import Refused

LETTER = "goodbye"
_OF_A_PERSON = ["user", "nonce", "invited", "reminder_at", "agreed_at", "is_muted", "seed"]


def leave(user: User) -> None:
    """Delete a user. Running seats play on by standing orders and defaults, and can be taken over."""
    if user.is_staff:
        raise Refused(_("You look after this server: have another of its staff close your account."))
    remove(user)


def remove(user: User) -> None:
    """Delete a user, staff or not. All of it, or nothing."""
    with transaction.atomic():
        for match in Match.objects.filter(host=user, status=Match.Status.OPEN):
            matches.withdraw(match, user)
        reports = _forget_reports(user)
        _forget_mail(user)
        _forget_in_matches(user)
        SignIn.objects.filter(address=user.email).delete()
        _say_goodbye(user)
        user.delete()  # tokens, changes of address and the rest of it go with the row
        transaction.on_commit(lambda: _delete_files(reports), robust=True)


def _forget_in_matches(user: User) -> None:
    for seat in Seat.objects.filter(user=user).select_related("match"):
        with translation.override(settings.LANGUAGE_CODE):
            name = _("former player {number}").format(number=seat.number)
        Press.objects.filter(sender=seat).update(name=name)
        # Whoever sits there next must not share the seat's secrets.
        seat.user, seat.nonce, seat.invited = None, new_nonce(), ""
        seat.reminder_at, seat.agreed_at, seat.is_muted = None, None, False
        if seat.match.status == Match.Status.OPEN:
            seat.seed = b""  # its next player brings another
        seat.save(update_fields=_OF_A_PERSON)


def _forget_mail(user: User) -> None:
    OutgoingMail.objects.filter(Q(user=user) | Q(address=user.email)).delete()
    RoomMail.objects.filter(address=user.email).delete()
    came = IncomingMail.objects.filter(Q(seat__user=user) | Q(envelope_from__iexact=user.email))
    came.filter(state=IncomingMail.State.WAITING).delete()
    came.update(raw=b"", envelope_from="", note="")


def _forget_reports(user: User) -> list[str]:
    """Reports name the players: those of the user's matches are made anew when somebody wants one."""
    reports = Report.objects.filter(match__seats__user=user).distinct()
    files = [report.file.name for report in reports if report.file.name]
    Report.objects.filter(pk__in=[report.pk for report in reports]).delete()
    return files


def _delete_files(names: list[str]) -> None:
    for name in names:
        Report._meta.get_field("file").storage.delete(name)


def _say_goodbye(user: User) -> None:
    """The last letter; its facts are all that is left of who reads it, and go when it is sent."""
    facts = {"name": user.name, "language": user.language}
    outbox.queue(LETTER, user.email, f"{LETTER} {user.pk}", facts=facts)
