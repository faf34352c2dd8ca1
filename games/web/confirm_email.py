"""The page where the player in a seat confirms an email that came from another address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.models import Seat
from games.services.seat_emails.mailbox import confirm_token, email_for, seat_of, unconfirmed
from post import inbox
from post.link_owners import is_someone_else, not_yours
from post.models import IncomingEmail


@require_http_methods(["GET", "POST"])
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows what was written, POST does it."""
    email = email_for(token)
    if email is None:
        raise Http404
    seat = seat_of(email)
    if is_someone_else(request, seat.user if seat is not None else None):
        return not_yours(request)
    waits = email.state == IncomingEmail.State.UNCONFIRMED
    if request.method == "POST" and waits:
        inbox.confirm(email)
        return redirect("confirm_mail", token=token)
    seat = seat_of(email)
    context = {
        "mail": email,
        "seat": seat,
        "waits": waits,
        "text": inbox.text_of(email) if waits else "",
        "others": _others(email, seat),
    }
    return render(request, "games/confirm_mail.html", context)


def _others(email: IncomingEmail, seat: Seat | None) -> list[tuple[IncomingEmail, str]]:
    """What else waits for the same player, each with its page: who may confirm one may confirm all."""
    waiting = unconfirmed(seat) if seat is not None else []
    return [(other, confirm_token(other)) for other in waiting if other.pk != email.pk]
