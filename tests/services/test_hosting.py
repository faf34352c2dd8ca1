"""What those who run the server do to a match is told to its players and kept in the log."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refused
from games.engine.play.run import AnyRun
from games.engine.play.save import decode_save
from games.models import Match, Order, Seat, TurnView
from games.services import lateness, orders, resolve, storage
from games.services.access import Access, match_for, seats_of
from games.services.deadlines import reminders
from games.services.fairness import verify
from games.services.hosting import acts, rewinds
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from games.services.scene import scene_of
from post.models import IncomingEmail, OutgoingEmail
from tests.services.conftest import Send, on_turn

HOUR = timedelta(hours=1)


@pytest.fixture
def root(db: None) -> User:
    """She runs the server."""
    return User.objects.create_superuser("root@example.org", "Root")


def seat(match: Match, number: int) -> Seat:
    """A seat as a door has it."""
    return match.seats.select_related("match", "user").get(number=number)


def mover(match: Match) -> Seat:
    """The seat that the match waits for."""
    return seat(match, on_turn(match))


def story(match: Match, user: User) -> list[str]:
    """What a player has been told."""
    return [one.text for one in scene_of(match_for(user, match.pk)).story()]


def logged(user: User) -> list[str]:
    """What the log of the admin pages says of someone."""
    return list(LogEntry.objects.filter(user_id=user.pk).values_list("change_message", flat=True))


def break_match(match: Match) -> None:
    """The rules no longer lead where the match stands."""
    save = decode_save(bytes(match.save_data or b""))
    broken = msgspec.msgpack.encode(msgspec.structs.replace(save, digest=b"other rules"))
    Match.objects.filter(pk=match.pk).update(save_data=broken)


# Pausing.


def test_a_pause_is_told_to_all_and_kept_in_the_log(duel: Match, bob: User, root: User) -> None:
    acts.pause(duel, "The server moves\nto another house", root)
    duel.refresh_from_db()
    assert duel.paused_at is not None
    assert story(duel, bob)[-1] == "The match is paused: The server moves to another house"
    assert logged(root) == ["paused: The server moves to another house"]
    with pytest.raises(Refused):
        acts.pause(duel, "again", root)


@pytest.mark.parametrize("reason", ["", " \n", "x" * 201])
def test_a_pause_needs_a_reason(duel: Match, root: User, reason: str) -> None:
    with pytest.raises(Refused):
        acts.pause(duel, reason, root)


def test_deadlines_and_reminders_move_by_the_length_of_a_pause(duel: Match, bob: User, root: User) -> None:
    was = mover(duel)
    now = timezone.now()
    with time_machine.travel(now + 30 * HOUR, tick=False):
        acts.pause(duel, "holidays", root)
    with time_machine.travel(now + 130 * HOUR, tick=False):
        assert lateness.call_late_seats() == 0
        assert [reminders.write_reminders(lease) for lease in reminders.claim_due(timezone.now())] == [0]
        acts.resume(duel, root)
        assert lateness.call_late_seats() == 0
    now_due = mover(duel)
    assert was.due_at is not None
    assert was.reminder_at is not None
    assert now_due.due_at == was.due_at + 100 * HOUR
    assert now_due.reminder_at == was.reminder_at + 100 * HOUR
    assert "continues" in story(duel, bob)[-1]
    duel.refresh_from_db()
    assert duel.paused_at is None


def test_a_turn_that_begins_with_an_order_of_a_pause_has_its_whole_time(
    duel: Match, root: User, send: Send
) -> None:
    now = timezone.now()
    with time_machine.travel(now + 1 * HOUR, tick=False):
        acts.pause(duel, "holidays", root)
    first = on_turn(duel)
    with time_machine.travel(now + 10 * HOUR, tick=False):
        assert send(duel, first, "end").played_at is None
    with time_machine.travel(now + 50 * HOUR, tick=False):
        acts.resume(duel, root)
        resolve.resolve(duel.pk)
    assert on_turn(duel) != first
    assert mover(duel).due_at == now + (50 + duel.turn_hours) * HOUR


def test_what_is_not_paused_is_not_resumed(duel: Match, root: User) -> None:
    with pytest.raises(Refused):
        acts.resume(duel, root)


# More time.


def test_a_player_gets_more_time(duel: Match, bob: User, root: User) -> None:
    was = mover(duel)
    assert was.due_at is not None
    acts.extend(was, 24, root)
    assert mover(duel).due_at == was.due_at + 24 * HOUR
    assert story(duel, bob)[-1].endswith("has 24 more hours.")
    assert logged(root) == [f"seat {was.number}: 24 hours more"]


def test_a_deadline_that_was_moved_makes_nobody_late(duel: Match, root: User) -> None:
    """The clock had called already when the host was kind."""
    was = mover(duel)
    with time_machine.travel(timezone.now() + (duel.turn_hours + 1) * HOUR, tick=False):
        assert lateness.call_late_seats() == 1
        acts.extend(was, 24, root)
        resolve.resolve(duel.pk)
        assert mover(duel).number == was.number
        assert mover(duel).due_at == timezone.now() + 24 * HOUR
        assert mover(duel).missed == 0


def test_nobody_is_given_time_who_is_not_waited_for(duel: Match, root: User) -> None:
    with pytest.raises(Refused):
        acts.extend(seat(duel, 3 - on_turn(duel)), 24, root)
    with pytest.raises(Refused):
        acts.extend(mover(duel), 0, root)


# Winding back.


def play(match: Match, turns: int, send: Send) -> None:
    """Some turns, with something done in each."""
    for _ in range(turns):
        send(match, on_turn(match), "end")


def test_a_match_is_wound_back_to_where_it_stood(duel: Match, alice: User, bob: User, send: Send) -> None:
    play(duel, 3, send)
    was = [scene_of(match_for(user, duel.pk)).view for user in (alice, bob)]
    play(duel, 3, send)
    acts.rewind(duel, 3)
    duel.refresh_from_db()
    assert duel.turn == 4
    assert [scene_of(match_for(user, duel.pk)).view for user in (alice, bob)] == was
    assert "The host rewound the match to turn 3. The dice will be rolled again." in story(duel, bob)
    assert max(TurnView.objects.filter(match=duel).values_list("turn", flat=True)) == 3


def test_a_rewind_asks_anew_by_mail_and_with_the_whole_time(duel: Match, root: User, send: Send) -> None:
    play(duel, 3, send)
    for turn in (3, 1):  # back to the beginning of the same turn, then further
        before = OutgoingEmail.objects.filter(kind="turn").count()
        later = timezone.now() + 20 * HOUR
        with time_machine.travel(later, tick=False):
            acts.rewind(duel, turn, root)
        assert mover(duel).due_at == later + duel.turn_hours * HOUR
        assert OutgoingEmail.objects.filter(kind="turn").count() == before + 1
    assert sorted(logged(root)) == ["rewound to turn 1", "rewound to turn 3"]


def test_a_rewound_match_goes_on_and_its_dice_can_be_checked(alice: User) -> None:
    places = [Place(bot="random"), Place(bot="random")]
    match = open_match(alice, Terms("scrappers", "Bots", {}), places)
    begun = {}
    for turn in (6, 4, 8):
        while match.turn < 12:
            resolve.resolve(match.pk)  # to the beginning of the next turn
            match.refresh_from_db()
            begun[match.turn] = scene_of(Access(match, seats_of(match), None)).view
        acts.rewind(match, turn)
        match.refresh_from_db()
        assert match.turn == turn + 1
        assert scene_of(Access(match, seats_of(match), None)).view == begun[match.turn]
    resolve.resolve_all(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert verify(match).rolls > 20


def test_rolls_of_a_step_that_was_wound_back_stay_on_record(
    duel: Match, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were seen: whoever checks the dice must find them."""
    play(duel, 3, send)
    before = duel.roll_rows.count()
    load = storage.load

    def loading(match: Match, seats: list[Seat]) -> AnyRun:
        run = load(match, seats)
        run.replay.table.roll("in mid-step", 6)
        return run

    with monkeypatch.context() as rolled:
        rolled.setattr(storage, "load", loading)
        acts.rewind(duel, 1)
    assert duel.roll_rows.count() == before + 1


