"""ED-9 to ED-11, ED-16.12: moves, pushes and placements in sentences."""

from __future__ import annotations

from games.edge.names import model_name
from games.edge.telling.values import Sentence, counted, listed, model, number, squad, who
from games.engine.contract.events import Values
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _


def _moved(values: Values) -> Phrase:
    path = listed(values["path"])
    told: dict[str, int | str | Phrase] = {
        "model": model(values),
        "to": str(values["to"]),
        "pushes": _pushes(values),
    }
    if len(path) > 2:
        told["via"] = ", ".join(path[1:-1])
        with_push = _("{model} moves to {to} through {via}, pushing {pushes}.")
        return Phrase(with_push if told["pushes"] else _("{model} moves to {to} through {via}."), told)
    with_push = _("{model} moves to {to}, pushing {pushes}.")
    return Phrase(with_push if told["pushes"] else _("{model} moves to {to}."), told)


def _pushes(values: Values) -> str:
    pairs = [push.rpartition(" ") for push in listed(values["pushes"])]
    return ", ".join(f"{model_name(name)} to {to}" for name, _gap, to in pairs)


def _moved_shrine(values: Values) -> Phrase:
    plain, pushing = (
        _("The Shrine of {seat} goes to {to}."),
        _("The Shrine of {seat} goes to {to}: {pushes}."),
    )
    pushes = _pushes(values)
    return say(pushing if pushes else plain, seat=who(values), to=str(values["to"]), pushes=pushes)


def _placed(plain: str, pushing: str) -> Sentence:
    def tell(values: Values) -> Phrase:
        pushes = _pushes(values)
        template = pushing if pushes else plain
        return say(template, model=model(values), to=str(values["to"]), pushes=pushes)

    return tell


SENTENCES: dict[str, Sentence] = {
    "moved": _moved,
    "placed": _placed(_("{model} is put on {to}."), _("{model} is put on {to}, pushing {pushes}.")),
    "returned": _placed(
        _("{model} returns to the board at {to}."),
        _("{model} returns to the board at {to}, pushing {pushes}."),
    ),
    "set_aside": lambda v: say(_("{model} is set aside on its card."), model=model(v)),
    "stopped": _placed(_("{model} stops on {to}."), _("{model} stops on {to}, pushing {pushes}.")),
    "removed": lambda v: say(_("{model} leaves the match."), model=model(v)),
    "joined": lambda v: say(_("{model} leads {other}."), model=model(v), other=model(v, "other")),
    "moved_shrine": _moved_shrine,
    "swapped_token": lambda v: say(
        _("{model} trades places with a {token} and is on {to}."),
        model=model(v),
        token=str(v["token"]).replace("_", " "),
        to=str(v["to"]),
    ),
    "swapped": lambda v: say(_("{model} and {other} trade places."), model=model(v), other=model(v, "other")),
    "healed": lambda v: say(_("{squad} regains {count} Endurance."), squad=squad(v), count=number(v)),
    "gained_temp": counted(
        _("{seat} gains 1 Temporary Crystal."), _("{seat} gains {count} Temporary Crystals.")
    ),
}
