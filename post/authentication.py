"""Whether an email is from its sender: only our own mail server's verdict counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from django.conf import settings

from post.parsing.server_lines import RECEIVED, Result, parse_results, received_by

if TYPE_CHECKING:
    from post.parsing.email import ParsedEmail  # the gateway, which asks `vouches`, needs no reader of HTML

_UNDECIDED = ("none", "temperror", "permerror")  # of DMARC: no policy, or none that could be read
Lines = Iterable[tuple[str, str]]


def is_authentic(email: ParsedEmail) -> bool:
    """Whether our receiver vouches for the sender of an email."""
    return vouches(email.server_lines, email.sender)


def vouches(lines: Lines, sender: str) -> bool:
    """Whether our receiver vouches for a sender's domain, by what servers wrote above the email.

    DMARC decides where it says anything. For a domain without DMARC a signature of the sender's own domain is
    enough: an honest forwarder breaks only SPF.
    """
    domain = sender.rpartition("@")[2]
    found = _findings(lines, settings.MAIL_RECEIVER.lower())
    for result in found.get("dmarc", []):
        if result.result not in _UNDECIDED:
            return result.result == "pass" and result.properties.get("header.from", domain) == domain
    return any(
        result.result == "pass" and _is_same_domain(domain, _signer(result))
        for result in found.get("dkim", [])
    )


def _findings(lines: Lines, receiver: str) -> dict[str, list[Result]]:
    """What our receiver found, by method; the topmost header that tells of a method tells all of it.

    Our filters add a header each. What a sender brings along stands below them, so that it can neither
    contradict them nor add to what they say.
    """
    found: dict[str, list[Result]] = {}
    for results in _own_headers(lines, receiver):
        here: dict[str, list[Result]] = {}
        for result in results:
            here.setdefault(result.method, []).append(result)
        found = here | found
    return found


def _own_headers(lines: Lines, receiver: str) -> Iterator[tuple[Result, ...]]:
    """The headers of our receiver above the first Received line of another server.

    Our receiver touches an email last: where another server's verdict is on top, ours is made up.
    """
    is_ours = False
    for name, value in lines:
        if name == RECEIVED:
            if received_by(value) != receiver:
                return
            continue
        parsed = parse_results(value)
        if parsed is not None and parsed.server == receiver:
            is_ours = True
            yield parsed.results
        elif not is_ours:
            return


def _signer(result: Result) -> str:
    named = result.properties.get("header.d") or result.properties.get("header.i", "")
    return named.rpartition("@")[2]


def _is_same_domain(domain: str, signer: str) -> bool:
    return bool(signer) and (domain == signer or domain.endswith(f".{signer}"))
