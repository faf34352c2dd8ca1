"""Order sheets: from a player's text to a program, and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract.conditions import Comparison, Flag, Term
from games.engine.contract.policies import Clause, Item, Policy
from games.engine.contract.text import fold
from games.engine.language.lines import MAX_LINE, MAX_LINES, split_lines
from games.engine.language.sheet import (
    Jump,
    JumpUnless,
    Sheet,
    Step,
    Stop,
    lines_from,
    parse_sheet,
    shorthand,
)
from tests.engine.test_standing import EDGE, free_words, spoilt
from tests.timing import quick

TURN = """\
turn active
1. activate pilgrim mode Run order move,combat
2. move pilgrim/1 C5.3 via B5, B6 push gorehound#1/1>C4.1,gorehound#1/2>C4.2
3. fight pilgrim/1 vs gorehound#1/1|gorehound#1/2 (defend: red if need <= 2; yellow) (counter: no)  # hope
play “Storm of Blades” lower; stop if crystals < 2

if foe.tokens = 0 and not kills {
    use pilgrim.1 upper
    if mine { banner 1 } else { banner 2 }
} else if fail
{
    stop
}
else { attach "Leap" to pilgrim drop "Order" }
move pilgrim/2 C6.1
    | move pilgrim/2 C6.2
    (pay: crystal,
          endurance(any keep 1))
