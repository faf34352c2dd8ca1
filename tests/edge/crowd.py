"""Positions to look at: crowded ones, with everything that can lie on a table, and empty ones."""

from __future__ import annotations

from games.edge.state import (
    ARMIES,
    FACTION_CHOICE,
    OVER,
    ROLES,
    SHRINES,
    SOURCES,
    Activation,
    Choices,
    Fight,
    Outcome,
    Player,
    State,
    Token,
    Turn,
)
from tests.edge.position import state_of

HOSTILE = {1: "<script>alert(1)</script>\x00\n", 2: "\"&quot;'><b>{0} %s {seat} " + "Ł" * 60}


def crowded() -> State:
    """Bases of one, two and seven hexes, contacts, modes, tokens, Enhancements, a fight in an activation."""
    state = state_of(
        "angel_of_death:Flight=2@C4.* holy_knight:Upgraded=1@B4.34 holy_knight@B5.34"
        " pilgrim:Run=0@C5.5,C5.0,D2.1,x ranger:Aim@B3.6,B3.1"
        " son_of_khyber:Rage=3@D4.* master_of_elements:Focus=2@C8.0 dark_scholar:Ritual@C6.5,C6.4,D5.6"
        " gorehound@C5.12 gorehound:Astral=0@C5.34",
        pools=(7, 3),
        depleted=(1, 2),
        hands={1: ["CH08", "CH04", "CH16"], 2: ["DE03", "DE09", "DE09"]},
        decks={1: ["CH01"] * 11, 2: ["DE14"] * 9},
        enhancements={
            "pilgrim": [("CH04", 2), ("CH10", 3)],
            "angel_of_death": [("CH20", 3)],
            "gorehound#1": [("DE12", 1)],
        },
        vp=3,
        sources=("B2", "B7", "D1", "D7"),
    )
    state.squad("pilgrim").enhancements[1].passive = True
    state.players[0].discard = ["CH11", "CH16", "CH16", "CH19"]
    state.players[1].banner_up, state.players[1].temp = False, 1
    state.tokens = [
        Token("TRAP", 1, models=["gorehound#1/1"]),
        Token("FIRE", 2, models=["pilgrim/2"]),
        Token("FREEZE", 2, models=["pilgrim/2"]),
        Token("INFECTION", 2, models=["angel_of_death/1"]),
        Token("BLESSING", 1, squad="angel_of_death"),
        Token("SPECTRAL_GRASP", 2, models=["holy_knight#1/1"]),
        Token("SHIELD_WALL", 1, models=["holy_knight#1/1", "holy_knight#2/1"]),
        Token("CRYSTAL_AEGIS", 2, models=["master_of_elements/1"]),
    ]
    state.turn.kind = "active"
    state.turn.activated, state.turn.activation = ["pilgrim"], Activation("pilgrim", moved=True)
    state.fights = [Fight("pilgrim/2", "gorehound#1/1", 1, power=5)]
    return state


def packed() -> State:
    """Spaces without a free hex, several copies of a Squad, other Banners and Shrines; all but over."""
    state = state_of(
        "holy_knight=1@C5.12 holy_knight:Upgraded@C5.34 holy_knight@C5.56 pilgrim@B5.0,B5.1,B5.2,B5.3"
        " purge_doctor:Defense=1@C7.01,C7.23,C7.45"
        " bloodsmith:Strong@B5.4,B5.5,B5.6 dark_scholar@D3.1,D3.2,D3.3 dark_scholar:Ritual@D3.4,D3.5,D3.6"
        " gorehound@E1.01 ish@E9.*",
        turn=2,
        vp=-10,
        hands={1: ["CH01"] * 5},
        variants={1: ("alt", "alt"), 2: ("alt", "alt")},
    )
    state.tokens = [Token("BLESSING", 1, shrine=1)] * 3
    state.turn.kind, state.turn.activated = "active", ["gorehound"]
    return state


def beginnings() -> list[State]:
    """Set-up, stage by stage, as long as there is no Squad."""
    found: list[State] = []
    for stage in (FACTION_CHOICE, ARMIES, ROLES, SHRINES, SOURCES):
        state = State(
            choices=Choices(), players=[Player(seat=1), Player(seat=2)], turn=Turn(seat=1), stage=stage
        )
        if stage != FACTION_CHOICE:
            state.players[0].faction, state.players[1].faction = "demons", "chapter"
        if stage == SOURCES:
            state.players[0].shrine_at, state.sources = "A5", ["C3"]
        found.append(state)
    return found


def ended() -> State:
    """A match that is over."""
    state = crowded()
    state.stage, state.outcome = OVER, Outcome([1], "vp")
    state.fights, state.turn.activation = [], None
    return state


def everything() -> list[State]:
    """All of them."""
    return [crowded(), packed(), *beginnings(), ended()]
