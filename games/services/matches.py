"""Opening matches, sitting down, starting: everything before the first order."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.fields import normalise_address
from accounts.models import User
from games.bots.registry import BOTS, RANDOM
from games.engine.contract import AnyEngine, Setting
from games.engine.dice import Seeds
from games.engine.orders import advance
from games.engine.run import AnyRun, Run
from games.models import Match, Seat
from games.services import inviting, outbox, storing
from games.services.access import seats_of
from games.services.doorbell import ring
from games.services.engines import ENGINES
from games.services.refusals import Refused

OPEN = Match.Status.OPEN


@dataclass(frozen=True, slots=True)
class Place:
    """Who is to sit in a seat: a user, a bot, an address to be invited, or (nothing set) whoever comes."""

    user: User | None = None
    bot: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a match is played."""

    game: str
    name: str
    options: dict[str, Setting]
    turn_hours: int = 72
    lateness: str = Match.Lateness.DEFAULT
    is_public: bool = False
    key: str = ""  # the same key of the same host is the same match
    rematch_of: Match | None = None

    @property
    def letter(self) -> str:
        """The kind of letter in which people are asked to join."""
        return inviting.REMATCH if self.rematch_of is not None else inviting.INVITATION


class OtherMatch(Refused):
    """The key was used before, to open something else."""


def open_match(host: User, terms: Terms, places: list[Place]) -> Match:
    """A new match with its seats. It starts when the last seat is taken, at once if none is free."""
    try:
        return _open(host, terms, places)
    except IntegrityError:
        return _the_same(host, terms, places)


def _open(host: User, terms: Terms, places: list[Place]) -> Match:
    engine = _engine(terms, len(places))
    for place in places:
        if place.bot and place.bot not in {RANDOM, *BOTS.get(engine.slug, {})}:
            raise Refused(_("{game} has no bot called {name}").format(game=engine.title, name=place.bot))
    inviting.check(host, [place.address for place in places if place.address])
    with transaction.atomic():
        match = Match(
            game=engine.slug,
            name=terms.name,
            host=host,
            options=engine.settings(terms.options),
            turn_hours=terms.turn_hours,
            lateness=terms.lateness,
            is_public=terms.is_public,
            key=terms.key,
            rematch_of=terms.rematch_of,
        )
        try:
            match.full_clean(exclude=["host"])
        except ValidationError as wrong:
            raise Refused(" ".join(wrong.messages)) from None
        match.save()
        Seat.objects.bulk_create(_seat(match, number, place) for number, place in enumerate(places, 1))
        inviting.send(match, terms.letter)
        start_if_full(match.pk)
    match.refresh_from_db()
    return match


def _the_same(host: User, terms: Terms, places: list[Place]) -> Match:
    """The match that this key has opened, if it was on the same terms."""
    match = Match.objects.get(host=host, key=terms.key)
    seats = seats_of(match)
    asked = (terms.game, terms.name, terms.turn_hours, terms.lateness, terms.is_public)
    is_same = (
        (match.game, match.name, match.turn_hours, match.lateness, match.is_public) == asked
        and match.options == ENGINES[match.game].settings(terms.options)
        and len(seats) == len(places)
        and all(map(_is_place_of, seats, places))
    )
    if not is_same:
        raise OtherMatch(_("this key was used for another match"))
    return match


def _is_place_of(seat: Seat, place: Place) -> bool:
    """Whether a seat was made for this; who sits in a free one by now does not matter."""
    is_kept = place.user is None or seat.user_id in (None, place.user.pk)
    is_invited = seat.is_taken or not seat.invited or seat.invited == normalise_address(place.address)
    return is_kept and is_invited and seat.bot == place.bot


def _engine(terms: Terms, seats: int) -> AnyEngine:
    engine = ENGINES.get(terms.game)
    if engine is None:
        raise Refused(_("there is no game called {name}").format(name=terms.game))
    if seats not in engine.seats:
        first, last = engine.seats[0], engine.seats[-1]
        raise Refused(
            _("{game} is for {first} to {last} players").format(game=engine.title, first=first, last=last)
        )
    try:
        engine.settings(terms.options)
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    return engine


def _seat(match: Match, number: int, place: Place) -> Seat:
    taken = place.user is not None or place.bot
    seed = secrets.token_bytes(32) if taken else b""
    return Seat(match=match, number=number, user=place.user, bot=place.bot, invited=place.address, seed=seed)


def sit_down(seat_id: int, user: User) -> Seat:
    """Take a free seat. Two who try at once: one gets it."""
    seat = Seat.objects.select_related("match").get(pk=seat_id)
    if seat.invited and seat.invited != user.email:
        raise Refused(_("this seat is kept for somebody else"))
    return take_seat(seat, user, Seat.objects.filter(invited=seat.invited))


def take_seat(seat: Seat, user: User, still: QuerySet[Seat]) -> Seat:
    """Sit down in a seat that is `still` as its taker saw it, and start the match if it was the last one."""
    with transaction.atomic():
        # One at a time: two who take the last two seats at once must not each find the other's empty.
        if not Match.objects.filter(pk=seat.match_id, status=OPEN).update(version=F("version")):
            raise Refused(_("this match does not wait for players any more"))
        if Seat.objects.filter(match=seat.match_id, user=user).exists():
            raise Refused(_("you sit in this match already"))
        free = still.filter(pk=seat.pk, user=None, bot="")
        if not free.update(user=user, invited="", declined_at=None, seed=secrets.token_bytes(32)):
            raise Refused(_("somebody was faster: this seat is taken"))
        start_if_full(seat.match_id)
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def start_if_full(match_id: int) -> bool:
    """Start a match whose last seat has been taken."""
    match = Match.objects.get(pk=match_id)
    seats = seats_of(match)
    if match.status != Match.Status.OPEN or not all(seat.is_taken for seat in seats):
        return False
    seeds = Seeds(secrets.token_bytes(32), tuple(bytes(seat.seed) for seat in seats))
    numbers = [seat.number for seat in seats]
    run: AnyRun = Run.start(ENGINES[match.game], numbers, seeds, match.options)
    storing.prepare(run, seats)
    advance(run)
    claimed = Match.objects.filter(pk=match.pk, status=Match.Status.OPEN).update(
        status=Match.Status.RUNNING, started_at=timezone.now(), commitment=seeds.commitment()
    )
    if claimed:
        storing.store(match, seats, run, [])
        ring(match.pk)  # a bot may be the first to play: that is a worker's business
    return bool(claimed)


def withdraw(match: Match, user: User) -> None:
    """The host takes an open match back; who sits in it already is told."""
    with transaction.atomic():
        changed = Match.objects.filter(pk=match.pk, host=user, status=OPEN).update(
            status=Match.Status.WITHDRAWN, version=F("version") + 1
        )
        if not changed:
            raise Refused(_("only its host can withdraw a match, and only before it starts"))
        for seat in seats_of(match):
            if seat.user_id != user.pk:
                outbox.queue_for_seat("withdrawn", seat, f"withdrawn {seat.pk}")
