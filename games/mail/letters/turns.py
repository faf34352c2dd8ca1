"""The letters a player lives in: what happened, the table, what is asked, how to answer."""

from __future__ import annotations

import logging

from games.engine.save import decode_save
from games.mail.letter import Letter, NotNeeded
from games.mail.letters.common import about_scene, scene_for, story
from games.mail.message import File
from games.models import Match, Order, OutgoingMail
from games.reports.pdf import RenderFailed
from games.reports.pixels import picture_png
from games.services import reports, unsubscribing
from games.services.drafts import draft, examples, offers
from games.services.receipts import ShownReceipt, shown
from games.services.scene import Question, Scene

log = logging.getLogger(__name__)


def turn(mail: OutgoingMail) -> Letter:
    """It is your turn, and what happened since the last letter."""
    if mail.user is not None and not mail.user.mail_turns:
        raise NotNeeded("its reader wants no such mails")
    return _letter(mail, unsubscribing.TURNS)


def report(mail: OutgoingMail) -> Letter:
    """A turn of others is over."""
    if mail.user is not None and not mail.user.mail_every_turn:
        raise NotNeeded("its reader wants no such mails")
    return _letter(mail, unsubscribing.REPORTS)


def started(mail: OutgoingMail) -> Letter:
    """The last seat was taken and others begin; or the reader has taken a seat over."""
    letter = _letter(mail)
    letter.about["took_over"] = bool(mail.facts.get("first"))
    return letter


def finished(mail: OutgoingMail) -> Letter:
    """The final scores, and how to check the dice."""
    match = mail.match
    if match is None or match.status != Match.Status.FINISHED:
        raise NotNeeded("the match goes on")
    letter = _letter(mail)
    letter.about |= {
        "scores": _scores(match, letter),
        "seed": _seed(match),
        "commitment": match.commitment,
    }
    return letter


def _letter(mail: OutgoingMail, category: str = "") -> Letter:
    scene = scene_for(mail)
    facts = mail.facts
    since = facts.get("first", 0), facts.get("last")
    told = story(scene.story(*since), len(scene.story(*since, is_void=True)))
    about = about_scene(scene) | told | _asked(scene, facts.get("question", ""))
    about["turn"] = facts.get("turn", scene.match.turn)
    about["handed_back"] = _handed_back(scene, facts.get("handed_back", 0))
    letter = Letter(about, scene.match, scene.seat, category)
    _attach_picture(mail, letter, scene)
    _attach_report(mail, letter, scene)
    return letter


def _handed_back(scene: Scene, pk: int) -> ShownReceipt | None:
    """What became of orders that were kept, if they have come to a line that cannot be carried out."""
    order = Order.objects.filter(pk=pk, seat=scene.seat).first()
    return shown(order.receipt, scene.names) if order is not None else None


def _asked(scene: Scene, question_id: str) -> dict[str, object]:
    """What is asked, if that is still what the letter was queued for."""
    question = scene.question
    due_at = scene.seat.due_at if scene.seat is not None else None
    if question is None or not question.is_waited_for:
        return {"asked": None, "moved_on": bool(question_id)}
    return {
        "asked": _about_question(question),
        "moved_on": False,
        "question_changed": bool(question_id) and question.id != question_id,
        "due_at": due_at,
    }


def _about_question(question: Question) -> dict[str, object]:
    return {
        "prompt": question.prompt,
        "offers": offers(question),
        "example": examples(question)[0],
        "draft": draft(question),
    }


def _attach_picture(mail: OutgoingMail, letter: Letter, scene: Scene) -> None:
    """The table for those who see it; without it the HTML shows the table as text."""
    try:
        png = picture_png(scene.picture())
    except (RenderFailed, OSError) as why:
        log.warning("mail %s goes without its picture: %s", mail.pk, type(why).__name__)
        return
    name = f"board.{mail.message_id.strip('<>')}"
    letter.files.append(File("board.png", "image/png", png, inline=name))
    letter.about["picture"] = name


def _attach_report(mail: OutgoingMail, letter: Letter, scene: Scene) -> None:
    """D6: a letter goes out whatever becomes of its report, and says so."""
    user = mail.user
    if user is None or not user.mail_pdf:
        return
    facts = mail.facts
    number = int(facts.get("turn", scene.match.turn))
    try:
        made = reports.report_now(scene, number, facts.get("first", 0), facts.get("last"))
        data = reports.content_of(made)
    except (RenderFailed, reports.NoReport, OSError) as why:
        log.warning("mail %s goes without its report: %s", mail.pk, type(why).__name__)
        OutgoingMail.objects.filter(pk=mail.pk).update(without_pdf=True)
        letter.about["without_pdf"] = True
        return
    letter.files.append(File(f"match-{scene.match.pk}-turn-{number}.pdf", "application/pdf", data))
    letter.about["has_pdf"] = True


def _scores(match: Match, letter: Letter) -> list[dict[str, object]]:
    """The best first."""
    scores = {int(number): score for number, score in match.result.get("scores", {}).items()}
    winners = match.result.get("winners", [])
    names = {seat["number"]: seat["name"] for seat in letter.about["seats"]}  # type: ignore[attr-defined]
    return [
        {"name": names.get(number, number), "score": score, "has_won": number in winners}
        for number, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    ]


def _seed(match: Match) -> str:
    """What the dice came from: a secret until the match is over."""
    if match.status != Match.Status.FINISHED or match.save_data is None:
        return ""
    return decode_save(bytes(match.save_data)).seeds.server.hex()
