"""ED-4.5, ED-4.7 and ED-4.10: who plays which faction, with which army, in which role."""

from __future__ import annotations

from games.edge.catalogue import FACTIONS
from games.edge.rules.armies.muster import muster, ready_made
from games.edge.rules.armies.words import army_decision
from games.edge.rules.facts import in_setup
from games.edge.state import SeatId, State
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import word, words


def choose_faction(table: Table[State]) -> Rules[None]:
    """ED-4.5: the First Player, then the others clockwise; no Faction is used twice."""
    state = table.state
    seat = next(seat for seat in table.clockwise(state.first) if not state.player(seat).faction)
    faction = yield from table.ask(faction_decision(state, seat))
    state.player(seat).faction = faction
    table.tell("chose_faction", seat=seat, faction=faction)


def faction_decision(state: State, seat: SeatId) -> Decision[str]:
    """DP-S1."""
    taken = [player.faction for player in state.players]
    left = [faction for name, faction in FACTIONS.items() if name not in taken]
    return Decision(
        seat=seat,
        kind="faction",
        prompt=say(_("Which faction do you play?")),
        grow=lambda: words([word(f.id, f.id, f.name, (f.code,)) for f in left], lead="faction"),
        default=(left[0].id,),
        major=True,
        facts=lambda: in_setup(state, seat),
    )


def choose_armies(table: Table[State]) -> Rules[None]:
    """ED-4.7, ED-4.9: both at once, sealed, and revealed together."""
    chosen = yield from table.ask_all(army_decision(table.state, seat) for seat in table.seats)
    for seat in table.seats:
        muster(table, seat, chosen[seat])


def take_ready_made(table: Table[State]) -> None:
    """ED-4.7: beginners play the preconstructed lists."""
    choices = table.state.choices
    for player in table.state.players if choices.beginner else ():
        muster(table, player.seat, ready_made(player.faction, choices.deck))


def choose_role(table: Table[State]) -> Rules[None]:
    """ED-4.10: the First Player decides who takes the first turn and places last."""
    state = table.state
    is_countering = yield from table.ask(role_decision(state))
    state.countering = state.first if is_countering else state.clockwise(state.first)[1]
    role = "countering" if is_countering else "positioning"
    table.tell("took_role", seat=state.first, role=role, countering=state.countering)


def role_decision(state: State) -> Decision[bool]:
    """DP-S3."""
    countering = word("countering", True, _("place last, and take the first turn"))
    positioning = word("positioning", False, _("place first, disperse, and take the second turn"))
    return Decision(
        seat=state.first,
        kind="role",
        prompt=say(_("Are you the Countering or the Positioning player?")),
        grow=lambda: words([countering, positioning], lead="role"),
        default=("countering",),
        major=True,
        facts=lambda: in_setup(state, state.first),
    )
