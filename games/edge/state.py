"""ED-2.9: the state of a match. Plain data, and the questions about it that any rule may ask."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

import msgspec

from games.edge import geometry
from games.edge.catalogue import CARDS, FACTIONS, SQUADS, Action, Faction, Mode, SquadKind
from games.edge.geometry import Board, Placement

SeatId = int

# Where a model is (ED-1.1).
ON_BOARD = "board"
DYING = "dying"  # ED-16.14: dead, but still on its hexes until the `killed` window closes
DEAD = "dead"
UNDEPLOYED = "undeployed"
ASIDE = "aside"

_STANDING = (ON_BOARD, DYING)

# The stages of a match; ED-4 up to `dispersal`.
FACTION_CHOICE = "factions"
ARMIES = "armies"
ROLES = "roles"
SHRINES = "shrines"
SOURCES = "sources"
DEPLOYMENT = "deployment"
DISPERSAL = "dispersal"
ACTIVE, PASSIVE = "active", "passive"  # ED-5.1
PLAY = "play"
OVER = "over"


class Model(msgspec.Struct, omit_defaults=True):
    """ED-1.1: one miniature."""

    id: str  # pilgrim/3, holy_knight#2/1 (ED-1.10)
    squad: str
    state: str = UNDEPLOYED
    at: str = ""  # the name of its placement, while on the board


class Enhancement(msgspec.Struct, omit_defaults=True):
    """ED-18: a card attached to a Squad."""

    card: str
    charges: int = 0
    passive: bool = False  # ED-18.10: its Passive Action has been paid for


class Squad(msgspec.Struct, omit_defaults=True):
    """ED-1.2."""

    id: str  # pilgrim, holy_knight#2
    kind: str
    seat: SeatId
    mode: str
    endurance: int = 0
    models: list[Model] = []
    enhancements: list[Enhancement] = []

    @property
    def card(self) -> SquadKind:
        """The Squad card."""
        return SQUADS[self.kind]

    @property
    def side(self) -> Mode:
        """The side of the card that lies up."""
        return self.card.mode(self.mode)

    @property
    def on_board(self) -> list[Model]:
        """Its models on the board."""
        return [model for model in self.models if model.state == ON_BOARD]

    @property
    def is_alive(self) -> bool:
        """ED-1.2: at least one model is on the board or set aside."""
        for model in self.models:  # noqa: SIM110 (asked so often that a generator would be felt)
            if model.state in (ON_BOARD, ASIDE):
                return True
        return False

    @property
    def lost(self) -> int:
        """How many Endurance tokens it is short of."""
        return self.card.endurance - self.endurance


class Player(msgspec.Struct, omit_defaults=True):
    """ED-2.1: what belongs to one player."""

    seat: SeatId
    faction: str = ""
    banner: str = "std"
    shrine: str = "std"
    shrine_at: str = ""  # the name of a Space
    banner_up: bool = True
    pool: int = 0
    depleted: int = 0
    temp: int = 0
    deck: list[str] = []  # the first card is the top
    hand: list[str] = []
    discard: list[str] = []
    beside: list[str] = []  # EF-7.1: deployment cards that lie beside the deck
    squads: list[Squad] = []
    mulligan_used: bool = False
    left: bool = False

    @property
    def content(self) -> Faction:
        """The cards, Squads and tokens of the faction."""
        return FACTIONS[self.faction]

    @property
    def banner_card(self) -> Action:
        """The Banner this player has chosen."""
        return self.content.banner[self.banner]

    @property
    def shrine_card(self) -> Action:
        """The Shrine this player has chosen."""
        return self.content.shrine[self.shrine]

    def squad(self, name: str) -> Squad:
        """One of the own Squads."""
        return next(squad for squad in self.squads if squad.id == name)

    @property
    def alive(self) -> list[Squad]:
        """The Squads that are alive."""
        return [squad for squad in self.squads if squad.is_alive]

    @property
    def models(self) -> list[Model]:
        """The own models on the board, in the order of the army list."""
        return [model for squad in self.squads for model in squad.on_board]


class Token(msgspec.Struct, omit_defaults=True):
    """A status token: on models (a group has several), on a Squad card or on a Shrine."""

    t: str
    owner: SeatId
    models: list[str] = []
    squad: str = ""
    shrine: SeatId = 0


class Effect(msgspec.Struct, omit_defaults=True):
    """EF-2.15: what lasts for a while: an attribute changed or borrowed, a flag granted."""

    models: list[str]
    until: str
    seat: SeatId  # who caused it: `my_passive` and `foe_passive` are said from there
    stat: str = ""
    by: int = 0
    times: int = 1
    flag: str = ""
    lender: str = ""  # a Squad whose attribute is used, and with `tokens` its Endurance too
    tokens: bool = False
    depth: int = 0  # of the Combat or Action it belongs to: there may be one inside another


class Later(msgspec.Struct, omit_defaults=True):
    """EF-2.14 `later`: steps that wait for a window."""

    win: str
    seat: SeatId
    do: list[dict[str, object]]
    squad: str = ""  # of this Squad's activation
    by: str = ""  # only if a model of this kind of Squad has done it
    names: dict[str, list[str]] = {}
    title: str = ""


class Activation(msgspec.Struct, omit_defaults=True):
    """ED-8.5: the Squad that is being activated, and what it has done."""

    squad: str
    moved: bool = False
    fighting: bool = False  # the Combat Action has begun
    fought: list[str] = []
    closed: bool = False  # the Combat Action is over


class Fight(msgspec.Struct, omit_defaults=True):
    """ED-12.3: a Combat Sequence in progress, for all to see."""

    fighter: str
    target: str
    starter: SeatId
    attacker: str = ""
    defender: str = ""
    power: int | None = None  # the final Attack Power
    guard: int | None = None
    is_counter: bool = False
    is_backstab: bool = False
    is_controlled: bool = False  # ED-12.11: the fighter is an enemy's model in the starter's hands
    reach: int = 0  # a Backstab that needs no contact
    ambushes: list[str] = []  # ED-12.9: who has declared a Backstab before the fight
    cancelled: bool = False


class Turn(msgspec.Struct, omit_defaults=True):
    """ED-5: the running turn."""

    seat: SeatId
    number: int = 0
    kind: str = ""  # active or passive, once declared
    stage: str = "start"
    activation: Activation | None = None
    activated: list[str] = []
    banner_used: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """ED-22: who has won, and why; both where it is a draw."""

    winners: list[SeatId]
    reason: str


class Choices(msgspec.Struct, omit_defaults=True):
    """ED-23: the options of the match."""

    preset: bool = False
    beginner: bool = False
    more_crystals: bool = False
    handicap: int = 0  # + for the first seat, - for the second
    mulligan: bool = False
    buy_vp: bool = False
    alternative_setup: bool = False
    deck: int = 25
    reshuffle: bool = False
    script: bool = False
    hand: int = 3
    special_sources: bool = False


class State(msgspec.Struct, omit_defaults=True, dict=True):
    """The whole table. Seats are numbered from 1, clockwise."""

    choices: Choices
    players: list[Player]
    turn: Turn
    stage: str = FACTION_CHOICE
    first: SeatId = 0
    countering: SeatId = 0
    sources: list[str] = []  # names of Spaces
    neutral_crystals: int = 0
    neutral_charges: int = 0
    vp: int = 0  # positive: the first seat leads
    ends: list[int] = []  # ED-4.16: the steps from the middle to each seat's end
    tokens: list[Token] = []
    effects: list[Effect] = []
    laters: list[Later] = []
    fights: list[Fight] = []  # the innermost last
    actions: list[str] = []  # titles of the Actions that are being carried out, the innermost last
    uses: dict[str, int] = {}  # of Enhancement Actions, by the stretch of play they are limited to
    asked: int = 0  # set-up: how many placements have been made in this stage
    final_turn: bool = False
    quiet: int = 0  # Passive turns in a row
    outcome: Outcome | None = None

    # People.

    def player(self, seat: SeatId) -> Player:
        """The player of a seat."""
        return self.players[seat - 1]

    @property
    def active(self) -> Player:
        """ED-1.4: the player whose turn it is."""
        return self.players[self.turn.seat - 1]

    def foe(self, seat: SeatId) -> Player:
        """The opponent in a duel."""
        return self.players[2 - seat]

    def lead(self, seat: SeatId) -> int:
        """By how many steps the VP marker stands on this player's side; negative if behind."""
        return self.vp if seat == 1 else -self.vp

    @property
    def order(self) -> list[SeatId]:
        """ED-4.10: the placement order, the Countering player last."""
        seats = [player.seat for player in self.players]
        at = seats.index(self.countering) + 1
        return [*seats[at:], *seats[:at]]

    # Pieces.

    @cached_property
    def _index(self) -> dict[str, Squad | Model]:
        models = [model for squad in self.squads for model in squad.models]
        return {**{squad.id: squad for squad in self.squads}, **{model.id: model for model in models}}

    def forget_index(self) -> None:
        """Squads were added."""
        vars(self).pop("_index", None)
        vars(self).pop("squads", None)

    def squad(self, name: str) -> Squad:
        """A Squad by its address (ED-1.10)."""
        found = self._index[name]
        if not isinstance(found, Squad):
            raise KeyError(name)
        return found

    def model(self, name: str) -> Model:
        """A model by its address (ED-1.10)."""
        found = self._index[name]
        if not isinstance(found, Model):
            raise KeyError(name)
        return found

    def squad_of(self, model: Model) -> Squad:
        """The Squad of a model."""
        return self.squad(model.squad)

    def owner(self, model: Model) -> SeatId:
        """Whose model it is."""
        return self.squad(model.squad).seat

    def base(self, model: Model) -> int:
        """ED-1.7: the size of its base in the present mode."""
        return self.squad(model.squad).side.base

    @cached_property
    def squads(self) -> list[Squad]:
        """All Squads, player by player."""
        return [squad for player in self.players for squad in player.squads]

    @property
    def models(self) -> Iterator[Model]:
        """All models on the board, player by player."""
        return (model for squad in self.squads for model in squad.models if model.state == ON_BOARD)

    def enemies(self, seat: SeatId) -> list[Model]:
        """ED-1.3: the models on the board that are nobody of this player's."""
        return [model for player in self.players if player.seat != seat for model in player.models]

    def enhancement(self, name: str) -> Enhancement:
        """ED-1.10: `pilgrim.1` is the Enhancement in the first slot."""
        squad, _, slot = name.rpartition(".")
        return self.squad(squad).enhancements[int(slot) - 1]

    # Places.

    @property
    def board(self) -> Board:
        """ED-4.1: the board of a duel."""
        return geometry.DUEL

    def placement(self, model: Model) -> Placement:
        """Where a model on the board stands."""
        return geometry.DUEL.placements[model.at]

    @property
    def tokens_mask(self) -> int:
        """The hexes under Shrines and Crystal Sources: each fills its Space (ED-1.5)."""
        mask = 0
        for name in self.token_spaces:
            mask |= geometry.DUEL.area[geometry.DUEL.number[name]]
        return mask

    @property
    def fallen_mask(self) -> int:
        """ED-16.14: the hexes of models that are dying."""
        mask = 0
        for squad in self.squads:
            for model in squad.models:
                if model.state == DYING:
                    mask |= self.placement(model).mask
        return mask

    @property
    def token_spaces(self) -> list[str]:
        """The Spaces that Shrines and Crystal Sources fill."""
        return [*(player.shrine_at for player in self.players if player.shrine_at), *self.sources]

    def occupied(self, without: Collection[str] = ()) -> int:
        """ED-10.1: the hexes under models and map tokens, some models lifted off the board."""
        places = geometry.DUEL.placements
        mask = self.tokens_mask
        for squad in self.squads:
            for model in squad.models:
                if model.state in _STANDING and model.id not in without:
                    mask |= places[model.at].mask
        return mask

    def touching(self, models: Iterable[Model], mask: int) -> list[Model]:
        """Those of the models that are base to base with a set of hexes, itself not overlapped (ED-1.6)."""
        places = geometry.DUEL.placements
        return [model for model in models if places[model.at].halo & mask]

    def are_touching(self, one: Model, other: Model) -> bool:
        """ED-1.6: base to base."""
        if one.state not in _STANDING or other.state not in _STANDING:
            return False
        return bool(self.placement(one).halo & self.placement(other).mask)

    def contacts(self, model: Model) -> list[Model]:
        """The enemy models in base contact."""
        return self.touching(self.enemies(self.owner(model)), self.placement(model).mask)

    def space_mask(self, name: str) -> int:
        """All seven hexes of a Space."""
        return geometry.DUEL.area[geometry.DUEL.number[name]]

    def is_full(self, space: int, occupied: int) -> bool:
        """ED-13.6: all seven hexes are covered."""
        return not geometry.DUEL.free_in(space, occupied)


def title(card: str) -> str:
    """ED-17.9: the name of a card."""
    return CARDS[card].title
