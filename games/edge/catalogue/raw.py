"""What YAML gives, before it has a type: lists and mappings that are checked where they are opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

import msgspec

Raw = dict[str, Any]


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether there are several things."""
    return isinstance(value, list | tuple)


def is_mapping(value: object) -> TypeGuard[dict[object, object]]:
    """Whether there are fields."""
    return isinstance(value, dict)


def fields_of(value: object) -> Raw:
    """The fields of a mapping; ValidationError if it is none, or if they have no names."""
    return msgspec.convert(value, Raw)
