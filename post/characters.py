"""Which characters are text, which of them may stand in a name, and what is taken out of a message."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_MARKS = 4  # on one letter: enough for every script, too few to write over the lines above

# Half characters and NUL cannot be stored, the rest moves cursors and rings bells. Tabs and line ends stay.
_NONE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
# What turns the direction of the text around it.
_TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# What shows nothing: joiners, fillers, tags, selectors.
_UNSEEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_IN_NO_NAME = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029{_TURNING}{_UNSEEN}]")
_HARMFUL = re.compile(f"[{_TURNING}\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff]")
# Joiners and selectors belong to emoji and to some scripts, but only one at a time.
_PILED_UP = re.compile(
    "([\u00ad\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f])[\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f]+"
)
_EMOJI = re.compile("\ufe0f")  # asks for a coloured picture; a name does without


class NotText(ValueError):
    """Something that claims to be text and is none."""


def checked(text: str) -> str:
    r"""The text, if every database can keep it and every program show it. Raises NotText.

    >>> checked("Grüße\n")
    'Grüße\n'
    >>> checked("a\x00b")
    Traceback (most recent call last):
    post.characters.NotText: U+0000 is not a character of a text
    """
    found = _NONE.search(text)
    if found:
        raise NotText(f"U+{ord(found[0]):04X} is not a character of a text")
    return text


def decoded(data: bytes) -> str:
    """Bytes as the text they are. Raises NotText for anything but UTF-8."""
    try:
        return checked(data.decode())
    except UnicodeDecodeError:
        raise NotText("it is not UTF-8") from None


def tidy_name(name: str) -> str:
    r"""A name in its one way to be written: composed letters, single spaces.

    >>> tidy_name("  Zoe\u0308 \u00a0 Bell\ufe0f ")
    'Zoë Bell'
    """
    composed = unicodedata.normalize("NFC", _EMOJI.sub("", name)) if not name.isascii() else name
    return re.sub(r"[^\S\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+", " ", composed).strip(" ")


def validate_name(name: str) -> None:
    """Refuses a name that is not one line of visible text: it stands in headers and in others' sentences."""
    if _IN_NO_NAME.search(name) or _NONE.search(name) or not _is_visible(name) or _is_overgrown(name):
        raise ValidationError(_("A name is one line of plain text that can be seen."), code="name")


def _is_visible(name: str) -> bool:
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in name)


def _is_overgrown(text: str) -> bool:
    return without_piles(text) != text


def without_piles(text: str) -> str:
    """At most a few marks on one letter: more would be drawn over the neighbouring lines."""
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) or unicodedata.category(letter) == "Me" else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def harmless(text: str) -> str:
    r"""A message that cannot touch the text around it: what turns or hides is gone, its words are as written.

    >>> harmless("pay \u202e001\u202c now\x07\r\nyes")
    'pay 001 now\nyes'
    """
    lines = re.sub("\r\n?|[\v\f\x85\u2028\u2029]", "\n", text)
    return without_piles(_PILED_UP.sub(r"\1", _HARMFUL.sub("", _NONE.sub("", lines))))
