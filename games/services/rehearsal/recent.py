"""The last results of something expensive: pages ask for the same odds again whenever they are shown."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """So many values, the one that was asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, name: Hashable) -> V | None:
        """The value, if it is still here."""
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)

    def keep(self, name: Hashable, value: V) -> None:
        """For the next time."""
        with self._lock:
            self._kept[name] = value
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
