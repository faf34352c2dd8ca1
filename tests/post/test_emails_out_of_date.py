"""What is not wanted or needed any more when its time comes is not sent."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.services.matches.new import Place, Terms, open_match
from post import delivery
from post.compose import compose
from post.kinds import NotNeeded
from post.models import OutgoingEmail
from tests.post.emails import MAKING, invited, of_turn, other_of, queued, seat_in
from tests.services.conftest import on_turn

pytestmark = pytest.mark.usefixtures("media")


def test_a_seat_that_changed_hands_gets_no_old_emails(duel, player, charlie):
    mail = of_turn("turn", duel, player)
    Seat.objects.filter(pk=seat_in(mail).pk).update(user=charlie)
    seat_in(mail).refresh_from_db()
    with pytest.raises(NotNeeded):
        compose(mail)


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        ("turn", "mail_turns"),
        ("press", "mail_press"),
        ("reminder", "mail_reminders"),
        ("paused", "mail_host_acts"),
        ("extended", "mail_host_acts"),
    ],
)
def test_what_the_reader_does_not_want_any_more_is_not_sent(kind, wish, duel, player):
    mail = MAKING[kind](duel, player)
    User.objects.filter(pk=player.pk).update(**{wish: False})
    delivery.deliver_due()
    mail.refresh_from_db()
    assert mail.state == OutgoingEmail.State.DROPPED


def test_a_match_that_was_muted_is_silent(duel, player):
    mail = of_turn("turn", duel, player)
    Seat.objects.filter(pk=seat_in(mail).pk).update(is_muted=True)
    seat_in(mail).refresh_from_db()
    with pytest.raises(NotNeeded):
        compose(mail)


def test_a_match_that_was_wound_back_is_not_over(duel, player):
    mail = MAKING["finished"](duel, player)
    Match.objects.filter(pk=duel.pk).update(status=Match.Status.RUNNING)
    seat_in(mail).match.refresh_from_db()
    delivery.deliver_due(100)
    mail.refresh_from_db()
    assert mail.state == OutgoingEmail.State.DROPPED


def test_an_invitation_that_is_not_open_any_more_is_not_sent(alice, bob):
    mail = invited(alice)
    Match.objects.filter(pk=seat_in(mail).match_id).update(status=Match.Status.WITHDRAWN)
    seat_in(mail).match.refresh_from_db()
    with pytest.raises(NotNeeded):
        compose(mail)


def test_a_reminder_leaves_out_what_was_answered(duel, player, send):
    mail = MAKING["reminder"](duel, player)
    send(duel, on_turn(duel), "end")
    with pytest.raises(NotNeeded):
        compose(mail)


def test_several_due_matches_are_one_email(duel, player, alice, bob):
    terms = Terms("scrappers", "Another", {})
    open_match(alice, terms, [Place(player), Place(other_of(duel, player))])
    later = timezone.now() + timedelta(hours=5)
    Seat.objects.filter(user=player).update(due_at=later, waiting_since=timezone.now())
    seats = list(Seat.objects.filter(user=player).values_list("pk", flat=True))
    email = compose(queued("reminder", None, player, {"seats": seats}))
    assert email.subject == "2 matches are waiting for you"
    assert "A duel (Star Scrappers" in email.text
    assert "Another (Star Scrappers" in email.text
