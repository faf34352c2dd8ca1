"""What a whole turn email of The Edge costs: text, HTML, picture and PDF, handed over."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.db import connection
from django.test import override_settings

from games.benchmarks.clock import ratio
from games.benchmarks.resolves import orders_of_duels
from games.benchmarks.scratch import scratch_database
from games.models import Match, Report
from games.reports import pixels
from games.reports.pdf import PRINTERS, render
from games.services import reports
from games.services.access import match_for
from games.services.resolve import resolve
from games.services.scene import Scene, scene_of
from games.services.seat_emails.news import TURN
from post.compose import compose
from post.models import OutgoingEmail

TURNS = 18
PARTS = ["text/plain", "text/html", "image/png", "application/pdf"]


def mail_cpu_vs_pdf(rounds: int) -> float:
    """CPU of a whole email for one reader against that of its PDF alone, all of it in this process."""
    with scratch_database(), _printing_here():
        email = _an_email()
        _check(_handed_over(email))
        scene, facts = scene_of(match_for(email.user, email.conversation or 0)), email.facts
        told = scene.story(facts["first"], facts["last"])

        def printed() -> bytes:
            fresh = Scene(scene.access, scene.run, scene.view)  # its board is not drawn yet
            return render(reports.content_for(fresh, facts["turn"], told))

        return ratio(lambda: _handed_over(email), printed, rounds)


@contextmanager
def _printing_here() -> Iterator[None]:
    """The child's work is done by this process: the time of another one would not be seen."""
    from games.reports.renderer import Press  # slow to load: needed here alone

    press = Press()
    with (
        tempfile.TemporaryDirectory() as folder,
        override_settings(MEDIA_ROOT=folder),
        patch.object(PRINTERS, "ask", lambda question, seconds=None: press.answer(question)),
    ):
        yield


def _an_email() -> OutgoingEmail:
    """To a player whose turn it is, in the middle of a duel."""
    for match, _sheet in orders_of_duels():
        resolve(match.pk)
        match.refresh_from_db()
        if match.turn >= TURNS or match.status != Match.Status.RUNNING:
            break
    return OutgoingEmail.objects.filter(kind=TURN).select_related("user").latest("pk")


def _handed_over(email: OutgoingEmail) -> bytes:
    """As the SMTP backend does it, up to the socket; nothing is left of the last time."""
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {Report._meta.db_table}")  # noqa: S608 (a table of ours)
    pixels.forget_pictures()
    return compose(email).message().as_bytes(linesep="\r\n")


def _check(email: bytes) -> None:
    """A cheap email with a piece missing is no email."""
    if missing := [kind for kind in PARTS if f"Content-Type: {kind}".encode() not in email]:
        raise ValueError(f"the email lacks {missing}")
