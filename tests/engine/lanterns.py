"""Lanterns: a toy game with everything the contract must carry and Star Scrappers has not.

Secret simultaneous choices, hidden hands, a window that three seats may use, minor decisions for the seat
that is not on turn, questions that follow up an order, dice, and rules that changed with rules number 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

import msgspec

from games.engine.contract.conditions import Fact
from games.engine.contract.decisions import MAJOR, Decision, choice_of, yes_no
from games.engine.contract.dice import Chance, shuffle
from games.engine.contract.engine import INTERRUPTS, Engine, Names, Options, OptionSpec, Result, View
from games.engine.contract.events import Seen
from games.engine.contract.phrases import Phrase, in_english, say
from games.engine.contract.state import MatchState
from games.engine.contract.table import Rules, Table
from games.engine.contract.tree import Branch, Node, leaf, words
from games.engine.contract.vocabulary import Key, Vocabulary

CARDS = ["dodge", "dodge", "flare", "flare", "moth", "moth"]


class Keeper(msgspec.Struct, omit_defaults=True):
    """One player: lights are points, oil is money, the hand and the sign are hidden."""

    seat: int
    lights: int = 3
    oil: int = 2
    hand: list[str] = []
    sign: str = ""
    gone: bool = False


class Night(MatchState, omit_defaults=True):
    """The whole state."""

    keepers: list[Keeper]
    deck: list[str]
    discard: list[str] = []  # noqa: RUF012 (msgspec copies it)
    turn: int = 0
    fight: tuple[int, int] | None = None  # who blows at whose lantern
    dodged: bool = False
    begun: bool = False
    puffed: bool = False
    over: bool = False

    def keeper(self, seat: int) -> Keeper:
        """The keeper of a seat."""
        return self.keepers[seat - 1]


class Lanterns(Engine[Night, View]):
    """Blow out the others' lights."""

    slug: ClassVar[str] = "lanterns"
    title: ClassVar[str] = "Lanterns"
    seats: ClassVar[range] = range(2, 4)
    rules: ClassVar[int] = 1
    options: ClassVar[tuple[OptionSpec, ...]] = (INTERRUPTS,)
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        keys={
            "shield": Key(choices=("paper", "glass", "ask"), about="how you protect a lantern"),
            "aim": Key(choices=("high", "low", "ask"), about="where you blow"),
            "pour": Key(choices=("yes", "no", "ask"), about="pour the oil of a flare"),
            "relight": Key(choices=("yes", "no", "ask"), about="light a lantern again"),
            "bet": Key(choices=("bright", "dark", "ask"), about="what you bet on"),
            "window": Key(choices=("pass", "ask"), about="be asked when someone blows"),
        },
        variables={"oil": "your oil", "lights": "your lights"},
        flags={"last": "it is your last light"},
        windows={"blown": "someone blows at a lantern"},
        verbs=("play",),
        places=("to",),
        orders=("blow", "puff", "peek", "rest", "wait", "bet"),
        responses=("left", "right", "bright", "dark", "high", "low", "saying", "at", "yes", "no", "pass"),
        shorthands={"high": (("aim",), "high"), "low": (("aim",), "low")},
    )
    standing: ClassVar[str] = "shield: glass if last; paper\nask-limit: 0\n"
    state = Night

    def setup(self, table: Table[Night], options: Options) -> Rules[None]:
        """Signs are chosen secretly and at once, then cards are dealt."""
        signs = yield from table.ask_all(_sign(seat) for seat in table.seats)
        deck = [*CARDS, *CARDS]
        table.shuffle("deck", deck)
        keepers = [Keeper(seat, hand=[deck.pop(), deck.pop()], sign=signs[seat]) for seat in table.seats]
        table.state = Night(keepers, deck)
        table.tell("dealt", own={k.seat: {"hand": list(k.hand), "sign": k.sign} for k in keepers})

    def turn(self, table: Table[Night]) -> Rules[None]:
        """One thing done by the keeper on turn."""
        night = table.state
        alive = [k.seat for k in night.keepers if k.lights and not k.gone]
        seat = alive[night.turn % len(alive)]
        _begin(table, seat)
        deed = yield from table.ask(_deed(night, seat))
        if deed.startswith("puff"):  # a blow that does not end the turn
            night.puffed = True
            yield from _blow(table, seat, int(deed.removeprefix("puff")))
            night.over = sum(bool(k.lights) and not k.gone for k in night.keepers) < 2
            return
        if deed == "bet":
            yield from _bet(table, alive)
        elif deed == "peek":
            table.learn()
            table.tell("peeked", seat=seat, own={seat: {"top": night.deck[-1] if night.deck else None}})
        elif deed == "rest":
            night.keeper(seat).oil += 2 if table.since(2) else 1  # rules number 2: resting pays better
            table.tell("rested", seat=seat, oil=night.keeper(seat).oil)
        elif deed != "wait":
            yield from _blow(table, seat, int(deed))
        table.end_turn()
        night.turn += 1
        night.begun = night.puffed = False
        night.over = sum(bool(k.lights) and not k.gone for k in night.keepers) < 2 or night.turn >= 60

    def leave(self, table: Table[Night], seat: int) -> None:
        """The lantern is left standing in the dark."""
        night = table.state
        night.keeper(seat).gone = True
        table.tell("left", seat=seat)
        night.over = sum(bool(k.lights) and not k.gone for k in night.keepers) < 2

    def view(self, state: Night, seat: int | None) -> View:
        """Hands and signs only for their owners."""
        return {
            "turn": state.turn,
            "deck": len(state.deck),
            "discard": list(state.discard),
            "fight": state.fight,
            "dodged": state.dodged,
            "begun": state.begun,
            "puffed": state.puffed,
            "over": state.over,
            "keepers": [
                {
                    "seat": k.seat,
                    "lights": k.lights,
                    "oil": k.oil,
                    "gone": k.gone,
                    "cards": len(k.hand),
                    **({"hand": sorted(k.hand), "sign": k.sign} if k.seat == seat else {}),
                }
                for k in state.keepers
            ],
        }

    def result(self, state: Night) -> Result | None:
        """Most lights win."""
        if not state.over:
            return None
        worth = {k.seat: k.lights + (k.oil if state.since(2) else 0) for k in state.keepers}  # number 2
        scores = {k.seat: 0 if k.gone else worth[k.seat] for k in state.keepers}
        staying = [k.seat for k in state.keepers if not k.gone]
        best = max(scores[seat] for seat in staying)
        return Result(tuple(seat for seat in staying if scores[seat] == best), scores)

    def guess(self, state: Night, seat: int | None, dice: Chance) -> None:
        """Unseen cards are dealt anew; signs of others are invented."""
        unseen = [*CARDS, *CARDS]
        for card in state.discard:
            unseen.remove(card)
        strangers = [k for k in state.keepers if k.seat != seat]
        for keeper in state.keepers:
            if keeper.seat == seat:
                keeper.hand.sort()
                for card in keeper.hand:
                    unseen.remove(card)
        unseen.sort()
        shuffle(dice, "guess", unseen)
        for keeper in strangers:
            keeper.hand[:] = [unseen.pop() for _ in keeper.hand]
            keeper.sign = ("left", "right")[dice.below("guess", 2)]
        state.deck[:] = unseen

    def sentence(self, seen: Seen) -> Phrase:
        """Plain enough for a toy."""
        return say("{key}: {values}", key=seen.key, values=str(seen.values))

    def board(
        self, view: View, translate: Callable[[str], str] = in_english, names: Names | None = None
    ) -> str:
        """Plain enough for a toy."""
        return str(view)

    def picture(
        self, view: View, translate: Callable[[str], str] = in_english, names: Names | None = None
    ) -> str:
        """Plain enough for a toy."""
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'


