"""Letters: orders with greetings, remarks and signatures around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract.vocabulary import Key, Vocabulary
from games.engine.language.joined_lines import joined
from games.engine.language.letter_words import known_words
from games.engine.language.lines import MAX_TEXT
from games.engine.language.prose import prose_in, read_letter, without_prose
from games.engine.language.sheet import Step, parse_sheet
from tests.timing import quick

VOCABULARY = Vocabulary(
    keys={"defend": Key(("red", "yellow"))},
    closing=("end",),
    orders=("recruit", "mine", "raid", "move", "leader"),
    responses=("yes", "no", "first"),
    names=("drollo", "holy knight"),
)
KNOWN = known_words(VOCABULARY, people=["Alice", "Bob the Host"])


def orders_in(text: str) -> list[str]:
    """What is left to be read as orders, right or wrong."""
    lines = read_letter(text, KNOWN).orders.split("\n")
    return [line.strip() for line in lines if line.strip() and not line.startswith("## ")]


GREETINGS = [
    *(
        "Hi,",
        "Hi Bob",
        "Dear Alice,",
        "Hello!",
        "Good morning everyone",
        "Moin",
        "Hallo Bob,",
        "Cześć,",
        "Witam",
    ),
    *(
        "Bonjour,",
        "Hola",
        "Ciao Bob!",
        "My orders:",
        "Here are my orders:",
        "Moje rozkazy:",
        "Meine Befehle:",
    ),
    *(
        "Mes ordres :",
        "Mis órdenes:",
        "I miei ordini:",
        "Thanks for the quick turn!",
        "That was a nasty raid...",
    ),
    *("Sorry for the delay, I was away.", "Nice move!", "Mike,"),
    "CAUTION: This email originated from outside of the organization. Do not click links.",
    "[EXTERNAL] Be careful with attachments",
]
ENDS = [
    *(
        "Bob",
        "Cheers\nBob",
        "Best regards,\nBob Nowak\nshift manager, Room B12",
        "Pozdrawiam\nE.",
        "E.",
        "Mike",
        "Ed",
    ),
    *(
        "Viele Grüße\nMike",
        "Take care",
        "Cordialement,\nRené",
        "Un saludo",
        "A presto\nM.",
        "(sent from a phone)",
    ),
    *(
        "Good luck :)",
        "That is all for now.",
        "I hope this works",
        "-- \nBob",
        "Sent while walking the dog",
        "--Bob",
    ),
    *("Tel. +48 600 100 200", "www.example.org/4", "bob1@example.org", "All the best,\nMove Mentor Ltd"),
]


@pytest.mark.parametrize("greeting", GREETINGS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_orders_below_a_greeting_are_orders(greeting: str, gap: str) -> None:
    assert orders_in(f"{greeting}{gap}recruit TER1\nend") == ["recruit TER1", "end"]


@pytest.mark.parametrize("end", ENDS)
def test_a_signature_is_no_order(end: str) -> None:
    assert orders_in(f"recruit TER1\nend\n\n{end}") == ["recruit TER1", "end"]


def test_a_sentence_that_denies_something_is_prose_unless_it_stands_directly_above_orders() -> None:
    sentence = "What a turn, I am not happy."
    assert orders_in(f"{sentence}\n\nend") == ["end"]
    assert orders_in(f"{sentence}\nend") == [sentence, "end"]


@pytest.mark.parametrize(
    "sentence",
    [
        "I did not see that coming.",
        "Das habe ich nicht kommen sehen!",
        "Nie spodziewałem się tego.",
        "Je ne l'avais pas vu venir",
        "Questa non me l'aspettavo!",
        "No problem, here goes.",
        "Mine was the worst start ever, so be gentle.",
        "End of a long day.",
        "Recruiting season is open!",
    ],
)
def test_what_denies_or_tells_something_else_stops_nothing(sentence: str) -> None:
    assert orders_in(f"{sentence}\nrecruit TER1\nend") == ["recruit TER1", "end"]


def test_what_its_writer_will_not_do_is_no_order_unless_an_order_says_otherwise() -> None:
    sentence = "I won't recruit TER1, you would love that."
    assert orders_in(f"{sentence}\nrecruit TER2") == ["recruit TER2"]
    assert orders_in(f"{sentence}\nrecruit TER1") == [sentence, "recruit TER1"]
    assert orders_in("I won't recruit TER1 if you stay.\nend")[0] != "end"


def test_prose_between_orders_is_set_apart_and_keeps_its_line() -> None:
    letter = read_letter("recruit TER1\nThat one hurts, I guess.\nend", KNOWN)
    assert letter.orders == "recruit TER1\n## That one hurts, I guess.\nend"
    assert prose_in(letter.orders) == ["That one hurts, I guess."]
    assert without_prose(letter.orders) == "recruit TER1\nend"
    sheet, problem, _ = parse_sheet(letter.orders, VOCABULARY)
    assert problem is None
    assert [step.text for step in sheet.program if isinstance(step, Step)] == ["recruit TER1", "end"]


@pytest.mark.parametrize(
    "wrong",
    [
        *("recruit nonsense", "recriut something", "Recruit him!", "rct TER1", "please raid Bob", "then end"),
        *(
            "mine",
            "edn",
            "rai alice",
            "TER1",
            "take the Drollo",
            "I want the holy knight",
            "defend: blue",
            "rekrutuj TER1",
        ),
        *(
            "move",
            "leaderr",
            "if oil {",
            "first",
            "(defend: red)",
            "| end",
            "I raid",
            "to C3",
            "hire pilgrim/2",
            "attack Bob",
            "draw two cards",
            "nimm einen Kristall",
        ),
    ],
)
def test_a_line_that_begins_like_an_order_or_names_a_piece_is_never_passed_over(wrong: str) -> None:
    """Perhaps without "please" in front of it, or the sign at its end."""
    for text in (f"{wrong}\nskill TER2", f"Hi,\n\n{wrong}\nskill TER2\n\nBob"):
        first = orders_in(text)[0]
        assert first in wrong
        assert first


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Ignore these orders:",
            "Please ignore the following.",
            "Don't do this:",
            "Draft:",
            "Not these:",
            "Or:",
        ),
        *(
            "Next turn:",
            "Option A:",
            "Maybe:",
            "You could do this:",
            "Instead of",
            "My last orders:",
            "Alice wrote:",
        ),
        *(
            "Bitte nicht ausführen:",
            "Ignoriere das:",
            "Nächste Runde:",
            "Zignoruj poniższe rozkazy:",
            "Nie rób tego:",
        ),
        *(
            "Ne faites pas ceci :",
            "Brouillon :",
            "No hagas esto:",
            "Borrador:",
            "Non fare questo:",
            "Bozza:",
            "Albo:",
        ),
    ],
)
def test_what_may_take_back_the_orders_below_it_is_not_passed_over(line: str) -> None:
    assert orders_in(f"Hi,\n{line}\nrecruit TER1\nend")[0] == line


@pytest.mark.parametrize(
    "second", ["Or:", "or maybe", "Albo:", "Plan B:\nrecruit TER1", "b) recruit TER1, end", "Option 2:"]
)
def test_of_two_plans_neither_is_played(second: str) -> None:
    first = "a) " if second.startswith("b)") else "Plan A: "
    text = f"{first}recruit HYD1, end\n\n{second}\nmine A with B\nend"
    assert orders_in(text)[0] == second.split("\n")[0]


@pytest.mark.parametrize(
    "line",
    [
        "Nah, I'll write again tomorrow.",
        "Stopp, das war anders gedacht.",
        "TER1 au lieu de HYD1",
        "Mieux MIN1 que HYD1.",
    ],
)
def test_what_speaks_against_orders_leaves_none_above_it(line: str) -> None:
    assert orders_in(f"recruit HYD1\nend\n\n{line}") == [line]


@pytest.mark.parametrize(
    "line", ["Should I do this?", "Puis-je jouer ça ?", "¿Puedo hacer esto?", "Czy mogę tak zagrać?"]
)
def test_a_question_about_the_orders_below_it_stops_them(line: str) -> None:
    assert orders_in(f"{line}\n\nI am lost.\n\nrecruit TER1")[0] == line


def test_what_takes_back_orders_further_below_is_not_passed_over() -> None:
    text = "Please ignore the following, I was only thinking.\n\nHere it is\n\nrecruit TER1"
    assert orders_in(text)[0].startswith("Please ignore")


@pytest.mark.parametrize(
    "text", ["recruit TER1\n\nE.", "recruit TER1\nE.", "e", "E.\n", "recruit TER1\n\nE.\nBob"]
)
def test_one_letter_is_a_signature_after_a_gap_and_at_the_end(text: str) -> None:
    assert "end" not in orders_in(text)
    assert all(len(order) > 2 for order in orders_in(text))


@pytest.mark.parametrize("line", ["Raid you later", "Mine the best base", "London N1 9GU"])
def test_below_the_end_of_a_turn_a_sentence_is_no_order(line: str) -> None:
    assert orders_in(f"recruit TER1\nend\n\n{line}") == ["recruit TER1", "end"]
    assert orders_in(f"recruit TER1\n\n{line}\nend")[1] == line
    assert orders_in(f"if oil {{\nend\n}}\n{line}")[-1] == line


@pytest.mark.parametrize(
    "line",
    [
        "End of turn",
        "End my turn.",
        "Please end my turn",
        "That ends my turn.",
        "And that's the end of my turn!",
    ],
)
def test_the_end_of_a_turn_in_other_words_ends_it_once(line: str) -> None:
    assert orders_in(f"recruit TER1\n{line}") == ["recruit TER1", "end"]
    assert orders_in(f"recruit TER1\nend\n{line}")[:2] == ["recruit TER1", "end"]
    assert "end" not in orders_in(f"recruit TER1\n{line} Or not.")[1:]


@pytest.mark.parametrize(
    "line",
    [
        "Sorry, I meant:",
        "No wait, recruit MIN1",
        "recruit MIN1 instead",
        "Scratch that!",
        "Actually, recruit MIN1.",
        "MIN1, not TER1.",
        "Only if Bob has left.",
        "Hm, on second thought...",
        "Nein, warte!",
        "Jednak nie.",
        "Finalement non.",
        "No espera!",
        "Anzi: recruit MIN1",
        "Please cancel all of this.",
        "Hold on, please don't play this yet!",
        "Bitte noch nicht ausführen.",
        "I mistyped that, it must be MIN1.",
        "Make it MIN1.",
        "Pomyłka, miało być MIN1.",
    ],
)
@pytest.mark.parametrize("below", ["", "\nrecruit MIN1\nend", "\n\nrecruit MIN1"])
def test_what_is_taken_back_below_is_not_played(line: str, below: str) -> None:
    if line.endswith(":") and not below:
        return
    assert not {"recruit TER1"} & set(orders_in(f"Hi,\nrecruit TER1\n{line}{below}"))
    assert orders_in(f"Hi,\nrecruit TER1\n{line}{below}")[0] not in ("recruit MIN1", "end")


@pytest.mark.parametrize(
    "line",
    [
        "Sorry for the delay.",
        "No more coffee for me!",
        "I meant to write earlier, but the children were ill and the car broke down.",
        "If you are not the intended recipient, please ignore that message.",
        "Sorry for your Base!",
        "Actually a fun game.",
        "Rather cold today, is it not?",
    ],
)
def test_what_takes_nothing_back_costs_no_order(line: str) -> None:
    assert orders_in(f"recruit TER1\nend\n\n{line}") == ["recruit TER1", "end"]


def test_one_letter_among_orders_is_short_for_one() -> None:
    assert orders_in("recruit TER1\ne\nrecruit TER2") == ["recruit TER1", "e", "recruit TER2"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *(
            ("*recruit TER1*", "recruit TER1"),
            ("**end**", "end"),
            ("_end_", "end"),
            ("*recruit* TER1", "recruit TER1"),
        ),
        *(
            ("move dark_scholar/1 to A1.*", "move dark_scholar/1 to A1.*"),
            ("* recruit TER1", "recruit TER1"),
        ),
        ("_recruit dark_scholar_", "recruit dark_scholar"),
    ],
)
def test_bold_that_became_signs_is_read(written: str, meant: str) -> None:
    assert orders_in(written) == [meant]


def test_a_block_is_left_as_it_stands() -> None:
    block = "if oil > 2 {\n  recruit TER1\n  well then\n} else {\n  end\n}"
    assert orders_in(f"Hi,\n{block}\nBob") == [line.strip() for line in block.split("\n")]


def test_a_letter_without_orders_says_so() -> None:
    letter = read_letter("Hi Bob,\n\nI am on holiday until Monday.\n\nAlice", KNOWN)
    assert not letter.has_orders
    assert letter.prose == ("Hi Bob,", "I am on holiday until Monday.", "Alice")


LONG = "recruit TER1 with HYD2 HYD3 HYD4 HYD5 HYD6 HYD7 HYD8 and all the other"
BEGINNINGS = frozenset({"recruit", "end", "say"})


def test_a_line_that_a_program_broke_is_joined() -> None:
    assert joined(f"{LONG}\nMET1\nend", BEGINNINGS) == f"{LONG} MET1\nend"


@pytest.mark.parametrize("below", ["recruit TER2", "end", "", "  indented", "- end", "1. end", "if oil {"])
def test_what_begins_a_line_of_its_own_is_not_joined(below: str) -> None:
    assert joined(f"{LONG}\n{below}", BEGINNINGS) == f"{LONG}\n{below}"


def test_a_short_line_is_not_joined() -> None:
    assert joined("recruit TER1\nMET1", BEGINNINGS) == "recruit TER1\nMET1"


NASTY = [
    "a\n",
    "*a ",
    " _a",
    "*a_b",
    "recruit\n",
    "mvoe pilgrm\n",
    f"{'x' * 70}\n",
    "a:\n",
    "dont this:\nend\n",
    "(",
    "{\n",
]


@pytest.mark.parametrize("piece", NASTY)
def test_no_letter_takes_long(piece: str) -> None:
    """A10: neither a long line nor many lines."""
    text = piece * (600_000 // len(piece))
    with quick(2.0):
        joined(text, BEGINNINGS)
        read_letter(text[:MAX_TEXT], KNOWN)


LINES = st.sampled_from(
    [*GREETINGS, *ENDS, "recruit TER1", "end", "e", "", "rct X9", "if oil {", "}", "(defend: red)"]
)


@given(st.lists(LINES | st.text(max_size=30), max_size=20).map("\n".join))
def test_nothing_is_lost_and_no_clear_order_is_prose(text: str) -> None:
    letter = read_letter(text, KNOWN)
    assert len(letter.orders.split("\n")) == len(read_letter(letter.orders, KNOWN).orders.split("\n"))
    assert not [line for line in letter.prose if line.startswith(("recruit ", "end"))]
