"""Settings of an account that its owner can change by a word in an email, or in the box for orders."""

from __future__ import annotations

import re
from datetime import time

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from accounts.services import users

_OFF = ("off", "no", "none", "never")
_HOUR = re.compile(r"(?:at )?([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?: h| uhr)?")


def change_language(user: User | None, wanted: str) -> str:
    """Write to the player in another language from now on."""
    known = dict(settings.LANGUAGES)
    code = next((code for code, name in known.items() if wanted.lower() in (code, str(name).lower())), "")
    if user is None or not code:
        raise Refused(_("the languages are: {known}").format(known=", ".join(known)))
    users.change(user, {"language": code})
    return _("You will get emails in this language from now on: {language}.").format(language=known[code])


def change_daily(user: User | None, wanted: str) -> str:
    """One email a day from now on, at an hour; or each by itself again."""
    said = wanted.strip().lower()
    found = _HOUR.fullmatch(said)
    if user is None or (found is None and said not in _OFF):
        raise Refused(_("write an hour, such as “daily 18:00”, or “daily off”"))
    if found is None:
        users.change(user, {"mail_daily_at": None})
        return _("From now on you get each email by itself.")
    hour = time(int(found[1]), int(found[2] or 0))
    users.change(user, {"mail_daily_at": hour})
    told = _(
        "From now on you get one email a day, at {hour} ({zone}). What cannot wait so long comes at once."
    )
    return told.format(hour=f"{hour:%H:%M}", zone=user.time_zone)


def is_about_daily(text: str) -> bool:
    """Whether what follows the word `daily` makes it a command; a sentence may begin with that word."""
    said = text.strip().lower()
    return not said or said in _OFF or _HOUR.fullmatch(said) is not None
