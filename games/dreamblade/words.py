"""The words of the game: the vocabulary of conditions and standing orders (DB-12A)."""

from __future__ import annotations

from games.dreamblade import notation
from games.dreamblade.catalogue import MINIATURES, WORDS
from games.dreamblade.geometry import CELLS
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.vocabulary import Key, Vocabulary

VOCABULARY = Vocabulary(
    examples=("if creatures >= 3 { done } else { stop }", "stop if foe.wins >= 2"),
    keys={
        "join": Key(("best", "all", "none", "only", "ask"), about=_("who takes part in a deathblow")),
        "aim": Key(
            ("kill", "value", "scatter", "focus", "ask"), about=_("how damage is split, and who is attacked")
        ),
        "result": Key(("destroy", "disrupt", "smart", "ask"), about=_("where both are possible")),
        "send": Key(
            ("far", "home", "ask", *map(str.lower, CELLS)), about=_("where disrupted creatures are placed")
        ),
        "dice": Key(("miss", "blade", "1", "2", "3", "none", "ask"), about=_("what Fortunate rolls again")),
        "pick": Key(about=_("which miniature: cost>, cost<, or names in order")),
        "order": Key(about=_("which of your simultaneous effects comes first")),
        "blade": Key(about=_("what blades are spent on: scout1.advance, thug.fumble")),
        "decline": Key(("yes", "no"), about=_("whether “may” effects are declined")),
    },
    variables={
        "turn": _("the turn, counted from 1"),
        "wins": _("turns you have won"),
        "foe.wins": _("turns your opponent has won"),
        "points": _("your conquest points this turn for what you destroyed"),
        "foe.points": _("those of your opponent"),
        "bonus": _("your bonus spawn points"),
        "spawn": _("spawn points left in your spawn phase"),
        "creatures": _("your creatures on the map"),
        "foe.creatures": _("your opponent's creatures on the map"),
        "blades": _("blades that are not spent yet"),
        "damage": _("the damage to be split"),
    },
    flags={
        "first": _("you are the first player of this turn"),
        "mine": _("it is your own phase"),
        "skipped": _("the spawn phases of this turn are skipped"),
    },
    closing=("done",),
    orders=(
        "spawn",
        "shift",
        "strike",
        "attack",
        "move",
        "summon",
        "place",
        "deploy",
        "end",
        "send",
        "blade",
        "deathblow",
        "damage",
        "return",
        "warband",
        "discard",
    ),
    responses=("yes", "no", "none", "first", "one", "use", "pass", "to", "target", "keep"),
    names=tuple(sorted({*WORDS.values(), *(miniature.name.lower() for miniature in MINIATURES.values())})),
    later_wins=True,  # DB-12A.3
    orders_of=notation.orders,
    standing_of=notation.standing,
    answers=(
        "reroll",
        "blade",
        "damage",
        "destroy",
        "disrupt",
        "send",
        "deathblow",
        "target",
        "first",
        "return",
        "appease",
        "sacrifice",
        "keep",
        "decline",
    ),
)

STANDING = """\
ask-limit: 0
"""
