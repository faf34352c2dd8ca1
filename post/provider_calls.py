"""Calls of a provider are read within limits: strangers write what is in them, and the web's threads read it.

django-anymail reads an email with all of the standard library's grammar, and writes it anew. That takes half
a minute for headers made for it. So an email that comes as it was sent is only cut at the end of its headers
and kept as it is: the sandbox reads it. What a provider has taken apart is put together within a budget.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from anymail.exceptions import AnymailConfigurationError, AnymailWebhookValidationFailure
from anymail.inbound import AnymailInboundMessage
from django.http import HttpRequest

from post.children.budget import Allowance, Overrun, budget
from post.recipients import head_of, recipients

log = logging.getLogger(__name__)
T = TypeVar("T")

READING = Allowance(cpu=1, clock=20, memory=1 << 30)
_RAW = "edgepbem_raw"


class ReadInTime:
    """For anymail's views: a call that cannot be read is over, and is not sent again."""

    def parse_events(self, request: HttpRequest) -> list[Any]:
        """The events of a call; none if reading it takes too long."""
        return in_time(lambda: super(ReadInTime, self).parse_events(request)) or []  # type: ignore[misc]


def in_time(read: Callable[[], T]) -> T | None:
    """What was read; None if it cannot be read, or not in time. No email program writes such an email."""
    try:
        with budget(READING):
            return read()
    except (AnymailConfigurationError, AnymailWebhookValidationFailure):
        raise  # about who calls, and not about what
    except (Overrun, Exception) as trouble:  # values of any kind where another is expected
        log.warning("a call of a provider cannot be read: %s", type(trouble).__name__)
        return None


def raw_of(message: AnymailInboundMessage) -> bytes:
    """The email as it came, or as it can be put together."""
    raw: bytes | None = getattr(message, _RAW, None)
    return raw if raw is not None else message.as_bytes()


def sent_to(message: AnymailInboundMessage) -> list[str]:
    """Whom it was sent to: as the mail server was told, or else by its headers."""
    return [message.envelope_recipient] if message.envelope_recipient else recipients(message)


def keep_raw() -> None:
    """From now on anymail reads no more of an email than its head."""
    AnymailInboundMessage.parse_raw_mime_bytes = classmethod(_cut)
    AnymailInboundMessage.parse_raw_mime_chunks = classmethod(_put_together)


def _cut(cls: type[AnymailInboundMessage], raw: bytes) -> AnymailInboundMessage:
    message: AnymailInboundMessage = head_of(raw, cls)
    setattr(message, _RAW, raw)
    return message


def _put_together(cls: type[AnymailInboundMessage], chunks: Iterable[bytes]) -> AnymailInboundMessage:
    return _cut(cls, b"".join(chunks))
