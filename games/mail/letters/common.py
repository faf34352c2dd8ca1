"""What letters about a match have in common."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.mail.letter import NotNeeded
from games.mail.thread import site_url
from games.models import Match, OutgoingMail, Seat
from games.services.access import LINK, Access, seat_secret, seats_of
from games.services.scene import Scene, Told, scene_of
from games.services.stories import by_turn
from games.services.times import moment

LONGEST_STORY = 200  # sentences; whoever was away for weeks finds the rest on the match's page


def own_seat(mail: OutgoingMail) -> Seat:
    """The seat that the letter is about, if its reader still sits in it."""
    if mail.seat is None or mail.user is None or mail.seat.user_id != mail.user.pk:
        raise NotNeeded("the seat has changed hands")
    return mail.seat


def scene_for(mail: OutgoingMail) -> Scene:
    """The match as the reader may know it."""
    seat = own_seat(mail)
    if seat.is_muted:
        raise NotNeeded("its reader wants no mails about this match")
    seats = seats_of(seat.match)
    return scene_of(Access(seats[0].match, seats, next(one for one in seats if one.pk == seat.pk)))


def order_link(seat: Seat) -> str:
    """The order page of a seat, for whoever holds the letter."""
    return site_url("seat_link", seat_secret(LINK, seat))


def about_scene(scene: Scene) -> dict[str, object]:
    """Table, players and clock."""
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
        "state": _state(scene, seat),
    }


def _state(scene: Scene, seat: Seat) -> str:
    if seat.resigned_at is not None:
        return _("has left")
    if scene.match.status != Match.Status.RUNNING or seat.waiting_since is None:
        return ""
    return _("to play until {due}").format(due=moment(seat.due_at)) if seat.due_at else _("to play")


def clock_rule(match: Match) -> str:
    """What happens after a deadline, in one sentence."""
    rule = {
        Match.Lateness.DEFAULT: _("standing orders and the game's defaults answer for the rest of that turn"),
        Match.Lateness.BOT: _("a bot plays the rest of that turn"),
        Match.Lateness.RESIGN: _("the seat is given up"),
    }[Match.Lateness(match.lateness)]
    told = _("Each player has {hours} hours for a turn; when a deadline passes, {rule}.")
    return told.format(hours=match.turn_hours, rule=rule)


def story(told: Sequence[Told], wound_back: int = 0) -> dict[str, object]:
    """What happened, turn by turn, the newest of it; what was wound back meanwhile is only counted."""
    kept = told[-LONGEST_STORY:]
    parts = by_turn(kept)
    return {
        "story": [{"turn": turn, "paragraphs": paragraphs} for turn, paragraphs in parts],
        "story_has_turns": len(parts) > 1,
        "story_cut": len(told) - len(kept),
        "story_wound_back": wound_back,
    }
