"""What things are worth in The Edge, in Victory Points: Wounds, fights, Crystals, a whole table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from games.bots.edge_odds import RED, SURE, YELLOW, attack_odds
from games.bots.edge_tokens import printed, tokens_worth
from games.edge.catalogue import CARDS, FACTIONS, Mode
from games.edge.catalogue.deeds import Wound
from games.edge.control import controller, harvest_sites
from games.edge.effects.lasting import spoken_of
from games.edge.effects.scope import Scope
from games.edge.rules.squads.attributes import has_flag, stat
from games.edge.rules.victory import ENOUGH_OF_A_TEAM
from games.edge.state import ON_BOARD, Enhancement, Model, Player, SeatId, Squad, State
from games.edge.state.pieces import ASIDE

CRYSTALS = (0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05)  # the first of them buy the most
DEPLETED = 0.12
SITE = 0.35  # a Source under control
CHARGE = 0.12
ATTACHED = 0.45
UNCHARGED = 0.6  # an Enhancement whose Actions are paid in Crystals never runs dry
BANNER = 0.02  # it comes back with a Passive turn: little is lost by using it
CARD = 0.06  # hands are filled up again
ALLY = 0.5  # what an ally has, as a part of what one has oneself
WON = 100.0
LAST_MODELS = 0.5  # the fewer are left, the nearer is annihilation
DARK_POINT = 0.2
DARK_SAVED = 0.06
POWER = 0.8  # what a Squad can do without a card
LOOMING = 0.4  # of a Wound that a Shrine will deal: its victim may yet walk away


@dataclass(frozen=True, slots=True)
class Traits:
    """All that counts of a model in a fight: most models of a Squad are alike."""

    ini: int | None
    att: int | None
    guard: int | None
    wins_ini: bool
    loses_def: bool
    att_again: bool
    guard_again: bool
    wound: float  # what a Wound takes from its side


class Book:
    """A table that does not change while it is looked at: attributes and flags are worked out once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._stats: dict[tuple[str, str], int | None] = {}
        self._flags: dict[tuple[str, str], bool] = {}
        self._traits: dict[str, Traits] = {}
        self._alike: dict[Traits, Traits] = {}
        self._in_doubt = None if state.effects else spoken_of(state)  # nothing else is not as printed

    def stat(self, model: Model, name: str) -> int | None:
        """INI, ATT, DEF or MOV of a model now."""
        if self._in_doubt is not None and name not in self._in_doubt:
            return printed(self.state.squad_of(model).side, name)
        key = model.id, name
        if key not in self._stats:
            self._stats[key] = stat(self.state, model, name)
        return self._stats[key]

    def flag(self, model: Model, flag: str) -> bool:
        """Whether a flag is granted to a model now."""
        if self._in_doubt is not None and flag not in self._in_doubt:
            return False
        key = model.id, flag
        if key not in self._flags:
            self._flags[key] = has_flag(self.state, model, flag)
        return self._flags[key]

    def traits(self, model: Model) -> Traits:
        """What counts of a model in a fight: the same object for all that are alike."""
        if model.id not in self._traits:
            found = self._look_up(model)
            self._traits[model.id] = self._alike.setdefault(found, found)
        return self._traits[model.id]

    def _look_up(self, model: Model) -> Traits:
        side = self.state.squad_of(model).side
        return Traits(
            ini=self.stat(model, "INI"),
            att=self.stat(model, "ATT"),
            guard=self.stat(model, "DEF"),
            wins_ini=self.flag(model, "wins_ini"),
            loses_def=self.flag(model, "loses_def"),
            att_again=side.att_reroll,
            guard_again=side.defence_reroll,
            wound=wound_worth(self, model),
        )


# Wounds.


def strength(squad: Squad) -> float:
    """One model of a Squad, apart from the Victory Points that its death brings."""
    best = max(map(_prowess, open_modes(squad)))
    return 0.4 + best + 0.1 * squad.card.endurance + POWER * _powers(squad.kind)


@cache
def _powers(kind: str) -> int:
    """How many things a Squad can do without a card."""
    return sum(power.squad == kind for faction in FACTIONS.values() for power in faction.powers)


