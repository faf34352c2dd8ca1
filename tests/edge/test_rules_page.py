"""The page of the rules for players: no rule is lost, and what it says of the factions is what is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.edge.catalogue import (
    ANY,
    CARDS,
    DICE,
    FACTIONS,
    MACROS,
    SQUADS,
    WINDOWS,
    Action,
    Card,
    Faction,
    Mode,
    SquadKind,
    TokenKind,
)
from games.edge.catalogue.check import walk
from games.edge.engine import EDGE
from games.edge.names import squad_code
from games.edge.state import State, Token
from games.edge.words import STANDING, VOCABULARY
from games.engine.contract.dice import Seeds
from games.engine.language.standing import parse_standing
from games.engine.play.orders import advance, submit
from games.engine.play.run import Run
from games.engine.play.save import Base
from games.engine.play.standing import standing_from
from games.services.texts import rule_ids
from games.web.rulebook import book_of
from tests.edge.plain_steps import verbs_in
from tests.edge.position import state_of
from tests.edge.setting_up import Opening

FILE = Path(__file__).parents[2] / "docs/rules/edge.md"
PAGE = FILE.read_text(encoding="utf-8")
CHAPTERS = {
    title.partition(".")[0]: text
    for title, _, text in (part.partition("\n") for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:])
}
DEFINED = r"^\*\*((?:ED|EC|EF|DP)-[A-Z0-9]+(?:\.[0-9]+)*)\*\*"
NAMED = r"\b(?:ED|EC|EF|DP)-[A-Z]?[0-9]+(?:\.[0-9]+)*"

# How many rules each chapter of the game has.
LENGTHS = dict(
    enumerate((10, 9, 10, 23, 4, 8, 5, 10, 8, 5, 8, 12, 8, 8, 11, 16, 10, 14, 8, 3, 5, 15, 11, 8, 24), 1)
)
DECISIONS = {
    "C": range(1, 4),
    "S": range(8),
    "T": range(1, 8),
    "A": range(1, 26),
    "I": range(1, 25),
    "N": [1],
}
OTHER_DECISIONS = {"I11"}  # no card asks the owner of a model that it affects
CONTENT = [
    *(f"1.4.{n}" for n in range(1, 9)),
    *("1.5.1", "1.5.2", "5.1", "5.2", "6.2.1", "6.4.1", "6.5.1", "6.5.2"),
    *(f"6.3.{n}" for n in range(1, 5)),
    *(f"6.6.{n}" for n in range(1, 7)),
    *(f"6.7.{n}" for n in range(1, 9)),
    *(f"2.{n}" for n in range(1, 16)),
    *(f"3.{n}" for n in range(1, 5)),
    *(f"4.{n}" for n in range(1, 14)),
    *(f"7.{n}" for n in range(1, 7)),
    *(f"8.3.{n}" for n in range(1, 13)),
]


def expected_ids() -> Iterator[str]:
    """Every rule of the game."""
    for chapter, length in LENGTHS.items():
        yield from (f"ED-{chapter}.{n}" for n in range(1, length + 1))
    yield from (f"EC-{n}" for n in range(1, 113))
    for kind, which in DECISIONS.items():
        yield from (f"DP-{kind}{n}" for n in which if f"{kind}{n}" not in OTHER_DECISIONS)
    yield from (f"EF-{number}" for number in CONTENT)


def test_the_page_has_each_rule_of_the_game_once() -> None:
    found = re.findall(DEFINED, PAGE, re.MULTILINE)
    assert sorted(found) == sorted(expected_ids())
    assert found == rule_ids(FILE)


def test_the_rules_of_a_chapter_stand_in_that_chapter() -> None:
    for chapter, text in CHAPTERS.items():
        for found in re.findall(DEFINED, text, re.MULTILINE):
            if found.startswith("ED-"):
                assert found.startswith(f"ED-{chapter}.")


def test_no_rule_points_to_a_rule_that_does_not_exist() -> None:
    assert set(re.findall(NAMED, PAGE)) <= set(rule_ids(FILE))


def test_every_rule_has_an_address_on_the_page_of_the_site() -> None:
    book = book_of(FILE, "edge")
    html = book.intro + "".join(chapter.html for chapter in book.chapters)
    assert [rule for rule in rule_ids(FILE) if f' id="{rule}"' not in html] == []


@cache
def items(chapter: str) -> list[str]:
    """The list items of a chapter, each in one line."""
    joined = re.sub(r"\n +(?=[^ -])", " ", CHAPTERS[chapter])
    return [line.strip().removeprefix("- ") for line in joined.splitlines() if line.lstrip().startswith("- ")]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables of a text, without their heads."""
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.replace("\\", "").strip("` ") for cell in row] for row in cells]


