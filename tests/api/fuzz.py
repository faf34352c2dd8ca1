"""What the schema allows, about things that exist."""

from __future__ import annotations

from typing import Any

from games.api.docs import operations

KNOWN: dict[str, list[Any]] = {
    "match": [1, 2, 3, 4, 5, 6, 999],
    "turn": [0, 1, 2, 77],
    "order": [1, 2, 3, 999],
    "Prefer": ["respond-async"],
}


def with_things_that_exist(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with numbers of matches, turns and orders that are there."""
    for shown in operations(schema):
        for parameter in shown.data.get("parameters", []):
            if parameter["name"] in KNOWN:
                parameter["schema"] = parameter["schema"] | {"enum": KNOWN[parameter["name"]]}
    return schema
