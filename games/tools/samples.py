"""Sample boards for the front page: a match between bots, some turns in."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.conf import settings

from games.bots.glimpse import glimpse_of
from games.bots.registry import BOTS, RANDOM, make_bot
from games.engine.contract.dice import Seeds
from games.engine.contract.engine import AnyEngine
from games.engine.contract.night import alone
from games.engine.play.random_play import play_out
from games.engine.play.run import AnyRun, Run
from games.tools.demo import FIRST

NAMES = {1: "Alice", 2: "Bob"}
TURNS = 11  # far enough for losses and scores


def sample_path(slug: str) -> Path:
    """Where a board is written."""
    return settings.BASE_DIR / "static" / "boards" / f"{slug}.svg"


def sampled(engine: AnyEngine) -> str:
    """The board as spectators see it, as an SVG file."""
    seed = hashlib.sha256(f"sample of {engine.slug}".encode()).digest()
    run: AnyRun = Run.start(engine, tuple(NAMES), Seeds(seed), FIRST.get(engine.slug, {}))
    name = next(iter(BOTS.get(engine.slug, {})), RANDOM)
    players = {seat: make_bot(engine.slug, name, f"sample {seat}") for seat in NAMES}
    play_out(
        run, lambda run, decision: players[decision.seat].choose(glimpse_of(run, decision)), turns=TURNS - 1
    )
    return alone(engine.picture(run.view(None), names=NAMES), engine.night) + "\n"
