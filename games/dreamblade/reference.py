"""DB-13: all miniatures, to be looked up by aspect, cost, lineage and ability."""

from __future__ import annotations

from games.dreamblade import figuretext
from games.dreamblade.catalogue import MINIATURES, Miniature
from games.dreamblade.figuretext import ASPECT_NAMES, Translate
from games.engine.contract.reference import Entry, Filter, Reference
from games.engine.contract.text import gettext_noop as _

FILTERS = (
    Filter("aspect", _("Aspect")),
    Filter("cost", _("Cost")),
    Filter("lineage", _("Lineage")),
    Filter("ability", _("Ability")),
)


def entries(translate: Translate) -> list[Entry]:
    """A card for each miniature, in the order of the catalogue."""
    return [_entry(miniature, translate) for miniature in MINIATURES.values()]


def _entry(miniature: Miniature, t: Translate) -> Entry:
    under = {
        "aspect": tuple(t(ASPECT_NAMES[aspect]) for aspect in miniature.aspects),
        "cost": (str(miniature.cost),),
        "lineage": (miniature.lineage,) if miniature.lineage else (),
        "ability": tuple(ability.name.replace("_", " ").title() for ability in miniature.abilities),
    }
    line, parts = figuretext.headline(miniature, t), figuretext.parts(miniature, t)
    return Entry(miniature.code, miniature.name, line, parts, under)


REFERENCE = Reference(_("Miniatures"), FILTERS, entries)
