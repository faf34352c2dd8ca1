"""The words that the picture and the text share: whose turn it is, players, Squads, tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from textwrap import fill

from games.edge.catalogue import FACTIONS, SQUADS, PlayMode, play_mode
from games.edge.figures import Figure
from games.edge.names import model_code
from games.edge.state import (
    ARMIES,
    ASIDE,
    DEAD,
    DEPLOYMENT,
    DISPERSAL,
    FACTION_CHOICE,
    GONE,
    ON_BOARD,
    PLAY,
    ROLES,
    SHRINES,
    SOURCES,
    UNDEPLOYED,
    SeatId,
)
from games.edge.views import EdgeView, FightView, PlayerView, SquadView
from games.engine.contract.engine import Names
from games.engine.contract.phrases import seat_name
from games.engine.contract.text import gettext_noop as _

Translate = Callable[[str], str]
TITLE = "The Edge: Dawnfall"
WIDTH = 76  # of a line of text

_STAGES = {
    FACTION_CHOICE: _("set-up: the factions are chosen"),
    ARMIES: _("set-up: the armies and decks are chosen"),
    ROLES: _("set-up: the roles are chosen"),
    SHRINES: _("set-up: the Shrines are placed"),
    SOURCES: _("set-up: the Crystal Sources are placed"),
    DEPLOYMENT: _("set-up: the Squads are deployed"),
    DISPERSAL: _("set-up: dispersal"),
}
_TURNS = {
    "": _("TURN {number}"),
    "active": _("TURN {number}, active"),
    "passive": _("TURN {number}, passive"),
}
_STATES = {
    ON_BOARD: _("on the board: {models}"),
    DEAD: _("dead: {models}"),
    ASIDE: _("set aside: {models}"),
    GONE: _("out of the match: {models}"),
    UNDEPLOYED: _("not deployed: {models}"),
}


def stage(view: EdgeView, t: Translate) -> str:
    """Where the match stands."""
    if view["over"]:
        return t(_("the match is over"))
    if view["stage"] in _STAGES:
        return t(_STAGES[view["stage"]])
    return t(_TURNS.get(view["kind"], _TURNS[""])).format(number=view["number"])


def whose_turn(view: EdgeView, t: Translate, names: Names | None) -> str:
    """Who is on turn, if anybody is."""
    if not is_on_turn(view, view["turn"]):
        return ""
    said = t(_("on turn: {seat}")).format(seat=seat_name(view["turn"], names, t))
    return f"{said} ({t(_('the last turn'))})" if view["final_turn"] else said


def mode_of(view: EdgeView) -> PlayMode:
    """ED-24.1: the mode of play that is looked at."""
    return play_mode(len(view["players"]), bool(view["choices"].get("teams", False)))


def standstill(view: EdgeView, t: Translate) -> str:
    """How long nothing has happened, once that may end the match."""
    most = mode_of(view).quiet
    if view["quiet"] < most // 2 or view["over"]:
        return ""
    said = t(_("nothing has happened for {count} turns; after {most} the match ends"))
    return said.format(count=view["quiet"], most=most)


def is_on_turn(view: EdgeView, seat: SeatId) -> bool:
    """Whether it is this player's turn; in set-up the order is another one."""
    return seat == view["turn"] and view["stage"] == PLAY and not view["over"]


def player_notes(view: EdgeView, player: PlayerView, t: Translate) -> Iterator[str]:
    """What is to be said of a player in brackets."""
    seat = player["seat"]
    if seat == view["seat"]:
        yield t(_("you"))
    if is_on_turn(view, seat):
        yield t(_("on turn"))
    if seat == view["first"]:
        yield t(_("first"))
    if seat == view["countering"] and view["stage"] in _STAGES:
        yield t(_("countering"))
    if is_ally(view, seat):
        yield t(_("your ally"))
    if player.get("out"):
        yield t(_("eliminated"))
    if player["left"]:
        yield t(_("has left"))


def is_ally(view: EdgeView, seat: SeatId) -> bool:
    """ED-1.3: whether a player wins together with the reader."""
    teams = [team for team in view.get("sides", []) if view["seat"] in team]
    return seat != view["seat"] and any(seat in team for team in teams)


def side(view: EdgeView, seat: SeatId, t: Translate) -> str:
    """A player by the name of the faction; by the seat, as long as there is none."""
    faction = FACTIONS.get(view["players"][seat - 1]["faction"])
    return faction.name if faction else seat_name(seat, None, t)


def side_code(view: EdgeView, seat: SeatId) -> str:
    """A player in two letters, of which each faction has others."""
    faction = FACTIONS.get(view["players"][seat - 1]["faction"])
    return faction.code if faction else f"P{seat}"


def points(view: EdgeView, t: Translate) -> str:
    """ED-4.16: the VP marker in words, or the tokens of each player."""
    if mode_of(view).vp == "tokens":
        return t(_("VP tokens captured/kept: {players}")).format(players=" · ".join(_piles(view, t)))
    leader = max(view["players"], key=lambda player: player["lead"])
    if leader["lead"] <= 0:
        return t(_("VP: nobody leads"))
    return t(_("VP: {side} leads by {n}")).format(side=side(view, leader["seat"], t), n=leader["lead"])


