"""The words of the game: the vocabulary of conditions and standing orders (B.3), and events as sentences."""

from __future__ import annotations

from games.edge import notation, standing
from games.edge.catalogue import FACTIONS, SQUADS, WINDOWS
from games.edge.names import spoken
from games.edge.rules import facts
from games.edge.telling import SENTENCES
from games.engine.contract.events import Seen
from games.engine.contract.phrases import Phrase
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.vocabulary import Key, Vocabulary

DICE = ("yellow", "red", "ask")
REROLLS = ("no", "free", "paid", "ask")
YES_NO = ("yes", "no", "ask")

_ORDERS = (
    *("move", "fight", "shoot", "activate", "attach", "remove", "banner", "deploy", "disperse", "discard"),
    *("mulligan", "shrine", "attack", "defend"),
    "vp-to",
)
_ANSWERS = (
    *(
        "yes",
        "no",
        "none",
        "done",
        "pass",
        "stay",
        "active",
        "passive",
        "countering",
        "positioning",
        "crystal",
    ),
    *("vp", "turn", "army", "source", "faction", "role", "deck", "squads", "start", "to", "at", "from"),
    *(
        "by",
        "with",
        "x",
        "option",
        "take",
        "keep",
        "next",
        "return",
        "seat",
        "pay",
        "yellow",
        "red",
        *FACTIONS,
    ),
)

VOCABULARY = Vocabulary(
    examples=("if crystals >= 2 { activate pilgrim } else { end }", "stop if last or vp <= -5"),
    keys={
        "defend": Key(DICE, about=_("the die of your Defence")),
        "attack": Key(DICE, about=_("the die of your Attack")),
        "shoot": Key(DICE, about=_("the die of your shots")),
        "reroll-defend": Key(REROLLS, about=_("rolling a Defence again")),
        "reroll-attack": Key(REROLLS, about=_("rolling an Attack again")),
        "reroll-shoot": Key(REROLLS, about=_("rolling a shot again")),
        "counter": Key(YES_NO, about=_("whether you counterattack")),
        "pay": Key(
            scoped=False, about=_("what you pay with: crystal, endurance(any keep 1), vp(max 2), stored")
        ),
        "reserve": Key(number=True, scoped=False, about=_("Crystals that standing orders never touch")),
        "choose": Key(subject=True, scoped=False, about=_("what a card, Shrine or token picks")),
        "trigger": Key(YES_NO, subject=True, scoped=False, about=_("whether something optional is used")),
        "fire": Key(("pay", "wound", "ask"), scoped=False, about=_("FIRE on one of your models")),
        "barrier": Key(("pay", "stop", "ask"), scoped=False, about=_("a BARRIER on the way of your model")),
        "unstoppable": Key(
            ("0", "1", "2", "3", "ask"), scoped=False, about=_("how many UNSTOPPABLE tokens a roll takes")
        ),
        "vp-to": Key(
            ("fewest", "most", *FACTIONS, "ask"),
            scoped=False,
            about=_("which enemy captures tokens when an ally or nobody killed your model"),
            for_allies=True,
        ),
        "share-hand": Key(
            ("ally", "none"), scoped=False, about=_("whether your ally sees your hand"), for_allies=True
        ),
        "react": Key(("pass", "ask"), scoped=False, about=_("whether you are asked in every window")),
    },
    variables={
        "ap": _("the Attack Power you must defend against"),
        "att": _("ATT of your model"),
        "def": _("DEF of your model"),
        "ini": _("INI of your model"),
        "mov": _("MOV of your model"),
        "foe.att": _("ATT of the opposing model"),
        "foe.def": _("DEF of the opposing model"),
        "foe.ini": _("INI of the opposing model"),
        "foe.mov": _("MOV of the opposing model"),
        "foe.tokens": _("Endurance tokens of the opposing Squad"),
        "foe.worth": _("Endurance value of the opposing Squad"),
        "need": _("the smallest die result with which your roll succeeds"),
        "edge": _("your ATT minus the opposing DEF"),
        "roll": _("the result of your die"),
        "tokens": _("Endurance tokens of your Squad"),
        "models": _("living models of your Squad"),
        "worth": _("Endurance value of your Squad"),
        "crystals": _("your Crystals"),
        "depleted": _("your depleted Crystals"),
        "temp": _("your Temporary Crystals"),
        "dp": _("your Dark Points"),
        "stored": _("Endurance tokens on your Shrine"),
        "vp": _("your lead in Victory Points; with three or four players, the tokens you have captured"),
        "start": _("the Starting VP tokens you still have, with three or four players"),
        "hand": _("cards in your hand"),
        "deck": _("cards in your deck"),
        "wounds": _("Wounds pending on your model"),
        "ch": _("Charges on the Enhancement"),
    },
    words={"die": ("yellow", "red"), **facts.WORDS},
    flags={
        "kills": _("one more Wound kills your model"),
        "last": _("it is your last model"),
        "marked": _("your die shows a marked side"),
        "fail": _("your Defence fails as it stands"),
        "counter": _("it is a counterattack"),
        "final": _("the match ends with this turn"),
        "mine": _("it is your own turn"),
        **facts.FLAGS,
    },
    windows={name: window.when for name, window in WINDOWS.items() if window.kind != "alias"},
    verbs=("play", "use"),
    places=("to", "at", "x", "option", "discard", "with", "by", "from", "pay"),
    closing=("end",),
    orders=_ORDERS,
    responses=_ANSWERS,
    names=tuple(sorted({*SQUADS, *(squad.name.lower() for squad in SQUADS.values())})),
    answers=("stay", "done", "none", "in", "by", "vs", "x", "option", "next", "source", "drop", "first"),
    check=standing.check,
    orders_of=notation.orders,
    spoken=spoken,
    shorthands={die: (("attack", "shoot"), die) for die in ("yellow", "red")},
)

STANDING = """\
defend: yellow
attack: yellow
reroll-defend: free if fail; no
reroll-attack: no
counter: yes
pay: crystal
fire: pay; wound
vp-to: fewest
share-hand: none
ask-limit: 0
"""


def sentence(seen: Seen) -> Phrase:
    """An event in words; key and values choose the sentence."""
    return SENTENCES[seen.key](seen.values)
