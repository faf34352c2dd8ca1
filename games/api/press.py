"""What players write to each other."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, ClassVar

import msgspec
from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import throttling
from games.api.base import ApiView, answer, idempotency_key
from games.api.openapi import KEY, MATCH, PAGES, operation
from games.api.pagination import Page, one_page
from games.api.problems import BadBody
from games.models import Press, Seat
from games.services import press


class Message(msgspec.Struct):
    """A message; `to` is a seat, or null for everyone."""

    id: int
    from_seat: int
    name: str
    to: int | None
    text: str
    sent_at: datetime


class MessagePage(Page):
    """A page of messages that you may read, the newest first."""

    results: list[Message]


class NewMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A message to everyone, or to one seat."""

    text: Annotated[str, Meta(min_length=1, max_length=press.LONGEST)]
    to: Annotated[int, Meta(ge=1, le=12)] | None = None


_EXAMPLE = Message(185138575963089, 1, "Alice", None, "Good luck!", datetime(2026, 11, 17, 18, tzinfo=UTC))


class PressView(ApiView):
    """The messages of a match."""

    limits: ClassVar = {"POST": throttling.PRESS}

    @operation(
        "listPress",
        "Messages",
        {200: MessagePage(1, None, None, [_EXAMPLE])},
        parameters=[MATCH, *PAGES],
        problems=[403, 404],
    )
    def get(self, request: Request, match: int) -> Response:
        """Messages to everyone, to you and from you; none between others."""
        seat = self.my_seat(match)
        rows = Press.objects.filter(match_id=match).seen_by(seat).select_related("sender", "to")
        found, place = one_page(request, rows.order_by("-pk"))
        return answer(MessagePage(results=[_message(row) for row in found], **place))

    @operation(
        "writePress",
        "Write to everyone or to one player",
        {201: _EXAMPLE},
        takes={"to all": NewMessage("Good luck!"), "to one": NewMessage("Shall we?", 2)},
        parameters=[MATCH, KEY],
        problems=[404, 409, 422],
    )
    def post(self, request: Request, match: int) -> Response:
        """Players are told by email, if they want to be."""
        seat, wanted = self.my_seat(match), self.body(NewMessage)
        row = press.say(seat, wanted.text, _reader(seat, wanted.to), idempotency_key(request))
        return answer(_message(row), 201)


def _reader(seat: Seat, number: int | None) -> Seat | None:
    if number is None:
        return None
    found = Seat.objects.filter(match=seat.match_id, number=number).select_related("user", "match").first()
    if found is None or found.pk == seat.pk:
        raise BadBody(_("there is no other seat {number}").format(number=number))
    return found


def _message(row: Press) -> Message:
    to = row.to.number if row.to is not None else None
    return Message(row.ref, row.sender.number, row.name, to, row.text, row.sent_at.astimezone(UTC))
