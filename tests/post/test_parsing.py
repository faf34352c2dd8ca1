"""Any bytes become an email or are refused, quickly."""

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from post.parsing.email import Malformed, ParsedEmail, parse
from post.parsing.html import text_of_html
from post.parsing.limits import MAX_HTML, MAX_MAIL
from post.parsing.reader import Reading, read
from tests.mails.builder import corpus
from tests.timing import quick

FROM = b"From: Bob <bob@example.net>\n"
MAILS = [mail.raw for mail in corpus()]


def plain(body: bytes, kind: bytes = b"text/plain; charset=utf-8", encoding: bytes = b"8bit") -> ParsedEmail:
    head = FROM + b"Content-Type: " + kind + b"\nContent-Transfer-Encoding: " + encoding
    return parse(head + b"\n\n" + body)


def test_an_email_says_who_when_and_about_what():
    email = parse(
        b"Authentication-Results: mx.example.org; dmarc=pass\r\n"
        b"Authentication-Results: mx.evil.example; dmarc=fail\r\n"
        b"From: =?utf-8?q?B=C3=B3b?= <Bob@Example.NET>\r\n"
        b"To: Edge <Play+K7@example.org>, x@example.org\r\nCc: play+k7@example.org\r\n"
        b"Subject: =?iso-8859-2?b?emG/87bmIA==?=\r\n =?utf-8?q?=C5=82?=\r\n"
        b"Date: Mon, 16 Nov 2026 10:00:00 +0100\r\nMessage-ID: <a1@example.net>\r\n"
        b"In-Reply-To: <turn@example.org>\r\nReferences: <first@example.org>\r\n <turn@example.org>\r\n"
        b"Precedence: bulk\r\n\r\nend\r\n"
    )
    assert (email.sender, email.sender_name) == ("bob@example.net", "Bób")
    assert email.to == ("play+k7@example.org", "x@example.org")
    assert email.subject == "zażóść ł"
    assert email.date == datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
    assert (email.message_id, email.in_reply_to) == ("a1@example.net", "turn@example.org")
    assert email.references == ("first@example.org", "turn@example.org")
    assert email.headers == {"precedence": "bulk"}
    assert (email.text, email.came_as_html) == ("end\n", False)


def test_verdicts_of_receivers_stay_in_their_order():
    """A17: what a sender brings along stands below what the last receiver wrote."""
    email = parse(
        b"Authentication-Results: mx.example.org; dmarc=fail\n"
        b"Authentication-Results: evil (mx.example.org; dmarc=pass); dmarc=pass\n" + FROM + b"\nend"
    )
    assert email.authentication_results == (
        "mx.example.org; dmarc=fail",
        "evil (mx.example.org; dmarc=pass); dmarc=pass",
    )


@pytest.mark.parametrize(
    ("header", "sender"),
    [
        (b"bob@example.net", "bob@example.net"),
        (b"<BOB@example.net>", "bob@example.net"),
        (b'"alice@example.org" <bob@example.net>', "bob@example.net"),
        (b'"Bob, (host)" <bob@example.net>', "bob@example.net"),
        (b"Bob (at work) <bob@example.net>", "bob@example.net"),
        (b'"a \\" <alice@example.org>" <bob@example.net>', "bob@example.net"),
        (b"=?utf-8?q?alice=40example=2Eorg?= <bob@example.net>", "bob@example.net"),
        (b"alice@example.org, <bob@example.net>", ""),
        (b"alice@example.org <bob@example.net>", ""),
        (b"<alice@example.org> <bob@example.net>", ""),
        (b'<bob@example.net> "<alice@example.org>"', ""),
        (b"bob@example.net (<alice@example.org>)", ""),
        (b"alice@example.org(<bob@example.net>", ""),
        (b"friends: <bob@example.net>", ""),
        (b'"open <bob@example.net>', ""),
        (b"bob", ""),
        (b"", ""),
    ],
)
def test_a_sender_that_two_readers_could_read_differently_is_none(header, sender):
    """A17: a receiver may have judged another address than the one that we would see."""
    assert parse(b"From: " + header + b"\n\nend").sender == sender


