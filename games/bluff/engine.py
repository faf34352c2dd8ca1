"""Bluff, played with hidden dice: the smallest whole game, to be copied by authors of games.

It has what most games need: dice that only their owner sees, an order of several words, a question that
follows an order and that a standing order can answer, an information point, an end. The rules are in
docs/rules/bluff.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from games.bluff import words
from games.bluff.state import Bid, Player, Round, RoundView
from games.engine.contract import tree
from games.engine.contract.decisions import MAJOR, Decision, SeatId, choice_of
from games.engine.contract.dice import Chance
from games.engine.contract.engine import Engine, Facts, Names, Options, OptionSpec, Result
from games.engine.contract.events import Seen
from games.engine.contract.phrases import Phrase, in_english, say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, leaf

FACES = range(1, 7)


class Bluff(Engine[Round, RoundView]):
    """Two to six players, five dice each."""

    slug = "bluff"
    title = "Bluff"
    facts = Facts(
        about=_("Everybody rolls in secret and bids on all dice together. Raise the bid, or doubt it."),
        length=_("ten to thirty turns each"),
        weight=_("learned in a minute"),
    )
    seats = range(2, 7)
    rules = 1
    options = (OptionSpec("dice", _("dice of each player"), (5, 3)),)
    vocabulary = words.VOCABULARY
    standing = words.STANDING
    state = Round

    def setup(self, table: Table[Round], options: Options) -> None:
        """BL-1."""
        count = int(options["dice"])
        table.state = Round([Player(seat, [1] * count) for seat in table.seats], table.seats[0])

    def turn(self, table: Table[Round]) -> Rules[None]:
        """BL-2 to BL-4: one player bids or doubts."""
        state, seat = table.state, table.state.seat
        table.begin_turn(seat)
        if not state.is_rolled:
            roll(table, state.standing())
            state.is_rolled = True
        bid = yield from table.ask(call(state, seat))
        if bid is None:
            following = doubt(table, seat)
        else:
            yield from make_bid(table, seat, bid)
            following = state.next_after(seat)
        table.end_turn()
        state.seat = following

    def leave(self, table: Table[Round], seat: SeatId) -> None:
        """BL-7: the dice go out of the game, and a new round begins."""
        table.state.dice_of(seat).clear()
        table.tell("left", seat=seat)
        state = table.state
        new_round(state, state.next_after(seat) if seat == state.seat else state.seat)

    def view(self, state: Round, seat: SeatId | None) -> RoundView:
        """BL-2: everybody sees how many dice a player has, and only the owner what they show."""
        return {
            "players": [{"seat": player.seat, "dice": len(player.dice)} for player in state.players],
            "seat": state.seat,
            "bid": state.bid,
            "bidder": state.bidder,
            "own": sorted(state.dice_of(seat)) if seat is not None and state.is_rolled else [],
        }

    def result(self, state: Round) -> Result | None:
        """BL-6: the last player with dice wins."""
        left = state.standing()
        if len(left) > 1:
            return None
        return Result(tuple(left), {player.seat: len(player.dice) for player in state.players})

    def guess(self, state: Round, seat: SeatId | None, dice: Chance) -> None:
        """The dice of the others may show anything."""
        for player in state.players:
            if player.seat == seat:
                player.dice.sort()
            else:
                player.dice[:] = [dice.below("guess", 6) + 1 for _die in player.dice]

    def sentence(self, seen: Seen) -> Phrase:
        """An event in words."""
        return words.sentence(seen)

    def board(
        self, view: RoundView, translate: Callable[[str], str] = in_english, names: Names | None = None
    ) -> str:
        """The table as text."""
        return words.text_board(view, translate, names)

    def picture(
        self, view: RoundView, translate: Callable[[str], str] = in_english, names: Names | None = None
    ) -> str:
        """The table as a picture."""
        return words.picture(view, translate, names)


def roll(table: Table[Round], seats: list[SeatId]) -> None:
    """BL-2: what the dice show is for their owner alone."""
    table.learn()
    for seat in seats:
        dice = table.state.dice_of(seat)
        dice[:] = [table.draw("dice", 6) + 1 for _die in dice]
    table.tell("rolled", own={seat: {"dice": shown(table.state.dice_of(seat))} for seat in seats})


def call(state: Round, seat: SeatId) -> Decision[Bid | None]:
    """BL-3: a higher bid, or None for a doubt."""

    def branches() -> Iterator[Branch[Bid | None]]:
        if higher:
            yield Branch("bid", lambda: Node(None, numbers), _("bid that so many dice show a face"))
        if state.bid is not None:
            yield Branch("doubt", lambda: leaf(None), _("doubt the last bid"))

    def numbers() -> Iterator[Branch[Bid | None]]:
        for number in sorted({bid.number for bid in higher}):
            yield Branch(str(number), partial(faces, number))

    def faces(number: int) -> Node[Bid]:
        fitting = [bid for bid in higher if bid.number == number]
        return tree.words([Branch(str(bid.face), partial(leaf, bid, ("show",))) for bid in fitting])

    def barred() -> Iterator[Barred]:
        if state.bid is None:
            yield Barred("doubt", say(_("there is no bid to doubt")))

    dice = sum(len(player.dice) for player in state.players)
    higher = [
        bid
        for number in range(1, dice + 1)
        for face in FACES
        if (bid := Bid(number, face)) > (state.bid or Bid(0, 0))
    ]
    prompt = say(_("Raise the bid, or doubt it?")) if state.bid else say(_("What do you bid?"))
    default = ("doubt",) if state.bid else ("bid", "1", "1")
    return Decision(seat, "call", prompt, lambda: Node(None, branches, barred=barred), default, asks=MAJOR)


def make_bid(table: Table[Round], seat: SeatId, bid: Bid) -> Rules[None]:
    """BL-4: whoever bids may show the dice that fit, and roll the others again."""
    state = table.state
    state.bid, state.bidder = bid, seat
    table.tell("bid", seat=seat, count=bid.number, face=bid.face)
    dice = state.dice_of(seat)
    fitting = dice.count(bid.face)
    if 0 < fitting < len(dice) and (yield from table.ask(show(state, seat, bid.face))):
        table.tell("showed", seat=seat, count=fitting, face=bid.face)
        table.learn()
        dice[:] = [die if die == bid.face else table.draw("dice", 6) + 1 for die in dice]
        table.tell("rolled", only=(seat,), dice=shown(dice))


def show(state: Round, seat: SeatId, face: int) -> Decision[bool]:
    """A minor question: a clause of the order, a standing order or the default answers it."""
    dice = state.dice_of(seat)
    return Decision(
        seat,
        "show",
        say(_("Show your dice with {face}, and roll the others again?"), face=face),
        lambda: choice_of({"yes": True, "no": False}, lead="show"),
        ("no",),
        facts=lambda: {"fitting": dice.count(face), "dice": len(dice)},
    )


def doubt(table: Table[Round], seat: SeatId) -> SeatId:
    """BL-5: all dice are shown, and whoever was wrong loses one and begins the next round."""
    state = table.state
    if state.bid is None:
        raise ValueError("there is no bid to doubt")
    table.learn()
    for player in state.players:
        if player.dice:
            table.tell("revealed", seat=player.seat, dice=shown(player.dice))
    found = sum(player.dice.count(state.bid.face) for player in state.players)
    loser = seat if found >= state.bid.number else state.bidder
    table.tell("doubted", seat=seat, found=found, face=state.bid.face, loser=loser)
    state.dice_of(loser).pop()
    following = loser if state.dice_of(loser) else state.next_after(loser)
    new_round(state, following)
    return following


def new_round(state: Round, first: SeatId) -> None:
    """BL-2: before the next bid everybody rolls again."""
    state.bid, state.bidder, state.is_rolled, state.seat = None, 0, False, first


def shown(dice: list[int]) -> list[str]:
    """Dice as they are told, lowest first."""
    return [str(die) for die in sorted(dice)]


BLUFF = Bluff()
