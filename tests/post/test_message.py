"""Emails as bytes: what Python's own parser makes of them."""

from __future__ import annotations

import copy
from email import policy
from email.parser import BytesParser

import pytest
from django.core.mail import BadHeaderError, EmailMultiAlternatives
from hypothesis import example, given
from hypothesis import strategies as st

from post.mime import Envelope, File

PDF = File("turn.pdf", "application/pdf", b"%PDF" + bytes(range(256)) * 40)
PNG = File("board.png", "image/png", b"\x89PNG" + bytes(1000), inline="board@example.org")
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), max_size=300)


def envelope(subject="Hello", text="Text\n", html="<p>HTML</p>\n", files=(), **headers) -> Envelope:
    return Envelope(
        subject=subject,
        text=text,
        html=html,
        sender='"The game" <game@example.org>',
        to="bob@example.org",
        headers={"Message-ID": "<1@example.org>"} | {k.replace("_", "-"): v for k, v in headers.items()},
        files=files,
    )


def read(email: Envelope):
    return BytesParser(policy=policy.default).parsebytes(email.message().as_bytes(linesep="\r\n"))


def shape(part):
    """The tree of types."""
    if not part.is_multipart():
        return part.get_content_type()
    return [part.get_content_subtype(), *map(shape, part.iter_parts())]


def test_its_parts_lie_as_mail_programs_expect_them():
    related = ["related", "text/html", "image/png"]
    alternative = ["alternative", "text/plain", related]
    assert shape(read(envelope(files=[PNG, PDF]))) == ["mixed", alternative, "application/pdf"]
    assert shape(read(envelope())) == ["alternative", "text/plain", "text/html"]
    assert not read(envelope(files=[PNG, PDF])).defects


def test_files_arrive_as_they_were():
    found = {
        part.get_filename(): part for part in read(envelope(files=[PNG, PDF])).walk() if part.get_filename()
    }
    assert found["turn.pdf"].get_content() == PDF.data
    assert found["turn.pdf"]["Content-Disposition"].startswith("attachment")
    assert found["board.png"].get_content() == PNG.data
    assert found["board.png"]["Content-ID"] == "<board@example.org>"


@example("\u00a1>", "", "").via("a subject that ends like an address")
@example("My match <\u017c>", "", "").via("a subject with brackets")
@given(TEXT, TEXT, TEXT)
def test_any_text_arrives_as_it_was(subject, text, html):
    subject = " ".join(subject.split())
    email = read(envelope(subject, text, html))
    plain, page = (part.get_content().replace("\r\n", "\n") for part in email.iter_parts())
    assert plain.rstrip("\n") == text.rstrip("\n")
    assert page.rstrip("\n") == html.rstrip("\n")
    assert " ".join(email["Subject"].split()) == subject


def test_all_of_it_is_ascii_in_lines_that_any_server_takes():
    email = envelope(
        "Żubr " * 30, "ż" * 5000, "x" * 5000, [PDF], References=" ".join(["<a.b@c.example>"] * 20)
    )
    data = email.message().as_bytes(linesep="\r\n")
    assert data.isascii()
    assert max(map(len, data.split(b"\r\n"))) <= 998
    assert b"\n" not in data.replace(b"\r\n", b"")
    head = data.split(b"\r\n\r\n")[0].split(b"\r\n")
    assert max(map(len, head)) <= 100


def test_what_is_no_character_becomes_a_question_mark():
    assert "lone ? half" in next(read(envelope(text="lone \ud800 half")).iter_parts()).get_content()


@pytest.mark.parametrize("value", ["a\nBcc: eve@example.org", "a\r\nX: y", "a\rb"])
def test_a_header_is_one_line(value):
    """M13, D8."""
    with pytest.raises(BadHeaderError):
        envelope(subject=value).message()
    with pytest.raises(BadHeaderError):
        envelope(Reply_To=value).message()


def test_sent_again_it_is_the_same_byte_for_byte():
    """F15: a repeat is recognisable."""
    assert envelope(files=[PNG, PDF]).message().as_bytes() == envelope(files=[PNG, PDF]).message().as_bytes()


def test_backends_of_providers_find_all_parts():
    email = copy.deepcopy(envelope(files=[PNG, PDF], Reply_To="play+1@example.org"))
    assert isinstance(email, EmailMultiAlternatives)
    assert email.reply_to == ["play+1@example.org"]
    kinds = [(part.get_content_type(), part.get_payload(decode=True)) for part in email.attachments]
    assert kinds == [("image/png", PNG.data), ("application/pdf", PDF.data)]
    assert email.attachments[0]["Content-ID"] == "<board@example.org>"
