"""Whether an email is from its sender: only our own mail server's verdict counts."""

from __future__ import annotations

import re

from django.conf import settings

from post.parsing.email import ParsedEmail

_COMMENT = re.compile(r"\([^()]*\)")
_MAX = 2_000  # characters of a verdict that are looked at


def is_authentic(email: ParsedEmail) -> bool:
    """Whether our receiver vouches for the sender's domain.

    Anyone can write an Authentication-Results header. Ours is the topmost, since our receiver is the last to
    touch an email, and it bears the receiver's name before anything else.
    """
    if not email.authentication_results:
        return False
    verdict = email.authentication_results[0][:_MAX]
    while (bare := _COMMENT.sub(" ", verdict)) != verdict:
        verdict = bare
    receiver, *results = [part.strip().lower() for part in verdict.split(";")]
    if receiver.split(" ")[0] != settings.MAIL_RECEIVER.lower():
        return False
    return any(_passes(result, email.sender) for result in results)


def _passes(result: str, sender: str) -> bool:
    """DMARC passed, or a signature of the sender's own domain holds (an honest forwarder breaks only SPF)."""
    words = result.split()
    if not words:
        return False
    domain = sender.rpartition("@")[2]
    if words[0] == "dmarc=pass":
        said = [word.partition("=")[2] for word in words if word.startswith("header.from=")]
        return not said or said[0] == domain
    if words[0] == "dkim=pass":
        signed = [word.partition("=")[2].lstrip("@") for word in words if word.startswith("header.d=")]
        return any(_same_domain(domain, one) for one in signed)
    return False


def _same_domain(domain: str, signed: str) -> bool:
    return bool(signed) and (domain == signed or domain.endswith(f".{signed}"))
