"""Answers in plain text that every door can give: help, status, previews, receipts, options and rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby, islice
from pathlib import Path
from textwrap import fill
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.services.absences import now_or_to_come
from games.engine.contract.engine import AnyEngine, OptionSpec, Setting
from games.engine.contract.tree import first_path
from games.engine.language.paths import follow
from games.models import Match, Seat
from games.services.access import name_of
from games.services.engines import ENGINES
from games.services.rehearsal.previews import Foretold, looked_at
from games.services.scene import Question, Scene
from games.services.stories.receipts import ShownReceipt
from games.services.stories.told import Told
from post.text import TABLE_WIDTH


def about_help(scene: Scene, words: list[str]) -> str:
    """What can be done now. Raises a PlayerError where the words are not possible."""
    parts = []
    known = scene.look_up(" ".join(words)) if words else []
    if known:
        parts.append("\n".join(known))
    elif scene.question is not None:
        said = [*scene.question.order_of(tuple(words))]
        parts += looked_at(scene, said, lambda seen: _about_words(seen, said), is_typed=True)
    elif words:
        parts.append(_("You have nothing to do right now."))
    if not words:
        parts.append(_("Write your orders, one per line. You can also write:") + "\n" + about_commands())
    return "\n\n".join(filter(None, parts))


def _about_words(scene: Scene, words: list[str]) -> list[str]:
    """What the game tells of the last of them, such as the text of a card; and what may follow."""
    question, listing = scene.question, scene.listing
    if question is None:
        return []
    if listing is not None and listing.refusal is not None:
        raise listing.refusal.as_error()
    path = listing.path if listing is not None else follow(question.decision, words)[0]
    told = scene.about(path) if path else []
    return ["\n".join(told), question.explain(words if listing is None else list(path))]


def about_status(scene: Scene) -> str:
    """Where the match stands and who it is waiting for."""
    match = scene.match
    lines = [
        _("{match}: {turn}, {status}.").format(
            match=match.name, turn=turn_in_words(match.turn), status=match.get_status_display()
        )
    ]
    if scene.outcome:
        lines.append(scene.outcome)
    if match.paused_at is not None:
        lines.append(_("The match is paused."))
    allies = scene.access.allies
    for seat in scene.access.seats:
        state = seat_state(match, seat)
        name = _("{name} (your ally)").format(name=name_of(seat)) if seat in allies else name_of(seat)
        told = f"{seat.number}. {name}" + (f": {state}" if state else "")
        lines.append(fill(told, TABLE_WIDTH, initial_indent="  ", subsequent_indent="     "))
    if scene.question is not None:
        lines.append(_("Your question: {prompt}").format(prompt=scene.question.prompt))
    return "\n".join(lines)


def turn_in_words(turn: int) -> str:
    """What a turn is called; before the first one there is the set-up."""
    return _("turn {turn}").format(turn=turn) if turn else _("set-up")


def seat_state(match: Match, seat: Seat, *, with_deadline: bool = True) -> str:
    """What there is to say about a player, in the same words on pages, in emails and in print."""
    if seat.resigned_at is not None:
        return _("has resigned")
    if match.status == Match.Status.OPEN and not seat.is_taken:
        if seat.declined_at is not None:
            return _("has declined")
        return _("invited, no answer yet") if seat.invited else _("free")
    if match.status != Match.Status.RUNNING:
        return ""
    if seat.agreed_at is not None:
        return _("has agreed to end the match")
    told = [
        _about_turn(seat) if seat.waiting_since is not None and with_deadline else "",
        _about_absence(seat),
    ]
    if not told[0] and seat.is_abandoned:
        told[0] = _("missed {count} deadlines").format(count=seat.missed)
    return "; ".join(filter(None, told))


def _about_turn(seat: Seat) -> str:
    return _("to play until {due}").format(due=moment(seat.due_at)) if seat.due_at else _("to play")


def _about_absence(seat: Seat) -> str:
    """Whether the player is absent or soon will be: opponents need not wonder."""
    absence = next(iter(now_or_to_come(seat.user)), None)
    if absence is None:
        return ""
    first, last = (
        day_in_words(at) for at in (absence.begins_at, absence.ends_at - timedelta(microseconds=1))
    )
    if absence.begins_at <= timezone.now():
        return _("absent until {last}").format(last=last)
    told = _("absent from {first} to {last}") if first != last else _("absent on {last}")
    return told.format(first=first, last=last)


def _about_needless(line: Mapping[str, Any]) -> str:
    if line.get("is_clause"):
        return _("no effect: {text}").format(text=line["text"])
    return _("not needed, so it was ignored: {text}").format(text=line["text"])


def about_rule(rule: str) -> str:
    """Where the rules say why, for those who only have email."""
    return _("See {rule}: write “rules {rule}” to read it.").format(rule=rule)


def about_receipt(receipt: ShownReceipt) -> str:
    """The result of orders, line by line."""
    lines = [_("done: {text}").format(text=done["understood"]) for done in receipt.done]
    lines += [_about_needless(line) for line in receipt.needless]
    if receipt.problem:
        lines.append(receipt.problem)
    if receipt.rule:
        lines.append(about_rule(receipt.rule))
    if receipt.stopped:
        lines.append(_("Stopped there, as you asked."))
    if receipt.rest.strip():
        lines.append(_("Not carried out:") + "\n" + indented(receipt.rest))
    if receipt.kept:
        lines.append(_("Kept for your next turn:") + "\n" + indented(receipt.kept))
    if receipt.dropped:
        lines.append(_("Dropped, not played:") + "\n" + indented(receipt.dropped))
    return "\n".join(lines) or _("Nothing was done.")


def about_prose(prose: Sequence[str]) -> str:
    """Which lines of an email were not read as orders, in one sentence; empty if there are none."""
    if not prose:
        return ""
    first = Truncator(prose[0]).chars(_LONGEST_REMARK)
    if len(prose) == 1:
        return _("Not read as an order: “{line}”").format(line=first)
    more = ngettext("{count} more line", "{count} more lines", len(prose) - 1).format(count=len(prose) - 1)
    return _("Not read as orders: “{line}” and {more}.").format(line=first, more=more)


def about_doubt(line: str, *, is_held: bool) -> str:
    """Why orders beside this line were not played, and how to say that they are meant."""
    why = _(
        "Because of the line “{line}” we cannot be sure that you mean the orders beside it, so they were not "
        "played."
    ).format(line=Truncator(line).chars(_LONGEST_REMARK))
    if is_held:
        return f"{why} " + _("If you do, reply with just “yes”. If not, send the orders that you mean.")
    return f"{why} " + _("Please send the orders that you mean once more, without that line.")


def about_foretold(foretold: Foretold) -> str:
    """What orders would do."""
    lines = [_("Would happen: {event}").format(event=event) for event in foretold.certain]
    for chance, outcome in foretold.chances:
        lines.append(f"{chance:.0%}: {' '.join(outcome) or _('nothing more')}")
    for name, values in foretold.spreads:
        lines.append(f"{name}: " + ", ".join(f"{value} ({chance:.0%})" for value, chance in values))
    if foretold.chances and not foretold.is_exact:
        lines.append(_("(The chances are estimated from many trials.)"))
    if not foretold.is_complete:
        lines.append(_("(There was not enough time to work everything out. This is what is known so far.)"))
    if foretold.is_hidden:
        lines.append(_("Then something hidden is revealed, and nothing after that is certain."))
    if foretold.receipt is not None and (foretold.receipt.problem or foretold.receipt.rest.strip()):
        lines.append(about_receipt(foretold.receipt))
    lines.append(_("This was only a preview: nothing has been done."))
    return "\n".join(lines)


def indented(text: str) -> str:
    """Lines that are quoted."""
    return "\n".join(f"  {line}" for line in text.strip().splitlines())


def paragraphs(told: Iterable[Told]) -> list[str]:
    """Sentences that belong together, joined."""
    joined: list[list[str]] = []
    for one in told:
        if one.is_detail and joined:
            joined[-1].append(one.text)
        else:
            joined.append([one.text])
    return [" ".join(sentences) for sentences in joined]


def by_turn(told: Sequence[Told]) -> list[tuple[int, list[str]]]:
    """The paragraphs of each turn."""
    return [(turn, paragraphs(group)) for turn, group in groupby(told, key=lambda one: one.turn)]


_LONGEST_REMARK = 60
_EXAMPLES = 6  # a draft must be readable at a glance


def offers(question: Question) -> list[str]:
    """Each word that an answer may begin with, what it means and an example."""
    return [line.strip() for line in question.explain().splitlines()[1:]]


def draft(question: Question) -> list[str]:
    """Lines that can be sent as they are: examples as comments, then the default."""
    fallback = question.draft
    if not question.decision.major:
        return [fallback]
    return [*(f"# {line}" for line in examples(question) if line != fallback), fallback]


def examples(question: Question) -> list[str]:
    """One complete order for each word that an answer may begin with."""
    decision = question.decision
    branches = islice(decision.root.branches(), _EXAMPLES)
    return [question.write(first_path(branch.grow(), (branch.word,))) for branch in branches]


def about_commands() -> str:
    """What can be written other than orders."""
    rows = [
        ("help WORDS", _("what you can order now or after these words; what a thing does")),
        ("status", _("who the match is waiting for, and until when")),
        ("board", _("the board; “board full” tells what everything on it does")),
        ("preview ORDERS", _("what these orders would do; they are not carried out")),
        ("standing LINE", _("shows or changes your standing orders; “standing clear” deletes them")),
        ("say WORDS", _("a message to all players; “say to NAME: WORDS” to one")),
        ("undo", _("takes back your last order, if nobody has learned anything since")),
        ("drop", _("drops your kept orders")),
        ("report", _("sends you the last report again")),
        ("rules NUMBER", _("a rule of the game, such as “rules ED-9.1”")),
        ("language CODE", _("the language of your emails")),
        ("daily 18:00", _("one email a day, at that hour; “daily off” ends that")),
        ("absent 3-17 May", _("your deadlines wait then, within limits; “back” ends it")),
        ("agree", _("agrees to end the match without a winner; “disagree” withdraws it")),
        ("resign", _("gives up your seat for good")),
        ("stop", _("alone in an email: stops emails about this match")),
    ]
    return "\n".join(f"  {word:<16} {about}" for word, about in rows)


def day_in_words(at: datetime) -> str:
    """A day as its reader's zone has it: "Tue 17 Nov"."""
    return date_format(timezone.localtime(at), "D j M")


