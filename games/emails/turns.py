"""The main emails: what happened, the board, the question, how to answer."""

from __future__ import annotations

import logging

from django.utils.translation import gettext as _

from games.emails.about import about_match, about_scene, own_seat, scene_for, site_url, story
from games.engine.play.save import decode_save
from games.models import Match, Order
from games.reports.pdf import RenderFailed
from games.reports.pixels import picture_png
from games.services import fairness, reports
from games.services.scene import Question, Scene
from games.services.stories.receipts import ShownReceipt, shown_receipt
from games.services.texts import draft, examples, offers
from post import size
from post.kinds import EmailContent, NotNeeded
from post.mime import File
from post.models import OutgoingEmail

log = logging.getLogger(__name__)


def turn(email: OutgoingEmail) -> EmailContent:
    """It is your turn, and what happened since the last email."""
    return _content(email)


def report(email: OutgoingEmail) -> EmailContent:
    """Another player's turn is over."""
    return _content(email)


def resent(email: OutgoingEmail) -> EmailContent:
    """The last turn email again, because the reader asked for it; the position is that of now."""
    content = _content(email)
    content.is_reply = True
    return content


def started(email: OutgoingEmail) -> EmailContent:
    """The match has started; or the reader has taken over a seat."""
    content = _content(email)
    content.about["took_over"] = took_over = bool(email.facts.get("first"))
    if took_over:
        content.title = _("{match}: you have taken over a seat").format(**content.subject)
    return content


def finished(email: OutgoingEmail) -> EmailContent:
    """The final scores, and how to check the dice."""
    content = _content(email)
    match = own_seat(email).match
    if match.status != Match.Status.FINISHED:
        raise NotNeeded("the match goes on")
    content.about |= {
        "scores": _scores(match, content),
        "seed": _seed(match),
        "commitment": match.commitment,
    }
    return content


def _content(email: OutgoingEmail) -> EmailContent:
    scene = scene_for(email)
    facts = email.facts
    since = facts.get("first", 0), facts.get("last")
    told = story(scene.story(*since), len(scene.story(*since, is_void=True)))
    about = about_scene(scene) | told | _asked(scene, facts.get("question", ""))
    about["turn"] = scene.match.turn  # of the board below it, not of when the email was queued
    about["head"] = fairness.head(scene.match, facts.get("last"))
    about["handed_back"] = _handed_back(scene, facts.get("handed_back", 0))
    content = about_match(about, scene.match, scene.seat)
    report = _report(email, content, scene)
    _attach_picture(email, content, scene, report)
    _attach_report(content, scene, report)
    return content


def _handed_back(scene: Scene, pk: int) -> ShownReceipt | None:
    """The result of kept orders that have come to a line that cannot be carried out."""
    order = Order.objects.filter(pk=pk, seat=scene.seat).first()
    return shown_receipt(order.receipt, scene.names) if order is not None else None


def _asked(scene: Scene, question_id: str) -> dict[str, object]:
    """The question, if it is still the one that the email was queued for."""
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


def _attach_picture(email: OutgoingEmail, content: EmailContent, scene: Scene, report: bytes) -> None:
    """The board as a picture, taken from the report; without it the HTML shows the board as text."""
    if not size.may_show(email):
        return
    try:
        png = picture_png(scene.picture(), report)
    except (RenderFailed, OSError) as why:
        log.warning("email %s goes without its picture: %s", email.pk, type(why).__name__)
        return
    name = f"board.{email.message_id.strip('<>')}"
    content.files.append(File("board.png", "image/png", png, inline=name))
    content.about["picture"] = name


def _report(email: OutgoingEmail, content: EmailContent, scene: Scene) -> bytes:
    """D6: an email goes out even if its report fails, and says so."""
    user, facts = email.user, email.facts
    if user is None or not user.mail_pdf:
        return b""
    turn = int(content.about["turn"])  # type: ignore[call-overload]
    if not size.may_attach(email):
        content.about["pdf_link"] = site_url("turn_report", scene.match.pk, turn)
        return b""
    try:
        made = reports.report_now(scene, turn, facts.get("first", 0), facts.get("last"))
        return reports.content_of(made)
    except (RenderFailed, reports.NoReport, OSError) as why:
        log.warning("email %s goes without its report: %s", email.pk, type(why).__name__)
        OutgoingEmail.objects.filter(pk=email.pk).update(without_pdf=True)
        content.about["without_pdf"] = True
        return b""


def _attach_report(content: EmailContent, scene: Scene, report: bytes) -> None:
    if report:
        name = f"match-{scene.match.pk}-turn-{content.about['turn']}.pdf"
        content.files.append(File(name, "application/pdf", report))
        content.about["has_pdf"] = True


def _scores(match: Match, content: EmailContent) -> list[dict[str, object]]:
    """The best first."""
    scores = {int(number): score for number, score in match.result.get("scores", {}).items()}
    winners = match.result.get("winners", [])
    names = {seat["number"]: seat["name"] for seat in content.about["seats"]}  # type: ignore[attr-defined]
    return [
        {"name": names.get(number, number), "score": score, "has_won": number in winners}
        for number, score in sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    ]


def _seed(match: Match) -> str:
    """The seed of the dice: a secret until the match is over."""
    if match.status != Match.Status.FINISHED or match.save_data is None:
        return ""
    return decode_save(bytes(match.save_data)).seeds.server.hex()
