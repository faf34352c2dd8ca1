"""The optional password."""

from __future__ import annotations

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest

from accounts.fields import normalise_address
from accounts.models import User
from edgepbem.limiter import allow, client_of


def user_with(request: HttpRequest, address: str, password: str) -> User | None:
    """Who signs in with this; None for wrong, unknown, closed and too often, without saying which."""
    address = normalise_address(address)
    often = not allow("passwords of a client", client_of(request), rate="30/hour")
    often = not allow("passwords of an address", address, rate="10/15minute") or often
    # The password is hashed in any case: an answer that comes sooner would tell something.
    user = authenticate(request, username=address, password=password)
    return user if isinstance(user, User) and not often else None


def set_password(user: User, password: str) -> None:
    """Raises ValidationError for one that is easily guessed. All other sessions end."""
    validate_password(password, user)
    user.set_password(password)
    user.save(update_fields=["password"])


def remove_password(user: User) -> None:
    """From now on signing in is by letter only. All other sessions end."""
    user.set_unusable_password()
    user.save(update_fields=["password"])
