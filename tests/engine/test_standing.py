"""Standing orders: what a player decides in advance, line by line."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract.conditions import Comparison, Flag, Term
from games.engine.contract.policies import (
    Clause,
    Item,
    Policy,
    Reaction,
    StandingOrders,
    clauses_for,
    number,
    reactions_for,
)
from games.engine.contract.text import fold
from games.engine.contract.vocabulary import Key, Vocabulary
from games.engine.language.lines import MAX_LINE, MAX_LINES
from games.engine.language.standing import format_order, format_standing, parse_standing
from tests.engine.test_conditions import FLAGS, NUMBERS, single

DICE = ("yellow", "red", "ask")
REROLL = Key(("no", "free", "paid", "card", "ask"))
WINDOWS = [
    *("open", "combat_declared", "before_defense", "in_combat"),
    *("wound_pending", "wound_dealt", "killed", "end_lost"),
]
EDGE = Vocabulary(
    keys={
        "defend": Key(DICE),
        "attack": Key(DICE),
        "reroll-defend": REROLL,
        "reroll-attack": REROLL,
        "counter": Key(("yes", "no", "ask")),
        "pay": Key(("crystal", "endurance", "vp", "stored")),
        "reserve": Key(number=True),
        "vp-to": Key(),
        "choose": Key(subject=True),
        "trigger": Key(("yes", "no", "ask"), subject=True),
        "fire": Key(("pay", "wound")),
        "unstoppable": Key(number=True),
        "share-hand": Key(("ally", "none")),
    },
    variables=dict.fromkeys(NUMBERS, ""),
    words={"die": ("yellow", "red"), "mode": ()},
    flags=dict.fromkeys(FLAGS, ""),
    windows=dict.fromkeys(WINDOWS, ""),
    verbs=("play", "use"),
    places=("to", "at", "x", "option", "discard", "pay"),
    shorthands={"red": (("attack",), "red"), "yellow": (("attack",), "yellow")},
)
RECOMMENDED = """\
defend: red if need > 0 and kills and need <= 6; yellow
defend: red if need >= 2 and need <= 6 and crystals >= 1; yellow
defend: red if ap >= def + 3 and crystals >= 1; yellow
attack: red if foe.tokens = 0 and foe.worth >= 2; red if edge < 0 and crystals >= 3; yellow
reroll-defend: free if fail; paid if fail and kills; no
reroll-attack: free if roll <= 1; paid if marked and crystals >= 2; no
reroll-defend: card "Storm of Blades" if fail
counter: yes
play "Leap" upper on combat_declared to self at auto if kills and worth >= 2 pay crystal limit 1/turn
use pilgrim.1 upper on before_defense to self if need > 0 and need <= 2
pay: crystal
reserve: 1
pay: crystal, endurance(any keep 1), vp(max 1)
pay: endurance(pilgrim > holy_knight#1 > avenger)
vp-to: fewest
use holy_knight#1.1 lower on combat_declared if edge >= 0
trigger "Power Swords": yes
trigger "Slashing": no
choose "Sapping Briar": squad:oracle_of_wrath, squad:warbeast
play "Order" upper on open at C5.* if hand >= 3
play "Empowering" lower on in_combat x 2 option 3 if kills
play "Guardian Angel" lower on wound_pending if kills and worth >= 1
play "Deflect" lower on wound_pending to enemy:weakest
use pilgrim.1 upper on killed if ch >= 1
use pilgrim.2 upper on killed
play "Mechanism" upper on end_lost
play "Anger" upper on wound_dealt
unstoppable: 1 if kills and need > 4
pay: stored, crystal
choose "charges": enh:avenger.1, enh:unbroken#1.1
use avenger.1 upper on open to enemy:weakest if edge >= 2
fire: pay if kills; wound
defend: yellow
attack: yellow
share-hand: none
fire: pay; wound
ask-limit: 0
"""
DREAMBLADE = Vocabulary(
    keys={"join": Key(), "aim": Key(("kill", "value", "focus:")), "send": Key(), "pick": Key()}
)


def parse(text):
    orders, problems = parse_standing(text, EDGE)
    assert [(problem.text, str(problem.error)) for problem in problems] == []
    return orders


def normal(orders):
    """The same orders without where they stood, to be compared."""
    return StandingOrders(
        tuple(replace(policy, line=0) for policy in orders.policies),
        tuple(replace(reaction, line=0) for reaction in orders.reactions),
    )


def problem_of(line):
    orders, problems = parse_standing(line, EDGE)
    assert normal(orders) == StandingOrders()
    (problem,) = problems
    return problem


def yes(key, subject=None, scope=None):
    return Policy(0, key, subject, scope, (Clause((Item(("yes",)),)),))


@pytest.mark.parametrize("line", RECOMMENDED.splitlines())
def test_every_recommended_order_is_read(line):
    orders = parse(line)
    assert len(orders.policies) + len(orders.reactions) == 1


def test_a_policy_is_read():
    (policy,) = parse("\n\ndefend[pilgrim/1]: Red if ap >= def + 3; yellow").policies
    strong = Comparison(Term("ap"), ">=", Term("def", 3))
    assert policy == Policy(
        3, "defend", None, "pilgrim/1", (Clause((Item(("red",)),), strong), Clause((Item(("yellow",)),)))
    )


def test_the_items_of_a_choice_keep_their_arguments():
    (policy,) = parse("pay: crystal, endurance(a>b, c keep 1), vp(max 1)").policies
    (clause,) = policy.clauses
    assert clause.choice == (
        Item(("crystal",)),
        Item(("endurance",), ("a", ">", "b", "c", "keep", "1")),
        Item(("vp",), ("max", "1")),
    )


def test_a_name_may_hold_anything_but_its_quotes():
    (policy,) = parse('reroll-defend: card "Plan #9; (if) [x]: y, z"').policies
    assert policy.clauses[0].choice == (Item(("card", "Plan #9; (if) [x]: y, z")),)


def test_a_subject_is_a_name_in_quotes_or_a_single_word():
    quoted, bare = parse('choose "Sapping Briar": 1\nchoose charges: 2').policies
    assert (quoted.subject, bare.subject) == ("Sapping Briar", "charges")


def test_a_reaction_is_read():
    text = "Play “Leap” upper ON Combat_Declared to self, model:a/1 at auto if kills pay vp(max 1) limit 2"
    (reaction,) = parse(text).reactions
    assert reaction == Reaction(
        1,
        "play",
        ("Leap", "upper"),
        "combat_declared",
        (
            ("to", (Item(("self",)), Item(("model:a/1",)))),
            ("at", (Item(("auto",)),)),
            ("pay", (Item(("vp",), ("max", "1")),)),
        ),
        Flag("kills"),
        2,
    )
    assert reaction.arguments == (
        ("to", ("self", "model:a/1")),
        ("at", ("auto",)),
        ("pay", ("vp", "max", "1")),
    )
    assert reaction.choice("pay") == (Item(("vp",), ("max", "1")),)
    assert reaction.choice("x") == ()


def test_remarks_bullets_and_empty_lines_are_no_orders():
    orders = parse("# mine\n\n- counter: yes  # always\n   \n2) fire: pay;\n")
    assert [(policy.line, policy.key) for policy in orders.policies] == [(3, "counter"), (5, "fire")]


def test_the_words_of_another_game_are_read_the_same_way():
    orders, problems = parse_standing("join[@C3]: best\naim: value\nsend: A1,E5,far\npick: cost>", DREAMBLADE)
    assert problems == ()
    assert [policy.scope for policy in orders.policies] == ["@C3", None, None, None]
    assert [item.words for item in orders.policies[2].clauses[0].choice] == [("A1",), ("E5",), ("far",)]
    assert orders.policies[3].clauses[0].choice == (Item(("cost>",)),)


@pytest.mark.parametrize(
    ("line", "why", "near"),
    [
        ("defnd: red", "no standing order starts with “defnd”", "defend"),
        ("plai x on open", "no standing order starts with “plai”", "play"),
        ("Hello Bob,", "no standing order starts with “Hello”", None),
        ('"defend": red', 'no standing order starts with “"defend": red”', "defend"),
        ("defend: rde", "“rde” cannot be chosen here", "red"),
        ("defend: red; no", "“no” cannot be chosen here", None),
        ("defend: red if kils", "unknown word in a condition: “kils”", "kills"),
        ("defend red", "a colon is missing after the key", None),
        ("defend:", "something is missing at the end", None),
        ("defend: red if", "something is missing at the end", None),
        ("defend: ; red", "could not read this from “red” onwards", None),
        ('defend: card "Leap', "a quote is not closed", None),
        ('choose "  ": 1', "there is nothing between the quotes", None),
        ('defend "Leap": red', "“defend” takes no name before its colon", None),
        ("choose: 1", "“choose” needs a name in quotes before its colon", None),
        ("reserve: some", "“some” is not a number", None),
        ("reserve: 1234567", "“1234567” is not a number", None),
        ("reserve: ²", "“²” is not a number", None),
        ("pay: endurance(any", "something is missing at the end", None),
        ('play "Leap" upper', "“on” and the name of a window are missing", None),
        ('play "Leap" upper on comat_declared', "“comat_declared” is not a window", "combat_declared"),
        ('play "Leap" on open too self', "“too” is not allowed here", "to"),
        ('play "Leap" on open to a to b', "“to” appears twice", None),
        ('play "Leap" on open if kills if last', "“if” appears twice", None),
        ('play "Leap" on open limit 1/game', "could not read this from “/game” onwards", None),
        ("defend: red if " + "(" * 30 + "kills", "brackets are nested more than 20 levels deep", None),
        ("defend: red" + " " * MAX_LINE, "a line may have at most 400 characters", None),
    ],
)
def test_a_wrong_line_is_a_problem_that_says_why(line, why, near):
    problem = problem_of(line)
    assert (problem.line, problem.text, str(problem.error)) == (1, line[:MAX_LINE], why)
    assert near is None or problem.error.nearest[0] == near


def test_right_lines_stand_beside_wrong_ones():
    orders, problems = parse_standing("counter: yes\ncounter: perhaps\r\n“x\ndefend: red", EDGE)
    assert [(policy.line, policy.key) for policy in orders.policies] == [(1, "counter"), (4, "defend")]
    assert [(problem.line, problem.text) for problem in problems] == [(2, "counter: perhaps"), (3, "“x")]


def test_problems_come_in_the_order_of_their_lines():
    _, problems = parse_standing("x\n" + "y" * (MAX_LINE + 1) + "\nz", EDGE)
    assert [problem.line for problem in problems] == [1, 2, 3]


def test_where_no_word_is_near_all_that_may_be_chosen_are_named():
    assert problem_of("defend: xyzzy").error.nearest == DICE


def test_the_lines_beyond_the_cap_are_one_problem():
    orders, problems = parse_standing("counter: yes\n" * 10_000, EDGE)
    assert len(orders.policies) == MAX_LINES
    assert [problem.line for problem in problems] == [MAX_LINES + 1]


def test_special_scopes_go_before_any_and_any_before_none():
    orders = parse(
        "counter: yes\ncounter[any]: yes\ncounter[pilgrim]: no\ncounter[Pilgrim/1]: ask\ncounter[x]: no"
    )
    found = clauses_for(orders, "counter", None, ["pilgrim/1", "pilgrim"])
    assert [policy.line for policy, _ in found] == [4, 3, 2, 1]


def test_clauses_are_tried_from_left_to_right_and_top_to_bottom():
    orders = parse("attack: yellow\ndefend: red if kills; yellow\ndefend: ask")
    choices = [clause.choice[0].words[0] for _, clause in clauses_for(orders, "defend")]
    assert choices == ["red", "yellow", "ask"]


@pytest.mark.parametrize(("subject", "found"), [("SEDUCTION", [2]), ("Slashing", [1]), (None, []), ("", [])])
def test_orders_about_a_name_are_found_by_that_name_alone(subject, found):
    orders = parse('trigger "Slashing": no\ntrigger "Seduction": yes')
    assert [policy.line for policy, _ in clauses_for(orders, "trigger", subject)] == found


def test_an_order_without_a_name_is_found_by_an_empty_one():
    assert [policy.line for policy, _ in clauses_for(parse("counter: yes"), "counter", "")] == [1]


def test_reactions_are_found_by_their_window_from_top_to_bottom():
    orders = parse("use a.1 on killed\nuse b.1 on open\nuse c.1 on killed")
    assert [reaction.words for reaction in reactions_for(orders, "killed")] == [("a.1",), ("c.1",)]


def test_a_number_is_that_of_the_first_clause_that_holds():
    orders = parse("reserve: 3 if crystals >= 5; 1")
    assert number(orders, "reserve", 0, {"crystals": 6}) == 3
    assert number(orders, "reserve", 0) == 1
    assert number(orders, "ask-limit", 7) == 7


def test_a_policy_is_quoted_with_all_its_clauses():
    (policy,) = parse('trigger "Slashing"[pilgrim]: no if mine; yes').policies
    assert format_order(policy) == 'trigger "Slashing"[pilgrim]: no if mine; yes'


def test_a_reaction_is_quoted_as_a_whole():
    (reaction,) = parse("use  pilgrim.1 upper on killed if ch>=1 to  self limit 1 / turn").reactions
    assert format_order(reaction) == "use pilgrim.1 upper on killed to self if ch >= 1 limit 1/turn"


letters = st.characters(exclude_characters='"', exclude_categories=["C", "Z"])
names = st.text(letters, min_size=1, max_size=12).filter(lambda name: fold(name) == name)
free_words = names | st.sampled_from(["if", "on", "limit", "#1", ">", "-", "a,b", "a b", "1."])
few_words = st.lists(free_words, max_size=2).map(tuple)
some_words = st.lists(free_words, min_size=1, max_size=2).map(tuple)
choices = st.lists(st.builds(Item, some_words, few_words), min_size=1, max_size=2).map(tuple)
clauses = st.lists(st.builds(Clause, choices, st.none() | single), min_size=1, max_size=2).map(tuple)
scopes = st.none() | st.sampled_from(["any", "pilgrim", "holy_knight#1/2", "@C3"])
policies = st.builds(Policy, st.just(0), st.just("choose"), names, scopes, clauses) | st.builds(
    Policy, st.just(0), st.just("vp-to"), st.none(), scopes, clauses
)
values = st.lists(st.builds(Item, st.tuples(free_words), few_words), min_size=1, max_size=2).map(tuple)
arguments = st.dictionaries(st.sampled_from(EDGE.places), values, max_size=2).map(
    lambda given: tuple(given.items())
)
reactions = st.builds(
    Reaction,
    st.just(0),
    st.sampled_from(["play", "use"]),
    some_words,
    st.sampled_from(WINDOWS),
    arguments,
    st.none() | single,
    st.none() | st.integers(0, 999),
)
standing = st.builds(
    StandingOrders, st.lists(policies, max_size=2).map(tuple), st.lists(reactions, max_size=2).map(tuple)
)


@given(standing)
def test_orders_written_down_read_back_the_same(orders):
    assert normal(parse(format_standing(orders))) == orders


def test_the_recommended_orders_written_down_read_back_the_same():
    orders = parse(RECOMMENDED)
    assert normal(parse(format_standing(orders))) == normal(orders)


@st.composite
def spoilt(draw, text):
    """A text with a few letters lost, doubled or put in."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 5)))
        put = draw(st.sampled_from([*'"()[]{};:,|#\n <>=.ifon', "", "“", "\x00", "\u2028", text[at:end] * 2]))
        text = text[:at] + put + text[end:]
    return text


@given(st.text() | spoilt(RECOMMENDED) | st.text('defnd: ryow"()[];if,#\n', max_size=80))
def test_whatever_the_text_each_line_is_an_order_or_a_problem_or_empty(text):
    orders, problems = parse_standing(text, EDGE)
    assert all(str(problem.error) and problem.text for problem in problems)
    lines = [
        *(o.line for o in orders.policies),
        *(o.line for o in orders.reactions),
        *(p.line for p in problems),
    ]
    assert len(lines) == len(set(lines))
    again = parse(format_standing(orders))
    assert normal(again) == normal(orders)
