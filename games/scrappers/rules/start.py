"""SS-5 and SS-10: skills used by the Leader or by a card from hand, and Artifacts of kind "start"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.contract.table import Table
from games.engine.contract.tree import Branch, Node, leaf, mapped
from games.scrappers import reasons
from games.scrappers.names import card_branch, dock_groups, hand_groups
from games.scrappers.rules import skill_use, skills
from games.scrappers.rules.effects import Effect, FromBase, Hire
from games.scrappers.rules.orders import Order, play_cards
from games.scrappers.state import State


@dataclass(frozen=True, slots=True)
class UseLeader(Order):
    """SS-5.2: the Leader's skill, without playing the card (SS-19.3)."""

    effect: Effect

    def carry_out(self, table: Table[State]) -> None:
        """The Leader stays on top of the Base."""
        turn = table.state.turn
        turn.leader_used = True
        leader = table.state.active.base[-1]
        table.tell("led", seat=turn.seat, card=leader)
        self.effect.happen(table, leader)

    @property
    def closes_start(self) -> bool:
        """SS-5.5: not an action."""
        return False


@dataclass(frozen=True, slots=True)
class UseSkill(Order):
    """SS-10.1: play one card and use its skill."""

    card: str
    effect: Effect

    def carry_out(self, table: Table[State]) -> None:
        """The card has left the hand before the skill takes effect."""
        state = table.state
        state.turn.actions.append("skill")
        play_cards(state, (self.card,))
        table.tell("used_skill", seat=state.turn.seat, card=self.card)
        self.effect.happen(table, self.card)


@dataclass(frozen=True, slots=True)
class Activate(Order):
    """SS-5.1: an Artifact of kind "start"."""

    artifact: str
    effect: Effect

    def carry_out(self, table: Table[State]) -> None:
        """Each at most once per turn."""
        turn = table.state.turn
        turn.activated.append(self.artifact)
        table.tell("activated", seat=turn.seat, artifact=self.artifact)
        self.effect.happen(table, self.artifact)

    @property
    def closes_start(self) -> bool:
        """Part of the starting phase."""
        return False


def leader_node(state: State) -> Node[Order] | None:
    """`leader take brown-1a`: declining is simply not using it, so it is not offered."""
    leader = state.active.leader
    if state.turn.acting or state.turn.leader_used or leader is None:
        return None
    offered = skills.node(skill_use.Use(state, leader, tuple(state.active.hand)), may_decline=False)
    return None if offered is None else mapped(offered, UseLeader)


def skill_node(state: State) -> Node[Order] | None:
    """`skill HYD3 take MET2#3 from seat 2`."""
    hand = state.active.hand

    def branches() -> Iterator[Branch[Order]]:
        for name, cards in hand_groups(state, hand).items():
            yield card_branch(name, cards[0], _skill_of(state, cards[0]))

    return Node(None, branches, barred=lambda: reasons.not_held(hand)) if hand else None


def _skill_of(state: State, card: str) -> Callable[[], Node[Order]]:
    def with_card(effect: Effect) -> Order:
        return UseSkill(card, effect)

    def grow() -> Node[Order]:
        rest = tuple(other for other in state.active.hand if other != card)
        offered = skills.node(skill_use.Use(state, card, rest), may_decline=True)
        if offered is None:
            raise RuntimeError(f"{card}: declining is always possible")
        return mapped(offered, with_card)

    return grow


def activate_node(state: State) -> Node[Order] | None:
    """`activate cyber-hand`, `activate bonus TER1`: before the Leader is used (SS-5.4)."""
    turn = state.turn
    if turn.acting or turn.leader_used:
        return None

    def branches() -> Iterator[Branch[Order]]:
        if _is_ready(state, "AR02-A") and state.active.room and len(state.active.base) > 1:  # SS-17.4
            names = ("Third Cyber-hand", "AR02", "AR02-A")
            bottom = Activate("AR02-A", FromBase((state.active.base[0],)))
            yield Branch("cyber-hand", lambda: leaf(bottom), "take the bottom card of your Base", names)
        if _is_ready(state, "AR04-A") and state.active.room and state.docks[0]:  # SS-17.6
            names = ("Signing Bonus", "AR04", "AR04-A")
            yield Branch("bonus", lambda: _bonus(state), "take a level 1 Mercenary", names)

    root: Node[Order] = Node(None, branches)
    return root if root.has_more() else None


def _is_ready(state: State, artifact: str) -> bool:
    """SS-9.5: owned since an earlier turn, and not used in this one."""
    turn = state.turn
    return state.active.owns(artifact) and artifact not in turn.bought and artifact not in turn.activated


def _bonus(state: State) -> Node[Order]:
    def branches() -> Iterator[Branch[Order]]:
        for name, cards in dock_groups(state.docks[0]).items():
            yield card_branch(name, cards[0], _hired(cards[0]))

    return Node(None, branches)


def _hired(card: str) -> Callable[[], Node[Order]]:
    return lambda: leaf(Activate("AR04-A", Hire((card,))))
