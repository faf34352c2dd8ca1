"""Orders as people say them, brought into the words of the game: `attack GO with PI1, using the red die`.

Nothing is looked up in a match: what is no order afterwards is refused as any other. A line that begins like
none of the patterns below stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from games.edge.catalogue import CARDS, SQUADS
from games.edge.names import squad_code
from games.engine.contract.text import key

Words = tuple[str, ...]

_FIRST = {"attack": "fight", "attacks": "fight", "fights": "fight", "moves": "move", "walk": "move"}
_SUBJECT_VERBS = frozenset({"fights", "attacks", "moves", "fight", "attack", "move"})
_OWNERS = frozenset({"the", "The", "my", "My", "a", "an"})  # AN is the Anathema
_AGAINST = frozenset({"against", "versus", "vs", "vs.", "v", ">", "->"})
_DICE = frozenset({"red", "yellow"})
_DIE = frozenset({"die", "dice"})
_BEFORE_DIE = frozenset({"with", "using", "on", "roll", "rolling", "and", "by", "use", "one"})
_TO_MODE = frozenset({"in", "into", "to", "and", "as", "with", "change", "changing", "switch", "switching"})
_PLACE = re.compile(r"[a-k]\d(\.[\d*]+)?", re.IGNORECASE)
_ON = frozenset({"on", "onto", "against"})
_ONTO = frozenset({"to", "on", "onto", "into", "in", "at"})
_CODES = {squad_code(squad).lower() for squad in SQUADS}
_PIECE = re.compile(r"([a-z]+)#?\d?(/\d|[a-d])?", re.IGNORECASE)
_SQUAD_WORDS = {
    word
    for squad in SQUADS.values()
    for word in (squad.id, *squad.id.split("_"), *squad.name.lower().split())
} - {"of", "the"}
_WITH_THE = {squad.name.lower() for squad in SQUADS.values() if " the " in squad.name}
_MODES = {tuple(key(mode.name).split()) for squad in SQUADS.values() for mode in squad.modes}
_ENHANCEMENTS = {key(card.title) for card in CARDS.values() if card.is_enhancement}
_TITLES = {key(card.title) for card in CARDS.values()} - _ENHANCEMENTS
_PAYING = frozenset({"pay", "paying", "paid"})
_MEANS = {"crystal": "crystal", "crystals": "crystal", "vp": "vp", "vps": "vp", "point": "vp", "points": "vp"}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_ORDERS = frozenset({"activate", "attach", "banner", "use", "play", "end"})
_ACTED = _ORDERS | {"move", "fight", "attack"}
_FOLLOWING = {  # what may begin another order on the same line; a card brings moves and fights of its own
    "turn": _ACTED,
    "activate": _ACTED,
    "move": _ACTED - {"move"},
    "fight": _ACTED,
    "attack": _ACTED,
    "play": _ORDERS - {"banner"},
    "use": _ORDERS - {"banner"},
    "attach": _ACTED,
    "banner": _ORDERS,
}
_JOINING = frozenset({"and", "then"})
_BEFORE_MODE = {"mode", *_TO_MODE} - _JOINING
_MOST_PAID = 9
_SAID_OF_MEANS = frozenset(
    {"with", "by", "using", "from", "of", "victory", "endurance", "token", "tokens", "and"}
)


def orders(words: Words) -> tuple[Words, ...]:
    """The orders of one line.

    >>> orders(("attack", "GO", "with", "PI1", "using", "the", "red", "die"))
    (('fight', 'PI1', 'vs', 'GO', 'red'),)
    >>> orders(("activate", "holy", "knight", "in", "upgraded", "mode"))
    (('activate', 'holy', 'knight', 'mode', 'upgraded'),)
    >>> orders(("discard", "Trap", "and", "end", "my", "turn"))
    (('end', 'discard', 'Trap'),)
    >>> orders(("activate", "pilgrims", "and", "move", "PI1", "to", "B4.0,", "then", "end"))
    (('activate', 'pilgrim'), ('move', 'PI1', 'B4.0'), ('end',))
    """
    return tuple(_order(part) for part in _parts(words))


def _order(words: Words) -> Words:
    said = [word.strip(",") for word in words]
    if len(said) > 1 and said[0] in ("I", "we") and said[1].lower() in _VERBS:  # "I attack GO with PI1"
        said = said[1:]
    verb = said[0].lower() if said else ""
    if not said or not all(said) or (verb not in _VERBS and not _is_sentence(said)):
        return words
    return tuple(_in_words_of_the_game(verb, said))


def _parts(words: Words) -> Iterator[Words]:
    """One order after another: "activate pilgrim and move PI1 to B4.0, then end"."""
    start = 0
    for at, word in enumerate(words):
        verb = words[start].lower()
        if start < at and word.lower() in _FOLLOWING.get(verb, ()) and not _is_mode(words, at):
            yield _without_joining(words[start:at])
            start = at
    yield words[start:] if start else words


def _is_mode(words: Words, at: int) -> bool:
    """Attack and Move are names of modes too: `mode Attack`, "in move mode", or nothing behind them."""
    if (words[at].lower(),) not in _MODES:
        return False
    before, behind = words[at - 1].lower(), words[at + 1 : at + 2]
    return before in _BEFORE_MODE or not behind or behind[0].lower() in ("mode", "pay")


def _without_joining(words: Words) -> Words:
    return _without_joining(words[:-1]) if words[-1].lower() in _JOINING else words


def _in_words_of_the_game(verb: str, said: list[str]) -> Sequence[str]:
    if verb not in _VERBS:  # "PI1 attacks GO", "passive turn"
        at = _verb_at(said)
        return (
            _declared(said)
            if at is None
            else _in_words_of_the_game(
                _FIRST.get(said[at].lower(), said[at].lower()), [said[at], *said[:at], *said[at + 1 :]]
            )
        )
    return _VERBS[verb](list(_with_dice(list(_paid(said)))))


def _is_sentence(said: Sequence[str]) -> bool:
    return _verb_at(said) is not None or len(_declared(said)) < len(said)


def _verb_at(said: Sequence[str]) -> int | None:
    """Where the verb stands behind the one who does it: a model or a Squad of few words."""
    if not said or not _is_piece(said[0]):
        return None
    return next((at for at, word in enumerate(said[:4]) if at and word.lower() in _SUBJECT_VERBS), None)


def _is_piece(word: str) -> bool:
    """`PI1`, `pilgrim`, `holy`, `gorehound#2/1`."""
    found = _PIECE.fullmatch(word)
    return word.lower().partition("/")[0].partition("#")[0] in _SQUAD_WORDS or (
        found is not None and found[1].lower() in _CODES
    )


def _declared(said: Sequence[str]) -> Sequence[str]:
    """ "I take a passive turn": the kind of turn alone."""
    if said[0].lower() == "turn":
        return said
    kinds = [word for word in said if word.lower() in ("active", "passive")]
    others = {word.lower() for word in said} - {
        "active",
        "passive",
        "turn",
        "i",
        "take",
        "declare",
        "play",
        *_OWNERS,
    }
    return kinds if len(kinds) == 1 and not others else said


def _without_owners(said: Sequence[str]) -> list[str]:
    """Without "the" and "my", but for names that have such a word in the middle: "Uulsot the Keeper"."""
    return [
        word
        for at, word in enumerate(said)
        if word not in _OWNERS or " ".join(said[max(0, at - 1) : at + 2]).lower() in _WITH_THE
    ]


# What may stand in any order.


def _with_dice(said: Sequence[str]) -> Iterator[str]:
    """ "with the red die" as `red`."""
    kept: list[str] = []
    for at, word in enumerate(said):
        lowered = word.lower()
        before = said[at - 1].lower() if at else ""
        if lowered in _DIE and before in _DICE:
            continue
        if lowered in _DICE:
            while kept and (kept[-1].lower() in _BEFORE_DIE or kept[-1] in _OWNERS):
                kept.pop()
        kept.append(lowered if lowered in _DICE else word)
    yield from kept


def _paid(said: Sequence[str]) -> Iterator[str]:
    """ "paying with 2 VP" as `pay vp vp`."""
    at = next((at for at, word in enumerate(said) if at and word.lower() in _PAYING), len(said))
    yield from said[:at]
    times = 1
    for place, word in enumerate(said[at:]):
        lowered = word.lower()
        if not place:
            yield "pay"
        elif lowered in _NUMBERS or (lowered.isdigit() and int(lowered) <= _MOST_PAID):
            times = _NUMBERS.get(lowered) or int(lowered)
        elif lowered in _MEANS:
            yield from [_MEANS[lowered]] * times
            times = 1
        elif lowered not in _SAID_OF_MEANS or _is_bare_endurance(said, at + place):
            yield word


def _is_bare_endurance(said: Sequence[str], at: int) -> bool:
    """`pay endurance` without a Squad is left as it stands: the answer says which there are."""
    return said[at].lower() == "endurance" and said[at - 1].lower() in _PAYING and at + 1 == len(said)


# Orders.


def _fight(said: list[str]) -> Sequence[str]:
    """ "attack GO with PI1" and "fight with PI1 against GO" as `fight PI1 vs GO`."""
    rest = _without_owners(said[1:])
    if rest and rest[0].lower() in _DICE:
        rest = [*rest[1:], rest[0]]
    if rest and rest[0].lower() == "with":
        rest = rest[1:]
    by = next((at for at, word in enumerate(rest) if word.lower() in ("with", "by", "using")), None)
    if by is not None and by + 1 < len(rest) and not any(word.lower() in _AGAINST for word in rest[:by]):
        after = next((at for at in range(by + 1, len(rest)) if _ends_name(rest[at])), len(rest))
        return ["fight", *rest[by + 1 : after], "vs", *rest[:by], *rest[after:]]
    return ["fight", *("vs" if word.lower() in _AGAINST else word for word in rest)]


def _ends_name(word: str) -> bool:
    return word.lower() in (*_DICE, *_AGAINST, "pay")


def _move(said: list[str]) -> Sequence[str]:
    """ "move PI1 to B4.0" as `move PI1 B4.0`."""
    found = ["move"]
    rest = _without_owners(said[1:])
    for word, following in zip_longest(rest, rest[1:], fillvalue=""):
        if word.lower() in (*_ONTO, ">", "->") and _PLACE.fullmatch(following):
            continue
        if _is_piece(word) and _PLACE.fullmatch(found[-1]):  # "PI1 to B4.0 and PI3 to B4.3"
            found.append("move")
        if word.lower() not in _JOINING or not _is_piece(following):
            found.append(word)
    return found


def _activate(said: list[str]) -> Sequence[str]:
    """ "activate pilgrim in run mode" as `activate pilgrim mode run`."""
    plain = [_singular(word) for word in _without_owners(said) if word.lower() != "mode"]
    pay = next((at for at, word in enumerate(plain) if word.lower() == "pay"), len(plain))
    for length in (2, 1):
        name = plain[pay - length : pay]
        squad = plain[1 : max(1, pay - length)]
        if squad and tuple(word.lower() for word in name) in _MODES:
            while len(squad) > 1 and squad[-1].lower() in _TO_MODE:
                squad.pop()
            return ["activate", *squad, "mode", *name, *plain[pay:]]
    return [_singular(word) for word in _without_owners(said)]


def _singular(word: str) -> str:
    """ "pilgrims" is the Squad of that name."""
    one = word.lower().removesuffix("s")
    return one if one in _SQUAD_WORDS and word.lower() not in _SQUAD_WORDS else word


def _play(said: list[str]) -> Sequence[str]:
    """ "play Trap on GO" as `play Trap GO`; an Enhancement is attached."""
    if said[0].lower() == "use" and key(said[1]) in _TITLES:
        said = ["play", *said[1:]]
    at = next((at for at, word in enumerate(said) if at > 1 and word.lower() in (*_ON, "to")), None)
    if at is None:
        return said
    if said[0].lower() in ("play", "put") and key(" ".join(said[1:at])) in _ENHANCEMENTS:
        return _attach(said)
    kept = [
        word
        for place, word in enumerate(said)
        if place < at
        or not (word.lower() in _ON or (word in _OWNERS and said[place - 1].lower() in (*_ON, "to")))
    ]
    return kept


def _attach(said: list[str]) -> Sequence[str]:
    """ "put Firing Position on PI" as `attach Firing Position to PI`."""
    said = ["to" if word.lower() in _ONTO and at > 1 else word for at, word in enumerate(said)]
    return ["attach", *(w for at, w in enumerate(said[1:]) if w not in _OWNERS or said[at] != "to")]


def _banner(said: list[str]) -> Sequence[str]:
    """ "use the banner 2" as `banner 2`."""
    at = next(at for at, word in enumerate(said) if word.lower() == "banner")
    return ["banner", *(word for word in said[at + 1 :] if word.lower() not in ("option", "power"))]


def _use(said: list[str]) -> Sequence[str]:
    if len(said) < 2:
        return said
    return _banner(said) if "banner" in [word.lower() for word in said[1:3]] else _play(said)


def _end(said: list[str]) -> Sequence[str]:
    """ "end my turn and discard Trap" as `end discard Trap`."""
    names = {"discard", "discards", "discarding", "drop", "throw"}
    at = next((at for at, word in enumerate(said) if word.lower() in names), len(said))
    around = {word.lower() for word in said[1:at]}
    if around - {"turn", "and", "with", "then", *_OWNERS}:
        return said
    return ["end", *(["discard", *_card(said[at + 1 :])] if at < len(said) else [])]


def _discard(said: list[str]) -> Sequence[str]:
    """ "discard Trap and end my turn"."""
    lowered = [word.lower() for word in said]
    if "end" not in lowered:
        return said
    at = lowered.index("end")
    return said if {*lowered[at + 1 :]} - {"turn", *_OWNERS} else ["end", "discard", *_card(said[1:at])]


def _card(said: Sequence[str]) -> list[str]:
    """A title, which may have such words in its middle: "the card Rip and Tear and"."""
    around = (*_OWNERS, *_JOINING, "card")
    first = next((at for at, word in enumerate(said) if word.lower() not in around), len(said))
    last = next((at for at in range(len(said), first, -1) if said[at - 1].lower() not in around), first)
    return list(said[first:last])


_VERBS = {
    "fight": _fight,
    "attack": _fight,
    "move": _move,
    "activate": _activate,
    "play": _use,
    "use": _use,
    "put": _use,
    "attach": _attach,
    "end": _end,
    "discard": _discard,
}
