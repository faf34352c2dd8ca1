"""Which names, time zones and addresses a user may have."""

import functools
import zoneinfo

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

# Line breaks and other control characters end a header and so block every email that carries the name;
# direction marks let it rewrite the text around it.
validate_name = RegexValidator(
    r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]",
    _("A name is one line of plain text."),
    inverse_match=True,
)

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
            _("%(name)s is not a time zone. Write it like Europe/Warsaw."),
            code="time_zone",
            params={"name": name},
        )
