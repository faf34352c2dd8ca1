"""`manage.py check_mail`: does email go out, does it come in, and is its sender believed?"""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from post import self_test
from post.addresses import own_address
from post.authentication import is_authentic
from post.models import IncomingEmail
from post.parsing.email import parse
from post.rejections import words
from post.self_test import Finding

CLOCKS_DIFFER = timedelta(minutes=5)


class Command(BaseCommand):
    """Sends an email to the server's own address and waits until it has come back."""

    help = "Sends a test email to the server itself; tells whether it came back, and SPF, DKIM and DMARC."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seconds", type=float, default=120, help="how long to wait, by default %(default)s"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        began = timezone.now() - CLOCKS_DIFFER
        try:
            message_id = self_test.send()
        except (OSError, SMTPException, AnymailError) as trouble:
            raise CommandError(f"Out: the email was not accepted: {words(trouble)}") from None
        self.stdout.write(f"Out: an email to {own_address()} was accepted by {_way()}.")
        email = self_test.wait_for(message_id, began, options["seconds"])
        if email is None:
            raise CommandError(
                f"In: it has not come back within {options['seconds']:g} seconds. Look into the log of your "
                "mail server or provider; is the gateway running, or is IMAP_URL set?"
            )
        self.stdout.write(f"In: it came back by {email.get_source_display()}.")
        self._tell_signatures(email)
        self._tell_findings(email)
        self._tell_last_reply()

    def _tell_signatures(self, email: IncomingEmail) -> None:
        signed = list(self_test.signatures(email))
        for one in signed:
            button = "" if one.has_button else ", but not the headers of the unsubscribe button"
            self.stdout.write(f"Signed by {one.domain}, selector {one.selector}{button}.")
        if not signed:
            self.stdout.write("Not signed (DKIM): emails to players would end up in spam folders.")

    def _tell_findings(self, email: IncomingEmail) -> None:
        found = list(self_test.findings(email))
        self._tell_results(found)
        if not found:
            self.stdout.write(
                "It never left your mail server, so nobody had to check who sent it. To see what others make "
                "of it, look at the headers of a turn email in a mailbox elsewhere, and answer it from there."
            )

    def _tell_results(self, found: list[Finding]) -> None:
        for method in self_test.METHODS:
            results = [f"{one.result} (says {one.server})" for one in found if one.method == method]
            self.stdout.write(f"{method.upper()}: {', '.join(results) or 'nobody has checked it'}")
        servers = sorted({one.server for one in found})
        if settings.MAIL_RECEIVER and servers and settings.MAIL_RECEIVER.lower() not in servers:
            self.stdout.write(
                f"MAIL_RECEIVER is {settings.MAIL_RECEIVER}, but the checks are by {', '.join(servers)}: "
                "players would have to confirm each reply."
            )

    def _tell_last_reply(self) -> None:
        """What the checks are for: whether what players send is believed."""
        reply = self_test.last_reply()
        if reply is None:
            self.stdout.write("No player has answered an email yet.")
            return
        self.stdout.write(f"The last answer of a player came at {reply.received_at:%Y-%m-%d %H:%M} UTC:")
        self._tell_results(list(self_test.findings(reply)))
        if not settings.MAIL_RECEIVER:
            self.stdout.write("MAIL_RECEIVER is not set: the From header is believed.")
        elif is_authentic(parse(bytes(reply.raw))):
            self.stdout.write("Its sender is believed.")
        else:
            self.stdout.write("Its sender is not believed, and has to confirm it.")


def _way() -> str:
    """Where emails are handed in."""
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    return settings.EMAIL_BACKEND
