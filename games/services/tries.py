"""Tries: a match whose rules give no result is tried three times, then it is parked and its host told."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.engine.play.replay import Disagreement
from games.models import Match, rows
from games.services import seat_emails
from games.services.storage import LostRace, claim
from post import outbox
from post.children.budget import Allowance, Overrun, budget

log = logging.getLogger(__name__)

STUCK = "stuck"
TOO_LONG, TOO_MUCH = "the rules took too long", "the rules took too much memory"
FAILED, NO_END = "the rules failed", "no try came to an end"
GIVEN_UP = frozenset({TOO_LONG, TOO_MUCH, FAILED, NO_END})

MOST = 3
MEMORY = 512 << 20
# A try that began longer ago than this is dead, or as good as dead.
PATIENCE = timedelta(seconds=6 * settings.RESOLVE_SECONDS)
# What the rules may take: to play the orders of a match, and to show one to a reader.
RESOLVING = Allowance(settings.RESOLVE_SECONDS, 60, MEMORY)
READING = Allowance(3, 30, MEMORY)


class RulesFailed(Exception):
    """The rules gave no result. The match is as it was, and will be tried again."""


@contextmanager
def trying(match: Match) -> Iterator[None]:
    """Play a match within limits: everything is written in here, or nothing.

    The try is counted before it begins: one that its worker dies of counts too. Raises RulesFailed if it is
    to be tried again, and Refused once it is parked.
    """
    _count(match)
    try:
        with budget(RESOLVING):
            yield
    except Disagreement:
        raise
    except (LostRace, OperationalError):
        _forget_try(match)  # no fault of the rules
        raise
    except Overrun:
        _close_connection()
        _failed(match, TOO_LONG)
    except MemoryError:
        _failed(match, TOO_MUCH)
    except Exception as error:
        _failed(match, f"{FAILED}: {error!r}")


def _count(match: Match) -> None:
    """Count a try, and commit that, unless there were enough."""
    now = timezone.now()
    if match.tries >= MOST:
        if match.tried_at is not None and match.tried_at > now - PATIENCE:
            raise LostRace(match.pk)  # others are at it right now, or have just died of it
        park(match, f"{match.game}: {NO_END}")
        raise Refused(_("this match is stuck; its host has been told"))
    mine = {"pk": match.pk, "version": match.version, "tries": match.tries}
    if not rows.update(Match, mine, {"tries": match.tries + 1, "tried_at": now}):
        raise LostRace(match.pk)  # another worker has just begun: what it leaves is played after it


def _close_connection() -> None:
    """The work may have been ended in the middle of a query."""
    if not connection.in_atomic_block:
        connection.close()


def _forget_try(match: Match) -> None:
    """Somebody was faster, or the database was away: that says nothing about the match."""
    with suppress(OperationalError):
        Match.objects.filter(pk=match.pk, version=match.version, tries__gt=0).update(tries=F("tries") - 1)


def _failed(match: Match, why: str) -> None:
    """Try again, or park the match if there were enough tries."""
    log.exception("match %s: %s", match.pk, why.partition(":")[0])
    now = Match.objects.values_list("version", "tries").get(pk=match.pk)
    if now[0] != match.version:
        raise LostRace(match.pk)
    if now[1] < MOST:
        raise RulesFailed(match.pk)
    park(match, f"{match.game}: {why}")
    raise Refused(_("this match is stuck; its host has been told"))


def park(match: Match, why: str) -> None:
    """Leave a match as it is until its host acts, and tell the host and the staff."""
    with suppress(LostRace), transaction.atomic():
        claim(match, stuck=why)
        tell_stuck(match)


@contextmanager
def for_a_reader() -> Iterator[None]:
    """Let rules run while somebody waits for an answer: not for ever."""
    try:
        with budget(READING):
            yield
    except Overrun:
        raise Refused(_("the rules of this match took too long")) from None


def tell_stuck(match: Match) -> None:
    """A match is stuck: its host and the staff are told, once each time it happens."""
    outbox.queue_all(
        [
            seat_emails.new_email(
                STUCK,
                user.email,
                f"{STUCK} {match.pk} {match.version} {user.pk}",
                user=user,
                facts={"match": match.pk},
            )
            for user in _keepers(match)
        ]
    )


def is_given_up(match: Match) -> bool:
    """Whether a match is stuck because playing it failed again and again; else its record disagrees."""
    return why_stuck(match).partition(": ")[2] in GIVEN_UP


def _keepers(match: Match) -> Iterable[User]:
    return User.objects.filter(Q(is_staff=True) | Q(hosted_matches=match), is_active=True).distinct()


def why_stuck(match: Match) -> str:
    """Why a match is stuck, in general: the details could reveal hidden things.

    >>> why_stuck(Match(stuck="scrappers: the replay failed: KeyError('TER1')"))
    'scrappers: the replay failed'
    >>> why_stuck(Match(stuck="scrappers: the rules ask [(1, 'raid')], the log answers []"))
    'scrappers: the rules ask'
    """
    game, _, rest = match.stuck.partition(": ")
    general = rest.partition(":")[0].partition("[")[0].strip()
    return f"{game}: {general}" if general else game
