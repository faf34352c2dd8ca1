"""ED-4.5, ED-4.7 and ED-4.10: who plays which faction, with which army, in which role."""

from __future__ import annotations

from functools import partial

from games.edge.catalogue import FACTIONS
from games.edge.names import player_branch
from games.edge.rules.armies.muster import muster, ready_made
from games.edge.rules.armies.words import army_decision
from games.edge.rules.facts import in_setup
from games.edge.state import SeatId, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import leaf, word, words


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
        asks=MAJOR,
        facts=lambda: in_setup(state, seat),
    )


def choose_armies(table: Table[State]) -> Rules[None]:
    """ED-4.7, ED-4.9: all at once, sealed, and revealed together."""
    chosen = yield from table.ask_all(army_decision(table.state, seat) for seat in table.seats)
    for seat in table.seats:
        muster(table, seat, chosen[seat])


def take_ready_made(table: Table[State]) -> None:
    """ED-4.7: beginners play the preconstructed lists; with ED-23.8 they are asked for the order."""
    state = table.state
    is_asked = state.choices.script and table.since(4)
    for player in state.players if state.choices.beginner and not is_asked else ():
        muster(table, player.seat, ready_made(player.faction, state.choices, state.rules))


def choose_role(table: Table[State]) -> Rules[None]:
    """ED-4.10: the First Player decides who takes the first turn and places last."""
    state = table.state
    state.countering = yield from table.ask(role_decision(state))
    role = "countering" if state.countering == state.first else "positioning"
    table.tell("took_role", seat=state.first, role=role, countering=state.countering)


_ROLES = {  # ED-4.10, by what the mode of play leaves to the First Player
    "own": _("Are you the Countering or the Positioning player?"),
    "any": _("Who is the Countering player, who places last and takes the first turn?"),
}


def role_decision(state: State) -> Decision[SeatId]:
    """DP-S3: the Countering player, by the role that the First Player takes or by name."""
    own = word("countering", state.first, _("place last, and take the first turn"))
    others = [state.player(seat) for seat in state.clockwise(state.first)[1:]]
    named = [player_branch(player, partial(leaf, player.seat)) for player in others]
    positioning = word("positioning", others[0].seat, _("place first, disperse, and take the second turn"))
    by_mode = {"own": [own, positioning], "any": [own, *named]}
    return Decision(
        seat=state.first,
        kind="role",
        prompt=say(_ROLES[state.format.countering]),
        grow=lambda: words(by_mode[state.format.countering], lead="role"),
        default=("countering",),
        asks=MAJOR,
        facts=lambda: in_setup(state, state.first),
    )
