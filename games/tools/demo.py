"""A demo: four players, matches in their middle, some to join, invitations, and one that is over."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.bots.glimpse import glimpse_of
from games.bots.registry import BOTS, RANDOM, make_bot
from games.engine.contract.engine import Setting
from games.models import Match, Order, Seat
from games.services import press, storage
from games.services.access import seats_of
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.resolve import resolve_all
from post.models import OutgoingEmail

DOMAIN = "demo.example"  # no email can ever reach it
PEOPLE = {
    "Alice": ("Europe/Warsaw", "en"),
    "Bob": ("America/New_York", "en"),
    "Carol": ("Europe/Berlin", "de"),
    "Dan": ("Asia/Tokyo", "pl"),
}
# Played before the visitor comes: nothing is decided yet.
TURNS = {"scrappers": 8, "edge": 2, "dreamblade": 4}
TEAM_TURNS = 1  # four armies are deployed by then, which is enough to look at
# With what a first match begins: in The Edge both factions as they come, all in its place.
FIRST: dict[str, dict[str, Setting]] = {"edge": {"preset": True, "beginner": True}}


def make_demo() -> list[Match]:
    """What a newcomer finds. Made once: whatever is there already is left as it is."""
    if not settings.DEBUG:
        raise Refused(_("the demo is for trying things out, not for a server that people play on"))
    people = [_player(name) for name in PEOPLE]
    return [*_mines(*people), *_duels(*people), *_dreams(*people)]


def _mines(alice: User, bob: User, carol: User, dan: User) -> list[Match]:
    game = "scrappers"
    bot = Place(bot=_bot(game))
    return [
        _finished(
            _opened(
                carol, game, "finished", _("The first cave-in"), [Place(carol), Place(dan), bot], seen=True
            )
        ),
        _running(
            _opened(alice, game, "running", _("The old shaft"), [Place(alice), Place(bob), bot]),
            _("Your move. Mind the cave-in!"),
        ),
        _opened(bob, game, "invitation", _("Bob's rematch"), [Place(bob), Place(address=alice.email)]),
        _opened(dan, game, "lobby", _("Newcomers welcome"), [Place(dan), bot, Place()]),
    ]


def _duels(alice: User, bob: User, carol: User, dan: User) -> list[Match]:
    game = "edge"
    return [
        _running(
            _opened(alice, game, "duel", _("The chapel at dawn"), [Place(alice), Place(bob)], seen=True),
            _("Your Angel does not frighten me."),
        ),
        _running(
            _opened(
                alice,
                game,
                "teams",
                _("Two against two"),
                [Place(alice), Place(bob), Place(carol), Place(dan)],
                seen=True,
                more={"teams": True},
            ),
            _("Carol and you will need luck."),
            TEAM_TURNS,
        ),
        _opened(
            bob, game, "duel invitation", _("Bob's second duel"), [Place(bob), Place(address=alice.email)]
        ),
        _opened(carol, game, "duel lobby", _("Carol seeks a first opponent"), [Place(carol), Place()]),
    ]


def _dreams(alice: User, bob: User, carol: User, dan: User) -> list[Match]:
    game = "dreamblade"
    return [
        _finished(
            _opened(
                dan, game, "dream finished", _("A dream of last week"), [Place(dan), Place(carol)], seen=True
            )
        ),
        _running(
            _opened(alice, game, "dream", _("The dreamscape"), [Place(alice), Place(bob)], seen=True),
            _("Sleep well. My portal is open."),
        ),
        _opened(bob, game, "dream lobby", _("Who dreams with Bob?"), [Place(bob), Place()]),
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


def _opened(
    host: User,
    game: str,
    key: str,
    name: str,
    places: list[Place],
    *,
    seen: bool = False,
    more: Mapping[str, Setting] | None = None,
) -> Match:
    """Opened once; `seen`: by everyone."""
    options = {**FIRST.get(game, {}), **(more or {})}
    terms = Terms(game, name, options, is_public=seen, key=f"demo {key}")
    return Match.objects.filter(host=host, key=terms.key).first() or open_match(host, terms, places)


def _running(match: Match, said: str, turns: int | None = None) -> Match:
    """A match that waits for its host, some turns in; what its players said marks that it is theirs now."""
    if match.press.exists():
        return match
    turns = TURNS[match.game] if turns is None else turns
    while (match.turn < turns or _waited_for(match) != match.host_id) and _play_a_turn(match):
        pass
    _drop_old_emails(match)
    others = match.seats.of_people().exclude(user=match.host).select_related("match", "user")
    press.say(others[0], said, None, "demo")
    return match


def _finished(match: Match) -> Match:
    """A match to leaf through, for everyone."""
    while _play_a_turn(match):
        pass
    _drop_old_emails(match)
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


def thought_out(match: Match, seat: Seat) -> NewOrder:
    """What a bot would do in a seat, as its player would hand it in."""
    run = storage.load(match, seats_of(match))
    decision, question = run.decision_for(seat.number), run.decision_id(seat.number)
    if decision is None:
        raise ValueError(f"match {match.pk} waits for seat {seat.number}, which is not asked anything")
    path = make_bot(match.game, _bot(match.game), question).choose(glimpse_of(run, decision))
    return NewOrder(Order.Kind.ANSWER, Order.Door.WEB, f"demo {question}", path=list(path), question=question)


def _drop_old_emails(match: Match) -> None:
    """Of the past that was played in a second nobody needs emails, but for the last one to each."""
    waiting = OutgoingEmail.objects.filter(conversation=match.pk, state=OutgoingEmail.State.WAITING)
    with transaction.atomic():
        last = {mail.mailbox: mail.pk for mail in waiting.order_by("pk")}
        waiting.exclude(pk__in=last.values()).update(
            state=OutgoingEmail.State.DROPPED, error="before the demo began", due_at=timezone.now()
        )
