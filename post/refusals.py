"""Readers without an account who want no more emails of a category.

Their addresses are not kept: only a mark that an address can be compared with.
"""

from __future__ import annotations

import base64
import binascii

from post import secrets
from post.models import Refusal

PURPOSE = "refusal"


def refuse(address: str, category: str) -> None:
    """Write no more emails of a category to an address; doing it twice changes nothing."""
    Refusal.objects.get_or_create(mark=secrets.secret(PURPOSE, category, address))


def is_refused(address: str, category: str) -> bool:
    """Whether the reader of an address wants no emails of a category."""
    return Refusal.objects.filter(mark__in=secrets.all_secrets(PURPOSE, category, address)).exists()


def letters(address: str, category: str) -> str:
    """The address, for a link that only we can write and read; email programs may change its case."""
    sealed = base64.urlsafe_b64decode(secrets.sealed(f"{PURPOSE} {category}", address))
    return base64.b32encode(sealed).decode().rstrip("=").lower()


def address_in(letters: str, category: str) -> str:
    """The address in a link; empty for one that is wrong."""
    try:
        sealed = base64.b32decode(letters.upper() + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError):
        return ""
    return secrets.unsealed(f"{PURPOSE} {category}", base64.urlsafe_b64encode(sealed).decode())
