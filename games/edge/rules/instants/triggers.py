"""ED-19.8: what runs by itself in a window: tokens, Shrines, paid Passive Actions, steps that waited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.edge.catalogue import CARDS, TOKENS, Action, Half, Steps
from games.edge.catalogue.steps import waiting_steps
from games.edge.effects.lasting import token_scope
from games.edge.effects.moment import Moment
from games.edge.effects.run import is_possible
from games.edge.effects.scope import Scope
from games.edge.names import enhancement_names
from games.edge.rules import durations
from games.edge.rules.instants.timing import is_concerned, where_holds
from games.edge.rules.shrines import shrine_acts
from games.edge.state import Later, Player, SeatId, State, Token


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that is about to run; it is looked at again when it does: others may have changed it."""

    seat: SeatId
    title: str
    steps: Steps
    token: Token | None = None
    action: Action | None = None
    host: str = ""
    half: Half = "upper"
    later: Later | None = None

    def still_holds(self, state: State, moment: Moment) -> bool:
        """Whether it still runs."""
        if self.token is not None:
            return any(token is self.token for token in state.tokens)
        if self.later is not None:  # ED-22.15: a model that finds no place stays aside and waits
            return is_possible(self.scope(state, moment), self.steps)
        return self._scope(state, moment) is not None

    def scope(self, state: State, moment: Moment) -> Scope:
        """What its names mean."""
        if self.token is not None:
            scope = token_scope(state, self.token)
            bearer = scope.model("bearer")
            scope.moment = moment
            return replace(scope, seat=state.owner(bearer) if bearer is not None else scope.seat)
        if self.later is not None:
            names = {name: list(found) for name, found in self.later.names.items()}
            return Scope(state, self.seat, squad=self.later.squad, moment=moment, names=names)
        found = self._scope(state, moment)
        if found is None:
            raise RuntimeError(f"{self.title} does not hold any more")
        return found

    def note(self, state: State) -> None:
        """It runs now: uses are counted, what waited once waits no more."""
        if self.host and self.action is not None:
            durations.note_use(state, self.host, self.half, self.action)
        if self.later is not None:
            state.laters[:] = [later for later in state.laters if later is not self.later]

    def _scope(self, state: State, moment: Moment) -> Scope | None:
        if self.action is None:
            return None
        scope = Scope(state, self.seat, moment=moment)
        if self.host:
            return _host_scope(scope, self.host, self.half, self.action, moment)
        return where_holds(scope, self.action) if self.action.where is not None else scope


def _host_scope(scope: Scope, host: str, half: Half, action: Action, moment: Moment) -> Scope | None:
    """A Passive Action concerns a model of its host Squad."""
    scope.squad = host.rpartition(".")[0]
    model = is_concerned(scope, action, moment)
    if model is None or model.squad != scope.squad or not durations.is_left(scope.state, host, half, action):
        return None
    scope.names["self"] = [model.id]
    return scope


def triggered(state: State, moment: Moment) -> Iterator[Trigger]:
    """Active player first, then clockwise; for one player tokens, then Shrine, then Enhancements."""
    for seat in state.clockwise(state.turn.seat):
        player = state.player(seat)
        yield from list(_tokens(state, player, moment))
        yield from list(_shrine(state, player, moment))
        yield from list(_passives(player, moment))
        yield from list(_laters(state, player, moment))


def _tokens(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    """Tokens on models of this player that act now."""
    for token in state.tokens:
        bearers = [state.model(name) for name in token.models]
        if not bearers or state.owner(bearers[0]) != player.seat or state.turn.seat != player.seat:
            continue
        kind = TOKENS[state.player(token.owner).faction][token.t]
        for act in kind.acts:
            if act.win == moment.window:
                yield Trigger(player.seat, token.t, act.do, token=token)


def _shrine(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    if shrine_acts(state, player, moment):
        shrine = player.shrine_card
        trigger = Trigger(player.seat, shrine.name, shrine.do, action=shrine)
        if trigger.still_holds(state, moment):
            yield trigger


def _passives(player: Player, moment: Moment) -> Iterator[Trigger]:
    for name, card in enhancement_names(player.alive):
        slot = int(name.rpartition(".")[2]) - 1
        enhancement = player.squad(name.rpartition(".")[0]).enhancements[slot]
        for half, action in CARDS[card].actions:
            paid = action.is_free_passive or enhancement.passive
            if action.passive and paid and action.win == moment.window:
                yield Trigger(player.seat, action.name, action.do, action=action, host=name, half=half)


def _laters(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    for later in state.laters:
        if later.seat == player.seat and later.win == moment.window and _is_due(state, later, moment):
            yield Trigger(player.seat, later.title, waiting_steps(later.do), later=later)


def _is_due(state: State, later: Later, moment: Moment) -> bool:
    if later.squad:
        activation = state.turn.activation
        return activation is not None and activation.squad == later.squad
    source = moment.source
    return not later.by or (source is not None and state.squad_of(source).kind == later.by)
