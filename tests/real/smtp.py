"""A mail server that keeps what it gets, and fails when told to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.real.machine import free_port
from tests.timing import wait_for


@dataclass(frozen=True)
class Email:
    """One message as it was handed over."""

    sender: str
    to: str
    raw: bytes

    @cached_property  # tests look through all emails again and again, while they wait for one
    def message(self) -> EmailMessage:
        return message_from_bytes(self.raw, policy=policy.default)

    @cached_property
    def message_id(self) -> str:
        return str(self.message["Message-ID"])

    @cached_property
    def text(self) -> str:
        """The plain part."""
        body = self.message.get_body(("plain",))
        return body.get_content() if body is not None else ""


@dataclass
class Sink:
    """All emails as they came. `refusals` are answers to RCPT by address, `failure` to every DATA.

    `on_email` is called when an email has been taken and its sender does not know yet.
    """

    emails: list[Email] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    failure: str = ""
    on_email: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        self.port = free_port()
        self._lock = threading.Lock()
        self._controller: Controller | None = None
        self.start()

    @property
    def url(self) -> str:
        """For EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen; after `stop`, on the same port again."""
        if self._controller is not None:
            return
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, data_size_limit=None)
        self._controller.start()

    def stop(self) -> None:
        """Nobody answers any more."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    async def handle_RCPT(  # noqa: N802 (aiosmtpd calls it so)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.failure:
            return self.failure
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        with self._lock:
            self.emails += [Email(envelope.mail_from or "", to, raw) for to in envelope.rcpt_tos]
        if self.on_email is not None:
            self.on_email()
        return "250 OK"

    def to(self, address: str) -> list[Email]:
        """All emails to an address."""
        with self._lock:
            return [email for email in self.emails if email.to == address]

    def wait_for(self, address: str, count: int = 1, seconds: float = 30.0) -> list[Email]:
        """The emails to an address, when there are so many."""
        wait_for(lambda: len(self.to(address)) >= count, seconds, f"email {count} to {address}")
        return self.to(address)

    def clear(self) -> None:
        """As if nothing had come."""
        with self._lock:
            self.emails.clear()
        self.refusals.clear()
        self.failure = ""
        self.on_email = None
