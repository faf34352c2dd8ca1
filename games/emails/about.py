"""What emails about a match have in common."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, Seat
from games.services import access
from games.services.access import REPLY, Access, seat_secret, seats_of
from games.services.engines import ENGINES
from games.services.scene import Scene, scene_of
from games.services.seat_emails.mailbox import mute_link, seat_of
from games.services.stories.told import Told
from games.services.texts import by_turn, seat_state
from post.headers import SITE_NAME
from post.kinds import Conversation, EmailContent, NotNeeded
from post.models import OutgoingEmail

LONGEST_STORY = 200  # sentences; the rest is on the match page


def own_seat(email: OutgoingEmail) -> Seat:
    """The seat that the email is about, if its reader still plays there."""
    seat = seat_of(email)
    if seat is None or email.user is None or seat.user_id != email.user.pk:
        raise NotNeeded("the seat has a new player")
    return seat


def scene_for(email: OutgoingEmail) -> Scene:
    """The match as the reader may know it."""
    seat = own_seat(email)
    if seat.is_muted:
        raise NotNeeded("its reader has muted this match")
    seats = seats_of(seat.match)
    return scene_of(Access(seats[0].match, seats, next(one for one in seats if one.pk == seat.pk)))


def about_match(about: dict[str, object], match: Match, seat: Seat | None = None) -> EmailContent:
    """An email in the thread of a match; with a seat, one that its player can reply to."""
    engine = ENGINES[match.game]
    common: dict[str, object] = {
        "match": match,
        "game_title": engine.title,
        "ink": engine.ink,
        "match_link": site_url("match", match.pk),
        "mute_link": mute_link(seat) if seat is not None else "",
    }
    return EmailContent(
        common | about,
        subject={"match": match.name},
        conversation=Conversation(f"match.{match.pk}", _short(engine.title), _neutral_subject(match)),
        reply_token=seat_secret(REPLY, seat) if seat is not None else "",
    )


def _short(title: str) -> str:
    """The name of a game without its subtitle: Gmail breaks "On Monday … wrote:" where a name is long."""
    return title.partition(":")[0]


def _neutral_subject(match: Match) -> str:
    return _("Your match {number} at {site}").format(number=match.pk, site=SITE_NAME)


def site_url(name: str, *args: object) -> str:
    """The address of a page, as an email needs it."""
    return settings.SITE_URL + reverse(name, args=args)


def order_link(seat: Seat) -> str:
    """Where the reader answers while asked, without signing in; else the match page."""
    if seat.waiting_since is None:
        return site_url("match", seat.match_id)
    return site_url("seat_link", access.link_token(seat))


def about_scene(scene: Scene) -> dict[str, object]:
    """Board, players and clock."""
    seat, is_running = scene.seat, scene.match.status == Match.Status.RUNNING
    return {
        "board": scene.board(),
        "seats": [about_seat(scene, one) for one in scene.access.seats],
        "clock": clock_rule(scene.match),
        "paused": scene.match.paused_at is not None,
        "order_link": order_link(seat) if seat is not None and is_running else "",
        "seat": seat,
        "outcome": scene.outcome,
    }


def about_seat(scene: Scene, seat: Seat) -> dict[str, object]:
    """A line of the list of players."""
    return {
        "number": seat.number,
        "name": scene.names[seat.number],
        "is_reader": seat.number == scene.number,
        "is_ally": seat in scene.access.allies,
        "state": seat_state(scene.match, seat),
    }


def clock_rule(match: Match) -> str:
    """What happens after a deadline, in one sentence."""
    rule = {
        Match.Lateness.DEFAULT: _("standing orders and the game's defaults play the rest of that turn"),
        Match.Lateness.BOT: _("a bot plays the rest of that turn"),
        Match.Lateness.RESIGN: _("the player loses the seat"),
    }[Match.Lateness(match.lateness)]
    told = _("Each player has {hours} hours per turn. When a deadline passes, {rule}.")
    waits = _("While a player is absent, the deadline waits, for up to {days} days a year.")
    return " ".join(
        [told.format(hours=match.turn_hours, rule=rule)]
        + ([waits.format(days=match.absence_days)] if match.absence_days else [])
    )


def story(told: Sequence[Told], wound_back: int = 0) -> dict[str, object]:
    """What happened lately, turn by turn; what a rewind has undone is only counted."""
    kept = told[-LONGEST_STORY:]
    parts = by_turn(kept)
    return {
        "story": [{"turn": turn, "paragraphs": paragraphs} for turn, paragraphs in parts],
        "story_has_turns": len(parts) > 1,
        "story_cut": len(told) - len(kept),
        "story_wound_back": wound_back,
    }
