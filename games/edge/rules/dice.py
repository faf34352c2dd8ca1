"""ED-14: choosing a die, rolling it, rolling it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.edge.catalogue import DICE
from games.edge.catalogue.steps import Reroll
from games.edge.effects.moment import Moment, Roll
from games.edge.effects.run import Context, deed, possible
from games.edge.effects.scope import Scope
from games.edge.rules import payment
from games.edge.rules.asking import ask
from games.edge.rules.crystals import refresh_crystals
from games.edge.rules.facts import Facts
from games.edge.rules.instants.windows import window
from games.edge.state import SeatId, State
from games.engine.contract.decisions import Decision, choice_of
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice, StandingOrders
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Node, Path

YELLOW, RED = "yellow", "red"
NO, FREE, PAID = "no", "free", "paid"
_AFTER = {"attack": "after_attack", "defend": "after_defense", "shoot": "after_hit"}
_PROMPTS = {
    "attack": _("Which die do you attack with?"),
    "defend": _("Which die do you defend with?"),
    "shoot": _("Which die do you shoot with?"),
}


@dataclass(frozen=True, slots=True)
class Throw:
    """What a roll is for."""

    seat: SeatId
    purpose: str  # attack, defend, shoot
    moment: Moment
    facts: Callable[[], Facts]
    scopes: tuple[str, ...] = ()  # the model and the Squad, for scoped standing orders
    has_symbol: bool = False  # ED-8.4: a free reroll
    fails: Callable[[int], bool] | None = None  # of a Defence: whether a result would fail


def roll(table: Table[State], throw: Throw, die: str = "") -> Rules[int]:
    """ED-14.1: the die is chosen and paid for, rolled, and settled before anybody answers (ED-14.7)."""
    if die == RED and not _can_pay_for_red(table.state, throw):  # ED-15.6: spent since the order was given
        table.tell("die_unused", only=(throw.seat,), die=die)
        die = YELLOW
    if not die:
        die = yield from _choose(table, throw)
    if die == RED and not _is_given(table.state, throw.seat, takes=True):
        yield from payment.pay(table, throw.seat, DICE[RED].cost, payment.DIE)
    rolled = _cast(table, throw.seat, throw.purpose, die)
    throw.moment.roll = rolled
    throw.moment.window = _AFTER[throw.purpose]
    yield from window(table, throw.moment)
    if not rolled.is_rerolled:
        yield from _settle(table, throw, rolled)
    if rolled.is_marked:  # ED-14.3 and ED-14.5: a marked side that stands refreshes a Crystal
        refresh_crystals(table, throw.seat, 1)
    return rolled.result


def _is_given(state: State, seat: SeatId, *, takes: bool = False) -> bool:
    """EF-2.14 `free_red`: whether the player has a Red Die for nothing, once, in their own Active turn."""
    found = [effect for effect in state.effects if effect.flag == "free_red" and effect.seat == seat]
    if found and takes:
        state.effects.remove(found[0])
    return bool(found)


def _cast(table: Table[State], seat: SeatId, purpose: str, die: str, again: bool = False) -> Roll:
    sides = DICE[die].faces

    def worth(side: int) -> tuple[int, ...]:
        return (sides[side],)  # two sides with the same number are one to a preview

    face = sides[table.throw(f"{die} die", len(sides), 1, worth)[0] - 1]
    marked = face in DICE[die].marked
    table.tell("rolled", seat=seat, purpose=purpose, die=die, result=face, marked=marked, again=again)
    return Roll(seat, die, face, marked, purpose=purpose)


def _choose(table: Table[State], throw: Throw) -> Rules[str]:
    """DP-I1, DP-I2, DP-A7: Yellow is free, Red costs a Crystal; a player who cannot pay is not asked."""
    if not _can_pay_for_red(table.state, throw):
        return YELLOW
    return (yield from ask(table, _which_die(table.state, throw)))


def _can_pay_for_red(state: State, throw: Throw) -> bool:
    if state.player(throw.seat).out:  # ED-22.10
        return False
    is_given = _is_given(state, throw.seat)
    return is_given or payment.can_pay(state, throw.seat, DICE[RED].cost, payment.DIE)


def _which_die(state: State, throw: Throw) -> Decision[str]:
    def read(choice: Choice, orders: StandingOrders) -> Path | None:
        die = choice[0].words[0].lower()
        return (die,) if die == YELLOW or _is_affordable(state, throw, orders) else None

    return Decision(
        seat=throw.seat,
        kind=throw.purpose,
        prompt=say(_PROMPTS[throw.purpose]),
        grow=lambda: choice_of({YELLOW: YELLOW, RED: RED}),
        default=(YELLOW,),
        facts=throw.facts,
        scopes=throw.scopes,
        interpret=read,
    )


def _is_affordable(state: State, throw: Throw, orders: StandingOrders) -> bool:
    """B.3: a clause is taken only if it is affordable under `pay:`."""
    if not throw.moment.roll and _is_given(state, throw.seat):
        return True
    return payment.payable(state, throw.seat, 1, orders, throw.facts(), payment.DIE) is not None


# Rolling again.


@deed(Reroll)
def reroll(context: Context, step: Reroll) -> None:
    """A card rolls the player's die again, for nothing."""
    if context.moment is not None and context.moment.roll is not None:
        roll_again(context.table, context.moment.roll)


