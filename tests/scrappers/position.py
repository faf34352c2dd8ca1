"""Positions in one line of text, and a player who writes orders for them, as an email does."""

from __future__ import annotations

from typing import Self

from games.engine.contract.dice import Seeds
from games.engine.contract.events import Event
from games.engine.play.run import Run
from games.engine.play.save import Base
from games.engine.play.standing import standing_from
from games.scrappers.catalogue import ARTIFACTS, CARDS, COSTS, CRYSTALS, FACTIONS, LEVEL, LEVELS, TYPE
from games.scrappers.engine import SCRAPPERS
from games.scrappers.names import crystal_type
from games.scrappers.state import Player, State, Turn
from games.scrappers.views import ScrappersView
from tests.benches import AnyBench

ZONES = ("hand", "base", "crystals", "artifacts", "totems", "subjugated")


class Bench(AnyBench[State]):
    """A position of Star Scrappers."""

    def __init__(self, state: State) -> None:
        seats = [player.seat for player in state.players]
        self.run: Run[State] = Run(SCRAPPERS, seats, Seeds(b"\x07" * 32), {})
        self.run.replay.reset(Base(rules=SCRAPPERS.rules, state=SCRAPPERS.encode(state)))
        self.run.standing = standing_from(SCRAPPERS, dict.fromkeys(seats, (1, "auto-end: no")))
        self.run.replay.go_on()
        self.events: list[Event] = self.run.events

    def player(self, seat: int) -> Player:
        """What a seat has."""
        return self.state.player(seat)

    def hand(self, seat: int) -> list[str]:
        """The hand as sorted types: ["MET2", "TER1"]."""
        return sorted(TYPE[card] for card in self.player(seat).hand)

    def base(self, seat: int) -> list[str]:
        """The Base as types, bottom to top."""
        return [TYPE[card] for card in self.player(seat).base]

    def crystals(self, seat: int) -> list[str]:
        """The Crystals as sorted words: ["green-6a"]."""
        return sorted(crystal_type(crystal) for crystal in self.player(seat).crystals)

    def mine(self) -> list[str]:
        """All Crystals in the Mine as sorted words."""
        return sorted(crystal_type(crystal) for row in self.state.mine for crystal in row)

    def docks(self) -> list[str]:
        """All Mercenaries in the Docks as sorted types."""
        return sorted(TYPE[card] for row in self.state.docks for card in row)

    def order(self, *lines: str, seat: int | None = None) -> Self:
        """Hand in each line by itself; each must be carried out."""
        for line in lines:
            super().order(line, seat=seat)
        return self

    def on_turn(self) -> int:
        """The seat to play."""
        return self.state.turn.seat

    def offers(self, *path: str) -> list[str]:
        """The words that may follow a path in the open question."""
        return [option.word for option in self.run.asked[0].options(path)]

    def may(self, line: str) -> bool:
        """Whether an order would be carried out (without carrying it out)."""
        from games.engine.contract.text import PlayerError
        from games.engine.language.paths import read

        try:
            read(self.run.asked[0], line.split())
        except PlayerError:
            return False
        return True

    def legal(self, *path: str) -> bool:
        """Whether these words alone are a complete answer; the parser would fill in a forced word."""
        return self.run.asked[0].check(path) is None

    def view(self, seat: int | None) -> ScrappersView:
        """What a seat, or a spectator, may know."""
        return SCRAPPERS.view(self.state, seat)


