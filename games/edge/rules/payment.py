"""ED-15: paying with Crystals, Endurance tokens and Victory Points, mixed freely."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from games.edge.names import squad_branch, squad_code
from games.edge.rules import facts, victory
from games.edge.rules.asking import ask
from games.edge.state import SeatId, State, Token
from games.engine.contract.conditions import Fact, evaluate
from games.engine.contract.decisions import ALWAYS, Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice, Item, StandingOrders, clauses_for, number
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, Path

Grow = Callable[[], Node[Path]]
CRYSTAL = "crystal"
VP = "vp"
ENDURANCE = "endurance"
DARK = "dark"  # EF-6.7.3: a Dark Point, for prices that are counted in these
STORED = "stored"  # DP-I22: an Endurance token on a Shrine that lets it pay for dice
DIE = "die"  # what a Red Die or a reroll costs
ASK = (Item(("ask",)),)
MEANS = (CRYSTAL, ENDURANCE, VP, DARK, STORED)  # what `pay:` may name


def means(state: State, seat: SeatId, unit: str = CRYSTAL) -> dict[str, int]:
    """ED-15.2: what can replace a Crystal, and how often: Crystals, tokens of own alive Squads, VP."""
    player = state.player(seat)
    tokens = {squad.id: squad.endurance for squad in player.alive}
    found = {CRYSTAL: player.pool, **tokens, VP: victory.payable(state, seat)}
    if unit == DARK:
        found = {DARK: player.dark_points, **found}
    if unit == DIE:
        found[STORED] = len(_stored(state, seat))
    return {name: amount for name, amount in found.items() if amount > 0}


def _stored(state: State, seat: SeatId) -> list[Token]:
    """ED-25.16: the tokens on the player's Shrine, where that one lets them pay for dice."""
    player = state.player(seat)
    if not player.shrine_at or "stored_pays_dice" not in player.shrine_card.also:
        return []
    return [token for token in state.tokens if token.shrine == seat]


def can_pay(state: State, seat: SeatId, cost: int, unit: str = CRYSTAL) -> bool:
    """ED-15.6: a cost is paid in full or not at all."""
    return most(state, seat, unit) >= cost


def most(state: State, seat: SeatId, unit: str = CRYSTAL) -> int:
    """The highest cost that can be paid: the limit of an X."""
    return state.player(seat).temp + sum(means(state, seat, unit).values())


def pay(table: Table[State], seat: SeatId, cost: int, unit: str = CRYSTAL) -> Rules[None]:
    """ED-15: Temporary Crystals first without asking (ED-15.9), then as the player likes."""
    player = table.state.player(seat)
    temporary = min(player.temp, cost)
    player.temp -= temporary
    left = cost - temporary
    units: Path = ()
    if left:
        units = _only_way(table.state, means(table.state, seat, unit), left)
        if not units:
            units = yield from ask(table, how_to_pay(table.state, seat, left, unit))
    _take(table, seat, units)
    if cost:
        table.tell("paid", seat=seat, units=list(units), temporary=temporary)


def _only_way(state: State, options: Mapping[str, int], cost: int) -> Path:
    """DP-A18: where nothing but Crystals is there nobody is asked; Endurance and VP are never just taken."""
    if not state.since(2) and sum(options.values()) == cost:
        return tuple(name for name, amount in options.items() for _ in range(amount))
    if len(options) == 1 and (CRYSTAL in options or not state.since(2)):
        return (next(iter(options)),) * cost
    return ()


def _take(table: Table[State], seat: SeatId, units: Path) -> None:
    """ED-15.1, ED-15.3, ED-15.4: Crystals are depleted, tokens are gone, the marker moves."""
    state = table.state
    player = state.player(seat)
    for unit in units:
        if unit == CRYSTAL:
            player.pool -= 1
            player.depleted += 1
        elif unit == VP:
            victory.lose(table, seat, 1)
        elif unit == DARK:
            player.dark_points -= 1
        elif unit == STORED:
            state.tokens.remove(_stored(state, seat)[0])
        else:
            state.squad(unit).endurance -= 1


def how_to_pay(state: State, seat: SeatId, cost: int, unit: str = CRYSTAL) -> Decision[Path]:
    """DP-A18, DP-I8: the mix. Without an answer Crystals; where these do not suffice the payer is asked."""
    options = means(state, seat, unit)
    usual = {name: amount for name, amount in options.items() if name in (DARK, CRYSTAL)}
    enough = sum(usual.values()) >= cost
    return Decision(
        seat=seat,
        kind="pay",
        prompt=say(_("How do you pay {cost}?"), cost=cost),
        grow=lambda: _node(tuple(options.items()), cost),
        default=_first(usual, cost) if enough else lambda: _first(options, cost),
        facts=lambda: facts.common(state, seat),
        key="pay",
        asks="" if enough else ALWAYS,
        interpret=lambda choice, orders: _listed(state, seat, cost, choice, orders, unit),
    )


