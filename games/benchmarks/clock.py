"""Measuring: CPU time, interleaved rounds, medians. Machines are noisy; ratios within one run are not."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable


def ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> float:
    """CPU time of ours against theirs: the median over rounds in which one follows the other."""
    ours(), theirs()  # warm caches and imports
    gc.collect()
    gc.disable()  # a collection in one of the two would be charged to it alone
    try:
        return statistics.median(cpu(ours) / cpu(theirs) for _ in range(rounds))
    finally:
        gc.enable()


def cpu(work: Callable[[], object]) -> float:
    """Nanoseconds of the processor that this process spends on some work."""
    began = time.process_time_ns()
    work()
    return max(1, time.process_time_ns() - began)