@possible(Reroll)
def can_reroll(scope: Scope, step: Reroll) -> bool:
    """ED-14.4: it is the player's own roll, and it was not rolled again yet."""
    rolled = scope.moment.roll if scope.moment is not None else None
    return rolled is not None and rolled.seat == scope.seat and not rolled.is_rerolled


def _settle(table: Table[State], throw: Throw, rolled: Roll) -> Rules[None]:
    """ED-14.3, ED-14.4: one reroll at most; free by a symbol, paid on a marked side."""
    ways = _ways(table.state, throw, rolled)
    if ways == [NO] or table.state.player(throw.seat).out:  # ED-22.10
        return
    way = yield from ask(table, _whether(table.state, throw, rolled, ways))
    if way == NO:
        return
    if way == PAID:
        yield from payment.pay(table, throw.seat, 1, payment.DIE)
    roll_again(table, rolled)


def roll_again(table: Table[State], rolled: Roll) -> None:
    """The same die once more; the second result stands (ED-14.4)."""
    second = _cast(table, rolled.seat, rolled.purpose, rolled.die, again=True)
    rolled.result, rolled.is_marked, rolled.is_rerolled = second.result, second.is_marked, True


def _ways(state: State, throw: Throw, rolled: Roll) -> list[str]:
    may_free = throw.has_symbol and (throw.fails is None or throw.fails(rolled.result))  # ED-8.4
    may_pay = rolled.is_marked and payment.can_pay(state, throw.seat, 1, payment.DIE)
    return [NO, *([FREE] if may_free else []), *([PAID] if may_pay else [])]


def _whether(state: State, throw: Throw, rolled: Roll, ways: list[str]) -> Decision[str]:
    """DP-I3, DP-A8: by default a failed Defence is rolled again where that is free."""

    def read(choice: Choice, orders: StandingOrders) -> Path | None:
        way = choice[0].words[0].lower()
        if way not in ways or (way == PAID and not _is_affordable(state, throw, orders)):
            return None
        return (way,)

    def known() -> Facts:
        more: Facts = {"roll": rolled.result, "die": rolled.die, "marked": rolled.is_marked}
        more["fail"] = throw.fails is not None and throw.fails(rolled.result)
        return throw.facts() | more

    def grow() -> Node[str]:
        return choice_of({way: way for way in ways})

    is_better = throw.fails is not None and FREE in ways
    return Decision(
        seat=throw.seat,
        kind=f"reroll-{throw.purpose}",
        prompt=say(_("You rolled {result}: roll again?"), result=rolled.result),
        grow=grow,
        default=(FREE,) if is_better else (NO,),
        facts=known,
        scopes=throw.scopes,
        interpret=read,
    )
