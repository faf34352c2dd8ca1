"""Bodies without their transfer encoding, whatever is broken about it."""

from __future__ import annotations

import base64
import binascii
import quopri
import re

from post.parsing.structure import Part


def unwrapped(part: Part) -> bytes:
    """The body without its transfer encoding."""
    encoding = str(part.headers.get("content-transfer-encoding", "")).strip().lower()
    if encoding == "quoted-printable":
        return quopri.decodestring(part.body)
    return _from_base64(part.body) if encoding == "base64" else part.body


def _from_base64(body: bytes) -> bytes:
    """Broken base64 is read as far as it goes."""
    signs = re.sub(rb"[^A-Za-z0-9+/]", b"", body)
    whole = signs[: len(signs) - (len(signs) % 4 == 1)]
    try:
        return base64.b64decode(whole + b"=" * (-len(whole) % 4))
    except binascii.Error:
        return b""