def moment(at: object) -> str:
    """A time in the reader's zone, with the zone's name: "Tue 17 Nov, 18:00 (Europe/Warsaw)"."""
    told = date_format(timezone.localtime(at), "D j M, H:i")  # type: ignore[arg-type]
    return f"{told} ({timezone.get_current_timezone_name()})"


# The options of a match.


@dataclass(frozen=True, slots=True)
class Variant:
    """An option that the host chose: its name, and what it means."""

    name: str
    about: str


def variants_of(match: Match) -> list[Variant]:
    """The options that differ from their defaults."""
    return [
        _variant(spec, match.options[spec.name])
        for spec in ENGINES[match.game].options
        if match.options.get(spec.name, spec.default) != spec.default
    ]


def players_for(engine: AnyEngine, spec: OptionSpec) -> str:
    """How many players an option is for: "3 or 4"; empty if for any number."""
    return _(" or ").join(str(number) for number in spec.seats if number in engine.seats)


def _variant(spec: OptionSpec, value: Setting) -> Variant:
    name = _(spec.name).replace("_", " ").capitalize()
    return Variant(name, _(spec.about) if value is True else f"{_(spec.label(value))} ({_(spec.about)})")


# The rules, looked up by number.

# A rule is defined where its id stands in bold at the beginning of a line (of a list, of a table row).
_DEFINITION = re.compile(r"^[\W\d]*\*\*([A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*)", re.MULTILINE)
_ID = re.compile(r"[A-Z]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*")


