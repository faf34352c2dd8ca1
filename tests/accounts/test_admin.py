import pytest
from django.urls import reverse

from accounts.models import User

NEW_USER = {
    "email": "Dora@Example.org",
    "name": "Dora",
    "time_zone": "Europe/Warsaw",
    "language": "pl",
    "usable_password": "false",
}


@pytest.fixture
def staff_client(client, db):
    client.force_login(User.objects.create_superuser("root@example.org", "Root"))
    return client


def test_staff_adds_a_user_who_signs_in_by_link(staff_client):
    response = staff_client.post(reverse("admin:accounts_user_add"), NEW_USER)
    assert response.status_code == 302
    dora = User.objects.get(email="dora@example.org")
    assert (dora.name, dora.time_zone, dora.language) == ("Dora", "Europe/Warsaw", "pl")
    assert not dora.has_usable_password()


def test_staff_is_told_that_an_address_is_taken(staff_client, alice):
    response = staff_client.post(
        reverse("admin:accounts_user_add"), NEW_USER | {"email": "ALICE@example.org"}
    )
    assert response.context["adminform"].form.errors == {
        "email": ["There is already a user with this email address."]
    }


def test_staff_finds_and_opens_a_user(staff_client, alice, bob):
    found = staff_client.get(reverse("admin:accounts_user_changelist"), {"q": "Alice@example.org"})
    assert list(found.context["cl"].queryset) == [alice]
    page = staff_client.get(reverse("admin:accounts_user_change", args=[alice.pk]))
    assert "alice@example.org" in page.content.decode()


def test_a_player_does_not_get_in(client, charlie):
    client.force_login(charlie)
    page = reverse("admin:accounts_user_changelist")
    response = client.get(page)
    assert response.status_code == 302
    assert response.url == reverse("admin:login") + f"?next={page}"
