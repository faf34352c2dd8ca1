"""DB-1.3, DB-9.6 and DB-10.7: attack dice, rerolls, damage, and special attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.dreamblade.names import full_name
from games.dreamblade.rules.bodyguards import is_protected
from games.dreamblade.rules.policies import FACES, dice_path, words_of
from games.dreamblade.rules.questions import answer, scopes, small
from games.dreamblade.state import Combat, Figure, State
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Worth
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, Path, word

MISS, BLADE = "miss", "blade"
DIE = ("1", "2", "3", MISS, MISS, BLADE)  # DB-1.3
REGULAR, SPECIAL = (
    ("miss",),
    ("miss", "blade", "1"),
)  # DB-12A.3: what is rerolled unless someone says otherwise


def roll_dice(table: Table[State], count: int, worth: Worth) -> list[str]:
    """DB-9.6: so many attack dice; none is legal."""
    return [DIE[face - 1] for face in table.throw("attack", 6, count, worth)] if count else []


def worth_of_faces(state: State, attackers: Sequence[Figure], *, has_blades: bool) -> Worth:
    """What counts of a die: its damage and blade, but every face if someone may roll it again."""
    if any(state.works(figure, "FORTUNATE") is not None for figure in attackers):
        return _every_face
    return _damage_and_blade if has_blades else _damage


def _every_face(face: int) -> tuple[int, ...]:
    return tuple(int(DIE[face] == one) for one in FACES)


def _damage_and_blade(face: int) -> tuple[int, ...]:
    return damage_of([DIE[face]]), int(DIE[face] == BLADE)


def _damage(face: int) -> tuple[int, ...]:
    return (damage_of([DIE[face]]),)


def damage_of(faces: Sequence[str]) -> int:
    """DB-1.3: the sum of the number faces."""
    return sum(int(face) for face in faces if face.isdigit())


def damage_so_far(combat: Combat) -> int:
    """DB-9.15: the sum with all bonuses and penalties, clamped last."""
    return max(0, damage_of(combat.faces) + combat.bonus)


def shown(faces: Sequence[str]) -> str:
    """Dice as people lay them out: alike beside alike."""
    return " ".join(sorted(faces, key=FACES.index)) or "–"


def reroll(
    table: Table[State], faces: list[str], attackers: Sequence[Figure], event: str, wanted: Sequence[str]
) -> Rules[None]:
    """DB-A.FORTUNATE: one after another, each once; the dice are changed in place (DB-Q19)."""
    state = table.state
    for figure in attackers:
        ability = state.works(figure, "FORTUNATE")
        if ability is None or not faces:
            continue
        chosen = yield from answer(table, _which_dice(state, figure, faces, ability.value, event, wanted))
        if chosen:
            for face in chosen:
                faces.remove(face)
            fresh = roll_dice(table, len(chosen), _every_face)
            faces.extend(fresh)
            table.tell("rerolled", figure=figure.id, seat=figure.seat, old=list(chosen), new=fresh)


def _which_dice(
    state: State, figure: Figure, faces: Sequence[str], most: int, event: str, wanted: Sequence[str]
) -> Decision[Path]:
    """DB-D12, DB-D23."""

    def interpret(choice: Choice, _orders: object) -> Path:
        return dice_path(faces, words_of(choice), most)

    return small(
        state,
        figure.seat,
        "reroll",
        say(
            _("The dice: {faces}. Which does {figure} roll again?"),
            faces=shown(faces),
            figure=full_name(figure.id),
        ),
        lambda: _faces_node(faces, most),
        lambda: dice_path(faces, wanted, most),
        key="dice",
        scopes=scopes(event, figure.at, figure, also="reroll"),
        interpret=interpret,
    )


def _faces_node(faces: Sequence[str], most: int) -> Node[Path]:
    """`reroll miss miss 1`, or `reroll none`: equal faces are alike."""

    def node(chosen: Path, start: int) -> Node[Path]:
        def branches() -> Iterator[Branch[Path]]:
            if not chosen:
                yield word("none", ())
            for place in range(start, len(FACES) if len(chosen) < most else start):
                if faces.count(FACES[place]) > chosen.count(FACES[place]):
                    yield further(chosen, place)

        return Node(End(chosen) if chosen else None, branches, lead="" if chosen else "reroll", pool=FACES)

    def further(chosen: Path, place: int) -> Branch[Path]:
        return Branch(FACES[place], lambda: node((*chosen, FACES[place]), place))

    return node((), 0)


def deal(state: State, figure: Figure, amount: int, *, relentless: bool = False) -> None:
    """DB-9.17: damage of a phase adds up; who was dealt any is examined when its time comes (DB-9.18)."""
    if not amount:
        return
    combat = state.combat
    lasting = combat is not None and combat.relentless and figure.seat != combat.seat
    figure.damage += amount
    state.hurt[figure.id] = state.hurt.get(figure.id, False) or relentless or lasting


def is_relentless(state: State, figures: Sequence[Figure]) -> bool:
    """DB-A.RELENTLESS, DB-Q35."""
    return any(state.works(figure, "RELENTLESS") is not None for figure in figures)


def special_attack(table: Table[State], source: Figure, dice: int, target: Figure, event: str) -> Rules[None]:
    """DB-10.5, DB-10.7: only the target can receive the damage, and blades are misses (DB-9.13)."""
    state = table.state
    if state.combat is not None and source.is_creature and source.seat == state.combat.seat:
        state.combat.sites.append(source.at)  # Strikeback answers this attack too
    faces = roll_dice(table, dice, worth_of_faces(state, [source], has_blades=False))
    yield from reroll(table, faces, [source], event, SPECIAL)
    total = damage_of(faces)
    lost = is_protected(state, target) and not state.choices.bodyguard_regular_only  # DB-Q5
    table.tell(
        "attacked", figure=source.id, seat=source.seat, target=target.id, faces=faces, total=total,
        ability=event, lost=lost,
    )  # fmt: skip
    if not lost:
        deal(state, target, total, relentless=is_relentless(state, [source]))
