"""B.3: which standing orders can ever apply: every card, Squad, Shrine and means that they name exists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from games.edge.catalogue import CARDS, FACTIONS, HALVES, SQUADS, WINDOWS, Action, Card
from games.edge.catalogue.check import walk
from games.edge.catalogue.steps import Choose
from games.edge.geometry import JOINED
from games.edge.names import squad_code
from games.edge.rules.enhancements.charges import MOVED
from games.edge.rules.enhancements.charges import NAME as CHARGES
from games.edge.rules.instants.timing import OPEN, action_windows
from games.edge.rules.payment import ENDURANCE, MEANS
from games.engine.contract.policies import ANY, Item, Policy, Reaction
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.vocabulary import Unfit

SELECTORS = ("self", "attacker", "defender", "killed", "enemy:weakest", "enemy:nearest", "own:weakest")
_ANSWERS = ("ask", "none", "auto", "yes", "no", "all", "max")
_ADDRESS = re.compile(r"(?:model:|squad:|enh:)?([a-z_]+)(#\d)?(?:/\d|\.\d)?")
_CODE = re.compile(r"([a-z]+)(?:\d[a-d]?)?(?:\.\d)?")
_NO_SUCH_NAME = _("there is no card, Shrine, Banner or token “{word}”")
_NO_SUCH_SQUAD = _("there is no Squad or model “{word}”")


def check(order: Policy | Reaction) -> Unfit | None:
    """Why an order can never apply; None if it can."""
    found = _reaction_wrong(order) if isinstance(order, Reaction) else _policy_wrong(order)
    return next(found, None)


# Policies.


def _policy_wrong(policy: Policy) -> Iterator[Unfit]:
    if policy.subject is not None and key(policy.subject) not in map(key, _subjects()):
        yield Unfit(_NO_SUCH_NAME, policy.subject, _subjects())
    if policy.scope is not None and policy.scope.lower() != ANY and not _is_address(policy.scope):
        yield Unfit(_NO_SUCH_SQUAD, policy.scope, _squads())
    for item in (item for clause in policy.clauses for item in clause.choice):
        if policy.key == "pay":
            yield from _means_wrong(item)
        if policy.key == "choose" and not any(map(_can_be_chosen, item.words)):
            yield Unfit(_("there is nothing called “{word}” to choose"), item.words[0], _squads())


def _means_wrong(item: Item) -> Iterator[Unfit]:
    """`crystal`, `vp(max 2)`, `endurance(pilgrim > any keep 1)`."""
    means, *_more = map(str.lower, item.words)
    if means not in (*MEANS, "ask") and not _is_address(means):
        yield Unfit(_("you cannot pay with “{word}”"), item.words[0], MEANS)
    for word in item.arguments if means == ENDURANCE else ():
        if word.lower() not in (ANY, "keep", ">") and not word.isdigit() and not _is_address(word):
            yield Unfit(_NO_SUCH_SQUAD, word, _squads())


@cache
def _subjects() -> tuple[str, ...]:
    """What questions are named after: cards, Actions, Banners, Shrines, tokens."""
    found = [card.title for card in CARDS.values()]
    found += [action.name for action in _actions()]
    found += [token for faction in FACTIONS.values() for token in faction.tokens]
    return tuple(dict.fromkeys([*filter(None, found), CHARGES, MOVED]))


def _actions() -> Iterator[Action]:
    for card in CARDS.values():
        yield from (action for _half, action in card.actions)
    for faction in FACTIONS.values():
        yield from (*faction.banner.values(), *faction.shrine.values(), *faction.always, *faction.powers)


@cache
def _squads() -> tuple[str, ...]:
    return tuple(SQUADS)


def _is_address(word: str) -> bool:
    """A Squad, model or Enhancement in full (`pilgrim/2`, `enh:pilgrim.1`) or in short (`PI2`)."""
    plain = word.lower()
    found, code = _ADDRESS.fullmatch(plain), _CODE.fullmatch(plain)
    return (found is not None and found[1] in SQUADS) or (code is not None and code[1] in _codes())


@cache
def _codes() -> frozenset[str]:
    return frozenset(squad_code(kind).lower() for kind in SQUADS)


def _can_be_chosen(word: str) -> bool:
    plain = key(word)
    if plain.isdigit() or plain in (*SELECTORS, *_ANSWERS) or _is_address(plain):
        return True
    return plain in _other_names() or word.upper() in JOINED.number or word.upper() in JOINED.placements


@cache
def _other_names() -> frozenset[str]:
    """Cards, modes, and the branches of cards that let one choose."""
    names = [name for card in CARDS.values() for name in (card.id, card.title)]
    names += [mode.name for squad in SQUADS.values() for mode in squad.modes]
    steps = (step for action in _actions() for step in walk(action.do))
    names += [name for step in steps if isinstance(step, Choose) for name in step.names]
    return frozenset(map(key, names))


# Reactions.


def _reaction_wrong(reaction: Reaction) -> Iterator[Unfit]:
    words = [part for word in reaction.words for part in word.split()]
    if reaction.verb == "use":
        if not words or not _is_address(words[0]) or "." not in words[0]:
            known = tuple(f"{kind}.1" for kind in SQUADS)
            yield Unfit(
                _("“{word}” is not an Enhancement: write the Squad and a number"), " ".join(words), known
            )
        return
    cards = [card for card in CARDS.values() if _is_named(card, words)]
    if not cards:
        yield Unfit(_("there is no card “{word}”"), _first(words), tuple(c.title for c in CARDS.values()))
    elif not any(_fits(action, reaction.window) for card in cards for action in _halves(card, words)):
        fitting = dict.fromkeys(w for card in cards for a in _halves(card, words) for w in action_windows(a))
        reason = _("this card has nothing for the window “{word}”")
        yield Unfit(reason, reaction.window, tuple(fitting))


def _first(words: list[str]) -> str:
    """The words before the half of the card."""
    halves = [at for at, word in enumerate(words) if word.lower() in HALVES]
    return " ".join(words[: halves[0]] if halves else words)


def _is_named(card: Card, words: list[str]) -> bool:
    """As the reader of orders has it: in full, or by the beginnings of its words."""
    given = key(_first(words)).split()
    return any(_begins(given, key(name).split()) for name in (card.id, card.title))


def _begins(given: list[str], wanted: list[str]) -> bool:
    if not given or len(given) > len(wanted):
        return False
    pairs = zip(given, wanted, strict=False)
    is_long = given[0] == wanted[0] or len(given[0]) >= 3
    return is_long and all(name.startswith(word) for word, name in pairs)


def _halves(card: Card, words: list[str]) -> Iterable[Action]:
    named = [word.lower() for word in words]
    wanted = [half for half in HALVES if half in named] or HALVES
    return [action for half, action in card.actions if half in wanted]


def _fits(action: Action, window: str) -> bool:
    """Whether there is a moment of this window in which the Action may be played."""
    return window in action_windows(action) or WINDOWS[window].kind == OPEN
