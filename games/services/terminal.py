"""A match in the terminal: the same text orders as by mail, and only what the seat may see."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping

from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot
from games.engine.contract import AnyEngine
from games.engine.decisions import SeatId
from games.engine.dice import Seeds
from games.engine.events import Event, seen_by
from games.engine.explain import explain, explain_problem
from games.engine.orders import advance, submit, waiting_for
from games.engine.phrases import Phrase
from games.engine.preview import Preview, preview
from games.engine.receipts import Receipt
from games.engine.run import AnyRun, Run, Standing
from games.engine.standing import format_standing, parse_standing
from games.engine.text import PlayerError

HELP = """\
Write an order, or several separated by ";". Besides orders there are:
  help [words]       what you can do now, or after these words
  board              the table again
  preview ORDERS     what they would do, as far as you can know
  undo               take your last order back, if nobody has seen anything since
  standing [LINE]    show your standing orders, or add a line to them
  quit               leave; the seed given at the start begins the same match again
"""


class Quit(Exception):
    """Somebody has had enough."""


class Terminal:
    """One match: people at this terminal, bots at the other seats."""

    def __init__(
        self,
        engine: AnyEngine,
        seats: int,
        humans: set[SeatId],
        bots: list[str],
        seed: str | None,
        options: Mapping[str, str],
        *,
        write: Callable[[str], object],
        ask: Callable[[str], str] = input,
    ) -> None:
        self.engine, self.humans = engine, humans
        self.seed = seed or secrets.token_hex(8)
        self.write, self.ask = write, ask
        others = [seat for seat in range(1, seats + 1) if seat not in humans]
        self.bots = {
            seat: make_bot(engine.slug, bots[index % len(bots)], f"{self.seed}:{seat}")
            for index, seat in enumerate(others)
        }
        secret = hashlib.sha256(self.seed.encode()).digest()
        self.run: AnyRun = Run.start(engine, range(1, seats + 1), Seeds(secret), options)
        self.standing: dict[SeatId, str] = {}
        self.story: list[Event] = []
        self.read_up_to: dict[SeatId, int] = dict.fromkeys(humans, 0)

    def play(self) -> None:
        """To the end of the match, or until somebody quits."""
        self.write(f"{self.engine.title}. Seed {self.seed}. Write help for help.")
        advance(self.run)
        try:
            while self.run.result is None:
                self._one_question()
        except (Quit, EOFError, KeyboardInterrupt):
            self.write("")
            return
        self._finish()

    def _one_question(self) -> None:
        seat = waiting_for(self.run)[0]
        if seat in self.bots:
            decision = self.run.decision_for(seat)
            if decision is not None:
                self.run.answer(seat, self.bots[seat].choose(glimpse_of(self.run, decision)))
                advance(self.run)
            return
        self._show(seat)
        open_question = self.run.decision_id(seat)
        while self.run.result is None and self._is_open(seat, open_question):
            self._take(seat, self.ask(f"seat {seat}> ").strip())

    def _is_open(self, seat: SeatId, question: str) -> bool:
        return seat in waiting_for(self.run) and self.run.decision_id(seat) == question

    def _take(self, seat: SeatId, line: str) -> None:
        command, _, rest = line.partition(" ")
        match command.lower():
            case "":
                return
            case "quit" | "exit":
                raise Quit
            case "help":
                self._help(seat, rest)
            case "board":
                self._show(seat, again=True)
            case "preview":
                self._preview(seat, rest)
            case "undo":
                self._undo(seat)
            case "standing":
                self._standing(seat, rest)
            case _:
                self._answered(submit(self.run, seat, line))

    # What the player is shown.

    def _show(self, seat: SeatId, *, again: bool = False) -> None:
        self.story.extend(self.run.deliver().events)
        news = seen_by(self.story[self.read_up_to[seat] :], seat)
        self.read_up_to[seat] = len(self.story)
        if news or again:
            self.write("\n" + "=" * 72)
            for seen in news:
                self.write("* " + self._words(self.engine.tell(seen)))
            self.write("\n" + self.engine.board(self.engine.view(self.run.table.state, seat)) + "\n")
        decision = self.run.decision_for(seat)
        if decision is not None:
            self.write(self._words(decision.prompt))

    def _words(self, phrase: Phrase) -> str:
        return phrase.text({seat: f"seat {seat}" for seat in self.run.seats})

    def _help(self, seat: SeatId, words: str) -> None:
        decision = self.run.decision_for(seat)
        if decision is None:
            return
        path: tuple[str, ...] = ()
        for word in words.split():
            options = [option.word for option in decision.options(path)]
            path = (*path, next((o for o in options if o.lower().startswith(word.lower())), word))
        self.write(explain(decision, path))
        if not words:
            self.write(HELP)

    def _preview(self, seat: SeatId, text: str) -> None:
        standing = self.run.standing.get(seat)
        seen = preview(self.engine, self.run.save(), seat, text, secrets.token_bytes(8), standing)
        self._foretell(seen)

    def _foretell(self, seen: Preview) -> None:
        for event in seen.certain:
            self.write("  would happen: " + self._words(self.engine.tell(event)))
        for chance, outcome in seen.chances:
            told = " ".join(self._words(self.engine.tell(event)) for event in outcome)
            self.write(f"  {chance:.0%}: {told}")
        if seen.hidden:
            self.write("  then something hidden is seen; from there on nothing is certain")
        if seen.receipt is not None and seen.receipt.problem is not None:
            self.write(explain_problem(seen.receipt.problem, seen.receipt.legal))

    def _undo(self, seat: SeatId) -> None:
        try:
            self.run.take_back(seat)
        except PlayerError as refusal:
            self.write(f"No: {refusal}.")

    def _standing(self, seat: SeatId, line: str) -> None:
        text = self.standing.get(seat, self.engine.standing)
        if line:
            text = f"{text.rstrip()}\n{line}\n"
        orders, problems = parse_standing(text, self.engine.vocabulary)
        for problem in problems:
            self.write(explain_problem(problem, []))
        if not problems:
            self.standing[seat] = text
            self.run.standing[seat] = Standing(len(text), orders)
        self.write(format_standing(orders))

    def _answered(self, receipt: Receipt) -> None:
        for done in receipt.done:
            self.write(f"  done: {done.understood}")
        if receipt.problem is not None:
            self.write(explain_problem(receipt.problem, receipt.legal))
        if receipt.rest and receipt.problem is not None:
            self.write("  Not carried out:\n    " + receipt.rest.replace("\n", "\n    "))

    def _finish(self) -> None:
        self.story.extend(self.run.deliver().events)
        reader = min(self.humans, default=None)
        for seen in seen_by(self.story[-8:], reader):
            self.write("* " + self._words(self.engine.tell(seen)))
        self.write("\n" + self.engine.board(self.engine.view(self.run.table.state, reader)))
        result = self.run.result
        if result is not None:
            winners = " and ".join(f"seat {seat}" for seat in result.winners)
            self.write(
                f"\n{result.reason} {winners} won. The dice came from seed {self.run.seeds.server.hex()}."
            )