def test_two_senders_are_none():
    assert parse(FROM + b"From: alice@example.org\n\nend").sender == ""


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"Subject: " + b"=?utf-8?q?a?= " * 20_000 + b"\n" + FROM + b"\nend", "the headers are too long"),
        (b"References: " + b"<a@b> " * 170_000 + b"\n" + FROM + b"\nend", "the headers are too long"),
        (b"To: " + b'"' * 20_000 + b"\n" + FROM + b"\nend", "a header is too long"),
        (b"To: a\n" + b" b\n" * 5_000 + FROM + b"\nend", "a header is too long"),
        (FROM + b"\n" + b"x" * MAX_MAIL, "the mail is too large"),
        (b"", "there are no headers"),
        (b"\nonly a body", "there are no headers"),
        (b"no header at all", "there are no headers"),
    ],
)
def test_what_is_too_long_is_refused_before_it_is_read(raw, reason):
    """A12, A13."""
    with quick(0.1), pytest.raises(Malformed) as refused:
        parse(raw)
    assert refused.value.reason == reason


def nested(depth: int) -> bytes:
    levels = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth))
    return FROM + b"".join(levels) + b"\nend"


def test_a_thousand_nested_parts_are_refused():
    """A11."""
    assert parse(nested(8)).text == "end"
    with quick(1.0), pytest.raises(Malformed, match="nested too deeply"):
        parse(nested(1000))


def test_too_many_parts_are_refused():
    """A13."""
    head = FROM + b"Content-Type: multipart/mixed; boundary=b\n\n"
    part = b"--b\nContent-Disposition: attachment\n\nx\n"
    assert parse(head + part * 150 + b"--b\n\nend\n--b--").text == "end"
    with pytest.raises(Malformed, match="too many parts"):
        parse(head + part * 500)


def test_too_many_parameters_are_refused():
    with pytest.raises(Malformed, match="too many parameters"):
        plain(b"end", b'text/plain; a="' + b";" * 8000)


@pytest.mark.parametrize(
    ("body", "kind", "encoding", "text"),
    [
        (b"gr\xfc\xdfe", b"text/plain; charset=unknown-8", b"8bit", "grüße"),
        (b"gr\xc3\xbc\xc3\x9fe", b"text/plain; charset=unknown-8", b"8bit", "grüße"),
        (b"gr\xc3\xbc\xc3\x9fe", b"text/plain", b"8bit", "grüße"),
        (b"a\xffb", b"text/plain; charset=utf-8", b"8bit", "a\ufffdb"),
        (b"a\x00b\x07c", b"text/plain", b"8bit", "abc"),
        (b"a\r\nb\rc\nd\x0be", b"text/plain", b"8bit", "a\nb\nc\nd\ne"),
        ("a\u2028b\u00a0c\u200bd\ufeff\u202e".encode(), b"text/plain", b"8bit", "a\nb cd"),
        (b"cmVjcnVpdCBURVIx", b"text/plain", b"base64", "recruit TER1"),
        (b"cmVj!cnVp\ndCBURVIxQ", b"text/plain", b"base64", "recruit TER1"),
        (b"=", b"text/plain", b"base64", ""),
        (b"a=ZZb=", b"text/plain", b"quoted-printable", "a=ZZb"),
        (b"end", b"text/plain", b"x-unknown", "end"),
        (b"end", b"nonsense", b"8bit", "end"),
        (b"end", b'text/plain; charset="\xff"', b"8bit", "end"),
        (b"xn--80ak6aa92e", b"text/plain; charset=punycode", b"8bit", "xn--80ak6aa92e"),
        (b"end", b"application/octet-stream", b"8bit", ""),
        (b"--b\n\nend", b"multipart/mixed; boundary=b", b"8bit", "end"),
        (b"end", b"multipart/mixed", b"8bit", ""),
    ],
)
def test_odd_bodies_are_read_as_far_as_they_go(body, kind, encoding, text):
    """A14."""
    assert plain(body, kind, encoding).text == text


def test_a_flowed_line_is_not_joined_with_one_that_is_quoted_less_or_a_signature():
    flowed = b"> quoted \nrecruit \nTER1\nend \n-- \nBob \n> quoted"
    assert plain(flowed, b"text/plain; format=flowed").text == (
        "> quoted \nrecruit TER1\nend \n-- \nBob \n> quoted"
    )


def test_the_space_at_the_end_of_a_flowed_line_may_be_one_to_delete():
    assert plain(b"recruit HY \nD2\nend", b"text/plain; format=flowed; delsp=yes").text == "recruit HYD2\nend"


def test_text_is_preferred_to_html_unless_it_is_empty():
    mail = b"--b\nContent-Type: text/html\n\n<p>recruit TER1</p>\n--b\nContent-Type: text/plain\n\n%s\n--b--"
    kind = b"multipart/alternative; boundary=b"
    assert (plain(mail % b"end", kind).text, plain(mail % b"end", kind).came_as_html) == ("end", False)
    assert plain(mail % b" \n ", kind).text == "recruit TER1"
    assert plain(mail % b" \n ", kind).came_as_html


