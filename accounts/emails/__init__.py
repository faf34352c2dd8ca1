"""Emails about an account."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import AddressChange, SignIn
from accounts.services.address_change import new_address_link, old_address_link
from accounts.services.sign_in import sign_in_code, sign_in_link
from post.kinds import EmailContent, Kind, NotNeeded, register
from post.models import OutgoingEmail


def sign_in(email: OutgoingEmail) -> EmailContent:
    """A link and a code, valid for a few minutes."""
    found = SignIn.objects.filter(pk=email.facts.get("sign_in"), used_at=None).first()
    if found is None or found.expires_at <= timezone.now():
        raise NotNeeded("the link is used or too old")
    code = sign_in_code(found)
    about: dict[str, object] = {
        "sign_in_link": settings.SITE_URL + sign_in_link(found),
        "code": f"{code[:4]} {code[4:]}",
        "minutes": max(1, round((found.expires_at - timezone.now()).total_seconds() / 60)),
    }
    return EmailContent(about)


def address_old(email: OutgoingEmail) -> EmailContent:
    """Someone wants to move this account to another address."""
    change = _change(email)
    return _moving(change, old_address_link(change))


def address_new(email: OutgoingEmail) -> EmailContent:
    """Someone wants to move an account to this address."""
    change = _change(email)
    return _moving(change, new_address_link(change))


def _change(email: OutgoingEmail) -> AddressChange:
    change = AddressChange.objects.select_related("user").filter(pk=email.facts.get("change")).first()
    if change is None or change.done_at is not None or change.expires_at <= timezone.now():
        raise NotNeeded("the change is done or too old")
    return change


def _moving(change: AddressChange, link: str) -> EmailContent:
    about: dict[str, object] = {
        "change": change,
        "change_link": settings.SITE_URL + link,
        "expires_at": change.expires_at,
    }
    return EmailContent(about)


def goodbye(email: OutgoingEmail) -> EmailContent:
    """The account is deleted; this is the last email."""
    return EmailContent({"name": str(email.facts.get("name", ""))})


register(
    [
        Kind("sign_in", _("A sign-in link"), _("Sign in to {site}"), sign_in),
        Kind("address_old", _("A change of address"), _("Are you changing your address?"), address_old),
        Kind("address_new", _("A change of address"), _("Is this your new address?"), address_new),
        Kind(
            "goodbye",
            _("Your account has been deleted"),
            _("Your account at {site} has been deleted"),
            goodbye,
            reaches_former_users=True,
        ),
    ]
)
