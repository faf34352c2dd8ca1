"""Whole matches between bots: `manage.py simulate --game scrappers --seats 3 --matches 100`."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import track

from games.bots.matches import Summary, play_match
from games.bots.registry import RANDOM, bot_names, make_bot
from games.bots.round_robin import RoundRobin, ready_made
from games.engine.contract.engine import AnyEngine, Options
from games.services.engines import ENGINES, UnknownOption, read_options

MOST_TURNS = 1000

Brought = tuple[str, ...]  # rosters, by seat


class Command(BaseCommand):
    """The same seed gives the same matches."""

    help = "Play whole matches between bots and count what happened."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What is played, by whom, how often."""
        parser.add_argument("--game", required=True, choices=sorted(ENGINES))
        parser.add_argument("--seats", type=int, default=2, help="how many play (2)")
        parser.add_argument("--matches", type=int, default=10, help="how many matches (10)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same matches (1)")
        names = f"names, one for each seat or repeated, of {bot_names()} (random)"
        parser.add_argument("--bots", default=RANDOM, help=names)
        everything = (
            "every seat is asked all that standing orders could answer, instead of using the game's defaults"
        )
        parser.add_argument("--ask", action="store_true", help=everything)
        parser.add_argument("--rosters", default="", help="ready-made rosters, one for each seat: W1,W2")
        robin = "every ready-made roster (or those of --rosters) against every other, --matches times each"
        parser.add_argument("--round-robin", action="store_true", help=robin)
        parser.add_argument(
            "--turns", type=int, default=MOST_TURNS, help=f"stop a match after so many turns ({MOST_TURNS})"
        )
        chosen = "an option of the match, such as teams=True; may be given several times"
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=chosen)
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, then print."""
        engine, seats, matches = ENGINES[options["game"]], options["seats"], options["matches"]
        chosen = _settings(engine, seats, options["option"])
        bots = _bots(engine, seats, options["bots"])
        rosters = _rosters(engine, options["rosters"])
        robin = _round_robin(engine, seats, rosters) if options["round_robin"] else None
        if matches < 1:
            raise CommandError("--matches needs a number from 1")
        summary, began = Summary(engine.slug, seats, bots), time.perf_counter()
        for number, brought in self._shown(_brought(robin, rosters, matches), options["json"]):
            played = play_match(
                engine,
                bots,
                f"{options['seed']}:{number}",
                asks=options["ask"],
                rosters=brought,
                most_turns=options["turns"],
                options=chosen,
            )
            summary.add(played)
            if robin is not None:
                robin.add(
                    (brought[0], brought[1]), played.result.winners if played.result is not None else ()
                )
        report = summary.report(time.perf_counter() - began)
        if robin is not None:
            report["round_robin"] = robin.report()
        self.stdout.write(json.dumps(report) if options["json"] else _told(report))

    def _shown(self, games: list[Brought], is_quiet: bool) -> Iterable[tuple[int, Brought]]:
        """The matches one after the other, with a bar that grows where someone looks on."""
        console = Console(file=self.stderr, stderr=True)  # type: ignore[arg-type]
        hidden = is_quiet or not console.is_terminal
        return track(list(enumerate(games)), "Playing", console=console, disable=hidden, transient=True)


def _settings(engine: AnyEngine, seats: int, written: list[str]) -> Options:
    if seats not in engine.seats:
        raise CommandError(f"{engine.title} is for {engine.seats[0]} to {engine.seats[-1]}, not {seats}")
    try:
        return engine.settings(read_options(engine, written), seats)
    except (UnknownOption, ValueError) as wrong:
        raise CommandError(str(wrong)) from None


def _bots(engine: AnyEngine, seats: int, written: str) -> list[str]:
    """One for each seat, repeated from the first if there are fewer."""
    names = written.split(",")
    if len(names) > seats:
        raise CommandError(f"{len(names)} bots for {seats} seats")
    try:
        for name in names:
            make_bot(engine.slug, name, "")
    except KeyError as unknown:
        raise CommandError(unknown.args[0]) from None
    return [names[index % len(names)] for index in range(seats)]


def _round_robin(engine: AnyEngine, seats: int, rosters: list[str]) -> RoundRobin:
    robin = RoundRobin(rosters or ready_made(engine))
    if seats != 2 or len(robin.names) < 2:
        raise CommandError("a round robin needs two seats and two ready-made rosters")
    return robin


def _brought(robin: RoundRobin | None, rosters: list[str], matches: int) -> list[Brought]:
    """For each match, what its players bring."""
    return [*robin.pairs(matches)] if robin is not None else [tuple(rosters)] * matches


def _rosters(engine: AnyEngine, written: str) -> list[str]:
    names = [name for name in written.split(",") if name]
    unknown = [name for name in names if name not in ready_made(engine)]
    if unknown:
        known = ", ".join(ready_made(engine)) or "none"
        raise CommandError(f"{engine.title} has no roster {unknown[0]}; ready-made are: {known}")
    return names


def _told(report: dict[str, Any]) -> str:
    """The figures for a person."""
    outcomes = report["outcomes"]
    hidden = ("outcomes", "bot_ms", "round_robin", "played")
    rows = {key: value for key, value in report.items() if key not in hidden}
    rows["bot_ms"] = ", ".join(f"{what} {spent}" for what, spent in report["bot_ms"].items())
    for seat, bot in enumerate(outcomes["bots"], 1):
        won, mean = outcomes["wins"][str(seat)], outcomes["mean_scores"][str(seat)]
        rows[f"seat {seat}, {bot}"] = f"won {won}, mean score {mean}"
    for reason, count in outcomes["reasons"].items():
        rows[f"ended: {reason}"] = count
    first = outcomes["first"]
    rows["first turn"] = f"won {first['won']} of {first['matches']}"
    for side, share in outcomes["sides"].items():
        rows[side] = f"won {share['won']} of {share['matches']}, shared {share['shared']}"
    rows["shared wins"] = f"{outcomes['shared_wins']} (each counted for all who share it)"
    for name, percent in report.get("round_robin", {}).get("won_percent", {}).items():
        against = report["round_robin"]["won_percent_against"][name]
        rows[f"roster {name}"] = f"won {percent} %: " + ", ".join(f"{o} {p}" for o, p in against.items())
    width = max(map(len, rows))
    return "\n".join(f"{key:<{width}}  {value}" for key, value in rows.items())
