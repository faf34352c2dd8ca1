"""The match of the services' tests, played by emails."""

import pytest

from accounts.models import User
from tests.services.conftest import duel, on_turn, send  # noqa: F401


@pytest.fixture
def media(settings, tmp_path):
    """Files that are written stay with the test."""
    settings.MEDIA_ROOT = str(tmp_path)


@pytest.fixture
def paperless(alice, bob):
    """Printing takes time, and most emails are about something else."""
    User.objects.update(mail_pdf=False)
    alice.mail_pdf = bob.mail_pdf = False


@pytest.fixture
def player(duel, alice, bob, paperless):  # noqa: F811
    """The player whose turn it is."""
    return alice if on_turn(duel) == 1 else bob
