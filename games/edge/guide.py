"""How a reader is led through an answer in The Edge."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.edge import sketches, table
from games.edge.catalogue import CARDS, HALVES
from games.edge.names import model_name, squad_name
from games.edge.rules.movement.words import VIA
from games.edge.views import EdgeView
from games.engine.contract.guide import AnyDecision, Guide, Translate
from games.engine.contract.parts import Part, Thing
from games.engine.contract.phrases import Names, in_english
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path, briefest, first_path, walk

DICE = ("yellow", "red")
FIGHT = "fight"
_AFTER = {  # what the word that was said last asks for
    "activate": _("Which Squad acts this turn?"),
    "play": _("Which card do you play?"),
    "banner": _("How do you use your Banner?"),
    "discard": _("Which card do you discard?"),
    "via": _("Through which Space?"),
    "push": _("Who is pushed, and where to?"),
    "move": _("Who moves?"),
    "with": _("Who comes along?"),
    "squads": _("Which Squads are in your army?"),
    "deck": _("Which cards are in your deck?"),
}


class EdgeGuide(Guide[EdgeView]):
    """The board, Squads and cards."""

    def parts(
        self, view: EdgeView, translate: Translate = in_english, names: Names | None = None
    ) -> list[Part]:
        """The table to play on."""
        return table.parts(view, translate, names)

    def things(
        self, view: EdgeView, wanted: Collection[str], translate: Translate = in_english
    ) -> dict[str, list[Thing]]:
        """Spaces, figures, Squads, cards."""
        return table.things(view, wanted, translate)

    def asks(
        self, decision: AnyDecision, path: Path, view: EdgeView, translate: Translate = in_english
    ) -> str:
        """What comes next."""
        return _asks(decision, path, view, translate) if path else ""

    def suggest(self, decision: AnyDecision, path: Path, view: EdgeView) -> Path | None:
        """Where the first model of a Squad stands, the others find room beside it."""
        if decision.kind != "deploy" or len(path) < 2:
            return None
        node, _taken = walk(decision.root, path)
        return first_path(node, path) if node is not None and node.end is None else None

    def at_hand(self, decision: AnyDecision, path: Path, view: EdgeView) -> Iterator[Path]:
        """The fights that are possible."""
        way = path or ((FIGHT,) if decision.kind == "order" else ())
        node, _taken = walk(decision.root, way) if FIGHT in (decision.kind, *way[:1]) else (None, 0)
        yield from (fight for fight in briefest(node, way) if len(fight) > 1) if node is not None else ()

    def without(
        self, decision: AnyDecision, path: Path, view: EdgeView, translate: Translate = in_english
    ) -> str:
        """Dice that are not chosen are chosen by standing orders."""
        offered = {option.word for option in decision.options(path)}
        if offered >= {*DICE}:
            return translate(_("Without a die, your standing orders choose one: normally the Yellow Die."))
        return ""

    def is_spare(self, path: Path, word: str) -> bool:
        """The way of a move that gets there by itself."""
        return word == VIA

    def sketch(self, word: str, view: EdgeView) -> Part | None:
        """A way to stand in a Space."""
        return sketches.sketch(word, view)


def _asks(decision: AnyDecision, path: Path, view: EdgeView, t: Translate) -> str:
    word = path[-1]
    if word in _AFTER:
        return t(_AFTER[word])
    if decision.kind == "deploy":
        said = t(_("Deploy {squad}: where does model {number} of {count} stand?"))
        count = _models(path[0], view)
        return said.format(squad=squad_name(path[0]), number=min(len(path), count), count=count)
    if word in CARDS:
        return t(_("{card}: which half, or what next?")).format(card=CARDS[word].title)
    if word in HALVES:
        return t(_("What does it apply to?"))
    if "/" in word and ">" not in word:  # a push says itself where it leads
        return t(_of_model(decision, path)).format(model=model_name(word))
    return ""


def _of_model(decision: AnyDecision, path: Path) -> str:
    if FIGHT not in (decision.kind, path[0]):
        return _("Where does {model} go?")
    return _("Whom does {model} fight?") if decision.check(path) is not None else ""


def _models(squad: str, view: EdgeView) -> int:
    squads = (one for player in view["players"] for one in player["squads"])
    return next((len(one["models"]) for one in squads if one["id"] == squad), 1)
