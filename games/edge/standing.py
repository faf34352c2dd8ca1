"""B.3: which standing orders can ever apply: every card, Squad, Shrine and means that they name exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.edge.catalogue import CARDS, HALVES, SQUADS, WINDOWS, Action, Card
from games.edge.catalogue.check import walk
from games.edge.catalogue.steps import Choose
from games.edge.known_names import (
    can_be_chosen,
    is_address,
    is_enhancement,
    is_place,
    optional_subjects,
    subjects,
)
from games.edge.rules.instants.timing import MAIN, OPEN, action_windows
from games.edge.rules.payment import ENDURANCE, MEANS, VP
from games.engine.contract.policies import ANY, Item, Policy, Reaction
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.text import key
from games.engine.contract.vocabulary import PAY, Unfit

AUTOMATIC = "auto"  # windows in which nobody is asked
_NO_SUCH_NAME = _("there is no card, Shrine, Banner or token “{word}”")
_NO_SUCH_SQUAD = _("there is no Squad or model “{word}”")
_NO_SUCH_THING = _("there is nothing called “{word}” to choose")


def check(order: Policy | Reaction) -> Unfit | None:
    """Why an order can never apply; None if it can."""
    found = _reaction_wrong(order) if isinstance(order, Reaction) else _policy_wrong(order)
    return next(found, None)


# Policies.


def _policy_wrong(policy: Policy) -> Iterator[Unfit]:
    if policy.subject is not None:
        yield from _subject_wrong(policy.key, policy.subject)
    if policy.scope is not None and policy.scope.lower() != ANY and not is_address(policy.scope):
        yield Unfit(_NO_SUCH_SQUAD, policy.scope, tuple(SQUADS))
    for item in (item for clause in policy.clauses for item in clause.choice):
        if policy.key == PAY:
            yield from _means_wrong(item)
        if policy.key == "choose" and not any(map(can_be_chosen, item.words)):
            yield Unfit(_NO_SUCH_THING, item.words[0], tuple(SQUADS))


def _subject_wrong(name: str, subject: str) -> Iterator[Unfit]:
    if key(subject) not in map(key, subjects()):
        yield Unfit(_NO_SUCH_NAME, subject, subjects())
    elif name == "trigger" and key(subject) not in map(key, optional_subjects()):
        yield Unfit(_("“{word}” does nothing that may be left out"), subject, optional_subjects())


def _means_wrong(item: Item) -> Iterator[Unfit]:
    """`crystal`, `vp(max 2)`, `endurance(pilgrim > any keep 1)`."""
    means, *_more = map(str.lower, item.words)
    arguments = [word.lower() for word in item.arguments]
    if means not in (*MEANS, "ask") and not is_address(means):
        yield Unfit(_("you cannot pay with “{word}”"), item.words[0], MEANS)
    elif means == ENDURANCE:
        yield from _tokens_wrong(arguments)
    elif means == VP and arguments and not _is_limit(arguments, "max", 1):
        yield Unfit(_("“vp({word})” pays nothing: write “vp(max 1)” or more"), " ".join(arguments))


def _tokens_wrong(arguments: list[str]) -> Iterator[Unfit]:
    """Squads, and how many of their tokens are kept: fewer than one of them has."""
    limit = arguments[-2:] if "keep" in arguments else []
    named = [word for word in arguments[: len(arguments) - len(limit)] if word not in (ANY, ">")]
    for word in named:
        if not is_address(word):
            yield Unfit(_NO_SUCH_SQUAD, word, tuple(SQUADS))
    if limit and not (_is_limit(limit, "keep", 0) and int(limit[1]) < _MOST_TOKENS):
        reason = _("“{word}” leaves nothing to pay with: no Squad has that many Endurance tokens")
        yield Unfit(reason, " ".join(limit))


def _is_limit(words: list[str], word: str, least: int) -> bool:
    return len(words) == 2 and words[0] == word and words[1].isdigit() and int(words[1]) >= least


_MOST_TOKENS = max(squad.endurance for squad in SQUADS.values())


# Reactions.


def _reaction_wrong(reaction: Reaction) -> Iterator[Unfit]:
    words = [part for word in reaction.words for part in word.split()]
    if reaction.window == MAIN or WINDOWS[reaction.window].kind == AUTOMATIC:
        yield Unfit(_("nobody is asked in the window “{word}”: write “open” for any moment"), reaction.window)
    yield from _use_wrong(reaction, words) if reaction.verb == "use" else _play_wrong(reaction, words)
    if reaction.limit == 0:
        yield Unfit(_("with “limit {word}” it is never used"), "0")


def _use_wrong(reaction: Reaction, words: list[str]) -> Iterator[Unfit]:
    known = tuple(f"{kind}.1" for kind in SQUADS)
    if not words or not is_enhancement(words[0]):
        reason = _("“{word}” is not an Enhancement: write the Squad and a number")
        yield Unfit(reason, " ".join(words), known)
        return
    cards = [card for card in CARDS.values() if card.is_enhancement]
    halves = [action for card in cards for action in _named_halves(card, words[1:])]
    if not halves:
        yield Unfit(_("no Enhancement has an Action “{word}”"), " ".join(words[1:]), HALVES)
    elif not any(_fits(action, reaction.window) for action in halves):
        yield Unfit(_("no Enhancement has anything for the window “{word}”"), reaction.window)
    yield from _arguments_wrong(reaction, halves)


def _play_wrong(reaction: Reaction, words: list[str]) -> Iterator[Unfit]:
    cards = [card for card in CARDS.values() if _is_named(card, words)]
    if not cards:
        yield Unfit(_("there is no card “{word}”"), _first(words), tuple(c.title for c in CARDS.values()))
        return
    if all(card.is_enhancement for card in cards):
        reason = _("“{word}” is an Enhancement: attach it, and write “use” with the Squad and a number")
        yield Unfit(reason, cards[0].title)
    halves = [action for card in cards for action in _named_halves(card, words)]
    if not any(_fits(action, reaction.window) for action in halves):
        fitting = dict.fromkeys(window for action in halves for window in action_windows(action))
        reason = _("this card has nothing for the window “{word}”")
        yield Unfit(reason, reaction.window, tuple(window for window in fitting if window != MAIN))
    yield from _arguments_wrong(reaction, halves)


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


def _named_halves(card: Card, words: list[str]) -> list[Action]:
    """Of a card: the half that is named, else both; of an Enhancement also by the name of an Action."""
    named = [word.lower() for word in words]
    wanted = [half for half in HALVES if half in named]
    if wanted or not card.is_enhancement or not words:
        return [action for half, action in card.actions if half in (wanted or HALVES)]
    return [action for _half, action in card.actions if _begins(named, key(action.name).split())]


def _fits(action: Action, window: str) -> bool:
    """Whether there is a moment of this window in which the Action may be played."""
    return window in action_windows(action) or WINDOWS[window].kind == OPEN


# What is said behind the window.


def _arguments_wrong(reaction: Reaction, halves: Iterable[Action]) -> Iterator[Unfit]:
    """`to self at auto x 2 option 1 discard "Leap" pay crystal`."""
    for name, choice in reaction.choices:
        words = [word for item in choice for word in (*item.words, *item.arguments)]
        if name == PAY:
            for item in choice:
                yield from _means_wrong(item)
        elif name == "x":
            yield from (_number_wrong(word) for word in words if not word.isdigit() and word.lower() != "max")
        elif name == "option":
            most = max((_branches(action) for action in halves), default=0)
            yield from (
                _option_wrong(word) for word in words if word.isdigit() and not 1 <= int(word) <= most
            )
        elif name == "discard":
            titles = (" ".join(item.words) for item in choice)
            yield from (_card_wrong(title) for title in titles if not _is_card(title))
        elif name == "at":
            yield from (
                _place_wrong(word) for word in words if not is_place(word) and word.lower() != AUTOMATIC
            )
        elif not any(map(can_be_chosen, words)):
            yield Unfit(_NO_SUCH_THING, " ".join(words), tuple(SQUADS))


def _branches(action: Action) -> int:
    """How many options an Action has."""
    chooses = (step for step in walk(action.do) if isinstance(step, Choose))
    return max((len(step.branches) for step in chooses), default=0)


def _is_card(title: str) -> bool:
    return any(_is_named(card, title.split()) for card in CARDS.values())


def _number_wrong(word: str) -> Unfit:
    return Unfit(_("“x” takes a number or “max”, not “{word}”"), word)


def _option_wrong(word: str) -> Unfit:
    return Unfit(_("this Action has no option {word}"), word)


def _card_wrong(word: str) -> Unfit:
    return Unfit(_("there is no card “{word}”"), word, tuple(card.title for card in CARDS.values()))


def _place_wrong(word: str) -> Unfit:
    return Unfit(_("there is no place “{word}” on the board"), word)