end discard "Leap"
"""


def parse(text):
    sheet, problem, rest = parse_sheet(text, EDGE)
    assert (problem and str(problem.error), rest) == (None, "")
    return sheet


def normal(sheet):
    """The same program without where it stood, to be compared."""
    return Sheet("", tuple(map(_normal_op, sheet.program)))


def _normal_op(op):
    match op:
        case Step():
            clauses = tuple(replace(policy, line=0) for policy in op.clauses)
            return replace(op, line=0, text="", clauses=clauses)
        case JumpUnless() | Stop():
            return replace(op, line=0)
        case Jump():
            return op


def steps(text):
    return [op.alternatives for op in parse(text).program if isinstance(op, Step)]


def kinds(text):
    return [type(op).__name__ for op in parse(text).program]


def test_a_whole_turn_is_read():
    assert kinds(TURN) == [
        *["Step"] * 5,
        *["Stop", "JumpUnless", "Step", "JumpUnless", "Step", "Jump", "Step", "Jump"],
        *["JumpUnless", "Stop", "Jump", "Step"],
        *["Step"] * 2,
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("activate pilgrim mode Run order move,combat", "activate pilgrim mode Run order move,combat"),
        ("move pilgrim/1 C5.3 via B5, B6 , B7,", "move pilgrim/1 C5.3 via B5 B6 B7"),
        ("move a C5.* push b>C5.3,c>C5.4", "move a C5.* push b>C5.3,c>C5.4"),
        ("SHIFT V01->C3, V02→C4", "SHIFT V01->C3 V02->C4"),
        ("hit D'Artagnan@C3=2 +1 - 2", "hit D'Artagnan@C3=2 +1 - 2"),
        ("* end", "end"),
        ("- mine MET2#3 # why not", "mine MET2#3"),
        ("end;", "end"),
        ("stopover x", "stopover x"),
        ("iffy x", "iffy x"),
        ("go stop else", "go stop else"),
    ],
)
def test_a_step_is_a_row_of_words(line, words):
    assert steps(line) == [(tuple(words.split()),)]


def test_a_name_in_quotes_is_one_word():
    assert steps("play „Storm  of | Blades (; {“ lower") == [(("play", "Storm of | Blades (; {", "lower"),)]


def test_a_line_may_hold_several_statements():
    assert steps("a; b ;; c\n\n;d") == [(("a",),), (("b",),), (("c",),), (("d",),)]


def test_statements_may_be_numbered():
    assert steps("1. a; 2. b\n- if kills { 3) c; - d } * e - f") == [
        (("a",),),
        (("b",),),
        (("c",),),
        (("d",),),
        (("e", "-", "f"),),
    ]


@pytest.mark.parametrize("gap", [" ", "\n"])
def test_a_number_before_a_closing_bracket_is_no_bullet(gap):
    (step,) = parse(f"a (reserve: 2 if kills;{gap}1) (counter: no)").program
    assert isinstance(step, Step)
    assert [len(policy.clauses) for policy in step.clauses] == [2, 1]


def test_a_bar_between_spaces_parts_whole_steps():
    assert steps("fight a vs b | end | x") == [(("fight", "a", "vs", "b"), ("end",), ("x",))]


def test_a_tight_bar_parts_words_and_the_steps_are_tried_in_order():
    assert steps('go a|b to "c d"|e | end') == [
        (
            ("go", "a", "to", "c d"),
            ("go", "a", "to", "e"),
            ("go", "b", "to", "c d"),
            ("go", "b", "to", "e"),
            ("end",),
        )
    ]


def test_clauses_in_brackets_belong_to_the_step():
    (step,) = parse("fight a vs b (defend: red if need <= 2; yellow) (counter: no)").program
    low = Comparison(Term("need"), "<=", Term(None, 2))
    assert isinstance(step, Step)
    assert step.alternatives == (("fight", "a", "vs", "b"),)
    assert step.clauses == (
        Policy(1, "defend", None, None, (Clause((Item(("red",)),), low), Clause((Item(("yellow",)),)))),
        Policy(1, "counter", None, None, (Clause((Item(("no",)),)),)),
    )


def test_brackets_may_span_lines():
    (step,) = parse("fight a vs b (defend: red if kills\n  and mine;\n yellow)\n (counter: no)").program
    assert isinstance(step, Step)
    assert [policy.key for policy in step.clauses] == ["defend", "counter"]


def test_an_if_branches_around_its_block():
    assert normal(parse("if kills {\n a\n b\n}\nc")).program == (
        JumpUnless(0, Flag("kills"), 3),
        Step(0, "", (("a",),)),
        Step(0, "", (("b",),)),
        Step(0, "", (("c",),)),
    )


def test_an_else_is_jumped_over():
    assert normal(parse("if kills { a } else { b } c")).program == (
        JumpUnless(0, Flag("kills"), 3),
        Step(0, "", (("a",),)),
        Jump(4),
        Step(0, "", (("b",),)),
        Step(0, "", (("c",),)),
    )


def test_a_chain_of_else_if_ends_at_one_place():
    program = parse("if kills {a} else if mine {b} else if last {c} else {d}").program
    assert [op.otherwise for op in program if isinstance(op, JumpUnless)] == [3, 6, 9]
    assert [op.to for op in program if isinstance(op, Jump)] == [10, 10, 10]


@pytest.mark.parametrize(
    "text", ["if kills { a } else { }", "if kills { a } else {\n;\n}", "if kills\n\n{\na;\n}"]
)
def test_an_empty_else_leaves_no_trace(text):
    assert kinds(text) == ["JumpUnless", "Step"]


def test_a_stop_may_have_a_condition():
    assert normal(parse("stop\nSTOP IF kills")).program == (Stop(0), Stop(0, Flag("kills")))


def test_an_if_after_a_step_is_a_block_of_that_step():
    assert normal(parse("a | b (counter: no) if kills")) == normal(parse("if kills { a | b (counter: no) }"))


def test_operations_know_their_lines():
    program = parse(TURN).program
    assert [op.line for op in program if not isinstance(op, Jump)] == [
        *(1, 2, 3, 4, 5, 5, 7, 8, 9, 9, 9, 10, 12, 14, 15, 19)
    ]


def test_a_step_keeps_its_text():
    (step,) = parse(" 1.  fight  a vs b|c (counter: no) # hope").program
    assert isinstance(step, Step)
    assert step.text == "fight  a vs b|c (counter: no)"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("a\nb (cuonter: no)\nc", 2, "“cuonter” is not a key"),
        ("a\nb (counter: perhaps)", 2, "“perhaps” cannot be chosen here"),
        ("a\nb (counter no)", 2, "a colon is missing after the key"),
        ("a\nb (counter: no", 2, "“(” is not closed"),
        ("a\nb)\nc", 2, "“)” has nothing to close"),
        ("a\nif kills {\nb\n", 2, "“{” is not closed"),
        ("a\nif kills { b )", 2, "“)” has nothing to close"),
        ("a\nif kills b", 2, "could not read this from “b” onwards"),
        ("a\nif kills", 2, "a block in curly brackets is missing after the condition"),
        ("a\nif kils { b }", 2, "unknown word in a condition: “kils”"),
        ("a\nelse { b }", 2, "could not read this from “{ b }” onwards"),
        ("a\nelse b", 2, "“else” must follow a block"),
        ("a\nstop now", 2, "could not read this from “now” onwards"),
        ('a\nb "c', 2, "a quote is not closed"),
        ('a\nb ""', 2, "there is nothing between the quotes"),
        ("a\nb (counter: no) | c", 2, "could not read this from “| c” onwards"),
        ("a\nb a|b|c|d|e a|b|c|d|e a|b|c", 2, "a step has at most 64 alternatives"),
        ("a\n" + "x" * (MAX_LINE + 1), 2, "a line may have at most 400 characters"),
        ("a\n" + "if kills { " * 30, 2, "brackets are nested more than 20 levels deep"),
        (
            "a\n" + "x;" * 100 + "\n" + "x;" * 100 + "\n" + "x;" * 100 + "\n" + "x;" * 100,
            5,
            "only 400 steps are read",
        ),
    ],
)
def test_a_wrong_line_is_named_and_the_reason_given(text, line, why):
    sheet, problem, _ = parse_sheet(text, EDGE)
    assert problem is not None
    assert (problem.line, str(problem.error)) == (line, why)
    assert problem.text == text.split("\n")[line - 1][:MAX_LINE]
    assert sheet.program[0] == Step(1, "a", (("a",),))


def test_statements_before_a_wrong_one_stand_and_the_rest_is_handed_back_as_written():
    sheet, problem, rest = parse_sheet("a\r\n– b „c“\r\n\r\n1. d (x)  # “why”\r\ne “f”\r\n", EDGE)
    assert [op.text for op in sheet.program if isinstance(op, Step)] == ["a", 'b "c"']
    assert problem is not None
    assert (problem.line, problem.text) == (4, "1. d (x)  # “why”")
    assert rest == "1. d (x)  # “why”\ne “f”\n"


def test_within_a_line_the_rest_begins_at_the_wrong_statement():
    sheet, problem, rest = parse_sheet("x\na; b “c”; d (e); f\ng", EDGE)
    assert problem is not None
    assert problem.line == 2
    assert rest == "d (e); f\ng"
    assert parse_sheet(sheet.text, EDGE) == (sheet, None, "")


def test_a_block_with_a_wrong_line_is_handed_back_as_a_whole():
    sheet, problem, rest = parse_sheet("a\nif kills {\n b\n c (d)\n}\ne", EDGE)
    assert len(sheet.program) == 1
    assert problem is not None
    assert problem.line == 4
    assert rest == "if kills {\n b\n c (d)\n}\ne"


@pytest.mark.parametrize(
    "text",
    [
        "fight a vs b\n" * 10_000,
        "(" * 5_000,
        "{" * 5_000,
        "(\n" * 5_000,
        "if kills {\n" * 5_000,
        "if kills { a } else " * 5_000,
        "if kills { a }\nelse " * 390 + "{ b }",
        "a " * 500_000,
        "a|" * 150 + "a",
        ("(" * 200 + ")" * 200 + "\n") * 100,
        "stop if " + "not " * 90 + "kills\n",
        ("stop if " + "kills or " * 40 + "kills\n") * 100,
        ("a (counter: no) " + "(counter: no) " * 25 + "\n") * 100,
        "\n" * 300 + "else\n" * 100,
        '"' * 400,
    ],
)
def test_a_sheet_of_any_size_is_decided_at_once(text):
    with quick(1.0):
        parse_sheet(text, EDGE)


def test_of_too_many_lines_the_first_stand():
    sheet, problem, rest = parse_sheet("a\n" * 10_000, EDGE)
    assert problem is not None
    assert len(sheet.program) == MAX_LINES == problem.line - 1
    assert rest == "a\n" * (10_000 - MAX_LINES)


def test_shorthands_at_the_end_of_a_step_become_clauses():
    words, clauses = shorthand(("fight", "red", "vs", "b", "Red"), EDGE)
    assert words == ("fight", "red", "vs", "b")
    assert clauses == (Policy(0, "attack", None, None, (Clause((Item(("red",)),)),)),)


def test_a_step_of_shorthands_alone_keeps_its_first_word():
    assert shorthand(("red", "yellow"), EDGE)[0] == ("red",)


def test_the_rest_of_a_plain_sheet_is_its_lines_as_written():
    sheet = parse("1. a  b\nfight c vs d|e (counter:no)\nstop if kills\nend")
    assert lines_from(sheet, 1) == "fight c vs d|e (counter:no)\nstop if kills\nend"
    assert lines_from(sheet, 4) == ""


def test_the_rest_of_a_block_is_without_its_other_branch():
    sheet = parse("if kills { a; b; if mine { c } } else { d }\ne")
    assert lines_from(sheet, 2) == "b\nif mine {\n    c\n}\ne"
    assert lines_from(sheet, 6) == "d\ne"


def test_the_canonical_text_is_laid_out_with_blocks():
    assert lines_from(parse(TURN), 0).splitlines()[6:16] == [
        "if foe.tokens = 0 and not kills {",
        "    use pilgrim.1 upper",
        "    if mine {",
        "        banner 1",
        "    } else {",
        "        banner 2",
        "    }",
        "} else if fail {",
        "    stop",
        "} else {",
    ]


def quoted(word):
    return f'"{word}"'


bare = st.sampled_from(
    ["fight", "a", "b|c", "pilgrim/1", "MET2#3", "C5.*", "x>C4.1,y>C4.2", "D'Artagnan", "red"]
)
words = st.lists(bare | free_words.map(quoted), min_size=1, max_size=4).map(" ".join)
policies = st.sampled_from(
    [
        "(counter: no)",
        "(defend: red if need <= 2; yellow)",
        "(pay: crystal, endurance(any keep 1))",
        "(reserve: 2 if kills; 1)",
        '(choose "a) {": - b; "if")',
    ]
)
plain = st.builds(
    lambda alternatives, clauses: " ".join([" | ".join(alternatives), *clauses]),
    st.lists(words, min_size=1, max_size=3),
    st.lists(policies, max_size=2),
)
guard = st.sampled_from(["kills", "not mine", "ap >= def + 3 and (last or die = red)"])
simple = (
    plain
    | st.just("stop")
    | st.builds("stop if {}".format, guard)
    | st.builds("{} if {}".format, plain, guard)
)
separators = st.sampled_from(["\n", " ; ", ";", "\n\n", "\n# a remark\n", "\n- ", "; 2. - "])


def block(inner):
    return st.builds(lambda parts, between: between.join(parts), st.lists(inner, max_size=3), separators)


def branches(inner):
    chain = st.lists(st.tuples(guard, block(inner)), min_size=1, max_size=3).map(
        lambda parts: " else ".join(f"if {when} {{\n{body}\n}}" for when, body in parts)
    )
    return st.builds(
        lambda chain, last: chain + (f"\nelse {{ {last} \n}}" if last else ""), chain, block(inner)
    )


sheets = block(st.recursive(simple, branches, max_leaves=6))


@given(sheets)
def test_a_sheet_written_down_gives_the_same_program(text):
    sheet = parse(text)
    canonical = lines_from(sheet, 0)
    assert normal(parse(canonical)) == normal(sheet)
    assert lines_from(parse(canonical), 0) == canonical


def follow(program, pc, answers):
    """The steps that are met from a place on, when the bits of a number say whether conditions hold."""
    met = []
    while pc < len(program):
        op = program[pc]
        match op:
            case Jump():
                pc = op.to
            case JumpUnless():
                pc = pc + 1 if answers % 2 else op.otherwise
                answers //= 2
            case _:
                met.append(_normal_op(op))
                pc += 1
    return met


@given(sheets, st.integers(0, 30), st.integers(0, 2**60))
def test_the_rest_of_a_sheet_leads_through_the_same_steps(text, pc, answers):
    sheet = parse(text)
    pc = min(pc, len(sheet.program))
    rest = lines_from(sheet, pc)
    assert follow(parse(rest).program, 0, answers) == follow(sheet.program, pc, answers)


@given(st.text() | sheets.flatmap(spoilt) | spoilt(TURN) | st.text('ab "(){};|,#\n:if els', max_size=80))
def test_whatever_the_text_it_parts_into_what_stands_and_what_does_not(text):
    sheet, problem, rest = parse_sheet(text, EDGE)
    if problem is None:
        assert (sheet.text, rest) == (text, "")
    else:
        assert str(problem.error)
        assert problem.text == split_lines(text)[problem.line - 1][:MAX_LINE]
        assert "".join(fold(sheet.text + rest).split()) == "".join(fold(text).split())
        assert parse_sheet(rest, EDGE)[0].program == ()
    again, none, _ = parse_sheet(sheet.text, EDGE)
    assert (again.program, none) == (sheet.program, None)


@given(st.text("a(){}; \n", max_size=60) | spoilt(TURN))
def test_a_program_only_ever_goes_forward(text):
    program = parse_sheet(text, EDGE)[0].program
    for at, op in enumerate(program):
        match op:
            case JumpUnless(_, _, to) | Jump(to):
                assert at < to <= len(program)
            case _:
                pass
