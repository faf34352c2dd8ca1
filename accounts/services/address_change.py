"""Moving to another address: confirmed by a link at the old one and by a link at the new one."""

from __future__ import annotations

import re
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import AddressChange, User
from accounts.refusals import Refused
from accounts.services import renewal
from accounts.validators import validate_address
from post import outbox, tokens
from post.fields import normalise_address
from post.limiter import allow

LIFE = timedelta(hours=24)
OLD = "old"  # the two sides
NEW = "new"
LETTERS = {OLD: "address_old", NEW: "address_new"}

_TOKEN = re.compile(r"(?<![0-9])([0-9]{1,18})-(old|new)-([a-z2-7]{32})(?![a-z2-7])")


def ask(user: User, address: str) -> None:
    """Write to both addresses, without revealing whether the new one has a user: see `_move`."""
    address = normalise_address(address)
    validate_address(address)
    if address == user.email:
        raise Refused(_("That is already your address."))
    mine = allow("address changes of a user", str(user.pk), rate="5/day")
    if not (mine and allow("address changes to an address", address, rate="3/day")):
        raise Refused(_("Too many address changes: try again tomorrow."))
    with transaction.atomic():
        _open().filter(user=user).update(expires_at=timezone.now())  # the newest request counts
        change = AddressChange.objects.create(user=user, address=address, expires_at=timezone.now() + LIFE)
        for side, to in ((OLD, user.email), (NEW, address)):
            kind = LETTERS[side]
            outbox.queue(kind, to, f"{kind} {change.pk}", user=user, facts={"change": change.pk})


def open_change(user: User) -> AddressChange | None:
    """The change that waits to be confirmed."""
    return _open().filter(user=user).order_by("-pk").first()


def old_address_link(change: AddressChange) -> str:
    """The path that confirms from the old address: only for the email."""
    return _link(change, OLD)


def new_address_link(change: AddressChange) -> str:
    """The path that confirms from the new address: only for the email."""
    return _link(change, NEW)


def _link(change: AddressChange, side: str) -> str:
    number, _dash, letters = tokens.token(f"address {side}", change).partition("-")
    return reverse("address_change", args=[f"{number}-{side}-{letters}"])


def found_by_link(user: User, given: str) -> tuple[AddressChange, str] | None:
    """The user's own change that a link stands for and its side; None for anything else."""
    token = _TOKEN.search(given.lower())
    if token is None:
        return None
    change = tokens.opened(_open().filter(user=user), f"address {token[2]}", token[1], token[3])
    return (change, token[2]) if change is not None else None


def confirm(change: AddressChange, side: str) -> bool:
    """Note one side; True if both have confirmed and the user has moved. Refused if the address is taken."""
    now, field = timezone.now(), f"{side}_confirmed_at"
    with transaction.atomic():
        _open().filter(pk=change.pk, **{field: None}).update(**{field: now})
        both = _open().filter(pk=change.pk, old_confirmed_at__isnull=False, new_confirmed_at__isnull=False)
        if not both.update(done_at=now):
            return False
        _move(change)
    return True


def _move(change: AddressChange) -> None:
    try:
        with transaction.atomic():
            user = User.objects.get(pk=change.user_id)
            former, user.email, user.bounced_at, user.mail_failures = user.email, change.address, None, 0
            user.save(update_fields=["email", "bounced_at", "mail_failures"])
            renewal.renew(user, former)
    except IntegrityError:
        # Told only to someone who reads the email of both addresses.
        raise Refused(_("There is already a user with this email address.")) from None


def _open() -> QuerySet[AddressChange]:
    return AddressChange.objects.filter(done_at=None, expires_at__gt=timezone.now())
