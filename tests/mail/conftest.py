"""The match of the services' tests, played by letters."""

from tests.services.conftest import duel, send  # noqa: F401
