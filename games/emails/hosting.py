"""Emails about what a host or an absence did to the clock of a match, and what it means for the reader."""

from __future__ import annotations

from games.emails.about import about_match, clock_rule, order_link, scene_for
from games.models import Match
from games.services import absences, orders
from games.services.scene import Scene
from post.kinds import EmailContent, NotNeeded
from post.models import OutgoingEmail


def paused(email: OutgoingEmail) -> EmailContent:
    """The match is paused, and why."""
    scene = _scene(email)
    if scene.match.paused_at is None:
        raise NotNeeded("it goes on again")
    return _content(email, scene)


def resumed(email: OutgoingEmail) -> EmailContent:
    """The match resumes, with new deadlines."""
    scene = _scene(email)
    if scene.match.paused_at is not None:
        raise NotNeeded("it is paused again")
    return _content(email, scene)


def extended(email: OutgoingEmail) -> EmailContent:
    """The reader has more time."""
    scene = _scene(email)
    due_at = scene.seat.due_at if scene.seat is not None else None
    if due_at is None or due_at.isoformat() != email.facts.get("due_at"):
        raise NotNeeded("the deadline has moved since, or its reader has played")
    return _content(email, scene)


def absent(email: OutgoingEmail) -> EmailContent:
    """The match waits for a player who is absent."""
    scene = _scene(email)
    seat = next((one for one in scene.access.seats if one.pk == email.facts.get("seat")), None)
    days = absences.days_for(seat, email.facts.get("absence"), email.user)
    if seat is None or not days or seat.waiting_since is None:
        raise NotNeeded("nobody waits for the player any more")
    name = scene.names[seat.number]
    content = _content(email, scene)
    content.about |= {
        "player": name,
        "days": days,
        "their_due_at": seat.due_at,
    }
    content.subject["name"] = name
    return content


def rewound(email: OutgoingEmail) -> EmailContent:
    """The match was rewound."""
    return _content(email, _scene(email))


def _scene(email: OutgoingEmail) -> Scene:
    scene = scene_for(email)
    if scene.match.status != Match.Status.RUNNING:
        raise NotNeeded("the match is over")
    return scene


def _content(email: OutgoingEmail, scene: Scene) -> EmailContent:
    seat, facts = scene.seat, email.facts
    about: dict[str, object] = {
        "seat": seat,
        "reason": str(facts.get("reason", "")),
        "hours": facts.get("hours", 0),
        "turn": facts.get("turn", 0),
        "due_at": seat.due_at if seat is not None else None,
        "paused": scene.match.paused_at is not None,
        "waiting": [scene.names[one.number] for one in scene.access.seats if one.waiting_since is not None],
        "kept": orders.kept(scene).text,
        "clock": clock_rule(scene.match),
        "order_link": order_link(seat) if seat is not None else "",
    }
    return about_match(about, scene.match, seat)
