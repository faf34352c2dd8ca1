"""ED-12: the Combat Sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.edge.catalogue.steps import Counter
from games.edge.effects.moment import Moment
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.names import scopes_of
from games.edge.rules import durations, facts
from games.edge.rules.asking import ask
from games.edge.rules.dice import Throw, roll
from games.edge.rules.instants.windows import window
from games.edge.rules.squads.attributes import bonus, has_flag, stat
from games.edge.rules.wounds import harm
from games.edge.rules.wounds.harm import Cause, Hit, Loss
from games.edge.state import DYING, ON_BOARD, Fight, Model, SeatId, State
from games.engine.contract.decisions import Decision, yes_no
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _

Fails = Callable[[int], bool]


@dataclass(slots=True)
class Tally:
    """What a fighter has done to its target."""

    wounds: int = 0
    fallen: list[str] = field(default_factory=list[str])
    is_rolled: bool = False  # the die that the order named

    def note(self, fighter: Model, losses: Sequence[Loss]) -> None:
        """Count what is the fighter's own work."""
        dealt = [loss for loss in losses if loss.hit.by is fighter]
        self.wounds += sum(loss.wounds for loss in dealt)
        self.fallen += [loss.hit.model.id for loss in dealt if loss.killed]


@dataclass(frozen=True, slots=True)
class Challenge:
    """Who fights whom, and how."""

    fighter: Model
    target: Model
    starter: SeatId
    die: str = ""  # for the starter's Attack roll, if the order says so
    is_backstab: bool = False
    reach: int = 0
    is_controlled: bool = False
    quiet: bool = False
    tally: Tally = field(default_factory=Tally)

    def die_of(self, striker: Model) -> str:
        """The die for a roll of this model, if the order says so: its Attack or its counterattack."""
        if striker is not self.fighter:
            return ""
        self.tally.is_rolled = True
        return self.die


def combat(table: Table[State], challenge: Challenge) -> Rules[None]:
    """ED-12.3: one Combat Sequence, or a Backstab (ED-12.8)."""
    state, fighter, target = table.state, challenge.fighter, challenge.target
    fight = Fight(
        fighter.id,
        target.id,
        challenge.starter,
        is_backstab=challenge.is_backstab,
        is_controlled=challenge.is_controlled,
        reach=challenge.reach,
        quiet=challenge.quiet,
    )
    state.fights.append(fight)
    table.tell(
        "fought", seat=challenge.starter, model=fighter.id, target=target.id, backstab=fight.is_backstab
    )
    yield from window(table, _moment("combat_declared", fighter, target))
    if not fight.cancelled and _is_on(state, fight):
        if challenge.is_backstab or fight.ambushes:
            yield from _backstabs(table, fight, challenge)
        if not challenge.is_backstab and _is_on(state, fight):
            yield from _sequence(table, fight, challenge)
    if challenge.die and not challenge.tally.is_rolled:
        table.tell("die_unused", only=(challenge.starter,), die=challenge.die)
    durations.end_combat(state)
    state.fights.pop()
    yield from window(table, _moment("combat_end", fighter, target))


def _moment(name: str, attacker: Model, defender: Model) -> Moment:
    return Moment(name, attacker=attacker, defender=defender)


def _is_on(state: State, fight: Fight) -> bool:
    """ED-12.2: both still there, and in contact; a dying model may still strike (Revenge)."""
    fighter, target = state.model(fight.fighter), state.model(fight.target)
    if fighter.state not in (ON_BOARD, DYING) or target.state != ON_BOARD:
        return False
    return bool(fight.reach) or state.are_touching(fighter, target)


# Backstabs.


def _backstabs(table: Table[State], fight: Fight, challenge: Challenge) -> Rules[None]:
    """ED-12.8, ED-12.9: if both strike first, both attacks are rolled and the Wounds fall together."""
    state = table.state
    own = [fight.fighter] if challenge.is_backstab else []
    strikers = [state.model(name) for name in dict.fromkeys([*own, *fight.ambushes])]
    hits: list[Hit] = []
    for striker in strikers:
        other = state.model(fight.target if striker.id == fight.fighter else fight.fighter)
        if striker.state not in (ON_BOARD, DYING) or other.state != ON_BOARD:
            continue
        if (yield from _attack(table, fight, striker, other, challenge.die_of(striker))):
            killer = _killer(state, fight, striker, other)
            hits.append(Hit(other, _wounds(state, striker, other), striker, killer))
    losses = yield from harm.wound(table, hits, Cause(challenge.starter, in_combat=True))
    challenge.tally.note(challenge.fighter, losses)


