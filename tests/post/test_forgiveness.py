"""Emails that are letters, through the inbox: what is played, what is told, and what is never passed over."""

from __future__ import annotations

import pytest

from games.models import Match, Order, Press, Seat
from games.services import resolve
from games.services.seat_emails import mailbox
from post.compose import compose
from post.models import OutgoingEmail
from tests.post.emails import parsed
from tests.post.inbox import order_of, post, seat_of
from tests.services.conftest import on_turn


def answers(kind: str = "answer") -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(kind=kind).order_by("pk"))


@pytest.fixture
def mover(duel: Match) -> Seat:
    """The seat whose turn it is."""
    return seat_of(duel, on_turn(duel))


def test_a_letter_is_played_and_its_prose_named_in_one_kind_line(duel: Match, mover: Seat) -> None:
    mail = post(mover, "Hi Bob,\n\nsorry for the delay!\n\nend\n\nBest regards\nE.\n")
    order = order_of(mail)
    assert order is not None
    resolve.resolve(duel.pk)
    order.refresh_from_db()
    assert [done["understood"] for done in order.receipt["done"]] == ["end"]
    assert order.receipt["problem"] is None
    (receipt,) = answers("receipt")
    email = compose(receipt)
    for told in (email.text, email.html):
        assert "Not read as orders: “Hi Bob,” and 3 more lines." in told
    assert "Not done" not in email.html
    assert "NOT DONE" not in email.text


def test_a_wrong_order_in_a_letter_stops_what_follows_it(duel: Match, mover: Seat) -> None:
    order = order_of(post(mover, "Hi,\n\nrecriut nothing\nend\n\nBob"))
    assert order is not None
    resolve.resolve(duel.pk)
    order.refresh_from_db()
    assert order.receipt["done"] == []
    assert on_turn(duel) == mover.number
    (receipt,) = answers("receipt")
    assert "## " not in compose(receipt).text
    assert "  recriut nothing\n  end\n" in compose(receipt).text


def test_an_initial_at_the_end_ends_no_turn(duel: Match, mover: Seat) -> None:
    post(mover, "Thanks for the game!\n\nE.")
    resolve.resolve(duel.pk)
    assert not Order.objects.exists()
    assert on_turn(duel) == mover.number
    (answer,) = answers()
    assert "no orders in it that we could find" in answer.facts["text"]
    assert "“Thanks for the game!” and 1 more line." in answer.facts["text"]


@pytest.mark.parametrize("subject", ["Status?", "Re: status", "STATUS", "help?", "board"])
def test_a_command_in_the_subject_of_an_empty_email_is_answered(mover: Seat, subject: str) -> None:
    post(mover, "\n", subject=subject)
    (answer,) = answers()
    assert "no orders" not in answer.facts["text"]


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("stop", "\n"),
        ("unsubscribe", ""),
        ("Re: Unsubscribe!", ""),
        ("Re: your turn", "unsubscribe"),
        ("x", "stop\n\nBob"),
    ],
)
def test_whoever_wants_no_more_emails_is_understood(mover: Seat, subject: str, text: str) -> None:
    post(mover, text, subject=subject)
    mover.refresh_from_db()
    assert mover.is_muted


@pytest.mark.parametrize("subject", ["resign", "undo", "say hello", "end", "stop the match please"])
def test_a_subject_plays_nothing(mover: Seat, subject: str) -> None:
    post(mover, "\n", subject=subject)
    mover.refresh_from_db()
    assert not Order.objects.exists()
    assert not Press.objects.exists()
    assert not mover.is_muted


def test_the_name_of_a_match_is_no_command(mover: Seat) -> None:
    Match.objects.update(name="Stop")
    post(seat_of(mover.match, mover.number), "\n", subject="Re: Stop")
    mover.refresh_from_db()
    assert not mover.is_muted


@pytest.mark.parametrize("text", ["Status?", "status!", "help?"])
def test_a_command_may_be_asked(mover: Seat, text: str) -> None:
    post(mover, text)
    (answer,) = answers()
    assert "no orders" not in answer.facts["text"]


def test_an_answer_belongs_to_the_email_it_answers(mover: Seat) -> None:
    post(mover, "status", message_id="<my.mail-1@example.org>")
    message = parsed(compose(answers()[0]))
    assert message["In-Reply-To"] == "<my.mail-1@example.org>"
    assert message["References"].endswith("<my.mail-1@example.org>")


def test_a_long_message_that_a_program_broke_is_said_whole(duel: Match, mover: Seat) -> None:
    said = "I think that we should hold the northern shaft together until the end"
    post(mover, f"say {said},\nmy friend, and share what comes\nend\n")
    assert Press.objects.get().text == f"{said}, my friend, and share what comes"
    resolve.resolve(duel.pk)
    assert on_turn(duel) != mover.number


def test_the_same_failure_is_answered_each_time_and_the_last_answer_says_so(
    duel: Match, mover: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A5: a person who makes the same mistake again is not met with silence."""
    monkeypatch.setattr(mailbox, "MOST_REFUSALS_A_MINUTE", 100)
    for number in range(mailbox.MOST_AN_HOUR + 3):
        post(mover, "recruit nonsense", message_id=f"<r{number}@example.org>")
        resolve.resolve(duel.pk)
    told = [compose(receipt).text for receipt in (answers("receipt")[0], answers("receipt")[-1])]
    assert len(answers("receipt")) == mailbox.MOST_AN_HOUR
    assert ["may get no\nanswer" in text or "may get no answer" in text for text in told] == [False, True]


def test_three_quick_failures_are_answered(duel: Match, mover: Seat) -> None:
    """A5: more than that within a minute no person writes."""
    for number in range(5):
        post(mover, "recruit nonsense", message_id=f"<r{number}@example.org>")
        resolve.resolve(duel.pk)
    assert len(answers("receipt")) == mailbox.MOST_REFUSALS_A_MINUTE


def test_a_letter_read_again_is_the_same_order(duel: Match, mover: Seat) -> None:
    mail = post(mover, "Hi,\nend\n\nBob")
    resolve.resolve(duel.pk)
    type(mail).objects.update(state="waiting", due_at="2020-01-01T00:00Z")
    from post import inbox

    inbox.read_due()
    assert Order.objects.count() == 1
    assert answers() == []


def test_a_preview_forgives_a_signature(mover: Seat) -> None:
    post(mover, "preview\nend\n\nCheers\nBob")
    told = answers()[0].facts["text"]
    assert "This was only a preview" in told
    assert "Line " not in told
