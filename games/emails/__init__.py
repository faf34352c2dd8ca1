"""The emails of matches: one record for each kind; what it says is in its two templates."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.emails import alarms, answers, hosting, matches, turns
from games.services import invitations
from post.kinds import Category, Kind, Pace, register

STILL_YOURS = _("Your seats stay yours, and their deadlines still pass.")

TURNS = Category("turns", _("emails when it is your turn"), STILL_YOURS)
REPORTS = Category("reports", _("emails about other players' turns"))
PRESS = Category("press", _("emails with messages from other players"))
REMINDERS = Category("reminders", _("reminders of deadlines"), STILL_YOURS)
HOSTS = Category("hosts", _("emails about pauses, absences, extra time and rewinds"))
INVITATIONS = Category(invitations.CATEGORY, _("invitations to matches"))

register(
    [
        Kind("turn", _("Your turn"), _("{match}: your turn"), turns.turn, TURNS, pace=Pace.TAKING),
        Kind(
            "report",
            _("Another player's turn"),
            _("{match}: what happened"),
            turns.report,
            REPORTS,
            pace=Pace.WAITING,
        ),
        Kind("resent", _("The last report again"), _("Re: {match}: the last report"), turns.resent),
        Kind(
            "started",
            _("The match has started"),
            _("{match}: the match has started"),
            turns.started,
            pace=Pace.TAKING,
        ),
        Kind(
            "finished",
            _("The match is over"),
            _("{match}: the match is over"),
            turns.finished,
            pace=Pace.TAKING,
        ),
        Kind("receipt", _("The result of your orders"), _("Re: {match}: your turn"), answers.receipt),
        Kind("answer", _("An answer to your email"), _("Re: {match}"), answers.answer),
        Kind("help", _("How to play by email"), _("Re: {site}"), answers.help_email),
        Kind(
            "confirm_mail", _("An email to confirm"), _("{match}: did you write this?"), answers.confirm_mail
        ),
        Kind(
            "press",
            _("A message"),
            _("{match}: {name} wrote to you"),
            matches.press,
            PRESS,
            pace=Pace.WAITING,
        ),
        Kind(
            "reminder", _("A reminder"), _("{match}: your orders are due {due}"), matches.reminder, REMINDERS
        ),
        Kind(
            "paused",
            _("The match is paused"),
            _("{match}: the match is paused"),
            hosting.paused,
            HOSTS,
            pace=Pace.WAITING,
        ),
        Kind(
            "resumed",
            _("The match resumes"),
            _("{match}: the match has resumed"),
            hosting.resumed,
            HOSTS,
            pace=Pace.WAITING,
        ),
        Kind(
            "extended",
            _("More time"),
            _("{match}: you have more time"),
            hosting.extended,
            HOSTS,
            pace=Pace.WAITING,
        ),
        Kind(
            "absent",
            _("A player is absent"),
            _("{match}: {name} is absent"),
            hosting.absent,
            HOSTS,
            pace=Pace.WAITING,
        ),
        Kind(
            "rewound",
            _("A rewind"),
            _("{match}: the match was rewound"),
            hosting.rewound,
            HOSTS,
            pace=Pace.WAITING,
        ),
        Kind(
            "invitation",
            _("An invitation"),
            _("{host} invites you to {match}"),
            matches.invitation,
            INVITATIONS,
        ),
        Kind(
            "rematch", _("A rematch"), _("{host} asks for a rematch: {match}"), matches.rematch, INVITATIONS
        ),
        Kind(
            "declined",
            _("An invitation declined"),
            _("{match}: an invitation was declined"),
            matches.declined,
        ),
        Kind("withdrawn", _("The match is withdrawn"), _("{match}: withdrawn"), matches.withdrawn),
        Kind("claim", _("A seat to take over"), _("{match}: a seat can be taken over"), matches.claim),
        Kind(
            "replaced",
            _("Your seat has a new player"),
            _("{match}: your seat has a new player"),
            matches.replaced,
        ),
        Kind("stuck", _("A match is stuck"), _("{match}: the match is stuck"), alarms.stuck),
        Kind(
            "undelivered",
            _("Emails are not arriving"),
            _("{match}: emails to {name} are not arriving"),
            alarms.undelivered,
        ),
    ]
)
