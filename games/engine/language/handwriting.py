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
_QUOTED = re.compile(r"""^["\[]\s*([^"\[\]]*?)\s*["\]]([.,;!]*)$""")
_PLEASE = re.compile(
    r",? +(?:please|pls|plz|bitte|proszę|s'il (?:te|vous) plaît|por favor|per favore)[.!]*$", re.I
)
_AFTER = re.compile(r"\b(?:and +)?after that,? +", re.IGNORECASE)
_LISTED = re.compile(r"^\(?(?:\d{1,2}[.)]{0,2}|[a-z][.)])\)?\s+(?=\S)", re.IGNORECASE)  # "1.) ", "a) "
_BOX = re.compile(
    r"^(?:\[[ x]?\]|\d\u20e3|[\u2460-\u2473\u2776-\u277f])\s*(?=\S)", re.IGNORECASE
)  # to tick, or a number in a circle
_ROW = re.compile(r"^\|(.*)\|$")
_ASIDE = re.compile(r"\s+(?:\(([^()]*)\)[.!]*|<?-{1,2} +([^-].*))$")
_LABEL = re.compile(r"^((?:[^\W\d_]+ ){0,2}[^\W\d_]+(?: \d{1,2})?|\d{1,2}\.?[^\W\d_]{0,3})(?: ?:| [-=]+>?) +")
_AND = r"and|then|und|dann|i|oraz|potem|et|puis|y|luego|e|poi|&|\+"
_THEN = re.compile(rf"(?:[,;.!]+ +| +/ +|[,;]? +(?=(?:{_AND}) ))(?:(?:{_AND})[,:]? +)*(?=\S)", re.IGNORECASE)
_SMILE = re.compile(r"\s+(?:[:;=8x][-^o']?[)(\]\[DPpO/|\\3*]+|<3|\^\^|xD+|xd+)[.!]*$")
_DECIDING = frozenset('|{}"(')
_CODE = re.compile(r"\w*\d")
_FINISH = re.compile(
    r"(?:thats (?:all|it)(?: for now| from me| for today)?[,.]? (?:so |and )?)?"
    r"(?:(?:and |so )?(?:that|this)(?:s| is)?(?: it| all| everything)?,? (?:and )?"
    r"(?:ends?|concludes|the end of|end of)|"
    r"(?P<word>\w+)(?: of)?) (?:(?:my|the|this|meinen|meine|den|die|mój|moją|mon|le|mi|el|il|mio|la) )?"
    r"(?:turns?|move|zug|runde|tur[aęy]|ruch|kolejk[aęi]|tour|turno)(?: please| now| here| for now)?"
)
_STOP = re.compile(r"(?<=[^\s.])[.!]+ +(?=[^\W\d_])")
_LONG_NAME = 3
_SIGNS = ".,;:!?\"'()"


@dataclass(frozen=True, slots=True)
class Around:
    """Words that people put around an order."""

    openings: frozenset[str] = frozenset()  # "please", "then I"
    counts: frozenset[str] = frozenset()  # "First:"
    ordinals: frozenset[str] = frozenset()  # "First recruit TER1"
    conditions: frozenset[str] = frozenset()  # with which a line is taken as a whole
    answers: frozenset[str] = frozenset()  # of the game: "turn passive"
    times: frozenset[str] = frozenset()  # "Turn 2: …" is for then
    owners: frozenset[str] = frozenset()  # "My orders:"
    social: frozenset[str] = frozenset()  # "Thanks!"
    greetings: frozenset[str] = frozenset()  # "…, thanks"
    game: frozenset[str] = frozenset()  # with which nothing is a mere remark
    changes: frozenset[str] = frozenset()  # in an aside they may change what is meant
    names: frozenset[str] = frozenset()  # of those, what "(the driller)" may be
    determiners: frozenset[str] = frozenset()


def plain_order(
    line: str, orders: Collection[str], around: Around, closing: Collection[str] = frozenset()
) -> str:
    """A line without what people put around an order; as it stands if it is none.

    >>> words = Around(frozenset({"please"}), frozenset({"last"}), social=frozenset({"thanks"}))
    >>> plain_order("→ Please recruit TER1 💪, then end. Thanks!", ["recruit", "end"], words)
    'recruit TER1 ; end'
    >>> plain_order("Last: end", ["end"], words), plain_order("last turn active", ["turn"], words)
    ('end', 'last turn active')
    """
    spaced = " ".join(fold(_without_pictures(line)).split())  # what follows looks for spaces again and again
    text = without_bullet(_ARROW.sub("", without_bullet(_only_cell(spaced))))
    text = _without_aside(_BOX.sub("", text), orders, around)
    text = _SMILE.sub("", _QUOTED.sub(r"\1\2", text))
    text = _PLEASE.sub("", _without_thanks(_LISTED.sub("", text), around))
    text = _AFTER.sub("then ", text)
    text = _finished(_without_openings(text, orders, around), closing)
    parts = [text] if _is_whole(text, around) else _parts(text, orders, around, closing)
    if len(parts) == 1 and text.endswith("..."):
        return line
    if parts != [text] and all(_first(part) in orders for part in parts):
        return " ; ".join(parts)
    if len(parts) > 1 and all(_first(part) in {*orders, *around.answers} for part in parts):
        return " ; ".join(parts) if parts[-1] in closing else line  # "turn passive, end"
    if text.endswith("...") or not (_first(text) in orders or _is_answer(text, spaced, around)):
        return line
    return text.rstrip(" ,;.!")


