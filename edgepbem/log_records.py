"""Log records without secrets: whatever is logged, by whichever library, no token gets into a log.

It happens where records are made: gunicorn, Celery and Django each bring handlers of their own.
"""

from __future__ import annotations

import logging
import re
from typing import Any

_HIDDEN = "***"
# The pages that a token opens; behind them anything may be a token that an email program has cut or changed.
PAGES = [
    "account/address",
    "account/tokens",
    "calendar",
    "claim",
    "confirm-mail",
    "invitation",
    "seat",
    "sign-in/link",
    "unsubscribe",
]
_SLASH = "(?:/|%2F)"
_PATHS = re.compile(
    f"({_SLASH}(?:{'|'.join(page.replace('/', _SLASH) for page in PAGES)}){_SLASH})[^/?&#\\s\"'<>%]+",
    re.IGNORECASE,
)
_LETTERS = re.compile("(?<=-)[a-z2-7]{20,}", re.IGNORECASE)  # of any computed secret: see post.secrets
_ADDRESS = re.compile(r"(\bplay(?:\+|%2B))[^@\s<>\"']+", re.IGNORECASE)
_API_TOKEN = re.compile("edge_[0-9a-z]{6,}", re.IGNORECASE)


def redacted(text: str) -> str:
    """The text without tokens, reply addresses and API tokens.

    >>> redacted('GET /seat/12-3-abcdefghijklmnopqrstuvwxyz234567/?order=1')
    'GET /seat/***/?order=1'
    >>> redacted("play+7-abcdefghijklmnopqrstuvwxyz234567@example.org refused")
    'play+***@example.org refused'
    """
    text = _PATHS.sub(rf"\g<1>{_HIDDEN}", text)
    text = _ADDRESS.sub(rf"\g<1>{_HIDDEN}", text)
    return _API_TOKEN.sub(_HIDDEN, _LETTERS.sub(_HIDDEN, text))


class RedactedRecord(logging.LogRecord):
    """A record whose message and traceback are redacted before anyone formats them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._hide_message()
        if self.exc_info and self.exc_info[0] is not None:
            self.exc_text = redacted(_plain.formatException(self.exc_info))

    def _hide_message(self) -> None:
        try:
            told = self.getMessage()
        except Exception:  # wrong arguments: the handler says so, where it is meant to be said
            return
        hidden = redacted(told)
        if hidden != told:
            self.msg, self.args = hidden, ()


_plain = logging.Formatter()


def install() -> None:
    """From now on all records of this process are made without secrets."""
    logging.setLogRecordFactory(RedactedRecord)
