"""A bot that plays The Edge to win: exact odds for fights, trials in imagined worlds for cards."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from games.bots.edge_answers import quick
from games.bots.edge_setup import deployment, dispersal
from games.bots.edge_trials import acts, best_answer, best_order, can_afford, reactions, value_of
from games.bots.edge_turns import activity, ending, is_worth_acting, sallies
from games.bots.glimpse import Glimpse
from games.bots.thinker import Idea, Thinker
from games.edge.rules.instants.windows import PASS
from games.edge.state import ACTIVE, PASSIVE, State
from games.engine.contract.tree import Path, paths

WORTH_PLAYING = 0.06  # what a card must bring beyond its price
WORTH_ACTIVATING = 0.02
WORTH_REACTING = 0.02
WORTH_SAYING = 0.001  # in place of the default
REACTION_WORLDS = 4  # a reaction often changes one roll only
ANSWER_WORLDS = 2
TRIED = 8  # answers to a question that an Action brings up


class Warlord(Thinker[State]):
    """Greedy: always the order that brings most."""

    def _ideas(self) -> Mapping[str, Idea[State]]:
        return {
            "turn": self._turn,
            "order": self._order,
            "window": self._window,
            "faction": self._faction,
            "deploy": self._deploy,
            "disperse": self._disperse,
        }

    # Turns.

    def _turn(self, glimpse: Glimpse[State]) -> Path:
        return (ACTIVE,) if is_worth_acting(self._state(glimpse), glimpse.seat) else (PASSIVE,)

    def _order(self, glimpse: Glimpse[State]) -> Path:
        """What the activated Squad does next; else a card or a Squad, whichever brings more; else the end."""
        state, seat = self._state(glimpse), glimpse.seat
        going_on = activity(state, seat)
        if going_on is not None:
            return going_on[1]
        found = [self._card(glimpse, state), self._sally(state, seat)]
        ideas = [idea for idea in found if idea is not None]
        return max(ideas, key=lambda idea: idea[0])[1] if ideas else ending(state, seat)

    def _card(self, glimpse: Glimpse[State], state: State) -> tuple[float, Path] | None:
        candidates = acts(glimpse.decision.root, self._random, can_afford(state, glimpse.seat))
        value, path = best_order(state, candidates, self._random)
        gain = value - value_of(state, glimpse.seat)
        return (gain, path) if gain > WORTH_PLAYING else None

    def _sally(self, state: State, seat: int) -> tuple[float, Path] | None:
        best = max(sallies(state, seat), key=lambda sally: sally.gain, default=None)
        return (best.gain, best.path) if best is not None and best.gain > WORTH_ACTIVATING else None

    def _window(self, glimpse: Glimpse[State]) -> Path:
        """ED-19: a reaction in its own turn, if that brings more than its price."""
        state = self._state(glimpse)
        found = reactions(glimpse.decision.root, state, glimpse.seat, self._random)
        return best_answer(glimpse, found, PASS, self._random, REACTION_WORLDS, margin=WORTH_REACTING)

    # Set-up.

    def _faction(self, glimpse: Glimpse[State]) -> Path:
        """Whichever it likes today: it plays them all."""
        return (self._random.choice([option.word for option in glimpse.decision.options()]),)

    def _deploy(self, glimpse: Glimpse[State]) -> Path:
        return deployment(glimpse.decision.root, self._state(glimpse), glimpse.seat)

    def _disperse(self, glimpse: Glimpse[State]) -> Path:
        return dispersal(glimpse.decision.root, self._state(glimpse), glimpse.seat)

    # Small questions.

    def _small(self, glimpse: Glimpse[State]) -> Path:
        """By a rule, or by trying out some of the answers."""
        decision = glimpse.decision
        if decision.major:
            return decision.fallback()
        path = quick(decision, self._state(glimpse))
        if path is not None:
            return path
        offered = list(islice(paths(decision.root), 4 * TRIED))
        some = offered if len(offered) <= TRIED else self._random.sample(offered, TRIED)
        return best_answer(
            glimpse, some, decision.fallback(), self._random, ANSWER_WORLDS, margin=WORTH_SAYING
        )
