"""Tokens for players' programs: named, shown once, kept as a hash."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import ApiToken, User
from accounts.refusals import Refused
from post.characters import tidy_name, validate_name

MOST = 20  # of one user


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """A user's tokens, newest first."""
    rows: QuerySet[ApiToken] = ApiToken.objects.filter(user=user)  # its manager comes without types
    return rows.order_by("-created")


def make(user: User, name: str) -> str:
    """A new token. This is the only time it can be read."""
    name = tidy_name(name)
    validate_name(name)
    if tokens_of(user).count() >= MOST:
        raise Refused(_("You have {most} tokens: revoke one first.").format(most=MOST))
    _row, token = ApiToken.objects.create(user=user, name=name)
    return str(token)


def revoke(user: User, token_key: str) -> bool:
    """End one of the user's own tokens."""
    return bool(tokens_of(user).filter(token_key=token_key).delete()[0])
