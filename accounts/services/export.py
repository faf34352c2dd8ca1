"""All that the server keeps of one user, for that user alone."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from accounts.services.people import PROFILE, WISHES
from accounts.services.spreadsheet import table
from accounts.services.tokens import tokens_of
from games.engine.events import TAKEN_OVER, Event
from games.models import EventRow, Order, Press, SavedRoster, Seat
from games.services.people import names_of
from games.services.receipts import shown

_HEAD = ("match", "name", "game", "status", "seat", "players", "turn", "started", "finished", "won")


def archive(user: User) -> bytes:
    """A zip file: the account as JSON, and the matches once more as a table."""
    seats = list(Seat.objects.filter(user=user).select_related("match", "user").order_by("pk"))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        data = {"account": _account(user), "matches": [_match(seat) for seat in seats], "decks": _decks(user)}
        packed.writestr("account.json", json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
        # With its mark, spreadsheets see that it is UTF-8.
        packed.writestr("matches.csv", "\ufeff" + table(_HEAD, [_row(seat) for seat in seats]))
    return out.getvalue()


def _account(user: User) -> dict[str, Any]:
    kept = {name: getattr(user, name) for name in ("email", *PROFILE, *WISHES, "date_joined", "last_login")}
    tokens = [{"name": token.name, "created": token.created} for token in tokens_of(user)]
    return kept | {
        "has_password": user.has_usable_password(),
        "api_tokens": tokens,
        "hosted_matches": list(user.hosted_matches.order_by("pk").values("id", "name", "created_at")),
    }


def _decks(user: User) -> list[dict[str, Any]]:
    saved = SavedRoster.objects.filter(owner=user).order_by("pk")
    return [
        {"game": one.game, "name": one.name, "data": one.data, "changed_at": one.changed_at} for one in saved
    ]


def _match(seat: Seat) -> dict[str, Any]:
    since = held_since(seat)
    names = names_of(seat.match.seats.select_related("user", "match"))
    orders = seat.orders.exclude(door=Order.Door.CLOCK).order_by("pk")
    press = seat.press_sent.order_by("pk")
    if since is not None:
        orders, press = orders.filter(received_at__gte=since), press.filter(sent_at__gte=since)
    return {
        "id": seat.match_id,
        "name": seat.match.name,
        "game": seat.match.game,
        "status": seat.match.status,
        "seat": seat.number,
        "since": since,
        "standing_orders": seat.standing,
        "orders": [_order(order, names) for order in orders],
        "press": [_message(message, names) for message in press.select_related("to")],
    }


def held_since(seat: Seat) -> datetime | None:
    """When its player took a seat over from another; None if nobody sat there before."""
    since = None
    for row in EventRow.objects.filter(match=seat.match_id).only("data", "told_at"):
        event = msgspec.msgpack.decode(bytes(row.data), type=Event)
        if event.key == TAKEN_OVER and event.values.get("seat") == seat.number:
            since = row.told_at
    return since


def _order(order: Order, names: Mapping[int, str]) -> dict[str, Any]:
    receipt = shown(order.receipt, names)
    return {
        "kind": order.kind,
        "door": order.door,
        "text": order.text,
        "answer": order.path,
        "received_at": order.received_at,
        "played_at": order.played_at,
        "turn": order.turn,
        "done": [done["understood"] for done in receipt.done],
        "problem": receipt.problem,
        "not_carried_out": receipt.rest,
    }


def _message(message: Press, names: Mapping[int, str]) -> dict[str, Any]:
    to = names.get(message.to.number) if message.to is not None else None
    return {"sent_at": message.sent_at, "to": to, "text": message.text}


def _row(seat: Seat) -> tuple[object, ...]:
    match = seat.match
    others = names_of(match.seats.select_related("user", "match")).values()
    won = seat.number in match.result.get("winners", []) if match.result else ""
    return (
        match.pk,
        match.name,
        match.game,
        match.status,
        seat.number,
        ", ".join(others),
        match.turn,
        _day(match.started_at),
        _day(match.finished_at),
        won,
    )


def _day(at: datetime | None) -> str:
    return at.isoformat(timespec="minutes") if at is not None else ""
