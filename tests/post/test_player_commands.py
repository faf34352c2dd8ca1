"""What a player can ask for by email beside the game: the report again, a rule, a language, an end."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match, Order, Seat
from games.services.commands.execution import MOST_REPORTS_AN_HOUR
from games.services.engines import ENGINES
from games.services.matches.new import Place, Terms, open_match
from post.compose import compose
from post.models import IncomingEmail, OutgoingEmail
from tests.post.inbox import keep, post, seat_of
from tests.services.conftest import on_turn

pytestmark = pytest.mark.usefixtures("media", "paperless")


def answers(kind: str = "answer") -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(kind=kind).select_related("user").order_by("pk"))


@pytest.fixture
def mover(duel: Match) -> Seat:
    """The seat whose turn it is."""
    return seat_of(duel, on_turn(duel))


@pytest.mark.parametrize("text", ["report", "Report!", "report\n\nThanks"])
def test_report_sends_the_last_turn_email_again_and_nothing_else(mover, text):
    post(mover, text.partition("\n")[0])
    (again,) = answers("resent")
    [first] = OutgoingEmail.objects.filter(kind="turn", mailbox=mover.pk)
    email = compose(again)
    assert "YOUR OPTIONS" in email.text
    assert {name: again.facts[name] for name in ("first", "last")} == {
        name: first.facts[name] for name in ("first", "last")
    }
    assert email.extra_headers["Auto-Submitted"] == "auto-replied"
    assert not answers()
    assert not Order.objects.exists()


def test_who_is_not_asked_gets_the_report_without_a_question(duel):
    waiting = seat_of(duel, 3 - on_turn(duel))
    post(waiting, "report")
    assert "YOUR OPTIONS" not in compose(answers("resent")[0]).text


def test_the_same_email_sends_one_report_and_a_machine_gets_few(mover):
    """P6: read twice, it is the same request; and each report costs printing."""
    for number in (1, 1, *range(2, MOST_REPORTS_AN_HOUR + 3)):
        post(mover, "report", message_id=f"<r{number}@example.org>")
    assert len(answers("resent")) == MOST_REPORTS_AN_HOUR
    assert "several times" in answers()[0].facts["text"]


def test_who_has_muted_the_match_is_told_why_no_report_comes(mover):
    Seat.objects.filter(pk=mover.pk).update(is_muted=True)
    post(seat_of(mover.match, mover.number), "report")
    assert not answers("resent")
    assert "switch them on again" in answers()[0].facts["text"]


def test_rules_are_looked_up_by_their_number(mover):
    post(mover, "rules ss-2")
    text = answers()[0].facts["text"]
    assert text.startswith("SS-2.1 The Crystals are sorted")
    assert "\nSS-2.2 Chance picks four factions" in text
    assert "\nSS-3" not in text
    post(mover, "rules SS-1.1")
    text = answers()[1].facts["text"]
    assert text.startswith("SS-1.1 Factions. There are six.")
    assert "SS-1.2" not in text
    assert "SS-1.10" not in text


@pytest.mark.parametrize("wanted", ["", "everything", "../../README", "SS-99"])
def test_what_is_no_rule_is_answered_with_an_example(mover, wanted):
    post(mover, f"rules {wanted}")
    assert "such as “rules SS-1.1”" in answers()[0].facts["text"]


def test_another_language_is_the_setting_of_the_account(mover, settings):
    settings.LANGUAGES = [("en", "English"), ("pl", "Polish")]
    post(mover, "language pl")
    assert User.objects.get(pk=mover.user_id).language == "pl"
    post(mover, "language xx")
    assert "en, pl" in answers()[-1].facts["text"]
    assert User.objects.get(pk=mover.user_id).language == "pl"


@pytest.mark.parametrize("word", ["agree", "draw", "Draw."])
def test_all_players_agree_by_email_and_the_match_is_over(duel, word):
    post(seat_of(duel, 1), word)
    duel.refresh_from_db()
    assert duel.status == Match.Status.RUNNING
    assert "It ends when all players agree" in answers()[0].facts["text"]
    [offer] = OutgoingEmail.objects.filter(kind="press").select_related("user")
    assert "“agree”" in compose(offer).text.replace("\n", " ")
    post(seat_of(duel, 2), word)
    duel.refresh_from_db()
    assert duel.status == Match.Status.FINISHED


def test_who_disagrees_again_plays_on(duel):
    post(seat_of(duel, 1), "agree")
    post(seat_of(duel, 1), "disagree")
    post(seat_of(duel, 2), "agree")
    duel.refresh_from_db()
    assert duel.status == Match.Status.RUNNING


def test_draw_among_orders_is_left_to_the_game(mover):
    keep(mover, "draw\nend")
    post(mover, "end")
    assert seat_of(mover.match, mover.number).agreed_at is None


@pytest.mark.parametrize(
    "text", ["help", "help end", "help ,", "status", "board", "preview\nend", "standing"]
)
@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_game_answers_what_its_players_ask(game, text, alice, bob, settings):
    settings.GAMES = [game]
    match = open_match(alice, Terms(game, "Tell me", {}), [Place(alice), Place(bob)])
    asked = match.seats.select_related("match", "user").filter(waiting_since__isnull=False)[0]
    assert post(asked, text).state == IncomingEmail.State.HANDLED
    (answer,) = answers()
    assert compose(answer).text
