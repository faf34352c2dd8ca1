"""Saves of the first version still load, and are written as they were."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from games.edge.engine import EDGE
from games.engine.play.run import Run
from games.engine.play.save import decode_save, encode_save

FILE = Path(__file__).parents[1] / "saves" / "matches-0.1.0.json.gz"
ROWS: list[dict[str, Any]] = [
    row for row in json.loads(gzip.decompress(FILE.read_bytes())) if row["match"].startswith("edge/")
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['match']} {row['after']}")
def test_a_save_of_the_first_version_loads(row: dict[str, Any]) -> None:
    save = base64.b64decode(row["save"])
    run = Run.load(EDGE, decode_save(save))
    assert encode_save(run.save()) == save
    for decision in run.asked:
        assert next(iter(decision.options()), None) is not None
