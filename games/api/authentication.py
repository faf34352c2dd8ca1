"""Tokens of players' programs, found by their hash in one query."""

from __future__ import annotations

from typing import ClassVar

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.crypto import hash_token
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User

SCHEME = "Token"
_LONGEST = 200


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Token edge_…`. Other schemes are left to other classes."""

    tokens: ClassVar[QuerySet[ApiToken]] = ApiToken.objects.select_related("user")

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The owner of the token, or None without one. Raises AuthenticationFailed for a wrong one."""
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        found = self._found(token.strip())
        if found is None:
            raise AuthenticationFailed(_("this token is not valid"))
        return found.user, found

    def authenticate_header(self, request: Request) -> str:
        """What a program without a token is told."""
        return SCHEME

    def _found(self, written: bytes) -> ApiToken | None:
        if len(written) > _LONGEST or not written.replace(b"_", b"").isalnum():
            return None
        named = self.tokens.filter(digest=hash_token(written.decode("ascii")))
        found: ApiToken | None = next(iter(named), None)
        if found is None or not found.user.is_active:
            return None
        return found if found.expiry is None or found.expiry > timezone.now() else None


class LeanTokenAuthentication(TokenAuthentication):
    """The same for orders, where speed counts: only a few fields of the user are loaded."""

    tokens = TokenAuthentication.tokens.only(
        "expiry", *(f"user__{name}" for name in ("is_active", "language", "time_zone", "came_from"))
    )
