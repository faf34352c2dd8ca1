"""What the games keep about a user: exported, forgotten with the account; secrets made new on request."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from accounts.services.spreadsheet import table
from games.models import Match, Order, Press, Report, SavedRoster, Seat
from games.services import invitations
from games.services.access import names_of
from games.services.history import taken_over
from games.services.matches.end import withdraw
from games.services.seat_emails import mailbox
from games.services.seat_emails.news import TURN
from games.services.stories.receipts import shown_receipt
from post import inbox

_HEAD = ("match", "name", "game", "status", "seat", "players", "turn", "started", "finished", "won")
_OF_A_PERSON = ["user", "nonce", "invited", "reminder_at", "agreed_at", "is_muted", "seed", "seed_at"]


class GamesHolder:
    """See accounts.personal_data.Holder."""

    def summary(self, user: User) -> Mapping[str, Any]:
        running = Seat.objects.filter(user=user, match__status=Match.Status.RUNNING)
        return {"running": running.count()}

    def export(self, user: User) -> Mapping[str, Any]:
        return {
            "matches": [_match(seat) for seat in _seats(user)],
            "hosted_matches": list(user.hosted_matches.order_by("pk").values("id", "name", "created_at")),
            "decks": _decks(user),
        }

    def files(self, user: User) -> Mapping[str, str]:
        # With its mark, spreadsheets see that it is UTF-8.
        return {"matches.csv": "\ufeff" + table(_HEAD, [_row(seat) for seat in _seats(user)])}

    def hand_over(self, guest: User, user: User) -> None:
        SavedRoster.objects.filter(owner=guest).exclude(name__in=_names_of_rosters(user)).update(owner=user)
        Match.objects.filter(host=guest).update(host=user)
        for seat in Seat.objects.filter(user=guest):
            Seat.objects.filter(pk=seat.pk).update(
                user=user, nonce=new_nonce(), is_muted=seat.match.is_tutorial
            )

    def forget(self, user: User) -> None:
        if user.is_guest:  # who played with bots alone
            Match.objects.filter(host=user).delete()
        for match in Match.objects.filter(host=user, status=Match.Status.OPEN):
            withdraw(match, user)
        reports = _forget_reports(user)
        inbox.forget(user.email, list(Seat.objects.filter(user=user).values_list("pk", flat=True)))
        _forget_in_matches(user)
        transaction.on_commit(lambda: _delete_files(reports), robust=True)


def _names_of_rosters(user: User) -> QuerySet[SavedRoster, str]:
    return SavedRoster.objects.filter(owner=user).values_list("name", flat=True)


def _seats(user: User) -> list[Seat]:
    return list(Seat.objects.filter(user=user).select_related("match", "user").order_by("pk"))


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
    """When the player took the seat over from someone else; None for its first player."""
    row = taken_over(seat)
    return row.told_at if row is not None else None


def _order(order: Order, names: Mapping[int, str]) -> dict[str, Any]:
    receipt = shown_receipt(order.receipt, names)
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


def _forget_in_matches(user: User) -> None:
    for seat in Seat.objects.filter(user=user).select_related("match"):
        with translation.override(settings.LANGUAGE_CODE):
            name = _("former player {number}").format(number=seat.number)
        Press.objects.filter(sender=seat).update(name=name)
        # The next player must not share the seat's secrets.
        seat.user, seat.nonce, seat.invited = None, new_nonce(), ""
        seat.reminder_at, seat.agreed_at, seat.is_muted = None, None, False
        if seat.match.status == Match.Status.OPEN:
            seat.seed, seat.seed_at = b"", None  # its next player brings another
        seat.save(update_fields=_OF_A_PERSON)


def _forget_reports(user: User) -> list[str]:
    """Reports name the players: those of the user's matches are made again when needed."""
    reports = Report.objects.filter(match__seats__user=user).distinct()
    files = [report.file.name for report in reports if report.file.name]
    Report.objects.filter(pk__in=[report.pk for report in reports]).delete()
    return files


def _delete_files(names: list[str]) -> None:
    for name in names:
        Report._meta.get_field("file").storage.delete(name)


def renew_secrets(sender: Any, user: User, former: str, **more: Any) -> None:
    """Called when a user signs out everywhere or moves; a player who is asked gets the question again."""
    seats = list(Seat.objects.filter(user=user).select_related("match", "user"))
    _new_nonces(seats)
    mailbox.end_confirmations(seats)
    for seat in seats:
        if seat.match.status == Match.Status.RUNNING and seat.waiting_since is not None:
            _ask_again(seat)
    _invite_again(_invited(former or user.email), user)


def _new_nonces(seats: list[Seat]) -> None:
    for seat in seats:
        seat.nonce = new_nonce()
    Seat.objects.bulk_update(seats, ["nonce"], batch_size=200)


def _ask_again(seat: Seat) -> None:
    """The emails that the player has cannot be answered any more; one that waits will carry new secrets."""
    if mailbox.unsent(seat).filter(kind=TURN).exists():
        return
    facts = {"first": seat.told, "last": seat.told, "turn": seat.match.turn, "question": ""}
    mailbox.queue_for_seat(TURN, seat, f"{TURN} {seat.pk} again {seat.nonce}", facts)


def _invited(address: str) -> QuerySet[Seat]:
    return Seat.objects.filter(invited=address, user=None, match__status=Match.Status.OPEN)


def _invite_again(seats: QuerySet[Seat], user: User) -> None:
    for seat in seats.select_related("match"):
        mailbox.drop_unsent(seat, "the invitation was renewed")
        seat.invited, seat.nonce = user.email, new_nonce()
        seat.save(update_fields=["invited", "nonce"])
        invitations.send_invitation(seat)
