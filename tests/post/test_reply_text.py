"""What a person wrote is found, and nothing that was quoted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from post.parsing.reader import read
from post.parsing.reply_text import MARKER, MARKER_SIGN, new_text
from tests.mails.builder import QUOTED_ORDERS, TURN, corpus
from tests.timing import quick

OWN = ("play@example.org",)
CORPUS = corpus()
BY_NAME = {mail.name: mail for mail in CORPUS}


def test_the_corpus_is_wide_enough():
    """P4: at least 150 mails, 20 clients and 12 languages."""
    assert len(BY_NAME) == len(CORPUS) >= 150
    assert len({mail.client for mail in CORPUS}) >= 20
    assert len({mail.language for mail in CORPUS}) >= 12


def test_the_corpus_quotes_a_mail_like_ours():
    assert MARKER in TURN
    assert MARKER.startswith(MARKER_SIGN)
    assert len(QUOTED_ORDERS) == 4


@pytest.mark.parametrize("name", BY_NAME)
def test_each_mail_of_the_corpus_is_read_as_it_was_written(name):
    """P4, A1, A2, A4, A6-A9: asked for are 98 %; all are exact, so that none may get worse unseen."""
    mail = BY_NAME[name]
    reading = read(mail.raw, OWN)
    assert (reading.verdict.value, reading.new_text) == (mail.verdict, mail.expected)
    assert [*reading.bounced.permanent] == mail.bounced
    assert [*reading.bounced.temporary] == mail.delayed


def test_no_quoted_order_is_ever_taken():
    """P4, A9: also where the text itself were read wrongly."""
    taken = [
        (mail.name, order)
        for mail in CORPUS
        for order in QUOTED_ORDERS
        if order in read(mail.raw, OWN).new_text
    ]
    assert taken == []


@pytest.mark.parametrize(
    "header",
    [
        "On Mon, 16 Nov 2026 at 9:02, Edge <play@example.org> wrote:",
        "-----Original Message-----",
        "From: Edge\nSent: Monday\nTo: Bob\nSubject: Deep Shaft",
        "________________________________",
        MARKER,
        "*Von:* Edge\n*Gesendet:* Montag\n*An:* Bob",
    ],
)
def test_below_an_unmarked_copy_nothing_counts(header):
    """A8: a client that marks no lines leaves no way to tell an answer below from the quote."""
    assert new_text(f"{header}\n\nrecruit MET9\n\n> more\n\nend") == ""
    assert new_text(f"recruit TER1\n\n{header}\n\nrecruit MET9\n\n> more\n\nend") == "recruit TER1"


def test_the_rest_of_a_quoted_line_that_was_broken_is_no_order():
    quoted = "> Among others you may now play the following, if you so wish today,"
    assert new_text(f"{quoted}\nrecruit MET9\n> and so on\n\nrecruit TER1") == "recruit TER1"


def test_orders_above_a_quote_are_not_joined_with_what_stands_below_it():
    assert new_text("recruit TER1\n\n> quoted\n\nrecruit MET9") == "recruit TER1"


def test_a_second_quote_without_marks_ends_what_is_written_below():
    text = "> quoted\n\nrecruit TER1\n\nOn 16/11/2026 09:02, Alice wrote:\nrecruit MET9"
    assert new_text(text) == "recruit TER1"


def test_a_second_quote_with_marks_is_skipped():
    text = "> quoted\n\nrecruit TER1\n\nOn 16/11/2026 09:02, Alice wrote:\n> recruit MET9\n\nend"
    assert new_text(text) == "recruit TER1\n\nend"


def test_a_line_above_the_header_of_a_quote_is_kept():
    text = "see you at 10:30\nmy answer to your question:\n> quoted\nend"
    assert new_text(text).startswith("see you at 10:30\nmy answer")


@pytest.mark.parametrize("line", ["Sent from my iPhone", "Get Outlook for iOS<https://aka.ms/o0ukef>"])
def test_what_is_written_below_the_line_of_a_telephone_is_kept(line):
    assert new_text(f"recruit TER1\n{line}\nend") == "recruit TER1\nend"


def test_a_sentence_that_begins_like_a_footer_is_kept():
    assert new_text("Von meinem Stollen aus:\nrecruit TER1") == "Von meinem Stollen aus:\nrecruit TER1"


NASTY = {
    "one line of a word": "On ",
    "lines that begin a header": "On 10:00\n",
    "lines that end one": "a 1:\n",
    "lines that say wrote": "wrote:\n",
    "headers without a quote": "> q\nOn 2026 x@y:\n\n\n\n",
    "labels": "From: x\n",
    "labels and gaps": "From:\n\n\n\n\n\n\n",
    "dashes with a word": "---- a ----\n",
    "spaces": " ",
    "dashes": "-",
    "colons": ":",
    "marks": "> ",
    "marked lines": "> x\ny\n",
    "notices": "this email is confidential\n\n",
    "footers": "sent from my\n",
    "line ends": "\n",
    "signs": "--=",
}


@pytest.mark.parametrize("size", [60_000, 600_000])
@pytest.mark.parametrize("shape", NASTY)
def test_no_text_takes_long(shape, size):
    """A10: other readers of replies took minutes for "On On On"."""
    text = NASTY[shape] * (size // len(NASTY[shape]))
    with quick(1.0):
        new_text(text)


LINES = st.sampled_from(
    [
        *("recruit TER1", "end", "", "> quoted", "On 16/11/2026, Bob <b@x.org> wrote:", "--", MARKER),
        *("From: x", "Sent: y", "Subject: z", "Sent from my iPhone", "_" * 32, "Hi Bob,", ">" * 70, "wrote:"),
    ]
)


@given(st.lists(LINES | st.text(max_size=30), max_size=30))
def test_what_is_found_was_written_and_is_not_marked(lines):
    found = new_text("\n".join(lines)).split("\n")
    written = {line.rstrip() for line in "\n".join(lines).split("\n")}
    assert set(found) <= written | {""}
    assert not any(line.lstrip().startswith(">") or MARKER_SIGN in line for line in found)
