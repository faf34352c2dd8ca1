"""Letters about an account."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone

from accounts.models import AddressChange, SignIn
from accounts.services.address_change import new_address_link, old_address_link
from accounts.services.sign_in import sign_in_code, sign_in_link
from games.mail.letter import Letter, NotNeeded
from games.models import OutgoingMail


def sign_in(mail: OutgoingMail) -> Letter:
    """A link and a code, good for a few minutes."""
    found = SignIn.objects.filter(pk=mail.facts.get("sign_in"), used_at=None).first()
    if found is None or found.expires_at <= timezone.now():
        raise NotNeeded("the link is used or too old")
    code = sign_in_code(found)
    about: dict[str, object] = {
        "sign_in_link": settings.SITE_URL + sign_in_link(found),
        "code": f"{code[:4]} {code[4:]}",
        "minutes": max(1, round((found.expires_at - timezone.now()).total_seconds() / 60)),
    }
    return Letter(about)


def address_old(mail: OutgoingMail) -> Letter:
    """Somebody wants to move this account to another address."""
    change = _change(mail)
    return _moving(change, old_address_link(change))


def address_new(mail: OutgoingMail) -> Letter:
    """Somebody wants to move an account to this address."""
    change = _change(mail)
    return _moving(change, new_address_link(change))


def _change(mail: OutgoingMail) -> AddressChange:
    change = AddressChange.objects.select_related("user").filter(pk=mail.facts.get("change")).first()
    if change is None or change.done_at is not None or change.expires_at <= timezone.now():
        raise NotNeeded("the change is done or too old")
    return change


def _moving(change: AddressChange, link: str) -> Letter:
    about: dict[str, object] = {
        "change": change,
        "change_link": settings.SITE_URL + link,
        "expires_at": change.expires_at,
    }
    return Letter(about)


def goodbye(mail: OutgoingMail) -> Letter:
    """The account is deleted; this is the last letter."""
    return Letter({"name": str(mail.facts.get("name", ""))})