def _is_answer(text: str, written: str, around: Around) -> bool:
    """Whether nothing but words of the game is left of what was written: "turn passive please"."""
    words = text.rstrip(" ,;.!").split()
    return text != written and all(key(word) in around.answers for word in words)


def _only_cell(line: str) -> str:
    """What stands in the row of a table, beside a number perhaps."""
    row = _ROW.match(line)
    if row is None:
        return line
    cells = [cell.strip() for cell in row[1].split("|")]
    said = [cell for cell in cells if cell and not cell.rstrip(".)").isdigit()]
    return said[0] if len(said) == 1 else line


def _without_aside(text: str, orders: Collection[str], around: Around) -> str:
    """ "recruit TER1 (cheap, isn't he)": what follows has no word of the game, and sets no condition."""
    found = _ASIDE.search(text)
    if found is None or _first(text) not in {*orders, *around.openings}:
        return text
    words = [key(word.strip(_SIGNS)) for word in (found[1] or found[2] or "").split()]
    telling = around.game - around.names if words[:1] and words[0] in around.determiners else around.game
    is_remark = not any(word in telling or word in around.changes or _CODE.match(word) for word in words)
    return text[: found.start()] if is_remark else text


def _parts(text: str, orders: Collection[str], around: Around, closing: Collection[str]) -> list[str]:
    """What stands between commas, "and" and the like."""
    parts = (_without_openings(part, orders, around) for part in _THEN.split(text))
    return _with_clauses([_finished(part.rstrip(" .,;!"), closing) for part in parts], closing)


def _with_clauses(parts: list[str], closing: Collection[str]) -> list[str]:
    """Nothing is ordered below the end of a turn: "end, discard Trap" is one order."""
    at = next((at for at, part in enumerate(parts) if part in closing), len(parts))
    return [*parts[:at], *([" ".join(parts[at:])] if at < len(parts) else [])]


def _is_whole(text: str, around: Around) -> bool:
    """Whether a line stays in one piece: it has a condition, or signs of orders that decide themselves."""
    words = {key(word.strip(_SIGNS)) for word in text.split()}
    return (
        text.endswith("?") or any(sign in text for sign in '|{}"(') or not words.isdisjoint(around.conditions)
    )


def _finished(text: str, closing: Collection[str]) -> str:
    """ "End my turn", "that ends my turn": the order that ends a turn, if the game calls it so."""
    found = _FINISH.fullmatch(key(text.rstrip(" .,;!")))
    if found is None:
        return text
    word = found["word"] or "end"
    return word if word in closing else text


def _first(text: str) -> str:
    return key(text.partition(" ")[0].strip(_SIGNS))


def _without_pictures(line: str) -> str:
    """Emoji and the like say nothing to a game."""
    return "".join(sign for sign in line if not _is_picture(sign))


def _is_picture(sign: str) -> bool:
    return sign > "\u00ff" and (
        (unicodedata.category(sign) in ("So", "Sk", "Cn") and sign not in _POINTING) or sign in "\ufe0f\u200d"
    )


def _without_thanks(text: str, around: Around) -> str:
    """What follows the end of a sentence, or a comma, goes if it is nothing but a greeting."""
    before, comma, thanks = text.rpartition(",")
    if comma and key(thanks.strip(f" {_SIGNS}")) in around.greetings:
        return before
    found = next(iter([*_STOP.finditer(text)][-1:]), None)
    if found is None:
        return text
    rest = text[found.end() :]
    closing, _, name = rest.partition(",")
    if key(closing.strip(f" {_SIGNS}")) in around.greetings and len(name.split()) < _LONG_NAME:
        return text[: found.start()]  # "Best, Sam"
    words = [key(word.strip(_SIGNS)) for word in rest.split()]
    return text[: found.start()] if all(word in around.social for word in words if word) else text


def _without_openings(text: str, orders: Collection[str], around: Around) -> str:
    """ "First:", "please", "then I" in front of an order."""
    label = _LABEL.match(text)
    rest = text[label.end() :] if label is not None and _is_count(label[1], around) else text
    while (word := _first(rest)) in around.openings and word not in orders and " " in rest:
        rest = rest.partition(" ")[2].lstrip()
    if _first(rest) in around.ordinals and " " in rest:
        further = rest.partition(" ")[2].lstrip(" ,")
        is_one = _CODE.search(further) is not None or " " not in further  # not "last turn active"
        rest = further if is_one else rest
    return rest if _first(rest) in orders or _FINISH.fullmatch(key(rest.rstrip(" .!"))) else text


def _is_count(word: str, around: Around) -> bool:
    first, *rest = (key(one.rstrip(".")) for one in word.split())
    if not rest:
        return first in around.counts or first in around.openings or first[:1].isdigit()
    if len(rest) == 1 and rest[0].isdigit():
        return first in around.counts and first not in around.times
    return first in around.owners and around.counts.issuperset(rest) and around.conditions.isdisjoint(rest)
