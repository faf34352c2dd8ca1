"""Our own addresses: the one that emails come from, and the secret ones that replies go to."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings

REPLY_NAME = "play"


def reply_address(token: str) -> str:
    """Where the reader of an email replies to; the token is the secret of a mailbox."""
    return f"{REPLY_NAME}+{token}@{settings.MAIL_DOMAIN}"


def token_in(address: str) -> str:
    """The token in a reply address; empty for any other address."""
    name, _, domain = address.strip().lower().rpartition("@")
    prefix, _, token = name.partition("+")
    return token if prefix == REPLY_NAME and domain == settings.MAIL_DOMAIN.lower() else ""


def own_address() -> str:
    """Where emails come from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def own_addresses() -> tuple[str, ...]:
    """All of ours, as `post.parsing.automatic.is_own` understands them."""
    return (own_address(), f"{REPLY_NAME}@{settings.MAIL_DOMAIN}")


def is_ours(address: str) -> bool:
    """Whether it is the address that emails come from: bounces and stray emails arrive there."""
    return address.strip().lower() == own_address()