def _first(options: Mapping[str, int], cost: int) -> Path:
    return tuple(name for name, amount in options.items() for _ in range(amount))[:cost]


def _node(options: tuple[tuple[str, int], ...], cost: int, paid: Path = ()) -> Node[Path]:
    """A multiset of units in one order, so that equal payments have one text."""
    left = cost - len(paid)

    def branches() -> Iterator[Branch[Path]]:
        for at, (name, amount) in enumerate(options):
            rest = options[at:]
            if left and amount and sum(further for _, further in rest) >= left:
                less = ((name, amount - 1), *rest[1:])
                yield _unit_branch(name, _later(less, cost, (*paid, name)))

    pool = tuple(name for name, amount in options for _ in range(amount))
    return Node(End(paid) if not left else None, branches, lead="" if paid else "pay", pool=pool)


def _unit_branch(name: str, grow: Grow) -> Branch[Path]:
    """A unit, or the Squad that gives a token."""
    return Branch(name, grow, _LABEL[name]) if name in _LABEL else squad_branch(name, grow)


def _later(options: tuple[tuple[str, int], ...], cost: int, paid: Path) -> Grow:
    return lambda: _node(options, cost, paid)


_LABEL = {
    CRYSTAL: _("a Crystal"),
    VP: _("a Victory Point"),
    DARK: _("a Dark Point"),
    STORED: _("an Endurance token on your Shrine"),
}


# Standing orders: `pay: crystal, endurance(pilgrim > ranger keep 1), vp(max 1)` and `reserve: 2`.


def payable(
    state: State,
    seat: SeatId,
    cost: int,
    orders: StandingOrders,
    known: Mapping[str, Fact],
    unit: str = CRYSTAL,
) -> Path | None:
    """How a cost would be paid under these orders; None if they do not allow it (B.3: not executable).

    A clause that says `ask` settles nothing beforehand: the next one counts.
    """
    left = max(0, cost - state.player(seat).temp)
    settling = (clause for _policy, clause in clauses_for(orders, "pay") if clause.choice != ASK)
    for clause in settling:
        if clause.when is None or evaluate(clause.when, known) is True:
            return _listed(state, seat, left, clause.choice, orders, unit)
    return _listed(state, seat, left, (Item((CRYSTAL,)),), orders, unit)


def _listed(
    state: State, seat: SeatId, cost: int, choice: Choice, orders: StandingOrders, unit: str = CRYSTAL
) -> Path | None:
    """The units of a list of means, first to last, as far as each goes; Dark Points before all others."""
    options = means(state, seat, unit)
    choice = (Item((DARK,)), *choice) if unit == DARK else choice
    options[CRYSTAL] = max(0, options.get(CRYSTAL, 0) - number(orders, "reserve", 0))
    chosen: list[str] = []
    for item in choice:
        for name, amount in _amounts(state, seat, item, options):
            chosen += [name] * min(amount, cost - len(chosen))
    if len(chosen) < cost:
        return None
    order = list(means(state, seat, unit))
    return tuple(sorted(chosen, key=order.index))


def _amounts(state: State, seat: SeatId, item: Item, options: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    first = item.words[0].lower()
    if first in (CRYSTAL, DARK, STORED):
        yield first, options.get(first, 0)
    elif first == VP:
        yield VP, min(options.get(VP, 0), _after(item.arguments, "max", options.get(VP, 0)))
    elif first == ENDURANCE:
        keep = _after(item.arguments, "keep", 0)
        for squad in state.player(seat).alive:
            if _is_listed(squad.id, item.arguments):
                yield squad.id, max(0, squad.endurance - keep)
    else:  # a Squad by its name: its tokens
        for squad in state.player(seat).alive:
            if first in _names_of(squad.id):
                yield squad.id, squad.endurance


def _is_listed(squad: str, arguments: Path) -> bool:
    named = [word.lower() for word in arguments]
    return "any" in named or not named or bool({*named} & _names_of(squad))


def _names_of(squad: str) -> set[str]:
    return {squad, squad.partition("#")[0], squad_code(squad).lower()}


def _after(arguments: Path, word: str, default: int) -> int:
    """The number behind a word: `keep 1`, `max 2`."""
    lowered = [argument.lower() for argument in arguments]
    at = lowered.index(word) + 1 if word in lowered else len(lowered)
    return int(lowered[at]) if at < len(lowered) and lowered[at].isdigit() else default