def section(chapter: str, title: str) -> str:
    """What stands under a smaller heading, up to the next one of its rank or above."""
    found = re.search(rf"^(##+) {re.escape(title)}\n(.*?)(?=^##|\Z)", CHAPTERS[chapter], re.M | re.S)
    assert found is not None, title
    return found.group(2)


def counted(number: int | str, thing: str, things: str = "") -> str:
    return f"{number} {thing if number == 1 else things or thing + 's'}"


NUMBERS = {
    "29": "chapter", "30": "demons", "33": "dvergar", "34": "rha-zack", "35": "reborn", "36": "faceless",
    "37": "darkness",
}  # fmt: skip
FACTION_CHAPTERS = [(chapter, FACTIONS[name]) for chapter, name in NUMBERS.items()]
EACH_FACTION = pytest.mark.parametrize(("chapter", "faction"), FACTION_CHAPTERS, ids=list(NUMBERS.values()))
SQUAD_KINDS = [(chapter, squad) for chapter, faction in FACTION_CHAPTERS for squad in faction.squads.values()]
ALL_CARDS = [(chapter, card) for chapter, faction in FACTION_CHAPTERS for card in faction.cards.values()]


def test_all_factions_have_a_chapter() -> None:
    assert {faction.id for _, faction in FACTION_CHAPTERS} == set(FACTIONS)


def change_of(mode: Mode) -> str:
    if mode.change.by_card:
        return "by card"
    if not mode.change.allowed:
        return "none"
    unit = "Dark Point" if mode.change.unit == "dark_point" else "Crystal"
    return counted(mode.change.cost, unit) if mode.change.cost else "free"


def mode_row(mode: Mode) -> list[str]:
    ini, att, defence, mov = (
        "–" if value is None else str(value) for value in (mode.ini, mode.att, mode.defence, mode.mov)
    )
    att += "*" * mode.att_reroll
    defence += "*" * mode.defence_reroll
    mov += "#" * mode.through_obstacles
    return [mode.name, str(mode.base), ini, att, defence, mov, change_of(mode)]


@pytest.mark.parametrize(("chapter", "squad"), SQUAD_KINDS, ids=lambda value: getattr(value, "id", value))
def test_a_squad_is_told_as_it_is_played(chapter: str, squad: SquadKind) -> None:
    text = section(chapter, squad.name)
    assert rows(text)[1:] == [mode_row(mode) for mode in squad.modes]
    code = squad_code(squad.id)
    facts = text.strip().splitlines()[0].split(" · ")
    assert facts[:5] == [
        f"`{squad.id}`, short {code}"
        + (f" (several: {code}1 to {code}{squad.cards})" if squad.cards > 1 else ""),
        squad.role,
        counted(squad.cards, "card"),
        counted(squad.models, "model"),
        f"Endurance {squad.endurance}",
    ]
    assert ("base [D]" in facts) == (squad.base_tag == "designed")


USES = {
    "roll": "once per roll",
    "combat": "once per Combat",
    "turn": "once per turn",
    "shot": "once per shot",
    "payment": "per payment",
}
PRICES = {
    "destroy_crystal": "and 1 destroyed Crystal",
    "destroy_unspent": "and 1 unspent Crystal destroyed",
    "endurance": "and 1 Endurance token",
    "discard": "and 1 discarded card",
}


def facts_of(action: Action) -> str:
    """Cost, marks, window and limits of an Action, as the page writes them."""
    price = counted(action.ch, "Charge") if action.ch else counted(action.cost, "Crystal")
    price = counted(action.dp, "Dark Point") if action.dp else price
    facts = ["no cost" if action.is_free_passive else price]
    facts += [PRICES[name] for row in action.pay for name in row]
    facts += ["Instant"] * bool(action.inst) + ["Passive"] * bool(action.passive)
    facts.append(" or ".join(f"`{window}`" for window in action.windows))
    facts += [USES[action.use]] if action.use in USES else []
    facts += [f"in {action.mode} mode only"] if action.mode else []
    return ", ".join(facts + ["for any Squad"] * bool(action.any_squad))


