"""ED-13: shooting. One roll against every model in the area, each compared with its INI."""

from __future__ import annotations

from dataclasses import dataclass

from games.edge.catalogue.steps import Shoot
from games.edge.effects.lasting import tuned_shots
from games.edge.effects.moment import Moment
from games.edge.effects.run import Context, possible, run, verb
from games.edge.effects.scope import Scope
from games.edge.names import scopes_of
from games.edge.rules import durations, facts, payment
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.dice import Throw, roll
from games.edge.rules.facts import Facts
from games.edge.rules.instants.windows import window
from games.edge.rules.shooting.areas import Area, area_question, fixed_area, has_area
from games.edge.rules.squads.attributes import stat
from games.edge.rules.wounds import harm
from games.edge.rules.wounds.harm import Cause, Hit
from games.edge.state import DYING, ON_BOARD, Model
from games.engine.contract.decisions import IF_IDLE, yes_no
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Shot:
    """A shooter, if there is one, and a Shooting Action."""

    by: Model | None
    step: Shoot


@verb(Shoot)
def shoot(context: Context, step: Shoot) -> Rules[None]:
    """ED-13.2 to ED-13.4; some Enhancements let each shooter fire more than once."""
    by = context.model(step.by) if step.by else None
    if step.by and (by is None or not _can_fire(context, by)):
        return
    if context.moment is not None and context.moment.window == "before_attack" and context.is_reaction:
        context.moment.is_replaced = True  # it is done in place of the Attack roll
    shot = Shot(by, step)
    for _time in range(_shots(context, by)):
        area = fixed_area(context, step, by)
        if area is None:
            if not has_area(context, step, by):
                return
            area = yield from ask(context, area_question(context, step, by))
        while area.models:
            hits = yield from _fire(context, shot, area)
            if not hits or not (yield from _fires_again(context, shot, area)):
                break


def _can_fire(context: Context, by: Model) -> bool:
    """One that is dying may still explode."""
    moment = context.moment
    dies = moment is not None and moment.window == "killed" and moment.model is by
    return by.state == ON_BOARD or (dies and by.state == DYING)


def _fires_again(context: Context, shot: Shot, area: Area) -> Rules[bool]:
    """EF-2.14 `again`: after a hit the same target may be checked again, for a price."""
    again, state = shot.step.again, context.state
    if again is None or all(model.state != ON_BOARD for model in area.models):
        return False
    if not payment.can_pay(state, context.seat, again.dp, payment.DARK):
        return False
    question: CardQuestion[bool] = CardQuestion(
        "again",
        say(_("{title}: do you pay {cost} to check again?"), title=context.title, cost=again.dp),
        yes_no,
        default=("no",),
        asks=IF_IDLE,
    )
    wanted = yield from ask(context, question)
    if wanted:
        yield from payment.pay(context.table, context.seat, again.dp, payment.DARK)
    return wanted


def _shots(context: Context, by: Model | None) -> int:
    if by is None:
        return 1
    return tuned_shots(context.state, context.state.squad_of(by), context.title) or 1


def _fire(context: Context, shot: Shot, area: Area) -> Rules[list[Model]]:
    table, state = context.table, context.state
    targets = [model for model in area.models if model.state == ON_BOARD]
    shooter = shot.by.id if shot.by is not None else None
    table.tell("shot", seat=context.seat, model=shooter, targets=[t.id for t in targets], title=context.title)
    moment = Moment("before_hit", source=shot.by, is_shot=True, shooting=context.title)
    moment.model = targets[0] if len(targets) == 1 else None
    yield from window(table, moment)
    for target in targets:
        yield from window(table, Moment("ini_check", model=target, source=shot.by, is_shot=True))
    result = yield from roll(table, _throw(context, shot, targets, moment))
    result += moment.more_hit
    hits = [model for model in targets if _is_hit(context, shot, model, result)]
    durations.end_check(state)
    durations.end_roll(state)
    table.tell("hit", models=[model.id for model in hits], result=result)
    context.extra = moment.extra
    yield from _harm(context, shot, hits, moment)
    durations.end_shot(state)
    return hits


def _is_hit(context: Context, shot: Shot, target: Model, result: int) -> bool:
    """ED-13.3: greater than INI; INI "-" is lower than every number."""
    context.names["target"] = [target.id]
    ini = stat(context.state, target, "INI")
    return ini is None or result + _bonus(context, shot) > ini


def _bonus(context: Context, shot: Shot) -> int:
    return context.number(shot.step.hit)


def _throw(context: Context, shot: Shot, targets: list[Model], moment: Moment) -> Throw:
    state, seat = context.state, context.seat

    def known() -> Facts:
        found = facts.concerning(state, seat, shot.by, targets[0] if targets else None)
        context.names["target"] = [targets[0].id] if targets else []
        inis = [stat(state, target, "INI") or 0 for target in targets]
        return found | {"need": min(inis, default=0) + 1 - _bonus(context, shot)}

    names = scopes_of(shot.by.id) if shot.by is not None else ()
    return Throw(seat=seat, purpose="shoot", moment=moment, facts=known, scopes=names)


def _harm(context: Context, shot: Shot, hits: list[Model], moment: Moment) -> Rules[None]:
    """The Effect: Wounds on all that were hit, then what follows, once."""
    amount = context.number(shot.step.wounds, 1)
    if amount:
        amount += moment.more_wounds
        suffering = [Hit(model, amount, shot.by) for model in hits]
        yield from harm.wound(context.table, suffering, Cause(context.seat, credit=context.credit))
    context.names["hits"] = [model.id for model in hits]
    if hits and shot.step.then:
        yield from run(context, shot.step.then)
        context.is_over = False


@possible(Shoot)
def can_shoot(scope: Scope, step: Shoot) -> bool:
    """ED-17.6: there is something to shoot at."""
    if step.by and not scope.models(step.by):
        return False
    by = scope.model(step.by) if step.by else None
    area = fixed_area(scope, step, by)
    return bool(area.models) if area is not None else has_area(scope, step, by)