def _piles(view: EdgeView, t: Translate) -> Iterator[str]:
    """The piles of each player; a team's together with what its two have captured."""
    for team in view.get("sides", []):
        piles = [view["players"][seat - 1] for seat in team]
        told = [f"{side(view, p['seat'], t)} {captured(p)}/{p.get('kept', 0)}" for p in piles]
        together = f" = {sum(map(captured, piles))}" if len(team) > 1 else ""
        yield " + ".join(told) + together


def captured(player: PlayerView) -> int:
    """ED-16.8: the VP tokens that a player has captured."""
    return sum(player.get("captured", {}).values())


def fight(shown: FightView, t: Translate) -> str:
    """A Combat Sequence in progress."""
    said = (
        _("counterattack: {fighter} against {target}")
        if shown["is_counter"]
        else _("fight: {fighter} against {target}")
    )
    told = t(said).format(fighter=model_code(shown["fighter"]), target=model_code(shown["target"]))
    power = shown["power"]
    return told if power is None else f"{told}, " + t(_("Attack Power {power}")).format(power=power)


def control(view: EdgeView, seat: SeatId | None, t: Translate) -> str:
    """Who controls a Crystal Source."""
    return t(_("nobody")) if seat is None else side(view, seat, t)


def attribute(value: int | None) -> str:
    """ED-8.3: None is "-"."""
    return "-" if value is None else str(value)


def token(name: str) -> str:
    """A token as people read it."""
    return name.replace("_", " ")


def squad_tokens(squad: SquadView) -> list[str]:
    """The tokens on a Squad card, and those on its models with their bearers."""
    own = [token(name) for name in squad["tokens"]]
    return own + [f"{token(name)} ({model['code']})" for model in squad["models"] for name in model["tokens"]]


def is_changed(squad: SquadView) -> bool:
    """ED-4.7: whether it is no longer in the mode in which every Squad begins."""
    return squad["mode"] != SQUADS[squad["kind"]].basic


def symbols(squad: SquadView, t: Translate) -> list[str]:
    """ED-8.4: the symbols of the mode."""
    mode = SQUADS[squad["kind"]].mode(squad["mode"])
    found = [t(_("rerolls ATT"))] if mode.att_reroll else []
    found += [t(_("rerolls DEF"))] if mode.defence_reroll else []
    return found + ([t(_("through obstacles"))] if mode.through_obstacles else [])


def whereabouts(squad: SquadView, t: Translate) -> list[str]:
    """Where the models of a Squad are; each state that someone is in."""
    models = {
        state: [model["code"] for model in squad["models"] if model["state"] == state] for state in _STATES
    }
    return [
        t(said).format(models=" ".join(models[state])) for state, said in _STATES.items() if models[state]
    ]


def in_fight(view: EdgeView, figure: Figure) -> bool:
    """Whether a figure is in a Combat Sequence that is not over."""
    return figure.model["id"] in chain.from_iterable((f["fighter"], f["target"]) for f in view["fights"])


def attributes(squad: SquadView) -> tuple[int | None, int | None, int | None, int | None]:
    """INI, ATT, DEF and MOV."""
    return squad["ini"], squad["att"], squad["defence"], squad["mov"]


def pile(view: EdgeView, t: Translate) -> str:
    """ED-2.2: what belongs to nobody."""
    said = t(_("neutral pile: Crystals {crystals}, Charges {charges}"))
    return said.format(crystals=view["neutral_crystals"], charges=view["neutral_charges"])


def player_title(view: EdgeView, player: PlayerView, t: Translate, names: Names | None) -> str:
    """Seat, name, faction and what else is to be said of a player."""
    faction = FACTIONS.get(player["faction"])
    told = seat_name(player["seat"], names, t, _("SEAT {number}")) + (f", {faction.name}" if faction else "")
    return told + "".join(f" ({note})" for note in player_notes(view, player, t))


def open_hand(view: EdgeView, player: PlayerView) -> list[str] | None:
    """The cards that the reader may see; None where there are none to speak of."""
    cards = player.get("hand")
    return cards if cards or view["stage"] == PLAY else None


def hand_title(view: EdgeView, player: PlayerView, t: Translate) -> str:
    """Over the cards of a hand."""
    if player["seat"] == view["seat"]:
        return t(_("YOUR HAND"))
    return t(_("HAND of {side}")).format(side=side(view, player["seat"], t))


def line(content: str, indent: int = 0) -> str:
    """A line of an email; a long one goes on in the next, indented, and no word of an order is broken."""
    plain = content if content.isprintable() else "".join(filter(str.isprintable, content))
    return fill(
        plain, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4),
        break_on_hyphens=False, break_long_words=False,
    )  # fmt: skip
