"""Mail from a provider, by django-anymail."""

from __future__ import annotations

import base64
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import reload

import pytest
import time_machine
from anymail.urls import urlpatterns as provider_urls
from django.db import connection
from django.test import Client
from django.urls import clear_url_caches

import edgepbem.urls
import post.urls
from games.models import Match, Order
from post import inbox, mailboxes
from post.addresses import own_address
from post.models import IncomingEmail
from tests.edgepbem.full_disk import read_only
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, seat_of
from tests.services.conftest import on_turn

SECRET = "hook:a long secret"
PATH = "/anymail/mailgun/inbound_mime/"


@pytest.fixture
def hook(settings):
    """A server with a provider: its addresses exist only with a secret."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": "key"}
    yield from _with_urls()


def _with_urls():
    for module in (post.urls, edgepbem.urls):
        reload(module)
    clear_url_caches()
    yield PATH
    settings_module = sys.modules["django.conf"].settings
    settings_module.ANYMAIL = {}
    for module in (post.urls, edgepbem.urls):
        reload(module)
    clear_url_caches()


def body(match: Match) -> dict[str, str]:
    """What Mailgun posts for an email that it forwards whole."""
    import hashlib
    import hmac
    import time

    seat = seat_of(match, on_turn(match))
    stamp, token = str(int(time.time())), "t" * 50
    signature = hmac.new(b"key", f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    raw = email_to(seat, "end", message_id="<hook@example.org>").decode()
    return {
        "sender": "alice@example.org",
        "recipient": reply_address(seat),
        "body-mime": raw,
        "timestamp": stamp,
        "token": token,
        "signature": signature,
    }


def credentials(secret: str = SECRET) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}


@pytest.mark.django_db(transaction=True)
def test_the_same_call_five_times_and_days_later_is_one_email(hook: str, duel: Match) -> None:
    """A19."""

    def call(_: int) -> int:
        try:
            return Client().post(hook, body(duel), headers=credentials()).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(call, range(5))) == [200] * 5
    inbox.read_due()
    with time_machine.travel("2031-01-01", tick=True):
        assert call(0) == 200
        inbox.read_due()
    assert IncomingEmail.objects.count() == 1
    assert Order.objects.count() == 1


def by_fields(match: Match) -> dict[str, object]:
    """What Postmark posts: fields, from which an email is put together anew for each call."""
    seat = seat_of(match, on_turn(match))
    address = seat.user.email if seat.user is not None else ""
    return {
        "FromFull": {"Email": address, "Name": ""},
        "ToFull": [{"Email": reply_address(seat), "Name": ""}],
        "OriginalRecipient": reply_address(seat),
        "Subject": "Re: your turn",
        "TextBody": "end\n",
        "HtmlBody": "<p>end</p>\n",
        "Headers": [{"Name": "Message-ID", "Value": "<fields@example.org>"}],
    }


def test_a_call_with_fields_that_is_repeated_is_one_email(hook: str, duel: Match) -> None:
    """A19."""
    for _ in range(2):
        response = Client().post(
            "/anymail/postmark/inbound/",
            by_fields(duel),
            content_type="application/json",
            headers=credentials(),
        )
        assert response.status_code == 200
        inbox.read_due()
    assert IncomingEmail.objects.count() == 1
    assert Order.objects.count() == 1


def test_a_provider_comes_again_when_strangers_have_had_their_share(
    hook: str, duel: Match, monkeypatch
) -> None:
    """A23."""
    monkeypatch.setattr(mailboxes, "STRANGERS", ("1/hour",))
    codes = []
    for number in range(2):
        stray = by_fields(duel) | {"OriginalRecipient": own_address(), "TextBody": f"{number}"}
        response = Client().post(
            "/anymail/postmark/inbound/", stray, content_type="application/json", headers=credentials()
        )
        codes.append(response.status_code)
    assert codes == [200, 429]


@pytest.mark.parametrize("headers", [{}, credentials("hook:wrong"), {"Authorization": "Basic ???"}])
def test_without_the_secret_nothing_is_read(hook: str, duel: Match, headers: dict[str, str]) -> None:
    """A20."""
    assert Client().post(hook, body(duel), headers=headers).status_code == 403
    assert not IncomingEmail.objects.exists()


def test_a_wrong_signature_is_refused(hook: str, duel: Match) -> None:
    """A20."""
    forged = body(duel) | {"signature": "0" * 64}
    assert Client().post(hook, forged, headers=credentials()).status_code == 403
    assert not IncomingEmail.objects.exists()


@pytest.mark.django_db
def test_without_a_secret_in_the_settings_there_is_no_door(client) -> None:
    assert client.post(PATH).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_provider_repeats_what_could_not_be_kept(hook: str, duel: Match) -> None:
    """P1: the disk is full when it calls, and not when it calls again."""
    client = Client(raise_request_exception=False)
    with read_only():
        assert client.post(hook, body(duel), headers=credentials()).status_code == 503
    assert not IncomingEmail.objects.exists()
    assert client.post(hook, body(duel), headers=credentials()).status_code == 200
    assert IncomingEmail.objects.count() == 1


@pytest.fixture
def postmark(settings):
    """A provider that sends JSON and signs nothing."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    for _path in _with_urls():
        yield "/anymail/postmark/tracking/"


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning")
@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailDeprecationWarning")
@pytest.mark.parametrize("method", ["get", "head", "post"])
@pytest.mark.parametrize("headers", [{}, credentials()])
def test_providers_without_settings_have_no_door(db, postmark, client, method, headers):
    """P16: nobody can make the server fail by calling for one of them."""
    for known in provider_urls:
        path = f"/anymail/{known.pattern}"
        answer = getattr(client, method)(path, headers=headers)
        assert answer.status_code < 500, path
    assert client.post("/anymail/mailgun/tracking/", headers=headers).status_code in (403, 404)
    assert client.get("/anymail/brevo/inbound/", headers=headers).status_code == 404


