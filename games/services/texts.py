"""Answers in plain text that every door can give: help, status, previews, receipts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract.tree import first_path
from games.engine.language.paths import follow
from games.models import Match, Seat
from games.services.access import name_of
from games.services.orders import ShownReceipt
from games.services.previews import Foretold
from games.services.scene import Question, Scene, Told


def about_help(scene: Scene, words: list[str]) -> str:
    """What can be done now. Raises a PlayerError where the words are not possible."""
    parts = []
    known = scene.look_up(" ".join(words)) if words else []
    if known:
        parts.append("\n".join(known))
    elif scene.question is not None:
        parts += [_about_words(scene, scene.question, words), scene.question.explain(words)]
    elif words:
        parts.append(_("You have nothing to do right now."))
    if not words:
        parts.append(_("Write your orders, one per line. You can also write:") + "\n" + about_commands())
    return "\n\n".join(filter(None, parts))


def _about_words(scene: Scene, question: Question, words: list[str]) -> str:
    """What the game tells of the last of them: a miniature's abilities, the text of a card."""
    path, _node = follow(question.decision, words)
    return "\n".join(scene.engine.about(path, scene.view, _)) if path and scene.view is not None else ""


def about_status(scene: Scene) -> str:
    """Where the match stands and who it is waiting for."""
    match = scene.match
    lines = [
        _("{match}: turn {turn}, {status}.").format(
            match=match.name, turn=match.turn, status=match.get_status_display()
        )
    ]
    if scene.outcome:
        lines.append(scene.outcome)
    if match.paused_at is not None:
        lines.append(_("The match is paused."))
    for seat in scene.access.seats:
        state = seat_state(match, seat)
        lines.append(f"  {seat.number}. {name_of(seat)}" + (f": {state}" if state else ""))
    if scene.question is not None:
        lines.append(_("Your question: {prompt}").format(prompt=scene.question.prompt))
    return "\n".join(lines)


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
    if seat.waiting_since is not None and with_deadline:
        return _("to play until {due}").format(due=moment(seat.due_at)) if seat.due_at else _("to play")
    return _("missed {count} deadlines").format(count=seat.missed) if seat.is_abandoned else ""


def _about_needless(line: Mapping[str, Any]) -> str:
    if line.get("is_clause"):
        return _("no effect: {text}").format(text=line["text"])
    return _("not needed: {text} (nothing asked for it)").format(text=line["text"])


def about_receipt(receipt: ShownReceipt) -> str:
    """The result of orders, line by line."""
    lines = [_("done: {text}").format(text=done["understood"]) for done in receipt.done]
    lines += [_about_needless(line) for line in receipt.needless]
    if receipt.problem:
        lines.append(receipt.problem)
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
        lines.append(_("(There was no time to work all of it out: this is what is known so far.)"))
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
        ("help WORDS", _("what you can order now, or after these words; or the text of a card")),
        ("status", _("who the match is waiting for, and until when")),
        ("board", _("the board; “board full” adds what cards, Banners and modes do")),
        ("preview ORDERS", _("what these orders would do; they are not carried out")),
        ("standing LINE", _("shows or changes your standing orders; “standing clear” deletes them")),
        ("say WORDS", _("a message to all players; “say to NAME: WORDS” to one")),
        ("undo", _("takes back your last order, if nobody has learned anything since")),
        ("drop", _("drops your orders that are kept and not played yet")),
        ("report", _("sends you the last report again")),
        ("rules NUMBER", _("a rule of the game, such as “rules ED-9.1”")),
        ("language CODE", _("the language of your emails")),
        ("daily 18:00", _("one email a day, at that hour; “daily off” ends that")),
        ("agree", _("agrees to end the match without a winner; “disagree” withdraws it")),
        ("resign", _("gives up your seat for good")),
        ("stop", _("alone in an email: stops emails about this match")),
    ]
    return "\n".join(f"  {word:<16} {about}" for word, about in rows)


def moment(at: object) -> str:
    """A time in the reader's zone, with the zone's name: "Tue 17 Nov, 18:00 (Europe/Warsaw)"."""
    told = date_format(timezone.localtime(at), "D j M, H:i")  # type: ignore[arg-type]
    return f"{told} ({timezone.get_current_timezone_name()})"
