"""Programs are told from people, so that we play nothing they send and never feed a loop."""

import pytest

from post.parsing.automatic import Verdict, is_own, judge, why_automatic
from post.parsing.bounces import bounced_addresses
from post.parsing.email import parse
from post.parsing.reader import read
from tests.mails.builder import corpus
from tests.timing import quick

OWN = ("play@example.org", "@bounce.example.org")
MAILS = {mail.name: mail for mail in corpus()}


def email_with(*headers, sender="Bob <bob@example.net>"):
    return parse("\n".join([f"From: {sender}", *headers, "", "recruit TER1"]).encode())


def test_a_person_may_order():
    assert judge(email_with(), OWN) == (Verdict.HUMAN, "")


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "AUTO-SUBMITTED: Auto-Generated",
        "Auto-Submitted: auto-notified; owner-email=x@example.net",
        "Precedence: bulk",
        "Precedence: Junk",
        "Precedence: list",
        "X-Precedence: auto_reply",
        "List-Id: <miners.example.net>",
        "List-Unsubscribe: <https://example.net>",
        "X-Autoreply: yes",
        "X-Autorespond: x",
        "X-Auto-Reply-From: bob@example.net",
        "X-Mail-Autoreply: 1",
        "X-FC-MachineGenerated: true",
        "X-POST-MessageClass: 9; Autoresponder",
        "Delivered-To: autoresponder",
        "X-Failed-Recipients: carol@example.net",
        "Return-Path: <>",
        "Return-Path: < >",
        "Content-Type: multipart/report; boundary=b",
    ],
)
def test_a_header_that_only_programs_write_tells_one(header):
    """A1, P6: no order and no answer."""
    verdict, why = judge(email_with(header))
    assert verdict is Verdict.AUTOMATIC
    assert why


@pytest.mark.parametrize(
    "header",
    [
        "X-Auto-Response-Suppress: All",
        "Auto-Submitted: no",
        "Auto-Submitted: No; by=hand",
        "Precedence: first-class",
        "Return-Path: <bob@example.net>",
        "X-FC-MachineGenerated: false",
        "Delivered-To: bob@example.net",
        "Subject: Re: Automatic reply: Deep Shaft",
    ],
)
def test_what_people_send_too_is_no_sign(header):
    """A6."""
    assert why_automatic(email_with(header), OWN) is None
    assert judge(email_with(header), OWN) == (Verdict.HUMAN, "")


@pytest.mark.parametrize("name", ["MAILER-DAEMON", "postmaster", "no-reply", "noreply+x", "do-not-reply"])
def test_some_names_belong_to_programs(name):
    assert judge(email_with(sender=f"<{name}@example.net>"))[0] is Verdict.AUTOMATIC


@pytest.mark.parametrize(
    ("address", "is_ours"),
    [
        ("play@example.org", True),
        ("PLAY+k7@Example.org", True),
        ("anything@bounce.example.org", True),
        ("play@example.net", False),
        ("player@example.org", False),
        ("x@sub.bounce.example.org", False),
        ("", False),
    ],
)
def test_our_own_addresses_are_known_with_and_without_a_token(address, is_ours):
    """A4."""
    assert is_own(address, OWN) is is_ours
    assert (judge(email_with(sender=address), OWN)[0] is Verdict.AUTOMATIC) is is_ours


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: x",
        "[Out of Office] x",
        "Abwesenheitsnotiz",
        "Automatische Antwort: x",
        "Réponse automatique : x",
        "Message d’absence",
        "Autosvar",
        "Odpowiedź automatyczna: x",
        "Respuesta automática: x",
        "Risposta automatica: x",
        "Resposta automática: x",
        "Automatisch antwoord: x",
        "Automaattinen vastaus: x",
        "Automatická odpověď: x",
        "Автоответ: x",
        "Автоматична відповідь: x",
        "自动回复: x",
        "自動返信: x",
        "자동 회신: x",
        "Otomatik cevap: x",
        "Automatikus válasz: x",
        "Undeliverable: x",
        "Unzustellbar: x",
    ],
)
def test_the_subject_of_a_vacation_note_alone_is_a_doubt(subject):
    """A7: no order, at most one help mail."""
    assert judge(email_with(f"Subject: {subject}"))[0] is Verdict.DOUBTFUL


def test_nothing_is_new_text_unless_a_person_wrote_it():
    """A1, A7."""
    for header in ("Auto-Submitted: auto-replied", "Subject: Autosvar"):
        reading = read(f"From: bob@example.net\n{header}\n\nrecruit TER1".encode())
        assert (reading.new_text, reading.email.text) == ("", "recruit TER1")


def test_a_failure_for_now_is_told_from_one_for_good():
    """A2, A3."""
    for_good = bounced_addresses(MAILS["bounces: for good"].raw)
    for_now = bounced_addresses(MAILS["bounces: for now"].raw)
    assert (for_good.permanent, for_good.temporary) == (("carol@example.net",), ())
    assert (for_now.permanent, for_now.temporary) == ((), ("carol@example.net",))


@pytest.mark.parametrize("raw", [b"", b"From: x\n\nend", MAILS["gmail: Polish"].raw])
def test_an_ordinary_mail_bounced_from_nobody(raw):
    assert not bounced_addresses(raw)


def test_a_report_made_to_be_slow_is_read_quickly():
    """P5: on one line of 60 KB the recognisers of bounces were seen to take a minute and a half."""
    body = b"It did not reach the following recipient:\n" + b"x" * 900_000 + b"\nMSEXCH: x"
    with quick(2.0):
        assert not bounced_addresses(b"From: mailer-daemon@example.net\nReturn-Path: <>\n\n" + body)
