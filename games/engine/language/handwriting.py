"""Orders as people write them in letters, brought into the form that the language of orders reads.

Only what stands around an order goes: signs, "please", "thanks". Everything else is left for the game to
judge, so that nothing is made into an order that its writer did not write.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from games.engine.contract.text import fold, key
from games.engine.language.lines import without_bullet

_POINTING = "\u25b6\u25ba\u27a4\u2794\u2713\u2714\u2611"  # triangles, arrows and ticks, as bullets
_ARROW = re.compile(rf"^(?:[-=~]*>+|[{_POINTING}\u203a+])\s*")
_QUOTED = re.compile(r"""^"\s*([^"]*?)\s*"([.,;!]*)$""")
_LABEL = re.compile(r"^([^\W\d_]+|\d{1,2}\.?[^\W\d_]{0,3}) ?: +")
_THEN = re.compile(r"[,;.]? +(?:and +)?(?:then|dann|potem|puis|luego|poi)[,:]? +(?=\S)")
_STOP = re.compile(r"(?<=[^\s.])[.!]+ +(?=[^\W\d_])")
_SIGNS = ".,;:!?\"'()"


@dataclass(frozen=True, slots=True)
class Around:
    """Words that people put around an order."""

    openings: frozenset[str] = frozenset()  # "please", "then I"
    counts: frozenset[str] = frozenset()  # "First:"
    social: frozenset[str] = frozenset()  # "Thanks!"


def plain_order(line: str, orders: Collection[str], around: Around) -> str:
    """A line without what people put around an order; as it stands if it is none.

    >>> words = Around(frozenset({"please"}), frozenset({"last"}), frozenset({"thanks"}))
    >>> plain_order("→ Please recruit TER1 💪, then end. Thanks!", ["recruit", "end"], words)
    'recruit TER1 ; end'
    >>> plain_order("Last: end", ["end"], words), plain_order("last turn active", ["turn"], words)
    ('end', 'last turn active')
    """
    text = without_bullet(_ARROW.sub("", without_bullet(fold(_without_pictures(line)).strip())))
    text = _QUOTED.sub(r"\1\2", text)
    text = _without_thanks(text, around.social)
    text = _without_openings(text, orders, around)
    if _first(text) not in orders:
        return line
    parts = _THEN.split(text)
    if len(parts) > 1 and all(_first(part) in orders for part in parts[1:]):
        text = " ; ".join(part.rstrip(" .,;!") for part in parts)
    return text.rstrip(" ,;.!") if not text.endswith("...") else line


def _first(text: str) -> str:
    return key(text.partition(" ")[0].strip(_SIGNS))


def _without_pictures(line: str) -> str:
    """Emoji and the like say nothing to a game."""
    return "".join(sign for sign in line if not _is_picture(sign))


def _is_picture(sign: str) -> bool:
    return sign > "\u00ff" and (
        (unicodedata.category(sign) in ("So", "Sk", "Cn") and sign not in _POINTING) or sign in "\ufe0f\u200d"
    )


def _without_thanks(text: str, social: Collection[str]) -> str:
    """What follows the end of a sentence goes if it is nothing but a greeting."""
    found = _STOP.search(text)
    if found is None:
        return text
    rest = [key(word.strip(_SIGNS)) for word in text[found.end() :].split()]
    return text[: found.start()] if all(word in social for word in rest if word) else text


def _without_openings(text: str, orders: Collection[str], around: Around) -> str:
    """ "First:", "please", "then I" in front of an order."""
    label = _LABEL.match(text)
    rest = text[label.end() :] if label is not None and _is_count(label[1], around) else text
    while (word := _first(rest)) in around.openings and word not in orders and " " in rest:
        rest = rest.partition(" ")[2].lstrip()
    return rest if _first(rest) in orders else text


def _is_count(word: str, around: Around) -> bool:
    plain = key(word.rstrip("."))
    return plain in around.counts or plain in around.openings or plain[:1].isdigit()