PLAIN, HTML = b"Content-Type: text/plain\n\n%s", b"Content-Type: text/html\n\n<p>%s</p>"
BOTH = b"Content-Type: multipart/alternative; boundary=c\n\n--c\n%s\n--c\n%s\n--c--"


@pytest.mark.parametrize("kind", [b"mixed", b"related", b"signed", b"report", b"parallel"])
@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([PLAIN % b"end", HTML % b"recruit TER1"], "end"),
        ([HTML % b"recruit TER1", PLAIN % b"end"], "recruit TER1"),
        ([PLAIN % b" ", HTML % b"recruit TER1", PLAIN % b"end"], "recruit TER1"),
        ([PLAIN % b"recruit TER1", HTML % b"resign", PLAIN % b"end"], "recruit TER1\nend"),
        ([HTML % b"recruit TER1", BOTH % (PLAIN % b"resign", HTML % b"end")], "recruit TER1\nend"),
        ([BOTH % (HTML % b"resign", PLAIN % b"end"), HTML % b"resign"], "end"),
        ([BOTH % (PLAIN % b"", HTML % b"end"), PLAIN % b"resign"], "end"),
        ([HTML % b"<i hidden>resign</i>", PLAIN % b"end"], "end"),
    ],
)
def test_plain_text_and_html_beside_each_other_are_never_merged(kind, parts, text):
    body = b"".join(b"--b\n%s\n" % part for part in parts) + b"--b--"
    assert plain(body, b"multipart/%s; boundary=b" % kind).text == text


def test_lines_lists_and_cells_of_html_become_lines():
    html = (
        "<ol><li>recruit TER1<li>mine brown-1a</ol><table><tr><td>raid</td><td>seat 2</td></tr></table>"
        "<p>skill HYD1<br>end</p><div style='display: NONE'>recruit MET9</div><script>x</script>"
    )
    lines = [line for line in text_of_html(html).split("\n") if line.strip()]
    assert lines == ["recruit TER1", "mine brown-1a", "raid seat 2", "skill HYD1", "end"]


@pytest.mark.parametrize(
    "html", ["", " ", "<!-- x -->", "<?xml version='1.0' encoding='latin-1'?>", "<", "\x00"]
)
def test_html_that_says_nothing_is_no_error(html):
    assert "recruit" not in text_of_html(html)
    assert text_of_html(html + "<p>end</p>").endswith("end")


HEAVY = [
    "<div>",
    "<table><tr><td>",
    "<p>x",
    "<br>",
    "<blockquote>",
    "<b><i>x</b></i>",
    "<ul><li>x",
    "a<!---->",
]


@pytest.mark.parametrize(
    "tags", [*HEAVY, "<div class=gmail_quote>", "<div class=gmail_attr>---", "<a>x", "&", "<"]
)
def test_no_html_takes_long(tags):
    """P5: nested tables, endless paragraphs and the like."""
    with quick(2.0):
        text = text_of_html(tags * (2 * MAX_HTML // len(tags)))
    assert len(text) <= 2 * MAX_HTML


def test_styles_of_html_have_no_say():
    html = "<div style='padding-left: 90em; white-space: pre'>recruit   TER1</div>end"
    assert text_of_html(html) == "recruit TER1\nend"


@settings(max_examples=300)
@given(st.binary(max_size=400))
def test_any_bytes_are_an_email_or_malformed(raw):
    """P5, A14."""
    for head in (b"", FROM, FROM + b"Content-Type: multipart/mixed; boundary=a\n\n--a\n"):
        read_or_refuse(head + raw)


@st.composite
def mutated(draw):
    """A mail of the corpus, with pieces cut out, doubled, replaced or taken from another."""
    raw = draw(st.sampled_from(MAILS))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(raw)))
        end = draw(st.integers(start, min(len(raw), start + 200)))
        other = draw(st.sampled_from(MAILS))
        at = draw(st.integers(0, len(other)))
        piece = draw(
            st.sampled_from(
                [b"", raw[start:end] * 3, b"\xff", b"\n", b"\x00", b'"', b";", b"=?", other[at : at + 100]]
            )
            | st.binary(max_size=20)
        )
        raw = raw[:start] + piece + raw[end:]
    return raw


@settings(max_examples=400)
@given(mutated())
def test_mutated_mails_are_read_or_malformed(raw):
    """P5, A25."""
    read_or_refuse(raw)


def read_or_refuse(raw):
    with quick(2.0):
        try:
            reading = read(raw)
        except Malformed as error:
            assert error.reason  # noqa: PT017 -- either outcome is right, an empty reason is not
        else:
            assert "\x00" not in reading.email.text
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(reading), type=Reading) == reading
