"""ED-17 to ED-20: cards, Enhancements, Banners and tokens in sentences. ED-17.7: with what the card does."""

from __future__ import annotations

import re
from functools import cache

from games.edge.catalogue import CARDS, FACTIONS
from games.edge.catalogue.steps import Choose
from games.edge.names import squad_name
from games.edge.telling.values import Sentence, card, counted, listed, number, squad, thing, things, who
from games.engine.contract.events import Values
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _


def _played(values: Values) -> Phrase:
    name = str(values["card"])
    action = CARDS[name].upper if values["half"] == "upper" else CARDS[name].lower
    told: dict[str, int | str | Phrase] = {
        "seat": who(values),
        "card": card(values) if CARDS[name].title == action.name else f"{card(values)} ({action.name})",
        "aims": things(values["aims"]),
        "text": say(action.txt),
    }
    aimed = _("{seat} plays {card} for {aims}: {text}")
    return Phrase(aimed if told["aims"] else _("{seat} plays {card}: {text}"), told)


def _used(values: Values) -> Phrase:
    name = str(values["card"])
    action = CARDS[name].upper if values["half"] == "upper" else CARDS[name].lower
    host = squad_name(str(values["name"]).rpartition(".")[0])
    return say(
        _("{seat} uses {action} of {card} on {squad}: {text}"),
        seat=who(values),
        action=action.name,
        card=card(values),
        squad=host,
        text=say(action.txt),
    )


_SPLIT = re.compile(r"(?:\. Or: |, or | or: |; or,? |\. Or )", re.IGNORECASE)


@cache
def _option(banner: str, chosen: int) -> str:
    """What a Banner was used for, in the words of its text where these name each of its options."""
    found = next(a for f in FACTIONS.values() for a in f.banner.values() if a.name == banner)
    step = found.do[0] if found.do else None
    if not chosen or not isinstance(step, Choose):
        return ""
    texts = _SPLIT.split(found.txt.rstrip("."))
    return texts[chosen - 1] if len(texts) == len(step.branches) else str(chosen)


_BANNERS = {  # with an option, for someone
    (False, False): _("{seat} uses the {banner}."),
    (False, True): _("{seat} uses the {banner}, for {aims}."),
    (True, False): _("{seat} uses the {banner}: {option}."),
    (True, True): _("{seat} uses the {banner}, for {aims}: {option}."),
}


def _banner(values: Values) -> Phrase:
    aims = things(values["aims"])
    option = _option(str(values["banner"]), number(values, "option") if "option" in values else 0)
    template = _BANNERS[bool(option), bool(aims)]
    return say(template, seat=who(values), banner=str(values["banner"]), aims=aims, option=option)


def _enhancements(values: Values, names: list[str]) -> list[str]:
    """Enhancements by their cards: “Overwatch (Ranger)”; older events know only where they lie."""
    cards = listed(values["cards"]) if "cards" in values else [""] * len(names)
    hosts = [squad_name(name.rpartition(".")[0]) for name in names]
    return [
        f"{CARDS[found].title} ({host})" if found else thing(name)
        for found, host, name in zip(cards, hosts, names, strict=True)
    ]


def _moved_charge(values: Values) -> Phrase:
    source, target = _enhancements(values, [str(values["source"]), str(values["target"])])
    return say(_("A Charge moves from {source} to {target}."), source=source, target=target)


def _charged(values: Values) -> Phrase:
    pairs = [entry.rpartition(" ") for entry in listed(values["names"])]
    names = _enhancements(values, [name for name, _gap, _count in pairs])
    told = ", ".join(f"{name}: +{count}" for name, (_name, _gap, count) in zip(names, pairs, strict=True))
    return say(_("{seat} charges Enhancements ({names})."), seat=who(values), names=told)


_THINGS = {
    "enh": _("{seat} moves {source} to {target}."),
    "ch": _("{seat} moves a Charge from {source} to {target}."),
    "end": _("{seat} moves 1 Endurance from {source} to {target}."),
}


def _transferred(values: Values) -> Phrase:
    source, target = thing(str(values["source"])), thing(str(values["target"]))
    return say(_THINGS[str(values["what"])], seat=who(values), source=source, target=target)


def _peeked(values: Values) -> Phrase:
    if "cards" not in values:
        return say(_("{seat} looks at the hand of {victim}."), seat=who(values), victim=who(values, "victim"))
    cards = ", ".join(f"“{CARDS[name].title}”" for name in listed(values["cards"])) or "–"
    return say(_("The hand of {victim}: {cards}."), victim=who(values, "victim"), cards=cards)


def _shown(values: Values) -> Phrase:
    template = _FACES.get(str(values["face"]), _FACES["real"])
    return say(template, token=str(values["token"]).replace("_", " "), at=str(values["at"]))


_FACES = {
    "real": _("The {token} on {at} is turned face up: it is real."),
    "dummy": _("The {token} on {at} is turned face up: it is a dummy."),
}


def _token(on: str, off: str) -> Sentence:
    def tell(values: Values) -> Phrase:
        places = things(values["models"]) or (squad(values) if values["squad"] else "")
        places = str(values["at"]) if values.get("at") else places
        template = on if places else off
        return say(template, token=str(values["token"]).replace("_", " "), place=places)

    return tell


SENTENCES: dict[str, Sentence] = {
    "played": _played,
    "used": _used,
    "used_banner": _banner,
    "attached": lambda v: say(
        _("{seat} attaches {card} to {squad}."), seat=who(v), card=card(v), squad=squad(v)
    ),
    "dropped": lambda v: say(_("{card} leaves {squad}."), card=card(v), squad=squad(v)),
    "charged": _charged,
    "moved_charge": _moved_charge,
    "put_token": _token(_("{token} is put on {place}."), _("{token} is put on the Shrine.")),
    "slid_token": lambda v: say(
        _("{token} on {source} goes to {to}."),
        token=str(v["token"]).replace("_", " "),
        source=str(v["source"]),
        to=str(v["to"]),
    ),
    "revealed_token": _shown,
    "transferred": _transferred,
    "peeked": _peeked,
    "recalled": lambda v: say(_("{seat} takes {card} back."), seat=who(v), card=card(v)),
    "recycled": counted(
        _("{seat} shuffles 1 card into their deck."), _("{seat} shuffles {count} cards into their deck.")
    ),
    "used_power": lambda v: say(
        _("{seat} uses {name} of {squad}: {text}"),
        seat=who(v),
        name=str(v["name"]),
        squad=squad(v),
        text=say(str(v["text"])),
    ),
    "took_token": _token(_("{token} leaves {place}."), _("{token} leaves the Shrine.")),
}
