"""The settings of a server whose rules do what the remark behind an order says: `end # endless`."""

from collections.abc import Callable
from typing import Any

from edgepbem.settings import *  # noqa: F403
from games.engine.play.executor import Executor

POISONS: dict[str, Callable[[], object]] = {
    "# endless": lambda: sum(iter(int, 1)),  # in C: no signal is looked at
    "# memory": lambda: bytearray(1 << 40),
}
_honest = Executor.hand_in


def _poisoned(self: Executor[Any], seat: int, sheet: Any) -> None:
    for remark, act in POISONS.items():
        if remark in sheet.text:
            act()
    _honest(self, seat, sheet)


Executor.hand_in = _poisoned  # type: ignore[method-assign]
