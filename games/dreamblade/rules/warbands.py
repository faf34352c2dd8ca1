"""DB-5: warbands are chosen at the same time, then they are open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.dreamblade.catalogue import COPIES_MOST, MINIATURES, WARBAND_MOST, WARBANDS, WORDS, Warband
from games.dreamblade.names import figure_ids
from games.dreamblade.rules.questions import facts
from games.dreamblade.state import PLAY, Player, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node, Path, leaf

Counts = Mapping[str, int]


def choose_warbands(table: Table[State]) -> Rules[None]:
    """DB-5.3: nobody sees the other's choice before both are made; from then on both lists are open."""
    state = table.state
    chosen = yield from table.ask_all(warband_decision(state, player) for player in state.players)
    lists = [(seat, [code for code, n in chosen[seat].items() for _ in range(n)]) for seat in table.seats]
    state.figures = {figure.id: figure for figure in figure_ids(lists)}
    for seat, _codes in lists:
        names = [figure.id for figure in state.figures.values() if figure.seat == seat]
        table.tell("mustered", seat=seat, figures=names)
    state.stage = PLAY


def available(player: Player) -> dict[str, int]:
    """DB-5.2, DB-5.4: how many copies of what may be taken, in the order of the catalogue."""
    if not player.pool:
        return dict.fromkeys(MINIATURES, COPIES_MOST)
    return {code: min(COPIES_MOST, n) for code, n in Counter(player.pool).items()}


def warband_decision(state: State, player: Player) -> Decision[Counts]:
    """DB-D1: a ready-made one, or miniatures with their numbers."""
    stock = available(player)
    ready = [] if player.pool else list(WARBANDS.values())
    return Decision(
        seat=player.seat,
        kind="warband",
        prompt=say(
            _("Choose your warband: up to {most} miniatures, at most {copies} of a kind."),
            most=WARBAND_MOST,
            copies=COPIES_MOST,
        ),
        grow=lambda: warband_node(stock, ready),
        default=lambda: (ready[0].id,) if ready else drafted(player.pool),
        asks=MAJOR,
        facts=lambda: facts(state, player.seat),
        lines=("warband", *map(str.lower, MINIATURES)),
    )


def drafted(pool: Sequence[str]) -> Path:
    """A Limited warband for a player who chooses none: the pool's two commonest aspects, then the rest."""
    aspects = Counter(aspect for code in pool for aspect in MINIATURES[code].aspects)
    best = [aspect for aspect, _n in aspects.most_common(2)]
    order = list(MINIATURES)

    def worth(code: str) -> tuple[bool, bool, int]:
        miniature = MINIATURES[code]
        return (not set(miniature.aspects) <= set(best), not miniature.is_creature, order.index(code))

    counts: Counter[str] = Counter()
    for code in sorted(pool, key=worth):
        if counts.total() < WARBAND_MOST and counts[code] < COPIES_MOST:
            counts[code] += 1
    return tuple(word for code in order if counts[code] for word in (code, str(counts[code])))


def check_counts(counts: Counts, stock: Counts) -> list[Phrase]:
    """DB-5.1, DB-5.2, DB-5.4: every breach of a limit."""
    total = sum(counts.values())
    found: list[Phrase] = []
    if total > WARBAND_MOST:
        reason = _("a warband has at most {most} miniatures, this one has {count}")
        found.append(say(reason, most=WARBAND_MOST, count=total))
    if not any(n and MINIATURES[code].is_creature for code, n in counts.items()):
        found.append(say(_("a warband needs a creature")))
    for code, count in counts.items():
        if count > stock.get(code, 0):
            reason = _("you may have at most {most} of {miniature}, not {count}")
            name, most = MINIATURES[code].name, stock.get(code, 0)
            found.append(say(reason, miniature=name, most=most, count=count))
    return found


# The words.


