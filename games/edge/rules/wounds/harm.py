"""ED-16: Wounds, deaths, and the Victory Points they bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from games.edge.effects.mentions import is_mentioned
from games.edge.effects.moment import Moment
from games.edge.names import model_branch, squad_branch
from games.edge.rules import ending, facts, tokens, victory
from games.edge.rules.asking import ask
from games.edge.rules.instants.windows import window
from games.edge.rules.squads.attributes import has_flag, joined_to, lender
from games.edge.state import DEAD, DYING, ON_BOARD, Model, SeatId, Squad, State
from games.engine.contract.decisions import IF_IDLE, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, Path, leaf


@dataclass(frozen=True, slots=True)
class Cause:
    """Who acts, and how the Wounds are dealt."""

    seat: SeatId  # the acting player
    in_combat: bool = False
    credit: SeatId = 0  # ED-16.8: whose doing it is, if not the acting player's: of a token, its owner

    def killer(self, hit: Hit) -> SeatId:
        """ED-16.8: who has killed a model by this."""
        return hit.killer or self.credit or self.seat


@dataclass(slots=True)
class Hit:
    """Wounds on one model."""

    model: Model
    wounds: int
    by: Model | None = None
    killer: SeatId = 0  # ED-12.9: of Wounds that fall together, whose this one is


@dataclass(frozen=True, slots=True)
class Loss:
    """What Wounds on one model came to."""

    hit: Hit
    lost: int  # Endurance tokens
    killed: bool

    @property
    def wounds(self) -> int:
        """ED-16.2: the Wounds that had an effect."""
        return self.lost + self.killed


def wound(table: Table[State], hits: Sequence[Hit], cause: Cause) -> Rules[list[Loss]]:
    """ED-16.1 to ED-16.4: Wounds that fall at the same time. Returns what they came to."""
    suffered: list[Hit] = []
    for hit in hits:
        borne = yield from _pending(table, hit, cause)
        if borne.wounds > 0:
            suffered.append(borne)
    ordered = yield from _ordered(table, suffered, cause)
    losses: list[Loss] = []
    for hit in ordered:
        losses.append((yield from _apply(table, hit)))
    fallen = _fall(table, [loss.hit for loss in losses if loss.killed])
    for loss in losses:
        if loss.lost:
            yield from window(table, _moment("end_lost", loss.hit, cause, loss.lost))
    for loss in losses:
        yield from window(table, _moment("wound_dealt", loss.hit, cause, loss.wounds))
    yield from _bury(table, fallen, cause, scored=True)
    tokens.tidy(table, wounded=[hit.model.id for hit in ordered])
    return losses


def _moment(name: str, hit: Hit, cause: Cause, count: int = 0) -> Moment:
    return Moment(name, model=hit.model, source=hit.by, in_combat=cause.in_combat, count=count)


def _pending(table: Table[State], hit: Hit, cause: Cause) -> Rules[Hit]:
    """ED-16.15: Wounds may be prevented, redirected, increased; redirected ones pend on the new bearer."""
    moment = _moment("wound_pending", hit, cause)
    moment.wounds = hit.wounds
    yield from window(table, moment)
    if moment.redirected is not None and moment.redirected.state == ON_BOARD and moment.wounds > 0:
        table.tell("redirected", model=hit.model.id, to=moment.redirected.id)
        return (yield from _pending(table, Hit(moment.redirected, moment.wounds, hit.by, hit.killer), cause))
    if hit.model.state != ON_BOARD:
        return Hit(hit.model, 0)
    if moment.wounds > 0 and has_flag(table.state, hit.model, "immune"):
        table.tell("was_immune", model=hit.model.id)
        return Hit(hit.model, 0)
    return Hit(hit.model, max(0, moment.wounds), hit.by, hit.killer)


# ED-16.4: in which order the models of one Squad are wounded.


def _ordered(table: Table[State], hits: list[Hit], cause: Cause) -> Rules[list[Hit]]:
    """DP-A15: the acting player decides, where it matters who gets the last tokens."""
    found: list[Hit] = []
    for name, group in _by_squad(table.state, hits):
        left = table.state.squad(name).endurance
        if len(group) > 1 and 0 < left < sum(hit.wounds for hit in group):
            names = tuple(hit.model.id for hit in group)
            order = yield from ask(table, _wound_order(table.state, cause.seat, names))
            group.sort(key=partial(_rank, order))
        found += group
    return found


def _by_squad(state: State, hits: Sequence[Hit]) -> list[tuple[str, list[Hit]]]:
    """The hits that the tokens of one Squad are lost for, in the order in which these are met first."""
    if not state.since(2):
        return [(name, list(group)) for name, group in groupby(hits, key=lambda hit: hit.model.squad)]
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        found.setdefault(_bearer(state, hit.model).id, []).append(hit)
    return list(found.items())


def _bearer(state: State, model: Model) -> Squad:
    """ED-16.15: the Squad whose tokens a model loses: its own, or one that lends them."""
    borrowed = lender(state, model)
    return state.squad(borrowed) if borrowed else state.squad_of(model)


def _rank(order: Path, hit: Hit) -> int:
    return order.index(hit.model.id)


def _wound_order(state: State, seat: SeatId, names: Path) -> Decision[Path]:
    def node(chosen: Path) -> Node[Path]:
        left = [name for name in names if name not in chosen]
        branches = [model_branch(name, partial(node, (*chosen, name))) for name in left]
        ready: list[Branch[Path]] = branches
        return Node(End(chosen) if not left else None, lambda: ready, lead="" if chosen else "first")

    return Decision(
        seat=seat,
        kind="wound-order",
        prompt=say(_("In which order are they wounded?")),
        grow=lambda: node(()),
        default=names,
        facts=lambda: facts.common(state, seat),
        asks=IF_IDLE,
    )


def _apply(table: Table[State], hit: Hit) -> Rules[Loss]:
    """ED-16.2: tokens one by one; if a Wound is left after the last, the model is killed."""
    table.state.note_progress()
    bearers = yield from _bearers(table, hit.model)
    taken = [0] * len(bearers)
    for at, squad in enumerate(bearers):
        taken[at] = lose(table.state, squad, hit.wounds - sum(taken))
    lost = sum(taken)
    by = hit.by.id if hit.by is not None else None
    told = bearers[taken.index(max(taken))]
    table.tell("wounded", model=hit.model.id, by=by, lost=lost, squad=told.id, killed=hit.wounds > lost)
    return Loss(hit, lost, hit.wounds > lost)


def lose(state: State, squad: Squad, wounds: int) -> int:
    """Endurance tokens that Wounds take, as far as there are any."""
    lost = min(squad.endurance, wounds)
    squad.endurance -= lost
    if lost and is_mentioned(state, "enemy_end_lost_this_turn"):
        seat = str(squad.seat)
        state.turn.lost[seat] = state.turn.lost.get(seat, 0) + lost
    return lost


def _bearers(table: Table[State], model: Model) -> Rules[list[Squad]]:
    """The Squads whose tokens Wounds take: the model's own, a lender's (ED-16.15), of joined models both."""
    state = table.state
    own = _bearer(state, model)
    other = joined_to(state, model)
    if other is None or state.squad_of(other) is own:
        return [own]
    both = [own, state.squad_of(other)]
    if not all(squad.endurance for squad in both):
        return both
    first = yield from ask(table, _which_bears(state, both))
    return sorted(both, key=lambda squad: squad.id != first)


def _which_bears(state: State, squads: Sequence[Squad]) -> Decision[str]:
    """DP-A22: the one with more tokens, then the wounded one."""
    usual = max(squads, key=lambda squad: squad.endurance)
    branches = [squad_branch(squad.id, partial(leaf, squad.id)) for squad in squads]
    return Decision(
        seat=squads[0].seat,
        kind="bear",
        prompt=say(_("Which Squad of the joined models loses the Endurance?")),
        grow=lambda: Node(None, lambda: branches, lead="from"),
        default=(usual.id,),
        facts=lambda: facts.common(state, squads[0].seat),
        asks=IF_IDLE,
    )


def drain(table: Table[State], models: Sequence[Model], amount: int, cause: Cause) -> Rules[None]:
    """ED-16.16: Squads lose Endurance tokens, and nobody dies of it."""
    for model in models:
        squad = table.state.squad_of(model)
        lost = lose(table.state, squad, amount)
        if lost:
            table.tell("drained", squad=squad.id, count=lost)
            yield from window(table, _moment("end_lost", Hit(model, 0), cause, lost))


def give_up(table: Table[State], model: Model) -> Rules[None]:
    """EF-6.3.3: a Wound that the owner takes: an Endurance token, or else the model; nobody gains VP."""
    cause = Cause(table.state.owner(model))
    if table.state.squad_of(model).endurance:
        yield from drain(table, [model], 1, cause)
    else:
        yield from kill(table, [Hit(model, 0)], cause, scored=False)


# Death.


def kill(table: Table[State], hits: Sequence[Hit], cause: Cause, *, scored: bool = True) -> Rules[None]:
    """ED-16.11, EF-2.14: models die whatever their Endurance; for a sacrifice nobody gains VP."""
    for hit in hits:
        by = hit.by.id if hit.by is not None else None
        table.tell("killed" if scored else "sacrificed", model=hit.model.id, by=by)
    fallen = _fall(table, hits)
    yield from _bury(table, fallen, cause, scored=scored)
    tokens.tidy(table)


def _fall(table: Table[State], hits: Sequence[Hit]) -> list[Hit]:
    """ED-16.14 (1): dead, and no longer counted; simultaneous deaths together."""
    fallen: list[Hit] = []
    for hit in hits:
        if hit.model.state == ON_BOARD:
            hit.model.state = DYING
            table.state.note_progress()
            fallen.append(hit)
    if fallen:
        ending.check_models(table)
    return fallen


def _bury(table: Table[State], fallen: Sequence[Hit], cause: Cause, *, scored: bool) -> Rules[None]:
    """ED-16.14 (2) to (4): the window, the VP, and off the board."""
    state = table.state
    for hit in fallen:
        model, moment = hit.model, _moment("killed", hit, cause)
        moment.worth = state.squad_of(model).card.endurance
        moment.space = state.board.names[state.placement(model).space]
        yield from window(table, moment)
        if scored:
            yield from victory.score(table, model, moment.worth, killer=cause.killer(hit))
        if model.state == DYING:  # unless a card has brought it back, or something else to its place
            take_off(state, model)
    if fallen:
        ending.after_deaths(table)


def take_off(state: State, model: Model) -> None:
    """ED-16.14 (4): a dead model leaves the board."""
    model.state, model.at = DEAD, ""
    tokens.clear(state, model.id)