def _sign(seat: int) -> Decision[str]:
    tree = choice_of({"left": "left", "right": "right"})
    return Decision(seat, "sign", say("Which sign do you paint?"), lambda: tree, ("left",), asks=MAJOR)


def _deed(night: Night, seat: int) -> Decision[str]:
    rivals = [k.seat for k in night.keepers if k.seat != seat and k.lights and not k.gone]

    targets = [Branch(str(rival), _leaf(str(rival), "at", "saying")) for rival in rivals]
    puffs = [Branch(str(rival), _leaf(f"puff{rival}", "at", "saying")) for rival in rivals]

    def branches() -> Iterator[Branch[str]]:
        yield Branch("blow", lambda: Node(None, lambda: targets, lead="seat"), "blow at a lantern")
        if not night.puffed:
            yield Branch("puff", lambda: Node(None, lambda: puffs, lead="seat"), "blow, and go on")
        may_bet = night.keeper(seat).oil >= 4 or not night.since(2)  # rules number 2: only the rich bet
        for word in ("peek", "rest", *(["bet"] if may_bet else []), "wait"):
            yield Branch(word, _leaf(word))

    return Decision(
        seat, "deed", say("What do you do?"), lambda: Node(None, branches), ("wait",), asks=MAJOR,
        facts=lambda: _facts(night, seat),
    )  # fmt: skip


def _begin(table: Table[Night], seat: int) -> None:
    """A turn begins, once; every fifth night the wind is rolled before anybody is asked."""
    night = table.state
    if night.begun:
        return
    night.begun = True
    table.begin_turn(seat)
    if night.turn % 5 == 4:
        table.tell("windy", wind=table.roll("wind", 4))


def _bet(table: Table[Night], seats: list[int]) -> Rules[None]:
    """All bet at once, in the middle of a turn; by default on what they hold."""
    night = table.state
    bets = yield from table.ask_all(_bet_of(night, seat) for seat in seats)
    table.tell("bets", bets=[f"{seat}: {bet}" for seat, bet in bets.items()])


def _bet_of(night: Night, seat: int) -> Decision[str]:
    tree = choice_of({"bright": "bright", "dark": "dark"})
    return Decision(
        seat, "bet", say("Bright or dark?"), lambda: tree,
        lambda: ("bright",) if "flare" in night.keeper(seat).hand else ("dark",),
    )  # fmt: skip


