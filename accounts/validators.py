"""Which time zones and addresses a user may have."""

import functools
import zoneinfo

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.translation import gettext_lazy as _

_validate_email = EmailValidator()


def validate_address(address: str) -> None:
    """Refuses what is not exactly one mailbox, written plainly.

    The standard allows quoted names with blanks, commas and angle brackets in them; nobody has one, and some
    email program on the way would read two addresses where there is one.
    """
    if not address.isprintable() or any(letter in ' ",;:<>()[]\\' for letter in address):
        raise ValidationError(_("Enter one email address, like alice@example.org."), code="invalid")
    _validate_email(address)


@functools.cache
def known_time_zones() -> frozenset[str]:
    # Reads a directory of six hundred files: once is enough.
    return frozenset(zoneinfo.available_timezones())


def validate_time_zone(name: str) -> None:
    """Refuses what is not the name of a zone in the IANA database, such as Europe/Warsaw."""
    if name not in known_time_zones():
        raise ValidationError(
            _("%(name)s is not a time zone. Use a name such as Europe/Warsaw."),
            code="time_zone",
            params={"name": name},
        )
