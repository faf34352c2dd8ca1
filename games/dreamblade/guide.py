"""How a reader is led through an answer in DreamBlade."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.dreamblade import table
from games.dreamblade.state import STRIKE
from games.dreamblade.views import DreambladeView
from games.engine.contract.guide import AnyDecision, Guide, Translate
from games.engine.contract.parts import Part, Thing
from games.engine.contract.phrases import Names, in_english
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path, first_path, walk

_FIRST = {
    "spawn": _("Which miniature do you spawn?"),
    "shift": _("Who shifts?"),
    STRIKE: _("In which cell do you strike?"),
    "destroy": _("Whom do you destroy?"),
    "disrupt": _("Whom do you disrupt?"),
}


class DreambladeGuide(Guide[DreambladeView]):
    """Map, reserves and graveyards."""

    def parts(
        self, view: DreambladeView, translate: Translate = in_english, names: Names | None = None
    ) -> list[Part]:
        """The table to play on."""
        return table.parts(view, translate, names) if view["figures"] else []

    def things(
        self, view: DreambladeView, wanted: Collection[str], translate: Translate = in_english
    ) -> dict[str, list[Thing]]:
        """Cells and miniatures."""
        return table.things(view, wanted, translate)

    def asks(
        self, decision: AnyDecision, path: Path, view: DreambladeView, translate: Translate = in_english
    ) -> str:
        """What comes next."""
        if _is_ability(decision.kind, path):
            return translate(_("On whom?")) if any(decision.options(path)) else ""
        return _asks(decision.kind, path, view, translate) if path else ""

    def at_hand(self, decision: AnyDecision, path: Path, view: DreambladeView) -> Iterator[Path]:
        """Strikes of everybody in a cell."""
        way = path or (STRIKE,)
        if decision.kind == "action" and way == (STRIKE,):
            for option in decision.options(way):
                node, _taken = walk(decision.root, cell := (*way, option.word))
                if node is not None:
                    yield first_path(node, cell)

    def without(
        self, decision: AnyDecision, path: Path, view: DreambladeView, translate: Translate = in_english
    ) -> str:
        """Attackers who are not named stay out of a strike."""
        if path[:1] == (STRIKE,) and len(path) > 2:
            return translate(_("Only the creatures you name attack."))
        return ""


def _is_ability(kind: str, path: Path) -> bool:
    """Whether an answer has come to the ability that is used: `use castle gather`, `scout advance`."""
    return (kind == "blade" and len(path) == 2) or (path[:1] == ("use",) and len(path) == 3)


def _asks(kind: str, path: Path, view: DreambladeView, t: Translate) -> str:
    name = _name(path[-1], view)
    if name and len(path) == (2 if path[0] == "use" else 1) and (path[0] == "use" or kind == "blade"):
        return t(_("Which ability of {name}?")).format(name=name)
    if kind == "damage":
        given = sum(int(word) for word in path if word.isdigit())
        if path[-1].isdigit():
            return t(_("Damage dealt so far: {given}. Who takes more?")).format(given=given)
        return t(_("How much damage for {name}?")).format(name=name)
    if len(path) == 1 and path[0] in _FIRST:
        return t(_FIRST[path[0]])
    if path[0] == STRIKE and len(path) > 1:
        said = _("Who attacks in {cell}?") if len(path) == 2 else _("Who else attacks in {cell}?")
        return t(said).format(cell=path[1])
    return t(_("Where does {name} go?")).format(name=name) if name else ""


def _name(word: str, view: DreambladeView) -> str:
    return next((figure["name"] for figure in view["figures"] if figure["id"] == word), "")
