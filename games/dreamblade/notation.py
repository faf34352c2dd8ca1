"""Orders in the notation of the rulebook and as people say them, brought into the words of the game.

`SHIFT scout1->C2, thug->C3` are two orders, `attack` is `strike`, and `V04.2`, as a token shows it, is the
second Twilight Scout. Nothing is looked up in a match: what is no order afterwards is refused as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from games.dreamblade.abilities.table import ABILITIES
from games.dreamblade.catalogue import MINIATURES, WARBANDS, WORDS
from games.dreamblade.geometry import PLACE

Words = tuple[str, ...]

_FIRST = {
    "attack": "strike", "fight": "strike", "move": "shift", "summon": "spawn", "deploy": "spawn",
    "place": "spawn", "put": "spawn", "bring": "spawn", "buy": "spawn", "spend": "blade",
    "activate": "use", "hit": "damage", "deal": "damage", "assign": "damage", "kill": "destroy",
}  # fmt: skip
_ENDING = frozenset({"pass", "end", "finish", "finished", "skip"})
_ENDED = frozenset({"phase", "turn", "spawn", "action", "this"})
_SAME = {"using": "with", "everyone": "all", "everybody": "all", "everything": "all"}
_BEFORE_CELLS = frozenset({"in", "at", "on", "to", "into", "onto"})
_OWNERS = frozenset({"the", "my", "your", "his", "her", "their"})
_REST = frozenset({"rest", "remaining", "remainder", "all", "everything"})
_AROUND_DAMAGE = frozenset({"to", "on", "at", "and", "damage"})
_RESULTS = frozenset({"destroy", "disrupt"})
_PARTS = re.compile(r"->|[=,]|(?<=[A-Za-z]):")
_COPY = re.compile(r"([a-z]+|[a-z]\d\d)[.#/-](\d{1,2})", re.IGNORECASE)
_ABILITY = re.compile(r"([a-z]+\d{0,2})\.([a-z]+)", re.IGNORECASE)
_STEP = re.compile(r"([a-e][1-5])-?>?([a-e][1-5])", re.IGNORECASE)
_NAMES = frozenset(WORDS.values())
_FULL_NAMES = frozenset(miniature.name.lower() for miniature in MINIATURES.values())
_LONGEST = max(name.count(" ") for name in _FULL_NAMES) + 1


def orders(words: Words) -> tuple[Words, ...]:
    """The orders of one line.

    >>> orders(("SHIFT", "scout1->C2,thug->C3"))
    (('shift', 'scout1', 'C2'), ('shift', 'thug', 'C3'))
    >>> orders(("RESULT", "thug=disrupt:E5"))
    (('disrupt', 'thug'), ('send', 'thug', 'E5'))
    >>> orders(("deal", "5", "to", "Iron", "Thug", "rest", "to", "V04.2"))
    (('damage', 'Iron', 'Thug', '5', 'V042', 'rest'),)
    """
    if not words:
        return (words,)
    head = words[0].lower()
    verb = _FIRST.get(head, head)
    if verb == "warband" or _is_warband(words):
        return (_warband(words[verb == "warband" :]),)
    if verb in _ENDING and all(word.lower() in (*_ENDED, *_OWNERS) for word in words[1:]):
        return (("done",),)
    rest = list(_without_fillers(list(_tokens(words[1:], keeps_dots=verb == "first"))))
    match verb:
        case "shift":
            found = _shifts(rest)
        case "spawn":
            found = _spawns(rest)
        case "strike":
            rest, found = _cell_first([word for word in rest if word.lower() != "and"]), []
        case "blade":
            rest, found = _without_counts(rest), []
        case "result":
            found = _results(rest)
        case "destroy" | "disrupt":
            found = _verdicts(verb, rest)
        case "damage":
            rest, found = _amounts(rest), []
        case "reroll":
            rest, found = list(_faces(rest)), []
        case _:
            found = []
    return tuple(found) or ((verb, *rest),)


_TAKING = frozenset({"army", "deck", "take", "choose", "pick"})
_READY = frozenset(
    name for one in WARBANDS.values() for name in (one.id.lower(), one.name.lower().removeprefix("the "))
)
_TIMES = re.compile(r"(\d{1,2})x", re.IGNORECASE)


def _is_warband(words: Words) -> bool:
    """`take W2`, `the Night Court`, `2x Twilight Scout`: a warband without the word."""
    said = [word.lower() for word in words if word.lower() not in _OWNERS]
    named = said[1:] if said and said[0] in _TAKING else said
    return (len(named) < len(words) and " ".join(named) in _READY) or _TIMES.fullmatch(words[0]) is not None


def _warband(words: Words) -> Words:
    """Without “the”; `2x Twilight Scout` as `Twilight Scout 2`."""
    said = [word for word in words if word.lower() not in _OWNERS and word.lower() not in _TAKING]
    if not said or not _is_number(said[0]):
        return ("warband", *said)
    found: list[str] = []
    number = ""
    for word in [*(word for word in said if word.lower() != "and"), "0"]:
        if _is_number(word):
            found += [number] if number else []
            number = word.lower().rstrip("x")
        else:
            found.append(word)
    return ("warband", *found)


def _is_number(word: str) -> bool:
    return word.lower().rstrip("x").isdigit()


def _tokens(words: Iterable[str], *, keeps_dots: bool) -> Iterator[str]:
    """Words apart from the signs between them; miniatures and abilities as they are called here."""
    for word in words:
        if " " in word:  # in quotes
            yield word
            continue
        step = _STEP.fullmatch(word)
        if step is not None:
            yield f"{step[1]}-{step[2]}"
            continue
        for part in filter(None, _PARTS.split(word)):
            yield from _named(part, keeps_dots=keeps_dots)


def _named(part: str, *, keeps_dots: bool) -> Iterator[str]:
    copy, ability = _COPY.fullmatch(part), _ABILITY.fullmatch(part)
    if copy is not None and (copy[1].lower() in _NAMES or copy[1].upper() in MINIATURES):
        yield copy[1] + copy[2]
    elif (
        ability is not None and _is_figure(ability[1]) and ability[2].upper() in ABILITIES and not keeps_dots
    ):
        yield from (ability[1], ability[2])
    else:
        yield _SAME.get(part.lower(), part)


def _without_fillers(words: Sequence[str]) -> Iterator[str]:
    """Without “the”, “my” and “in” before a cell; `from B2 to C2` is `B2-C2`."""
    said = [word for word in words if word.lower() not in _OWNERS]
    start = ""
    for number, word in enumerate(said):
        following = said[number + 1] if number + 1 < len(said) else ""
        if word.lower() in _BEFORE_CELLS and _is_place(following):
            continue
        if word.lower() == "from" and _is_cell(following):
            start = following
        elif start and word != start and _is_cell(word):
            yield f"{start}-{word}"
            start = ""
        elif not start or word != start:
            yield word


def _is_cell(word: str) -> bool:
    return word.upper() in PLACE


def _is_place(word: str) -> bool:
    return _is_cell(word) or word.lower() == "portal" or _STEP.fullmatch(word) is not None


def _is_figure(word: str) -> bool:
    """Whether a word alone names a miniature: `scout`, `scout1`, `V04`, `V042`."""
    plain = word.lower().rstrip("0123456789")
    return plain in _NAMES or word[:3].upper() in MINIATURES


# Several at once. A line that is not understood to its end is left as it is: nothing of it must be played.


def _shifts(words: Sequence[str]) -> list[Words]:
    """Everyone named before a cell goes there."""
    groups = _groups(words)
    return [("shift", *name, cell) for names, cell in groups for name in names]


def _spawns(words: Sequence[str]) -> list[Words]:
    """Each with its cell, if it has one."""
    said = [word for word in words if word.lower() != "and"]
    found: list[Words] = []
    while said:
        size = _length_of_name(said)
        if not size:
            return []
        size += size < len(said) and _is_place(said[size])
        found.append(("spawn", *said[:size]))
        said = said[size:]
    return found if len(found) > 1 else []


def _cell_first(words: Sequence[str]) -> list[str]:
    """`with thug in C3` as `C3 with thug`."""
    cells = [word for word in words if _is_cell(word)]
    if len(cells) != 1 or not words or words[0].lower() != "with":
        return list(words)
    return [*cells, *(word for word in words if word not in cells)]


def _without_counts(words: Sequence[str]) -> list[str]:
    """`one blade on the scout`, of `spend one blade on the scout`, as `scout`."""
    around = ("a", "one", "1", "two", "2", "blade", "blades", "on", "for")
    start = next((number for number, word in enumerate(words) if word.lower() not in around), len(words))
    return list(words[start:])


def _verdicts(verb: str, words: Sequence[str]) -> list[Words]:
    """`disrupt thug E5`, `destroy thug stalker`: first what becomes of all, then where they are sent."""
    names = _names(words)
    if names:
        return [(verb, *name) for name in names]
    groups = _groups(words)
    return _settled([(verb, named, cell) for named, cell in groups])


def _results(words: Sequence[str]) -> list[Words]:
    """`thug destroy stalker disrupt E5`."""
    said, found = list(words), list[tuple[str, list[Words], str]]()
    while said:
        at = next((number for number, word in enumerate(said) if word.lower() in _RESULTS), None)
        names = _names(said[:at]) if at is not None else []
        if at is None or not names:
            return [(said[0].lower(),)] if len(words) == 1 and at == 0 else []
        cell = said[at + 1] if at + 1 < len(said) and _is_cell(said[at + 1]) else ""
        found.append((said[at].lower(), names, cell))
        said = said[at + (2 if cell else 1) :]
    return _settled(found)


def _settled(found: Sequence[tuple[str, list[Words], str]]) -> list[Words]:
    verdicts = [(verb, *name) for verb, names, _cell in found for name in names]
    return [*verdicts, *(("send", *name, cell) for _verb, names, cell in found if cell for name in names)]


def _groups(words: Sequence[str]) -> list[tuple[list[Words], str]]:
    """Names before each cell; nothing if anything else is said."""
    found: list[tuple[list[Words], str]] = []
    waiting: list[str] = []
    for word in words:
        if not _is_place(word):
            waiting.append(word)
            continue
        found.append((_names(waiting), word))
        waiting = []
    return [] if waiting or not all(names for names, _cell in found) else found


def _names(words: Sequence[str]) -> list[Words]:
    """Miniatures that are named one after another: `thug scout1`, `Iron Thug Twilight Scout 2`."""
    said = [word for word in words if word.lower() != "and"]
    found: list[Words] = []
    while said:
        size = _length_of_name(said)
        if not size:
            return []
        found.append(tuple(said[:size]))
        said = said[size:]
    return found


def _length_of_name(words: Sequence[str]) -> int:
    """How many of the first words name one miniature; a full name goes before its last word."""
    for size in range(min(_LONGEST, len(words)), 0, -1):
        if " ".join(words[:size]).lower() in _FULL_NAMES:
            return size + (size < len(words) and words[size].isdigit())
    return 1 if _is_figure(words[0]) else 0


# Numbers and faces.


def _amounts(words: Sequence[str]) -> list[str]:
    """`5 to the thug and the rest to the pariah` as `thug 5 pariah rest`."""
    found: list[str] = []
    amount, names = "", list[str]()
    for word in map(_amount, words):
        if word.lower() in _AROUND_DAMAGE:
            continue
        if not _is_amount(word):
            names.append(word)
        elif names:
            found += [*names, amount or word]
            amount, names = (word if amount else ""), []
        else:
            amount = word
    return [*found, *names, *([amount] if amount else [])]


def _amount(word: str) -> str:
    return "rest" if word.lower() in _REST else word


def _is_amount(word: str) -> bool:
    return word.isdigit() or word == "rest"


def _faces(words: Sequence[str]) -> Iterator[str]:
    """`2 misses` as `miss miss`."""
    times = 1
    for number, word in enumerate(words):
        following = words[number + 1].lower() if number + 1 < len(words) else ""
        if word.isdigit() and following in ("misses", "blades"):
            times = min(9, int(word))
        elif word.lower() in ("misses", "blades"):
            yield from [word.lower().removesuffix("es" if word.lower() == "misses" else "s")] * times
            times = 1
        else:
            yield word


# Standing orders.

_RULEBOOK = re.compile(r"so +([a-z]+)(@[\w.#]+)? +(\S.*)", re.IGNORECASE)
_LISTED = re.compile(r"\b(focus|only)\b([^;]*)", re.IGNORECASE)


def standing(line: str) -> tuple[str, ...]:
    """The standing orders of one line: those of the rulebook, and lists of names with commas.

    >>> standing("SO DEATHBLOW@C3 join=best; send=A1,E5,far")
    ('join[deathblow@C3]: best', 'send[deathblow@C3]: A1, E5, far')
    >>> standing("aim: focus thug, stalker; kill")
    ('aim: focus thug stalker; kill',)
    """
    found = _RULEBOOK.fullmatch(line)
    if found is None:
        return (_LISTED.sub(lambda part: part[1] + part[2].replace(",", " ").replace("  ", " "), line),)
    event, scope = found[1].lower(), found[2] or ""
    settings = [part.partition("=") for part in found[3].split(";") if part.strip()]
    return tuple(_setting(event, scope, key.strip().lower(), value.strip()) for key, _, value in settings)


def _setting(event: str, scope: str, key: str, value: str) -> str:
    """`aim=focus:thug,stalker` of an event as `aim[deathblow]: focus thug stalker`."""
    if key == "order" and event == "blades":
        key = "blade"
    names = value.replace(",", " ")
    if value.lower().startswith("focus"):
        said = names.replace(":", " ")
    elif key == "join" and value.lower() not in ("all", "none", "best", "ask"):
        said = f"only {names}"
    else:
        said = ", ".join(value.replace(",", " ").split())
    return f"{key}[{event}{scope}]: {said}"
