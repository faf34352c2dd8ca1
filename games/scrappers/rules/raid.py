"""SS-11: RAID, with the Artifacts that react to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.contract.phrases import Seat, say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node
from games.scrappers.catalogue import CARDS
from games.scrappers.names import crystal_branch, mine_groups, seat_branch
from games.scrappers.rules.cave_in import acquire
from games.scrappers.rules.orders import Order
from games.scrappers.state import SeatId, State


@dataclass(frozen=True, slots=True)
class OneRaid:
    """A Base that is raided, and the Crystal that the Argumentation Club takes after it (SS-17.3)."""

    target: SeatId
    club: str | None = None


@dataclass(frozen=True, slots=True)
class Raid(Order):
    """SS-11.1: in place of both normal actions; a second Base with Diversion (SS-17.5)."""

    raids: tuple[OneRaid, ...]

    def carry_out(self, table: Table[State]) -> None:
        """One Base after the other, each with all that reacts to it."""
        table.state.turn.raided = True
        for raid in self.raids:
            raid_base(table, raid.target)
            if raid.club is not None:
                table.tell("took_crystal", seat=table.state.turn.seat, crystal=raid.club)
                acquire(table, table.state.turn.seat, raid.club)


def raid_base(table: Table[State], target: SeatId) -> None:
    """Leader home first (SS-11.3), then the Totem (SS-11.4), then cards from the top (SS-11.5)."""
    state = table.state
    raider, owner = state.active, state.player(target)
    leader = owner.base.pop()
    owner.hand.append(leader)
    table.tell("raided", seat=raider.seat, target=target, leader=leader)
    _take_totem(table, CARDS[leader].faction)
    taken = _take_cards(state, target)
    if taken:
        table.tell("looted", seat=raider.seat, target=target, cards=taken)


def _take_totem(table: Table[State], faction: str) -> None:
    """SS-11.4: from its holder, or from the supply."""
    state = table.state
    raider = state.active
    if faction in raider.totems:
        return
    holder = next((player for player in state.players if faction in player.totems), None)
    (holder.totems if holder is not None else state.totems).remove(faction)
    raider.totems.append(faction)
    table.tell("took_totem", seat=raider.seat, totem=faction, holder=holder.seat if holder else None)


def _take_cards(state: State, target: SeatId) -> list[str]:
    """SS-11.5: not optional; with the Alarm System, other players take at most two (SS-17.12)."""
    raider, owner = state.active, state.player(target)
    most = raider.room
    if owner.owns("AR10-A") and owner is not raider:
        most = min(most, 2)
    taken = [owner.base.pop() for _ in range(min(most, len(owner.base)))]
    raider.hand.extend(taken)
    return taken


def node(state: State) -> Node[Order] | None:
    """`raid seat 2 club red-1a then seat 1`; None if no raid is allowed."""
    if state.turn.raided or state.turn.actions:  # SS-11.1
        return None
    targets = [player.seat for player in state.players if player.base]  # SS-11.2
    return _targets(state, targets, ()) if targets else None


def _targets(state: State, targets: list[SeatId], before: tuple[OneRaid, ...]) -> Node[Order]:
    def branches() -> Iterator[Branch[Order]]:
        for seat in targets:
            yield seat_branch(seat, _target(state, seat, before))

    def barred() -> Iterator[Barred]:
        for player in state.players:
            reason = (
                _("the Base of {seat} is empty") if not player.base else _("that Base has just been raided")
            )
            yield Barred(str(player.seat), say(reason, seat=Seat(player.seat)))

    return Node(None, branches, lead="seat", barred=barred)


def _target(state: State, seat: SeatId, before: tuple[OneRaid, ...]) -> Callable[[], Node[Order]]:
    plain = (*before, OneRaid(seat))

    def branches() -> Iterator[Branch[Order]]:
        if groups := _club_groups(state, before):
            yield Branch("club", lambda: _club(state, seat, before, groups), "Argumentation Club")
        yield from _second(state, plain)

    return lambda: Node(End(Raid(plain)), branches, barred=lambda: _why_nothing_more(state, plain))


def _why_nothing_more(state: State, raids: tuple[OneRaid, ...]) -> Iterator[Barred]:
    """Why `club` or `then` cannot be added."""
    if not state.active.owns("AR01-A"):
        yield Barred("club", say(_("“club” needs the Artifact Argumentation Club, and you do not have it")))
    elif raids[-1].club is not None:
        yield Barred("club", say(_("the Argumentation Club gives one Crystal for each raid")))
    else:
        yield Barred("club", say(_("no Crystal of cost 1 is in the Mine")))
    if not state.active.owns("AR03-A"):
        yield Barred("then", say(_("a second raid needs the Artifact Diversion, and you do not have it")))
    elif len(raids) > 1:
        yield Barred("then", say(_("Diversion gives one more raid, not two")))
    else:
        yield Barred("then", say(_("every other Base is empty")))


def _club_groups(state: State, before: tuple[OneRaid, ...]) -> dict[str, list[str]]:
    """SS-17.3: Crystals of printed cost 1 that the Club could still take."""
    if not state.active.owns("AR01-A"):
        return {}
    used = {raid.club for raid in before}
    return mine_groups(state, (c for c in state.crystals_of_cost(1) if c not in used))


def _club(
    state: State, seat: SeatId, before: tuple[OneRaid, ...], groups: dict[str, list[str]]
) -> Node[Order]:
    def branches() -> Iterator[Branch[Order]]:
        for name, crystals in groups.items():
            yield crystal_branch(name, crystals[0], _clubbed(state, (*before, OneRaid(seat, crystals[0]))))

    return Node(None, branches)


def _clubbed(state: State, raids: tuple[OneRaid, ...]) -> Callable[[], Node[Order]]:
    return lambda: Node(
        End(Raid(raids)), lambda: _second(state, raids), barred=lambda: _why_nothing_more(state, raids)
    )


def _second(state: State, raids: tuple[OneRaid, ...]) -> Iterator[Branch[Order]]:
    """SS-17.5: directly after the first, another Base that is not empty; no third."""
    if len(raids) > 1 or not state.active.owns("AR03-A"):
        return
    done = {raid.target for raid in raids}
    targets = [player.seat for player in state.players if player.base and player.seat not in done]
    if targets:
        yield Branch("then", lambda: _targets(state, targets, raids), "Diversion")
