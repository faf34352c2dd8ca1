"""The page where the owner of a seat confirms a letter that came from another sender."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts import secrets
from games.models import IncomingMail
from games.services import inbox

PURPOSE = "confirm mail"


def confirm_path(mail: IncomingMail) -> str:
    """Where the owner confirms a letter."""
    token = f"{mail.pk}-{secrets.secret(PURPOSE, mail.pk, mail.nonce)}"
    return reverse("confirm_mail", args=[token])


def mail_for(token: str) -> IncomingMail | None:
    """The letter that a token opens."""
    number, _, letters = token.strip().lower().partition("-")
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        return None
    mail = IncomingMail.objects.select_related("seat__match", "seat__user").filter(pk=int(number)).first()
    if mail is None or not mail.nonce or not secrets.fits(letters, PURPOSE, number, mail.nonce):
        return None
    return mail


@require_http_methods(["GET", "POST"])
def confirm_mail(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows what was written, POST does it."""
    mail = mail_for(token)
    if mail is None:
        raise Http404
    waits = mail.state == IncomingMail.State.UNCONFIRMED
    if request.method == "POST" and waits:
        inbox.confirm(mail)
        return redirect("confirm_mail", token=token)
    context = {"mail": mail, "waits": waits, "text": inbox.text_of(mail) if waits else ""}
    return render(request, "games/confirm_mail.html", context)