def is_shared(action: Action) -> bool:
    """Whether it is one of those that are told once (EF-5.1), as they are told there."""
    macro = MACROS.get(action.m, {})
    return bool(macro) and (action.name, action.txt) == (macro["name"], macro["txt"])


def card_head(card: Card) -> str:
    squad = "any Squad" if card.squad == ANY else SQUADS[card.squad].name
    head = [f"**{card.id} {card.title}**", counted(card.copies, "copy", "copies"), squad]
    head += ["Enhancement"] * card.is_enhancement + ["Evolve"] * card.is_evolve + ["extra"] * card.extra
    if card.attach.setup:
        head.append(f"attached in set-up with {counted(card.attach.ch, 'Charge')}")
    return " · ".join(head)


@pytest.mark.parametrize(("chapter", "card"), ALL_CARDS, ids=lambda value: getattr(value, "id", value))
def test_a_card_is_told_as_it_is_played(chapter: str, card: Card) -> None:
    at = items(chapter).index(card_head(card))
    for line, (half, action) in zip(items(chapter)[at + 1 :], card.actions, strict=False):
        told = f"{half.capitalize()} **{action.name}**: {facts_of(action)}."
        assert line.startswith(told)
        assert bool(line.removeprefix(told)) == (not is_shared(action))


def test_the_page_has_no_card_that_does_not_exist() -> None:
    heads = [line for chapter, _ in FACTION_CHAPTERS for line in items(chapter) if "cop" in line[:60]]
    assert heads == [card_head(card) for _, card in ALL_CARDS]
    assert len(heads) == len(CARDS)


@EACH_FACTION
def test_banners_and_shrines_are_told_as_they_are_played(chapter: str, faction: Faction) -> None:
    for what, kinds in ("Banner", faction.banner), ("Shrine", faction.shrine):
        for name, power in kinds.items():
            told = f"{what} `{name}`: **{power.name}**, `{power.window}`."
            assert any(line.startswith(told) for line in items(chapter))


@EACH_FACTION
def test_tokens_are_told_with_their_limits(chapter: str, faction: Faction) -> None:
    found = [line for line in items(chapter) if "limit" in line.partition(")")[0]]
    for line, token in zip(found, faction.tokens.values(), strict=True):
        assert line.startswith(f"**{token.t}** ({limit_of(token)}): {place_of(token)}.")
        assert line.endswith("[D] for the limit.") == (token.tag != "found")
        price = token.remove.pay
        assert not price or f"pay {price} Crystals" in line


def limit_of(token: TokenKind) -> str:
    return "no limit" if token.limit == "none" else f"limit {token.limit}"


def place_of(token: TokenKind) -> str:
    places = {
        "group": "On a group of Holy Knights that are linked by contact when it is placed",
        "model": "On a model",
        "squad": "On a Squad",
        "shrine": "On your Shrine",
        "source": "On a Crystal Source",
        "hex": "On a hex",
        "space": "On a Space",
        "card": "On an Enhancement",
    }
    return places[token.loc]


@EACH_FACTION
def test_the_ready_made_army_is_the_one_that_is_played(chapter: str, faction: Faction) -> None:
    text = section(chapter, f"Ready-made army of the {faction.name}")
    army = faction.decks["start"]
    assert rows(text)[1:] == [[f"{card} {CARDS[card].title}", str(n)] for card, n in army.deck.items()]
    squads = ", ".join(SQUADS[kind].name for kind in army.squads)
    assert f": {squads}. With it go these {sum(army.deck.values())} cards" in " ".join(text.split())
    assert ("designed here" in text) == (army.tag == "designed")


def test_the_windows_are_those_of_the_data_in_their_order() -> None:
    found = [(name, kind) for name, _, kind in rows(CHAPTERS["19"])[1:]]
    assert found == [
        (window.name, f"{window.kind}, gap" if window.gap else window.kind)
        for window in WINDOWS.values()
        if window.kind != "alias"
    ]


def test_the_dice_are_those_of_the_data() -> None:
    for name, faces, _ in rows(CHAPTERS["14"])[1:]:
        assert [int(face) for face in faces.split(", ")] == DICE[name.lower()].faces


