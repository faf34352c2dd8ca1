"""What YAML gives, before it has a type: lists and mappings that are checked where they are opened."""

from __future__ import annotations

from typing import Any

import msgspec

Raw = dict[str, Any]


def items_of(value: object) -> list[Any]:
    """The items of a list or tuple; ValidationError if it is none."""
    return msgspec.convert(value, list[Any])


def fields_of(value: object) -> Raw:
    """The fields of a mapping; ValidationError if it is none."""
    return msgspec.convert(value, Raw)
