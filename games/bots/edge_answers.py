"""Quick answers to the small questions of The Edge: dice, rerolls, payments, fights and moves of cards."""

from __future__ import annotations

from collections.abc import Callable

from games.bots.edge_moves import Field, march
from games.bots.edge_odds import RED, YELLOW, guard_odds, hit_odds, worth_rolling_again
from games.bots.edge_worth import (
    Book,
    best_die,
    crystal_price,
    dark_price,
    strike_odds,
    token_worth,
    wound_worth,
)
from games.edge.rules.dice import FREE, NO, PAID
from games.edge.rules.payment import CRYSTAL, DARK, STORED, VP
from games.edge.state import Model, Player, State
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Node, Path

Question = Decision[object]
Answerer = Callable[[Question, State], Path | None]


def quick(decision: Question, state: State) -> Path | None:
    """A good answer without trying anything out; None where there is no rule for it."""
    answerer = _BY_KIND.get(decision.kind)
    path = answerer(decision, state) if answerer is not None else None
    return path if path is not None and decision.check(path) is None else None


def quick_or_default(decision: Question, state: State) -> Path:
    """The same; the default where no rule helps."""
    return quick(decision, state) or decision.fallback()


# Dice.


def _fighters(state: State) -> tuple[Model, Model] | None:
    fight = state.fights[-1] if state.fights else None
    if fight is None or not fight.attacker or not fight.defender:
        return None
    return state.model(fight.attacker), state.model(fight.defender)


def _attack_die(decision: Question, state: State) -> Path | None:
    sides = _fighters(state)
    if sides is None:
        return None
    attacker, defender = sides
    book = Book(state)
    traits = book.traits(attacker), book.traits(defender)
    red, yellow = (strike_odds(*traits, die) for die in (RED, YELLOW))
    return _if_worth(state, decision, (red - yellow) * wound_worth(book, defender))


def _defence_die(decision: Question, state: State) -> Path | None:
    sides = _fighters(state)
    need = decision.facts().get("need")
    if sides is None or not isinstance(need, int):
        return None
    better = guard_odds(need, RED) - guard_odds(need, YELLOW)
    return _if_worth(state, decision, better * wound_worth(Book(state), sides[1]))


def _shot_die(decision: Question, state: State) -> Path | None:
    need = decision.facts().get("need")
    if not isinstance(need, int):
        return None
    return _if_worth(state, decision, hit_odds(need, RED) - hit_odds(need, YELLOW))


def _if_worth(state: State, decision: Question, gain: float) -> Path:
    player = state.player(decision.seat)
    can = player.pool + player.temp > 0
    return (RED,) if can and gain > crystal_price(player) else (YELLOW,)


def _again(decision: Question, state: State) -> Path | None:
    """A failed Defence always, a poor Attack or shot where that is free; paid where a model hangs on it."""
    facts = decision.facts()
    result, die = facts.get("roll"), str(facts.get("die", YELLOW))
    if not isinstance(result, int):
        return None
    is_defence = decision.kind == "reroll-defend"
    if not (facts.get("fail") if is_defence else worth_rolling_again(result, die)):
        return (NO,)
    if decision.check((FREE,)) is None:
        return (FREE,)
    sides = _fighters(state)
    stake = wound_worth(Book(state), sides[1]) if sides is not None else 1.0
    player = state.player(decision.seat)
    return (PAID,) if player.pool + player.temp and 0.4 * stake > crystal_price(player) else (NO,)


def _counter(_decision: Question, _state: State) -> Path:
    """ED-12.4: a counterattack is never answered."""
    return ("yes",)


# Paying.


def _pay(decision: Question, state: State) -> Path | None:
    """What is cheapest: mostly Crystals, then tokens, Victory Points last."""
    pool = decision.root.pool
    length = len(decision.fallback())
    player = state.player(decision.seat)
    cheapest = sorted(pool, key=lambda unit: _unit_price(state, player, unit))[:length]
    return tuple(sorted(cheapest, key=pool.index))


def _unit_price(state: State, player: Player, unit: str) -> float:
    if unit == CRYSTAL:
        return crystal_price(player)
    if unit == DARK:
        return dark_price(player)
    if unit == STORED:  # good for nothing else
        return -0.1
    if unit == VP:
        return 1.2
    squad = state.squad(unit)
    return token_worth(squad, squad.endurance)


# Fights and moves that a card brings.


def _fight(decision: Question, state: State) -> Path | None:
    """The best fight that is offered, or none of them."""
    best: tuple[float, Path] | None = None
    book = Book(state)
    for fighter in decision.root.branches():
        if "/" not in fighter.word:
            continue
        for target in fighter.grow().branches():
            value, die = best_die(book, state.model(fighter.word), state.model(target.word))
            path = (fighter.word, target.word, *((die,) if die == RED else ()))
            best = max(best or (value, path), (value, path), key=lambda pair: pair[0])
    can_stop = decision.check(("stop",)) is None
    if best is None or (can_stop and best[0] <= 0):
        return ("stop",) if can_stop else None
    return best[1]


def _move(decision: Question, state: State) -> Path | None:
    """Each model to the best place; others' models where they do least harm is left to a trial."""
    models = named_models(decision.root, state)
    own = [model for model in models if state.owner(model) == decision.seat]
    if not own:
        return None
    may_fight = bool(state.actions) or not state.turn.activated
    found = march(Field(Book(state), decision.seat), decision.root, own, may_fight=may_fight)
    return found.path or ("stay",)


def named_models(root: Node[object], state: State) -> list[Model]:
    """The models that the first word may name."""
    return [state.model(branch.word) for branch in root.branches() if "/" in branch.word]


def _pass(_decision: Question, _state: State) -> Path:
    return ("pass",)


_BY_KIND: dict[str, Answerer] = {
    "attack": _attack_die,
    "defend": _defence_die,
    "shoot": _shot_die,
    "reroll-attack": _again,
    "reroll-defend": _again,
    "reroll-shoot": _again,
    "counter": _counter,
    "pay": _pay,
    "fight": _fight,
    "move": _move,
    "window": _pass,
}
