"""What hosts and staff do to a match or an email: players are told of each act, and it is logged."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.engine.contract.events import EXTENDED, LOOKED, PAUSED, RESUMED
from games.models import Match, Seat
from games.services import interventions, seats, storage
from games.services.access import Access, seats_of
from games.services.deadlines import due_times
from games.services.hosting import notices, rewinds
from games.services.interventions import OpenMatch, intervene, persist
from games.services.scene import Scene, scene_of
from games.services.storage import ring_match
from post.bell import ring
from post.characters import harmless
from post.mailboxes import READ
from post.models import IncomingEmail, OutgoingEmail
from post.outbox import DELIVER

LONGEST_REASON = 200
UNSTUCK = timedelta(hours=24)  # at least, for everyone: the delay was our fault
Out, In = OutgoingEmail.State, IncomingEmail.State


def pause(match: Match, reason: str, by: User | None = None) -> None:
    """Stop the clock: nobody is late or reminded until the match resumes, and orders are kept until then."""
    told = _reason(reason)

    def act(moment: OpenMatch) -> None:
        if moment.match.paused_at is not None:
            raise Refused(_("this match is already paused"))
        Match.objects.filter(pk=match.pk).update(paused_at=timezone.now())
        moment.run.note(PAUSED, {"reason": told})

    _do(match, act, by, f"paused: {told}", lambda moment: notices.tell_paused(moment, told))


def resume(match: Match, by: User | None = None) -> None:
    """Start the clock again: deadlines and reminders move by the length of the pause, kept orders play."""

    def act(moment: OpenMatch) -> None:
        paused_at = moment.match.paused_at
        if paused_at is None:
            raise Refused(_("this match is not paused"))
        Match.objects.filter(pk=match.pk).update(paused_at=None)
        for seat in moment.seats:
            due_times.catch_up(seat, paused_at, timezone.now())
        moment.run.note(RESUMED)

    def tell(moment: OpenMatch) -> None:
        notices.tell_resumed(moment)
        ring_match(match.pk)  # orders were kept, or it is a bot's turn

    _do(match, act, by, "resumed", tell)


def extend(seat: Seat, hours: int, by: User | None = None, reason: str = "") -> None:
    """Give a player more time; a deadline that has passed is counted from now."""
    if not 1 <= hours <= 24 * 90:
        raise Refused(_("a deadline can be moved by one hour to ninety days"))
    why = {"reason": _reason(reason)} if reason.strip() else {}

    def act(moment: OpenMatch) -> None:
        late = moment.seat(seat.pk)
        if late.due_at is None:
            raise Refused(_("the match is not waiting for this player"))
        more = due_times.extend(late, max(late.due_at, timezone.now()) + timedelta(hours=hours))
        moment.run.note(EXTENDED, {"seat": late.number, "hours": more, **why})

    def tell(moment: OpenMatch) -> None:
        notices.tell_extended(moment, moment.seat(seat.pk), hours, why.get("reason", ""))

    _do(seat.match, act, by, f"seat {seat.number}: {hours} hours more", tell)


def extend_all(match: Match, hours: int, by: User | None = None, reason: str = "") -> None:
    """More time for everyone the match is waiting for."""
    waited_for = [seat for seat in seats_of(match) if seat.due_at is not None]
    if not waited_for:
        raise Refused(_("the match is not waiting for anyone"))
    for seat in waited_for:
        extend(seat, hours, by, reason)


def replace(seat: Seat, user: User, by: User) -> Seat:
    """Give a seat to someone else."""
    with transaction.atomic():
        seated = seats.replace_player(seat, user, by)
        _log(by, seat.match, f"seat {seat.number}: another player")
    return seated


def rewind(match: Match, turn: int, by: User | None = None, reason: str = "") -> None:
    """Rewind a match to the end of a turn."""
    why = _reason(reason) if reason.strip() else ""

    def attempt() -> None:
        with transaction.atomic():
            notices.tell_rewound(rewinds.rewind(match.pk, turn, why), turn, why)
            _log(by, match, f"rewound to turn {turn}")

    persist(attempt)


def look_at(seat: Seat, reason: str, by: User) -> Scene:
    """See what a player sees. All players are told who looked and why, before anything is shown."""
    told = _reason(reason)

    def act(moment: OpenMatch) -> None:
        moment.run.note(LOOKED, {"seat": seat.number, "reason": told})

    _do(seat.match, act, by, f"looked at seat {seat.number}: {told}")
    match = Match.objects.select_related("host").get(pk=seat.match_id)
    seats = seats_of(match)
    return scene_of(Access(match, seats, next(one for one in seats if one.pk == seat.pk)))


def unstick(match: Match, by: User | None = None) -> None:
    """Try a stuck match again. If it loads, everyone it is waiting for has at least a day."""
    persist(lambda: _unstick(match.pk, by))


def _unstick(match_id: int, by: User | None) -> None:
    match = Match.objects.get(pk=match_id)
    if not match.stuck:
        raise Refused(_("this match is not stuck"))
    moment = interventions.open_match_for_change(match)
    soon = timezone.now() + UNSTUCK
    with transaction.atomic():
        Match.objects.filter(pk=match.pk).update(stuck="")
        late = [seat for seat in moment.seats if seat.due_at is not None and seat.due_at < soon]
        for seat in late:
            hours = due_times.extend(seat, soon)
            moment.run.note(EXTENDED, {"seat": seat.number, "hours": hours})
            notices.tell_extended(moment, seat, hours, "")
        storage.store(match, moment.seats, moment.run, [])
        _log(by, match, "tried again")
        ring_match(match.pk)


def retry_mail(mail: OutgoingEmail, by: User | None = None) -> None:
    """Send a failed email again."""
    given_up = OutgoingEmail.objects.filter(pk=mail.pk, state__in=[Out.FAILED, Out.BOUNCED, Out.WAITING])
    with transaction.atomic():
        if not given_up.update(state=Out.WAITING, attempts=0, due_at=timezone.now()):
            raise Refused(_("this email has not failed"))
        _log(by, mail, "sent again")
        ring(DELIVER)


def reread_mail(mail: IncomingEmail, by: User | None = None) -> None:
    """Read an email that was set aside again."""
    aside = IncomingEmail.objects.filter(pk=mail.pk, state__in=[In.PARKED, In.MALFORMED, In.WAITING])
    with transaction.atomic():
        if not aside.update(state=In.WAITING, attempts=0, due_at=timezone.now(), kept_until=None):
            raise Refused(_("this email has already been handled"))
        _log(by, mail, "read again")
        ring(READ)


def _reason(reason: str) -> str:
    told = " ".join(harmless(reason).split())
    if not told or len(told) > LONGEST_REASON:
        raise Refused(
            _("give a reason of at most {most} characters; all players can read it").format(
                most=LONGEST_REASON
            )
        )
    return told


def _do(
    match: Match,
    act: Callable[[OpenMatch], None],
    by: User | None,
    message: str,
    tell: Callable[[OpenMatch], None] | None = None,
) -> None:
    def then(moment: OpenMatch) -> None:
        _log(by, match, message)
        if tell is not None:
            tell(moment)

    intervene(match.pk, act, then)


def _log(by: User | None, thing: Model, message: str) -> None:
    """Write to the log of the admin pages; without a user if the server did it."""
    if by is None:
        return
    LogEntry.objects.create(
        user_id=by.pk,
        content_type=ContentType.objects.get_for_model(thing),
        object_id=str(thing.pk),
        object_repr=str(thing)[:200],
        action_flag=CHANGE,
        change_message=message,
    )
