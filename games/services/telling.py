"""Answers in plain text that every door can give: help, status, previews, receipts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.mail.commands import about_commands
from games.models import Match
from games.services.people import name_of
from games.services.previews import Foretold
from games.services.receipts import ShownReceipt
from games.services.scene import Scene
from games.services.times import moment


def about_help(scene: Scene, words: list[str]) -> str:
    """What can be done now. Raises a PlayerError where the words are not possible."""
    parts = []
    if scene.question is not None:
        parts.append(scene.question.explain(words))
    elif words:
        parts.append(_("Nothing is asked of you now."))
    if not words:
        parts.append(_("Write orders one to a line. Besides orders you can write:") + "\n" + about_commands())
    return "\n\n".join(parts)


def about_status(scene: Scene) -> str:
    """Where the match stands and whom it waits for."""
    match = scene.match
    lines = [
        _("{match}: turn {turn}, {status}.").format(
            match=match.name, turn=match.turn, status=match.get_status_display()
        )
    ]
    if scene.outcome:
        lines.append(scene.outcome)
    if match.paused_at is not None:
        lines.append(_("The match is paused."))
    for seat in scene.access.seats:
        lines.append(f"  {seat.number}. {name_of(seat)}: {_state(scene, seat.number)}")
    if scene.question is not None:
        lines.append(_("You are asked: {prompt}").format(prompt=scene.question.prompt))
    return "\n".join(lines)


def _state(scene: Scene, number: int) -> str:
    seat = next(seat for seat in scene.access.seats if seat.number == number)
    if seat.resigned_at is not None:
        return _("has left")
    if scene.match.status != Match.Status.RUNNING or seat.waiting_since is None or seat.due_at is None:
        return _("not waited for") if scene.match.status == Match.Status.RUNNING else "-"
    return _("to move until {due}").format(due=moment(seat.due_at))


def about_receipt(receipt: ShownReceipt) -> str:
    """What became of orders, line by line."""
    lines = [_("done: {text}").format(text=done["understood"]) for done in receipt.done]
    lines += [
        _("not needed: {text} (the turn was over by then)").format(text=line["text"])
        for line in receipt.needless
    ]
    if receipt.problem:
        lines.append(receipt.problem)
    if receipt.stopped:
        lines.append(_("Stopped, as you wrote."))
    if receipt.rest.strip():
        lines.append(_("Not carried out:") + "\n" + indented(receipt.rest))
    if receipt.kept:
        lines.append(_("Kept for your next question:") + "\n" + indented(receipt.kept))
    if receipt.dropped:
        lines.append(_("Dropped, never played:") + "\n" + indented(receipt.dropped))
    return "\n".join(lines) or _("Nothing was done.")


def about_foretold(foretold: Foretold) -> str:
    """What orders would do."""
    lines = [_("Would happen: {event}").format(event=event) for event in foretold.certain]
    for chance, outcome in foretold.chances:
        lines.append(f"{chance:.0%}: {' '.join(outcome)}")
    if foretold.chances and not foretold.is_exact:
        lines.append(_("(The chances are estimated from many tries.)"))
    if foretold.is_hidden:
        lines.append(_("Then something hidden is seen; from there on nothing is certain."))
    if foretold.receipt is not None and (foretold.receipt.problem or foretold.receipt.rest.strip()):
        lines.append(about_receipt(foretold.receipt))
    lines.append(_("Nothing of this was done: it was a preview."))
    return "\n".join(lines)


def indented(text: str) -> str:
    """Lines that are quoted."""
    return "\n".join(f"  {line}" for line in text.strip().splitlines())
