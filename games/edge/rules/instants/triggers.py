"""ED-19.8: what runs automatically in a window: tokens, Shrines, paid Passive Actions, steps that waited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.edge.catalogue import TOKENS, Action, Half, Steps
from games.edge.catalogue.kinds import TokenAct
from games.edge.catalogue.steps import If, waiting_steps
from games.edge.effects.conditions import holds
from games.edge.effects.lasting import passive_actions, token_scope
from games.edge.effects.moment import CONCERNED, Moment
from games.edge.effects.run import is_possible
from games.edge.effects.scope import Scope
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
            scope = self.scope(state, moment)
            return is_possible(scope, self.steps) and not _is_idle(scope, self.steps)
        return self._scope(state, moment) is not None

    def scope(self, state: State, moment: Moment) -> Scope:
        """What its names mean."""
        if self.token is not None:
            return replace(token_scope(state, self.token), seat=self.seat, moment=moment)
        if self.later is not None:
            names = {name: list(found) for name, found in self.later.names.items()}
            mine = moment.own(self.seat, state)
            if mine is not None:
                names["self"] = [mine.id]
            return Scope(state, self.seat, squad=self.later.squad, moment=moment, names=names)
        found = self._scope(state, moment)
        if found is None:
            raise RuntimeError(f"{self.title} does not hold any more")
        return found

    def note(self, state: State, moment: Moment) -> None:
        """It runs now: uses are counted, what waited once waits no more."""
        if self.host and self.action is not None:
            durations.note_use(state, self.host, self.half, self.action)
        if self.later is not None:
            self._note_later(state, moment)

    def _note_later(self, state: State, moment: Moment) -> None:
        """What waited once waits no more."""
        later = self.later
        mine = moment.own(self.seat, state)
        if later is not None and later.once_each and mine is not None:
            later.done.append(mine.id)
        elif later is not None and not later.stays:
            state.laters[:] = [other for other in state.laters if other is not later]

    def _scope(self, state: State, moment: Moment) -> Scope | None:
        if self.action is None:
            return None
        scope = Scope(state, self.seat, moment=moment)
        if self.host:
            return _host_scope(scope, self.host, self.half, self.action, moment)
        return where_holds(scope, self.action) if self.action.where is not None else scope


def _host_scope(scope: Scope, host: str, half: Half, action: Action, moment: Moment) -> Scope | None:
    """A Passive Action concerns a model of its host Squad; one for a time of the turn, its owner's turn."""
    scope.squad = host.rpartition(".")[0]
    if not durations.is_left(scope.state, host, half, action):
        return None
    if moment.window not in CONCERNED:
        return scope if scope.state.turn.seat == scope.seat else None
    model = is_concerned(scope, action, moment)
    if model is None or (model.squad != scope.squad and not action.any_squad):
        return None
    scope.names["self"] = [model.id]
    return where_holds(scope, action)


def _is_idle(scope: Scope, steps: Steps) -> bool:
    """Whether all there is are tests that do not hold: then it goes on waiting."""
    tests = [step for step in steps if isinstance(step, If)]
    return len(tests) == len(steps) and not any(
        step.then if holds(scope, step.test) else step.otherwise for step in tests
    )


def triggered(state: State, moment: Moment) -> Iterator[Trigger]:
    """Active player first, then clockwise; for one player tokens, then Shrine, then Enhancements."""
    for seat in state.clockwise(state.turn.seat):
        player = state.player(seat)
        yield from list(_tokens(state, player, moment))
        yield from list(_shrine(state, player, moment))
        yield from list(_passives(state, player, moment))
        yield from list(_laters(state, player, moment))
        yield from list(_always(state, player, moment))


def _tokens(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    """Tokens of which the acts are this player's now; of a stack only one acts."""
    seen: list[tuple[str, list[str]]] = []
    for token in state.tokens:
        acts = TOKENS[state.player(token.owner).faction][token.t].acts
        for act in acts if (token.t, token.models) not in seen or not token.models else ():
            if act.win == moment.window and _acting(state, token, act, moment) == player.seat:
                seen.append((token.t, token.models))
                yield Trigger(player.seat, token.t, act.do, token=token)


def _acting(state: State, token: Token, act: TokenAct, moment: Moment) -> SeatId | None:
    """Whose act it is: of the bearer's owner in their turn, or of the token's owner; None: not now."""
    if act.of:
        concerned = moment.role(CONCERNED.get(act.win, "model"), token.owner, state)
        return token.owner if concerned is not None and concerned.id in token.models else None
    if act.side:
        is_due = not (act.not_turn_placed and token.turn == state.turn.number)
        return token.owner if is_due and state.turn.seat == token.owner else None
    bearers = [state.owner(state.model(name)) for name in token.models]
    return bearers[0] if bearers and state.turn.seat == bearers[0] else None


def _always(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    """What a faction does by itself."""
    for action in player.content.always if player.faction else ():
        is_mine = action.side != "mine" or state.turn.seat == player.seat
        if action.win == moment.window and is_mine:
            trigger = Trigger(player.seat, action.name, action.do, action=action)
            if is_possible(trigger.scope(state, moment), action.do):
                yield trigger


def _shrine(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    if shrine_acts(state, player, moment):
        shrine = player.shrine_card
        trigger = Trigger(player.seat, shrine.name, shrine.do, action=shrine)
        if trigger.still_holds(state, moment):
            yield trigger


def _passives(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    for squad in player.alive:
        for slot, half, action in passive_actions(state, squad):
            if action.win == moment.window:
                host = f"{squad.id}.{slot}"
                yield Trigger(player.seat, action.name, action.do, action=action, host=host, half=half)


def _laters(state: State, player: Player, moment: Moment) -> Iterator[Trigger]:
    for later in state.laters:
        if later.seat == player.seat and later.win == moment.window and _is_due(state, later, moment):
            yield Trigger(player.seat, later.title, waiting_steps(later.do), later=later)


def _is_due(state: State, later: Later, moment: Moment) -> bool:
    if later.win == "activation":
        activation = state.turn.activation
        return activation is not None and activation.squad == later.squad
    if later.win == "passive_end":
        return state.turn.seat == later.seat
    mine = moment.own(later.seat, state)
    if later.squad and (mine is None or mine.squad != later.squad or mine.id in later.done):
        return False
    if later.model and (mine is None or mine.id != later.model):
        return False
    source = moment.source
    return not later.by or (source is not None and state.squad_of(source).kind == later.by)
