"""From an order accepted to its result readable, on an idle server, against a task that does nothing."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from statistics import median

from games.benchmarks import servers

WORKER = ("worker", "--concurrency", "1", "--without-gossip", "--without-mingle", "--loglevel", "error")


def turn_latency_vs_celery(rounds: int) -> float:
    """The medians of both, taken in turns by one process that waits for one thing at a time."""
    with tempfile.TemporaryDirectory() as folder, servers.redis(Path(folder)) as environment:
        servers.manage(environment, "migrate", "--verbosity", "0")
        with (
            servers.process(environment, "-m", "celery", "-A", "edgepbem", *WORKER),
            servers.process(
                environment, "-m", "celery", "-A", "games.benchmarks.noop_worker", *WORKER, "-Q", "noop"
            ),
        ):
            told = servers.run(environment, "-m", "games.benchmarks.latency_probe", str(rounds))
    ours, theirs = json.loads(told.splitlines()[-1])
    return float(median(ours) / median(theirs))
