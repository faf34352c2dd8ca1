"""How processes share the tests: one by one, but those that need the same server go to one of them.

Not by xdist's own groups: with the present pytest its marks have no effect.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

REAL = "tests/real/"
WHOLE_MATCHES = "tests/real/test_whole_match.py"  # each takes a server of its own
ON_SHARED_SERVERS = ("test_errors", "test_faults", "test_kills", "test_live", "test_parts")
IN_ONE_PIECE = ("tests/api/test_real_server.py", "tests/test_upgrade.py")  # what they begin with takes long


def unit_of(nodeid: str) -> str:
    """What is given to one process as a whole.

    >>> unit_of("tests/real/test_kills.py::test_parts[postgres]"), unit_of("tests/web/test_pages.py::test_x")
    ('postgres', 'tests/web/test_pages.py::test_x')
    """
    file, _, name = nodeid.partition("::")
    if file == WHOLE_MATCHES:
        return nodeid
    if file.startswith(REAL) and "postgres" in name:
        return "postgres"
    if file.removeprefix(REAL).removesuffix(".py") in ON_SHARED_SERVERS:
        return "sqlite"
    return file if file.startswith(REAL) or file in IN_ONE_PIECE else nodeid


class Units(LoadScopeScheduling):  # type: ignore[misc] # xdist has no types
    """The largest units are begun first: whole servers, then single tests to fill in."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
