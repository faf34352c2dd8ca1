"""The pages of the mail room: every mailbox of a demo, its emails, and a form to answer them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from post import mailboxes
from post.models import IncomingEmail, RoomEmail
from post.room.messages import RoomMessage

SHOWN = 200  # emails of a mailbox
# An email may show what it brings along, and lead elsewhere when its reader clicks; it may do nothing else.
EMAIL_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups"
)

View = Callable[..., HttpResponse]


def only_in_demos(view: View) -> View:
    """Changing the setting of a running server closes the room at once."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        if not settings.MAIL_ROOM:
            raise Http404
        return view(request, *args, **named)

    return guarded


@only_in_demos
@never_cache
@require_safe
def mail_room(request: HttpRequest) -> HttpResponse:
    """All mailboxes, the one with the newest email first."""
    boxes = RoomEmail.objects.values("address").annotate(emails=Count("pk"), newest=Max("pk"))
    newest = RoomEmail.objects.in_bulk([box["newest"] for box in boxes])
    shown = [
        {**box, "newest": newest[box["newest"]]} for box in sorted(boxes, key=lambda box: -int(box["newest"]))
    ]
    return render(request, "post/room.html", {"boxes": shown})


@only_in_demos
@never_cache
@require_safe
def mailbox(request: HttpRequest, address: str) -> HttpResponse:
    """One mailbox, the newest email first."""
    emails = RoomEmail.objects.filter(address=address).defer("raw")[:SHOWN]
    return render(request, "post/room_mailbox.html", {"address": address, "emails": emails})


@only_in_demos
@never_cache
@require_safe
def room_email(request: HttpRequest, pk: int) -> HttpResponse:
    """One email, and a form to answer it."""
    email = _email(pk)
    context = {"email": email, "kept": email.kept, "subject": email.header("Subject")}
    return render(request, "post/room_email.html", context)


@only_in_demos
@never_cache
@require_safe
@xframe_options_sameorigin
def room_html(request: HttpRequest, pk: int) -> HttpResponse:
    """What an email program would show, for a frame that may do nothing."""
    response = HttpResponse(_email(pk).html)
    response["Content-Security-Policy"] = EMAIL_POLICY
    return response


@only_in_demos
@never_cache
@require_safe
def room_file(request: HttpRequest, pk: int, place: int) -> HttpResponse:
    """Something that came with an email."""
    found = next((file for file in _email(pk).files if file.place == place), None)
    if found is None:
        raise Http404
    response = HttpResponse(found.data, content_type=found.kind)
    response["Content-Disposition"] = f'attachment; filename="{found.name}"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


@only_in_demos
@require_POST
def room_reply(request: HttpRequest, pk: int) -> HttpResponse:
    """A reply is handled like every incoming email."""
    email = _email(pk)
    raw = email.reply(str(request.POST.get("text", "")).replace("\r\n", "\n"))
    try:
        mailboxes.receive(raw, email.reply_address, email.kept.address, IncomingEmail.Source.ROOM)
    except (mailboxes.NoSuchMailbox, mailboxes.TooLarge, mailboxes.Busy):
        messages.error(request, _("Your reply was refused: that address does not receive email."))
        return redirect("room_email", pk=pk)
    messages.success(request, _("Your reply has been sent. The answer will appear in this mailbox."))
    return redirect("mailbox", address=email.kept.address)


def _email(pk: int) -> RoomMessage:
    return RoomMessage(get_object_or_404(RoomEmail, pk=pk))
