"""What the head of an email says, read in a time that grows with its length alone.

Anybody may have written it, and it is read where others wait. Readers that know all of the grammar take half
a minute for a list of 100,000 commas, and give up at a thousand open brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from itertools import islice
from typing import Any

from post.parsing.limits import MAX_HEADERS

# Where a mailbox notes the address that an email was sent to, the surest first.
_RECIPIENTS = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "to", "cc")
_MOST = 100  # of each header, and of addresses
_APART = re.compile(r"[\s\"<>()\[\],;:\\\x00-\x1f\x7f]+")  # what stands around addresses


def head_of(raw: bytes, kind: Callable[[], Message] = Message) -> Any:
    """The headers of an email as they were written, no more of them than an email may have."""
    return BytesParser(kind, policy=compat32).parsebytes(raw[:MAX_HEADERS], headersonly=True)


def recipients(head: Message) -> list[str]:
    """All that looks like an address of whoever it was sent to, the surest first."""
    values = (str(value) for name in _RECIPIENTS for value in (head.get_all(name) or ())[:_MOST])
    found = (word for value in values for word in addresses_in(value))
    return list(dict.fromkeys(islice(found, _MOST)))


def addresses_in(text: str) -> list[str]:
    """What looks like an address, in names and comments too: ours are known by their secret.

    >>> addresses_in('"Bob, the host" <bob@example.org>, (or) eve@example.org; bob@@example.org')
    ['bob@example.org', 'eve@example.org']
    """
    return [
        word for word in _APART.split(text) if 0 < word.find("@") < len(word) - 1 and word.count("@") == 1
    ]