def _prowess(mode: Mode) -> float:
    """What a side of a Squad card is worth: striking most."""
    fighting = 0.15 * (mode.att or 0) + 0.08 * (mode.defence or 0) + 0.05 * (mode.ini or 0)
    return fighting + 0.02 * (mode.mov or 0)


def open_modes(squad: Squad) -> list[Mode]:
    """ED-18.13: the sides that it may have without a card: an evolved Squad stays as it is."""
    if squad.side.evolved:
        return [squad.side]
    return [mode for mode in squad.card.modes if not mode.evolved]


def token_worth(squad: Squad, left: int) -> float:
    """The last of so many Endurance tokens: the fewer there are, the nearer is a death."""
    return 0.25 + 0.75 * squad.card.endurance / (left + 1)


def wound_worth(book: Book, model: Model) -> float:
    """What one Wound on a model takes from its side."""
    squad = book.state.squad_of(model)
    if book.flag(model, "immune"):
        return 0.0
    if squad.endurance:
        return token_worth(squad, squad.endurance)
    return squad.card.endurance + strength(squad) + _ends_it(book.state, squad)


def _ends_it(state: State, squad: Squad) -> float:
    """A death that decides the match: the points suffice, or nobody is left."""
    is_last = len(state.player(squad.seat).models) == 1
    return 8.0 if is_last or _suffices(state, squad) else 0.0


def _suffices(state: State, squad: Squad) -> bool:
    """ED-22.3, ED-22.11, ED-22.12: whether what a model is worth is enough for an enemy."""
    worth, foes = squad.card.endurance, [foe.seat for foe in state.opponents(squad.seat)]
    if state.has_track:
        return state.lead(foes[0]) + worth >= state.ends[foes[0] - 1]
    if not state.format.teams:
        return False  # who is eliminated gives the match to whoever leads
    return state.player(squad.seat).kept <= worth or state.points(tuple(foes)) + worth >= ENOUGH_OF_A_TEAM


# Fights.


def strike_odds(attacker: Traits, defender: Traits, die: str = YELLOW) -> float:
    """The chance that one Attack wounds; 0 for a model that cannot attack."""
    if attacker.att is None:
        return 0.0
    if defender.guard is None or defender.loses_def:
        return SURE
    return attack_odds(attacker.att - defender.guard, die, attacker.att_again, defender.guard_again)


def is_faster(starter: Traits, other: Traits) -> bool:
    """ED-12.3 (1): the side that starts a fight in its own turn strikes first in a tie."""
    if starter.wins_ini != other.wins_ini:
        return starter.wins_ini
    return (-1 if starter.ini is None else starter.ini) >= (-1 if other.ini is None else other.ini)


def fight_worth(book: Book, mine: Model, foe: Model, die: str = YELLOW) -> float:
    """What a Combat Sequence that this model begins brings on the average, the die not counted."""
    return _sequence_worth(book.traits(mine), book.traits(foe), die)


@lru_cache(maxsize=1 << 16)
def _sequence_worth(mine: Traits, foe: Traits, die: str) -> float:
    first, second = (mine, foe) if is_faster(mine, foe) else (foe, mine)
    if first.att is None:
        first, second = second, first
    first_die, second_die = (die, YELLOW) if first is mine else (YELLOW, die)
    strikes = strike_odds(first, second, first_die)
    answers = (1 - strikes) * strike_odds(second, first, second_die)
    if first is mine:
        return strikes * foe.wound - answers * mine.wound
    return answers * foe.wound - strikes * mine.wound


def best_die(book: Book, mine: Model, foe: Model) -> tuple[float, str]:
    """The better die for our Attack, and what the fight brings with it."""
    plain = fight_worth(book, mine, foe)
    player = book.state.player(book.state.owner(mine))
    if not player.pool + player.temp or not is_faster(book.traits(mine), book.traits(foe)):
        return plain, YELLOW
    dear = fight_worth(book, mine, foe, RED) - crystal_price(player)
    return max((plain, YELLOW), (dear, RED))


# Crystals.


def crystals_worth(count: int) -> float:
    """A pool."""
    return sum(CRYSTALS[:count])


def crystal_price(player: Player) -> float:
    """What it costs to deplete the next Crystal; Temporary ones vanish anyhow."""
    if player.temp:
        return 0.0
    return CRYSTALS[min(player.pool, len(CRYSTALS)) - 1] - DEPLETED if player.pool else 1.0