def _leaf(value: str, *after: str) -> Callable[[], Node[str]]:
    return lambda: leaf(value, after)


def _blow(table: Table[Night], seat: int, rival: int) -> Rules[None]:
    """Aim, then everybody may play a card, then the victim shields, then a die."""
    night = table.state
    night.fight, night.dodged = (seat, rival), False
    aim = yield from table.ask(_aim(night, seat))
    yield from table.window(
        "blown", lambda s: _card(night, s), lambda s, c: _play(table, s, c), might=lambda s: _holds(night, s)
    )
    if not night.dodged:
        shield = yield from table.ask(_shield(night, rival))
        die = table.roll("blow", 6)
        table.tell("blew", seat=seat, rival=rival, die=die, aim=aim, shield=shield)
        if shield == "glass":
            night.keeper(rival).oil -= 1
        word = yield from table.ask(_gloat(seat, die))
        table.tell("gloated", seat=seat, word=word)
        if die > (4 if shield == "glass" else 2):
            night.keeper(rival).lights -= 1
            table.tell("dimmed", seat=rival)
            if night.keeper(rival).oil and (yield from table.ask(_relight(night, rival))):
                night.keeper(rival).oil -= 1
                night.keeper(rival).lights += 1
    night.fight = None


def _holds(night: Night, seat: int) -> bool:
    """Whether a seat might use the window, by public facts: it holds cards and is in the game."""
    keeper = night.keeper(seat)
    return bool(keeper.hand) and bool(keeper.lights) and not keeper.gone


def _aim(night: Night, seat: int) -> Decision[str]:
    """Costs oil to aim high: a target named in the order may prove impossible."""
    choices = {"low": "low", **({"high": "high"} if night.keeper(seat).oil else {})}
    return Decision(
        seat, "aim", say("Where do you blow?"), lambda: _aims(choices), ("low",),
        facts=lambda: _facts(night, seat),
    )  # fmt: skip


def _aims(choices: Mapping[str, str]) -> Node[str]:
    branches = [Branch(name, _leaf(value, "saying")) for name, value in choices.items()]
    return words(branches, lead="at")


def _shield(night: Night, seat: int) -> Decision[str]:
    choices = {"paper": "paper", **({"glass": "glass"} if night.keeper(seat).oil else {})}
    return Decision(
        seat, "shield", say("How do you protect your lantern?"), lambda: choice_of(choices), ("paper",),
        facts=lambda: _facts(night, seat), scopes=(f"lantern#{seat}",),
    )  # fmt: skip


def _gloat(seat: int, die: int) -> Decision[str]:
    """Asked after the roll, and what may be said depends on it."""
    choices = {"ha": "ha", **({"ho": "ho"} if die > 3 else {})}
    prompt = say("What do you say?")
    return Decision(seat, "gloat", prompt, lambda: choice_of(choices, lead="saying"), ("ha",))


def _relight(night: Night, seat: int) -> Decision[bool]:
    """A question after the roll."""
    return Decision(
        seat, "relight", say("Light it again?"), yes_no, ("no",), facts=lambda: _facts(night, seat)
    )


def _card(night: Night, seat: int) -> Decision[str | None] | None:
    """`play dodge`: only the victim; `play flare`: anybody, gives oil; a moth does nothing here."""
    playable = [c for c in sorted(set(night.keeper(seat).hand)) if _fits(night, seat, c)]
    if not playable:
        return None

    def branches() -> Iterator[Branch[str | None]]:
        yield Branch("play", lambda: words([Branch(card, _card_leaf(card)) for card in playable]))
        yield Branch("pass", lambda: leaf(None))

    return Decision(
        seat, "window", say("Do you play a card?"), lambda: Node(None, branches), ("pass",),
        facts=lambda: _facts(night, seat),
    )  # fmt: skip


def _card_leaf(card: str) -> Callable[[], Node[str | None]]:
    return lambda: leaf(card, after=("to",) if card == "flare" else ())


def _fits(night: Night, seat: int, card: str) -> bool:
    if night.fight is None or night.dodged:
        return False
    return card == "flare" or (card == "dodge" and seat == night.fight[1])


def _play(table: Table[Night], seat: int, card: str) -> Rules[None]:
    night = table.state
    night.keeper(seat).hand.remove(card)
    night.discard.append(card)
    table.tell("played", seat=seat, card=card)
    if card == "dodge":
        night.dodged = True
    elif (yield from table.ask(_pour(seat))):
        night.keeper(seat).oil += 1


def _pour(seat: int) -> Decision[bool]:
    tree = choice_of({"yes": True, "no": False}, lead="to")
    return Decision(seat, "pour", say("Pour the oil?"), lambda: tree, ("yes",))


def _facts(night: Night, seat: int) -> Mapping[str, Fact]:
    keeper = night.keeper(seat)
    return {"oil": keeper.oil, "lights": keeper.lights, "last": keeper.lights == 1}


LANTERNS = Lanterns()
