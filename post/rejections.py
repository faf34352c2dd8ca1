"""What it means when a mail server does not take an email: whose fault it is, and whether to come again."""

from __future__ import annotations

import re
from enum import Enum
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from typing import Any

from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused


class Rejection(Enum):
    """The kinds of refusal that differ in what is done next."""

    LATER = "come again"  # greylisting, a server in trouble, a fault of ours: the email itself may be fine
    TOO_LARGE = "too large"
    NO_MAILBOX = "no such mailbox"
    CONTENT = (
        "this email is not wanted"  # policy or content; the mailbox exists, the same email stays refused
    )
    FULL = "the mailbox is full"


_ENHANCED = re.compile(r"\b([45])\.(\d{1,3})\.(\d{1,3})\b")
_SIZE = re.compile(
    r"too (large|big)|(message|mail|maximum|max|fixed).{0,30}\bsize\b|size.{0,30}\blimit", re.I
)
_FULL = re.compile(r"quota|mailbox.{0,20}\bfull|storage", re.I)
_TOO_LARGE_STATUS = {("2", "3"), ("3", "4")}


def rejection(trouble: Exception) -> Rejection:
    """What a failed hand-over means."""
    match trouble:
        case SMTPRecipientsRefused():
            code, text = next(iter(trouble.recipients.values()), (450, b""))
            return _of_reply(code, _decoded(text), is_recipient=True)
        case SMTPSenderRefused() | SMTPDataError():
            found = _of_reply(trouble.smtp_code, _decoded(trouble.smtp_error), is_recipient=False)
            is_ours = isinstance(trouble, SMTPSenderRefused) and found is not Rejection.TOO_LARGE
            return Rejection.LATER if is_ours else found  # nobody has been named yet: it is about us
        case AnymailRecipientsRefused():
            return Rejection.NO_MAILBOX
        case AnymailAPIError():
            return Rejection.TOO_LARGE if getattr(trouble, "status_code", None) == 413 else Rejection.LATER
    return Rejection.LATER


def _of_reply(code: int, text: str, *, is_recipient: bool) -> Rejection:
    """A reply in numbers and words. The second number is newer and says more, where there is one."""
    if not 500 <= code < 600:
        return Rejection.LATER
    status = next((found.groups()[1:] for found in _ENHANCED.finditer(text) if found[1] == "5"), None)
    if status in _TOO_LARGE_STATUS or code == 523 or _is_about_size(code, status, text):
        return Rejection.TOO_LARGE
    if status == ("2", "2") or (code == 552 and _FULL.search(text)):
        return Rejection.FULL
    if status is not None and status[0] in ("6", "7"):
        return Rejection.CONTENT
    if status is not None and status[0] == "1":
        return Rejection.NO_MAILBOX
    return Rejection.NO_MAILBOX if is_recipient else Rejection.CONTENT


def _is_about_size(code: int, status: tuple[str | Any, ...] | None, text: str) -> bool:
    if status is not None and status[0] not in ("0", "2", "3"):
        return False
    return bool(_SIZE.search(text)) or (code == 552 and status is None and not _FULL.search(text))


def _decoded(text: bytes | str) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)


def words(trouble: Exception) -> str:
    """What the server said, for the pages of hosts."""
    if isinstance(trouble, SMTPRecipientsRefused):
        return "; ".join(f"{code} {_decoded(text)}" for code, text in trouble.recipients.values())
    if isinstance(trouble, SMTPResponseException):
        return f"{type(trouble).__name__}: {trouble.smtp_code} {_decoded(trouble.smtp_error)}"
    return f"{type(trouble).__name__}: {trouble!s}"
