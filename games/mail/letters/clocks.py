"""Letters about what a host did to the clock of a match: why, and what it means for the reader."""

from __future__ import annotations

from games.mail.letter import Letter, NotNeeded
from games.mail.letters.common import clock_rule, order_link, scene_for
from games.models import Match, OutgoingMail
from games.services import keeping, unsubscribing
from games.services.scene import Scene


def paused(mail: OutgoingMail) -> Letter:
    """The match stands still, and why."""
    scene = _scene(mail)
    if scene.match.paused_at is None:
        raise NotNeeded("it goes on again")
    return _letter(mail, scene)


def resumed(mail: OutgoingMail) -> Letter:
    """The match goes on, with other deadlines."""
    scene = _scene(mail)
    if scene.match.paused_at is not None:
        raise NotNeeded("it is paused again")
    return _letter(mail, scene)


def extended(mail: OutgoingMail) -> Letter:
    """The reader has more time."""
    scene = _scene(mail)
    due_at = scene.seat.due_at if scene.seat is not None else None
    if due_at is None or due_at.isoformat() != mail.facts.get("due_at"):
        raise NotNeeded("the deadline has moved since, or its reader has played")
    return _letter(mail, scene)


def rewound(mail: OutgoingMail) -> Letter:
    """The match was wound back while others were on turn."""
    return _letter(mail, _scene(mail))


def _scene(mail: OutgoingMail) -> Scene:
    if mail.user is not None and not mail.user.mail_host_acts:
        raise NotNeeded("its reader wants no such mails")
    scene = scene_for(mail)
    if scene.match.status != Match.Status.RUNNING:
        raise NotNeeded("the match is over")
    return scene


def _letter(mail: OutgoingMail, scene: Scene) -> Letter:
    seat, facts = scene.seat, mail.facts
    about: dict[str, object] = {
        "seat": seat,
        "reason": str(facts.get("reason", "")),
        "hours": facts.get("hours", 0),
        "turn": facts.get("turn", 0),
        "due_at": seat.due_at if seat is not None else None,
        "paused": scene.match.paused_at is not None,
        "waiting": [scene.names[one.number] for one in scene.access.seats if one.waiting_since is not None],
        "kept": keeping.kept(scene).text,
        "clock": clock_rule(scene.match),
        "order_link": order_link(seat) if seat is not None else "",
    }
    return Letter(about, scene.match, seat, unsubscribing.HOST_ACTS)
