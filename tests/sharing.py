"""How processes share the tests: a few at a time, but those that need the same server go to one of them.

Not by xdist's own groups: with the present pytest its marks have no effect.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

REAL = "tests/real/"
# Which files share a server on SQLite. Two servers, so that two processes can begin at once.
SHARED = {
    "sqlite": ("test_errors", "test_faults", "test_kills", "test_live", "test_parts", "test_whole_match"),
    "browser": (
        *("test_backlog", "test_clicking", "test_duel", "test_exchange", "test_full_disk", "test_sending"),
        "test_two_teams",
    ),
    "postgres": ("test_postmen", "test_rows"),
}
IN_ONE_PIECE = ("tests/api/test_real_server.py", "tests/test_upgrade.py")  # what they begin with takes long
# What takes longest is begun first: at the end it would leave the other processes idle.
WAITING = 2  # processes that begin with it; the others do what needs no server, while these wait for theirs
FIRST = ("sqlite", "browser", "postgres", "tests/real/test_play.py")
FEW = 8  # tests that a process takes at once, where it does not matter


def unit_of(nodeid: str) -> str:
    """What is given to one process as a whole; nothing if a test can go anywhere.

    >>> unit_of("tests/real/test_kills.py::test_parts[postgres]"), unit_of("tests/web/test_pages.py::test_x")
    ('postgres', '')
    """
    file, _, name = nodeid.partition("::")
    if not file.startswith(REAL):
        return file if file in IN_ONE_PIECE else ""
    if "postgres" in name:
        return "postgres"
    stem = file.removeprefix(REAL).removesuffix(".py")
    return next((unit for unit, files in SHARED.items() if stem in files), file)


def begin_with_the_longest(items: list[pytest.Item]) -> None:
    """Units together and first, so that a server starts once and stops early; the others keep their order."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[int, str]:
    unit = unit_of(item.nodeid)
    if unit in FIRST:
        return FIRST.index(unit), ""
    return (len(FIRST), unit) if unit else (len(FIRST) + 1, "")


class Units(LoadScopeScheduling):  # type: ignore[misc] # xdist has no types
    """In the order of the collection."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self._units: dict[str, str] = {}
        self._count = count()
        config.option.loadscopereorder = False  # it would begin with the most tests, not with the longest

    def _split_scope(self, nodeid: str) -> str:
        unit = self._units.get(nodeid)
        if unit is None:
            unit = self._units[nodeid] = unit_of(nodeid) or f"{next(self._count) // FEW}"
        return unit

    def _assign_work_unit(self, node: Any) -> None:
        """From the front of the queue, or from its end, where the short ones are."""
        if self.nodes.index(node) >= WAITING:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: Any) -> None:
        """xdist keeps all that a process has done, and counts it again after each test: that adds up."""
        units = self.assigned_work[node]
        for unit in [name for name, tests in units.items() if all(tests.values())]:
            del units[unit]
        super()._reschedule(node)
