"""New matches: opened on terms, with people, bots and invitations in their seats."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import guests
from games.bots.registry import BOTS, RANDOM, TUTOR
from games.engine.contract.engine import AnyEngine, Setting
from games.models import USUAL_ABSENCE, Match, Seat
from games.services import fairness, holdings, invitations, seats
from games.services.access import seats_of
from games.services.engines import ENGINES, offered
from games.services.texts import players_for
from post.characters import tidy_name
from post.fields import normalise_address

LONGEST = 60  # characters of a name
FIRST_HOURS = 14 * 24  # for a turn of someone who learns the game: no deadline to worry about
MOST_ALONE = 4  # matches of bots alone that one user may have running


@dataclass(frozen=True, slots=True)
class Place:
    """Who gets a seat: a user, a bot, an address to be invited, or (nothing set) anyone."""

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
    absence_days: int = USUAL_ABSENCE
    is_public: bool = False
    key: str = ""  # the same key of the same host is the same match
    rematch_of: Match | None = None
    seed: str = ""  # what the host adds to the dice, when playing
    is_tutorial: bool = False

    @property
    def email_kind(self) -> str:
        """The kind of email in which people are asked to join."""
        return invitations.REMATCH if self.rematch_of is not None else invitations.INVITATION


class OtherMatch(Refused):
    """The key was used before, to open something else."""


def open_match(host: User, terms: Terms, places: list[Place]) -> Match:
    """A new match with its seats. It starts when the last seat is taken, at once if none is free."""
    try:
        return _open(host, terms, places)
    except (IntegrityError, Refused):  # a match that there is already is no further one, so no limit counts
        if not terms.key or not Match.objects.filter(host=host, key=terms.key).exists():
            raise
        return _the_same(host, terms, places)


def open_against_bot(user: User, engine: AnyEngine, key: str) -> Match:
    """A first match: the options that teach a game, and its best bot."""
    bot = next(iter(BOTS.get(engine.slug, {})), RANDOM)
    places = [Place(user=user), *(Place(bot=bot) for _seat in range(engine.seats[0] - 1))]
    name = _("First steps in {game}").format(game=engine.title)[:LONGEST]
    terms = Terms(engine.slug, name, dict(engine.facts.first), FIRST_HOURS, key=key)
    return open_match(user, terms, places)


def _open(host: User, terms: Terms, places: list[Place]) -> Match:
    engine = _engine(terms, len(places))
    _check_places(host, engine, terms, places)
    with transaction.atomic():
        holdings.refuse_one_more(host)
        if all(place.bot for place in places):
            _check_bots_alone(host)
        match = _match(host, engine, terms)
        prepared = engine.tutorial.seed if terms.is_tutorial and engine.tutorial is not None else b""
        fairness.commit(match, prepared)
        match.save()
        seed = fairness.own_seed(terms.seed)
        Seat.objects.bulk_create(_seat(match, number, place, seed) for number, place in enumerate(places, 1))
        invitations.send_invitations(match, terms.email_kind)
        seats.start_if_full(match.pk)
    match.refresh_from_db()
    return match


def _check_places(host: User, engine: AnyEngine, terms: Terms, places: list[Place]) -> None:
    """Refuse bots that do not play this game, and people whom the host may not ask."""
    if terms.is_public or not all(place.bot or place.user == host for place in places):
        guests.refuse(host)
    for place in places:
        if place.bot and place.bot not in _bots_for(engine, terms):
            raise Refused(_("{game} has no bot called {name}").format(game=engine.title, name=place.bot))
    invitations.check_addresses(host, [place.address for place in places if place.address])


def _match(host: User, engine: AnyEngine, terms: Terms) -> Match:
    """The row, not written yet. Refuses terms that no match can have."""
    match = Match(
        game=engine.slug,
        name=terms.name,
        host=host,
        options=engine.settings(terms.options),
        turn_hours=terms.turn_hours,
        lateness=terms.lateness,
        absence_days=terms.absence_days,
        is_public=terms.is_public,
        key=terms.key,
        rematch_of=terms.rematch_of,
        is_tutorial=terms.is_tutorial,
    )
    try:
        match.full_clean(exclude=["host"])
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages)) from None
    return match


def _bots_for(engine: AnyEngine, terms: Terms) -> set[str]:
    return {RANDOM, *BOTS.get(engine.slug, {}), *([TUTOR] if terms.is_tutorial else [])}


def _check_bots_alone(host: User) -> None:
    """Refuse one more match of bots alone; whoever asks for several at once has been counted before."""
    people = Seat.objects.filter(match=OuterRef("pk"), user__isnull=False)
    running = Match.objects.running().filter(~Exists(people), host=host)
    if running.count() >= MOST_ALONE:
        raise Refused(
            _("you can have {most} matches between bots at a time; wait until one is over").format(
                most=MOST_ALONE
            )
        )


def _the_same(host: User, terms: Terms, places: list[Place]) -> Match:
    """The match that this key has opened, if it was on the same terms."""
    match = Match.objects.get(host=host, key=terms.key)
    seats = seats_of(match)
    asked = (terms.game, tidy_name(terms.name), terms.turn_hours, terms.lateness, terms.is_public)
    is_same = (
        (match.game, match.name, match.turn_hours, match.lateness, match.is_public) == asked
        and match.absence_days == terms.absence_days
        and match.options == ENGINES[match.game].settings(terms.options)
        and len(seats) == len(places)
        and all(map(_is_place_of, seats, places))
    )
    if not is_same:
        raise OtherMatch(_("this key was used for another match"))
    return match


def _is_place_of(seat: Seat, place: Place) -> bool:
    """Whether a seat was made for this; a free one may have been taken since."""
    is_kept = place.user is None or seat.user_id in (None, place.user.pk)
    is_invited = seat.is_taken or not seat.invited or seat.invited == normalise_address(place.address)
    return is_kept and is_invited and seat.bot == place.bot


def _engine(terms: Terms, seats: int) -> AnyEngine:
    engine = offered().get(terms.game)
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
    _check_options(engine, terms, seats)
    return engine


def _check_options(engine: AnyEngine, terms: Terms, seats: int) -> None:
    """Some options are for some numbers of players only."""
    for spec in engine.options:
        if not spec.is_for(seats) and terms.options.get(spec.name, spec.default) != spec.default:
            told = _("“{option}” is for {numbers} players")
            raise Refused(told.format(option=_(spec.about), numbers=players_for(engine, spec)))


def _seat(match: Match, number: int, place: Place, seed: bytes) -> Seat:
    seat = Seat(match=match, number=number, user=place.user, bot=place.bot, invited=place.address)
    # Nobody would read the emails of a guest, and a tutorial waits on its page.
    seat.is_muted = place.user is not None and (place.user.is_guest or match.is_tutorial)
    if place.user == match.host and seed:
        seat.seed, seat.seed_at = seed, timezone.now()
    return seat