def test_windows_of_cards_are_listed_with_those_who_use_them() -> None:
    table = dict(rows(section("28", "Windows"))[1:])
    for card in CARDS.values():
        for _, action in card.actions:
            for window in action.windows if not action.m else ():
                named = action.name in table[window] or window == "main" or bool(action.passive)
                assert named, (card.id, window)


def test_every_verb_of_the_data_is_explained() -> None:
    powers = [p for f in FACTIONS.values() for p in (*f.banner.values(), *f.shrine.values())]
    actions = [action for card in CARDS.values() for _, action in card.actions]
    powers += [power for faction in FACTIONS.values() for power in (*faction.always, *faction.powers)]
    tokens = [kind for faction in FACTIONS.values() for kind in faction.tokens.values()]
    steps = [step for action in (*actions, *powers) for step in walk([*action.do, *action.lasting])]
    steps += [s for kind in tokens for act in kind.acts for s in walk(act.do)]
    used = verbs_in(steps)
    words = [row[0] for row in rows(section("28", "What a card says"))]
    assert sorted(words[words.index("verb") + 1 :]) == sorted(used)


def test_shared_actions_are_explained_once() -> None:
    shared = {action.m for card in CARDS.values() for _, action in card.actions if action.m}
    told = [line for line in items("28") if line.startswith("**") and "`" in line and ": " in line]
    names = {found.group(1) for line in told if (found := re.match(r"\*\*([A-Z][A-Za-z ]+)\*\*", line))}
    assert names == {str(MACROS[macro]["name"]) for macro in shared}


# How to write orders.


def lines_for(what: str, title: str) -> list[str]:
    """The texts to write for something, in a table of chapter 31."""
    cells = [row for row in section("31", title).splitlines() if row.startswith(f"| {what}")]
    return re.findall(r"`([^`]+)`", " ".join(cells))


def opening(**answers: str) -> Opening:
    """A match up to the step behind those that are answered, Chapter against Demons."""
    match = Opening().order("faction chapter", "faction demons")
    match.send(1, answers.get("army", "army start"))
    match.send(2, "army start")
    return match


@pytest.mark.parametrize("line", lines_for("Faction", "Set-up"))
def test_a_faction_is_chosen_as_written(line: str) -> None:
    assert Opening().order(line).state.player(1).faction == "chapter"


@pytest.mark.parametrize("line", lines_for("role", "Set-up"))
def test_a_role_is_chosen_as_written(line: str) -> None:
    assert opening().order(line).state.countering == (1 if line == "role countering" else 2)


def test_armies_shrines_sources_and_squads_are_ordered_as_written() -> None:
    (army,) = lines_for("army", "Set-up")
    (shrine,), (source,), (squad,) = (lines_for(w, "Set-up") for w in ("Shrine", "Source", "a Squad"))
    match = opening(army=army).order(
        "role positioning", shrine, "shrine E5", source, "source B7", "source D7"
    )
    match.order("source D2", squad)
    assert (match.state.player(1).shrine_at, match.state.sources[0]) == ("A5", "B2")
    assert [model.at for model in match.state.squad("pilgrim").models] == ["A3.0", "A3.1", "A3.2", "A3.3"]


def test_wishes_for_later_steps_wait_for_them() -> None:
    match = opening().order("role positioning", "shrine A5 | A4 | B5\nsource B2", "shrine A5 | A4 | E5")
    assert (match.state.player(2).shrine_at, match.state.sources) == ("E5", ["B2"])


@pytest.mark.parametrize("line", [*lines_for("dispersal", "Set-up"), *lines_for("… with a Move", "Set-up")])
def test_dispersal_is_ordered_as_written(line: str) -> None:
    match = opening().order("role positioning", "shrine A1", "shrine E1")
    match.order("source A9", "source E9", "source A7", "source E7")
    match.order("deploy pilgrim C4.1 C4.2 C4.3 C4.0")
    match.by_default("dispersal").order(line)
    moved = match.state.model("pilgrim/1").at, match.state.model("pilgrim/2").at
    assert moved == (("C4.1", "C4.2") if line == "disperse none" else ("C5.3", "C5.4"))


