"""Emails from players: kept, read, done, answered."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match, Order, Press, Seat
from games.services import resolve
from games.services.matches.new import Place, Terms, open_match
from games.services.seat_emails.mailbox import confirm_token
from post import inbox, mailboxes
from post.compose import compose
from post.models import IncomingEmail, OutgoingEmail
from post.parsing.limits import MAX_MAIL
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, order_of, post, seat_of
from tests.services.conftest import Send, on_turn

State = IncomingEmail.State


def answers(kind: str = "answer") -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(kind=kind).order_by("pk"))


@pytest.fixture
def mover(duel: Match) -> Seat:
    """The seat whose turn it is."""
    return seat_of(duel, on_turn(duel))


@pytest.fixture
def waiter(duel: Match, mover: Seat) -> Seat:
    """The other one."""
    return seat_of(duel, 3 - mover.number)


def test_orders_in_a_reply_are_played_and_answered(duel: Match, mover: Seat) -> None:
    mail = post(mover, "end\n\nOn Mon, edgepbem wrote:\n> recruit TER1\n")
    assert mail.state == State.HANDLED
    order = order_of(mail)
    assert order is not None
    assert order.text == "end"
    resolve.resolve(duel.pk)
    (receipt,) = answers("receipt")
    assert receipt.facts["order"] == order.pk
    assert receipt.user == mover.user


def test_the_answer_names_an_end_too_many(duel: Match, mover: Seat) -> None:
    post(mover, "end\nend")
    resolve.resolve(duel.pk)
    (receipt,) = answers("receipt")
    email = compose(receipt)
    for told in (email.text, email.html):
        assert "not needed" in told.lower()
        assert "Line 2: end" in told


def test_a_late_reply_does_not_play_the_next_turn(duel: Match, mover: Seat) -> None:
    post(mover, "end")
    resolve.resolve(duel.pk)
    mail = post(seat_of(duel, mover.number), "end", message_id="<late@example.org>")
    assert mail.outcome is None
    assert Order.objects.count() == 1
    assert "There is no question for you right now" in answers()[0].facts["text"]


def test_the_same_email_twice_is_one_order(mover: Seat) -> None:
    raw = email_to(mover, "end", message_id="<once@example.org>")
    for added in (b"", b"Received: from elsewhere\r\n"):
        mailboxes.receive(added + raw, reply_address(mover), mover.user.email, "smtp")  # type: ignore[union-attr]
        inbox.read_due()
    assert IncomingEmail.objects.count() == 1
    assert Order.objects.count() == 1


def test_an_email_killed_in_mid_reading_is_read_again_with_one_effect(mover: Seat) -> None:
    mail = post(mover, "end\nsay hello")
    IncomingEmail.objects.update(state=State.WAITING, due_at="2020-01-01T00:00Z")
    inbox.read_due()
    assert Order.objects.count() == Press.objects.count() == 1
    assert OutgoingEmail.objects.filter(key=f"answer {mail.pk}").count() == 1


def test_a_vacation_note_is_filed_without_order_or_answer(mover: Seat) -> None:
    """A1: and nothing it quotes is played."""
    mail = post(mover, "I am away.\n\n> end\n", Auto_Submitted="auto-replied")
    assert mail.state == State.AUTOMATIC
    assert not Order.objects.exists()
    assert not OutgoingEmail.objects.filter(kind__in=["answer", "help", "receipt"]).exists()


def test_our_own_address_as_sender_is_dropped(mover: Seat) -> None:
    """A4."""
    mail = post(mover, "end", sender=reply_address(mover))
    assert mail.state == State.AUTOMATIC
    assert not OutgoingEmail.objects.filter(kind__in=["answer", "help", "confirm_mail"]).exists()


def test_a_responder_without_any_header_is_soon_left_alone(duel: Match, mover: Seat) -> None:
    """A5: it answers each of our emails at once, faster than any person; the last answer says so."""
    for number in range(6):
        post(mover, "I am on holiday and will read your email later.", message_id=f"<r{number}@example.org>")
        resolve.resolve(duel.pk)
    told = [answer.facts["text"] for answer in answers()]
    assert len(told) == 3
    assert [("may get no answer" in text) for text in told] == [False, False, True]
    assert not Order.objects.exists()


def test_a_responder_that_varies_its_words_is_left_alone_too(duel: Match, mover: Seat) -> None:
    """A5: nobody writes that fast."""
    for number in range(6):
        post(mover, f"Your ticket {number} has been received.", message_id=f"<v{number}@example.org>")
        resolve.resolve(duel.pk)
    assert len(answers("receipt")) + len(answers()) <= 3


def test_an_outlook_user_is_a_person(mover: Seat) -> None:
    """A6."""
    assert order_of(post(mover, "end", X_Auto_Response_Suppress="All")) is not None


@pytest.mark.parametrize(
    "subject", ["Abwesenheitsnotiz: Urlaub", "Réponse automatique : absent", "Autosvar: borte"]
)
def test_a_vacation_note_known_by_its_subject_gives_no_order(mover: Seat, subject: str) -> None:
    """A7: at most one help email."""
    for number in range(3):
        post(mover, "end", subject=subject, message_id=f"<{number}@example.org>")
    assert not Order.objects.exists()
    assert len(answers("help")) <= 1


def test_an_empty_reply_above_a_quoted_email_gets_one_answer(mover: Seat) -> None:
    """A8: nothing of what is quoted is an order."""
    post(mover, "\n\nOn Mon, 16 Nov 2026, edgepbem wrote:\n> Draft:\n> end\n")
    assert not Order.objects.exists()
    (answer,) = answers()
    assert "no order" in answer.facts["text"]


def test_a_mail_that_is_too_large_is_refused_at_the_door(mover: Seat) -> None:
    """A13."""
    with pytest.raises(mailboxes.TooLarge):
        mailboxes.receive(b"x" * (MAX_MAIL + 1), reply_address(mover), "a@example.org", "smtp")


def test_an_attachment_is_not_kept_apart_and_the_body_is_read(mover: Seat) -> None:
    """A13: under the cap."""
    from email import message_from_bytes, policy

    message = message_from_bytes(email_to(mover, "end"), policy=policy.default)
    message.add_attachment(b"PK\x03\x04" * 1_000, maintype="application", subtype="zip", filename="bomb.zip")
    mailboxes.receive(message.as_bytes(), reply_address(mover), mover.user.email, "smtp")  # type: ignore[union-attr]
    inbox.read_due()
    assert Order.objects.get().text == "end"


def test_the_case_of_an_address_does_not_matter(mover: Seat) -> None:
    """A15."""
    raw = email_to(mover, "end")
    mailboxes.receive(raw, reply_address(mover).upper(), mover.user.email, "smtp")  # type: ignore[union-attr]
    inbox.read_due()
    assert Order.objects.count() == 1


def test_an_altered_or_cut_address_is_nobodys(mover: Seat) -> None:
    """A15: and all wrong ones are refused alike."""
    name, _, domain = reply_address(mover).partition("@")
    altered = name[:-1] + ("a" if name[-1] != "a" else "b")
    for wrong in (
        name[:-1],
        altered,
        "play+1-",
        "play+",
        "play",
        "play+x-y",
        name.replace("play+", "play+9"),
    ):
        with pytest.raises(mailboxes.NoSuchMailbox):
            mailboxes.receive(email_to(mover, "end"), f"{wrong}@{domain}", "a@example.org", "smtp")
    assert not IncomingEmail.objects.exists()


def test_another_player_who_knows_the_address_cannot_use_it(mover: Seat, waiter: Seat) -> None:
    """A16: the owner is told, the sender learns nothing."""
    mail = post(mover, "end", sender=waiter.user.email)  # type: ignore[union-attr]
    assert mail.state == State.UNCONFIRMED
    assert not Order.objects.exists()
    assert [email.user for email in answers("confirm_mail")] == [mover.user]
    assert not answers()


def test_the_owner_confirms_an_email_from_elsewhere_by_a_link(client, mover: Seat) -> None:
    """A18: doubt leads to a link, not to loss; looking at the page does nothing."""
    mail = post(mover, "end", sender="work@example.com")
    path = reverse("confirm_mail", args=[confirm_token(mail)])
    assert "end" in client.get(path).content.decode()
    assert not Order.objects.exists()
    client.post(path)
    client.post(path)
    assert Order.objects.get().text == "end"
    assert client.get(reverse("confirm_mail", args=[f"{mail.pk}-{'a' * 32}"])).status_code == 404


def test_a_second_email_from_elsewhere_within_the_hour_is_asked_about_too(client, mover: Seat) -> None:
    first, second = (post(mover, text, sender="work@example.com") for text in ("recruit nonsense", "end"))
    assert [email.facts["incoming"] for email in answers("confirm_mail")] == [first.pk, second.pk]
    assert all("confirm" in compose(email).text for email in answers("confirm_mail"))
    client.post(reverse("confirm_mail", args=[confirm_token(second)]))
    assert [order.text for order in Order.objects.all()] == ["end"]


def test_a_flood_from_elsewhere_becomes_few_questions_and_the_page_of_one_shows_all(
    client, mover: Seat
) -> None:
    emails = [post(mover, f"say {number}", sender="work@example.com") for number in range(9)]
    assert len(answers("confirm_mail")) == 5
    page = client.get(reverse("confirm_mail", args=[confirm_token(emails[0])])).content.decode()
    assert all(reverse("confirm_mail", args=[confirm_token(email)]) in page for email in emails[1:])


def test_a_former_player_confirms_nothing_for_the_next_one(client, mover: Seat) -> None:
    """E4: and sees nothing of what waits for them."""
    mail = post(mover, "end", sender="work@example.com")
    Seat.objects.filter(pk=mover.pk).update(taken_at=timezone.now())
    later = post(seat_of(mover.match, mover.number), "end", sender="home@example.com")
    assert client.post(reverse("confirm_mail", args=[confirm_token(mail)])).status_code == 404
    page = client.get(reverse("confirm_mail", args=[confirm_token(later)])).content.decode()
    assert confirm_token(mail) not in page


PASSED = "mx.club.example; dmarc=pass header.from=example.org"


@pytest.mark.parametrize(
    ("verdicts", "believed"),
    [
        ([PASSED], True),
        (["mx.club.example; dkim=pass header.d=example.org; spf=fail"], True),
        ([], False),
        (["mx.club.example; dmarc=fail", PASSED], False),
        (["evil.example; dmarc=pass", PASSED], False),
        (["evil.example (mx.club.example); dmarc=pass"], False),
        (["mx.club.example (; dmarc=pass ;); dmarc=fail"], False),
        (["mx.club.example; dkim=pass header.d=evil.example"], False),
        (["mx.club.example; dmarc=pass header.from=evil.example"], False),
        (["mx.club.example.evil.example; dmarc=pass"], False),
    ],
)
def test_only_the_topmost_verdict_of_our_own_receiver_is_believed(
    settings, mover: Seat, verdicts: list[str], believed: bool
) -> None:
    """A17, A18."""
    settings.MAIL_RECEIVER = "mx.club.example"
    raw = b"".join(b"Authentication-Results: " + verdict.encode() + b"\r\n" for verdict in verdicts)
    mailboxes.receive(raw + email_to(mover, "end"), reply_address(mover), mover.user.email, "smtp")  # type: ignore[union-attr]
    inbox.read_due()
    assert Order.objects.exists() is believed
    assert (IncomingEmail.objects.get().state == State.HANDLED) is believed


def test_a_broken_email_is_parked_and_holds_up_no_other(mover: Seat) -> None:
    """A11: malformed ones are set aside at once."""
    nested = b"".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n".encode() for n in range(1_000)
    )
    head = f"From: {mover.user.email}\r\nMessage-ID: <deep@example.org>\r\n".encode()  # type: ignore[union-attr]
    bad = mailboxes.receive(head + nested, reply_address(mover), "x@example.org", "smtp")
    good = post(mover, "end")
    bad.refresh_from_db()
    assert bad.state == State.MALFORMED
    assert good.state == State.HANDLED


def test_the_secret_address_is_not_kept(mover: Seat) -> None:
    """B7."""
    secret = reply_address(mover).partition("@")[0].rpartition("-")[2]
    mail = post(mover, f"end\n\n> Reply-To: {reply_address(mover)}")
    assert secret.encode() not in bytes(mail.raw)


# Commands.


def test_help_says_what_can_be_ordered(mover: Seat) -> None:
    post(mover, "help")
    (answer,) = answers()
    assert "recruit" in answer.facts["text"]
    assert "standing" in answer.facts["text"]


def test_status_and_board_in_one_email_are_one_answer(mover: Seat) -> None:
    post(mover, "status\nboard")
    (answer,) = answers()
    assert "to play until" in answer.facts["text"]
    assert "DOCKS" in answer.facts["text"]


def test_a_preview_does_nothing(duel: Match, mover: Seat) -> None:
    post(mover, "preview\nend")
    assert not Order.objects.exists()
    assert "preview" in answers()[0].facts["text"]


def test_a_standing_order_is_kept_and_a_wrong_one_explained(mover: Seat) -> None:
    post(mover, "standing ask-limit: 2")
    mover.refresh_from_db()
    assert "ask-limit: 2" in mover.standing
    post(mover, "standing nonsense")
    mover.refresh_from_db()
    assert "ask-limit: 2" in mover.standing
    assert "nonsense" in answers()[-1].facts["text"]


def test_a_message_reaches_all_or_one(mover: Seat, waiter: Seat) -> None:
    post(mover, f"say Hello all!\nsay to {waiter.user.name}: a secret")  # type: ignore[union-attr]
    assert [(press.text, press.to) for press in Press.objects.all()] == [
        ("Hello all!", None),
        ("a secret", waiter),
    ]


def test_a_message_to_nobody_is_not_told_to_all(mover: Seat) -> None:
    post(mover, "say to Bobb: a secret")
    assert not Press.objects.exists()
    assert "nobody here is called Bobb" in answers()[0].facts["text"]


def test_resigning_by_email(duel: Match, mover: Seat) -> None:
    post(mover, "resign")
    resolve.resolve(duel.pk)
    duel.refresh_from_db()
    assert duel.status == Match.Status.FINISHED


def test_stop_alone_ends_the_mails_of_this_match_only(mover: Seat) -> None:
    post(mover, "Stop.")
    mover.refresh_from_db()
    assert mover.is_muted
    assert len(answers()) == 1


def test_a_stray_email_gets_help_once_a_day(alice: User) -> None:
    from post.addresses import own_address

    for number in range(3):
        raw = f"From: {alice.email}\r\nMessage-ID: <s{number}@example.org>\r\n\r\nhello\r\n".encode()
        mailboxes.receive(raw, own_address(), alice.email, "smtp")
        inbox.read_due()
    assert len(answers("help")) == 1


def test_kept_orders_that_cannot_be_carried_out_come_back_in_the_next_email(
    alice: User, bob: User, send: Send
) -> None:
    """With ready-made armies nobody is asked for one: the line ends the sheet while the other one plays."""
    terms = Terms("edge", "Dawn", {"preset": True, "beginner": True})
    match = open_match(alice, terms, [Place(alice), Place(bob)])
    first = seat_of(match, on_turn(match))
    post(first, "faction chapter\narmy start\nrole positioning\n")
    resolve.resolve(match.pk)
    send(match, 3 - first.number, "faction demons")
    told = compose(OutgoingEmail.objects.filter(kind="turn", mailbox=first.pk).latest("pk"))
    assert "YOUR KEPT ORDERS" in told.text
    assert ">Your kept orders</h2>" in told.html
    for body in (told.text, told.html):
        assert "“army” is not possible here" in body
        assert "role positioning\n" in body.partition("correct this and send it again")[2]


def test_the_answer_to_orders_tells_what_came_of_them(alice: User, bob: User, send: Send) -> None:
    """A line that was carried out may have rolled dice: what they showed is not left for the next turn."""
    terms = Terms("edge", "Dawn", {"preset": True, "beginner": True})
    match = open_match(alice, terms, [Place(alice), Place(bob)])
    first = seat_of(match, on_turn(match))
    send(match, first.number, "faction chapter")
    send(match, 3 - first.number, "faction demons")
    post(first, "role positioning\nrole countering\n")
    resolve.resolve(match.pk)
    (receipt,) = (compose(mail) for mail in answers("receipt"))
    for body in (receipt.text, receipt.html):
        happened = body.lower().partition("what happened")[2]
        assert "chooses to be the positioning player" in " ".join(happened.split())
        assert "plays demons" not in happened


def test_a_board_that_is_asked_for_comes_with_its_lines_whole(alice: User, bob: User) -> None:
    match = open_match(alice, Terms("edge", "Dawn", {}), [Place(alice), Place(bob)])
    post(seat_of(match, on_turn(match)), "board")
    (answer,) = (compose(mail) for mail in answers())
    assert "\n  Rows B and D are shifted by half a Space: B1 touches A1, A2, C1 and C2.\n" in answer.text
