"""A demo: four players, matches in their middle, some to join, invitations, and one that is over."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.bots.glimpse import glimpse_of
from games.bots.registry import BOTS, RANDOM, make_bot
from games.engine.contract import Setting
from games.models import Match, Order, OutgoingMail, Seat
from games.services import press, storing
from games.services.access import seats_of
from games.services.intake import Wish, accept
from games.services.matches import Place, Terms, open_match
from games.services.refusals import Refused
from games.services.resolve import resolve_all

DOMAIN = "demo.example"  # no mail can ever reach it
PEOPLE = {
    "Alice": ("Europe/Warsaw", "en"),
    "Bob": ("America/New_York", "en"),
    "Carol": ("Europe/Berlin", "de"),
    "Dan": ("Asia/Tokyo", "pl"),
}
TURNS = {"scrappers": 8, "edge": 2}  # played before the visitor comes: nothing is decided yet
GAME, DUEL = "scrappers", "edge"
FIRST_DUEL: dict[str, Setting] = {"preset": True, "beginner": True}


def make_demo() -> list[Match]:
    """What a newcomer finds. Made once: whatever is there already is left as it is."""
    if not settings.DEBUG:
        raise Refused(_("a demo is for trying things out, not for a server that people play on"))
    alice, bob, carol, dan = (_player(name) for name in PEOPLE)
    return [
        _finished(carol, [Place(carol), Place(dan), Place(bot=_bot(GAME))]),
        _running(
            _opened(alice, "running", _("The old shaft"), [Place(alice), Place(bob), Place(bot=_bot(GAME))]),
            _("Your move. Mind the cave-in!"),
        ),
        _opened(bob, "invitation", _("Bob's rematch"), [Place(bob), Place(address=alice.email)]),
        _opened(dan, "lobby", _("Newcomers welcome"), [Place(dan), Place(bot=_bot(GAME)), Place()]),
        _running(
            _duel(alice, "duel", _("The chapel at dawn"), [Place(alice), Place(bob)], is_public=True),
            _("Your Angel does not frighten me."),
        ),
        _duel(bob, "duel invitation", _("Bob's second duel"), [Place(bob), Place(address=alice.email)]),
        _duel(carol, "duel lobby", _("Carol seeks a first opponent"), [Place(carol), Place()]),
    ]


def address_of(name: str) -> str:
    """Where a demo player is written to."""
    return f"{name.lower()}@{DOMAIN}"


def _offered(language: str) -> str:
    """The language, if there is a translation; else the server's own."""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _player(name: str) -> User:
    zone, language = PEOPLE[name]
    known = User.objects.filter(email=address_of(name)).first()
    return known or User.objects.create_user(
        address_of(name), name, time_zone=zone, language=_offered(language)
    )


def _bot(game: str) -> str:
    return next(iter(BOTS.get(game, {})), RANDOM)


def _opened(host: User, key: str, name: str, places: list[Place], *, is_public: bool = False) -> Match:
    return _made(host, Terms(GAME, name, {}, is_public=is_public, key=f"demo {key}"), places)


def _duel(host: User, key: str, name: str, places: list[Place], *, is_public: bool = False) -> Match:
    """With what a first match begins with: both factions as they come, all in its place."""
    return _made(host, Terms(DUEL, name, FIRST_DUEL, is_public=is_public, key=f"demo {key}"), places)


def _made(host: User, terms: Terms, places: list[Place]) -> Match:
    known = Match.objects.filter(host=host, key=terms.key).first()
    return known or open_match(host, terms, places)


def _running(match: Match, said: str) -> Match:
    """A match that waits for its host, some turns in; what its players said marks that it is theirs now."""
    if match.press.exists():
        return match
    while (match.turn < TURNS[match.game] or _waited_for(match) != match.host_id) and _play_a_turn(match):
        pass
    _drop_old_letters(match)
    others = match.seats.of_people().exclude(user=match.host).select_related("match", "user")
    press.say(others[0], said, None, "demo")
    return match


def _finished(host: User, places: list[Place]) -> Match:
    """A match to leaf through, for everybody."""
    match = _opened(host, "finished", _("The first cave-in"), places, is_public=True)
    while _play_a_turn(match):
        pass
    _drop_old_letters(match)
    return match


def _waited_for(match: Match) -> int | None:
    return match.seats.filter(waiting_since__isnull=False).values_list("user_id", flat=True).first()


def _play_a_turn(match: Match) -> bool:
    """One answer of a person, thought out by a bot and handed in like any other; False if it is over."""
    resolve_all(match.pk)
    match.refresh_from_db()
    seat = match.seats.of_people().filter(waiting_since__isnull=False).select_related("match").first()
    if match.status != Match.Status.RUNNING or match.stuck or seat is None:
        return False
    accept(seat, thought_out(match, seat))
    resolve_all(match.pk)
    match.refresh_from_db()
    return True


def thought_out(match: Match, seat: Seat) -> Wish:
    """What a bot would do in a seat, as its player would hand it in."""
    run = storing.load(match, seats_of(match))
    decision, question = run.decision_for(seat.number), run.decision_id(seat.number)
    if decision is None:
        raise ValueError(f"match {match.pk} waits for seat {seat.number}, which is not asked anything")
    path = make_bot(match.game, _bot(match.game), question).choose(glimpse_of(run, decision))
    return Wish(Order.Kind.ANSWER, Order.Door.WEB, f"demo {question}", path=list(path), question=question)


def _drop_old_letters(match: Match) -> None:
    """Of the past that was played in a second nobody needs mails, but for the last one to each."""
    waiting = OutgoingMail.objects.filter(match=match, state=OutgoingMail.State.WAITING)
    with transaction.atomic():
        last = {mail.seat_id: mail.pk for mail in waiting.order_by("pk")}
        waiting.exclude(pk__in=last.values()).update(
            state=OutgoingMail.State.DROPPED, error="before the demo began", due_at=timezone.now()
        )
