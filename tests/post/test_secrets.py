"""Secrets in links: what they look like, and which ones are right."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from accounts.models import User
from post import secrets
from post.text import grouped
from post.unsubscribe import category_link

# As spam filters know them: base58, 26 to 35 letters, beginning with 1 or 3.
BITCOIN = re.compile(r"(?<![A-Za-z0-9])[13][1-9A-HJ-NP-Za-km-z]{25,34}(?![A-Za-z0-9])")


def former(purpose: str, *parts: object) -> str:
    """A secret as it was written in links before."""
    return secrets._base32(secrets.mac(secrets.keys()[0], purpose, parts))


def test_no_secret_looks_like_a_bitcoin_address_and_former_ones_still_fit():
    looked_like_one = 0
    for number in range(300):
        old, new = former("seat", number), secrets.secret("seat", number)
        looked_like_one += bool(BITCOIN.search(f"x-{old}"))
        assert not BITCOIN.search(f"/link/{number}-{new}"), new
        assert secrets.fits(old, "seat", number)
        assert secrets.fits(new.upper(), "seat", number)
        assert not secrets.fits(new, "seat", number + 1)
    assert looked_like_one  # or this shows nothing


def test_a_former_link_still_ends_emails(client, alice):
    """B11: links that lie in mailboxes work until what they open has a new nonce."""
    nonces = (str(number) for number in range(10_000))
    alice.mail_nonce = next(one for one in nonces if _former_link(alice, one)[0] == "3")
    alice.save()
    written = category_link(alice, "turns")
    letters = _former_link(alice, alice.mail_nonce)
    assert letters not in written
    path = urlsplit(written).path.rpartition("-")[0] + f"-{letters}/"
    assert client.post(path).status_code == 200
    assert not User.objects.get(pk=alice.pk).mail_turns


def _former_link(user: User, nonce: str) -> str:
    return former("unsubscribe", user.pk, "turns", nonce)


def test_a_head_of_the_record_is_shown_in_groups():
    head = "3f8a21c9b14d7e6613f8a21c9b14d7e6"
    assert BITCOIN.search(head)
    assert not BITCOIN.search(grouped(head))