STRANGE = [
    *("[]", "null", "1", '"x"', "[" * 9_999, "\udcff", '{"RecordType": ["Bounce"]}'),
    *('{"RecordType": "Bounce", "Metadata": "text"}', '{"RecordType": "Bounce", "Metadata": null}'),
    '{"RecordType": "Bounce", "BouncedAt": "nonsense", "MessageID": 5, "Email": null, "Metadata": [1]}',
    '{"RecordType": "Bounce", "Type": "HardBounce", "MessageID": "\\ud800", "Metadata": {}}',
    '{"RecordType": "Bounce", "Type": "HardBounce", "MessageID": "a\\u0000b", "Metadata": {}}',
    '{"RecordType": "Bounce", "Type": "HardBounce", "MessageID": ["x"], "Metadata": {"our_id": {"a": 1}}}',
    '{"RawEmail": 5}',
    '{"RawEmail": null, "ToFull": [{}], "From": "x"}',
]


@pytest.mark.parametrize("call", STRANGE)
@pytest.mark.parametrize("door", ["tracking", "inbound"])
def test_a_call_of_any_shape_is_over_when_it_was_read(db, postmark, client, call, door):
    """P5: a provider repeats for days what was not taken."""
    raw = call.encode("utf-8", "surrogateescape")
    path = postmark.replace("tracking", door)
    answer = client.post(path, raw, content_type="application/json", headers=credentials())
    assert answer.status_code in (200, 404)  # 404: the other door takes it, as the log says


def test_a_long_call_is_read_too(db, postmark, client):
    """Attachments come with it: an email that is too large for us is not sent again and again."""
    raw = b'{"RawEmail": "' + b"x" * 4_000_000 + b'"}'
    path = postmark.replace("tracking", "inbound")
    assert client.post(path, raw, content_type="application/json", headers=credentials()).status_code == 200
