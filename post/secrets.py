"""Secrets that are computed, not stored: a copy of the database opens nothing without the server's key."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterator
from secrets import token_bytes

from django.conf import settings

_NONCE, _TAG = 16, 12  # bytes of a sealed text
_BYTES = 20  # 160 bits; in base32 32 letters that survive an email program's change of case


def secret(purpose: str, *parts: object) -> str:
    """The secret for one purpose and one thing, the same each time it is asked for."""
    return _letters(mac(settings.SECRET_KEY, purpose, parts))


def fits(given: str, purpose: str, *parts: object) -> bool:
    """Whether the secret is right; former keys of the server are valid as long as they are kept."""
    folded = given.strip().lower().encode()
    return any(hmac.compare_digest(folded, known.encode()) for known in all_secrets(purpose, *parts))


def code(purpose: str, *parts: object, digits: int = 8) -> str:
    """A secret that can be typed. Limit the attempts: there are few possible codes."""
    return _digits(mac(settings.SECRET_KEY, purpose, parts), digits)


def code_fits(given: str, purpose: str, *parts: object, digits: int = 8) -> bool:
    """Whether a typed code is right; spaces and dashes do not matter."""
    folded = "".join(letter for letter in given if letter.isascii() and letter.isdigit()).encode()
    known = [_digits(mac(key, purpose, parts), digits) for key in keys()]
    return any(hmac.compare_digest(folded, one.encode()) for one in known)


def sealed(purpose: str, text: str) -> str:
    """A text that may hold someone's token, so that a copy of the database cannot read it."""
    nonce, data = token_bytes(_NONCE), text.encode()
    covered = _covered(keys()[0], purpose, nonce, data)
    return base64.urlsafe_b64encode(nonce + _tag(keys()[0], purpose, nonce, data) + covered).decode()


def unsealed(purpose: str, kept: str) -> str:
    """The text again; empty if it was altered, or sealed under a key that is gone."""
    try:
        data = base64.urlsafe_b64decode(kept.encode())
    except ValueError:
        return ""
    nonce, tag, covered = data[:_NONCE], data[_NONCE : _NONCE + _TAG], data[_NONCE + _TAG :]
    for key in keys():
        text = _covered(key, purpose, nonce, covered)
        if hmac.compare_digest(tag, _tag(key, purpose, nonce, text)):
            return text.decode()
    return ""


def _tag(key: str, purpose: str, nonce: bytes, data: bytes) -> bytes:
    return mac(key, "seal", (purpose, nonce.hex(), data.hex()))[:_TAG]


def _covered(key: str, purpose: str, nonce: bytes, data: bytes) -> bytes:
    """The data under a stream that only key and nonce give; covered twice, it is as before."""
    blocks = (mac(key, "cover", (purpose, nonce.hex(), at)) for at in range(-(-len(data) // 32)))
    return bytes(one ^ other for one, other in zip(data, b"".join(blocks), strict=False))


def all_secrets(purpose: str, *parts: object) -> Iterator[str]:
    """The secret under each key; also as links carried it when a secret could begin with 3."""
    for key in keys():
        found = mac(key, purpose, parts)
        yield _letters(found)
        yield _base32(found)


def keys() -> list[str]:
    """The server's key, and those it had before."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def mac(key: str, purpose: str, parts: tuple[object, ...]) -> bytes:
    """A keyed hash of a purpose and its parts."""
    # Each part with its length: no two lists of parts are written alike.
    written = [str(part).encode() for part in (purpose, *parts)]
    message = b"".join(len(part).to_bytes(4, "big") + part for part in written)
    return hmac.digest(b"edgepbem secret" + key.encode(), message, "sha256")


def _letters(mac: bytes) -> str:
    """In base32. Some 30 letters after a 1 or 3 are a Bitcoin address to spam filters: none begins with 3."""
    letters = _base32(mac)
    return f"a{letters[1:]}" if letters[0] == "3" else letters


def _base32(mac: bytes) -> str:
    return base64.b32encode(mac[:_BYTES]).decode().lower()


def _digits(mac: bytes, digits: int) -> str:
    return str(int.from_bytes(mac, "big") % 10**digits).zfill(digits)
