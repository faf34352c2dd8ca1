"""ED-17 to ED-20: cards, Enhancements, Banners and tokens in sentences. ED-17.7: with what the card does."""

from __future__ import annotations

from games.edge.catalogue import CARDS
from games.edge.names import squad_name
from games.edge.telling.values import Sentence, card, listed, squad, thing, things, who
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


def _banner(values: Values) -> Phrase:
    aims = things(values["aims"])
    aimed, plain = _("{seat} uses the {banner}, for {aims}."), _("{seat} uses the {banner}.")
    return say(aimed if aims else plain, seat=who(values), banner=str(values["banner"]), aims=aims)


def _charged(values: Values) -> Phrase:
    pairs = [entry.rpartition(" ") for entry in listed(values["names"])]
    told = ", ".join(f"{thing(name)}: +{count}" for name, _gap, count in pairs)
    return say(_("{seat} charges Enhancements ({names})."), seat=who(values), names=told)


def _token(on: str, off: str) -> Sentence:
    def tell(values: Values) -> Phrase:
        places = things(values["models"]) or (squad(values) if values["squad"] else "")
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
    "moved_charge": lambda v: say(
        _("A Charge moves from {source} to {target}."),
        source=thing(str(v["source"])),
        target=thing(str(v["target"])),
    ),
    "put_token": _token(_("{token} is put on {place}."), _("{token} is put on the Shrine.")),
    "took_token": _token(_("{token} leaves {place}."), _("{token} leaves the Shrine.")),
}