def test_the_army_of_several_lines_is_understood_when_its_deck_is_full() -> None:
    lines = section("31", "Set-up").split("```")[1].strip().splitlines()
    assert lines[-1].endswith("…")
    rest = "Guard 2 Judgment 1 Overwatch 4 Shoot 6 Tactic 3 Trap 2"
    full = "\n".join([*lines[:-1], lines[-1].removesuffix(" …") + f" {rest}"])
    player = opening(army=full).state.player(1)
    assert (player.shrine, len(player.deck), player.deck.count("CH06")) == ("alt", 25, 2)


class Turn:
    """A turn in a position: lines are sent as one mail, and all of them must be carried out."""

    def __init__(self, state: State, standing: str = "") -> None:
        self.run: Run[State] = Run(EDGE, (1, 2), Seeds(bytes([7]) * 32), {})
        self.run.replay.reset(Base(rules=EDGE.rules, state=EDGE.encode(state)))
        self.run.standing = standing_from(EDGE, dict.fromkeys((1, 2), (1, STANDING + standing)))
        self.run.replay.go_on()
        advance(self.run)

    @property
    def state(self) -> State:
        return self.run.state

    def order(self, *lines: str) -> Turn:
        receipt = submit(self.run, self.state.turn.seat, "\n".join(lines))
        advance(self.run)
        assert receipt.problem is None, f"{receipt.problem.text!r}: {receipt.problem.error}"
        assert (receipt.handed_back, receipt.kept) == ("", "")
        return self


CHAPTER = (
    "angel_of_death@B5.* holy_knight@C3.12 holy_knight@A4.12 pilgrim@C4.2,C4.3,B3.0,B3.1 ranger@C1.0,C1.1"
)
DEMONS = "gorehound@C5.45 gorehound@E3.12 son_of_khyber=2@D8.* master_of_elements@C7.0 dark_scholar@C5.0,x,x"
HANDS = {
    1: ["CH01", "CH06", "CH11", "CH12", "CH16", "CH17", "CH19"],
    2: ["DE01", "DE02", "DE03", "DE09", "DE10", "DE11", "DE15"],
}


def turn(seat: int = 1, kind: str = "active", /, tokens: str = "", **choices: Any) -> Turn:
    """The turn of a seat, with everybody near everybody."""
    state = state_of(
        f"{CHAPTER} {DEMONS}",
        turn=seat,
        hands=HANDS,
        sources=("A7", "E7", "E1", "C9"),
        shrines=("A1", "E9"),
        enhancements={"pilgrim": [("CH18", 3), ("CH10", 3)]},
        **choices,
    )
    state.tokens += [Token(tokens, 2, models=["pilgrim/1"])] * bool(tokens)
    match = Turn(state)
    return match.order(f"turn {kind}") if kind else match


def activated(squad: str, seat: int = 1) -> Turn:
    return turn(seat).order(f"activate {squad}")


