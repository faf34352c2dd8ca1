"""What a text must say of its data, and what data a text must have: read both ways, for every step.

`demands` goes from the data to the text: each verb, number, attribute, flag, token, target, condition and
duration of the steps has words of which the text must have some. `claims` goes from the text to the data:
each number, attribute, token and rule word in a text must have a reason in the steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import cast

Row = Mapping[str, object]
Demand = tuple[str, str]  # what is there, and a pattern for the words that say so

ALL_STATS = {"ATT", "DEF", "INI", "MOV"}
TOUCH = r"touch|contact|adjacent|connected|linked|before|Backstab|fights?\b|next to|around it"

_VERBS = {
    "move": r"\bmove|\bMove|\breach",
    "place": r"\b[Pp]lace|\bput\b|\bPut\b|step|[Tt]eleport|shove|reappear|[Pp]ull|[Rr]eposition|leave|jump|"
    r"set |[Dd]eploy|[Mm]ove any shrine|return|appear|summon|Remove|lands|flies|thrown?|drag|push",
    "swap": r"trade|swap|exchange",
    "combat": r"Combat|fight|Attack",
    "backstab": r"Backstab",
    "counter": r"counterattack",
    "cancel": r"cancel|stop|avoid|no Combat|does not happen",
    "autoroll": r"without dice|wins (this|the) Defence roll",
    "reroll": r"[Rr]eroll",
    "borrow": r"\buses?\b|\bborrow",
    "tune": r"",
    "shoot": r"[Cc]heck|\bhit\b|[Ss]hoots?\b",
    "wound": r"Wound|wound|Endurance",
    "kill": r"\bdies?\b|[Kk]ill",
    "sacrifice": r"[Ss]acrific",
    "prevent": r"[Pp]revent|[Ii]nstead|[Cc]ancel|[Ii]gnore",
    "redirect": r"instead|goes? to|go to|take[sn]? over|takes the Wound",
    "heal": r"regain|restore|heal|gives him back|take 1 stored|give its Squad 1 Endurance",
    "revive": r"return|dead|appear|takes (that|its)|comes? back",
    "refresh": r"[Rr]efresh",
    "harvest": r"[Hh]arvest|Crystal",
    "charge": r"[Cc]harge",
    "destroy": r"[Dd]estroy",
    "steal": r"take .* Crystal|steal",
    "transfer": r"[Rr]edistribute|[Mm]ove .* (charge|Enhancement)|transfer",
    "mode": r"\bmode\b",
    "evolve": r"Evolved|mode",
    "join": r"[Jj]oin",
    "amount": r"\bX\b|any number|as many|up to|how many|each gives",
    "may": r"\bmay\b|up to|any number|can |\bor\b|if you|[Aa]ny\b",
    "choose": r"\b[Oo]r\b|[Ee]ither|one attribute|your choice|pay 1 Crystal",
    "later": r"next|when|When|until|later|once|[Ee]ach|then|while|after|this turn|[Bb]efore",
    "extra": r"another|extra|activat",
}
_CARDS = {
    "peek": r"[Ll]ook at",
    "recall": r"return",
    "recycle": r"[Ss]huffle",
    "both": r"both",
    "free_play": r"free",
}
_GAINS = {
    "temp": r"Temporary Crystal",
    "crystal": r"Crystal",
    "depleted": r"depleted",
    "dp": r"\bDP\b|Dark Point",
    "vp": r"\bVP\b|Victory Point",
}
_KINDS = {
    "squad": r"Squad|[Hh]eals?|regain|its\b",
    "enh": r"Enhancement",
    "source": r"Source",
    "space": r"Space",
    "hex": r"hex",
    "token": r"token|Thicket|wood|Wood|TOXIC|MINE|[A-Z]{4}",
    "shrine": r"[Ss]hrine",
    "group": r"linked|group|Knights?",
}
_FLAGS = {
    "wins_ini": r"win\w* .*INI|INI .*w[io]n|always faster|first",
    "loses_def": r"DEF|defen|Defence roll fails",
    "thru": r"through obstacles|through models",
    "push_any": r"push",
    "unpushable": r"cannot be pushed",
    "unpushable_by_enemies": r"cannot be pushed by",
    "immune": r"cannot be wounded|immune|no Wounds",
    "blocked": r"Blocked",
    "no_move": r"cannot (attack or )?move|no MOV|not move",
    "free_red": r"Red Die",
    "no_sacrifice": r"cannot be Sacrificed",
}
_UNTIL = {
    "turn": r"\bturn\b",
    "my_passive": r"Passive turn",
    "foe_passive": r"Passive turn",
    "game": r"rest of the game|for the game|of the game",
    "combat": r"Combat|fight|Attack|Backstab|roll",
    "roll": r"roll|Attack|Defen[cs]e|DEF|ATT",
    "check": r"check|compar|INI",
}
_WHERE = {
    "b2b": TOUCH,
    "not_b2b": r"another|other|not touch",
    "lof": r"Line of Fire|straight",
    "aside": r"set aside",
    "dead": r"dead|die[ds]|available|lost",
    "no_end": r"(without|has no) Endurance",
    "in_mov_of": r"reach|Movement|Move",
    "base_lt": r"base|small",
    "base_ge": r"base|large|big",
    "base_eq": r"base|size|same",
    "controlled": r"Control",
    "empty": r"empty|free hex",
    "not": r"other|another|touch|different|not |[Tt]wo models",
}
_CONCERN = {
    "b2b": TOUCH,
    "in_combat": r"Combat",
    "backstab": r"Backstab",
    "line": r"straight",
}
NUMBER_WORDS = {2: r"\b([Bb]oth|[Tt]wo|[Tt]wice|[Dd]oubled?|second)\b", 3: r"\bthree\b"}


def demands(steps: list[object]) -> Iterator[Demand]:
    """Everything in some steps that their text must tell."""
    for step in steps:
        for verb, value in cast("dict[str, object]", step).items():
            yield from _step(verb, value)


def _step(verb: str, value: object) -> Iterator[Demand]:
    row = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    if verb in _VERBS:
        yield verb, _VERBS[verb]
    yield from _PARTICULARS.get(verb, _nothing)(row)
    yield from _numbers(verb, row)
    for name in ("do", "then", "else", "mods"):
        if isinstance(row.get(name), list):
            yield from demands(cast("list[object]", row[name]))
    branches = row.get("of") if isinstance(row.get("of"), list) and verb == "choose" else None
    for branch in cast("list[list[object]]", branches or []):
        yield from demands(branch)


def _nothing(_row: Row) -> Iterator[Demand]:
    return iter(())


def _pick(row: Row) -> Iterator[Demand]:
    kind, side = str(row.get("kind", "model")), row.get("side")
    if kind in _KINDS:
        yield f"pick {kind}", _KINDS[kind]
    if side == "enemy":
        yield "an enemy", r"enem"
    yield from _count(row.get("n", "1"))
    yield from _conditions(row.get("where"))


def _count(n: object) -> Iterator[Demand]:
    least, dots, most = str(n).partition("..")
    if least == "all" or most == "all":
        yield "all", r"\b([Aa]ll|[Ee]very|[Ee]ach|[Aa]ny|chosen|number)\b"
    elif dots and most.isdigit():
        yield f"up to {most}", rf"[Uu]p to {most}\b"


def _conditions(where: object) -> Iterator[Demand]:
    row = cast("Row", where) if isinstance(where, dict) else {}
    for name, value in row.items():
        if name in _WHERE:
            yield name, _WHERE[name]
        if name == "range":
            yield from _range(value)
        if name == "token":
            yield f"token {value}", _token_words(str(value))


def _range(value: object) -> Iterator[Demand]:
    if value == 0:
        yield "the same Space", r"Space"
    elif isinstance(value, int):
        yield (
            f"Range {value}",
            rf"Range {value}\b" + (r"|adjacent (Space|ones)|next Space" if value == 1 else ""),
        )


def _mod(row: Row) -> Iterator[Demand]:
    stats = {str(stat) for stat in cast("list[str]", row.get("stat") or [])}
    if stats == ALL_STATS:
        yield "all attributes", r"all (its |their )?attributes|everything"
    else:
        for stat in sorted(stats & ALL_STATS):
            yield stat, rf"\b{stat}\b|{_STAT_WORDS[stat]}"
    if "WOUNDS" in stats:
        yield "Wounds", r"Wound"
    if row.get("vs"):
        yield "against whom", r"\bto\b|against"
    if "VP" in stats:
        yield "VP", r"\bVP\b"
    yield from _until(row)


_STAT_WORDS = {"ATT": "Attack|attack", "DEF": "Defen[cs]e", "INI": "INI", "MOV": r"\bMoves?\b|\bmove"}


def _until(row: Row) -> Iterator[Demand]:
    until = str(row.get("until", ""))
    if until in _UNTIL:
        yield f"until {until}", _UNTIL[until]


def _grant(row: Row) -> Iterator[Demand]:
    flag = str(row["flag"])
    yield flag, _FLAGS[flag]
    yield from _until(row)


def _token(row: Row) -> Iterator[Demand]:
    yield f"token {row['t']}", _token_words(str(row["t"]))
    yield from _goal(row.get("at"))


def _token_words(kind: str) -> str:
    words = kind.replace("_", "[ _]")
    known = {
        "THICKET": r"|Thicket",
        "DARK_POINT": r"|\bDP\b|Dark Point",
        "SHADOW_GATE": r"|Shadow Gate",
        "ENDURANCE": r"|Endurance token|stored",
        "OVERGROW": r"|becomes a Thornheart",
        "SHADOW_GRASP": r"|Blocked",
        "ROOTED": r"|Blocked",
        "VINES": r"|count as Thickets",
        "STRIKE": r"|removed?",
        "forest": r"|[Ww]ood",
        "wood": r"|Thicket",
        "SHIELD_WALL": r"|Shield Wall|linked",
    }
    return (
        rf"\b{words}\b"
        + next((more for name, more in known.items() if name == kind), "")
        + (r"|source" if kind.startswith("SOURCE_") else "")
        + r"|\bit\b"
    )


def _goal(to: object) -> Iterator[Demand]:
    if isinstance(to, dict):
        goal = cast("Row", to)
        if "b2b" in goal:
            yield "in contact", TOUCH + "|connected"
        if "adj" in goal:
            yield "an adjacent Space", r"adjacent|1 Space|Space next to"
        yield from _range(goal.get("range"))
    elif to == "anywhere":
        yield "anywhere", r"any(where| empty| legal| hex)|on the board|to empty hexes"
    elif to == "out_of_game":
        yield "out of the game", r"from the game|out of the game"


def _place(row: Row) -> Iterator[Demand]:
    yield from _goal(row.get("to"))
    if row.get("who") != "shrine" and _may_push(row):
        yield "it may push", r"push"
    if row.get("together"):
        yield "one group", r"touching each other"


def _may_push(row: Row) -> bool:
    """EF-4.2: what is set down anywhere pushes like a Move; where it is said, elsewhere too."""
    return row.get("push") in (1, "any") or (row.get("to") == "anywhere" and row.get("push") == "normal")


def _move(row: Row) -> Iterator[Demand]:
    yield from _goal(row.get("to"))
    if row.get("thru"):
        yield "through obstacles", r"through"
    if row.get("straight"):
        yield "straight", r"straight"
    if row.get("push") in ("any", "path"):
        yield "any push", r"push.* any base"
    if row.get("push") == "path":
        yield "everybody on the way", r"everybody in the Spaces that it crosses"


def _combat(row: Row) -> Iterator[Demand]:
    if row.get("vs") == "each":
        yield "each enemy", r"\b([Ee]very|[Ee]ach|[Aa]ll)\b"
    yield from _range(row.get("range"))


def _shoot(row: Row) -> Iterator[Demand]:
    area = row.get("at") if isinstance(row.get("at"), str) else ""
    words = {
        "space": r"\bSpace\b",
        "space_plus": r"Space",
        "pair": r"two|2|Spaces",
        "line": r"line|Line",
        "around": r"within Range|around|every|all",
        "contact": TOUCH,
        "here": r"Space|there",
        "between": r"between",
    }
    if area in words:
        yield f"at {area}", words[str(area)]
    if row.get("side") == "enemy":
        yield "enemies", r"enem"
    if row.get("side", "any") == "any" and area in ("space", "space_plus", "pair", "around", "line", "here"):
        yield "everybody", r"every model|all models|models|everyone|model in"
    if row.get("lof"):
        yield "Line of Fire", r"Line of Fire"
    if row.get("range") not in (None, "any"):
        yield from _range(row.get("range"))


def _wound(row: Row) -> Iterator[Demand]:
    if row.get("only_endurance"):
        yield "tokens only", r"Endurance"


def _gain(row: Row) -> Iterator[Demand]:
    yield f"gain {row['res']}", _GAINS[str(row["res"])]


def _cards(row: Row) -> Iterator[Demand]:
    yield f"cards {row['op']}", _CARDS[str(row["op"])]
    if row["op"] != "peek":  # a hand is one thing
        yield from _count(row.get("n", "1"))
    if row.get("kind") == "evolve":
        yield "an Evolve card", r"Evolve"


def _mode(row: Row) -> Iterator[Demand]:
    if row.get("to") != "other":
        yield f"mode {row['to']}", rf"\b{row['to']}\b"


def _evolve(row: Row) -> Iterator[Demand]:
    yield f"mode {row['to']}", rf"\b{row['to']}\b"


def _extra(row: Row) -> Iterator[Demand]:
    words = {"turn": r"turn", "activation": r"activat"}
    yield f"extra {row['what']}", words[str(row["what"])]
    if row.get("kind") == "active":
        yield "an Active turn", r"Active turn"


def _borrow(row: Row) -> Iterator[Demand]:
    for stat in cast("list[str]", row["stat"]):
        yield stat, rf"\b{stat}\b"
    if row.get("end"):
        yield "its Endurance", r"Endurance"
    yield from _until(row)


def _numbers(verb: str, row: Row) -> Iterator[Demand]:
    """Constants of one step: one is often "a"; two and more stand as digits or words."""
    for name in ("n", "by", "set", "wounds", "hit", "shots", "times", "most"):
        value = row.get(name)
        if isinstance(value, int) and abs(value) > 1:
            yield f"{verb} {name} {value}", rf"\b{abs(value)}\b|{NUMBER_WORDS.get(abs(value), 'never')}"
        if verb == "mod" and name == "by" and isinstance(value, int) and _is_attribute(row):
            sign = r"\+" if value > 0 else "-"
            yield f"{verb} {value}", rf"{sign}{abs(value)}\b|more|yields|larger"
        if verb == "mod" and name == "set" and value == 0:
            yield "set to 0", r"\b0\b"


def _is_attribute(row: Row) -> bool:
    return not {"WOUNDS", "VP"} & {str(stat) for stat in cast("list[str]", row.get("stat") or [])}


_PARTICULARS = {
    "pick": _pick,
    "mod": _mod,
    "grant": _grant,
    "token": _token,
    "place": _place,
    "revive": _place,
    "move": _move,
    "combat": _combat,
    "backstab": _combat,
    "shoot": _shoot,
    "wound": _wound,
    "gain": _gain,
    "cards": _cards,
    "mode": _mode,
    "evolve": _evolve,
    "extra": _extra,
    "borrow": _borrow,
}


def concern_demands(where: Row) -> Iterator[Demand]:
    """What must hold for the event that an Action reacts to."""
    for name, value in where.items():
        if name in _CONCERN:
            yield f"where {name}", _CONCERN[name]
        if name == "range":
            yield from _range(value)
        if name == "line":
            yield f"{value} Spaces", rf"\b{value}\b"


_SIDES = {
    "mine": r"[Yy]our next Passive turn",
    "enemy": r"(an enemy's|its player's) next Passive turn",
}
_ACT_WINDOWS = {
    "bearer_turn_start": r"[Aa]t the start of (its controller's next|each) turn",
    "active_start": r"[Aa]t the start of (each|any) of your Active turns",
    "active_end": r"[Aa]t the end of any later Active turn of yours",
    "wound_pending": r"wounded",
    "killed": r"\bdies\b",
    "enter_space": r"entering the Space",
    "before_attack": r"Attack roll",
    "before_defense": r"Defence roll",
    "ini_check": r"INI check",
}
_PLACES = {
    "model": r"^On a (model|Berserker)|[Tt]he bearer|the model|of the bearer",
    "squad": r"^On (a Squad|the [A-Z])",
    "group": r"^On every",
    "hex": r"\bhex\b|on the board|face down",
    "space": r"^On a Space",
    "source": r"Crystal Source|shrine",
    "shrine": r"^On the shrine",
    "card": r"Enhancement",
}


def token_demands(place: str, acts: list[str], removal: Row) -> Iterator[Demand]:
    """Where a token lies, when it acts, and how it leaves."""
    yield f"on a {place}", _PLACES[place]
    for window in acts:
        yield f"at {window}", _ACT_WINDOWS[window]
    if removal.get("side"):
        yield f"until {removal['side']}", _SIDES[str(removal["side"])]
    if removal.get("pay"):
        yield f"pay {removal['pay']}", rf"Active turn its owner may pay {removal['pay']} Crystals"
    if removal.get("disturbed"):
        yield "disturbed", r"wounded or moves, or is alone"
    if removal.get("without_b2b"):
        yield "without contact", r"leaves when .* touch"


# From texts to data.


def numbers_in(text: str) -> set[int]:
    """Every number that a text tells."""
    return {int(number) for number in re.findall(r"\d+", text)}


def constants_in(value: object) -> set[int]:
    """Every number in data, those inside expressions too."""
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int):
        return {abs(value)}
    if isinstance(value, str):
        return {int(number) for number in re.findall(r"\d+", value)}
    if isinstance(value, Mapping):
        return set[int]().union(*(constants_in(inner) for inner in cast("Row", value).values()))
    if isinstance(value, list | tuple):
        return set[int]().union(*(constants_in(inner) for inner in cast("list[object]", value)))
    return set()