# The sequence.


def _sequence(table: Table[State], fight: Fight, challenge: Challenge) -> Rules[None]:
    state = table.state
    fighter, target = challenge.fighter, challenge.target
    yield from window(table, _moment("ini_check", fighter, target))
    attacker = _striker(state, fight, fighter, target)
    durations.end_check(state)
    if attacker is None:
        table.tell("stood_off", model=fighter.id, target=target.id)
        return
    defender = target if attacker is fighter else fighter
    fight.attacker, fight.defender = attacker.id, defender.id
    if attacker is not fighter:
        table.tell("was_faster", model=attacker.id, target=defender.id)
    yield from window(table, _moment("in_combat", attacker, defender))
    if not _is_on(state, fight):
        return
    over, losses = yield from _strike(table, fight, attacker, defender, challenge.die_of(attacker))
    challenge.tally.note(fighter, losses)
    if over:
        return
    if _is_on(state, fight) and (yield from _wants_to_counter(table, fight, defender)):
        fight.is_counter = True
        table.tell("countered", model=defender.id, target=attacker.id)
        yield from window(table, _moment("counter_declared", defender, attacker))
        if _is_on(state, fight):
            die = challenge.die_of(defender) if state.since(2) else ""
            _over, losses = yield from _strike(table, fight, defender, attacker, die)
            challenge.tally.note(fighter, losses)


def _strike(
    table: Table[State], fight: Fight, attacker: Model, defender: Model, die: str
) -> Rules[tuple[bool, list[Loss]]]:
    """An Attack and what follows from it: whether the sequence is over, and what was lost."""
    won = yield from _attack(table, fight, attacker, defender, die)
    if won is None:
        return True, []
    if won:
        state = table.state
        cause = Cause(roller(state, fight, attacker), in_combat=True)
        killer = _killer(state, fight, attacker, defender)
        hit = Hit(defender, _wounds(state, attacker, defender), attacker, killer)
        return True, (yield from harm.wound(table, [hit], cause))
    yield from window(table, _moment("defense_won", attacker, defender))
    return False, []


def _wounds(state: State, attacker: Model, defender: Model) -> int:
    """ED-12.12: one Wound, and what is added to it."""
    return max(0, 1 + bonus(state, attacker, "WOUNDS", defender))


def _striker(state: State, fight: Fight, fighter: Model, target: Model) -> Model | None:
    """ED-12.3 (1): who attacks. ATT "-" leaves it to the other; None if neither can."""
    first = fighter if _is_faster(state, fight, fighter, target) else target
    second = target if first is fighter else fighter
    return next((model for model in (first, second) if stat(state, model, "ATT") is not None), None)


def _is_faster(state: State, fight: Fight, fighter: Model, target: Model) -> bool:
    wins = [has_flag(state, model, "wins_ini") for model in (fighter, target)]
    if wins[0] != wins[1]:
        return wins[0]
    own, other = (_speed(state, model) for model in (fighter, target))
    if own != other:
        return own > other
    # ED-12.11: in a tie a controlled model counts as the starter's.
    owners = [fight.starter if fight.is_controlled else state.owner(fighter), state.owner(target)]
    return owners[0] == state.turn.seat or owners[1] != state.turn.seat


def _speed(state: State, model: Model) -> int:
    """ED-8.3: INI "-" is lower than every number."""
    ini = stat(state, model, "INI")
    return -1 if ini is None else ini


# One Attack.


def _attack(
    table: Table[State], fight: Fight, attacker: Model, defender: Model, die: str
) -> Rules[bool | None]:
    """ED-12.3 (2) to (4): True if the Attack succeeds; None if no Attack was made."""
    state = table.state
    fight.attacker, fight.defender = attacker.id, defender.id
    fight.power = fight.guard = None
    moment = _moment("before_attack", attacker, defender)
    yield from window(table, moment)
    if moment.is_replaced or not _is_on(state, fight) or stat(state, attacker, "ATT") is None:
        durations.end_roll(state)
        return None
    seat = roller(state, fight, attacker)
    side = state.squad_of(attacker).side
    throw = _throw(state, seat, "attack", attacker, defender, side.att_reroll)
    result = yield from roll(table, throw, die)
    fight.power = result + (stat(state, attacker, "ATT") or 0)
    table.tell("attacked", model=attacker.id, target=defender.id, power=fight.power)
    durations.end_roll(state)
    return (yield from _defend(table, fight, attacker, defender)) is False


