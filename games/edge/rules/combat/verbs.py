"""EF-2.14, Fighting: combat, backstab, cancel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.edge.catalogue.steps import Backstab, Cancel, Combat
from games.edge.effects.run import Context, possible, run, verb
from games.edge.effects.scope import Scope
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.combat.sequence import Challenge, combat
from games.edge.rules.combat.words import Pair, fight_node
from games.edge.rules.movement.stops import stop
from games.edge.rules.squads.attributes import may_fight
from games.edge.state import ON_BOARD, Model
from games.edge.state.pieces import STANDING
from games.engine.contract.decisions import IF_IDLE, IF_SAID
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf


@dataclass(frozen=True, slots=True)
class Brawl:
    """Who may fight whom by an Action, and whether they must."""

    step: Combat
    is_backstab: bool = False

    @property
    def against(self) -> str:
        """The value of `vs`."""
        return self.step.vs

    @property
    def is_each(self) -> bool:
        """Every touched model is fought once; else each fighter fights once."""
        return self.against.startswith(("each", "0..each"))


@verb(Combat)
def fight(context: Context, step: Combat) -> Rules[None]:
    """Combat Sequences one after the other; fighter and target are chosen when it comes to them (ED-12.1)."""
    yield from _brawl(context, Brawl(step))


@verb(Backstab)
def stab(context: Context, step: Backstab) -> Rules[None]:
    """ED-12.8. Declared before a fight it waits for the other side's (ED-12.9)."""
    running = context.state.fights[-1] if context.state.fights else None
    declared = context.moment is not None and context.moment.window == "combat_declared"
    if running is not None and declared and step.vs == "ev.theirs":
        running.ambushes += [model.id for model in context.models(step.who)]
        return
    yield from _brawl(context, Brawl(step, is_backstab=True))


def _brawl(context: Context, brawl: Brawl) -> Rules[None]:
    done: list[tuple[str, str]] = []
    context.dealt, context.fallen = 0, []
    context.names["wounded"] = []
    while pairs := list(_pairs(context, brawl, done)):
        must = _must_fight(context, brawl)
        chosen = yield from ask(context, _who_fights(context, pairs, must))
        if chosen is None:
            break
        (fighter, target), die = chosen
        done.append((fighter.id, target.id))
        if brawl.step.who in ("one_model",):
            context.names["one_model"] = [fighter.id]
        yield from run(context, brawl.step.mods)
        challenge = _challenge(context, brawl, fighter, target, die)
        yield from combat(context.table, challenge)
        _remember(context, challenge)
    if done and brawl.step.then:
        yield from run(context, brawl.step.then)


def _remember(context: Context, challenge: Challenge) -> None:
    """What the steps that follow may ask for."""
    context.names["target"] = [challenge.target.id]
    context.fallen += challenge.tally.fallen
    context.dealt += challenge.tally.wounds
    if challenge.tally.wounds:
        context.names["wounded"].append(challenge.target.id)


def _must_fight(context: Context, brawl: Brawl) -> bool:
    """A Squad's Combat is up to its player; a single model that is made to fight does so."""
    single = len(_fighters(context, brawl.step.who)) == 1
    return brawl.against not in ("one", "0..each") or (
        brawl.against == "one" and single and not context.is_optional
    )


def _challenge(context: Context, brawl: Brawl, fighter: Model, target: Model, die: str) -> Challenge:
    return Challenge(
        fighter,
        target,
        context.seat,
        die=die,
        is_backstab=brawl.is_backstab,
        reach=context.number(brawl.step.range),
        is_controlled=context.state.owner(fighter) != context.seat,
        quiet=bool(brawl.step.quiet),
    )


def _pairs(scope: Scope, brawl: Brawl, done: Sequence[tuple[str, str]]) -> Iterator[Pair]:
    """The fights that are still possible: contact is checked when a sequence starts (ED-12.2)."""
    fought = {fighter for fighter, _target in done}
    for fighter in _fighters(scope, brawl.step.who):
        if not may_fight(scope.state, fighter) or (not brawl.is_each and fighter.id in fought):
            continue
        reach = scope.number(brawl.step.range)
        for target in _targets(scope, brawl, fighter):
            touching = scope.state.are_touching(fighter, target) or _is_near(scope, fighter, target, reach)
            if touching and target.state == ON_BOARD and (fighter.id, target.id) not in done:
                yield fighter, target


def _is_near(scope: Scope, fighter: Model, target: Model, reach: int) -> bool:
    """Within a Range that replaces contact."""
    standing = fighter.state in STANDING and target.state == ON_BOARD
    return bool(reach) and standing and scope.state.away(scope.seat, fighter, target) <= reach


def _fighters(scope: Scope, ref: str) -> list[Model]:
    if ref == "one_model" and ref not in scope.names:
        return scope.state.friends(scope.seat)
    return scope.models(ref)


def _targets(scope: Scope, brawl: Brawl, fighter: Model) -> list[Model]:
    state = scope.state
    match brawl.against:
        case "one" | "each" | "0..each":
            return state.enemies(state.owner(fighter))
        case "each_of_its_friends" | "one_of_its_friends":  # the controlled model fights its own comrades
            return [model for model in state.friends(state.owner(fighter)) if model is not fighter]
        case "each_touched_model":
            return [model for model in state.models if model is not fighter]
        case ref:
            return scope.models(ref)


def _who_fights(context: Context, pairs: list[Pair], must: bool) -> CardQuestion[tuple[Pair, str] | None]:
    """DP-A6: `fight pilgrim/1 vs gorehound#1/1 red`, or `done`."""

    def grow() -> Node[tuple[Pair, str] | None]:
        done: list[Branch[tuple[Pair, str] | None]] = [] if must else [Branch("done", lambda: leaf(None))]
        tree = fight_node(context.state, context.seat, pairs)
        return Node(None, lambda: (*done, *tree.branches()), lead="fight", unled=("done",))

    first = (pairs[0][0].id, pairs[0][1].id)
    return CardQuestion(
        "fight",
        say(_("{title}: who fights whom?"), title=context.title),
        grow,
        default=first if must else ("done",),
        asks=IF_SAID if must and len(pairs) == 1 else IF_IDLE,
    )


@possible(Combat)
def can_fight(scope: Scope, step: Combat) -> bool:
    """Someone touches someone."""
    return next(_pairs(scope, Brawl(step), ()), None) is not None


@possible(Backstab)
def can_stab(scope: Scope, step: Backstab) -> bool:
    """Likewise; a death outside Combat cannot be answered."""
    moment = scope.moment
    if moment is not None and moment.window == "killed" and not moment.in_combat:
        return False
    return can_fight(scope, step)


@possible(Cancel)
def can_cancel(scope: Scope, step: Cancel) -> bool:
    """A model that has arrived can no longer stop."""
    return step.what != "move" or scope.moment is None or not scope.moment.is_stopped


@verb(Cancel)
def cancel(context: Context, step: Cancel) -> Rules[None]:
    """The current Combat does not happen, and its starter has used it up (EC-54); or a Move ends."""
    if step.what == "move":
        yield from stop(context)
    elif context.state.fights:
        context.state.fights[-1].cancelled = True
        context.table.tell("cancelled", seat=context.seat)
