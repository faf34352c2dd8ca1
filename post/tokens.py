"""How rows are known outside of the server: by masked numbers, and by tokens that open them.

A row's own number counts over everybody's rows: two of one's own would tell how many others lie between.
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from django.db.models import Model, QuerySet

from post.secrets import fits, keys, mac, secret

Row = TypeVar("Row", bound=Model)


class Numbered(Protocol):
    """A row with a nonce: a new one makes all earlier secrets of the row worthless."""

    pk: Any
    nonce: str


def token(purpose: str, row: Numbered) -> str:
    """What opens one row to its holder: `<masked number>-<secret>`."""
    return f"{masked(purpose, row.pk)}-{secret(purpose, row.pk, row.nonce)}"


def opened(rows: QuerySet[Row], purpose: str, number: str, letters: str) -> Row | None:
    """The row that the two parts of a token open; None for damaged, old and invented ones alike."""
    row = rows.filter(pk__in=unmasked(purpose, int(number))).first()
    nonce = str(getattr(row, "nonce", ""))
    # Compared even if there is none: the time it takes must not reveal which exist.
    fit = fits(letters, purpose, row.pk if row is not None else 0, nonce)
    return row if nonce and fit else None


_HALF = 24  # bits; both together have 15 digits, which programs keep exactly
_ROUNDS = 6
_LARGEST = 1 << 2 * _HALF


def masked(purpose: str, number: int) -> int:
    """A number that stands for a row outside of the server: it tells neither order nor count."""
    return _mixed(_round_keys(keys()[0], purpose), number)


def unmasked(purpose: str, shown: int) -> list[int]:
    """The rows that a number may stand for, one for each key of the server. Check whose they are."""
    if not 0 <= shown < _LARGEST:
        return []
    return [_mixed(_round_keys(key, purpose)[::-1], shown, back=True) for key in keys()]


@lru_cache(maxsize=64)
def _round_keys(key: str, purpose: str) -> tuple[bytes, ...]:
    return tuple(mac(key, "masked number", (purpose, turn)) for turn in range(_ROUNDS))


def _mixed(keys: tuple[bytes, ...], number: int, *, back: bool = False) -> int:
    """A Feistel network: each key turns one half by the other, and all of it can be turned back."""
    if not 0 <= number < _LARGEST:
        raise ValueError("this number is too large to be masked")
    left, right = divmod(number, 1 << _HALF)
    for key in keys:
        if back:
            left, right = right ^ _turn(key, left), left
        else:
            left, right = right, left ^ _turn(key, right)
    return left << _HALF | right


def _turn(key: bytes, half: int) -> int:
    return int.from_bytes(hmac.digest(key, half.to_bytes(3, "big"), "sha256")[:3], "big")
