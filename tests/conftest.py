"""The same three people in every test, and examples that are found again."""

import os

import hypothesis
import pytest

from accounts.models import User

# An example may meet a cold cache or a busy machine: how long it took proves nothing.
hypothesis.settings.register_profile("local", deadline=None)
# A red run of the CI must be red again at the next try.
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture
def alice(db: None) -> User:
    """She hosts the match."""
    return User.objects.create_user("alice@example.org", "Alice", time_zone="Europe/Warsaw")


@pytest.fixture
def bob(db: None) -> User:
    """He plays against her."""
    return User.objects.create_user("bob@example.org", "Bob", time_zone="America/New_York")


@pytest.fixture
def charlie(db: None) -> User:
    """He has no part in the match, and must not learn of it."""
    return User.objects.create_user("charlie@example.org", "Charlie")
