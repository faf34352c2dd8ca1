"""Guests: people who try the server before they sign up. What they have done is kept when they do."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.personal_data import holders
from accounts.refusals import Refused
from post.limiter import Limit

KEPT = timedelta(days=14)  # after that, what a guest has not signed up for is deleted
GUESTS = Limit("guests of a client", 20, "hour")
# Nobody reads email there (RFC 2606), so nothing is ever sent to a guest and no guest can prove an address.
DOMAIN = "guest.invalid"
MOST_AT_ONCE = 200  # deleted in one go


def welcome(language: str, client: str) -> User:
    """A new guest: a user without an address, counted together with all guests of this client."""
    token = secrets.token_hex(12)
    name = _("Guest {number}").format(number=secrets.randbelow(9000) + 1000)
    guest = User(email=f"{token}@{DOMAIN}", name=name, language=language, is_guest=True)
    guest.came_from = salted_hmac("accounts.guests", client, algorithm="sha256").hexdigest()[:32]
    guest.set_unusable_password()
    guest.clean_fields(exclude=["password"])
    guest.save()
    return guest


def refuse(user: User) -> None:
    """For everything that other people would have to rely on."""
    if user.is_guest:
        raise Refused(_("sign up first: as a guest you can play against bots only"))


def hand_over(guest: User, user: User) -> None:
    """The guest has signed up, or in: all that is theirs belongs to the user from now on."""
    if not guest.is_guest or guest.pk == user.pk:
        return
    with transaction.atomic():
        for holder in holders():
            holder.hand_over(guest, user)
        guest.delete()


def prune() -> None:
    """Delete guests who have not signed up, with all that they did."""
    old = User.objects.filter(is_guest=True, date_joined__lt=timezone.now() - KEPT)
    for guest in old.order_by("pk")[:MOST_AT_ONCE]:
        with transaction.atomic():
            for holder in holders():
                holder.forget(guest)
            guest.delete()
