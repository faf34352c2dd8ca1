"""Letters: a function and three templates for each kind."""

from __future__ import annotations

from collections.abc import Callable

from games.mail.letter import Letter
from games.mail.letters import answers, clocks, hosts, matches, people, turns
from games.models import OutgoingMail

LETTERS: dict[str, Callable[[OutgoingMail], Letter]] = {
    "turn": turns.turn,
    "report": turns.report,
    "started": turns.started,
    "finished": turns.finished,
    "receipt": answers.receipt,
    "answer": answers.answer,
    "help": answers.help_letter,
    "confirm_mail": answers.confirm_mail,
    "press": matches.press,
    "reminder": matches.reminder,
    "paused": clocks.paused,
    "resumed": clocks.resumed,
    "extended": clocks.extended,
    "rewound": clocks.rewound,
    "invitation": matches.invitation,
    "declined": matches.declined,
    "withdrawn": matches.withdrawn,
    "claim": matches.claim,
    "replaced": matches.replaced,
    "rematch": matches.rematch,
    "sign_in": people.sign_in,
    "address_old": people.address_old,
    "address_new": people.address_new,
    "goodbye": people.goodbye,
    "stuck": hosts.stuck,
    "undelivered": hosts.undelivered,
}
