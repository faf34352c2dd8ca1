"""Email from a provider, and what became of ours: django-anymail reads the formats of all of them."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from anymail.exceptions import AnymailConfigurationError, AnymailWebhookValidationFailure
from anymail.signals import inbound, tracking
from anymail.urls import urlpatterns as provider_urls
from django.conf import settings
from django.db import transaction
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt

from post import failures
from post.failures import LITTLE, MUCH
from post.mailboxes import Busy, NoSuchMailbox, TooLarge, receive
from post.mime import OUR_ID
from post.models import IncomingEmail
from post.provider_calls import ReadInTime, in_time, keep_raw, raw_of, sent_to

log = logging.getLogger(__name__)
View = Callable[..., HttpResponse]

LARGEST_CALL = 32 * 1024 * 1024  # an email with attachments, in the provider's own wrapping


@receiver(inbound, dispatch_uid="post.webhook")
def take(sender: Any, event: Any, **more: Any) -> None:
    """Keep the email; after a 200 the provider does not send it again."""
    message = event.message
    read = in_time(lambda: (raw_of(message), sent_to(message)))
    raw, addresses = read if read is not None else (b"", [])
    for address in addresses:
        try:
            receive(raw, address, message.envelope_sender or "", IncomingEmail.Source.WEBHOOK)
        except (NoSuchMailbox, TooLarge):
            log.info("an email from a provider was refused")


_NO_MAILBOX = ("invalid", "bounced")
_FOR_NOW = re.compile(
    r"\b4(?:\d\d|\.\d+\.\d+)\b|\b5\.2\.[123]\b|temporar|quota|mailbox (?:is )?full", re.IGNORECASE
)
_UNWANTED = ("spam", "unsubscribed")  # a provider that was told so sends nothing more there by itself


@receiver(tracking, dispatch_uid="post.webhook.tracking")
def note(sender: Any, event: Any, **more: Any) -> None:
    """What became of an email that a provider has sent for us. It comes once or several times."""
    more_of_us = event.metadata if isinstance(event.metadata, dict) else {}
    ids = [str(more_of_us.get(OUR_ID, "")), f"<{str(event.message_id or '').strip('<>')}>"]
    with transaction.atomic():
        if event.event_type in ("complained", "unsubscribed") or event.reject_reason in _UNWANTED:
            failures.note_complaint(ids)
        elif event.event_type in ("bounced", "rejected", "failed"):
            failures.note_failure(ids, _weight(event))


def _weight(event: Any) -> int:
    """Providers call a full mailbox a bounce too; what its server said tells the difference."""
    said = f"{event.description} {event.mta_response}"
    is_gone = event.reject_reason in _NO_MAILBOX and not _FOR_NOW.search(said)
    return MUCH if is_gone else LITTLE


def guarded(view: View) -> View:
    """Without the right secret nothing is parsed, and the response is a plain 403."""

    @csrf_exempt
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except AnymailWebhookValidationFailure:
            return HttpResponseForbidden()
        except AnymailConfigurationError as why:  # one of the many providers that this server does not use
            log.warning("a call of a provider without settings: %s", str(why).partition("\n")[0])
            raise Http404 from None
        except Busy:
            return HttpResponse(status=429)  # the provider comes again

    checked.largest_body = LARGEST_CALL  # type: ignore[attr-defined]
    return checked


def _in_time(view: Any) -> View:
    """The same view; what it reads, it reads within limits."""
    kind: Any = type(view.view_class.__name__, (ReadInTime, view.view_class), {})
    made: View = kind.as_view(**view.view_initkwargs)
    return made


def patterns() -> list[URLResolver]:
    """The providers' addresses; none of them exists without a secret."""
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        return []
    keep_raw()
    found = [
        URLPattern(known.pattern, guarded(_in_time(known.callback)), known.default_args, known.name)
        for known in provider_urls
    ]
    return [path("anymail/", include((found, "anymail")))]
