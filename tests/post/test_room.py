"""The mail room: all mail of a demo, and nothing of it in production."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.urls import reverse

from accounts.models import User
from games.models import Order
from games.services import resolve
from post import delivery, inbox
from post.models import IncomingEmail, OutgoingEmail, RoomEmail
from post.room.backend import MailRoomBackend
from post.room.messages import RoomMessage
from tests.services.conftest import on_turn


@pytest.fixture(autouse=True)
def room(settings, tmp_path):
    settings.MAIL_ROOM = True
    settings.EMAIL_BACKEND = "post.room.backend.MailRoomBackend"
    settings.MEDIA_ROOT = str(tmp_path)


@pytest.fixture
def delivered(duel, alice, bob):
    """A match whose first emails are delivered."""
    User.objects.update(mail_pdf=False)
    delivery.deliver_due()
    return duel


def turn_email(match) -> RoomEmail:
    address = match.seats.get(number=on_turn(match)).user.email
    return RoomEmail.objects.filter(address=address, subject__contains="your turn")[0]


def test_emails_come_into_the_mailboxes_of_their_readers(delivered, client):
    assert OutgoingEmail.objects.filter(state=OutgoingEmail.State.SENT).count() == 2
    page = client.get(reverse("mail_room")).content.decode()
    assert "alice@example.org" in page
    assert "bob@example.org" in page
    box = client.get(reverse("mailbox", args=["alice@example.org"])).content.decode()
    assert "A duel:" in box


def test_an_email_is_shown_as_text_with_links_that_work(delivered, client):
    page = client.get(reverse("room_email", args=[turn_email(delivered).pk])).content.decode()
    assert "Your turn in A duel, turn 1" in page
    assert re.search(r'<a href="http://localhost:8000/seat/[^"]+"', page)


def test_its_html_is_shown_in_a_frame_that_may_do_nothing(delivered, client):
    kept = turn_email(delivered)
    page = client.get(reverse("room_email", args=[kept.pk])).content.decode()
    assert 'sandbox="allow-top-navigation-by-user-activation allow-popups"' in page
    response = client.get(reverse("room_html", args=[kept.pk]))
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert "script" not in response["Content-Security-Policy"]
    assert "sandbox" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert b'src="data:image/png;base64,' in response.content
    assert b'<base target="_top">' in response.content


def test_attachments_can_be_taken_out(duel, client):
    delivery.deliver_due()
    email = RoomMessage(turn_email(duel))
    file = next(file for file in email.files if not file.is_shown)
    response = client.get(reverse("room_file", args=[email.kept.pk, file.place]))
    assert response.content.startswith(b"%PDF")
    assert response["Content-Disposition"] == f'attachment; filename="match-{duel.pk}-turn-1.pdf"'
    assert client.get(reverse("room_file", args=[email.kept.pk, 99])).status_code == 404


def test_a_reply_goes_the_way_of_every_mail(delivered, client):
    """It is kept, read, played and answered as if it had come by SMTP; what it quotes is not played."""
    kept = turn_email(delivered)
    seat = delivered.seats.get(number=on_turn(delivered))
    client.post(reverse("room_reply", args=[kept.pk]), {"text": "end"})
    came = IncomingEmail.objects.get()
    assert (came.source, came.mailbox) == (IncomingEmail.Source.ROOM, seat.pk)
    inbox.read_due()
    resolve.resolve(delivered.pk)
    order = Order.objects.get(door=Order.Door.MAIL)
    assert order.text == "end"
    assert order.receipt["problem"] is None
    delivery.deliver_due()
    receipt = RoomMessage(RoomEmail.objects.get(address=kept.address, subject__startswith="Re: A duel"))
    assert "your orders were carried out" in receipt.text
    assert receipt.message["In-Reply-To"].startswith("<")


def test_an_answer_can_be_answered_too(delivered, client):
    """Its References are long enough to come folded."""
    kept = turn_email(delivered)
    client.post(reverse("room_reply", args=[kept.pk]), {"text": "gibberish"})
    inbox.read_due()
    resolve.resolve(delivered.pk)
    delivery.deliver_due()
    receipt = RoomEmail.objects.get(address=kept.address, subject__startswith="Re: A duel")
    assert "\n" in RoomMessage(receipt).message["References"]
    client.post(reverse("room_reply", args=[receipt.pk]), {"text": "status"})
    newest = IncomingEmail.objects.latest("pk")
    assert receipt.message_id.encode() in bytes(newest.raw)
    assert IncomingEmail.objects.count() == 2


def test_a_reply_needs_a_form_of_ours(delivered):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    url = reverse("room_reply", args=[turn_email(delivered).pk])
    assert strict.post(url, {"text": "end"}).status_code == 403
    assert strict.get(url).status_code == 405


def test_an_email_that_nobody_answers_says_so(client, db):
    MailRoomBackend().send_messages([EmailMessage("Hi", "x", "elsewhere@example.net", ["a@example.org"])])
    url = reverse("room_reply", args=[RoomEmail.objects.get().pk])
    page = client.post(url, {"text": "end"}, follow=True).content.decode()
    assert "Your reply was refused" in page


def test_what_is_not_there_is_not_found(client, db):
    for name in ("room_email", "room_html"):
        assert client.get(reverse(name, args=[1])).status_code == 404
    assert "empty" in client.get(reverse("mailbox", args=["nobody@example.org"])).content.decode()


def test_without_the_setting_there_is_no_room(delivered, client, settings):
    kept = turn_email(delivered)
    file = [kept.pk, 0]
    urls = [reverse("mail_room"), reverse("mailbox", args=[kept.address]), reverse("room_file", args=file)]
    urls += [reverse(name, args=[kept.pk]) for name in ("room_email", "room_html")]
    settings.MAIL_ROOM = False
    assert [client.get(url).status_code for url in urls] == [404] * len(urls)
    assert client.post(reverse("room_reply", args=[kept.pk]), {"text": "end"}).status_code == 404


def test_without_the_setting_no_email_is_kept(settings, db):
    settings.MAIL_ROOM = False
    with pytest.raises(ImproperlyConfigured):
        MailRoomBackend().send_messages([EmailMessage("Hi", "x", "e@example.org", ["a@example.org"])])
    assert not RoomEmail.objects.exists()


def test_in_production_the_room_does_not_exist(tmp_path):
    """Neither by its address nor in the settings."""
    code = (
        "import django; django.setup()\n"
        "from django.conf import settings\n"
        "from django.urls import NoReverseMatch, Resolver404, resolve, reverse\n"
        "assert not settings.DEBUG and not settings.MAIL_ROOM\n"
        "assert 'room' not in settings.EMAIL_BACKEND\n"
        "for find in (lambda: resolve('/mail-room/'), lambda: reverse('mail_room')):\n"
        "    try: find()\n"
        "    except (NoReverseMatch, Resolver404): pass\n"
        "    else: raise SystemExit('there is a room')\n"
    )
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "edgepbem.settings",
        "SITE_URL": "https://play.example.org",
        "SECRET_KEY": "x" * 60,
        "VAR_DIR": str(tmp_path),
    }
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=60)


def test_each_reader_sees_an_own_copy(alice, bob):
    message = EmailMessage("Hi", "x", "e@example.org", ["a@example.org", "b@example.org"])
    MailRoomBackend().send_messages([message])
    assert sorted(RoomEmail.objects.values_list("address", flat=True)) == ["a@example.org", "b@example.org"]
    assert User.objects.count() == 2
