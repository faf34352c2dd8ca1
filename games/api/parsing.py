"""JSON, read strictly: what is ambiguous, or cannot be stored as it was sent, is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn, TypeVar

import msgspec
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from games.api.problems import BadBody, TooLarge
from post.characters import checked, harmless

MOST_BYTES = 256 * 1024
_MOST_DIGITS = 18  # what a column holds exactly

T = TypeVar("T")


class StrictJSONParser(BaseParser):
    """One JSON value: each name once, no NaN, no number that is rounded, no text that cannot be kept."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value. Raises BadBody or TooLarge, and nothing else whatever is sent."""
        data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise TooLarge(_("a request can have at most {most} bytes").format(most=MOST_BYTES))
        return read_json(data)


def read_json(data: bytes) -> object:
    """The value that the bytes give; nothing at all is an empty object."""
    if not data.strip():
        return {}
    try:
        return _checked(_decoder.decode(data.decode()))
    except UnicodeDecodeError:
        raise BadBody(_("the request is not UTF-8")) from None
    except RecursionError:
        raise BadBody(_("the JSON is nested too deeply")) from None
    except ValueError as wrong:
        raise BadBody(_("the JSON cannot be read: {reason}").format(reason=wrong)) from None


def fitted(data: object, shape: type[T]) -> T:
    """The value as the shape that an operation expects."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as wrong:
        raise BadBody(str(wrong)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"“{_printable(name)}” is there twice")
        found[_text(name)] = _checked(value)
    return found


def _checked(value: object) -> object:
    """Strings are looked at where their object closes; the reader has no hook for them."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return [_checked(item) for item in value]
    return value


def _text(value: str) -> str:
    return checked(value)


def _printable(name: str) -> str:
    return harmless(name[:60])


def _integer(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number has more than {_MOST_DIGITS} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if len(digits) > _MOST_DIGITS or number in (float("inf"), float("-inf")):
        raise ValueError("a number cannot be kept exactly")
    return number


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


_decoder = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
)
