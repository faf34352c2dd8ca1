"""A map of DreamBlade that is fast to try things on: creatures as they are now, and no questions."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.bots.dreamblade_odds import DESTROYED, DISRUPTED, Target, mean_bonus, mean_worth, use_of
from games.bots.dreamblade_pieces import (
    BODY,
    BONUS,
    EXILE,
    GROUND,
    HOLD,
    MATCH,
    OFF,
    POINT,
    PORTAL,
    REACH,
    STEPS,
    TURN,
    VALUE,
    piece_of,
)
from games.dreamblade.catalogue import WINS_NEEDED
from games.dreamblade.geometry import PLACE, STACK
from games.dreamblade.state import SeatId, State

BLADE = -1
FACES = (1, 2, 3, 0, 0, BLADE)
Team = list[int]


class Sketch:
    """Pieces by number, where they are, and the points of the turn. Side 0 is the first player."""

    __slots__ = ("at", "bonus", "crowd", "names", "pieces", "points", "reach", "value", "wins")

    def __init__(self, state: State) -> None:
        seats = (state.turn.first, state.foe(state.turn.first))
        players = [state.player(seat) for seat in seats]
        self.names = [state.side(seat) for seat in seats]
        self.value = [VALUE[name] for name in self.names]
        self.reach = [REACH[name] for name in self.names]
        figures = [f for f in state.figures.values() if f.is_creature]
        self.pieces = [piece_of(state, f, seats.index(f.seat)) for f in figures]
        self.at = [PLACE.get(f.at, OFF) for f in figures]
        self.crowd: list[tuple[Team, Team]] = [([], []) for _ in range(25)]
        for number, cell in enumerate(self.at):
            if cell != OFF:
                self.crowd[cell][self.pieces[number].side].append(number)
        self.points = [player.points for player in players]
        self.wins = [player.wins for player in players]
        self.bonus = [player.bonus for player in players]

    def copy(self) -> Sketch:
        """Another one to try something on."""
        twin = Sketch.__new__(Sketch)
        twin.names, twin.value, twin.reach = self.names, self.value, self.reach
        twin.pieces, twin.wins = self.pieces, self.wins
        twin.at, twin.points, twin.bonus = self.at[:], self.points[:], self.bonus[:]
        twin.crowd = [(one[:], other[:]) for one, other in self.crowd]
        return twin

    # Places.

    def put(self, number: int, cell: int) -> None:
        """Place a piece, wherever it was; OFF takes it from the map."""
        side, start = self.pieces[number].side, self.at[number]
        if start != OFF:
            self.crowd[start][side].remove(number)
        self.at[number] = cell
        if cell != OFF:
            self.crowd[cell][side].append(number)

    def steps(self, number: int) -> list[int]:
        """DB-8.2 to DB-8.4: where a piece may shift now."""
        piece, cell = self.pieces[number], self.at[number]
        if cell == OFF or self.crowd[cell][1 - piece.side]:
            return []
        return [
            step
            for step in STEPS[cell]
            if len(self.crowd[step][piece.side]) < STACK
            and not (piece.is_timid and self.crowd[step][1 - piece.side])
        ]

    def on_map(self, side: int) -> list[int]:
        """The pieces of a side."""
        return [n for n, cell in enumerate(self.at) if cell != OFF and self.pieces[n].side == side]

    def battlefields(self) -> list[int]:
        """Contested cells."""
        return [cell for cell, (one, other) in enumerate(self.crowd) if one and other]

    # Fights.

    def team(self, cell: int, side: int) -> Team:
        """DB-9.5: who attacks together: all but Loners, or the strongest Loner."""
        own = self.crowd[cell][side]
        together = [n for n in own if not self.pieces[n].is_loner]
        alone = max((n for n in own if n not in together), key=lambda n: self.pieces[n].power, default=None)
        if alone is None or self.dice(together) >= self.pieces[alone].power:
            return together
        return [alone]

    def dice(self, team: Sequence[int]) -> int:
        """How many a team rolls."""
        return sum(self.pieces[n].power for n in team)

    def targets(self, cell: int, side: int) -> tuple[Target, ...]:
        """The pieces of a side that can be hit in a cell."""
        return tuple([self.pieces[n].target for n in self.crowd[cell][side][:STACK]])

    def clearing(self, cell: int, side: int) -> float:
        """What it is worth to a side to have a contested cell for itself."""
        return POINT * self.value[side][cell]

    def strike_worth(self, cell: int, side: int) -> float:
        """What a combat brings on average; the first player pays for it in deathblows."""
        team = self.team(cell, side)
        gain = self._mean(team, cell, side)
        price = sum(BODY * self.pieces[n].cost for n in team if self.pieces[n].is_spent)
        return gain - price - (0.0 if side else 0.25 * self._mean(self.team(cell, 1), cell, 1))

    def _mean(self, team: Team, cell: int, side: int) -> float:
        dice = self.dice(team)
        bonus = mean_bonus(dice, self._crits(team))
        return mean_worth(dice, bonus, self.targets(cell, 1 - side), self.clearing(cell, side))

    def _crits(self, team: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted((c for n in team if (c := self.pieces[n].crit)), reverse=True))

    def strike(self, cell: int, side: int, team: Team, whim: random.Random) -> None:
        """DB-9.4, as far as it matters: roll, hit, and in the first player's phases the deathblow."""
        faces = whim.choices(FACES, k=self.dice(team))
        blades = faces.count(BLADE)
        total = sum(faces) + blades + sum(self._crits(team)[:blades])
        dead = self._hit(total, cell, 1 - side)
        if dead and not side:
            answer = whim.choices(FACES, k=self.dice(dead))
            self._hit(sum(answer) + answer.count(BLADE), cell, side)
        for number in team:
            if self.pieces[number].is_spent and self.at[number] != OFF:
                self.put(number, OFF)

    def _hit(self, total: int, cell: int, side: int) -> Team:
        """Use a total against the pieces of a side; returns who is destroyed."""
        hit = self.crowd[cell][side][:STACK]
        fates = use_of(total, self.targets(cell, side), self.clearing(cell, 1 - side)).fates
        dead = [n for n, fate in zip(hit, fates, strict=True) if fate == DESTROYED]
        for number, fate in zip(hit, fates, strict=True):
            if fate == DISRUPTED:
                self.put(number, self._exile(side))
        for number in dead:
            self.put(number, OFF)
            if not self.pieces[number].is_reborn:
                self.points[1 - side] += 1
                self.bonus[side] += 2
        return [n for n in dead if not self.pieces[n].is_reborn]

    def _exile(self, side: int) -> int:
        """DB-9.26: the worst empty cell for its owner."""
        closed = PORTAL[self.names[1 - side]]
        for cell in EXILE[self.names[side]]:
            if cell != closed and self.crowd[cell] == ([], []):
                return cell
        return OFF

    # Worth.

    def claimed(self, side: int) -> int:
        """DB-12.1: the points of the cells that a side holds."""
        return sum(value for cell, value in enumerate(self.value[side]) if value and self._holds(cell, side))

    def _holds(self, cell: int, side: int) -> bool:
        own = self.crowd[cell][side]
        return bool(own) and (not self.crowd[cell][1 - side] or any(self.pieces[n].is_lord for n in own))

    def worth(self, side: int) -> float:
        """How good it is for a side if the turn ends like this."""
        score = [self.points[each] + self.claimed(each) for each in (0, 1)]
        lead = score[side] - score[1 - side]
        return self.standing(side, is_won=lead > 0) - self.standing(1 - side, is_won=lead < 0)

    def standing(self, side: int, *, is_won: bool = False) -> float:
        """What a side has: turns and perhaps this one, material, and ground for the next turn."""
        wins = self.wins[side] + is_won
        bodies = sum(self._body(n) for n in self.on_map(side))
        ground = HOLD * self.claimed(side)
        return TURN * wins + MATCH * (wins >= WINS_NEEDED) + bodies + ground + BONUS * self.bonus[side]

    def _body(self, number: int) -> float:
        piece = self.pieces[number]
        return BODY * piece.cost + GROUND * self.reach[piece.side][self.at[number]]


def side_of(state: State, seat: SeatId) -> int:
    """The first player is side 0."""
    return int(seat != state.turn.first)