# A position for each text of the tables of chapter 31 about a turn.
ORDERS: dict[str, Callable[[], Turn]] = {
    "turn active": lambda: turn(1, ""),
    "turn passive": lambda: turn(1, ""),
    "turn active buy": lambda: turn(1, "", buy_vp=True),
    "turn passive buy": lambda: turn(1, "", buy_vp=True),
    "turn active mulligan": lambda: turn(1, "", mulligan=True),
    "activate pilgrim": turn,
    "activate pilgrim mode Run": turn,
    "move pilgrim/1 C5.3": lambda: activated("pilgrim"),
    "move pilgrim/1 C5.3 via B5": lambda: Turn(
        state_of("pilgrim:Run@B4.0 gorehound@E3.12", sources=(), shrines=("A1", "E9"))
    ).order("turn active", "activate pilgrim"),
    "move AD C5.* push GO1>C6.45": lambda: Turn(
        state_of("angel_of_death@B5.* gorehound@C5.45 gorehound@E3.12", sources=(), shrines=("A1", "E9"))
    ).order("turn active", "activate AD"),
    "move PI1 C4.0 move PI2 C4.4": lambda: activated("pilgrim"),
    "fight pilgrim/1 vs gorehound#1/1": lambda: activated("pilgrim"),
    "fight pilgrim/1 vs gorehound#1/1 red": lambda: activated("pilgrim"),
    'play "Trap" lower to GO1': turn,
    'attach "Overwatch" to pilgrim': lambda: Turn(
        state_of("pilgrim@C4.0 gorehound@E3.12", hands={1: ["CH12"]})
    ).order("turn active"),
    'attach "Overwatch" to pilgrim drop "Tactic"': turn,
    "use pilgrim.1 upper": turn,
    "banner 1": lambda: turn(2),
    "banner 2 pilgrim": turn,
    "remove FREEZE from pilgrim/1": lambda: turn(tokens="FREEZE"),
    "end": turn,
    'end discard "Trap"': turn,
    'play "Bash" upper with pilgrim': turn,
    'play "Freeze" lower to PI1': lambda: turn(2),
    'play "Mist" lower GO1 HK1': lambda: turn(2),
    'play "Horde" lower to PI1 with GO1 DS1': lambda: turn(2),
    'play "Resurrection" lower x 2 with DS2': lambda: turn(2),
    'play "Fireball" upper from son_of_khyber': lambda: turn(2),
    "use pilgrim.1 lower": turn,
    "move HK1 D3.12": lambda: turn().order('play "Leap" lower HK1'),
    "fight PI1 vs GO1 red": lambda: turn().order("use pilgrim.1 upper"),
    "at C6.12": lambda: turn(2).order('play "Freeze" upper GO2'),
    "to GO1": lambda: turn().order('play "Shoot" lower'),
    "at C5 C4": lambda: turn(2).order('play "Fireball" lower'),
    "along C6": lambda: turn(2).order('play "Ice Beam" lower'),
    "in A1": lambda: Turn(
        state_of("pilgrim@C4.0 holy_riders@-,- gorehound@E3.12", hands={1: ["CHX1"]}, shrines=("C9", "E9"))
    ).order("turn active", "play CHX1 upper"),
    "first PI2 PI1": lambda: turn(2).order('play "Fireball" lower', "at C5 C4 (shoot: red)"),
    "source restore pilgrim": lambda: Turn(
        state_of(
            "pilgrim=0@B2.1 gorehound@E3.12", sources=("A3",), shrines=("A9", "E9"), special_sources=True
        )
    ).order("turn passive"),
}


def test_the_orders_of_a_turn_are_those_tried_here() -> None:
    table = [line for line in section("31", "Your turn").splitlines() if line.startswith("| ")]
    assert {text for line in table for text in re.findall(r"`([^`]+)`", line)} == set(ORDERS)


@pytest.mark.parametrize("line", ORDERS)
def test_an_order_of_a_turn_is_carried_out_as_written(line: str) -> None:
    ORDERS[line]().order(line)


def test_the_example_of_a_turn_can_be_sent_as_it_stands() -> None:
    example = section("31", "Your turn").split("```")[1].strip()
    match = turn(1, "").order(*example.splitlines())
    assert (match.state.turn.seat, match.state.player(1).discard[-1]) == (2, "CH16")


def test_clauses_are_written_as_the_page_says() -> None:
    (line,) = re.findall(r"`(fight [^`]+\([^`]+)`", section("31", "Your turn"))
    activated("pilgrim").order(line)


def standing_texts() -> list[str]:
    """All standing orders that the page shows."""
    text = section("31", "Standing orders")
    cells = re.findall(r"`([a-z-]+: [^`]+)`", text)
    return [*(line for block in text.split("```")[1::2] for line in block.strip().splitlines()), *cells]


@pytest.mark.parametrize("line", standing_texts())
def test_a_standing_order_of_the_page_is_understood(line: str) -> None:
    orders, problems = parse_standing(line, VOCABULARY)
    assert not problems
    assert len(orders.policies) + len(orders.reactions) == 1


def test_the_standing_orders_of_who_says_nothing_are_those_of_the_page() -> None:
    blocks = section("31", "Standing orders").split("```")[1::2]
    assert blocks[-1].strip() == STANDING.strip()


def test_keys_and_words_of_conditions_are_those_of_the_game() -> None:
    first = [
        line.split(" | ")[0] for line in section("31", "Standing orders").splitlines() if line[:3] == "| `"
    ]
    named = {text.split()[0] for cell in first for text in re.findall(r"`([^`]+)`", cell)}
    game = VOCABULARY
    assert named == {*game.keys, *game.variables, *game.flags, *game.words}


def test_every_option_of_a_match_is_explained() -> None:
    named = set(re.findall(r"`([a-z_0-9]+)`", CHAPTERS["23"] + CHAPTERS["27"]))
    assert {option.name for option in EDGE.options} <= named