def test_there_is_no_way_forward_and_none_to_what_was_wound_back(duel: Match, send: Send) -> None:
    play(duel, 6, send)
    acts.rewind(duel, 2)
    duel.refresh_from_db()
    assert max(rewinds.turns_to_go_back_to(duel)) == 2
    with pytest.raises(Refused):
        acts.rewind(duel, 5)


def test_orders_for_a_table_that_is_no_more_are_handed_back(duel: Match, send: Send) -> None:
    play(duel, 3, send)
    order = orders.accept(mover(duel), NewOrder(Order.Kind.ORDERS, Order.Door.MAIL, "<m@id>", "end"))
    acts.rewind(duel, 1)
    order.refresh_from_db()
    assert order.played_at is not None
    assert "rewound" in order.receipt["problem"]["reason"]
    assert order.receipt["rest"] == "end"
    assert OutgoingEmail.objects.filter(kind="receipt").count() == 1


def test_who_left_after_that_turn_is_back(alice: User, bob: User, charlie: User, send: Send) -> None:
    match = open_match(alice, Terms("scrappers", "Three", {}), [Place(alice), Place(bob), Place(charlie)])
    play(match, 3, send)
    send(match, 2, "", Order.Kind.RESIGN)
    assert seat(match, 2).resigned_at is not None
    acts.rewind(match, 2)
    assert seat(match, 2).resigned_at is None