def rulebooks(folder: Path) -> dict[str, Path]:
    """The rules pages by game."""
    return {page.stem: page for page in sorted(folder.glob("*.md"))}


def rules_in(page: Path, wanted: str) -> list[str]:
    """The rule with an id, or all rules of a chapter, as plain text."""
    number = wanted.strip().upper()
    if not _ID.fullmatch(number):
        return []
    rules = _texts(page, page.stat().st_mtime_ns)
    return [text for name, text in rules if name == number or name.startswith(f"{number}.")]


@lru_cache(maxsize=8)
def _texts(page: Path, written: int) -> list[tuple[str, str]]:
    """Each rule with its text; taken apart once for each time that the page was written."""
    return list(_taken_apart(page))


def _taken_apart(page: Path) -> Iterator[tuple[str, str]]:
    """A rule's text ends where the next rule or chapter begins."""
    text = page.read_text(encoding="utf-8")
    found = list(_DEFINITION.finditer(text))
    ends = [rule.start() for rule in found[1:]] + [len(text)]
    for rule, end in zip(found, ends, strict=True):
        yield rule[1], re.sub(r"\*+|`", "", text[rule.start() : end].partition("\n#")[0]).strip()


def rule_ids(page: Path) -> list[str]:
    """The ids that a page defines, in its order."""
    return list(dict(_texts(page, page.stat().st_mtime_ns)))
