"""Where a quote begins: recognises, line by line, what email clients put above or before quoted text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from post.parsing.words import WORDS, plain_form

# A header of a client is shorter; of a longer line only so much is looked at, so that none costs more.
LOOKED_AT = 400
# Two or three lines are usual: a long name and a long address do not fit into one.
_WRAPPED_OVER = 3
_BLOCK_HEIGHT = 8
_BOX_HEIGHT = 14
_SHORTEST_FRAME = 10
_SHORT_HEADER = 4  # words
_BOX_MARGIN = "      "
_CELLS = re.compile(r" {3,40}|\t")
# "> wrote:" below an address; Polymail needs four lines for the whole.
_LONGEST_ENDING = 40
_BROKEN_OVER = 4

# Bounded repeats only: no text may cause backtracking.
_DATE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,2}[:.]\d\d(?!\d)|\d{1,2}[/.-]\d{1,2}[/.-]\d\d|\d月|\d월"
)
_WORD = re.compile(r"[^\W\d_]+")
_COLONS = (":", "\N{FULLWIDTH COLON}")
_QUOTE_SIGNS = (">", "\N{FULLWIDTH GREATER-THAN SIGN}", "&gt;")
_INITIALS = re.compile(r"[^\W\d_]{1,4}>")  # The Bat! puts the initials of who is quoted before the sign
_KINDS = {label: kind for kind, labels in WORDS.labels.items() for label in labels}
_RULE_SIGNS = "-_=—–−─\N{HYPHEN}\N{NON-BREAKING HYPHEN}"
_RULES = tuple(sign * 3 for sign in _RULE_SIGNS)


def is_quoted(line: str) -> bool:
    """Whether a client marked this line as someone else's."""
    text = line[:LOOKED_AT].lstrip()
    if text.startswith(_QUOTE_SIGNS):
        return True
    initials = _INITIALS.match(text)
    return initials is not None and initials[0].isupper()


def is_barred(line: str) -> bool:
    """Whether it begins with the bar that some programs mark quotes with; in orders a bar means “or”."""
    return line[:LOOKED_AT].lstrip().startswith("|")


def is_marker(line: str) -> bool:
    """Whether the line holds the sign of our marker, also where dashes were "improved" or lines wrapped."""
    return any(sign in line for sign in ("-=#", "–=#", "—=#", "#=-", "#=–", "#=—"))


def cuts_off(lines: Sequence[str], at: int) -> bool:
    """Whether everything from this line on is a copy of another email, marked or not."""
    line = lines[at][:LOOKED_AT].strip()
    if not line:
        return False
    if is_marker(lines[at]) or _is_forward(line) or _is_dashed(lines, at, line):
        return True
    return _is_frame(line) or begins_block(lines, at) or begins_box(lines, at)


def begins_block(lines: Sequence[str], at: int) -> bool:
    """Whether a copied header begins here: "From:", and "Sent:" or "Subject:" soon after."""
    if _label(lines[at]) not in ("from", "sent"):
        return False
    kinds = {_label(line) for line in lines[at : at + _BLOCK_HEIGHT]}
    return {"from", "sent"} <= kinds or {"from", "subject"} <= kinds


def begins_box(lines: Sequence[str], at: int) -> bool:
    """Whether a header begins here that is set as a table: Notes puts "To" and "Subject" far to the right."""
    if not lines[at].startswith(_BOX_MARGIN):
        return False
    kinds: set[str | None] = set()
    for line in lines[at : at + _BOX_HEIGHT]:
        if line.strip() and not line.startswith("  "):
            break
        kinds |= {
            _KINDS.get(cell.partition(":")[0].strip().lower())
            for cell in _CELLS.split(line[:LOOKED_AT].strip())
        }
    return {"to", "subject"} <= kinds


def header_broken_in_address(lines: Sequence[str], at: int) -> int | None:
    """Where "On Monday Bob <bob@… / > wrote:" begins if this line, which looks quoted, is the end of it."""
    ending = lines[at].strip()[1:].strip()
    if not ending or not _may_end_header(ending) or len(ending) > _LONGEST_ENDING:
        return None
    for first in range(at - 1, max(at - 1 - _BROKEN_OVER, -1), -1):
        if _ends_a_thought(lines[first]):
            return None
        header = " ".join(lines[first : at + 1])
        if header.count("<") and _says_wrote(header) and _DATE.search(lines[first]):
            return _whole_header(lines, first, at)
    return None


def header_above_quote(lines: Sequence[str], at: int) -> int | None:
    """Where "On Monday Bob wrote:" begins if it ends at this line, which may be two lines earlier."""
    if len(lines[at]) > LOOKED_AT or not _may_end_header(lines[at]):
        return None
    first = at
    while not _says_wrote(" ".join(lines[first : at + 1])):
        first -= 1
        if first < 0 or at - first == _WRAPPED_OVER or _ends_a_thought(lines[first]):
            return at if _quote_follows(lines, at) and _may_say_wrote(lines, at) else None
    return _whole_header(lines, first, at)


