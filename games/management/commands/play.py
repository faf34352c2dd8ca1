"""Play in the terminal, with the same orders as by email: `manage.py play --game scrappers`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots.registry import BOTS, RANDOM, bot_names
from games.services.engines import ENGINES, UnknownOption, read_options
from games.tools.terminal import Terminal


class Command(BaseCommand):
    """The builder's fastest way to feel a game."""

    help = "Play a game in the terminal against bots, or hot-seat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The players; by default you in seat 1, and the game's best bots elsewhere."""
        parser.add_argument("--game", required=True, choices=sorted(ENGINES))
        parser.add_argument("--seats", type=int, default=2, help="how many play (2)")
        parser.add_argument("--humans", default="1", help="seats played here: 1, or 1,2 (hot-seat), or none")
        parser.add_argument("--bots", help=f"names of bots for the other seats: {bot_names()}")
        parser.add_argument("--seed", help="replay the match with this seed; otherwise a new one")
        parser.add_argument("--option", action="append", default=[], help="an option of the game: name=value")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play to the end, or until `quit`."""
        engine = ENGINES[options["game"]]
        if options["seats"] not in engine.seats:
            raise CommandError(f"{engine.title} is for {engine.seats[0]} to {engine.seats[-1]} players")
        humans = _seats(options["humans"], options["seats"])
        best = next(iter(BOTS.get(engine.slug, {})), RANDOM)
        bots = (options["bots"] or best).split(",")
        try:
            terminal = Terminal(
                engine,
                options["seats"],
                humans,
                bots,
                options["seed"],
                read_options(engine, options["option"]),
                write=self.stdout.write,
            )
        except KeyError as unknown:
            raise CommandError(unknown.args[0]) from None
        except UnknownOption as unknown:
            raise CommandError(str(unknown)) from None
        terminal.play()


def _seats(text: str, count: int) -> set[int]:
    if text == "none":
        return set()
    words = text.split(",")
    if not all(word.isdigit() and 1 <= int(word) <= count for word in words):
        raise CommandError(f"--humans takes seats from 1 to {count}, as in 1 or 1,2; or none")
    return {int(word) for word in words}
