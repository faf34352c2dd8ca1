"""How many: few in everyday runs, and as many as we promise when EDGEPBEM_CATALOGUE=full.

Tests whose number it decides are marked `catalogue`; docs/testing.md has the command that runs them.
"""

from __future__ import annotations

import os

IS_FULL = os.environ.get("EDGEPBEM_CATALOGUE") == "full"
LONGEST = 3600  # seconds that a test may take then


def many(usually: int, in_full: int) -> int:
    """How many of something a test takes."""
    return in_full if IS_FULL else usually
