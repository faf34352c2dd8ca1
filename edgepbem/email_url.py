"""EMAIL_URL: how emails are sent, in one line."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env

HINT = (
    "EMAIL_URL must look like smtp+tls://user:password@host:587. In user and password write / as %2F, "
    "# as %23, ? as %3F, : as %3A, @ as %40 and % as %25"
)


def email_settings(url: str) -> dict[str, Any]:
    """Django's settings for it. Raises ImproperlyConfigured, without showing the password in it."""
    try:
        parts = urlsplit(url)
        known = Env.email_url_config(url)
        is_complete = not parts.scheme.startswith("smtp") or (bool(parts.hostname) and parts.port != 0)
    except (ValueError, KeyError, ImproperlyConfigured):
        raise ImproperlyConfigured(HINT) from None
    if parts.scheme not in Env.EMAIL_SCHEMES or parts.fragment or not is_complete:
        raise ImproperlyConfigured(HINT)
    return dict(known)
