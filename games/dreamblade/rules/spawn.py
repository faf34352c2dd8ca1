"""DB-7: the spawn phase, one order at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.dreamblade.abilities.registry import VERBS, carry_out, offer
from games.dreamblade.abilities.verbs import PICK, Deed
from games.dreamblade.catalogue import Ability
from games.dreamblade.geometry import CELLS, SPAWN_ROW
from games.dreamblade.names import alike, cell_branch, cells_node, figure_branch, figure_names
from games.dreamblade.rules.arrivals import come_into_play, keep_unique
from games.dreamblade.rules.deeds import choose_deed, left_open
from games.dreamblade.rules.outcomes import check_damage
from games.dreamblade.rules.phases import Done, Order, begin_phase, close, end_phase, verbless
from games.dreamblade.rules.places import spawn_cells, why_closed
from games.dreamblade.rules.prices import Market, hindrance, is_available, price
from games.dreamblade.rules.questions import IN_SPAWN_PHASE, facts
from games.dreamblade.rules.zones import bring
from games.dreamblade.state import Figure, SeatId, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Rules, Table, steps_of
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, leaf, mapped, word, words


def spawn_phase(table: Table[State]) -> Rules[None]:
    """DB-7.4: spawn something, use something, or stop; the match rests after each."""
    state = table.state
    if begin_phase(table):
        if state.turn.skips:
            end_phase(table)  # DB-6.4
            return
        _open(table)
        if not _has_anything_to_do(state):
            end_phase(table)
            return
    order = yield from table.ask(_what_next(state))
    yield from steps_of(order.carry_out(table))
    if state.turn.begun and not _has_anything_to_do(state):
        yield from close(table)


def _has_anything_to_do(state: State) -> bool:
    return any(_affordable(state)) or any(_usable(state))


def _open(table: Table[State]) -> None:
    """DB-7.1 to DB-7.3: the pool is fixed, and so are the cells that were held."""
    state, seat = table.state, table.state.active
    player, turn = state.player(seat), state.turn
    energy = energized(state, seat)
    turn.pool = sum(turn.dice) + player.bonus + energy
    table.tell("pooled", seat=seat, points=turn.pool, bonus=player.bonus, energy=energy)
    player.bonus = 0
    turn.closed = [cell for cell in SPAWN_ROW[state.side(seat)] if state.creatures_at(cell, seat)]


def energized(state: State, seat: SeatId) -> int:
    """DB-A.ENERGIZE."""
    found = [state.works(figure, "ENERGIZE") for figure in state.on_map(seat)]
    return sum(ability.value for ability in found if ability is not None)


def _what_next(state: State) -> Decision[Order]:
    """DB-D2."""
    return Decision(
        seat=state.active,
        kind="spawn",
        prompt=say(
            _("Spawn phase, points left:\N{NO-BREAK SPACE}{points}. What do you spawn?"),
            points=state.turn.pool,
        ),
        grow=lambda: _order_node(state),
        default=("done",),
        asks=MAJOR,
        facts=lambda: facts(state, state.active),
    )


def _order_node(state: State) -> Node[Order]:
    def branches() -> Iterator[Branch[Order]]:
        spawnable = _spawnable(state)
        if spawnable:
            yield Branch("spawn", lambda: _figures_node(state, spawnable), _("put a miniature on the map"))
        usable = list(_usable(state))
        if usable:
            yield Branch("use", lambda: _uses_node(state, usable), _("use a spawn ability"))
        yield word("done", Done(), _("end your spawn phase"))

    return Node(None, branches, barred=lambda: _why_not(state))


def _why_not(state: State) -> Iterator[Barred]:
    points = state.turn.pool
    yield Barred("spawn", say(_("you can spawn nothing with {points} points"), points=points))
    yield Barred("use", say(_("you have no spawn ability that you can use and afford now")))
    for name in ("shift", "strike"):
        yield Barred(name, say(_("write “done” first: your spawn phase is not over")))
    yield from verbless(state, "spawn")


# Spawning.


def _spawnable(state: State) -> list[Figure]:
    return list(_affordable(state))


def _affordable(state: State) -> Iterator[Figure]:
    """What can be spawned now; of copies the first."""
    seat = state.active
    market = Market(state, seat)
    own = (f for f in state.figures.values() if f.seat == seat and is_available(f))
    return (figure for figure in alike(own) if hindrance(state, figure, market) is None)


def _figures_node(state: State, spawnable: Sequence[Figure]) -> Node[Order]:
    """`spawn scout1 E1`; for creatures the portal goes without saying (DB-D3)."""

    def branch(figure: Figure) -> Branch[Order]:
        return figure_branch(figure, lambda: _cells_node(state, figure))

    return Node(
        None, lambda: [branch(figure) for figure in spawnable], barred=lambda: _hindrances(state, spawnable)
    )


def _hindrances(state: State, spawnable: Sequence[Figure]) -> Iterator[Barred]:
    market = Market(state, state.active)
    for figure in sorted(state.figures.values(), key=lambda f: not is_available(f)):
        if figure.seat != state.active:
            yield Barred(figure.id, say(_("{figure} is not yours"), figure=figure.id), figure_names(figure))
        elif figure not in spawnable:
            why = hindrance(state, figure, market) or _alike(figure, spawnable)
            yield Barred(figure.id, why, figure_names(figure))


def _alike(figure: Figure, spawnable: Sequence[Figure]) -> Phrase:
    other = next(f for f in spawnable if f.kind == figure.kind)
    return say(_("copies are alike: spawn {other} before {figure}"), figure=figure.id, other=other.id)


def _cells_node(state: State, figure: Figure) -> Node[Order]:
    portal, cells = state.portal(figure.seat), spawn_cells(state, figure)

    def branch(cell: str) -> Branch[Order]:
        implied = cell == portal and figure.is_creature
        return cell_branch(cell, lambda: leaf(Spawn(figure.id, cell)), portal=portal, implied=implied)

    return cells_node(cells, branch, "at", lambda: _closed(state, figure, cells))


def _closed(state: State, figure: Figure, cells: Sequence[str]) -> Iterator[Barred]:
    for cell in CELLS:
        if cell not in cells:
            yield Barred(cell, say(why_closed(state, figure, cell), cell=cell, column=cell[0]))


@dataclass(frozen=True, slots=True)
class Spawn(Order):
    """DB-4.2: from reserves or graveyard onto the map."""

    figure: str
    cell: str

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """DB-7.4: complete with its triggers before the next step."""
        state = table.state
        figure, turn = state.figures[self.figure], state.turn
        cost = price(state, figure)
        turn.pool -= cost
        table.tell("spawned", figure=figure.id, seat=figure.seat, cell=self.cell, cost=cost, zone=figure.at)
        bring(state, figure, self.cell)
        if figure.is_creature:
            turn.filled[self.cell] = turn.filled.get(self.cell, 0) + 1
        yield from keep_unique(table, figure.seat)
        for ability in figure.miniature.abilities:
            if ability.condition.kind == "comes_into_play" and state.is_on(figure, ability):
                yield from come_into_play(table, figure, ability)


# Spawn abilities.


def _usable(state: State) -> Iterator[tuple[Figure, Ability]]:
    """DB-7.12: each ability of each miniature once in a phase."""
    for figure in state.on_map(state.active):
        for ability in figure.miniature.abilities:
            is_spent = f"{figure.id}.{ability.word}" in state.turn.used
            is_paid = ability.condition.kind == "spawn" and ability.condition.points <= state.turn.pool
            if is_paid and not is_spent and state.is_on(figure, ability):
                yield figure, ability


def _uses_node(state: State, usable: Sequence[tuple[Figure, Ability]]) -> Node[Order]:
    """`use castle gather scout1`."""

    def branch(figure: Figure) -> Branch[Order]:
        own = [ability for user, ability in usable if user is figure]
        return figure_branch(figure, lambda: words([_ability_branch(state, figure, a) for a in own]))

    figures = list({figure.id: figure for figure, _ability in usable}.values())
    return words([branch(figure) for figure in figures])


def _ability_branch(state: State, figure: Figure, ability: Ability) -> Branch[Order]:
    def grow() -> Node[Order]:
        node: Node[Deed | None] = mapped(offer(state, figure, ability), lambda deed: deed)
        is_usual = VERBS[ability.name].key == PICK  # DB-D5: there is a default
        return mapped(left_open(node) if is_usual else node, lambda deed: Use(figure.id, ability, deed))

    return Branch(ability.word, grow, ability.text, implied=True)


@dataclass(frozen=True, slots=True)
class Use(Order):
    """DB-7.12: pay for a spawn ability and carry it out."""

    figure: str
    ability: Ability
    deed: Deed | None  # None: the usual one

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """DB-D6."""
        state = table.state
        figure, points = state.figures[self.figure], self.ability.condition.points
        state.turn.pool -= points
        state.turn.used.append(f"{self.figure}.{self.ability.word}")
        table.tell("used", figure=self.figure, seat=figure.seat, ability=self.ability.text, points=points)
        deed = self.deed
        if deed is None:
            deed = yield from choose_deed(table, figure, self.ability)
        yield from carry_out(table, figure, self.ability, deed)
        yield from check_damage(table, IN_SPAWN_PHASE)  # DB-7.14
