"""Who is signed in: every page asks."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from post.prepared import Prepared


class Accounts(ModelBackend):
    """Django's own, with a statement that is put together once."""

    def authenticate(self, request: HttpRequest | None, *args: Any, **given: Any) -> User:
        """Nobody is asked after this: a wrong password is not worked on twice."""
        user = super().authenticate(request, *args, **given)
        if not isinstance(user, User):
            raise PermissionDenied
        return user

    def get_user(self, user_id: int) -> User | None:
        """The user of a session, unless the account is closed."""
        user = next(iter(_users(user_id)), None)
        return user if user is not None and self.user_can_authenticate(user) else None


_users = Prepared(lambda pk: User.objects.filter(pk=pk))
