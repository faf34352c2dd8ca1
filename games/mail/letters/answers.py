"""Answers to players' mails: what was understood and what was not."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.translation import gettext as _

from games.mail.confirming import confirm_path
from games.mail.letter import Letter, NotNeeded
from games.mail.letters.common import order_link, own_seat, scene_for, story
from games.mail.writing import one_line
from games.models import IncomingMail, Order, OutgoingMail
from games.services.drafts import offers
from games.services.receipts import ShownReceipt, shown
from games.services.scene import Scene

_MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^<>\s]{1,400}>)", re.IGNORECASE | re.MULTILINE)
_SAFE_ID = re.compile(r"<[!-;=?-~]{1,400}>")
_HEADERS = 64 * 1024


def receipt(mail: OutgoingMail) -> Letter:
    """Line by line what became of the orders in a mail."""
    scene = scene_for(mail)
    order = Order.objects.filter(pk=mail.facts.get("order"), seat=scene.seat).first()
    if order is None or scene.seat is None:
        raise NotNeeded("there is no such order")
    became = shown(order.receipt, scene.names)
    about: dict[str, object] = {
        "headline": _headline(order, became),
        "receipt": became,
        "now": _asked_now(scene),
        "order_link": order_link(scene.seat),
        "seat": scene.seat,
        "outcome": scene.outcome,
        "story": [],
    }
    if became.done and "last" in mail.facts:
        about |= story(scene.story(mail.facts["first"], mail.facts["last"]))
    return Letter(about, scene.match, scene.seat, answers=_id_of(order), is_reply=True)


def _headline(order: Order, became: ShownReceipt) -> str:
    """What became of it, in half a sentence."""
    if order.kind == Order.Kind.TAKE_BACK:
        return _("your last order is taken back.") if became.is_fine else _("nothing could be taken back.")
    if order.kind == Order.Kind.RESIGN:
        return _("you have resigned.") if became.is_fine else _("you could not resign.")
    if became.problem:
        some = _("your orders were carried out up to the first that could not be.")
        return some if became.done else _("none of your orders could be carried out.")
    if became.kept and not became.done:
        return _("your orders are kept until they are asked for.")
    return (
        _("your orders were carried out.")
        if became.done
        else _("your mail was read; nothing had to be done.")
    )


def _asked_now(scene: Scene) -> dict[str, object] | None:
    question = scene.question
    if question is None or not question.is_waited_for:
        return None
    due_at = scene.seat.due_at if scene.seat is not None else None
    return {"prompt": question.prompt, "offers": offers(question), "due_at": due_at}


def _id_of(order: Order) -> str:
    """The Message-ID of the mail that brought an order; orders by mail have its key in theirs."""
    key = order.key.removeprefix("mail ")
    raw = IncomingMail.objects.filter(seat=order.seat_id, key=key).values_list("raw", flat=True).first()
    found = _MESSAGE_ID.search(bytes(raw)[:_HEADERS]) if raw is not None else None
    return _safe_id(found[1].decode("ascii", "replace")) if found else ""


def _safe_id(message_id: str) -> str:
    """What somebody's mail program called its mail, if a header can bear it."""
    return message_id if _SAFE_ID.fullmatch(message_id) else ""


def answer(mail: OutgoingMail) -> Letter:
    """What a command asked for. Muted or not: somebody has just asked."""
    seat = own_seat(mail)
    letter = _words(mail)
    letter.match, letter.seat = seat.match, seat
    letter.about |= {"order_link": order_link(seat), "seat": seat}
    return letter


def help_letter(mail: OutgoingMail) -> Letter:
    """How to play, to somebody who wrote where no order can be taken."""
    return _words(mail)


def _words(mail: OutgoingMail) -> Letter:
    facts = mail.facts
    said = one_line(str(facts.get("subject", ""))) or ""
    about: dict[str, object] = {"text": str(facts.get("text", "")), "replied_to": said.removeprefix("Re: ")}
    return Letter(about, answers=_safe_id(str(facts.get("in_reply_to", ""))), is_reply=True)


def confirm_mail(mail: OutgoingMail) -> Letter:
    """A mail for your seat came from another sender: was it yours?"""
    seat = own_seat(mail)
    incoming = IncomingMail.objects.filter(pk=mail.facts.get("incoming"), seat=seat).first()
    if incoming is None or incoming.state != IncomingMail.State.UNCONFIRMED:
        raise NotNeeded("there is nothing to confirm")
    about: dict[str, object] = {
        "confirm_link": settings.SITE_URL + confirm_path(incoming),
        "received_at": incoming.received_at,
    }
    return Letter(about, seat.match)