def _defend(table: Table[State], fight: Fight, attacker: Model, defender: Model) -> Rules[bool]:
    """ED-12.3 (3): whether the Defence holds."""
    state = table.state
    moment = _moment("before_defense", attacker, defender)
    yield from window(table, moment)
    power = fight.power or 0
    if moment.is_won:
        table.tell("defended", model=defender.id, guard=None, held=True)
        durations.end_roll(state)
        return True
    if stat(state, defender, "DEF") is None or has_flag(state, defender, "loses_def"):  # ED-8.3
        table.tell("defended", model=defender.id, guard=None, held=False)
        durations.end_roll(state)
        return False

    def fails(result: int) -> bool:
        return power > result + (stat(state, defender, "DEF") or 0)

    side = state.squad_of(defender).side
    throw = _throw(state, state.owner(defender), "defend", defender, attacker, side.defence_reroll, fails)
    result = yield from roll(table, throw)
    fight.guard = result + (stat(state, defender, "DEF") or 0)
    held = power <= fight.guard
    table.tell("defended", model=defender.id, guard=fight.guard, held=held)
    durations.end_roll(state)
    return held


def _throw(
    state: State,
    seat: SeatId,
    purpose: str,
    mine: Model,
    foe: Model,
    has_symbol: bool,
    fails: Fails | None = None,
) -> Throw:
    attacker, defender = (mine, foe) if purpose == "attack" else (foe, mine)
    return Throw(
        seat=seat,
        purpose=purpose,
        moment=_moment("", attacker, defender),
        facts=lambda: facts.in_fight(state, seat) | facts.concerning(state, seat, mine, foe),
        scopes=scopes_of(mine.id),
        has_symbol=has_symbol,
        fails=fails,
    )


def roller(state: State, fight: Fight, attacker: Model) -> SeatId:
    """ED-12.11: a controlled model's Attack belongs to the starter, its counterattack to its owner.

    ED-24.7: with the model of an ally all but its Defence belongs to the starter.
    """
    owner = state.owner(attacker)
    is_led = fight.is_controlled and attacker.id == fight.fighter
    if is_led and not (fight.is_counter and state.are_enemies(fight.starter, owner)):
        return fight.starter
    return owner


def _killer(state: State, fight: Fight, striker: Model, victim: Model) -> SeatId:
    """ED-12.11, ED-16.8: who rolls; of those whom a player makes fight their own side, that player."""
    seat, owner = roller(state, fight, striker), state.owner(victim)
    is_made_to = state.since(4) and state.are_enemies(owner, fight.starter)
    return seat if state.are_enemies(owner, seat) or not is_made_to else fight.starter


@verb(Counter)
def counter(context: Context, step: Counter) -> Rules[None]:
    """ED-25.15: a counterattack before the Wound is applied; the sequence ends as it would have."""
    striker, fight = context.model(step.who), context.state.fights[-1]
    other = context.moment.source if context.moment is not None else None
    if striker is not None and other is not None:
        fight.is_counter = True
        context.table.tell("countered", model=striker.id, target=other.id)
        yield from _strike(context.table, fight, striker, other, "")


@possible(Counter)
def can_counter(scope: Scope, step: Counter) -> bool:
    """In a Combat, against the one who has struck, and not against a counterattack (ED-12.4)."""
    moment, striker = scope.moment, scope.model(step.who)
    if moment is None or not moment.in_combat or not scope.state.fights or striker is None:
        return False
    fight = scope.state.fights[-1]
    is_there = moment.source is not None and moment.source.state == ON_BOARD and _is_on(scope.state, fight)
    return is_there and not fight.is_counter and stat(scope.state, striker, "ATT") is not None


def _wants_to_counter(table: Table[State], fight: Fight, defender: Model) -> Rules[bool]:
    """ED-12.4, DP-I5, DP-A9: the only thing in a fight that can be declined."""
    state = table.state
    owner = state.owner(defender)
    if stat(state, defender, "ATT") is None or state.player(owner).out:  # ED-22.10
        return False
    is_allys = fight.is_controlled and defender.id == fight.fighter
    seat = fight.starter if is_allys and not state.are_enemies(fight.starter, owner) else owner
    decision: Decision[bool] = Decision(
        seat=seat,
        kind="counter",
        prompt=say(_("The Attack has failed: do you counterattack?")),
        grow=yes_no,
        default=("yes",),
        facts=lambda: facts.in_fight(state, seat),
        scopes=scopes_of(defender.id),
    )
    return (yield from ask(table, decision))
