"""A match in the terminal: the same text orders as by email, and only what the seat may see."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress

from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot, standing_of
from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Seeds
from games.engine.contract.engine import AnyEngine, Result, Setting
from games.engine.contract.events import Event, seen_by
from games.engine.contract.phrases import Phrase
from games.engine.contract.text import PlayerError
from games.engine.contract.vocabulary import Key
from games.engine.language.explain import explain, explain_problem
from games.engine.language.standing import format_standing, parse_standing, replaced
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.preview import Preview, preview
from games.engine.play.receipts import Receipt
from games.engine.play.run import AnyRun, Run

with suppress(ImportError):
    import readline  # noqa: F401 (line editing and history, where the system has it)

HELP = """\
Write an order, or several separated by ";". You can also write:
  help [words]       what you can do now, or after these words; the text of a card
  help conditions    words for "if … { … } else { … }" and "stop if …", and standing orders
  board              the board again; "board full" adds the texts of what lies there
  preview ORDERS     what they would do, as far as you can know
  undo               take back your last order, if nobody has learned anything since
  standing [LINE]    show your standing orders, or change one; "standing clear" deletes yours
  quit               leave; the seed printed at the start begins the same match again
"""


class Quit(Exception):
    """Someone has had enough."""


class Terminal:
    """One match: people at this terminal, bots at the other seats."""

    def __init__(
        self,
        engine: AnyEngine,
        seats: int,
        humans: set[SeatId],
        bots: list[str],
        seed: str | None,
        options: Mapping[str, Setting],
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
        brought = {s: standing_of(engine.slug, bots[index % len(bots)]) for index, s in enumerate(others)}
        secret = hashlib.sha256(self.seed.encode()).digest()
        self.run: AnyRun = Run.start(engine, range(1, seats + 1), Seeds(secret), options)
        self.standing = {seat: text for seat, text in brought.items() if text}
        self._give_standing()
        self.story: list[Event] = []
        self.notes: list[str] = []  # what a player must not miss: shown below the board
        self.read_up_to: dict[SeatId, int] = dict.fromkeys(humans, 0)
        self.shown: tuple[SeatId, int] | None = None  # whose board was shown last, in which turn

    def play(self) -> None:
        """To the end of the match, or until someone quits."""
        self.write(f"{self.engine.title}. Seed {self.seed}. Write help for help.")
        advance(self.run)
        try:
            while self.run.result is None:
                self._one_question()
        except (Quit, EOFError, KeyboardInterrupt):
            self.write("")
            return
        self._finish(self.run.result)

    def _one_question(self) -> None:
        seat = waiting_for(self.run)[0]
        if seat in self.bots:
            decision = self.run.decision_for(seat)
            if decision is not None:
                self.run.answer(seat, self.bots[seat].choose(glimpse_of(self.run, decision)))
                advance(self.run)
            return
        if len(self.humans) > 1 and self.shown is not None and self.shown[0] != seat:
            self.ask(f"\n--- seat {seat}, press Enter when nobody else is looking ")
        self._show(seat)
        open_question = self.run.decision_id(seat)
        while self.run.result is None and self._is_open(seat, open_question):
            self._say_notes()
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
                self._help(seat, rest.strip())
            case "board":
                self._board(seat)
                if rest.strip() == "full":
                    self.write("\n".join(self.engine.texts(self.run.view(seat))) + "\n")
            case "preview":
                self._preview(seat, rest)
            case "undo":
                self._undo(seat)
            case "standing":
                self._standing(seat, rest.strip())
            case _:
                self._answered(submit(self.run, seat, line))

    # What the player is shown.

    def _show(self, seat: SeatId) -> None:
        """The news; the whole board when a turn begins, else only what changed for the reader."""
        for event in self._news(seat):
            self.write(event)
        turn = (seat, self.run.turn)
        if self.shown != turn:
            self.shown = turn
            self._board(seat)
        decision = self.run.decision_for(seat)
        if decision is not None:
            self.write(self._words(decision.prompt))

    def _news(self, seat: SeatId | None) -> list[str]:
        delivery = self.run.deliver()
        self.story.extend(delivery.events)
        for reader, receipt in delivery.receipts.items():
            if reader == seat:
                self._answered(receipt)
        since = self.read_up_to.get(seat, 0) if seat is not None else 0
        if seat is not None:
            self.read_up_to[seat] = len(self.story)
        return ["* " + self._words(self.engine.tell(seen)) for seen in seen_by(self.story[since:], seat)]

    def _board(self, seat: SeatId | None) -> None:
        self.write("\n" + self.engine.board(self.run.view(seat)) + "\n")

    def _say_notes(self) -> None:
        for note in self.notes:
            self.write(note)
        self.notes.clear()

    def _words(self, phrase: Phrase) -> str:
        return phrase.text({seat: f"seat {seat}" for seat in self.run.seats})

    # What the player may write apart from orders.

    def _help(self, seat: SeatId, words: str) -> None:
        decision = self.run.decision_for(seat)
        if decision is None:
            return
        if words in ("conditions", "standing"):
            self.write(_about_conditions(self.engine))
            return
        known = self.engine.look_up(words, self.run.view(seat)) if words else []
        if known:
            self.write("\n".join(known))
            return
        try:
            self.write(explain(decision, words.split()))
        except PlayerError as refusal:
            self.write(f"{refusal}.")
        if not words:
            self.write(HELP)

    def _preview(self, seat: SeatId, text: str) -> None:
        standing = self.run.standing_of(seat)
        self._foretell(preview(self.engine, self.run.save(), seat, text, secrets.token_bytes(8), standing))

    def _foretell(self, seen: Preview) -> None:
        for event in seen.certain:
            self.write("  would happen: " + self._words(self.engine.tell(event)))
        for chance, outcome in seen.chances:
            told = " ".join(self._words(self.engine.tell(event)) for event in outcome)
            self.write(f"  {chance:.0%}: {told}")
        for spread in seen.spreads:
            shares = ", ".join(f"{value} ({chance:.0%})" for value, chance in spread.values)
            self.write(f"  {self._words(spread.name)}: {shares}")
        if seen.hidden:
            self.write("  then something hidden is seen; from there on nothing is certain")
        if seen.receipt is not None:
            self._answered(seen.receipt, would=True)

    def _undo(self, seat: SeatId) -> None:
        try:
            self.run.take_back(seat)
        except PlayerError as refusal:
            self.write(f"No: {refusal}.")

    def _standing(self, seat: SeatId, line: str) -> None:
        text = "" if line == "clear" else self.standing.get(seat, "")
        if line and line != "clear":
            text = replaced(text, line, self.engine.vocabulary)
        orders, problems = parse_standing(text, self.engine.vocabulary)
        for problem in problems:
            self.write(explain_problem(problem, []))
        if line and not problems:
            self.standing[seat] = text
            self._give_standing()
        own = format_standing(orders) if not problems and text else ""
        self.write(own or "You have none of your own; the game's are:\n" + self.engine.standing.rstrip())

    def _give_standing(self) -> None:
        self.run.set_standing({seat: (len(text), text) for seat, text in self.standing.items() if text})

    def _answered(self, receipt: Receipt, *, would: bool = False) -> None:
        done = "would be done" if would else "done"
        self.notes += [f"  {done}: {step.understood}" for step in receipt.done if not would]
        self.notes += [
            f"  {'no effect' if line.is_clause else 'not needed'}: {line.text}" for line in receipt.needless
        ]
        if receipt.problem is not None:
            self.notes.append(explain_problem(receipt.problem, receipt.legal))
        if receipt.stopped:
            self.notes.append("  Stopped, as you wrote.")
        left = receipt.handed_back.strip()
        if "\n" in left or (left and receipt.problem is None):
            self.notes.append("  Not carried out:\n    " + left.replace("\n", "\n    "))
        if receipt.kept:
            self.notes.append("  Waits for your next question:\n    " + receipt.kept.replace("\n", "\n    "))
        if not (receipt.done or receipt.problem or receipt.stopped or receipt.kept):
            self.notes.append("  Nothing was done.")

    def _finish(self, result: Result) -> None:
        reader = min(self.humans, default=None)
        for line in self._news(reader):
            self.write(line)
        self._board(reader)
        scores = ", ".join(f"seat {seat} {score}" for seat, score in result.scores.items())
        winners = " and ".join(f"seat {seat}" for seat in result.winners)
        self.write(f"{result.reason} {winners} won: {scores}.")
        self.write(f"Play it again with --seed {self.seed}.")


def _about_conditions(engine: AnyEngine) -> str:
    """The words that conditions and standing orders of this game may use."""
    words = engine.vocabulary
    examples = ", ".join(f'"{example}"' for example in words.examples)
    lines = [
        f"Conditions: {examples}; and, or, not, ( ).",
        *(f"  {name}: {about}" for name, about in (*words.variables.items(), *words.flags.items())),
        'Standing orders answer small questions for you, as in "key: choice if condition; choice":',
        *(f"  {name}: {_what_follows(key)} ({key.about})" for name, key in words.keys.items()),
    ]
    return "\n".join(lines)


def _what_follows(key: Key) -> str:
    """What a standing order says behind its colon."""
    return ", ".join(key.choices) or ("a number" if key.number else "as the question is answered")