def position(
    *players: str,
    docks: str = "",
    mine: str = "",
    artifacts: str = "AR01 AR02 AR03",
    factions: str = "TER HYD MET MIN",
    supply: str | None = None,
    on_turn: int = 1,
    first: int = 1,
    cave_in: int = 0,
    round_number: int = 1,
    stacks: str = "full",
    below: bool = True,
) -> Bench:
    """`position("hand TER1 MET2 base HYD1 HYD2", "base MET1#2 totems MET", mine="green-6a brown-1a")`.

    A card without a copy is the lowest copy not used yet. Cards and tokens not named lie in their stacks;
    `stacks="empty"` leaves the stacks of Mercenaries and Crystals empty, `stacks="TER1 blue-1a"` leaves these
    in them, the last to be drawn first. The tops of the Artifact stacks are the three cards named; those
    owned are not in the stacks, and with `below=False` nothing lies below the tops. Totems that nobody holds
    are in the supply, unless it is named. The factions of all cards named are in play: they take the place of
    the last ones of `factions` that have no card here.
    """
    pool = _Pool()
    made = [_player(seat, text, pool) for seat, text in enumerate(players, 1)]
    rows = _rows([pool.card(word) for word in docks.split()], LEVEL, LEVELS)
    tokens = {crystal.id: crystal.cost for crystal in CRYSTALS.values()}
    mined = _rows([pool.crystal(word) for word in mine.split()], tokens, COSTS)
    codes = _in_play(factions.split(), {CARDS[card].faction for card in pool.used if card in CARDS})
    if stacks == "full":
        rest = [c for c, m in CARDS.items() if m.faction in codes and c not in pool.used]
        crystals = [c for c in CRYSTALS if c not in pool.used]
    else:
        named = stacks.removeprefix("empty").split()
        rest = [pool.card(word) for word in named if "-" not in word]
        crystals = [pool.crystal(word) for word in named if "-" in word]
    owned = {half[:4] for player in made for half in player.artifacts}
    held = {totem for player in made for totem in player.totems}
    tops = artifacts.split()
    under = [card for card in ARTIFACTS if card not in tops and card not in owned and below]
    state = State(
        factions=codes,
        players=made,
        turn=Turn(on_turn),
        first=first,
        merc_stacks=_rows(rest, LEVEL, LEVELS),
        docks=rows,
        crystal_stacks=_rows(crystals, tokens, COSTS),
        mine=mined,
        artifact_stacks=[[*under[i::3], top] for i, top in enumerate(tops)],
        totems=[code for code in codes if code not in held] if supply is None else supply.split(),
        cave_in=cave_in,
        round=round_number,
    )
    return Bench(state)


class _Pool:
    def __init__(self) -> None:
        self.used: set[str] = set()

    def card(self, word: str) -> str:
        return self._take(word, [word] if "#" in word else [f"{word}#{n}" for n in range(1, 5)], CARDS)

    def crystal(self, word: str) -> str:
        long = word.replace("-", "-K", 1)
        return self._take(word, [long] if "#" in word else [f"{long}#{n}" for n in (1, 2)], CRYSTALS)

    def _take(self, word: str, ids: list[str], known: object) -> str:
        for name in ids:
            if name in known and name not in self.used:  # type: ignore[operator]
                self.used.add(name)
                return name
        raise AssertionError(f"no {word} is left")


def _player(seat: int, text: str, pool: _Pool) -> Player:
    zones: dict[str, list[str]] = {zone: [] for zone in ZONES}
    zone = "hand"
    for word in text.split():
        if word in ZONES:
            zone = word
        elif zone in ("hand", "base", "subjugated"):
            zones[zone].append(pool.card(word))
        elif zone == "crystals":
            zones[zone].append(pool.crystal(word))
        else:
            zones[zone].append(word)
    return Player(
        seat,
        "TER",
        hand=zones["hand"],
        base=zones["base"],
        crystals=zones["crystals"],
        artifacts=zones["artifacts"],
        totems=zones["totems"],
        subjugated=zones["subjugated"],
    )


def _in_play(wanted: list[str], needed: set[str]) -> list[str]:
    """The factions wanted; those of cards in the position replace the last ones without a card in it."""
    assert len(needed) <= 4, f"cards of {len(needed)} factions: {sorted(needed)}"
    spare = [code for code in wanted if code not in needed]
    codes = {*wanted, *needed} - set(spare[len(spare) - len(needed - set(wanted)) :])
    return [code for code in FACTIONS if code in codes]


def _rows(things: list[str], rank: dict[str, int], ranks: tuple[int, ...]) -> list[list[str]]:
    return [[thing for thing in things if rank[thing] == r] for r in ranks]
