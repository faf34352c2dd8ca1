"""Recorded matches for tests/matches: `record_match --game scrappers --bots scrapper,random --shows "…"`."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.text import slugify

from games.engine.contract.engine import AnyEngine, Setting
from games.services.engines import ENGINES
from games.tools.recordings import read_recording, record, recordings, replay, write_recording


class Command(BaseCommand):
    """A new match between bots, or (`--accept`) new transcripts of all recordings."""

    help = "Record a match for the tests, or accept changed transcripts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to record."""
        parser.add_argument("--accept", action="store_true", help="rewrite the transcripts of all recordings")
        parser.add_argument("--game", choices=sorted(ENGINES))
        parser.add_argument("--bots", help="a name for each seat")
        parser.add_argument("--seed", default="1")
        chosen = "an option of the match and its value, such as deck20=true; may be given several times"
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=chosen)
        parser.add_argument("--shows", help="what the match is an example of")
        parser.add_argument("--folder", type=Path, default=settings.BASE_DIR / "tests" / "matches")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files; read their difference like code before committing them."""
        folder: Path = options["folder"]
        if options["accept"]:
            for path in recordings(folder):
                self._transcribe(path)
            return
        if not (options["game"] and options["bots"] and options["shows"]):
            raise CommandError("--game, --bots and --shows say what to record")
        bots = options["bots"].split(",")
        chosen = dict(_option(ENGINES[options["game"]], text) for text in options["option"])
        path = folder / options["game"] / f"{slugify(options['shows'])}.json"
        write_recording(path, record(options["game"], options["shows"], options["seed"], bots, chosen))
        self._transcribe(path)

    def _transcribe(self, path: Path) -> None:
        _, transcript = replay(read_recording(path))
        path.with_suffix(".txt").write_text(transcript, encoding="utf-8")
        self.stdout.write(str(path.with_suffix(".txt")))


def _option(engine: AnyEngine, text: str) -> tuple[str, Setting]:
    """`deck20=true` as the engine reads it."""
    name, _, value = text.partition("=")
    for spec in engine.options:
        for choice in spec.choices if spec.name == name else ():
            if str(choice).lower() == value.lower():
                return name, choice
    known = "; ".join(f"{spec.name}={'|'.join(map(str, spec.choices))}" for spec in engine.options)
    raise CommandError(f"no option {text!r}; there are: {known}")
