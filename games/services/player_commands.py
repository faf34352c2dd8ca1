"""Commands about the player, not the table: the last report again, a rule, a language, agreeing to end."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import users
from games.models import Match, Seat
from games.services import agreement, seat_emails
from games.services.news import FINISHED, REPORT, STARTED, TURN
from games.services.rulebooks import rule_ids, rules_in
from post.models import OutgoingEmail

RESENT = "resent"  # the kind of email
MOST_REPORTS_AN_HOUR = 5  # to one seat: each is printed
MOST_RULES = 4_000  # letters of rules in one answer


def resend_report(seat: Seat, key: str) -> str:
    """Send the last turn email again, as things stand now; the same key sends it once."""
    if seat.match.status == Match.Status.OPEN:
        raise Refused(_("the match has not started"))
    if seat.is_muted:
        raise Refused(_("you have stopped emails about this match; switch them on again on the match page"))
    if _sent_lately(seat) >= MOST_REPORTS_AN_HOUR:
        raise Refused(_("the report was sent several times within the last hour"))
    last = _last_report(seat)
    facts = {name: last.facts[name] for name in _FACTS if name in last.facts} if last is not None else {}
    seat_emails.queue_for_seat(RESENT, seat, f"{RESENT} {seat.pk} {key}"[:200], facts)
    return _("The last report has been sent again.")


_FACTS = ("first", "last", "turn")


def _sent_lately(seat: Seat) -> int:
    hour = timezone.now() - timedelta(hours=1)
    return OutgoingEmail.objects.filter(mailbox=seat.pk, kind=RESENT, created_at__gt=hour).count()


def _last_report(seat: Seat) -> OutgoingEmail | None:
    kinds = [TURN, REPORT, STARTED, FINISHED]
    sent = OutgoingEmail.objects.filter(
        conversation=seat.match_id, mailbox=seat.pk, user=seat.user, kind__in=kinds
    )
    return sent.order_by("-created_at").first()


def look_up_rules(seat: Seat, wanted: str) -> str:
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


def change_language(user: User | None, wanted: str) -> str:
    """Write to the player in another language from now on."""
    known = dict(settings.LANGUAGES)
    code = next((code for code, name in known.items() if wanted.lower() in (code, str(name).lower())), "")
    if user is None or not code:
        raise Refused(_("the languages are: {known}").format(known=", ".join(known)))
    users.change(user, {"language": code})
    return _("You will get emails in this language from now on: {language}.").format(language=known[code])


def agree_to_end(seat: Seat) -> str:
    """Agree to end the match without a winner."""
    match = agreement.agree(seat)
    if match.status == Match.Status.FINISHED:
        return _("All players have agreed: the match is over.")
    return _("You have agreed to end the match. It ends when all players agree; “disagree” withdraws this.")


def withdraw_agreement(seat: Seat) -> str:
    """Play on after all."""
    agreement.take_back(seat)
    return _("You no longer agree to end the match.")