def warband_node(stock: Counts, ready: Sequence[Warband]) -> Node[Counts]:
    """`warband W2`, or `warband V01 2 V04 1 …`."""
    own = _pairs(list(stock.items()), {}, 0)

    def made(warband: Warband) -> Branch[Counts]:
        names = (warband.name, warband.name.removeprefix("The "))
        return Branch(warband.id, lambda: leaf(warband.counts), warband.name, names)

    def branches() -> Iterator[Branch[Counts]]:
        yield from (made(warband) for warband in ready)
        yield from own.branches()

    def find(word: str) -> Node[Counts] | None:
        return leaf(WARBANDS[word].counts) if word in (w.id for w in ready) else own.step(word)

    return Node(None, branches, find, lead="warband", pool=own.pool, stride=2, barred=own.barred)


def _pairs(stock: Sequence[tuple[str, int]], chosen: Counts, start: int) -> Node[Counts]:
    """A miniature and its number, again and again; the order of the catalogue makes equal lists equal."""
    places = {code: place for place, (code, _most) in enumerate(stock)}
    room = WARBAND_MOST - sum(chosen.values())
    has_creature = any(MINIATURES[code].is_creature for code in chosen)

    def can_take(place: int) -> bool:
        return start <= place and bool(_numbers(stock, place, room, has_creature))

    def find(word: str) -> Node[Counts] | None:
        place = places.get(word, -1)
        return _number_node(stock, chosen, place, room, has_creature) if can_take(place) else None

    def branches() -> Iterator[Branch[Counts]]:
        for place in places.values():
            if can_take(place):
                yield _code_branch(stock, chosen, place, room, has_creature)

    return Node(
        End(chosen) if has_creature else None,
        branches,
        find,
        pool=tuple(places),
        stride=2,
        barred=lambda: _barred(places, chosen, room),
    )


def _numbers(stock: Sequence[tuple[str, int]], place: int, room: int, has_creature: bool) -> list[int]:
    """How many copies may be taken so that the warband can still get a creature."""
    code, most = stock[place]
    is_ready = has_creature or MINIATURES[code].is_creature
    later = any(MINIATURES[other].is_creature for other, _most in stock[place + 1 :])
    limit = min(most, room if is_ready else room - 1)
    return list(range(1, limit + 1)) if is_ready or later else []


def _code_branch(
    stock: Sequence[tuple[str, int]], chosen: Counts, place: int, room: int, has_creature: bool
) -> Branch[Counts]:
    code = stock[place][0]
    return Branch(
        code,
        lambda: _number_node(stock, chosen, place, room, has_creature),
        MINIATURES[code].name,
        (MINIATURES[code].name, WORDS[code]),
    )


def _number_node(
    stock: Sequence[tuple[str, int]], chosen: Counts, place: int, room: int, has_creature: bool
) -> Node[Counts]:
    code, most = stock[place]

    def branch(number: int) -> Branch[Counts]:
        return Branch(
            str(number),
            lambda: _pairs(stock, {**chosen, code: number}, place + 1),
            names=(f"{number}x", f"x{number}"),
        )

    def barred() -> Iterator[Barred]:
        for number in range(1, WARBAND_MOST + 1):
            reason = _("of {miniature} you may have {most}; there is room for {room}")
            why = say(reason, miniature=MINIATURES[code].name, most=most, room=room)
            yield Barred(str(number), why, (f"{number}x", f"x{number}"))

    numbers = _numbers(stock, place, room, has_creature)
    return Node(None, lambda: [branch(number) for number in numbers], barred=barred)


def _barred(places: Mapping[str, int], chosen: Counts, room: int) -> Iterator[Barred]:
    for code, miniature in MINIATURES.items():
        reason = _("{miniature} comes earlier in the list: name it before the others")
        if code not in places:
            reason = _("{miniature} is not in your pool")
        elif not room:
            reason = _("the warband is full without {miniature}")
        elif code in chosen:
            reason = _("{miniature} is named twice")
        yield Barred(code, say(reason, miniature=miniature.name), (miniature.name, WORDS[code]))
