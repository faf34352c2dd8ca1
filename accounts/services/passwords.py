"""The optional password."""

from __future__ import annotations

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest

from accounts.models import User
from post.fields import normalise_address
from post.limiter import allow, client_of


def user_with(request: HttpRequest, address: str, password: str) -> User | None:
    """The user with this password; None if wrong, unknown, closed or over the limit, without saying which."""
    address = normalise_address(address)
    often = not allow("passwords of a client", client_of(request), rate="30/hour")
    often = not allow("passwords of an address", address, rate="10/15minute") or often
    # The password is hashed in any case: a faster answer would reveal something.
    user = authenticate(request, username=address, password=password)
    return user if isinstance(user, User) and not often else None


def set_password(user: User, password: str) -> None:
    """Raises ValidationError for a password that is easily guessed. All other sessions end."""
    validate_password(password, user)
    user.set_password(password)
    user.save(update_fields=["password"])


def remove_password(user: User) -> None:
    """From now on the user signs in by email only. All other sessions end."""
    user.set_unusable_password()
    user.save(update_fields=["password"])
