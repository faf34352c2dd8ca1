"""How many matches one player may have at a time: rates alone let a patient program fill a server in days."""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Seat
from games.models.match import MatchQuerySet

NOT_OVER = (Match.Status.OPEN, Match.Status.RUNNING)


def refuse_one_more(user: User) -> None:
    """Refuse one more match than anyone may have, in the transaction that adds it. Staff run the server."""
    owners = _counted_with(user)
    owners.select_for_update().order_by("pk").first()  # several at once are counted one after the other
    if not user.is_staff and _held_by(owners).count() >= settings.MOST_MATCHES:
        told = _("nobody can have more than {most} matches at a time; finish, leave or withdraw one first")
        raise Refused(told.format(most=settings.MOST_MATCHES))


def _counted_with(user: User) -> QuerySet[User]:
    """Guests of one client count together: whoever clears the cookies is a new guest."""
    if not user.is_guest:
        return User.objects.filter(pk=user.pk)
    return User.objects.filter(is_guest=True, came_from=user.came_from)


def _held_by(owners: QuerySet[User]) -> MatchQuerySet:
    """Matches that are not over, in which they play or whose host they are."""
    seats = Seat.objects.filter(user__in=owners.values("pk"), resigned_at=None, match__status__in=NOT_OVER)
    hosted = Match.objects.filter(host__in=owners.values("pk"), status__in=NOT_OVER)
    return Match.objects.among(seats.values("match"), hosted.values("pk"))
