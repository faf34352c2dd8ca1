"""Turns of bots: played after the orders of people, and fewest of all where nobody is waiting for them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Order, Seat
from post.bell import ring

MOST_ALONE = 4  # matches of bots alone that one user may have running
# Celery's routes give these tasks a lower priority than orders have.
WITH_PEOPLE, ALONE = "games.tasks.play_bots", "games.tasks.play_bots_alone"


def ring_bots(match_id: int, version: int, seats: Iterable[Seat]) -> None:
    """Wake a worker for the next turn of a bot: a turn of the match as it is now, and of no other.

    So two bells for the same turn do not become two chains of bells: the second finds the match changed.
    """
    ring(_task(any(seat.user_id is not None for seat in seats)), match_id, version)


def _task(has_people: bool) -> str:
    return WITH_PEOPLE if has_people else ALONE


def is_due(match_id: int, version: int) -> bool:
    """Whether the turn that a bell was rung for is still to be played."""
    return Match.objects.filter(pk=match_id, version=version).exists()


def bells_for(match_ids: Iterable[int]) -> dict[int, tuple[str, int]]:
    """Of these matches, those that wait for bots alone: the task to call, and the version to call it with."""
    waiting = Order.objects.filter(match=OuterRef("pk"), played_at=None)
    people = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False)
    found = Match.objects.filter(~Exists(waiting), pk__in=list(match_ids)).annotate(people=Exists(people))
    return {
        pk: (_task(has_people), version)
        for pk, version, has_people in found.values_list("pk", "version", "people")
    }


def check_number(host: User) -> None:
    """Refuse one more match of bots alone, in the transaction that opens it."""
    User.objects.select_for_update().get(pk=host.pk)  # several at once are counted one after the other
    people = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False)
    running = Match.objects.running().filter(~Exists(people), host=host)
    if running.count() >= MOST_ALONE:
        raise Refused(
            _("you can have {most} matches between bots at a time; wait until one is over").format(
                most=MOST_ALONE
            )
        )
