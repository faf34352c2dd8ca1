"""What a player may write other than orders, done and answered: the same for emails and the page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.refusals import Refused
from accounts.services import users
from games.engine.contract.text import PlayerError
from games.engine.language.standing import format_standing, parse_standing, replaced
from games.models import Match, Order, Seat
from games.services import absences, orders, press
from games.services.access import name_of
from games.services.commands.parts import FULL, Command
from games.services.engines import ENGINES
from games.services.matches.end import agree_to_end, withdraw_agreement
from games.services.orders import NewOrder, accept, set_standing
from games.services.rehearsal.previews import foretell
from games.services.scene import Scene
from games.services.seat_emails import mailbox
from games.services.seat_emails.mailbox import mute
from games.services.seat_emails.news import FINISHED, REPORT, STARTED, TURN
from games.services.texts import about_foretold, about_help, about_status, indented, rule_ids, rules_in
from post.models import OutgoingEmail

MOST_COMMANDS = 20  # in one text: each is worked out and answered while somebody waits
RESIGN = "resign"
UNDO = "undo"
RESENT = "resent"  # the kind of email
MOST_REPORTS_AN_HOUR = 5  # to one seat: each is printed
MOST_RULES = 4_000  # characters of rules in one answer
_FACTS = ("first", "last", "turn")  # of a report that is sent again


@dataclass(frozen=True, slots=True)
class Sent:
    """How commands came in: the door and the key; the same key is the same message."""

    door: str
    key: str


def carry_out(scene: Scene, seat: Seat, commands: list[Command], sent: Sent) -> list[str]:
    """Carry out commands, so many at most; the answer to each, empty if a receipt will follow."""
    answers = [
        _command(scene, seat, command, Sent(sent.door, f"{sent.key} {number}"))
        for number, command in enumerate(commands[:MOST_COMMANDS])
    ]
    left = len(commands) - len(answers)
    if left:
        told = ngettext(
            "One more command was not carried out: there can be {most} in one text.",
            "{left} more commands were not carried out: there can be {most} in one text.",
            left,
        )
        answers += [told.format(left=left, most=MOST_COMMANDS), *[""] * (left - 1)]
    return answers


def _command(scene: Scene, seat: Seat, command: Command, sent: Sent) -> str:
    """The answer to one command."""
    try:
        match command.word:
            case "help":
                return about_help(scene, command.text.split())
            case "status":
                return about_status(scene)
            case "board":
                return _board(scene, command.text) or _("The match has not started.")
            case "preview":
                return _preview(scene, command.text)
            case "standing":
                return _standing(seat, command.text)
            case "say":
                return _say(seat, scene, command.text, sent.key)
            case "stop":
                return _stop(seat)
            case "drop":
                return _drop(seat)
            case "report":
                told = _resend_report(seat, sent.key)
                return told if sent.door != Order.Door.MAIL else ""  # the report is the answer
            case "rules":
                return _look_up_rules(seat, command.text)
            case "language":
                return users.change_language(seat.user, command.text)
            case "daily":
                return users.change_daily(seat.user, command.text)
            case "join":
                return _("You have joined this match.") + "\n\n" + about_status(scene)
            case "absent":
                return absences.carry_out(seat.user, command.text)
            case "back":
                return absences.come_back(seat.user)
            case "agree" | "draw":
                return _agree(seat)
            case "disagree":
                return _disagree(seat)
            case _:
                return _ordered(seat, command.word, sent)
    except (Refused, PlayerError) as why:
        return _("“{command}” did not work: {why}.").format(command=command.word, why=str(why).rstrip("."))


def _board(scene: Scene, text: str) -> str:
    """The board, and on request the texts of all that lies on it."""
    parts = [scene.board(), *(["\n".join(scene.texts())] if text.lower() == FULL else [])]
    return "\n\n".join(filter(None, parts))


def _preview(scene: Scene, text: str) -> str:
    foretold = foretell(scene, text)
    return about_foretold(foretold) if foretold is not None else _("There is nothing to preview.")


def _standing(seat: Seat, text: str) -> str:
    vocabulary = ENGINES[seat.match.game].vocabulary
    if text:
        clear = text.lower() == "clear"
        orders = "" if clear else seat.standing
        for line in [] if clear else text.splitlines():
            orders = replaced(orders, line, vocabulary)
        problems = set_standing(seat, orders)
        if problems:
            return "\n".join([_("Your standing orders are unchanged."), *problems])
        seat.standing = orders
    own = format_standing(parse_standing(seat.standing, vocabulary)[0]) if seat.standing else ""
    if own:
        return _("Your standing orders:") + "\n" + own
    return (
        _("You have no standing orders of your own. The game's defaults are:")
        + "\n"
        + ENGINES[seat.match.game].standing.rstrip()
    )


def _say(seat: Seat, scene: Scene, text: str, key: str) -> str:
    to, words = _addressee(scene, text)
    press.say(seat, words, to, key)
    whom = name_of(to) if to is not None else _("everyone")
    return _("Your message has been sent to {whom}.").format(whom=whom)


def _addressee(scene: Scene, text: str) -> tuple[Seat | None, str]:
    """`say to Bob: …` is only for Bob. An unknown name is refused: the message may be private."""
    first, colon, rest = text.partition(":")
    if not (colon and first.lower().startswith("to ")):
        return None, text
    name = first[3:].strip().casefold()
    found = [
        seat
        for seat in scene.access.seats
        if name in (scene.names[seat.number].casefold(), str(seat.number), f"seat {seat.number}")
    ]
    if not found and name.removeprefix("my ") == "ally":
        found = scene.access.allies
    if len(found) != 1:
        known = ", ".join(scene.names.values())
        raise Refused(
            _("nobody here is called {name}; the players are: {known}").format(
                name=first[3:].strip(), known=known
            )
        )
    return found[0], rest.strip()


def _stop(seat: Seat) -> str:
    mute(seat)
    return _(
        "You will get no more emails about this match. Your seat stays yours, and its deadlines still "
        "pass. You can play on the match page, and switch emails back on there."
    )


def _drop(seat: Seat) -> str:
    dropped = orders.drop_kept(seat)
    if not dropped:
        return _("You have no kept orders to drop.")
    return _("These orders have been dropped and will not be played:") + "\n" + indented(dropped)


def _ordered(seat: Seat, word: str, sent: Sent) -> str:
    """An order without a text: taking back or resigning."""
    kind = Order.Kind.RESIGN if word == RESIGN else Order.Kind.TAKE_BACK
    accept(seat, NewOrder(kind, sent.door, sent.key))
    if seat.match.paused_at is not None:
        return _("The match is paused: “{command}” is kept until it resumes.").format(command=word)
    return ""  # the receipt tells the result


def _resend_report(seat: Seat, key: str) -> str:
    """Send the last turn email again, as things stand now; the same key sends it once."""
    if seat.match.status == Match.Status.OPEN:
        raise Refused(_("the match has not started"))
    if seat.is_muted:
        raise Refused(_("you have stopped emails about this match; switch them on again on the match page"))
    if _sent_lately(seat) >= MOST_REPORTS_AN_HOUR:
        raise Refused(_("the report has already been sent several times in the last hour"))
    last = _last_report(seat)
    facts = {name: last.facts[name] for name in _FACTS if name in last.facts} if last is not None else {}
    mailbox.queue_for_seat(RESENT, seat, f"{RESENT} {seat.pk} {key}"[:200], facts)
    return _("The last report has been sent again.")


def _sent_lately(seat: Seat) -> int:
    hour = timezone.now() - timedelta(hours=1)
    return OutgoingEmail.objects.filter(mailbox=seat.pk, kind=RESENT, created_at__gt=hour).count()


def _last_report(seat: Seat) -> OutgoingEmail | None:
    kinds = [TURN, REPORT, STARTED, FINISHED]
    sent = OutgoingEmail.objects.filter(
        conversation=seat.match_id, mailbox=seat.pk, user=seat.user, kind__in=kinds
    )
    return sent.order_by("-created_at").first()


def _look_up_rules(seat: Seat, wanted: str) -> str:
    """The text of a rule, or of all rules of a chapter: `rules ED-9`."""
    page = settings.BASE_DIR / "docs" / "rules" / f"{seat.match.game}.md"
    known = rule_ids(page) if page.exists() else []
    if not known:
        raise Refused(_("the rules of this game are not on this server"))
    found = rules_in(page, wanted)
    if not found:
        told = _("write the number of a rule or a chapter of this game, such as “rules {rule}”")
        raise Refused(told.format(rule=known[0]))
    text = "\n\n".join(found)
    return text if len(text) <= MOST_RULES else text[:MOST_RULES].rpartition("\n\n")[0] + "\n\n…"


def _agree(seat: Seat) -> str:
    """Agree to end the match without a winner."""
    match = agree_to_end(seat)
    if match.status == Match.Status.FINISHED:
        return _("All players have agreed: the match is over.")
    return _("You have agreed to end the match. It ends when all players agree; “disagree” withdraws this.")


def _disagree(seat: Seat) -> str:
    """Play on after all."""
    withdraw_agreement(seat)
    return _("You no longer agree to end the match.")
