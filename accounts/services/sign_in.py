"""Signing in and up by an email with a link and a code. Neither is stored: see post.secrets."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import SignIn, User
from accounts.services.next_page import kept_page
from accounts.validators import validate_address
from post import outbox, secrets, tokens
from post.fields import normalise_address
from post.limiter import allow

EMAIL = "sign_in"
LIFE = timedelta(minutes=15)
SKEW = timedelta(minutes=1)  # by which the clocks of two machines may differ
MOST_TRIES = 5  # at the code of one email
MOST_LETTERS = 3  # to one address while a link is valid

_LINK = "sign-in link"  # purposes of computed secrets
_CODE = "sign-in code"
# Email programs add a full stop, a bracket or "=3D" around the link.
_TOKEN = re.compile(r"(?<![0-9])([0-9]{1,18})-([a-z2-7]{32})(?![a-z2-7])")


def ask(address: str, browser: str, next_page: str, client: str, language: str = "") -> SignIn | None:
    """Send a link and a code; nothing if there were too many requests.

    Whether the address is known is not looked up here, so that nothing can depend on it.
    """
    address = normalise_address(address)
    validate_address(address)
    if not _may_send(address, client):
        return None
    with transaction.atomic():
        sign_in = SignIn.objects.create(
            address=address,
            browser=_hashed(browser),
            next=kept_page(next_page),
            expires_at=timezone.now() + LIFE,
        )
        facts = {"sign_in": sign_in.pk, "language": language}
        outbox.queue(EMAIL, address, f"{EMAIL} {sign_in.pk}", facts=facts)
    return sign_in


def _may_send(address: str, client: str) -> bool:
    # The client first: a client over its limit must not use up the limit of the address's owner.
    return allow("sign-in emails of a client", client, rate="10/hour") and allow(
        "sign-in emails to an address", address, rate=f"{MOST_LETTERS}/15minute"
    )


def sign_in_link(sign_in: SignIn) -> str:
    """The path of the page that signs in: only for the email."""
    return reverse("sign_in_link", args=[tokens.token(_LINK, sign_in)])


def sign_in_code(sign_in: SignIn) -> str:
    """The eight digits that sign in: only for the email."""
    return secrets.code(_CODE, *_parts(sign_in))


def _parts(sign_in: SignIn) -> tuple[int, str]:
    return sign_in.pk, sign_in.nonce


def found_by_link(given: str) -> SignIn | None:
    """The sign-in behind a valid link; None for damaged, used, old and invented links alike."""
    token = _TOKEN.search(given.lower())
    if token is None:
        return None
    return tokens.opened(_live().filter(tries__lt=MOST_TRIES), _LINK, token[1], token[2])


def was_asked_in(sign_in: SignIn, browser: str) -> bool:
    """Whether this browser is the one that asked for the email."""
    return bool(browser) and hmac.compare_digest(sign_in.browser, _hashed(browser))


def waiting_in(browser: str) -> list[SignIn]:
    """The sign-ins that this browser asked for and that are still valid, newest first."""
    if not browser:
        return []
    return list(_live().filter(browser=_hashed(browser)).order_by("-pk")[:MOST_LETTERS])


def use_link(sign_in: SignIn, browser: str) -> bool:
    """Use up a link in the browser that asked for it. Of many attempts at once, one succeeds."""
    return was_asked_in(sign_in, browser) and _claim(sign_in)


def use_code(sign_ins: Iterable[SignIn], given: str) -> SignIn | None:
    """Use up a typed code, whichever of these emails it came in."""
    for sign_in in sign_ins:
        if _may_try(sign_in) and secrets.code_fits(given, _CODE, *_parts(sign_in)) and _claim(sign_in):
            return sign_in
    return None


def _may_try(sign_in: SignIn) -> bool:
    """Count an attempt before it is checked, so that simultaneous guesses are counted too."""
    left = _live().filter(pk=sign_in.pk, tries__lt=MOST_TRIES)
    return bool(left.update(tries=F("tries") + 1))


def _claim(sign_in: SignIn) -> bool:
    return bool(_live().filter(pk=sign_in.pk).update(used_at=timezone.now()))


def _live() -> QuerySet[SignIn]:
    """Not used, not too old, and not from the future either: the clock may have been set back since."""
    now = timezone.now()
    return SignIn.objects.filter(used_at=None, expires_at__gt=now, expires_at__lte=now + LIFE + SKEW)


def _hashed(browser: str) -> str:
    return hashlib.sha256(browser.encode(errors="replace")).hexdigest()


def person_at(address: str) -> User | None:
    """The user with this address, if any. Ask only for someone who has proved to read email there."""
    return User.objects.filter(email=address).first()