def test_a_finished_match_is_not_wound_back(duel: Match, send: Send) -> None:
    play(duel, 3, send)
    send(duel, 1, "", Order.Kind.RESIGN)
    with pytest.raises(Refused):
        acts.rewind(duel, 1)


# Stuck.


def test_the_staff_and_the_host_hear_of_a_stuck_match_once(duel: Match, root: User, send: Send) -> None:
    break_match(duel)
    send(duel, on_turn(duel), "end")
    resolve.resolve(duel.pk)
    told = OutgoingEmail.objects.filter(kind="stuck")
    assert sorted(mail.address for mail in told) == ["alice@example.org", "root@example.org"]
    assert all(mail.facts == {"match": duel.pk} for mail in told)


def test_a_stuck_match_that_loads_again_goes_on_with_a_day_for_everybody(
    duel: Match, bob: User, root: User
) -> None:
    Match.objects.filter(pk=duel.pk).update(stuck="the replay ends elsewhere than the save")
    later = timezone.now() + 400 * HOUR
    with time_machine.travel(later, tick=False):
        acts.unstick(duel, root)
    duel.refresh_from_db()
    assert duel.stuck == ""
    assert mover(duel).due_at == later + 24 * HOUR
    assert "more hours" in story(duel, bob)[-1]
    assert logged(root) == ["tried again"]


def test_a_match_that_still_does_not_load_stays_stuck(duel: Match, root: User) -> None:
    break_match(duel)
    Match.objects.filter(pk=duel.pk).update(stuck="why")
    with pytest.raises(Refused):
        acts.unstick(duel, root)
    duel.refresh_from_db()
    assert duel.stuck == "why"


def test_winding_back_helps_a_stuck_match(duel: Match, send: Send) -> None:
    play(duel, 3, send)
    break_match(duel)
    send(duel, on_turn(duel), "end")
    assert duel.stuck
    acts.rewind(duel, 2)
    duel.refresh_from_db()
    assert duel.stuck == ""
    assert send(duel, on_turn(duel), "end").receipt["problem"] is None


# Looking, replacing, mail.


def test_looking_at_a_hand_is_told_to_all_before_it_is_shown(duel: Match, bob: User, root: User) -> None:
    """E6: an explicit act, logged, and the players can see that it happened."""
    scene = acts.look_at(seat(duel, 1), "a complaint", root)
    assert scene.view == scene_of(match_for(duel.host, duel.pk)).view
    assert story(duel, bob)[-1] == "The host looked at the hidden information of Alice: a complaint"
    assert logged(root) == ["looked at seat 1: a complaint"]
    with pytest.raises(Refused):
        acts.look_at(seat(duel, 1), "", root)


def test_staff_may_replace_anybody_and_it_is_told(
    duel: Match, alice: User, charlie: User, root: User
) -> None:
    assert acts.replace(seat(duel, 2), charlie, root).user == charlie
    assert story(duel, alice)[-1] == "Charlie takes over this seat from the previous player."
    assert logged(root) == ["seat 2: another player"]


@pytest.mark.parametrize(("state", "may"), [("failed", True), ("bounced", True), ("sent", False)])
def test_an_email_that_was_given_up_is_sent_again(duel: Match, root: User, state: str, may: bool) -> None:
    mail = OutgoingEmail.objects.filter(conversation=duel.pk)[0]
    OutgoingEmail.objects.filter(pk=mail.pk).update(state=state, attempts=14)
    if may:
        acts.retry_mail(mail, root)
    else:
        with pytest.raises(Refused):
            acts.retry_mail(mail, root)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (("waiting", 0) if may else (state, 14))


def test_an_email_that_was_set_aside_is_read_again(root: User) -> None:
    mail = IncomingEmail.objects.create(key="k", source="smtp", raw=b"", state="parked", attempts=3)
    acts.reread_mail(mail, root)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == ("waiting", 0)
