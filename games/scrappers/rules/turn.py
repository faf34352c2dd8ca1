"""SS-4, SS-12 and SS-18: the turn, one order at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from games.engine.contract.conditions import Fact
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, leaf, word, words
from games.scrappers.catalogue import BASE_LIMIT, CAPACITY, COSTS, LEVELS, TYPE
from games.scrappers.rules import cave_in, collect, mine, raid, recruit, start
from games.scrappers.rules.orders import Order, may_act
from games.scrappers.skill_reasons import nothing_to_do
from games.scrappers.state import State, Turn


@dataclass(frozen=True, slots=True)
class EndTurn(Order):
    """SS-4.3: always allowed; unused actions are lost."""

    def carry_out(self, table: Table[State]) -> None:
        """The clean-up is mandatory and automatic."""
        clean_up(table)


def take_turn(table: Table[State]) -> Rules[None]:
    """One order of the player whose turn it is; the match rests after each."""
    turn = table.state.turn
    if not turn.begun:
        turn.begun = True
        table.begin_turn(turn.seat)
        table.tell("turn_began", seat=turn.seat, round=table.state.round)
    order = yield from table.ask(what_next(table.state))
    turn.acting = turn.acting or order.closes_start
    order.carry_out(table)
    if isinstance(order, EndTurn) or not is_spent(table.state):
        return
    if (yield from table.ask(end_by_itself(table.state))):
        clean_up(table)


def what_next(state: State) -> Decision[Order]:
    """SS-18.1: the only question of the game."""
    return Decision(
        seat=state.turn.seat,
        kind="order",
        prompt=say(_("Your turn: what do you do?")),
        grow=lambda: order_node(state),
        default=("end",),
        asks=MAJOR,
        facts=lambda: facts(state),
    )


def end_by_itself(state: State) -> Decision[bool]:
    """Only `end` is left, and nobody should have to write it."""
    return Decision(
        seat=state.turn.seat,
        kind="auto-end",
        prompt=say(_("There is nothing left to do but end the turn. End it?")),
        grow=lambda: words([word("yes", True, names=("end",)), word("no", False)]),
        default=("yes",),
        facts=lambda: facts(state),
    )


def is_spent(state: State) -> bool:
    """Whether `end` is the only order left (SS-18.2)."""
    return all(branch.word == "end" for branch in order_node(state).branches())


_Nodes = tuple[tuple[str, str, Callable[[State], Node[Order] | None]], ...]

# In the order in which they are offered; a normal action also needs `may_act`.
_STARTING: _Nodes = (
    ("activate", _("use an Artifact at the start of your turn"), start.activate_node),
    ("leader", _("use the skill of your Leader"), start.leader_node),
)
_NORMAL: _Nodes = (
    ("recruit", _("take a Mercenary from the Docks"), recruit.node),
    ("collect", _("acquire an Artifact"), collect.node),
    ("skill", _("play a card for its skill"), start.skill_node),
)
_EITHER: _Nodes = (
    ("mine", _("mine a Crystal"), mine.node),  # a normal or an extra action
    ("raid", _("raid a Base"), raid.node),
)


def order_node(state: State) -> Node[Order]:
    """SS-18.1: everything that is legal now."""

    def branches() -> Iterator[Branch[Order]]:
        yield from _branches(state, _STARTING)
        yield from _branches(state, tuple(row for row in _NORMAL if may_act(state, row[0])))
        yield from _branches(state, _EITHER)
        yield Branch("end", lambda: leaf(EndTurn()), _("end your turn"))

    return Node(None, branches, find=lambda word: _node_of(state, word), barred=lambda: why_not(state))


def _node_of(state: State, word: str) -> Node[Order] | None:
    """One kind of order, without looking at the others."""
    if word == "end":
        return leaf(EndTurn())
    for rows in (_STARTING, _NORMAL, _EITHER):
        for name, _about, make in rows:
            if name == word and (rows is not _NORMAL or may_act(state, word)):
                return make(state)
    return None


def why_not(state: State) -> Iterator[Barred]:
    """Why an order is not offered now."""
    turn, player = state.turn, state.active
    if turn.acting or turn.leader_used:
        yield Barred("activate", say(_("Artifacts must be activated before anything else in the turn")))
    yield Barred("activate", say(_("you have no Artifact to activate now")))
    if turn.leader_used:
        yield Barred("leader", say(_("you have already used your Leader this turn")))
    elif turn.acting:
        yield Barred("leader", say(_("the Leader must be used before the first action of the turn")))
    elif not player.base:
        yield Barred("leader", say(_("your Base is empty, so you have no Leader")))
    if player.leader is not None:
        why = nothing_to_do(state, TYPE[player.leader], player.room)
        text = _("your Leader {card} has nothing to do: {why}")
        yield Barred("leader", say(text, card=TYPE[player.leader], why=why))
    if turn.raided or turn.actions:
        yield Barred("raid", say(_("a raid takes the place of both actions, and you have already acted")))
    yield Barred("raid", say(_("every Base is empty")))
    for kind in ("recruit", "mine", "collect", "skill"):
        yield Barred(kind, _why_no_action(state, kind))


def _why_no_action(state: State, kind: str) -> Phrase:
    turn, player = state.turn, state.active
    if turn.raided:
        return say(_("you have raided, so you have no normal action left this turn"))
    if len(turn.actions) >= 2:
        return say(_("you have taken both actions this turn"))
    if not may_act(state, kind):
        return say(
            _("your two actions must be of different types, and you have already taken {kind}"), kind=kind
        )
    if kind == "recruit" and not player.room:
        return say(_("you hold {count} cards; with 7 or more you cannot recruit"), count=len(player.hand))
    if kind == "skill":
        return say(_("you have no card to play"))
    return say(_("your hand cannot pay for anything there"))


def _branches(state: State, rows: _Nodes) -> Iterator[Branch[Order]]:
    for name, about, make in rows:
        node = make(state)
        if node is not None:
            yield Branch(name, _constant(node), about)


def _constant(node: Node[Order]) -> Callable[[], Node[Order]]:
    return lambda: node


def clean_up(table: Table[State]) -> None:
    """SS-12, step by step."""
    state = table.state
    seat = state.turn.seat
    _lay_down(table)
    _refill(table)
    table.tell("turn_ended", seat=seat)
    if state.turn.begun:
        table.end_turn()
    state.turn = Turn(seat)  # SS-12.3
    cave_in.after_turn(table, seat)


def _lay_down(table: Table[State]) -> None:
    """SS-12.1 and SS-12.2: the play area goes onto the Base; cards over its limit go to the box."""
    state = table.state
    player = state.active
    player.base.extend(state.turn.played)
    state.turn.played = []
    limit = 10 if player.owns("AR08-A") else BASE_LIMIT  # SS-17.10 Spacious Hangar
    surplus = max(0, len(player.base) - limit)
    if surplus:
        lost = player.base[:surplus]
        del player.base[:surplus]
        state.box.extend(lost)
        table.tell("dropped", seat=player.seat, cards=lost)


def _refill(table: Table[State]) -> None:
    """SS-12.4 and SS-12.5: fill the rows; a stack that is now used up moves the token once."""
    state = table.state
    rows = [
        *zip(state.merc_stacks, state.docks, CAPACITY, [f"level {n}" for n in LEVELS], strict=True),
        *zip(state.crystal_stacks, state.mine, CAPACITY, [f"cost {n}" for n in COSTS], strict=True),
    ]
    exhausted: list[str] = []
    for stack, row, capacity, name in rows:
        fresh = [stack.pop() for _ in range(min(capacity - len(row), len(stack)))]
        if not fresh:
            continue
        table.learn()
        row.extend(fresh)
        table.tell("refilled", row=name, things=fresh)
        if not stack:
            exhausted.append(name)
    for name in exhausted:
        cave_in.step(table, "stack", name)


def leave_game(table: Table[State], seat: int) -> None:
    """A player leaves: their things stay where they are, their turns are skipped, and they cannot win."""
    state = table.state
    state.player(seat).gone = True
    table.tell("left", seat=seat)
    if state.over:
        return
    if sum(not player.gone for player in state.players) < 2:
        cave_in.finish(table)
    elif state.turn.seat == seat:
        clean_up(table)


def facts(state: State) -> Mapping[str, Fact]:
    """What conditions may ask about: all of it known to the player whose turn it is."""
    player, turn = state.active, state.turn
    return {
        "hand": len(player.hand),
        "base": len(player.base),
        "crystals": len(player.crystals),
        "artifacts": len(player.artifacts),
        "totems": len(player.totems),
        "subjugated": len(player.subjugated),
        "cavein": state.cave_in,
        "left": max(0, state.end_value - state.cave_in),
        "round": state.round,
        "actions": 0 if turn.raided else 2 - len(turn.actions),
        "extra": turn.extra_mines,
        "final": state.is_triggered,
    }
