"""EF-2.14 `cards`: what is done with cards in hand, and with the one that was just played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from games.edge.catalogue import CARDS, HALVES, Card, Half
from games.edge.catalogue.steps import Cards
from games.edge.effects.moment import Moment
from games.edge.effects.prepare import Ready
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.names import card_branch, player_branch
from games.edge.rules.cards.acts import Act, PlayCard
from games.edge.rules.cards.decks import draw, shuffle_deck
from games.edge.rules.cards.perform import dearer, play_for, settle_card
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.cards.words import act_words, card_ready, has_the_rest
from games.edge.rules.instants.windows import window
from games.edge.state import Player, SeatId
from games.engine.contract.decisions import ALWAYS, IF_IDLE
from games.engine.contract.events import Values
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, Path, leaf

MAIN = "main"


@verb(Cards)
def cards(context: Context, step: Cards) -> Rules[None]:
    """Look at a hand, take a card back, shuffle some in, play one for nothing or with both Actions."""
    match step.op:
        case "peek":
            yield from _peek(context)
        case "recall":
            _recall(context)
        case "recycle":
            yield from _recycle(context, context.number(step.n.most))
        case "free_play":
            yield from _play_free(context, step)
        case "both":
            yield from _play_both(context)


@possible(Cards)
def can_use_cards(scope: Scope, step: Cards) -> bool:
    """There is a card for it."""
    match step.op:
        case "peek":
            return any(foe.hand for foe in scope.state.opponents(scope.seat))
        case "recall":
            return scope.moment is not None and bool(scope.moment.card) and scope.moment.by == scope.seat
        case "recycle":
            return bool(scope.player.hand)
        case "free_play":
            return any(True for _ in _playable(scope, _of_kind(scope, step.kind)))
        case "both":
            return any(True for _ in _playable(scope, _for_both(scope)))


# Looking, taking back, shuffling in.


def _peek(context: Context) -> Rules[None]:
    foe = yield from _whose_hand(context)
    context.table.learn()
    own: dict[int, Values] = {context.seat: {"cards": sorted(foe.hand)}}
    context.table.tell("peeked", seat=context.seat, victim=foe.seat, own=own)


def _whose_hand(context: Context) -> Rules[Player]:
    """EF-2.6: of several enemies the acting player names one."""
    foes = [foe for foe in context.state.opponents(context.seat) if foe.hand]
    if len(foes) == 1:
        return foes[0]
    question: CardQuestion[Player] = CardQuestion(
        "foe",
        say(_("{title}: whose hand?"), title=context.title),
        lambda: Node(None, lambda: [player_branch(foe, partial(leaf, foe)) for foe in foes], lead="to"),
        default=(foes[0].faction,),
        asks=ALWAYS,
        key="choose",
    )
    return (yield from ask(context, question))


def _recall(context: Context) -> None:
    if context.moment is not None:
        context.moment.is_recalled = True
        context.table.tell("recalled", seat=context.seat, card=context.moment.card)


def _recycle(context: Context, most: int) -> Rules[None]:
    """Up to so many cards go into the deck, and as many are drawn."""
    player = context.player
    hand = tuple(sorted(player.hand))
    question: CardQuestion[Path] = CardQuestion(
        "recycle",
        say(_("{title}: which cards do you shuffle into your deck?"), title=context.title),
        lambda: _some_cards(hand, most),
        default=("none",),
        asks=IF_IDLE,
    )
    chosen = yield from ask(context, question)
    for card in chosen:
        player.hand.remove(card)
        player.deck.append(card)
    context.table.tell("recycled", seat=context.seat, count=len(chosen))
    if chosen:
        shuffle_deck(context.table, context.seat)
        draw(context.table, context.seat, len(chosen), "recycled")


def _some_cards(hand: Path, most: int, chosen: Path = (), start: int = 0) -> Node[Path]:
    def branches() -> Iterator[Branch[Path]]:
        if not chosen:
            yield Branch("none", lambda: Node(End(())))
        seen: set[str] = set()
        for at in range(start, len(hand) if len(chosen) < most else start):
            if hand[at] not in seen:  # copies are alike
                seen.add(hand[at])
                yield card_branch(hand[at], partial(_some_cards, hand, most, (*chosen, hand[at]), at + 1))

    return Node(End(chosen) if chosen else None, branches, lead="" if chosen else "with", pool=hand)


# Playing a card by an effect.


def _of_kind(scope: Scope, kind: str) -> list[Card]:
    return [CARDS[name] for name in sorted({*scope.player.hand}) if not kind or CARDS[name].type == kind]


def _for_both(scope: Scope) -> list[Card]:
    """Cards of which both Actions can be played as ordinary ones."""
    found = [card for card in _of_kind(scope, "action") if not card.extra]
    usable = [c for c in found if all(action.window in (MAIN, "open") for _half, action in c.actions)]
    return [card for card in usable if dearer(scope, card) is not None and _has_the_rest(scope, card)]


def _has_the_rest(scope: Scope, card: Card) -> bool:
    return all(has_the_rest(scope.state, scope.seat, action) for _half, action in card.actions)


def _playable(scope: Scope, found: Sequence[Card], halves: Sequence[Half] = HALVES) -> Iterator[Branch[Act]]:
    for card in found:
        node = _node(scope, card, halves)
        if node is not None:
            yield card_branch(card.id, partial(_given, node))


def _node(scope: Scope, card: Card, halves: Sequence[Half]) -> Node[Act] | None:
    moment = Moment(MAIN)
    ready: list[tuple[Half, Ready | None]] = [
        (half, card_ready(scope.state, scope.seat, card, half, moment, free=True))
        for half, _action in card.actions
        if half in halves
    ]
    branches = [
        Branch(
            half,
            act_words(scope.state, found, card.half(half), partial(_played, scope.seat, card.id, half)),
            card.half(half).name,
            (card.half(half).name,),
            len(ready) == 1,
        )
        for half, found in ready
        if found is not None
    ]
    return Node(None, lambda: branches) if branches else None


def _played(seat: SeatId, card: str, half: Half, ready: Ready) -> Act:
    return PlayCard(seat, ready, card, half)


def _given(node: Node[Act]) -> Node[Act]:
    return node


def _which(context: Context, branches: Sequence[Branch[Act]], kind: str) -> CardQuestion[Act]:
    def first() -> Path:
        return tuple(_first(Node(None, lambda: branches)))

    return CardQuestion(
        kind,
        say(_("{title}: which card, and how?"), title=context.title),
        lambda: Node(None, lambda: branches, lead="play"),
        default=first,
        asks=ALWAYS,
    )


def _first(node: Node[Act]) -> list[str]:
    words: list[str] = []
    while node.end is None:
        branch = next(iter(node.branches()))
        words.append(branch.word)
        node = branch.grow()
    return words


def _play_free(context: Context, step: Cards) -> Rules[None]:
    """A card from hand costs nothing."""
    branches = list(_playable(context, _of_kind(context, step.kind)))
    act = yield from ask(context, _which(context, branches, "free-play"))
    if isinstance(act, PlayCard):
        yield from play_for(context.table, act, Moment(MAIN), 0)
        if context.state.since(3):
            squad = act.ready.scope.squad
            played = Moment("card_played", card=act.card, by=context.seat, squad=squad)
            yield from window(context.table, played)
        settle_card(context.table.state, act)


def _play_both(context: Context) -> Rules[None]:
    """ED-25.19: one card with both Actions, for the higher of the two costs."""
    branches = list(_playable(context, _for_both(context)))
    act = yield from ask(context, _which(context, branches, "both"))
    if not isinstance(act, PlayCard):
        return
    card = CARDS[act.card]
    yield from play_for(context.table, act, Moment(MAIN), dearer(context, card) or 0)
    context.player.hand.append(act.card)
    other: Half = "lower" if act.half == "upper" else "upper"
    second = list(_playable(context, [card], [other]))
    if second:
        following = yield from ask(context, _which(context, second, "both"))
        if isinstance(following, PlayCard):
            yield from play_for(context.table, following, Moment(MAIN), 0)
            context.player.hand.append(act.card)
    context.player.hand.remove(act.card)
    settle_card(context.table.state, act)