def _may_end_header(line: str) -> bool:
    """A colon, or the verb itself: Zoho leaves the colon out."""
    return line.rstrip().endswith(_COLONS) or line.rpartition(" ")[2].rstrip().lower() in WORDS.wrote


def _says_wrote(header: str) -> bool:
    dated, addressed = bool(_DATE.search(header)), "@" in header
    if not header.rstrip().endswith(_COLONS):
        return dated and addressed and _has_wrote(header)
    return (dated and addressed) or ((dated or addressed) and _has_wrote(header))


def _may_say_wrote(lines: Sequence[str], at: int) -> bool:
    """Enough when a quote follows, in a language that we do not know or without a date."""
    line = lines[at]
    is_short = line.rstrip().endswith(_COLONS) and len(line.split()) <= _SHORT_HEADER
    is_right_above = at + 1 < len(lines) and is_quoted(lines[at + 1])  # "Alice said:"
    return bool(_DATE.search(line)) or "@" in line or _has_wrote(line) or (is_short and is_right_above)


def _has_wrote(header: str) -> bool:
    words = _WORD.findall(header.lower())
    return not WORDS.wrote.isdisjoint(words) or any(sign in header for sign in WORDS.wrote_unspaced)


def _whole_header(lines: Sequence[str], first: int, last: int) -> int:
    """Go up while the line above is clearly the beginning of the same header."""
    while first > 0 and last - first + 1 < _WRAPPED_OVER and not _ends_a_thought(lines[first - 1]):
        above = lines[first - 1].strip()
        dated = _DATE.search(" ".join(lines[first : last + 1]))
        if not ((not dated and _DATE.search(above)) or (_opens(above) and not _opens(lines[first].strip()))):
            break
        first -= 1
    return first


def _opens(line: str) -> bool:
    lowered = line.lower()
    return any(
        lowered.startswith(opening) and not lowered[len(opening) : len(opening) + 1].isalpha()
        for opening in WORDS.wrote_openings
    ) and any(sign.isdigit() for sign in line)


def _ends_a_thought(line: str) -> bool:
    return not line.strip() or len(line) > LOOKED_AT or is_quoted(line)


def _quote_follows(lines: Sequence[str], at: int) -> bool:
    below = (line for line in lines[at + 1 : at + 4] if line.strip())
    return is_quoted(next(below, ""))


def _is_frame(line: str) -> bool:
    """The line of bars and dashes that Notes draws around a header."""
    return len(line) >= _SHORTEST_FRAME and line.startswith("|-") and not line.strip("|-+>")


def _label(line: str) -> str | None:
    """Which line of a header block this is, if any. NetEase sets it as the row of a table."""
    if is_barred(line):
        return _KINDS.get(line[:LOOKED_AT].strip(" |").partition("|")[0].strip(" :").lower())
    head = line[:40].strip().lstrip("*_").replace(_COLONS[1], ":")
    label, colon, _ = head.partition(":")
    return _KINDS.get(label.strip().strip("*_").strip().lower()) if colon else None


def _is_forward(line: str) -> bool:
    return plain_form(line).startswith(WORDS.forward_lines) and line.endswith(_COLONS)


def _is_dashed(lines: Sequence[str], at: int, line: str) -> bool:
    inner = line.strip(_RULE_SIGNS)
    if not inner:
        return len(line) >= 20 and line[0] == "_"  # Outlook's line; lists use it above their footer too
    if not line.startswith(_RULES):
        return False
    if not line.endswith(tuple(_RULE_SIGNS)):
        return _is_broken_dashed(lines, at)
    if any(phrase in plain_form(inner) for phrase in WORDS.between_dashes) or _says_when_wrote(inner):
        return True
    return any(_label(below) in ("from", "sent") or is_quoted(below) for below in lines[at + 1 : at + 4])


def _is_broken_dashed(lines: Sequence[str], at: int) -> bool:
    """Zoho's "---- On Monday Bob wrote ----", over two or three lines."""
    for last in range(at + 1, min(at + _WRAPPED_OVER, len(lines))):
        if _ends_a_thought(lines[last]):
            return False
        if lines[last].rstrip().endswith(_RULES):
            return _says_when_wrote(" ".join(lines[at : last + 1]).strip(f" {_RULE_SIGNS}"))
    return False


def _says_when_wrote(inner: str) -> bool:
    """Between dashes a date and the verb are enough."""
    return bool(_DATE.search(inner)) and _has_wrote(inner)