def dark_worth(player: Player) -> float:
    """EF-6.7.3: Dark Points; those that a Banner is saved for grow dearer the nearer it comes."""
    saved = min(player.dark_points, _saved_for(player))
    return DARK_POINT * player.dark_points + DARK_SAVED * saved * (saved + 1) / 2


def dark_price(player: Player) -> float:
    """What it costs to spend the next Dark Point."""
    return DARK_POINT + DARK_SAVED * player.dark_points * (player.dark_points <= _saved_for(player))


def _saved_for(player: Player) -> int:
    """How many Dark Points the Banner takes; 0 if it takes none, or has been used."""
    price = player.banner_card.dp if player.banner_up else 0
    return price if isinstance(price, int) else 0


# The table.


def worth(state: State, seat: SeatId) -> float:
    """How good a world is for a seat."""
    if state.outcome is not None:
        return _result_worth(state, state.outcome.winners, seat)
    foes = [side_worth(state, foe.seat) for foe in state.opponents(seat)]
    friends = ALLY * sum(side_worth(state, ally.seat) for ally in state.allies(seat))
    return state.lead(seat) + side_worth(state, seat) + friends - sum(foes) / len(foes)


def _result_worth(state: State, winners: list[SeatId], seat: SeatId) -> float:
    """A win of one's own side alone counts; one that is shared with others is a draw."""
    if seat not in winners:
        return -WON
    own = [winner for winner in winners if not state.are_enemies(seat, winner)]
    return WON if own == winners else 0.0


def side_worth(state: State, seat: SeatId) -> float:
    """Everything one side has, except Victory Points."""
    player = state.player(seat)
    sites = sum(controller(state, site) == seat for site in harvest_sites(state))
    goods = crystals_worth(player.pool) + DEPLETED * player.depleted + 0.25 * player.temp
    goods += dark_worth(player)
    rest = BANNER * player.banner_up + CARD * len(player.hand) + SITE * sites - LAST_MODELS / _count(player)
    lasting = tokens_worth(state, seat) + looming(state, seat)
    return sum(squad_worth(squad) for squad in player.squads) + goods + rest + lasting


def looming(state: State, seat: SeatId) -> float:
    """What a Shrine will do to enemies at the end of the next Passive turn of its owner, if all stay."""
    player = state.player(seat)
    if not player.shrine_at or player.shrine_card.win != "passive_end":
        return 0.0
    scope, book = Scope(state, seat), Book(state)
    struck = (m for step in player.shrine_card.do if isinstance(step, Wound) for m in scope.models(step.who))
    foes = (model for model in struck if state.are_enemies(seat, state.owner(model)))
    return LOOMING * sum(wound_worth(book, model) for model in foes)


def _count(player: Player) -> int:
    return max(1, len(player.models))


def squad_worth(squad: Squad) -> float:
    """Models, tokens, Enhancements."""
    alive = [model for model in squad.models if model.state in (ON_BOARD, ASIDE)]
    if not alive:
        return 0.0
    tokens = sum(token_worth(squad, left) for left in range(1, squad.endurance + 1))
    attached = sum(map(_attached_worth, squad.enhancements))
    return strength(squad) * len(alive) + tokens + attached


def _attached_worth(enhancement: Enhancement) -> float:
    """What it can do, and what a Passive Action does that has been paid."""
    takes_charges = bool(CARDS[enhancement.card].attach.ch)
    fuel = CHARGE * min(5, enhancement.charges) if takes_charges else UNCHARGED
    return ATTACHED + fuel + ATTACHED * enhancement.passive


def chances(book: Book, seat: SeatId) -> float:
    """The fights that lie ready for a Squad that may still be activated in the running turn."""
    turn = book.state.turn
    if turn.seat != seat or turn.activated:
        return 0.0
    return max((squad_chances(book, squad) for squad in book.state.player(seat).alive), default=0.0)


def squad_chances(book: Book, squad: Squad) -> float:
    """What the fights of a Squad bring from where it stands."""
    return sum(model_chances(book, model) for model in squad.on_board)


def model_chances(book: Book, model: Model) -> float:
    """The best fight of a model from where it stands; none is 0."""
    if book.stat(model, "ATT") is None:
        return 0.0
    return max((best_die(book, model, foe)[0] for foe in book.state.contacts(model)), default=0.0)
