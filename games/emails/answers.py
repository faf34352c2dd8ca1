"""Answers to players' emails: what was understood and what was not."""

from __future__ import annotations

import re

from django.db.models import Q
from django.utils.translation import gettext as _

from games.emails.about import about_match, order_link, own_seat, scene_for, site_url, story
from games.models import Order
from games.services.commands.held import held_lines, line_in_doubt, prose_of
from games.services.scene import Scene
from games.services.seat_emails.mailbox import confirm_token, last_answer
from games.services.stories.receipts import ShownReceipt, shown_receipt
from games.services.texts import offers
from post.headers import SITE_NAME
from post.kinds import EmailContent, NotNeeded
from post.models import IncomingEmail, OutgoingEmail
from post.text import one_line

_MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^<>\s]{1,400}>)", re.IGNORECASE | re.MULTILINE)
_SAFE_ID = re.compile(r"<[!-;=?-~]{1,400}>")
_HEADERS = 64 * 1024
_HEAD_END = re.compile(rb"\r?\n\r?\n")


def receipt(email: OutgoingEmail) -> EmailContent:
    """The result of the orders in an email, line by line."""
    scene = scene_for(email)
    order = Order.objects.filter(pk=email.facts.get("order"), seat=scene.seat).first()
    if order is None or scene.seat is None:
        raise NotNeeded("there is no such order")
    became = shown_receipt(order.receipt, scene.names)
    about: dict[str, object] = {
        "headline": _headline(order, became),
        "receipt": became,
        "prose": prose_of(order),
        "is_in_doubt": line_in_doubt(order) is not None,
        "held": held_lines(order),
        "last_answer": last_answer() if email.facts.get("is_last_answer") else "",
        "now": _asked_now(scene),
        "order_link": order_link(scene.seat),
        "seat": scene.seat,
        "outcome": scene.outcome,
        "story": [],
    }
    if became.done and "last" in email.facts:
        about |= story(scene.story(email.facts["first"], email.facts["last"]))
    content = about_match(about, scene.match, scene.seat)
    content.answers, content.is_reply = _id_of(order), True
    return content


def _headline(order: Order, became: ShownReceipt) -> str:
    """The result, in half a sentence."""
    if order.kind == Order.Kind.TAKE_BACK:
        return (
            _("your last order has been taken back.")
            if became.is_fine
            else _("there was nothing to take back.")
        )
    if order.kind == Order.Kind.RESIGN:
        return _("you have resigned.") if became.is_fine else _("you could not resign.")
    if line_in_doubt(order) is not None:
        some = _("some of your orders have not been played.")
        return some if became.done else _("your orders have not been played.")
    if became.problem:
        some = _("your orders were carried out up to the first one that was not possible.")
        return some if became.done else _("none of your orders could be carried out.")
    if became.kept and not became.done:
        return _("your orders are kept until it is your turn.")
    return _("your orders were carried out.") if became.done else _("your email had no orders in it.")


def _asked_now(scene: Scene) -> dict[str, object] | None:
    question = scene.question
    if question is None or not question.is_waited_for:
        return None
    due_at = scene.seat.due_at if scene.seat is not None else None
    return {"prompt": question.prompt, "offers": offers(question), "due_at": due_at}


def _id_of(order: Order) -> str:
    """The Message-ID of the email that brought an order; such an order has the email's key in its own."""
    name = order.key.removeprefix("mail ")
    emails = IncomingEmail.objects.filter(Q(content=name) | Q(key=name), mailbox=order.seat_id)
    raw = emails.values_list("raw", flat=True).first()
    found = _MESSAGE_ID.search(_HEAD_END.split(bytes(raw)[:_HEADERS], 1)[0]) if raw is not None else None
    return _safe_id(found[1].decode("ascii", "replace")) if found else ""


def _safe_id(message_id: str) -> str:
    """The id that someone's email program gave an email, if a header can carry it."""
    return message_id if _SAFE_ID.fullmatch(message_id) else ""


def answer(email: OutgoingEmail) -> EmailContent:
    """What a command asked for, even if the match is muted."""
    seat = own_seat(email)
    words = _words(email)
    content = about_match(words.about | {"order_link": order_link(seat), "seat": seat}, seat.match, seat)
    content.title, content.answers, content.is_reply = words.title, words.answers, True
    if not words.about["replied_to"]:
        content.title = f"Re: {seat.match.name}"
    return content


def help_email(email: OutgoingEmail) -> EmailContent:
    """How to play, to someone who wrote where no order can be accepted."""
    return _words(email)


def _words(email: OutgoingEmail) -> EmailContent:
    facts = email.facts
    said = one_line(str(facts.get("subject", ""))) or ""
    replied_to = said.removeprefix("Re: ")
    return EmailContent(
        {"text": str(facts.get("text", "")), "replied_to": replied_to},
        title=f"Re: {replied_to or SITE_NAME}",
        answers=_safe_id(f"<{str(facts.get('in_reply_to', '')).strip('<>')}>"),
        is_reply=True,
    )


def confirm_mail(email: OutgoingEmail) -> EmailContent:
    """An email for your seat came from another sender: was it yours?"""
    seat = own_seat(email)
    incoming = IncomingEmail.objects.filter(pk=email.facts.get("incoming"), mailbox=seat.pk).first()
    if incoming is None or incoming.state != IncomingEmail.State.UNCONFIRMED:
        raise NotNeeded("there is nothing to confirm")
    about: dict[str, object] = {
        "confirm_link": site_url("confirm_mail", confirm_token(incoming)),
        "received_at": incoming.received_at,
    }
    return about_match(about, seat.match)
