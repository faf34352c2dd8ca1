"""Tokens of players' programs: found by their hash, in one look-up."""

from __future__ import annotations

from typing import ClassVar

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
    """`Authorization: Token edge_…`. Another scheme is left to others."""

    fields: ClassVar[tuple[str, ...]] = ()  # all

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Whose token it is, or None if there is none. Raises AuthenticationFailed for one that is wrong."""
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        found = self._found(token.strip())
        if found is None:
            raise AuthenticationFailed(_("this token is not valid"))
        return found.user, found

    def authenticate_header(self, request: Request) -> str:
        """What a program is told that came without one."""
        return SCHEME

    def _found(self, written: bytes) -> ApiToken | None:
        if len(written) > _LONGEST or not written.replace(b"_", b"").isalnum():
            return None
        tokens = ApiToken.objects.select_related("user").only(*self.fields) if self.fields else _TOKENS
        found: ApiToken | None = next(iter(tokens.filter(digest=hash_token(written.decode("ascii")))), None)
        if found is None or not found.user.is_active:
            return None
        return found if found.expiry is None or found.expiry > timezone.now() else None


class LeanTokenAuthentication(TokenAuthentication):
    """The same where every order passes: a user of whom only this much is known at first."""

    fields = ("expiry", *(f"user__{name}" for name in ("is_active", "language", "time_zone")))


_TOKENS = ApiToken.objects.select_related("user")
