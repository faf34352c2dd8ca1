import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from accounts.models import User


def create(**fields):
    return User.objects.create_user(**{"email": "dora@example.org", "name": "Dora"} | fields)


@pytest.mark.parametrize("typed", ["alice@example.org", "Alice@Example.org", " ALICE@EXAMPLE.ORG\n"])
def test_a_user_is_found_however_the_address_is_typed(alice, typed):
    assert User.objects.get(email=typed) == alice
    assert User.objects.filter(email__in=[typed, "nobody@example.org"]).get() == alice


def test_an_address_is_one_user_whatever_its_case(alice):
    with pytest.raises(ValidationError) as refused:
        create(email="Alice@EXAMPLE.org")
    assert refused.value.message_dict == {"email": ["There is already a user with this email address."]}


def test_two_who_register_one_address_at_the_same_moment_do_not_both_get_it(alice):
    # Both passed the check of the form before either was saved: the database has the last word.
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(email="ALICE@example.org", name="Mallory")])
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_user SET email = 'Alice@example.org' WHERE id = %s", [alice.pk])


@pytest.mark.django_db
def test_a_saved_user_shows_the_address_as_it_is_stored():
    user = User(email="Dora@Example.org", name="Dora")
    user.save()
    assert user.email == "dora@example.org"
    User.objects.filter(pk=user.pk).update(email="Dora.New@Example.org")
    user.refresh_from_db()
    assert user.email == "dora.new@example.org"


@pytest.mark.django_db
def test_an_address_keeps_the_dots_and_tags_of_its_owner():
    assert create(email="d.o.r.a+games@example.org").email == "d.o.r.a+games@example.org"


def test_without_a_password_nobody_signs_in_with_one(alice):
    assert not alice.has_usable_password()
    assert authenticate(username=alice.email, password="") is None


@pytest.mark.django_db
def test_with_a_password_any_spelling_of_the_address_signs_in():
    user = create(password="four random words here")
    assert authenticate(username="DORA@example.org", password="four random words here") == user


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["Europe/Warsaw", "America/Argentina/Ushuaia", "UTC"])
def test_a_time_zone_of_the_iana_database_is_taken(zone):
    assert create(time_zone=zone).time_zone == zone


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["", "Warsaw", "europe/warsaw", "+02:00", "../../etc/passwd", "Europe"])
def test_anything_else_is_no_time_zone(zone):
    with pytest.raises(ValidationError) as refused:
        create(time_zone=zone)
    assert list(refused.value.message_dict) == ["time_zone"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Zażółć Gęślą", "Jean-Luc O'Neil", "山田 太郎", "The 3rd"])
def test_a_name_is_any_plain_text(name):
    assert str(create(name=name)) == name


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["", "Dora\nBcc: all@example.org", "Dora\r", "\u202earoD", "Dora\x00", "x" * 61]
)
def test_a_name_that_would_spoil_a_mail_is_refused(name):
    with pytest.raises(ValidationError) as refused:
        create(name=name)
    assert list(refused.value.message_dict) == ["name"]


@pytest.mark.django_db
def test_a_language_is_one_we_speak():
    assert create(language="pl").get_language_display() == "Polish"
    with pytest.raises(ValidationError):
        create(email="other@example.org", language="tlh")
